//! What the module itself has put into memory that is not followed, told apart by offset.
//!
//! A pointer of external code may be to any function that it knows. But most memory that external code knows
//! is the module's own, and nobody else writes to it: a call through a pointer that is loaded `k` bytes
//! behind such memory is most likely of a function that the module, or an initializer, has stored `k` bytes
//! behind such memory. These functions are the call's *remembered* callees. They are no bound: external
//! code may have put another function there, so the call stays unresolved.
//!
//! Where debug information says of which structure the memory is, only what is stored into that member of it
//! counts, and of virtual tables only those of the object's class and those derived from it.
//!
//! The search goes backwards from the called pointers, and only where pointers of external code are
//! involved; everything else the solution says already. Contexts are not told apart.

mod copies;
mod fields;
mod flow;
mod index;
mod path;
mod source_types;
mod typed_pointers;
mod virtual_calls;

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::place::{Distance, Place};
use crate::{Analysis, Location, SetId, Site, Variable};
use fields::Field;
use flow::Flow;
use index::{Definition, Index};
pub use path::{Stop, remembered_paths};
use source_types::Member;
use virtual_calls::VirtualTables;

/// Something that a function may be found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    /// In any context.
    Variable(Variable),
    /// A place in memory that is followed, which covers the other place, the one that is asked for.
    Cell(Location, Place),
    /// This field of memory that is not followed.
    Field(Field),
    /// The slot of virtual tables that this call loads its callee from, in bytes behind where pointers to them
    /// point.
    Slot(InstructionId, u32),
    /// So many bytes behind any of these locations, in memory that is followed.
    Behind(SetId, u32),
    /// So many bytes behind any of the locations that copies are from, by number.
    Source(usize, u32),
    /// The pointers of external code that are stored so many bytes behind any of these locations.
    Written(SetId, u32),
    /// What the copy with this position brings to so many bytes behind its destination, where this member lies.
    Copied(usize, u32, Option<Member>),
}

/// The position of a holder in [`Search::holders`].
type HolderId = usize;

/// The functions that calls through pointers of external code find in memory where the module has put them.
pub fn remembered_callees(
    analysis: &Analysis,
    calls: &[(InstructionId, Site, Variable)],
) -> FxHashMap<InstructionId, Vec<FunctionId>> {
    if calls.is_empty() {
        return FxHashMap::default();
    }
    let view = View::new(analysis.facts);
    let (search, called) = search(analysis, &view, calls);
    let callees = called.into_iter().map(|(instruction, site, holder)| {
        let functions = search.found.functions(holder).iter().map(FunctionId);
        (instruction, search.index.most_likely(site, functions))
    });
    callees.collect()
}

/// Looks for what these calls find, and says which holder each of them calls.
fn search<'a>(
    analysis: &'a Analysis<'a>,
    view: &'a View<'a>,
    calls: &[(InstructionId, Site, Variable)],
) -> (Search<'a>, Vec<(InstructionId, Site, HolderId)>) {
    let mut search = Search::new(analysis, view);
    let tables =
        VirtualTables::new(view, &mut search.index.pointers, |it| function_at(analysis, it));
    let mut called = Vec::new();
    for &(instruction, site, callee) in calls {
        let entries = tables.entries_of(&mut search.index.pointers, instruction);
        let holder = match entries {
            Some((slot, entries))
                if entries.iter().any(|it| search.index.is_likely(site, it.function)) =>
            {
                let holder = search.want(Holder::Slot(instruction, slot));
                for entry in entries {
                    for (_, variable) in analysis.constraints.parts_of(entry.element) {
                        search.flow(Holder::Variable(variable), holder);
                    }
                }
                holder
            }
            _ => search.want(Holder::Variable(callee)),
        };
        search.sites.push((holder, site));
        called.push((instruction, site, holder));
    }
    search.run();
    (search, called)
}

/// The function whose address a constant is.
fn function_at(analysis: &Analysis, constant: ValueId) -> Option<FunctionId> {
    let (_, variable) = analysis.constraints.parts_of(constant).next()?;
    let (_, set) = analysis.solution.contexts_of(variable).first()?;
    let location = analysis.solution.set(*set).next()?;
    analysis.constraints.function_of(location.instance.object)
}

struct Search<'a> {
    analysis: &'a Analysis<'a>,
    index: Index<'a>,
    ids: FxHashMap<Holder, HolderId>,
    holders: Vec<Holder>,
    /// Which functions they hold.
    found: Flow,
    /// Holders of which it is not known yet where they get their functions from.
    unexplored: Vec<HolderId>,
    /// The sites that call what holders hold.
    sites: Vec<(HolderId, Site)>,
    /// The calls found so far that the solution does not have.
    calls: FxHashSet<(Site, FunctionId)>,
    /// By function: its parameters that are asked for, by position and part.
    parameters: FxHashMap<FunctionId, Vec<(u32, u32, HolderId)>>,
    /// By site: the parts of its result that are asked for.
    results: FxHashMap<Site, Vec<(u32, HolderId)>>,
}

impl<'a> Search<'a> {
    fn new(analysis: &'a Analysis<'a>, view: &'a View<'a>) -> Self {
        Self {
            analysis,
            index: Index::new(analysis, view),
            ids: FxHashMap::default(),
            holders: Vec::new(),
            found: Flow::default(),
            unexplored: Vec::new(),
            sites: Vec::new(),
            calls: FxHashSet::default(),
            parameters: FxHashMap::default(),
            results: FxHashMap::default(),
        }
    }

    /// What the holder holds is asked for.
    fn want(&mut self, holder: Holder) -> HolderId {
        let next = self.holders.len();
        let id = *self.ids.entry(holder).or_insert(next);
        if id == next {
            self.holders.push(holder);
            self.found.add_holder();
            self.unexplored.push(id);
        }
        id
    }

    /// `to` holds what `from` holds.
    fn flow(&mut self, from: Holder, to: HolderId) {
        let from = self.want(from);
        self.found.add_edge(from, to);
    }

    /// Looks where the wanted holders get their functions from, until no call is found that adds to that.
    fn run(&mut self) {
        let Self { analysis, .. } = *self;
        loop {
            while let Some(holder) = self.unexplored.pop() {
                match self.holders[holder] {
                    Holder::Variable(variable) => self.explore_variable(holder, variable),
                    Holder::Cell(location, place) => self.explore_cell(holder, location, place),
                    Holder::Field(field) => self.explore_field(holder, field),
                    Holder::Slot(..) => {}
                    Holder::Behind(set, offset) => {
                        self.explore_behind(holder, analysis.solution.set(set), offset);
                    }
                    Holder::Source(number, offset) => {
                        let sources = self.index.copies.sources(number);
                        self.explore_behind(holder, sources.iter().copied(), offset);
                    }
                    Holder::Written(set, offset) => {
                        for from in self.index.written_behind(set, offset) {
                            self.flow(Holder::Variable(from), holder);
                        }
                    }
                    Holder::Copied(copy, distance, member) => {
                        self.explore_copy(holder, copy, distance, member);
                    }
                }
            }
            self.found.propagate();
            let known = self.calls.len();
            for (holder, site) in self.sites.clone() {
                for function in self.found.functions(holder).clone() {
                    self.call(site, FunctionId(function));
                }
            }
            if self.calls.len() == known {
                return;
            }
        }
    }

    /// The site calls the function, which the solution does not say.
    fn call(&mut self, site: Site, function: FunctionId) {
        if !self.index.is_likely(site, function) || !self.calls.insert((site, function)) {
            return;
        }
        for (position, part, holder) in self.parameters.get(&function).cloned().unwrap_or_default()
        {
            self.pass(site, position, part, holder);
        }
        for (part, holder) in self.results.get(&site).cloned().unwrap_or_default() {
            self.take_result(function, part, holder);
        }
    }

    /// What the site passes goes to the parameter.
    fn pass(&mut self, site: Site, position: u32, part: u32, parameter: HolderId) {
        for argument in self.index.arguments(site, position, part) {
            self.flow(Holder::Variable(argument), parameter);
        }
    }

    /// What the function returns goes to the result.
    fn take_result(&mut self, function: FunctionId, part: u32, result: HolderId) {
        let analysis = self.analysis;
        let returns = &analysis.constraints.functions[function.index()].returns;
        for (_, returned) in returns.iter().filter(|(it, _)| *it == part) {
            self.flow(Holder::Variable(*returned), result);
        }
    }

    /// The holder holds the functions among these locations. Whether a pointer of external code is among them,
    /// so that there may be more.
    fn find(&mut self, holder: HolderId, set: SetId) -> bool {
        let has = self.index.set_has(set);
        if has.function {
            let locations = self.analysis.solution.set(set);
            let function = |it: Location| self.analysis.constraints.function_of(it.instance.object);
            self.found.add(holder, locations.filter_map(function));
        }
        has.external
    }

    fn explore_variable(&mut self, holder: HolderId, variable: Variable) {
        if self.index.points_to_structure(variable) {
            return;
        }
        let sets = self.analysis.solution.contexts_of(variable).iter();
        if !sets.fold(false, |is_external, (_, set)| self.find(holder, *set) || is_external) {
            return;
        }
        let definitions: Vec<Definition> = self.index.definitions(variable).collect();
        for definition in definitions {
            match definition {
                Definition::Assign(from) => self.flow(Holder::Variable(from), holder),
                Definition::Load { address, offset } => self.load(holder, address, offset),
                Definition::Result { site, part } => {
                    self.results.entry(site).or_default().push((part, holder));
                    for function in self.index.callees(site) {
                        self.take_result(function, part, holder);
                    }
                    let found = self.calls.iter().filter(|(it, _)| *it == site);
                    for (_, function) in found.copied().collect::<Vec<_>>() {
                        self.take_result(function, part, holder);
                    }
                }
                Definition::Parameter { function, position, part } => {
                    self.parameters.entry(function).or_default().push((position, part, holder));
                    for site in self.index.callers(function) {
                        self.pass(site, position, part, holder);
                    }
                    let found = self.calls.iter().filter(|(_, it)| *it == function);
                    for (site, _) in found.copied().collect::<Vec<_>>() {
                        self.pass(site, position, part, holder);
                    }
                }
                Definition::Moved | Definition::Address => {}
            }
        }
    }

    fn load(&mut self, to: HolderId, address: Variable, offset: u32) {
        let sets = self.analysis.solution.contexts_of(address);
        for (_, set) in sets {
            self.flow(Holder::Behind(*set, offset), to);
        }
        if sets.iter().any(|(_, set)| self.index.set_has(*set).opaque) {
            for field in self.index.fields_of(address, offset) {
                self.flow(Holder::Field(field), to);
            }
        }
    }

    /// What is read so far behind each of these locations.
    fn explore_behind(
        &mut self,
        holder: HolderId,
        locations: impl Iterator<Item = Location>,
        offset: u32,
    ) {
        let Self { analysis, .. } = *self;
        for location in locations {
            if self.index.cells(location.instance).is_empty() {
                continue;
            }
            let there = analysis.constraints.behind(location, Distance::of(offset));
            let Some(there) = there else { continue };
            let cells = self.index.cells(there.instance).iter();
            let seen = cells.filter(|it| it.place.overlaps(there.place)).copied();
            for cell in seen.collect::<Vec<Location>>() {
                let place = match (cell.place, there.place) {
                    (Place::Every { .. }, Place::At(_)) => there.place,
                    _ => cell.place,
                };
                self.flow(Holder::Cell(cell, place), holder);
            }
        }
    }

    fn explore_cell(&mut self, holder: HolderId, cell: Location, place: Place) {
        let set = self.analysis.solution.set_stored(cell);
        if !set.is_some_and(|set| self.find(holder, set)) {
            return;
        }
        for (set, offset) in self.index.written(cell) {
            self.flow(Holder::Written(set, offset), holder);
        }
        if let Place::At(offset) = place {
            let copies: Vec<_> = self.index.copies.reaching(cell.instance, offset).collect();
            for (copy, distance) in copies {
                self.flow(Holder::Copied(copy, distance, None), holder);
            }
        }
    }

    fn explore_copy(&mut self, to: HolderId, copy: usize, distance: u32, member: Option<Member>) {
        let copy = self.index.copies.at(copy);
        let remembered = copy.source_start.and_then(|start| start.checked_add(distance));
        let (from, sources) = (copy.from, copy.sources);
        self.flow(Holder::Source(sources, distance), to);
        let Some(offset) = remembered else { return };
        let copied = self.index.members_at(from, distance);
        if copied.is_empty() {
            self.flow(Holder::Field(Field { offset, member }), to);
        }
        for member in copied {
            self.flow(Holder::Field(Field { offset, member: Some(member) }), to);
        }
    }

    fn explore_field(&mut self, holder: HolderId, field: Field) {
        for from in self.index.stored.at(field) {
            self.flow(Holder::Variable(from), holder);
        }
        for copy in self.index.copies.given_away() {
            let given = self.index.copies.at(copy);
            let to = given.to;
            let distance = given.start.and_then(|start| field.offset.checked_sub(start));
            let Some(distance) = distance.filter(|it| given.reaches(*it)) else { continue };
            let copied = self.index.members_at(to, distance);
            if copied.is_empty() || field.member.is_none_or(|wanted| copied.contains(&wanted)) {
                self.flow(Holder::Copied(copy, distance, field.member), holder);
            }
        }
    }
}
