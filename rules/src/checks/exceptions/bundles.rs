//! Calls of intrinsics in funclets.

use facts_schema::{BlockId, InstructionId, Opcode};
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
    /// The personalities that funclets are for.
    const PERSONALITIES(&'static str) = [
        "_except_handler3",
        "_except_handler4",
        "__C_specific_handler",
        "__CxxFrameHandler3",
        "ProcessCLRException",
        "__gxx_wasm_personality_v0",
    ];

    const PADS(Opcode) =
        [Opcode::LandingPad, Opcode::CatchSwitch, Opcode::CatchPad, Opcode::CleanupPad];

    const FUNCLETS(Opcode) = [Opcode::CatchPad, Opcode::CleanupPad];

    /// `call`, in `block`, calls an intrinsic that may become a real call, and names no funclet.
    struct Unbound(InstructionId, BlockId);

    Unbound(call, block) <-
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic },
        (is_runtime_call(module.text(intrinsic))),
        !operand_bundle { instruction: call, tag: "funclet" },
        instruction { instruction: call, function, block },
        personality { function, personality },
        value_name { value: personality, name: text },
        let name = module.text(text),
        PERSONALITIES(name);

    /// `block` begins with a pad of kind `opcode`.
    struct Head(BlockId, Opcode);

    Head(block, opcode) <-
        block { block },
        block_start { block, opcode },
        PADS(opcode);

    /// `pad` lies directly within `outer`.
    struct Inside(InstructionId, InstructionId);

    Inside(pad, outer) <-
        funclet_pad { instruction: pad, parent },
        definition { value: parent, instruction: outer },
        funclet_pad { instruction: outer };

    /// The end of `block` leaves a handler of `switch`.
    struct Catches(BlockId, InstructionId);

    Catches(block, switch) <-
        catchret_instruction { instruction: ret, pad: token },
        definition { value: token, instruction: pad },
        Inside(pad, switch),
        instruction { instruction: ret, block };

    /// The end of `block` goes into the funclet that begins with `outer`, the entry if it is none.
    struct CatchReturn(BlockId, BlockId);

    CatchReturn(block, outer) <-
        Catches(block, switch),
        Inside(switch, pad),
        instruction { instruction: pad, block: outer };

    CatchReturn(block, entry) <-
        Catches(block, switch),
        !Inside(switch, _),
        block { block: entry, position: 0 };

    /// Control may be in `block` as part of the funclet that begins with `head`.
    struct Within(BlockId, BlockId);

    Within(entry, entry) <-
        Unbound(_, _),
        block { block: entry, position: 0 };

    Within(successor, successor) <-
        Within(block, _),
        block_successor { block, successor },
        Head(successor, _);

    Within(successor, head) <-
        Within(block, head),
        block_successor { block, successor },
        !Head(successor, _),
        !CatchReturn(block, _);

    Within(successor, outer) <-
        Within(block, _),
        CatchReturn(block, outer),
        block_successor { block, successor },
        !Head(successor, _);

    violation(WITHOUT_FUNCLET, call) <-
        Unbound(call, block),
        Within(block, head),
        Head(head, opcode),
        FUNCLETS(opcode);
}

/// Whether the intrinsic is one of Objective-C's runtime, and may become a real call.
fn is_runtime_call(intrinsic: &str) -> bool {
    /// These mark what happens to a reference, and never become code.
    const MARKS: &[&str] = &["arc.annotation.", "clang.arc.use", "clang.arc.noop.use"];

    let Some(name) = intrinsic.strip_prefix("llvm.objc.") else { return false };
    !MARKS.iter().any(|mark| name.starts_with(mark))
}
