//! The types of exceptions that arrive at landing pads, after a first solution has resolved calls.
//!
//! A thrown exception propagates from callee to caller until a landing pad catches it, as results propagate to
//! callers.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, InstructionId, LandingPadClause, Opcode, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::rethrown::Rethrown;
use super::source::Source;
use super::type_infos::only_base;
use crate::constraints::{Call, Constraints, FunctionKind, Object, VariableOf};
use crate::libraries;
use crate::solution::Solution;
use program::{AnyMayArrive, MayArrive, Restricted};

/// The maximum length of a chain of bases.
const MAX_BASES: usize = 32;

/// Stands for the call of a function without a body, which no instruction makes.
const NO_INSTRUCTION: InstructionId = InstructionId(u32::MAX);

datalog! { module;
    @context source: &'a Source<'a>;

    @input
    /// `instruction` in `caller` may call `callee`. Calls that [`Rethrows`] has are left out.
    struct Calls(FunctionId, InstructionId, FunctionId);

    @input
    /// `function` throws something as `thrown`.
    struct Throws(FunctionId, ValueId);

    @input
    /// `function` may throw any exception, or is unknown.
    struct ThrowsAny(FunctionId);

    @input
    /// `instruction` in a handler of `function` throws the handled exception again.
    struct Rethrows(FunctionId, InstructionId);

    @input
    /// `function` throws again an exception that some function has stored.
    struct ThrowsStored(FunctionId);

    @input
    /// `instruction`, in a handler, stores the handled exception.
    struct Stores(InstructionId);

    @input
    /// The exception that arrives at the landing pad may be the one that `instruction` throws again or stores.
    struct HandledAt(InstructionId, InstructionId);

    @input
    /// `instruction` in `function` may call unknown code.
    struct CallsUnknown(FunctionId, InstructionId);

    @output
    /// An exception thrown as this type may arrive at the landing pad.
    struct MayArrive(InstructionId, ValueId);

    @output
    /// Anything may arrive at the landing pad.
    struct AnyMayArrive(InstructionId);

    @output
    /// Calls unwind to the landing pad, and it catches exceptions by type: only exceptions that these calls throw
    /// arrive there.
    struct Restricted(InstructionId);

    /// The call `instruction` unwinds to `landing pad`.
    struct Unwinds(InstructionId, InstructionId);

    Unwinds(instruction, pad) <-
        invoke_instruction { instruction, unwind_target },
        instruction { instruction: pad, block: unwind_target, opcode: Opcode::LandingPad };

    Restricted(pad) <-
        Unwinds(_, pad),
        landingpad_clause { instruction: pad, value: caught },
        (source.is_variable(caught));

    /// No exception leaves the function.
    struct Keeps(FunctionId);

    Keeps(function) <- function { function }, (source.view.has_attribute(function, "nounwind"));

    /// Any exception may leave the function.
    struct PropagatesAny(FunctionId);

    PropagatesAny(function) <- ThrowsAny(function), !Keeps(function);

    PropagatesAny(function) <-
        RaisesAny(function, instruction),
        !CatchesAll(instruction),
        !Keeps(function);

    PropagatesAny(function) <- AnyIsHandled(store), Stores(store), ThrowsStored(function);

    /// The exception that `instruction` throws again or stores may be any.
    struct AnyIsHandled(InstructionId);

    AnyIsHandled(instruction) <- AnyMayArrive(pad), HandledAt(pad, instruction);

    /// `instruction` in the function may raise any exception.
    struct RaisesAny(FunctionId, InstructionId);

    RaisesAny(function, instruction) <-
        PropagatesAny(callee),
        Calls(function, instruction, callee);

    RaisesAny(function, instruction) <- CallsUnknown(function, instruction);

    RaisesAny(function, instruction) <- AnyIsHandled(instruction), Rethrows(function, instruction);

    /// An exception of this type may leave the function.
    struct Propagates(FunctionId, ValueId);

    Propagates(function, thrown) <- Throws(function, thrown), !Keeps(function), !PropagatesAny(function);

    Propagates(function, thrown) <-
        Raises(function, instruction, thrown),
        !Catches(instruction, thrown),
        !CatchesAll(instruction),
        !Keeps(function),
        !PropagatesAny(function);

    Propagates(function, thrown) <-
        IsHandled(store, thrown),
        Stores(store),
        ThrowsStored(function),
        !PropagatesAny(function);

    /// `instruction` in the function may raise an exception of this type.
    struct Raises(FunctionId, InstructionId, ValueId);

    Raises(function, instruction, thrown) <-
        Propagates(callee, thrown),
        Calls(function, instruction, callee);

    Raises(function, instruction, thrown) <-
        IsHandled(instruction, thrown),
        Rethrows(function, instruction);

    /// The exception that `instruction` throws again or stores may have been thrown as this type.
    struct IsHandled(InstructionId, ValueId);

    IsHandled(instruction, thrown) <- Arrives(pad, thrown), HandledAt(pad, instruction);

    /// An exception that the call throws as `thrown` does not leave its function.
    struct Catches(InstructionId, ValueId);

    Catches(instruction, thrown) <-
        Unwinds(instruction, pad),
        landingpad_clause { instruction: pad, value: caught },
        for thrown in source.caught_as(caught).collect::<Vec<_>>(),
        (is_always_caught(&source.view, thrown, caught));

    /// No exception that the call throws leaves its function.
    struct CatchesAll(InstructionId);

    CatchesAll(instruction) <-
        Unwinds(instruction, pad),
        landingpad_clause { instruction: pad, value },
        value { value, kind: ValueKind::NullPointer };

    AnyMayArrive(pad) <- RaisesAny(_, instruction), Unwinds(instruction, pad);

    MayArrive(pad, thrown) <- Arrives(pad, thrown), Restricted(pad);

    /// An exception thrown as this type may arrive at the landing pad, whatever it catches.
    struct Arrives(InstructionId, ValueId);

    Arrives(pad, thrown) <- Raises(_, instruction, thrown), Unwinds(instruction, pad);

    // The function itself calls the thrower.
    Arrives(pad, thrown) <-
        call_instruction { instruction, callee },
        (source.is_thrower(callee)),
        call_argument { instruction, position: 1, argument: thrown },
        Unwinds(instruction, pad);
}

/// By landing pad, the types of the exceptions that may arrive. At other landing pads, any exception may arrive.
pub type Arriving = FxHashMap<InstructionId, FxHashSet<ValueId>>;

/// The exceptions that arrive at the landing pads of a module, according to a solution.
pub fn arriving(source: &Source, constraints: &Constraints, solution: &Solution) -> Arriving {
    let is_typed = |row: &LandingPadClause| source.is_variable(row.value);
    if !source.facts().landingpad_clause.iter().any(is_typed) {
        return Arriving::default();
    }
    let Rethrown { any: mut throws_any, stored, rethrows, stores, handled } =
        Rethrown::of(&source.view);
    let again: FxHashSet<InstructionId> = rethrows.iter().map(|(_, call)| *call).collect();
    let calls = solution.calls.iter().filter_map(|call| {
        let site = constraints.sites.get(call.site.0 as usize)?;
        Some((site.function, site.instruction.unwrap_or(NO_INSTRUCTION), call.function))
    });
    let mut calls: Vec<_> = calls.filter(|(_, call, _)| !again.contains(call)).collect();
    calls.sort_unstable();
    calls.dedup();
    let mut throws = Vec::new();
    let mut calls_unknown = Vec::new();
    for (function, info) in (0..).map(FunctionId).zip(&constraints.functions) {
        for row in &info.body.assigns {
            if let VariableOf::Thrown { r#type } = constraints.variables[row.to.0 as usize].of {
                throws.push((function, r#type));
            }
        }
        let name = source.view.name_of_function(function);
        let is_unknown =
            info.kind == FunctionKind::Unknown && !libraries::is_symbol_of_standard(name);
        if is_unknown {
            throws_any.push(function);
        }
        let is_external = |row: &&Call| {
            let mut nodes = solution.contexts_of(row.callee).iter();
            nodes
                .any(|(_, set)| solution.set(*set).any(|it| it.instance.object == Object::EXTERNAL))
        };
        for call in info.body.calls.iter().filter(is_external) {
            let instruction = constraints.sites[call.site.0 as usize].instruction;
            calls_unknown.push((function, instruction.unwrap_or(NO_INSTRUCTION)));
        }
    }
    let module = Scope::module(&source.view);
    let (arrives, any, restricted) = program::run(
        module,
        source,
        calls,
        throws,
        throws_any,
        rethrows,
        stored,
        stores,
        handled,
        calls_unknown,
    );
    let mut arriving: Arriving =
        restricted.into_iter().map(|Restricted(pad)| (pad, FxHashSet::default())).collect();
    for MayArrive(pad, thrown) in arrives {
        arriving.entry(pad).or_default().insert(thrown);
    }
    for AnyMayArrive(pad) in any {
        arriving.remove(&pad);
    }
    arriving
}

/// Whether every exception thrown as one type is caught as the other: they are equal, or a chain of classes leads from
/// the first type to the other, and each class is the only base of the one before, public and not virtual.
pub fn is_always_caught(view: &View, thrown: ValueId, caught: ValueId) -> bool {
    let bases = std::iter::successors(Some(thrown), |it| only_base(view, *it));
    bases.take(MAX_BASES).any(|it| it == caught)
}
