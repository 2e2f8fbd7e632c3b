//! The pads of funclets: what they lie in, what leaves them, and where they stand.
//!
//! **Scope: function**, for the functions that have such pads.

use facts_schema::{
    BlockId, CatchSwitchHandler, EntityId, Facts, FuncletPadArgument, FunctionId, InstructionId,
    Opcode, TypeKind, ValueId,
};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::handlers::{Handlers, Scope, is_pad};
use crate::bridge::{ByFunction, violation_from};
use crate::by_key::ByKey;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, Edge, First, Handler, Leaves, Pad, UnwindTarget, Uses};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Exceptions "exceptions";
    /// A `catchpad` lies within a `catchswitch`.
    ///
    /// The `catchswitch` lists the handlers among which the personality chooses; a `catchpad` is one
    /// of them.
    deny CATCHPAD_PARENT: "EXC020" "catchpad-outside-catchswitch" {
        message: "`catchpad` lies within `{operand}`, which is no `catchswitch`",
        reference: "LangRef, catchpad",
        checks: ["visitCatchPadInst: CatchPadInst needs to be directly nested in a CatchSwitchInst."],
    }

    /// A `cleanuppad` or `catchswitch` lies within `none`, a `catchpad` or a `cleanuppad`.
    ///
    /// That is the funclet during which the exception was thrown; `none` is the function's own body.
    deny PAD_PARENT: "EXC021" "pad-within-no-funclet" {
        message: "`{opcode}` lies within `{operand}`, which is no funclet",
        reference: "LangRef, cleanuppad",
        checks: [
            "visitEHPadPredecessors: Parent pad must be catchpad/cleanuppad/catchswitch",
            "visitCleanupPadInst: CleanupPadInst has an invalid parent.",
            "visitCatchSwitchInst: CatchSwitchInst has an invalid parent.",
        ],
    }

    /// A `catchret` leaves a `catchpad`.
    ///
    /// It ends the handler that begins there. A cleanup is left by `cleanupret`.
    deny CATCHRET_PAD: "EXC022" "catchret-leaves-no-catchpad" {
        message: "`catchret` leaves `{operand}`, which is no `catchpad`",
        reference: "LangRef, catchret",
        checks: ["visitCatchReturnInst: CatchReturnInst needs to be provided a CatchPad"],
    }

    /// A `cleanupret` leaves a `cleanuppad`.
    ///
    /// It ends the cleanup that begins there. A handler that has caught is left by `catchret`.
    deny CLEANUPRET_PAD: "EXC023" "cleanupret-leaves-no-cleanuppad" {
        message: "`cleanupret` leaves `{operand}`, which is no `cleanuppad`",
        reference: "LangRef, cleanupret",
        checks: ["visitCleanupReturnInst: CleanupReturnInst needs to be provided a CleanupPad"],
    }

    /// A `catchswitch` has handlers, and these are blocks that begin with a `catchpad`.
    ///
    /// The `catchpad` says what is caught there.
    deny HANDLER: "EXC024" "handler-without-catchpad" {
        message: "the `catchswitch` has a handler that does not begin with a `catchpad`, or none at all",
        reference: "LangRef, catchswitch",
        checks: [
            "visitCatchSwitchInst: CatchSwitchInst cannot have empty handler list",
            "visitCatchSwitchInst: CatchSwitchInst handlers must be catchpads",
        ],
    }

    /// A `catchswitch` or `cleanupret` unwinds to the caller or to a block that begins with the pad of
    /// a funclet.
    ///
    /// There the exception is received that it passes on. A `landingpad` is of the other kind of
    /// exception handling, and does not mix with funclets.
    deny UNWIND_TARGET: "EXC025" "funclet-unwinds-to-no-pad" {
        message: "`{opcode}` unwinds to `{detail}`, which does not begin with the pad of a funclet",
        reference: "LangRef, catchswitch",
        checks: [
            "visitCatchSwitchInst: CatchSwitchInst must unwind to an EH block which is not a landingpad.",
            "visitCleanupReturnInst: CleanupReturnInst must unwind to an EH block which is not a landingpad.",
        ],
    }

    /// The block of a `catchpad` is entered from its `catchswitch` only.
    ///
    /// Only there has the personality chosen it.
    deny CATCHPAD_EDGE: "EXC026" "catchpad-entered-otherwise" {
        message: "control comes to the `catchpad` from `{detail}`, where its `catchswitch` is not",
        reference: "LangRef, catchpad",
        checks: ["visitEHPadPredecessors: Block containg CatchPadInst must be jumped to only by its catchswitch."],
    }

    /// A `catchswitch` does not unwind to one of its own handlers.
    ///
    /// It unwinds where exceptions go that none of them catches.
    deny OWN_HANDLER: "EXC027" "catchswitch-unwinds-to-own-handler" {
        message: "the `catchswitch` unwinds to its own handler `{detail}`",
        reference: "LangRef, catchswitch",
        checks: ["visitEHPadPredecessors: Catchswitch cannot unwind to one of its catchpads"],
    }

    /// The token of a `catchpad` or `cleanuppad` is used by what lies in the funclet or leaves it, and
    /// by nothing else.
    ///
    /// It says to which funclet a call, an inner pad or a return belongs. As a value it means nothing.
    deny PAD_USE: "EXC028" "funclet-token-misused" {
        message: "`{opcode}` uses `{operand}`, which says to which funclet calls, pads and returns belong",
        reference: "LangRef, catchpad",
        checks: ["visitFuncletPadInst: Bogus funclet pad use"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.funclet_pad.is_empty()
        && facts.catchret_instruction.is_empty()
        && facts.cleanupret_instruction.is_empty()
    {
        return vec![];
    }
    let Some(handlers) = Handlers::of(facts) else { return vec![] };
    let function_of =
        |instruction: InstructionId| Some(facts.instruction.get(instruction.index())?.function);
    let listed = ByFunction::new(&facts.catchswitch_handler, |row| function_of(row.instruction));
    let arguments = ByKey::new(&facts.funclet_pad_argument, |row| row.instruction);
    let uses = ByFunction::new(&uses_of_tokens(facts), |row| function_of(row.0));

    let judge = |function: FunctionId| {
        let mut program = Crepe::new();
        pads(&arguments, &handlers, function, &mut program);
        handler_blocks(&handlers, listed.of(function), &mut program);
        program.extend(handlers.edges(function).iter().map(|row| Edge(row.block, row.successor)));
        for &(user, position, token) in uses.of(function) {
            let opcode = facts.instruction.get(user.index()).map(|row| row.opcode);
            if let (Some(opcode), Some(pad)) = (opcode, handlers.pad(token)) {
                program.extend([Uses(user, opcode, position, pad)]);
            }
        }
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        broken.into_iter().map(Violation::from).collect::<Vec<_>>()
    };
    handlers.functions().into_par_iter().flat_map_iter(judge).collect()
}

/// The operands that are tokens: user, position and token.
fn uses_of_tokens(facts: &Facts) -> Vec<(InstructionId, u32, ValueId)> {
    let is_token = |value: ValueId| {
        let r#type = facts.value.get(value.index()).map(|row| row.r#type);
        let r#type = r#type.and_then(|it| facts.r#type.get(it.index()));
        r#type.is_some_and(|row| row.kind == TypeKind::Token)
    };
    let operands = facts.instruction_operand.iter().filter(|row| is_token(row.operand));
    operands.map(|row| (row.instruction, row.position, row.operand)).collect()
}

/// The pads of funclets, and what leaves them.
fn pads(
    arguments: &ByKey<FuncletPadArgument, InstructionId>,
    handlers: &Handlers,
    function: FunctionId,
    program: &mut Crepe,
) {
    for row in handlers.instructions(function) {
        let (instruction, opcode) = (row.instruction, row.opcode);
        match opcode {
            Opcode::CatchSwitch | Opcode::CatchPad | Opcode::CleanupPad => {
                // The parent comes after the arguments.
                let position = arguments.of(instruction).len() as u32;
                let parent = handlers.parent(instruction);
                program.extend([Pad(instruction, opcode, row.block, parent, position)]);
            }
            Opcode::CatchRet | Opcode::CleanupRet => {
                let left = handlers.left(instruction);
                program.extend(left.map(|left| Leaves(instruction, opcode, left)));
            }
            _ => continue,
        }
        if let Some(target) = handlers.unwind_target(instruction) {
            program.extend([UnwindTarget(instruction, opcode, target)]);
            first_of(handlers, target, program);
        }
    }
}

fn handler_blocks(handlers: &Handlers, rows: &[CatchSwitchHandler], program: &mut Crepe) {
    for row in rows {
        program.extend([Handler(row.instruction, row.handler)]);
        first_of(handlers, row.handler, program);
    }
}

fn first_of(handlers: &Handlers, block: BlockId, program: &mut Crepe) {
    let first = handlers.first(block);
    program.extend(first.map(|row| First(block, row.instruction, row.opcode)));
}

/// Whether the instruction lies in a funclet or leaves it.
fn belongs_to_funclet(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Call | Invoke | CleanupPad | CatchSwitch | CatchRet | CleanupRet)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction`, of `opcode`, in `block`, is the pad of a funclet or a `catchswitch` within
        /// `parent`, its operand `position`.
        pub struct Pad(pub InstructionId, pub Opcode, pub BlockId, pub Scope, pub u32);

        @input
        /// `instruction` is the `catchret` or `cleanupret`, as `opcode` says, of `pad`.
        pub struct Leaves(pub InstructionId, pub Opcode, pub Scope);

        @input
        /// A handler of the `catchswitch` `instruction` is `handler`.
        pub struct Handler(pub InstructionId, pub BlockId);

        @input
        /// `instruction`, of `opcode`, which is no invoke, unwinds to `target`.
        pub struct UnwindTarget(pub InstructionId, pub Opcode, pub BlockId);

        @input
        /// The first instruction of `block` that is no phi is `instruction`, of `opcode`.
        pub struct First(pub BlockId, pub InstructionId, pub Opcode);

        @input
        /// Control may go from `predecessor` to `block`.
        pub struct Edge(pub BlockId, pub BlockId);

        @input
        /// Operand `position` of `user`, of `opcode`, is the token of `pad`.
        pub struct Uses(pub InstructionId, pub Opcode, pub u32, pub InstructionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct OfKind(InstructionId, Opcode);

        OfKind(pad, opcode) <- Pad(pad, opcode, _, _, _);

        // `pad` begins a funclet.
        struct Funclet(InstructionId);

        Funclet(pad) <- OfKind(pad, Opcode::CatchPad);
        Funclet(pad) <- OfKind(pad, Opcode::CleanupPad);

        // `pad` within `parent` is in order.
        struct InOrder(InstructionId);

        InOrder(pad) <-
            Pad(pad, Opcode::CatchPad, _, parent, _),
            let Scope::Pad(switch) = parent,
            OfKind(switch, Opcode::CatchSwitch);

        InOrder(pad) <-
            Pad(pad, opcode, _, parent, _),
            (opcode != Opcode::CatchPad),
            let Scope::Pad(outer) = parent,
            Funclet(outer);

        InOrder(pad) <-
            Pad(pad, opcode, _, Scope::Function, _),
            (opcode != Opcode::CatchPad);

        Broken(CATCHPAD_PARENT, Subject::Operand(pad, position), Detail::None) <-
            Pad(pad, Opcode::CatchPad, _, _, position),
            !InOrder(pad);

        Broken(PAD_PARENT, Subject::Operand(pad, position), Detail::None) <-
            Pad(pad, opcode, _, _, position),
            (opcode != Opcode::CatchPad),
            !InOrder(pad);

        // `instruction` leaves a pad of kind `opcode`.
        struct LeavesKind(InstructionId, Opcode);

        LeavesKind(instruction, opcode) <-
            Leaves(instruction, _, left),
            let Scope::Pad(pad) = left,
            OfKind(pad, opcode);

        Broken(CATCHRET_PAD, Subject::Operand(instruction, 0), Detail::None) <-
            Leaves(instruction, Opcode::CatchRet, _),
            !LeavesKind(instruction, Opcode::CatchPad);

        Broken(CLEANUPRET_PAD, Subject::Operand(instruction, 0), Detail::None) <-
            Leaves(instruction, Opcode::CleanupRet, _),
            !LeavesKind(instruction, Opcode::CleanupPad);

        Broken(HANDLER, Subject::Instruction(switch), Detail::None) <-
            OfKind(switch, Opcode::CatchSwitch),
            !Handler(switch, _);

        Broken(HANDLER, Subject::Instruction(switch), Detail::Block(block)) <-
            Handler(switch, block),
            !First(block, _, Opcode::CatchPad);

        // `block` begins with the pad of a funclet or a `catchswitch`.
        struct Receives(BlockId);

        Receives(block) <-
            First(block, _, opcode),
            (is_pad(opcode) && opcode != Opcode::LandingPad);

        Broken(UNWIND_TARGET, Subject::Instruction(instruction), Detail::Block(target)) <-
            UnwindTarget(instruction, _, target),
            !Receives(target);

        // `pad` in `block` is a handler of `switch`, which is in `switch_block`.
        struct CatchPad(InstructionId, BlockId, InstructionId, BlockId);

        CatchPad(pad, block, switch, switch_block) <-
            Pad(pad, Opcode::CatchPad, block, parent, _),
            let Scope::Pad(switch) = parent,
            Pad(switch, Opcode::CatchSwitch, switch_block, _, _);

        Broken(CATCHPAD_EDGE, Subject::Instruction(pad), Detail::Block(predecessor)) <-
            CatchPad(pad, block, _, switch_block),
            Edge(predecessor, block),
            (predecessor != switch_block);

        Broken(OWN_HANDLER, Subject::Instruction(switch), Detail::Block(block)) <-
            CatchPad(_, block, switch, _),
            UnwindTarget(switch, _, block);

        Broken(PAD_USE, Subject::Operand(user, position), Detail::None) <-
            Uses(user, opcode, position, pad),
            (!belongs_to_funclet(opcode)),
            Funclet(pad);
    }
}

violation_from! { Broken }
