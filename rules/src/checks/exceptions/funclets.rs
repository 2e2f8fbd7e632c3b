//! The unwind destinations of funclets.
//!
//! A funclet is the code from a `catchpad` or `cleanuppad` to its return. Funclets nest: the parent
//! of a pad is the pad that contains it. An exception that is thrown in a funclet leaves it, and
//! possibly the funclets that contain it, and enters a pad with the same parent as the outermost
//! funclet that it leaves.

use facts_schema::{BlockId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Exceptions "exceptions";
    /// The predecessors of a `cleanuppad` or `catchswitch` block unwind to it, by an `invoke`, a
    /// `catchswitch` or a `cleanupret`.
    ///
    /// A branch or the normal edge of an `invoke` does not carry an exception.
    deny PAD_EDGE: "EXC040" "pad-not-entered-by-unwinding" {
        message: "`{detail}` leads to the pad, but does not unwind to it",
        reference: "LangRef, cleanuppad",
        checks: ["visitEHPadPredecessors: EH pad must be jumped to via an unwind edge"],
    }

    /// A `cleanupret` unwinds out of its cleanup.
    ///
    /// The cleanup has ended, so the exception continues outside. Pads inside the cleanup have been
    /// exited.
    deny CLEANUPRET_TARGET: "EXC041" "cleanupret-unwinds-to-nested-pad" {
        message: "`cleanupret` unwinds to `{detail}`, which is inside the cleanup",
        reference: "LangRef, cleanupret",
        checks: ["visitEHPadPredecessors: A cleanupret must exit its cleanup"],
    }

    /// A pad does not handle exceptions that are thrown inside it.
    ///
    /// Such exceptions continue outside the pad.
    deny OWN_EXCEPTION: "EXC042" "pad-handles-own-exception" {
        message: "the unwind destination `{detail}` contains this instruction",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: EH pad cannot handle exceptions raised within it"],
    }

    /// An unwind edge enters at most one pad: the destination has the same parent as an exited
    /// funclet, or as the instruction itself.
    ///
    /// A nested pad can only be entered through its parent.
    deny SEVERAL_PADS: "EXC043" "unwind-enters-several-pads" {
        message: "the unwind edge to `{detail}` enters more than one pad",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: A single unwind edge may only enter one EH pad"],
    }

    /// The parents of the pads that an unwind edge exits do not form a cycle.
    ///
    /// Every funclet is nested in one that was entered earlier.
    deny PAD_PARENT_CYCLE: "EXC044" "pad-parent-cycle" {
        message: "the unwind edge to `{detail}` exits pads whose parents form a cycle",
        reference: "LangRef, Funclet transitions",
        checks: ["visitEHPadPredecessors: EH pad jumps through a cycle of pads"],
    }

    /// A `cleanuppad` is not nested in itself, directly or through other pads.
    ///
    /// Every funclet is nested in one that was entered earlier.
    deny OWN_PARENT: "EXC045" "cleanuppad-nested-in-itself" {
        message: "the `cleanuppad` is nested in itself, directly or through other pads",
        reference: "LangRef, cleanuppad",
        checks: ["visitFuncletPadInst: FuncletPadInst must not be nested within itself"],
    }

    /// All unwind edges out of a funclet have the same destination.
    ///
    /// The tables of the runtime have one unwind destination for each funclet, which may be the
    /// caller.
    deny EXITS_DIFFER: "EXC046" "funclet-unwind-destinations-differ" {
        message: "another unwind edge out of `{detail}` has a different destination",
        reference: "LangRef, Funclet transitions",
        checks: ["visitFuncletPadInst: Unwind edges out of a funclet pad must have the same unwind dest"],
    }

    /// The unwind edges out of a `catchpad` have the unwind destination of its `catchswitch`.
    ///
    /// The handler and its `catchswitch` have the same parent, so their exceptions have the same
    /// destination.
    deny CATCH_EXIT: "EXC047" "catchpad-unwind-destination-differs" {
        message: "the unwind edge out of `{detail}` and its `catchswitch` have different destinations",
        reference: "LangRef, catchpad",
        checks: ["visitFuncletPadInst: Unwind edges out of a catch must have the same unwind dest as the parent catchswitch"],
    }

    /// Sibling pads do not form a cycle of unwind edges.
    ///
    /// Exceptions could never leave such a cycle.
    deny SIBLINGS: "EXC048" "pad-unwind-cycle" {
        message: "the unwind edges out of this pad lead back to it",
        reference: "LangRef, Funclet transitions",
        checks: ["verifySiblingFuncletUnwinds: EH pads can't handle each other's exceptions"],
    }
}

/// The place of a pad, or the origin of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ParentPad {
    /// The function itself, outside all funclets.
    Function,
    /// A `catchswitch`, `catchpad` or `cleanuppad`.
    Pad(InstructionId),
    /// Something that is not a pad.
    Other,
}

datalog! { functions with funclet_pad;
    const PADS(Opcode) = [Opcode::CatchSwitch, Opcode::CatchPad, Opcode::CleanupPad];

    /// The instructions that can unwind to pads.
    const UNWINDING(Opcode) = [Opcode::Invoke, Opcode::CatchSwitch, Opcode::CleanupRet];

    /// `token` is the parent of a pad, the pad of a `cleanupret`, or in the `funclet` bundle of an
    /// invoke.
    struct Token(ValueId);

    Token(parent) <- funclet_pad { parent };

    Token(pad) <- cleanupret_instruction { pad };

    Token(token) <- Named(_, token);

    /// `token` is in the `funclet` bundle of `invoke`.
    struct Named(InstructionId, ValueId);

    Named(invoke, token) <-
        invoke_instruction { instruction: invoke },
        operand_bundle { instruction: invoke, position: bundle, tag: "funclet" },
        operand_bundle_input { instruction: invoke, bundle, position: 0, value: token };

    /// `token` is the result of `pad`.
    struct PadToken(ValueId, InstructionId);

    PadToken(token, pad) <-
        funclet_pad { instruction: pad },
        instruction_result { instruction: pad, result: token };

    /// `token` denotes `place`.
    struct Means(ValueId, ParentPad);

    Means(token, ParentPad::Pad(pad)) <- PadToken(token, pad);

    Means(token, ParentPad::Function) <-
        Token(token),
        value { value: token, kind: ValueKind::TokenNone };

    Means(token, ParentPad::Other) <-
        Token(token),
        !PadToken(token, _),
        !value { value: token, kind: ValueKind::TokenNone };

    /// `pad` has the opcode `opcode` and the parent `place`.
    struct Pad(InstructionId, Opcode, ParentPad);

    Pad(pad, opcode, parent) <-
        funclet_pad { instruction: pad, opcode, parent: token },
        Means(token, parent);

    /// `pad` begins a funclet.
    struct Funclet(InstructionId);

    Funclet(pad) <- Pad(pad, Opcode::CatchPad, _);

    Funclet(pad) <- Pad(pad, Opcode::CleanupPad, _);

    /// `pad` is the target of unwind edges: a `cleanuppad` or a `catchswitch`.
    struct Entered(InstructionId);

    Entered(pad) <- Pad(pad, Opcode::CleanupPad, _);

    Entered(pad) <- Pad(pad, Opcode::CatchSwitch, _);

    /// `block` begins with `pad` and is a successor of `terminator`.
    struct PadPredecessor(BlockId, InstructionId, InstructionId);

    PadPredecessor(block, pad, terminator) <-
        Entered(pad),
        instruction { instruction: pad, block },
        block_start { block, instruction: pad },
        block_predecessor { block, predecessor },
        block_terminator { block: predecessor, instruction: terminator };

    violation(PAD_EDGE, pad, terminator) <-
        PadPredecessor(_, pad, terminator),
        instruction { instruction: terminator, opcode },
        !UNWINDING(opcode);

    violation(PAD_EDGE, pad, terminator) <-
        PadPredecessor(block, pad, terminator),
        invoke_instruction { instruction: terminator, normal_target, unwind_target },
        (unwind_target != block || normal_target == block);

    /// Exceptions that `instruction`, with this opcode, propagates originate in `place`.
    struct Origin(InstructionId, Opcode, ParentPad);

    Origin(switch, Opcode::CatchSwitch, ParentPad::Pad(switch)) <- Pad(switch, Opcode::CatchSwitch, _);

    Origin(ret, Opcode::CleanupRet, from) <-
        cleanupret_instruction { instruction: ret, pad },
        Means(pad, from);

    Origin(invoke, Opcode::Invoke, from) <- Named(invoke, token), Means(token, from);

    Origin(invoke, Opcode::Invoke, ParentPad::Function) <-
        invoke_instruction { instruction: invoke },
        !Named(invoke, _);

    /// `instruction` unwinds to the pad `exit`, or to the caller if there is none.
    struct Destination(InstructionId, Option<InstructionId>);

    Destination(instruction, Some(pad)) <-
        unwind_target { instruction, target },
        block_start { block: target, instruction: pad, opcode },
        PADS(opcode);

    Destination(invoke, Some(pad)) <-
        invoke_instruction { instruction: invoke, unwind_target },
        block_start { block: unwind_target, instruction: pad, opcode },
        PADS(opcode);

    Destination(switch, None) <-
        Pad(switch, Opcode::CatchSwitch, _),
        !unwind_target { instruction: switch };

    Destination(ret, None) <-
        cleanupret_instruction { instruction: ret },
        !unwind_target { instruction: ret };

    /// `instruction`, with this opcode, may unwind from `place` to the pad `exit`, or to the caller
    /// if there is none.
    struct Unwinds(InstructionId, Opcode, ParentPad, Option<InstructionId>);

    Unwinds(instruction, opcode, from, exit) <-
        Origin(instruction, opcode, from),
        Destination(instruction, exit);

    violation(CLEANUPRET_TARGET, ret, pad) <-
        Unwinds(ret, Opcode::CleanupRet, from, exit),
        let Some(pad) = exit,
        Entered(pad),
        Pad(pad, _, from);

    /// `invoke` calls an intrinsic that does not unwind.
    struct NeverUnwinds(InstructionId);

    NeverUnwinds(invoke) <-
        call_instruction { instruction: invoke, opcode: Opcode::Invoke, callee },
        value_intrinsic { value: callee },
        value_function { value: callee, function },
        function_attribute { function, attribute },
        attribute { attribute, name: "nounwind" };

    NeverUnwinds(invoke) <-
        call_instruction { instruction: invoke, opcode: Opcode::Invoke, callee },
        value_intrinsic { value: callee },
        call_attribute { instruction: invoke, attribute },
        attribute { attribute, name: "nounwind" };

    /// The chain of parents from the place of `instruction` to the parent of `pad` contains
    /// `place`.
    struct ParentChain(InstructionId, InstructionId, ParentPad);

    ParentChain(instruction, pad, from) <-
        Unwinds(instruction, _, from, exit),
        !NeverUnwinds(instruction),
        let Some(pad) = exit,
        Entered(pad);

    ParentChain(instruction, pad, parent) <-
        ParentChain(instruction, pad, left),
        let ParentPad::Pad(inner) = left,
        (inner != pad),
        !Pad(pad, _, left),
        Pad(inner, _, parent);

    /// The chain of parents from `instruction` to `pad` is finite.
    struct Ends(InstructionId, InstructionId);

    Ends(instruction, pad) <- ParentChain(instruction, pad, left), Pad(pad, _, left);

    Ends(instruction, pad) <- ParentChain(instruction, pad, left), (left == ParentPad::Pad(pad));

    Ends(instruction, pad) <- ParentChain(instruction, pad, ParentPad::Function);

    Ends(instruction, pad) <- ParentChain(instruction, pad, ParentPad::Other);

    violation(OWN_EXCEPTION, instruction, pad) <-
        ParentChain(instruction, pad, left),
        (left == ParentPad::Pad(pad));

    violation(SEVERAL_PADS, instruction, pad) <-
        ParentChain(instruction, pad, ParentPad::Function),
        !Pad(pad, _, ParentPad::Function);

    violation(PAD_PARENT_CYCLE, instruction, pad) <-
        ParentChain(instruction, pad, _),
        !Ends(instruction, pad);

    /// `pad` is a `cleanuppad`, and its parent `outer` is a funclet.
    struct Within(InstructionId, InstructionId);

    Within(pad, outer) <-
        Pad(pad, Opcode::CleanupPad, parent),
        let ParentPad::Pad(outer) = parent,
        Funclet(outer);

    /// The transitive closure of `Within`.
    struct TransitivelyWithin(InstructionId, InstructionId);

    TransitivelyWithin(pad, outer) <- Within(pad, outer);

    TransitivelyWithin(pad, outer) <- TransitivelyWithin(pad, between), Within(between, outer);

    violation(OWN_PARENT, pad) <- TransitivelyWithin(pad, outer), (pad == outer);

    /// `outer` is the parent of `pad`.
    struct Inside(InstructionId, Option<InstructionId>);

    Inside(outer, Some(pad)) <- Pad(pad, _, parent), let ParentPad::Pad(outer) = parent;

    /// `instruction` unwinds out of the funclet of `pad`, to `exit`.
    struct Leaves(InstructionId, InstructionId, Option<InstructionId>);

    Leaves(instruction, pad, exit) <-
        Unwinds(instruction, opcode, from, exit),
        (opcode != Opcode::CatchSwitch),
        let ParentPad::Pad(pad) = from,
        !Inside(pad, exit);

    // A `catchswitch` has an unwind destination even if its handlers do not unwind. It is therefore
    // ignored if it unwinds to the caller.
    Leaves(switch, pad, exit) <-
        Unwinds(switch, Opcode::CatchSwitch, _, exit),
        (exit.is_some()),
        Pad(switch, _, parent),
        let ParentPad::Pad(pad) = parent,
        !Inside(pad, exit);

    Leaves(instruction, outer, exit) <-
        Leaves(instruction, pad, exit),
        Within(pad, outer),
        !Inside(outer, exit);

    /// Some instruction unwinds out of the funclet of `pad`, to `exit`.
    struct Exit(InstructionId, Option<InstructionId>);

    Exit(pad, exit) <- Leaves(_, pad, exit), Funclet(pad);

    violation(EXITS_DIFFER, instruction, pad) <-
        Leaves(instruction, pad, exit),
        Exit(pad, other),
        (other < exit);

    violation(CATCH_EXIT, instruction, pad) <-
        Leaves(instruction, pad, exit),
        Pad(pad, Opcode::CatchPad, parent),
        let ParentPad::Pad(switch) = parent,
        Unwinds(switch, Opcode::CatchSwitch, _, other),
        (other != exit);

    /// Exceptions that leave `pad` unwind to `other`, which has the same parent.
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

    /// A chain of siblings leads from `pad` to `other`.
    struct Reaches(InstructionId, InstructionId);

    // Each cycle has a step to the same or an earlier pad, so it is sufficient to start there.
    Reaches(pad, other) <- Sibling(pad, other), (other <= pad);

    Reaches(pad, next) <- Reaches(pad, other), Sibling(other, next);

    violation(SIBLINGS, pad) <- Reaches(pad, other), (pad == other);
}
