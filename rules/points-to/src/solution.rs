//! The facts that the rules derive from constraints. Both solvers produce this form.

use std::collections::{BTreeMap, BTreeSet};

use facts_schema::{FunctionId, InstructionId};
use rustc_hash::FxHashMap;

use crate::constraints::{
    Allocated, CallSite, Constraints, Length, Object, Origin, Size, Variable,
};
use crate::context::Context;
use crate::offsets::{CopyLength, Distance, Extent, Group, Offsets, Step, Trait};

/// A variable in a context of its owner; in the empty context if it has no owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Node {
    pub variable: Variable,
    pub context: Context,
}

/// An object in a context of its owner; in the empty context if it has no owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Instance {
    pub object: Object,
    pub context: Context,
}

/// A target of a pointer: `offsets` in `instance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Location {
    pub instance: Instance,
    pub offsets: Offsets,
}

/// In `context`, the call at `site` runs `function` in `callee_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct CallEdge {
    pub site: CallSite,
    pub context: Context,
    pub function: FunctionId,
    pub callee_context: Context,
}

/// One fact of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The function may run in this context.
    Reachable(FunctionId, Context),
    /// The node may hold a pointer to the location.
    PointsTo(Node, Location),
    /// A pointer to the second location may be stored at the first.
    Stored(Location, Location),
    /// The call may happen.
    Calls(CallEdge),
    /// The instance may have escaped to external code.
    Escaped(Instance),
}

/// The number of a set of locations in [`Solution::sets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u32);

/// Escaped memory whose content is not followed. Everything stored there escapes, and a load yields every pointer
/// that external code may have. Memory that external code owns is always opaque. Callers choose which other memory
/// is opaque; every choice is sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opaque {
    /// Each instance with its position in the order in which they were found.
    instances: BTreeMap<Instance, u32>,
    given_up: BTreeSet<Instance>,
}

impl Opaque {
    /// No memory: the content of all memory is followed, unless external code owns it.
    pub const NONE: &Self = &Self { instances: BTreeMap::new(), given_up: BTreeSet::new() };

    /// Whether the content of the instance is not followed.
    pub fn contains(&self, instance: Instance) -> bool {
        instance == Instance::EXTERNAL || self.instances.contains_key(&instance)
    }

    /// Marks some of this memory as given up: it is not known to have escaped, but its content is not followed
    /// because sets of locations became too large.
    pub fn with_given_up(self, given_up: BTreeSet<Instance>) -> Self {
        Self { given_up, ..self }
    }

    /// The memory whose content is given up because sets of locations became too large.
    pub fn given_up(&self) -> &BTreeSet<Instance> {
        &self.given_up
    }

    /// All chosen memory: first the memory that is given up, then the rest in the order in which it was found to
    /// escape.
    pub fn in_order(&self) -> Vec<Instance> {
        let mut instances: Vec<_> =
            self.instances.iter().map(|(it, position)| (*it, *position)).collect();
        instances.sort_unstable_by_key(|(it, position)| (!self.given_up.contains(it), *position));
        instances.into_iter().map(|(instance, _)| instance).collect()
    }

    /// The location that an access here touches; in opaque memory, the location of external code.
    pub fn touched(&self, location: Location) -> Location {
        if self.contains(location.instance) { Location::EXTERNAL } else { location }
    }
}

impl FromIterator<Instance> for Opaque {
    fn from_iter<T: IntoIterator<Item = Instance>>(instances: T) -> Self {
        Self { instances: instances.into_iter().zip(0..).collect(), given_up: BTreeSet::new() }
    }
}

/// The points-to sets of a module. All lists are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The memory whose content is not followed.
    pub opaque: Opaque,
    /// All locations that some pointer points to.
    pub locations: Vec<Location>,
    /// Distinct sets of locations, each a list of indices into [`Solution::locations`], in order.
    pub sets: Vec<Box<[u32]>>,
    /// The points-to set of each node. Nodes that point nowhere are left out.
    pub points_to: Vec<(Node, SetId)>,
    /// The pointers stored at each location, by stores to exactly this location. A load reads all locations that
    /// overlap its own. Locations without pointers are left out.
    pub stored: Vec<(Location, SetId)>,
    /// The escaped instances.
    pub escaped: Vec<Instance>,
    /// The functions that may run, and their contexts.
    pub reachable: Vec<(FunctionId, Context)>,
    /// The calls that may happen. A call of external code has no row; it is a call whose callee points to
    /// [`Object::EXTERNAL`].
    pub calls: Vec<CallEdge>,
}

impl Solution {
    /// The locations that the variable points to in this context.
    pub fn points_to(&self, node: Node) -> impl Iterator<Item = Location> + '_ {
        let found = self.points_to.binary_search_by_key(&node, |(it, _)| *it);
        self.set(found.ok().map(|index| self.points_to[index].1))
    }

    /// All contexts in which the variable points somewhere, with its points-to set in each.
    pub fn contexts_of(&self, variable: Variable) -> &[(Node, SetId)] {
        let start = self.points_to.partition_point(|(it, _)| it.variable < variable);
        // Most variables have one context, or few.
        let rest = self.points_to[start..].iter();
        let end = start + rest.take_while(|(it, _)| it.variable == variable).count();
        &self.points_to[start..end]
    }

    /// The locations of a set.
    pub fn set(&self, set: impl Into<Option<SetId>>) -> impl Iterator<Item = Location> + '_ {
        let members = set.into().map_or(&[][..], |set| &self.sets[set.0 as usize]);
        members.iter().map(|location| self.locations[*location as usize])
    }

    /// The pointers stored in the instance, by location.
    pub fn contents(&self, instance: Instance) -> &[(Location, SetId)] {
        let start = self.stored.partition_point(|(it, _)| it.instance < instance);
        let end = self.stored.partition_point(|(it, _)| it.instance <= instance);
        &self.stored[start..end]
    }

    /// The pointers stored by stores to exactly this location.
    pub fn stored(&self, location: Location) -> impl Iterator<Item = Location> + '_ {
        self.set(self.set_stored(location))
    }

    /// The set of pointers stored by stores to exactly this location, if there are any.
    pub fn set_stored(&self, location: Location) -> Option<SetId> {
        let found = self.stored.binary_search_by_key(&location, |(it, _)| *it);
        found.ok().map(|index| self.stored[index].1)
    }

    /// Whether the fact is in the solution.
    pub fn holds(&self, fact: Fact) -> bool {
        let contains = |set: Option<SetId>, location: Location| {
            let set = set.map_or(&[][..], |set| &self.sets[set.0 as usize]);
            set.binary_search_by_key(&location, |it| self.locations[*it as usize]).is_ok()
        };
        match fact {
            Fact::Reachable(function, context) => {
                self.reachable.binary_search(&(function, context)).is_ok()
            }
            Fact::PointsTo(node, location) => {
                let found = self.points_to.binary_search_by_key(&node, |(it, _)| *it);
                contains(found.ok().map(|index| self.points_to[index].1), location)
            }
            Fact::Stored(location, target) => contains(self.set_stored(location), target),
            Fact::Calls(edge) => self.calls.binary_search(&edge).is_ok(),
            Fact::Escaped(instance) => self.is_escaped(instance),
        }
    }

    /// Whether the instance has escaped to external code.
    pub fn is_escaped(&self, instance: Instance) -> bool {
        self.escaped.binary_search(&instance).is_ok()
    }
}

/// Builds a solution from tuples in any order; duplicates have no effect.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the fields of the solution say it")]
pub struct Tuples {
    pub opaque: Opaque,
    pub points_to: Vec<(Node, Location)>,
    pub stored: Vec<(Location, Location)>,
    pub escaped: Vec<Instance>,
    pub reachable: Vec<(FunctionId, Context)>,
    pub calls: Vec<CallEdge>,
}

impl Tuples {
    /// All facts.
    pub fn facts(self) -> impl Iterator<Item = Fact> {
        let Self { opaque: _, points_to, stored, escaped, reachable, calls } = self;
        let points_to = points_to.into_iter().map(|(node, it)| Fact::PointsTo(node, it));
        let stored = stored.into_iter().map(|(location, it)| Fact::Stored(location, it));
        let escaped = escaped.into_iter().map(Fact::Escaped);
        let reachable = reachable.into_iter().map(|(it, context)| Fact::Reachable(it, context));
        let calls = calls.into_iter().map(Fact::Calls);
        points_to.chain(stored).chain(escaped).chain(reachable).chain(calls)
    }
}

impl Solution {
    /// All its tuples, in order.
    pub fn tuples(&self) -> Tuples {
        fn pairs<'a, K: Copy>(
            solution: &'a Solution,
            rows: &'a [(K, SetId)],
        ) -> impl Iterator<Item = (K, Location)> + 'a {
            rows.iter().flat_map(|&(key, set)| solution.set(set).map(move |it| (key, it)))
        }
        Tuples {
            opaque: self.opaque.clone(),
            points_to: pairs(self, &self.points_to).collect(),
            stored: pairs(self, &self.stored).collect(),
            escaped: self.escaped.clone(),
            reachable: self.reachable.clone(),
            calls: self.calls.clone(),
        }
    }
}

impl From<Tuples> for Solution {
    /// Sorts everything. Sets are numbered in the order of [`Solution::points_to`], then of [`Solution::stored`],
    /// so that equal tuples in any order make equal solutions.
    fn from(tuples: Tuples) -> Self {
        let Tuples { opaque, points_to, stored, escaped, reachable, calls } = tuples;
        let targets = points_to.iter().map(|(_, it)| *it).chain(stored.iter().map(|(_, it)| *it));
        let locations = sorted(targets.collect());
        let mut numbers = SetNumbers { locations: &locations, known: FxHashMap::default() };
        let points_to = numbers.grouped(points_to);
        let stored = numbers.grouped(stored);
        let mut sets = vec![Box::default(); numbers.known.len()];
        for (set, number) in numbers.known {
            sets[number.0 as usize] = set;
        }
        Self {
            opaque,
            points_to,
            stored,
            sets,
            locations,
            escaped: sorted(escaped),
            reachable: sorted(reachable),
            calls: sorted(calls),
        }
    }
}

/// Gives equal sets the same number.
struct SetNumbers<'a> {
    locations: &'a [Location],
    known: FxHashMap<Box<[u32]>, SetId>,
}

impl SetNumbers<'_> {
    /// The set of each key, by key.
    fn grouped<K: Copy + Ord>(&mut self, rows: Vec<(K, Location)>) -> Vec<(K, SetId)> {
        let rows = sorted(rows);
        let groups = rows.chunk_by(|(one, _), (other, _)| one == other);
        groups.map(|group| (group[0].0, self.number(group.iter().map(|(_, it)| *it)))).collect()
    }

    fn number(&mut self, members: impl Iterator<Item = Location>) -> SetId {
        let index = |member| self.locations.partition_point(|it| *it < member) as u32;
        let set: Box<[u32]> = members.map(index).collect();
        let next = SetId(self.known.len() as u32);
        *self.known.entry(set).or_insert(next)
    }
}

/// The rows in order, each once.
fn sorted<R: Ord>(mut rows: Vec<R>) -> Vec<R> {
    rows.sort_unstable();
    rows.dedup();
    rows
}

impl Node {
    /// [`Variable::EXTERNAL`].
    pub const EXTERNAL: Self = Self { variable: Variable::EXTERNAL, context: Context::EMPTY };
    /// [`Variable::CAPTURED`].
    pub const CAPTURED: Self = Self { variable: Variable::CAPTURED, context: Context::EMPTY };
}

impl Instance {
    /// [`Object::EXTERNAL`].
    pub const EXTERNAL: Self = Self { object: Object::EXTERNAL, context: Context::EMPTY };
}

impl Location {
    /// The only location of [`Object::EXTERNAL`].
    pub const EXTERNAL: Self = Self { instance: Instance::EXTERNAL, offsets: Offsets::At(0) };
}

/// Queries on constraints in contexts.
impl Constraints {
    /// The node of a variable if its owner runs in this context.
    pub fn node(&self, variable: Variable, context: Context) -> Node {
        let owner = self.variables[variable.0 as usize].owner;
        Node { variable, context: owner.map_or(Context::EMPTY, |_| context) }
    }

    /// The instance of an object if its owner runs in this context.
    pub fn instance(&self, object: Object, context: Context) -> Instance {
        let owner = self.objects[object.0 as usize].owner;
        Instance { object, context: owner.map_or(Context::EMPTY, |_| context) }
    }

    /// The size and the arrays of an object in a context of its owner.
    pub fn extent(&self, object: Object, context: Context) -> Extent<'_> {
        let info = &self.objects[object.0 as usize];
        let argument = |position| self.constant_argument(context, position);
        let of_arguments = match info.size {
            Size::OfLayout => None,
            Size::Argument(position) => argument(position).map(saturated),
            Size::Product(one, other) => argument(one)
                .zip(argument(other))
                .map(|(one, other)| saturated(one.saturating_mul(other))),
        };
        let allocated = match info.origin {
            Origin::Heap(_) => self.allocated(context, of_arguments),
            _ => None,
        };
        let layout = &self.layouts[allocated.unwrap_or(info.layout) as usize];
        Extent { size: of_arguments.or(layout.size), layout }
    }

    /// The layout of the memory that is allocated in a context, if debug information shows it. `size` is the size that
    /// the call asks for, if it is known.
    fn allocated(&self, context: Context, size: Option<u32>) -> Option<u32> {
        let allocates = context.sites().map(|site| self.sites[site.0 as usize].allocates);
        match allocates.into_iter().find(|it| *it != Allocated::ForCaller)? {
            Allocated::Layout(layout) => Some(layout),
            Allocated::OfSize(layout) => {
                let fits = size.is_some() && self.layouts[layout as usize].size == size;
                fits.then_some(layout)
            }
            Allocated::ForCaller | Allocated::Unknown => None,
        }
    }

    /// How much a transfer of this length copies in a context of the body's function.
    pub fn length(&self, length: Length, context: Context) -> CopyLength {
        match length {
            Length::Unknown => CopyLength::Unknown,
            Length::Bytes(bytes) => CopyLength::Bytes(saturated(bytes)),
            Length::Argument(position) => match self.constant_argument(context, position) {
                Some(bytes) => CopyLength::Bytes(saturated(bytes)),
                None => self.element_of(context, position),
            },
        }
    }

    /// The elements that are copied in a context, if the argument at `position` is the number of bytes.
    fn element_of(&self, context: Context, position: u32) -> CopyLength {
        let site = context.sites().next().map(|site| &self.sites[site.0 as usize]);
        let multiple = site.and_then(|it| it.multiples.iter().find(|(it, _)| *it == position));
        multiple.map_or(CopyLength::Unknown, |(_, element)| CopyLength::Elements(*element))
    }

    /// The location at `distance` from `location`, if it is in the object.
    pub fn behind(&self, location: Location, distance: Distance) -> Option<Location> {
        let offsets = self.extent_of(location.instance).behind(location.offsets, distance)?;
        Some(Location { offsets, ..location })
    }

    /// Whether the step keeps pointers to the instance.
    pub fn keeps(&self, instance: Instance, step: Step) -> bool {
        let has = |Group(group)| self.groups[group as usize].binary_search(&instance).is_ok();
        match step {
            Step::Among(group) => has(group),
            Step::Outside(group) => !has(group),
            Step::OffStack => !matches!(
                self.origin(instance.object),
                Origin::Stack(_) | Origin::ByValue(..) | Origin::VariableArguments(_)
            ),
            Step::OfTrait(wanted) => self.may_be_table_of(wanted, instance.object),
            _ => true,
        }
    }

    /// Whether an object may be a virtual table of a trait. Tables that other modules define may have any name.
    fn may_be_table_of(&self, wanted: Option<Trait>, object: Object) -> bool {
        let info = &self.objects[object.0 as usize];
        let traits = &self.layouts[info.layout as usize].traits;
        match info.origin {
            Origin::External | Origin::Library => true,
            Origin::Global(_) => {
                let is_of = |wanted: Trait| traits.is_empty() || traits.contains(&wanted);
                !info.is_writable && wanted.is_none_or(is_of)
            }
            _ => false,
        }
    }

    /// The locations that a pointer to `location` may point to after `step`, if they are in the object.
    pub fn step(&self, location: Location, step: Step) -> impl Iterator<Item = Location> + use<> {
        let extent = self.extent_of(location.instance);
        let moved = extent.step(location.offsets, step);
        let moved = moved.filter(|_| self.keeps(location.instance, step));
        let past = extent.past_only_element(location.offsets, step);
        moved.into_iter().chain(past).map(move |offsets| Location { offsets, ..location })
    }

    /// The distances from `location` to `content` in the same object at which a copy of this length finds it.
    pub fn distances(
        &self,
        location: Location,
        content: Offsets,
        length: CopyLength,
    ) -> impl Iterator<Item = Distance> + use<> {
        self.extent_of(location.instance).distances(location.offsets, content, length)
    }

    /// The location of the whole object.
    pub fn anywhere(&self, instance: Instance) -> Location {
        Location { instance, offsets: self.extent_of(instance).anywhere() }
    }

    /// Whether stores change the object.
    pub fn is_writable(&self, object: Object) -> bool {
        self.objects[object.0 as usize].is_writable
    }

    /// The function that the object is.
    pub fn function_of(&self, object: Object) -> Option<FunctionId> {
        match self.objects[object.0 as usize].origin {
            Origin::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The instruction that creates an object: its alloca, or the call that allocates it.
    pub fn instruction_of(&self, instance: Instance) -> Option<InstructionId> {
        match self.origin(instance.object) {
            Origin::Stack(instruction) => Some(instruction),
            Origin::Heap(_) => self.instruction_at(instance.context.sites().next()?),
            _ => None,
        }
    }

    /// The call sites that distinguish an object from others of the same origin. The allocation site is part of
    /// the origin.
    pub fn sites_of(&self, instance: Instance) -> impl Iterator<Item = CallSite> + use<> {
        let is_heap = matches!(self.origin(instance.object), Origin::Heap(_));
        instance.context.sites().skip(usize::from(is_heap))
    }

    /// Whether the offsets in an object are not distinguished.
    pub fn has_one_offset(&self, instance: Instance) -> bool {
        self.extent_of(instance).has_one_offset()
    }

    fn extent_of(&self, instance: Instance) -> Extent<'_> {
        self.extent(instance.object, instance.context)
    }
}

/// The number as 32 bits, saturated. The largest number is larger than any offset that is distinguished.
fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
