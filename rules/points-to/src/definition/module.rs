//! The properties of the module that the rules use.

use std::hash::{Hash, Hasher};
use std::ptr;

use facts_schema::FunctionId;

use crate::constraints::{CallSite, Constraints, Length, Object, Variable};
use crate::context::Context;
use crate::offsets::{CopyLength, Distance, Offsets, Step};
use crate::solution::{Instance, Location, Node, Opaque};

/// The constraints of a module, as a column: it is equal to itself only.
#[derive(Clone, Copy, Debug)]
pub struct ModuleRef<'a> {
    pub constraints: &'a Constraints,
    pub depth: usize,
    pub opaque: &'a Opaque,
}

impl PartialEq for ModuleRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.constraints, other.constraints)
            && self.depth == other.depth
            && ptr::eq(self.opaque, other.opaque)
    }
}

impl Eq for ModuleRef<'_> {}

impl Hash for ModuleRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.constraints, state);
    }
}

impl ModuleRef<'_> {
    /// The node of `variable` where its owner runs in `context`.
    pub fn node(self, variable: Variable, context: Context) -> Node {
        self.constraints.node(variable, context)
    }

    /// The instance of `object` where its owner runs in `context`.
    pub fn instance(self, object: Object, context: Context) -> Instance {
        self.constraints.instance(object, context)
    }

    /// The location that an access at `location` touches: in opaque memory, the memory of external code.
    pub fn touched(self, location: Location) -> Location {
        self.opaque.touched(location)
    }

    /// Whether the content of `instance` is not followed.
    pub fn is_opaque(self, instance: Instance) -> bool {
        self.opaque.contains(instance)
    }

    /// The location that an access `distance` after a pointer to `location` touches.
    pub fn behind(self, location: Location, distance: Distance) -> Option<Location> {
        self.constraints.behind(self.touched(location), distance)
    }

    /// Where a pointer to `location` may point after `step`.
    pub fn step(self, location: Location, step: Step) -> impl Iterator<Item = Location> {
        self.constraints.step(location, step)
    }

    /// Whether `step` applies where its function runs in `context`.
    pub fn applies(self, step: Step, context: Context) -> bool {
        self.constraints.applies(step, context)
    }

    /// The distances from a pointer to `location` to `content` at which a copy of this length finds it.
    pub fn distances(
        self,
        location: Location,
        content: Offsets,
        length: CopyLength,
    ) -> impl Iterator<Item = Distance> {
        self.constraints.distances(location, content, length)
    }

    /// All of an object.
    pub fn anywhere(self, instance: Instance) -> Offsets {
        self.constraints.anywhere(instance).offsets
    }

    /// How much `length` means in `context`.
    pub fn length(self, length: Length, context: Context) -> CopyLength {
        self.constraints.length(length, context)
    }

    /// The context of `function` if it is called at `site` in `context`.
    pub fn enter(self, context: Context, site: CallSite, function: FunctionId) -> Context {
        context.enter(self.constraints, self.depth, site, function)
    }

    /// Whether a call at `site` passes enough arguments for `function`.
    pub fn accepts(self, site: CallSite, function: FunctionId) -> bool {
        self.constraints.accepts(site, function)
    }

    /// Whether stores change the object.
    pub fn is_writable(self, object: Object) -> bool {
        self.constraints.is_writable(object)
    }

    /// Whether the body of `owner` changes the object: initializers change constants too.
    pub fn may_write(self, owner: Option<FunctionId>, object: Object) -> bool {
        owner.is_none() || self.is_writable(object)
    }
}
