//! Calls of Objective-C runtime intrinsics in funclets.

use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Exceptions "exceptions";
    /// In a function with funclets, a call of an intrinsic that may be lowered to a function call
    /// has an operand bundle `funclet` if it is in a funclet.
    ///
    /// A call without the bundle is treated as unreachable, and the code after it is silently
    /// removed.
    deny WITHOUT_FUNCLET: "EXC050" "intrinsic-without-funclet" {
        message: "the call of `{callee}` is in a funclet, but does not have an operand bundle `funclet`",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitIntrinsicCall: Missing funclet token on intrinsic call"],
    }
}

datalog! { functions with funclet_pad;
    /// The personalities that use funclets.
    const PERSONALITIES(&'static str) = [
        "__CxxFrameHandler3",
        "__C_specific_handler",
        "__gxx_wasm_personality_v0",
        "ProcessCLRException",
        "_except_handler3",
        "_except_handler4",
    ];

    /// The personality of `function` is `value`, possibly through casts.
    struct Personality(FunctionId, ValueId);

    Personality(function, personality) <- personality { function, personality };

    Personality(function, operand) <-
        Personality(function, constant),
        same_address { constant, operand };

    /// The personality of `function` uses funclets.
    struct WithFunclets(FunctionId);

    WithFunclets(function) <-
        Personality(function, personality),
        value_name { value: personality, name },
        PERSONALITIES(module.text(name));

    /// The call `instruction` in `block`, in a function with funclets, does not have a `funclet`
    /// bundle.
    struct Unbundled(InstructionId, BlockId);

    Unbundled(instruction, block) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        (becomes_call(module.text(intrinsic))),
        !operand_bundle { instruction, tag: "funclet" },
        instruction { instruction, function, block },
        WithFunclets(function);

    /// The exception handling pads, and whether they begin a funclet.
    const PADS(Opcode, bool) = [
        (Opcode::CatchPad, true),
        (Opcode::CleanupPad, true),
        (Opcode::CatchSwitch, false),
        (Opcode::LandingPad, false),
    ];

    /// `pad` is preceded in its block by an instruction other than a phi.
    struct NotFirstNonPhi(InstructionId);

    NotFirstNonPhi(pad) <-
        instruction { instruction: pad, block, opcode },
        PADS(opcode, _),
        block_instruction { block, instruction: before, opcode: first },
        (before < pad && first != Opcode::Phi);

    /// `block` begins with a pad; the flag shows whether the pad begins a funclet.
    struct Pad(BlockId, bool);

    Pad(block, is_funclet) <-
        instruction { instruction: pad, block, opcode },
        PADS(opcode, is_funclet),
        !NotFirstNonPhi(pad);

    /// `block` ends with a `catchret` from a `catchpad` whose `catchswitch` has the parent
    /// `around`.
    struct Leaves(BlockId, ValueId);

    Leaves(block, around) <-
        catchret_instruction { instruction, pad },
        instruction { instruction, block },
        definition { value: pad, instruction: catchpad },
        funclet_pad { instruction: catchpad, parent: switch },
        definition { value: switch, instruction: catchswitch },
        funclet_pad { instruction: catchswitch, parent: around };

    /// `block` ends with a `catchret` to code of the funclet that begins at `outer`, or of the
    /// function itself if `outer` is the entry.
    struct CatchReturns(BlockId, BlockId);

    CatchReturns(block, entry) <-
        Leaves(block, around),
        value { value: around, kind: ValueKind::TokenNone },
        block { block: entry, position: 0 };

    CatchReturns(block, outer) <-
        Leaves(block, around),
        definition { value: around, instruction: pad },
        instruction { instruction: pad, block: outer };

    /// `block` is reachable from code of the funclet that begins at `pad`, or of the function
    /// itself if `pad` is the entry.
    struct Reached(BlockId, BlockId);

    /// `block` belongs to the funclet that begins at `pad`, or to the function itself if `pad` is
    /// the entry.
    struct BelongsTo(BlockId, BlockId);

    Reached(entry, entry) <- Unbundled(_, _), block { block: entry, position: 0 };

    BelongsTo(block, block) <- Reached(block, _), Pad(block, _);

    BelongsTo(block, pad) <- Reached(block, pad), !Pad(block, _);

    Reached(next, pad) <-
        BelongsTo(block, pad),
        !CatchReturns(block, _),
        block_successor { block, successor: next };

    Reached(next, outer) <-
        BelongsTo(block, _),
        CatchReturns(block, outer),
        block_successor { block, successor: next };

    violation(WITHOUT_FUNCLET, instruction) <-
        Unbundled(instruction, block),
        BelongsTo(block, pad),
        Pad(pad, true);
}

/// Whether the intrinsic belongs to the runtime of Objective-C, and may be lowered to a call.
fn becomes_call(name: &str) -> bool {
    name.starts_with("llvm.objc.")
        && !name.starts_with("llvm.objc.clang.arc.")
        && !name.starts_with("llvm.objc.arc.annotation.")
}
