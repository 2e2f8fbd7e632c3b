//! The pointers that the module itself has stored in memory that is not followed, distinguished by offset.
//!
//! A pointer of external code may point to any escaped function. But most escaped memory is the module's own, and
//! no other code writes to it: a call through a pointer that is loaded at offset `k` from such memory most likely
//! calls a function that the module, or an initializer, has stored at offset `k` in such memory. These functions
//! are the call's *remembered* callees. They are not an upper bound: external code may have stored another
//! function there, so the call stays unresolved.
//!
//! If debug information gives the structure that the memory belongs to, only stores to the same member of it are
//! considered, and only the virtual tables of the object's class and of classes derived from it.
//!
//! The search goes backwards from the called pointers, and only where pointers of external code are involved;
//! everything else is in the solution. Contexts are not distinguished.

mod copies;
mod fields;
mod flow;
mod index;
mod path;
mod virtual_calls;

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::offsets::{Distance, Offsets};
use crate::source_types::Member;
use crate::{Analysis, CallSite, Location, SetId, Variable};
use fields::Field;
use flow::Flow;
use index::{Definition, Index};
pub use path::{Stop, remembered_paths};
use virtual_calls::VirtualTables;

/// A variable or memory in which a function may be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    /// In any context.
    Variable(Variable),
    /// A location in followed memory, and the requested offsets, which overlap it.
    Cell(Location, Offsets),
    /// This field of memory that is not followed.
    Field(Field),
    /// The slot of virtual tables from which this call loads its callee, as an offset in bytes from the target of
    /// pointers to them.
    Slot(InstructionId, u32),
    /// At this offset from any of these locations, in followed memory.
    Behind(SetId, u32),
    /// At this offset from any of the source locations of copies, by number.
    Source(usize, u32),
    /// The pointers of external code that are stored at this offset from any of these locations.
    Written(SetId, u32),
    /// The content that the copy with this position writes at this distance from its destination, where this
    /// member is.
    Copied(usize, u32, Option<Member>),
}

/// The position of a holder in [`Search::holders`].
type HolderId = usize;

/// The functions that calls through pointers of external code find in memory where the module has stored them.
pub fn remembered_callees(
    analysis: &Analysis,
    calls: &[(InstructionId, CallSite, Variable)],
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

/// Searches for the functions that these calls find, and returns the holder that each of them calls.
fn search<'a>(
    analysis: &'a Analysis<'a>,
    view: &'a View<'a>,
    calls: &[(InstructionId, CallSite, Variable)],
) -> (Search<'a>, Vec<(InstructionId, CallSite, HolderId)>) {
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

/// The function whose address the constant is.
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
    /// The functions that they hold.
    found: Flow,
    /// Holders whose sources have not been searched yet.
    unexplored: Vec<HolderId>,
    /// The sites that call the content of holders.
    sites: Vec<(HolderId, CallSite)>,
    /// The calls found so far that are not in the solution.
    calls: FxHashSet<(CallSite, FunctionId)>,
    /// By function: its requested parameters, by position and part.
    parameters: FxHashMap<FunctionId, Vec<(u32, u32, HolderId)>>,
    /// By site: the requested parts of its result.
    results: FxHashMap<CallSite, Vec<(u32, HolderId)>>,
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

    /// Requests the content of the holder.
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

    /// `to` holds everything that `from` holds.
    fn flow(&mut self, from: Holder, to: HolderId) {
        let from = self.want(from);
        self.found.add_edge(from, to);
    }

    /// Searches the sources of the requested holders, until no new calls are found.
    fn run(&mut self) {
        let Self { analysis, .. } = *self;
        loop {
            while let Some(holder) = self.unexplored.pop() {
                match self.holders[holder] {
                    Holder::Variable(variable) => self.explore_variable(holder, variable),
                    Holder::Cell(location, offsets) => self.explore_cell(holder, location, offsets),
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
                        for from in self.index.stored_after(set, offset) {
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

    /// Adds a call of the function by the site that is not in the solution.
    fn call(&mut self, site: CallSite, function: FunctionId) {
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

    /// The arguments of the site flow to the parameter.
    fn pass(&mut self, site: CallSite, position: u32, part: u32, parameter: HolderId) {
        for argument in self.index.arguments(site, position, part) {
            self.flow(Holder::Variable(argument), parameter);
        }
    }

    /// The results of the function flow to the result.
    fn take_result(&mut self, function: FunctionId, part: u32, result: HolderId) {
        let analysis = self.analysis;
        let returns = &analysis.constraints.functions[function.index()].returns;
        for (_, returned) in returns.iter().filter(|(it, _)| *it == part) {
            self.flow(Holder::Variable(*returned), result);
        }
    }

    /// Adds the functions among these locations to the holder. Returns whether there is a pointer of external code
    /// among them, so that there may be more functions.
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

    /// The content at this offset from each of these locations.
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
            let seen = cells.filter(|it| it.offsets.overlaps(there.offsets)).copied();
            for cell in seen.collect::<Vec<Location>>() {
                let offsets = match (cell.offsets, there.offsets) {
                    (Offsets::Every { .. }, Offsets::At(_)) => there.offsets,
                    _ => cell.offsets,
                };
                self.flow(Holder::Cell(cell, offsets), holder);
            }
        }
    }

    fn explore_cell(&mut self, holder: HolderId, cell: Location, offsets: Offsets) {
        let set = self.analysis.solution.set_stored(cell);
        if !set.is_some_and(|set| self.find(holder, set)) {
            return;
        }
        for (set, offset) in self.index.written(cell) {
            self.flow(Holder::Written(set, offset), holder);
        }
        if let Offsets::At(offset) = offsets {
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
        for copy in self.index.copies.copies_to_escaped() {
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
