//! Intrinsics that become calls, within funclets.

use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Intrinsics "intrinsics";
    /// In a function with funclets, a call of an intrinsic that may be lowered to a function call
    /// has an operand bundle `"funclet"` if it is in a funclet.
    ///
    /// The intrinsics of Objective-C are lowered to function calls. A call without the bundle is
    /// treated as unreachable and removed.
    deny FUNCLET: "INT127" "intrinsic-funclet-missing" {
        message: "the call of {callee} is in a funclet, but does not have an operand bundle `\"funclet\"`",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitIntrinsicCall: Missing funclet token on intrinsic call"],
    }
}

/// Whether an intrinsic may become a call.
fn becomes_call(name: &str) -> bool {
    name.starts_with("llvm.objc.")
        && !name.starts_with("llvm.objc.clang.arc.")
        && !name.starts_with("llvm.objc.arc.annotation.")
}

datalog! { functions with funclet_pad;
    /// The personalities that handle exceptions by funclets.
    const PERSONALITIES(&'static str) = [
        "__CxxFrameHandler3",
        "__C_specific_handler",
        "__gxx_wasm_personality_v0",
        "ProcessCLRException",
        "_except_handler3",
        "_except_handler4",
    ];

    /// The personality of `function` is `value`, perhaps with another type.
    struct Personality(FunctionId, ValueId);

    Personality(function, personality) <- personality { function, personality };

    Personality(function, operand) <-
        Personality(function, constant),
        same_address { constant, operand };

    /// Exceptions in `function` are handled by funclets.
    struct WithFunclets(FunctionId);

    WithFunclets(function) <-
        Personality(function, personality),
        value_name { value: personality, name },
        PERSONALITIES(module.text(name));

    /// The call `instruction` in `block` of a function with funclets names none.
    struct Unbundled(InstructionId, BlockId);

    Unbundled(instruction, block) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        (becomes_call(module.text(intrinsic))),
        !operand_bundle { instruction, tag: "funclet" },
        instruction { instruction, function, block },
        WithFunclets(function);

    /// Pads, and whether a funclet begins with them.
    const PADS(Opcode, bool) = [
        (Opcode::CatchPad, true),
        (Opcode::CleanupPad, true),
        (Opcode::CatchSwitch, false),
        (Opcode::LandingPad, false),
    ];

    /// An instruction that is not a phi comes before `pad` in its block.
    struct Late(InstructionId);

    Late(pad) <-
        instruction { instruction: pad, block, opcode },
        PADS(opcode, _),
        block_instruction { block, instruction: before, opcode: first },
        (before < pad && first != Opcode::Phi);

    /// `block` begins with a pad. The flag says whether a funclet begins there.
    struct Pad(BlockId, bool);

    Pad(block, is_funclet) <-
        instruction { instruction: pad, block, opcode },
        PADS(opcode, is_funclet),
        !Late(pad);

    /// `block` ends with a `catchret`, which leaves a `catchpad` within `around`.
    struct Leaves(BlockId, ValueId);

    Leaves(block, around) <-
        catchret_instruction { instruction, pad },
        instruction { instruction, block },
        definition { value: pad, instruction: catchpad },
        funclet_pad { instruction: catchpad, parent: switch },
        definition { value: switch, instruction: catchswitch },
        funclet_pad { instruction: catchswitch, parent: around };

    /// `block` ends with a `catchret` to code that belongs to what begins at `outer`.
    struct CatchReturns(BlockId, BlockId);

    CatchReturns(block, entry) <-
        Leaves(block, around),
        value { value: around, kind: ValueKind::TokenNone },
        block { block: entry, position: 0 };

    CatchReturns(block, outer) <-
        Leaves(block, around),
        definition { value: around, instruction: pad },
        instruction { instruction: pad, block: outer };

    /// Control comes to `block` from code of the funclet that begins at `pad`, or from the
    /// function's own code, which begins at the entry.
    struct Reached(BlockId, BlockId);

    /// `block` belongs to the funclet that begins at `pad`, or to the function's own code.
    struct Belongs(BlockId, BlockId);

    Reached(entry, entry) <- Unbundled(_, _), block { block: entry, position: 0 };

    Belongs(block, block) <- Reached(block, _), Pad(block, _);

    Belongs(block, pad) <- Reached(block, pad), !Pad(block, _);

    Reached(next, pad) <-
        Belongs(block, pad),
        !CatchReturns(block, _),
        block_successor { block, successor: next };

    Reached(next, outer) <-
        Belongs(block, _),
        CatchReturns(block, outer),
        block_successor { block, successor: next };

    violation(FUNCLET, instruction) <-
        Unbundled(instruction, block),
        Belongs(block, pad),
        Pad(pad, true);
}
