//! Constraints written by hand, and their solutions.

use facts_schema::{FunctionId, InstructionId, ValueId};

use crate::constraints::*;
use crate::context::Context;
use crate::definition::solve;
use crate::generate::builder::Builder;
use crate::offsets::{ObjectLayout, Offsets};
use crate::solution::{Instance, Location, Node, Opaque, Solution};

/// Builds constraints.
pub struct Sample {
    builder: Builder,
    objects: u32,
}

impl Sample {
    /// Creates functions of these kinds. The first one is the only root.
    pub fn new(kinds: &[FunctionKind]) -> Self {
        let functions = kinds.iter().map(|kind| FunctionInfo::new(*kind));
        let mut builder = Builder::new(functions.collect());
        builder.constraints().roots =
            (!kinds.is_empty()).then_some(FunctionId(0)).into_iter().collect();
        Self { builder, objects: 0 }
    }

    pub fn constraints(&mut self) -> &mut Constraints {
        self.builder.constraints()
    }

    /// The body of the function with this number; `None` for the module.
    pub fn body(&mut self, owner: Option<u32>) -> &mut Body {
        match owner {
            None => &mut self.constraints().module,
            Some(function) => &mut self.function(function).body,
        }
    }

    pub fn function(&mut self, function: u32) -> &mut FunctionInfo {
        &mut self.constraints().functions[function as usize]
    }

    pub fn variable(&mut self, owner: Option<u32>) -> Variable {
        self.builder.temporary(owner.map(FunctionId))
    }

    /// The memory of a local variable, or of a global, without arrays.
    pub fn object(&mut self, owner: Option<u32>, size: u32) -> Object {
        let origin = match owner {
            None => Origin::Global(ValueId(self.objects)),
            Some(_) => Origin::Stack(InstructionId(self.objects)),
        };
        self.objects += 1;
        self.add(owner, origin, size, true)
    }

    /// A global constant.
    pub fn constant(&mut self, size: u32) -> Object {
        self.objects += 1;
        self.add(None, Origin::Global(ValueId(self.objects - 1)), size, false)
    }

    pub fn function_object(&mut self, function: u32) -> Object {
        self.add(None, Origin::Function(FunctionId(function)), 1, false)
    }

    /// The object that calls of a function without a body allocate.
    pub fn heap(&mut self, function: u32, size: Size) -> Object {
        let layout = self.builder.layout(ObjectLayout { alignment: 16, ..ObjectLayout::default() });
        let owner = FunctionId(function);
        let origin = Origin::Heap(owner);
        self.builder.object(ObjectInfo {
            owner: Some(owner),
            origin,
            layout,
            size,
            is_writable: true,
        })
    }

    fn add(&mut self, owner: Option<u32>, origin: Origin, size: u32, is_writable: bool) -> Object {
        let layout = ObjectLayout { size: Some(size), alignment: 8, ..ObjectLayout::default() };
        let layout = self.builder.layout(layout);
        let owner = owner.map(FunctionId);
        self.builder.object(ObjectInfo { owner, origin, layout, size: Size::OfLayout, is_writable })
    }

    /// A variable that contains the address of the object's first byte.
    pub fn address(&mut self, owner: Option<u32>, object: Object) -> Variable {
        let variable = self.variable(owner);
        self.body(owner).addresses.push(Address { variable, object, offsets: Offsets::At(0) });
        variable
    }

    pub fn assign(&mut self, owner: Option<u32>, from: Variable) -> Variable {
        let to = self.variable(owner);
        self.body(owner).assigns.push(Assign { to, from });
        to
    }

    pub fn load(&mut self, owner: Option<u32>, address: Variable, offset: u32) -> Variable {
        let to = self.variable(owner);
        self.body(owner).loads.push(Load { to, address, offset });
        to
    }

    pub fn store(&mut self, owner: Option<u32>, address: Variable, offset: u32, from: Variable) {
        self.body(owner).stores.push(Store { address, offset, from });
    }

    /// A call by this function with these arguments.
    pub fn call(&mut self, caller: u32, callee: Variable, arguments: &[Variable]) -> CallSite {
        let site = self.builder.site(CallSiteInfo {
            argument_count: arguments.len() as u32,
            ..CallSiteInfo::plain(FunctionId(caller), None)
        });
        let body = self.body(Some(caller));
        body.calls.push(Call { site, callee });
        body.arguments.extend((0..).zip(arguments).map(|(position, &variable)| Argument {
            site,
            position,
            part: 0,
            variable,
        }));
        site
    }

    /// A call of the function with this number.
    pub fn direct_call(&mut self, caller: u32, callee: u32, arguments: &[Variable]) -> CallSite {
        let object = self.function_object(callee);
        let callee = self.address(Some(caller), object);
        self.call(caller, callee, arguments)
    }

    pub fn result(&mut self, site: CallSite) -> Variable {
        let caller = self.constraints().sites[site.0 as usize].function.0;
        let variable = self.variable(Some(caller));
        self.body(Some(caller)).results.push(CallResult { site, part: 0, variable });
        variable
    }

    /// The next parameter of the function.
    pub fn parameter(&mut self, function: u32) -> Variable {
        let variable = self.variable(Some(function));
        let info = self.function(function);
        info.parameters.push((info.parameter_count, 0, variable));
        info.parameter_count += 1;
        variable
    }

    pub fn variadic(&mut self, function: u32) -> Variable {
        let variable = self.variable(Some(function));
        self.function(function).variadic = Some(variable);
        variable
    }

    pub fn returns(&mut self, function: u32, variable: Variable) {
        self.function(function).returns.push((0, variable));
    }

    /// The solution without contexts.
    pub fn solve(self) -> Solution {
        self.solve_with(0).1
    }

    /// The solution without contexts, in which this object is opaque.
    pub fn solve_without(self, opaque: Object) -> Solution {
        let opaque = Instance { object: opaque, context: Context::EMPTY };
        solve(&self.builder.finish(), 0, &Opaque::from_iter([opaque]))
    }

    pub fn solve_with(self, depth: usize) -> (Constraints, Solution) {
        let constraints = self.builder.finish();
        let solution = solve(&constraints, depth, &Opaque::default());
        (constraints, solution)
    }
}

/// The targets of a variable that exists once or in the empty context.
pub fn targets(solution: &Solution, variable: Variable) -> Vec<(Object, Offsets)> {
    let node = Node { variable, context: Context::EMPTY };
    solution.points_to(node).map(|it| (it.instance.object, it.offsets)).collect()
}

/// The contents at this place of an object that exists once or in the empty context.
pub fn stored(solution: &Solution, object: Object, offsets: Offsets) -> Vec<Object> {
    let location = Location { instance: Instance { object, context: Context::EMPTY }, offsets };
    let contents = solution.contents(location.instance).iter().filter(|(it, _)| *it == location);
    contents.flat_map(|(_, set)| solution.set(*set)).map(|it| it.instance.object).collect()
}

pub fn is_reachable(solution: &Solution, function: u32) -> bool {
    solution.reachable.iter().any(|(it, _)| *it == FunctionId(function))
}
