//! Where exceptions go that leave funclets.
//!
//! A funclet is the code from a `catchpad` or `cleanuppad` to its return. Funclets nest: the parent of
//! a pad says in which funclet it lies. An exception that is thrown in one leaves it, and perhaps those
//! around it, and enters one pad that lies beside the outermost that it has left.
//!
//! **Scope: function**, for the functions that have such pads.

use facts_schema::{BlockId, EntityId, FunctionId, Instruction, InstructionId, Opcode, ValueId};
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::handlers::{Handlers, Scope, is_pad};
use crate::bridge::violation_from;

use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, Enters, Invoke, Lies, Pad, Quiet, Unwinds};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Exceptions "exceptions";
    /// The block of a `cleanuppad` or `catchswitch` is entered only by what unwinds: an invoke, a
    /// `catchswitch` or a `cleanupret`.
    ///
    /// A branch, or the normal return of an invoke, brings no exception with it.
    deny PAD_EDGE: "EXC040" "pad-entered-otherwise" {
        message: "control comes to the pad from `{detail}`, which does not unwind to it",
        reference: "LangRef, cleanuppad",
        checks: ["visitEHPadPredecessors: EH pad must be jumped to via an unwind edge"],
    }

    /// A `cleanupret` unwinds out of its cleanup.
    ///
    /// The cleanup is over, so the exception goes on outside. A pad within it would be left already.
    deny CLEANUPRET_STAYS: "EXC041" "cleanupret-stays-inside" {
        message: "`cleanupret` ends its cleanup, but unwinds to `{detail}`, which lies within it",
        reference: "LangRef, cleanupret",
        checks: ["visitEHPadPredecessors: A cleanupret must exit its cleanup"],
    }

    /// A pad does not receive an exception that is thrown within itself.
    ///
    /// What is thrown in a handler goes to the handlers outside.
    deny OWN_EXCEPTION: "EXC042" "pad-handles-own-exception" {
        message: "this unwinds to `{detail}`, in which it lies",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: EH pad cannot handle exceptions raised within it"],
    }

    /// An exception enters one pad at a time: the pad that it unwinds to lies beside the funclet that
    /// it leaves, or beside one around it.
    ///
    /// A pad that lies deeper can be reached only through the pad around it.
    deny SEVERAL_PADS: "EXC043" "unwind-enters-several-pads" {
        message: "this unwinds to `{detail}`, which lies within a pad that control has not entered",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: A single unwind edge may only enter one EH pad"],
    }

    /// The pads around the place that an exception leaves do not go round in a circle.
    ///
    /// Each funclet lies in one that was entered before it.
    deny PAD_CIRCLE: "EXC044" "pads-in-circle" {
        message: "this unwinds to `{detail}` from pads that lie within each other",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: EH pad jumps through a cycle of pads"],
    }

    /// A `cleanuppad` does not lie within itself, nor within one that lies in it.
    ///
    /// Each funclet lies in one that was entered before it.
    deny OWN_PARENT: "EXC045" "cleanuppad-within-itself" {
        message: "the `cleanuppad` lies, perhaps through others, within itself",
        reference: "LangRef, cleanuppad",
        checks: ["visitFuncletPadInst: FuncletPadInst must not be nested within itself"],
    }

    /// All that unwinds out of a funclet goes to the same place.
    ///
    /// The tables of the runtime hold one place for each funclet, to which exceptions go on from
    /// there; it may be the caller.
    deny EXITS_DIFFER: "EXC046" "funclet-unwinds-to-several-places" {
        message: "this unwinds out of `{detail}` to another place than something else in it",
        reference: "LangRef, Funclet transitions",
        checks: ["visitFuncletPadInst: Unwind edges out of a funclet pad must have the same unwind dest"],
    }

    /// What unwinds out of a `catchpad` goes where its `catchswitch` unwinds to.
    ///
    /// A handler and the choice that led to it lie in the same place, and so their exceptions go to the
    /// same place.
    deny CATCH_EXIT: "EXC047" "catch-unwinds-elsewhere" {
        message: "this unwinds out of `{detail}` to another place than its `catchswitch`",
        reference: "LangRef, catchpad",
        checks: ["visitFuncletPadInst: Unwind edges out of a catch must have the same unwind dest as the parent catchswitch"],
    }

    /// Pads that lie beside each other do not unwind to each other in a circle.
    ///
    /// Each would be outside of the others, and an exception would never come out.
    deny SIBLINGS: "EXC048" "pads-unwind-in-circle" {
        message: "what unwinds out of this pad comes back to it",
        reference: "LangRef, Funclet transitions",
        checks: ["verifySiblingFuncletUnwinds: EH pads can't handle each other's exceptions"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.funclet_pad.is_empty() {
        return vec![];
    }
    let Some(handlers) = Handlers::of(facts) else { return vec![] };
    let origins = Origins::of(context);
    let judge = |function: FunctionId| {
        let mut program = Crepe::new();
        for row in handlers.instructions(function) {
            pad(&handlers, row, &mut program);
            unwinding(&handlers, &origins, row, &mut program);
        }
        for edge in handlers.edges(function) {
            let (last, first) = (handlers.last(edge.block), handlers.first(edge.successor));
            if let (Some(last), Some(first)) = (last, first) {
                let enters =
                    Enters(last.instruction, last.opcode, edge.successor, first.instruction);
                program.extend([enters]);
            }
        }
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        broken.into_iter().map(Violation::from).collect::<Vec<_>>()
    };
    handlers.functions().into_par_iter().flat_map_iter(judge).collect()
}

/// What the program is to know of a pad.
fn pad(handlers: &Handlers, row: &Instruction, program: &mut Crepe) {
    if is_pad(row.opcode) && row.opcode != Opcode::LandingPad {
        program.extend([Pad(row.instruction, row.opcode, handlers.parent(row.instruction))]);
    }
}

/// What the program is to know of an instruction that may unwind to a place in the function.
fn unwinding(handlers: &Handlers, origins: &Origins, row: &Instruction, program: &mut Crepe) {
    let instruction = row.instruction;
    let (from, within) = match row.opcode {
        Opcode::CatchSwitch => (Scope::Pad(instruction), handlers.parent(instruction)),
        Opcode::CleanupRet => {
            let left = handlers.left(instruction).unwrap_or(Scope::Other);
            (left, left)
        }
        Opcode::Invoke => {
            let origin = origins.of_invoke(handlers, instruction);
            (origin, origin)
        }
        _ => return,
    };
    if let Some(invoke) = handlers.invoke(instruction) {
        program.extend([Invoke(instruction, invoke.normal_target, invoke.unwind_target)]);
    }
    let exit = match handlers.unwind_target(instruction) {
        None => None,
        Some(target) => match handlers.first(target) {
            Some(first) if is_pad(first.opcode) && first.opcode != Opcode::LandingPad => {
                Some(first.instruction)
            }
            _ => return,
        },
    };
    program.extend([Unwinds(instruction, row.opcode, from, exit)]);
    program.extend(origins.is_quiet(instruction).then_some(Quiet(instruction)));
    // A `catchswitch` has to unwind somewhere, even if nothing that it chooses among does.
    let may_stay = row.opcode == Opcode::CatchSwitch && exit.is_none();
    if let (Scope::Pad(pad), false) = (within, may_stay) {
        program.extend([Lies(instruction, pad)]);
    }
}

/// In which funclets invokes lie, and which of them cannot throw.
struct Origins {
    /// By invoke: the token in its operand bundle `funclet`.
    tokens: FxHashMap<InstructionId, ValueId>,
    /// The invokes of intrinsics that do not throw.
    quiet: FxHashSet<InstructionId>,
}

impl Origins {
    fn of(context: &Context) -> Self {
        let facts = context.facts;
        let bundles: FxHashSet<(InstructionId, u32)> = facts
            .operand_bundle
            .iter()
            .filter(|row| context.text(row.tag) == "funclet")
            .map(|row| (row.instruction, row.position))
            .collect();
        let inputs = facts
            .operand_bundle_input
            .iter()
            .filter(|row| row.position == 0 && bundles.contains(&(row.instruction, row.bundle)));
        Self {
            tokens: inputs.map(|row| (row.instruction, row.value)).collect(),
            quiet: quiet_invokes(context),
        }
    }

    fn of_invoke(&self, handlers: &Handlers, invoke: InstructionId) -> Scope {
        self.tokens.get(&invoke).map_or(Scope::Function, |&token| handlers.scope(token))
    }

    fn is_quiet(&self, invoke: InstructionId) -> bool {
        self.quiet.contains(&invoke)
    }
}

/// The invokes of intrinsics that do not throw, by an attribute of the intrinsic or of the invoke.
fn quiet_invokes(context: &Context) -> FxHashSet<InstructionId> {
    let facts = context.facts;
    let nounwind = context.attributes_named("nounwind");
    let intrinsics: FxHashMap<ValueId, FunctionId> = facts
        .intrinsic
        .iter()
        .filter_map(|row| Some((facts.function.get(row.function.index())?.value, row.function)))
        .collect();
    let functions = facts.function_attribute.iter();
    let functions: FxHashSet<FunctionId> =
        functions.filter(|row| nounwind.contains(&row.attribute)).map(|row| row.function).collect();
    let calls = facts.call_attribute.iter().filter(|row| nounwind.contains(&row.attribute));
    let calls: FxHashSet<InstructionId> = calls.map(|row| row.instruction).collect();
    let invokes = facts.call_instruction.iter().filter(|row| row.opcode == Opcode::Invoke);
    let quiet = invokes.filter(|row| {
        let intrinsic = intrinsics.get(&row.callee);
        intrinsic.is_some_and(|it| functions.contains(it) || calls.contains(&row.instruction))
    });
    quiet.map(|row| row.instruction).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction` is a `catchswitch`, `catchpad` or `cleanuppad`, as `opcode` says, within
        /// `parent`.
        pub struct Pad(pub InstructionId, pub Opcode, pub Scope);

        @input
        /// `instruction`, of `opcode`, may unwind from the innermost scope `from` to the pad `exit`; to
        /// the caller, if that is none.
        pub struct Unwinds(
            pub InstructionId, pub Opcode, pub Scope, pub Option<InstructionId>
        );

        @input
        /// `instruction` cannot throw.
        pub struct Quiet(pub InstructionId);

        @input
        /// `instruction` lies in the funclet of `pad`, and what unwinds there unwinds out of it.
        pub struct Lies(pub InstructionId, pub InstructionId);

        @input
        /// The invoke `instruction` goes to `normal` or unwinds to `unwind`.
        pub struct Invoke(pub InstructionId, pub BlockId, pub BlockId);

        @input
        /// Control may go from `terminator`, of `opcode`, to `block`, which begins with `pad`.
        pub struct Enters(pub InstructionId, pub Opcode, pub BlockId, pub InstructionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `pad` begins a funclet.
        struct Funclet(InstructionId);

        Funclet(pad) <- Pad(pad, Opcode::CatchPad, _);
        Funclet(pad) <- Pad(pad, Opcode::CleanupPad, _);

        // `pad` is entered by all that unwinds to its block.
        struct Entered(InstructionId);

        Entered(pad) <- Pad(pad, Opcode::CleanupPad, _);
        Entered(pad) <- Pad(pad, Opcode::CatchSwitch, _);

        Broken(PAD_EDGE, Subject::Instruction(pad), Detail::Instruction(terminator)) <-
            Enters(terminator, opcode, _, pad),
            (!matches!(opcode, Opcode::Invoke | Opcode::CatchSwitch | Opcode::CleanupRet)),
            Entered(pad);

        Broken(PAD_EDGE, Subject::Instruction(pad), Detail::Instruction(terminator)) <-
            Enters(terminator, _, block, pad),
            Entered(pad),
            Invoke(terminator, normal, unwind),
            (unwind != block || normal == block);

        Broken(CLEANUPRET_STAYS, Subject::Instruction(ret), Detail::Instruction(pad)) <-
            Unwinds(ret, Opcode::CleanupRet, from, exit),
            let Some(pad) = exit,
            Entered(pad),
            Pad(pad, _, from);

        // On the way out from where `instruction` lies to where `pad` lies, `scope` is met.
        struct Meets(InstructionId, InstructionId, Scope);

        Meets(instruction, pad, from) <-
            Unwinds(instruction, _, from, exit),
            !Quiet(instruction),
            let Some(pad) = exit,
            Entered(pad);

        Meets(instruction, pad, parent) <-
            Meets(instruction, pad, scope),
            let Scope::Pad(met) = scope,
            (met != pad),
            !Pad(pad, _, scope),
            Pad(met, _, parent);

        // The way ends.
        struct Ends(InstructionId, InstructionId);

        Ends(instruction, pad) <- Meets(instruction, pad, scope), Pad(pad, _, scope);
        Ends(instruction, pad) <- Meets(instruction, pad, scope), (scope == Scope::Pad(pad));
        Ends(instruction, pad) <- Meets(instruction, pad, Scope::Function);
        Ends(instruction, pad) <- Meets(instruction, pad, Scope::Other);

        Broken(OWN_EXCEPTION, Subject::Instruction(instruction), Detail::Instruction(pad)) <-
            Meets(instruction, pad, scope),
            (scope == Scope::Pad(pad));

        Broken(SEVERAL_PADS, Subject::Instruction(instruction), Detail::Instruction(pad)) <-
            Meets(instruction, pad, Scope::Function),
            !Pad(pad, _, Scope::Function);

        Broken(PAD_CIRCLE, Subject::Instruction(instruction), Detail::Instruction(pad)) <-
            Meets(instruction, pad, _),
            !Ends(instruction, pad);

        // The funclet of `pad` lies in that of `outer`.
        struct Within(InstructionId, InstructionId);

        Within(pad, outer) <-
            Pad(pad, Opcode::CleanupPad, parent),
            let Scope::Pad(outer) = parent,
            Funclet(outer);

        // The same, or in one that does.
        struct DeepWithin(InstructionId, InstructionId);

        DeepWithin(pad, outer) <- Within(pad, outer);
        DeepWithin(pad, outer) <- DeepWithin(pad, between), Within(between, outer);

        Broken(OWN_PARENT, Subject::Instruction(pad), Detail::None) <-
            DeepWithin(pad, outer),
            (pad == outer);

        // The pad `exit` lies directly in `pad`.
        struct Inside(InstructionId, Option<InstructionId>);

        Inside(outer, Some(pad)) <- Pad(pad, _, parent), let Scope::Pad(outer) = parent;

        // `instruction` unwinds out of the funclet of `pad`, to `exit`.
        struct Leaves(InstructionId, InstructionId, Option<InstructionId>);

        Leaves(instruction, pad, exit) <-
            Lies(instruction, pad),
            Unwinds(instruction, _, _, exit),
            !Inside(pad, exit);

        Leaves(instruction, outer, exit) <-
            Leaves(instruction, pad, exit),
            Within(pad, outer),
            !Inside(outer, exit);

        struct Exit(InstructionId, Option<InstructionId>);

        Exit(pad, exit) <- Leaves(_, pad, exit), Funclet(pad);

        Broken(EXITS_DIFFER, Subject::Instruction(instruction), Detail::Instruction(pad)) <-
            Leaves(instruction, pad, exit),
            Exit(pad, other),
            (other < exit);

        Broken(CATCH_EXIT, Subject::Instruction(instruction), Detail::Instruction(pad)) <-
            Leaves(instruction, pad, exit),
            Pad(pad, Opcode::CatchPad, parent),
            let Scope::Pad(switch) = parent,
            Unwinds(switch, Opcode::CatchSwitch, _, other),
            (other != exit);

        // What unwinds out of `pad` goes to `other`, which lies beside it.
        struct Sibling(InstructionId, InstructionId);

        Sibling(pad, other) <-
            Exit(pad, exit),
            let Some(other) = exit,
            Pad(pad, Opcode::CleanupPad, parent),
            Pad(other, _, parent);

        Sibling(switch, other) <-
            Unwinds(switch, Opcode::CatchSwitch, _, exit),
            let Some(other) = exit,
            Pad(switch, _, parent),
            Pad(other, _, parent);

        // By way of siblings, an exception comes from `pad` to `other`. Each circle goes backwards
        // somewhere, so it is enough to begin there.
        struct Comes(InstructionId, InstructionId);

        Comes(pad, other) <- Sibling(pad, other), (other <= pad);
        Comes(pad, next) <- Comes(pad, other), Sibling(other, next);

        Broken(SIBLINGS, Subject::Instruction(pad), Detail::None) <-
            Comes(pad, other),
            (pad == other);
    }
}

violation_from! { Broken }
