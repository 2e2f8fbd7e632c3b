//! Uses of the token of a statepoint.

use facts_schema::{InstructionId, Opcode, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Statepoints "statepoints";
    /// The token of a statepoint is used only by `gc.result` and `gc.relocate`.
    ///
    /// It identifies the statepoint that they belong to.
    deny TOKEN_USE: "GCS010" "statepoint-token-use" {
        message: "`{opcode}` uses the token of a statepoint, which only `gc.result` and `gc.relocate` may use",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: illegal use of statepoint token",
            "verifyStatepoint: gc.result or gc.relocate are the only value uses of a gc.statepoint",
        ],
    }

    /// A `gc.result` uses the token of a statepoint only as its argument.
    ///
    /// In an operand bundle, the token would connect the result with a second statepoint.
    deny OTHER_STATEPOINT: "GCS011" "gc-result-of-other-statepoint" {
        message: "this `gc.result` uses the token of a statepoint that is not its argument",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: [
            "verifyStatepoint: gc.result connected to wrong gc.statepoint",
            "verifyStatepoint: gc.relocate connected to wrong gc.statepoint",
        ],
    }
}

datalog! { module;
    /// Operand `position` of `user` is `token`, the token of a statepoint.
    struct TokenUse(InstructionId, u32, ValueId);

    TokenUse(user, position, token) <-
        call_instruction { instruction: statepoint, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.experimental.gc.statepoint" },
        instruction_result { instruction: statepoint, result: token },
        value_use { value: token, instruction: user, position };

    /// `user` is a `call`, not an `invoke`, of `gc.result`.
    struct Result(InstructionId);

    Result(user) <-
        TokenUse(user, _, _),
        call_instruction { instruction: user, opcode: Opcode::Call, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.experimental.gc.result" };

    /// `user` is a `call`, not an `invoke`, of `gc.relocate`.
    struct Relocate(InstructionId);

    Relocate(user) <-
        TokenUse(user, _, _),
        call_instruction { instruction: user, opcode: Opcode::Call, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.experimental.gc.relocate" };

    violation(TOKEN_USE, Subject::Operand(user, position), token) <-
        TokenUse(user, position, token),
        !Result(user),
        !Relocate(user);

    violation(OTHER_STATEPOINT, Subject::Operand(user, position), token) <-
        TokenUse(user, position, token),
        Result(user),
        !TokenUse(user, 0, token);
}
