//! Calls with preallocated arguments (`llvm.call.preallocated.*`).

use facts_schema::{InstructionId, ValueId};
use rules_macros::datalog;

use super::as_signed;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The token of `llvm.call.preallocated.setup` is used only by related intrinsics and in the
    /// operand bundle `"preallocated"` of a call.
    ///
    /// The token connects these with each other.
    deny TOKEN_USE: "INT120" "preallocated-token-use" {
        message: "{detail} cannot use the token of `llvm.call.preallocated.setup` in this way",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: [
            "visitIntrinsicCall: Uses of llvm.call.preallocated.setup must be calls",
            "visitIntrinsicCall: Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle",
            "visitIntrinsicCall: preallocated bundle must have token from corresponding llvm.call.preallocated.setup",
        ],
    }

    /// The index of `llvm.call.preallocated.arg` is less than the number of arguments that were set
    /// up.
    ///
    /// The index is a constant, and the number is the argument of `llvm.call.preallocated.setup`.
    deny INDEX: "INT121" "preallocated-argument-index" {
        message: "the argument index `{operand}` is out of range",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.call.preallocated.setup argument must be a constant",
            "visitIntrinsicCall: llvm.call.preallocated.alloc arg index must be a constant",
            "visitIntrinsicCall: llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count",
        ],
    }

    /// The token of `llvm.call.preallocated.setup` is used by at most one call.
    ///
    /// The memory that was set up belongs to that call.
    deny TWICE: "INT122" "preallocated-call-twice" {
        message: "more than one call uses the preallocated arguments",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: ["visitIntrinsicCall: Can have at most one call corresponding to a llvm.call.preallocated.setup"],
    }

    /// The call has as many arguments with the attribute `preallocated` as were set up.
    ///
    /// These are the arguments that are passed in the preallocated memory.
    deny COUNT: "INT123" "preallocated-argument-count" {
        message: "the setup is for `{operand:0}` arguments, but {detail} has a different number of them",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: [
            "visitIntrinsicCall: cannot use preallocated intrinsics on a call without preallocated arguments",
            "visitIntrinsicCall: llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
        ],
    }

    /// The token argument of `llvm.call.preallocated.arg` and `llvm.call.preallocated.teardown` is
    /// a `llvm.call.preallocated.setup`.
    ///
    /// The token identifies the call that was set up.
    deny TOKEN: "INT124" "preallocated-token" {
        message: "`{operand}` is not a call of `llvm.call.preallocated.setup`",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup",
            "visitIntrinsicCall: llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup",
        ],
    }

    /// A call of `llvm.call.preallocated.arg` has the attribute `preallocated` with the type of the
    /// argument.
    ///
    /// The type of the returned pointer does not include the type that it points to.
    deny ARGUMENT_TYPE: "INT125" "preallocated-argument-type" {
        message: "the call does not have the attribute `preallocated` with the type of the argument",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: ["visitIntrinsicCall: llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute"],
    }
}

const SETUP: &str = "llvm.call.preallocated.setup";
const ARGUMENT: &str = "llvm.call.preallocated.arg";
const TEARDOWN: &str = "llvm.call.preallocated.teardown";

datalog! { module;
    /// The intrinsics that refer to a call that has been set up.
    const HELPERS(&'static str) = [ARGUMENT, TEARDOWN];

    /// `instruction` calls the intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        (name.starts_with("llvm.call.preallocated."));

    /// `setup` computes `token`, and allocates `count` arguments.
    struct Setup(InstructionId, ValueId, i128);

    Setup(setup, token, as_signed(module.text(signed))) <-
        Call(setup, SETUP),
        instruction_result { instruction: setup, result: token },
        call_argument { instruction: setup, position: 0, argument },
        constant_integer { constant: argument, signed };

    /// `call` is a call of one of `HELPERS`.
    struct CallsHelper(InstructionId);

    CallsHelper(call) <- Call(call, name), HELPERS(name);

    violation(TOKEN_USE, setup, user) <-
        Setup(setup, token, _),
        value_use { value: token, instruction: user },
        !call_instruction { instruction: user };

    /// `call` uses `token`, the result of `setup`, and is not one of the helpers. It should be the
    /// call that was set up.
    struct TokenUser(InstructionId, InstructionId, ValueId);

    TokenUser(setup, call, token) <-
        Setup(setup, token, _),
        value_use { value: token, instruction: call },
        call_instruction { instruction: call },
        !CallsHelper(call);

    /// `token` is the first input of a `preallocated` bundle of `call`.
    struct Bundle(InstructionId, ValueId);

    Bundle(call, token) <-
        TokenUser(_, call, token),
        operand_bundle { instruction: call, position: bundle, tag: "preallocated" },
        operand_bundle_input { instruction: call, bundle, position: 0, value: token };

    violation(TOKEN_USE, setup, call) <- TokenUser(setup, call, token), !Bundle(call, token);

    violation(INDEX, Subject::Operand(call, 1)) <-
        Call(call, ARGUMENT),
        call_argument { instruction: call, position: 0, argument: token },
        Setup(_, token, count),
        call_argument { instruction: call, position: 1, argument },
        constant_integer { constant: argument, signed },
        let index = as_signed(module.text(signed)),
        (index < 0 || index >= count);

    violation(INDEX, Subject::Operand(call, 1)) <-
        Call(call, ARGUMENT),
        call_argument { instruction: call, position: 1, argument },
        !constant_integer { constant: argument };

    violation(TWICE, setup) <-
        TokenUser(setup, one, _),
        TokenUser(setup, other, _),
        (one != other);

    /// The argument of `call` at `position` is `preallocated`, by the call or by its callee.
    struct Marked(InstructionId, u32);

    Marked(call, position) <-
        TokenUser(_, call, _),
        call_argument_attribute { instruction: call, position, attribute },
        attribute { attribute, name: "preallocated" };

    Marked(call, position) <-
        TokenUser(_, call, _),
        call_instruction { instruction: call, callee },
        value_function { value: callee, function },
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "preallocated" };

    /// `count` of the arguments of `call` before `position` are `preallocated`.
    struct Counted(InstructionId, u32, i128);

    Counted(call, 0, 0) <- TokenUser(_, call, _);

    Counted(call, position + 1, count + 1) <-
        Counted(call, position, count),
        Marked(call, position);

    Counted(call, position + 1, count) <-
        Counted(call, position, count),
        !Marked(call, position),
        call_argument { instruction: call, position };

    violation(COUNT, setup, call) <-
        TokenUser(setup, call, token),
        Setup(setup, token, count),
        Counted(call, position, taken),
        !call_argument { instruction: call, position },
        (taken == 0 || taken != count);

    /// The token argument of `call` is the result of `llvm.call.preallocated.setup`.
    struct TokenFromSetup(InstructionId);

    TokenFromSetup(call) <-
        CallsHelper(call),
        call_argument { instruction: call, position: 0, argument: token },
        definition { value: token, instruction: setup },
        Call(setup, SETUP);

    violation(TOKEN, Subject::Operand(call, 0)) <- CallsHelper(call), !TokenFromSetup(call);

    /// The call `call` itself has the attribute `preallocated`.
    struct HasType(InstructionId);

    HasType(call) <-
        Call(call, ARGUMENT),
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "preallocated" };

    violation(ARGUMENT_TYPE, call) <- Call(call, ARGUMENT), !HasType(call);
}
