//! The definition of points-to: the rules that close the constraints of a module.
//!
//! The analysis is inclusion-based (Andersen 1994): the points-to set of a variable includes the points-to sets
//! of the variables that are copied to it. It is insensitive to the order of instructions, distinguishes the bytes of
//! an object ([`offsets`](crate::offsets)), and determines in one recursion which functions run and what pointers point
//! to, because each depends on the other.
//!
//! | relation | meaning |
//! |---|---|
//! | `Reachable(function, context)` | Which functions run. |
//! | `Flow(from, to)` | Which variables are copied to which. |
//! | `PointsTo(node, location)` | What variables point to. |
//! | `Written(owner, address, distance, target)` | What is written at which distances from which pointers. |
//! | `Stored(instance, offsets, target)` | What memory holds. |
//! | `Calls(site, context, function, callee_context)` | Which calls run which functions. |
//! | `Escaped(instance)` | Which memory escapes to external code. |
//!
//! A variable in a context is a *node*, an object in a context is an *instance*, and offsets in an instance are a
//! *location*. Sums of offsets and lists of call sites are computed by functions of [`Constraints`]: `node`,
//! `instance`, `touched`, `behind`, `step`, `distance`, `anywhere`, `length` and `enter`.
//!
//! Escaped memory may hold anything that external code has. So the contents of any escaped memory may be treated as
//! *opaque*: loads from it return external pointers, which may point to everything that external code owns or that
//! escapes. This is less precise, but much faster.
//!
//! **Scope: module.** This program is the definition. It can analyse modules of a few thousand instructions. For larger
//! modules, there is a solver with the same results.

use crate::constraints::{self, Body, Constraints, FunctionInfo};
use crate::solution::{CallEdge, Location, Opaque, Solution, Tuples};
use facts_schema::FunctionId;
use module::ModuleRef;
use program::{
    Address, Argument, Assign, Call, CallResult, Calls, Escaped, FunctionObject, Load, Module,
    Parameter, PointsTo, Program, Reachable, Returns, Root, Shift, Store, Stored, Transfer,
    VariableArguments, Variadic,
};
pub use rule::Rule;

mod module;
mod rule;

/// The solution of the constraints, with contexts of `depth` call sites and without the contents of `opaque`
/// memory.
pub fn solve(constraints: &Constraints, depth: usize, opaque: &Opaque) -> Solution {
    let mut program = Program::new();
    program.extend([Module(ModuleRef { constraints, depth, opaque })]);
    program.extend(constraints.roots.iter().map(|function| Root(*function)));
    extend_with_body(&mut program, None, &constraints.module);
    for (index, function) in constraints.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        extend_with_signature(&mut program, id, function);
        extend_with_body(&mut program, Some(id), &function.body);
    }
    program.extend((0..constraints.objects.len()).filter_map(|index| {
        let object = constraints::Object(index as u32);
        Some(FunctionObject(object, constraints.function_of(object)?))
    }));

    let (reachable, points_to, stored, calls, escaped) = program.run();
    Solution::from(Tuples {
        opaque: opaque.clone(),
        points_to: points_to.into_iter().map(|PointsTo(node, location)| (node, location)).collect(),
        stored: stored
            .into_iter()
            .map(|Stored(instance, offsets, target)| (Location { instance, offsets }, target))
            .collect(),
        escaped: escaped.into_iter().map(|Escaped(instance)| instance).collect(),
        reachable: reachable
            .into_iter()
            .map(|Reachable(function, context)| (function, context))
            .collect(),
        calls: calls
            .into_iter()
            .map(|Calls(site, context, function, callee_context)| CallEdge {
                site,
                context,
                function,
                callee_context,
            })
            .collect(),
    })
}

fn extend_with_signature(program: &mut Program, function: FunctionId, info: &FunctionInfo) {
    let FunctionInfo { parameter_count, parameters, variadic, returns, .. } = info;
    program.extend(
        parameters
            .iter()
            .map(|&(position, part, variable)| Parameter(function, position, part, variable)),
    );
    program.extend(variadic.map(|variable| Variadic(function, *parameter_count, variable)));
    program.extend(returns.iter().map(|&(part, variable)| Returns(function, part, variable)));
}

fn extend_with_body(program: &mut Program, owner: Option<FunctionId>, body: &Body) {
    program
        .extend(body.addresses.iter().map(|it| Address(owner, it.variable, it.object, it.offsets)));
    program.extend(body.assigns.iter().map(|it| Assign(owner, it.to, it.from)));
    program.extend(body.shifts.iter().map(|it| Shift(owner, it.to, it.from, it.step)));
    program.extend(body.loads.iter().map(|it| Load(owner, it.to, it.address, it.offset)));
    program.extend(body.stores.iter().map(|it| Store(owner, it.address, it.offset, it.from)));
    program.extend(body.transfers.iter().map(|it| Transfer(owner, it.to, it.from, it.length)));
    program.extend(body.calls.iter().map(|it| Call(owner, it.site, it.callee)));
    program.extend(
        body.arguments.iter().map(|it| Argument(it.site, it.position, it.part, it.variable)),
    );
    program
        .extend(body.variable_arguments.iter().map(|it| VariableArguments(it.site, it.variable)));
    program.extend(body.results.iter().map(|it| CallResult(it.site, it.part, it.variable)));
}

mod program;

#[cfg(test)]
mod page;
#[cfg(test)]
mod tests;
