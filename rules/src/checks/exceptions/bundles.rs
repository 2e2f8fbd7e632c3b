//! Calls of Objective-C runtime intrinsics in funclets.

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
    /// The personalities that use funclets.
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

    /// `call`, in `block`, calls an intrinsic that may be lowered to a call, and does not have a
    /// `funclet` bundle.
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

    /// `outer` is the parent of `pad`.
    struct Inside(InstructionId, InstructionId);

    Inside(pad, outer) <-
        funclet_pad { instruction: pad, parent },
        definition { value: parent, instruction: outer },
        funclet_pad { instruction: outer };

    /// `block` ends with a `catchret` from a handler of `switch`.
    struct Catches(BlockId, InstructionId);

    Catches(block, switch) <-
        catchret_instruction { instruction: ret, pad: token },
        definition { value: token, instruction: pad },
        Inside(pad, switch),
        instruction { instruction: ret, block };

    /// `block` ends with a `catchret` to the funclet that begins at `outer`, or to the function
    /// itself if `outer` is the entry.
    struct CatchReturn(BlockId, BlockId);

    CatchReturn(block, outer) <-
        Catches(block, switch),
        Inside(switch, pad),
        instruction { instruction: pad, block: outer };

    CatchReturn(block, entry) <-
        Catches(block, switch),
        !Inside(switch, _),
        block { block: entry, position: 0 };

    /// `block` is reachable as part of the funclet that begins at `head`.
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

/// Whether the intrinsic belongs to Objective-C's runtime, and may be lowered to a call.
fn is_runtime_call(intrinsic: &str) -> bool {
    /// Prefixes of intrinsics that only annotate references, and are not lowered to calls.
    const MARKS: &[&str] = &["arc.annotation.", "clang.arc.use", "clang.arc.noop.use"];

    let Some(name) = intrinsic.strip_prefix("llvm.objc.") else { return false };
    !MARKS.iter().any(|mark| name.starts_with(mark))
}
