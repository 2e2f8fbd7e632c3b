//! Convergent operations: their tokens, and where they are allowed.

use facts_schema::{FunctionId, InstructionId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Convergence "convergence";
    /// A call has at most one operand bundle `"convergencectrl"`, with exactly one token.
    ///
    /// The token determines which threads execute the call convergently.
    deny BUNDLE_FORM: "CNV001" "convergence-bundle-form" {
        message: "a call must have at most one `\"convergencectrl\"` bundle, with exactly one convergence token",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// The token of an operand bundle `"convergencectrl"` is the result of `convergence.entry`,
    /// `convergence.anchor` or `convergence.loop`.
    ///
    /// Other tokens, such as funclet tokens, do not represent a set of threads.
    deny TOKEN_ORIGIN: "CNV002" "convergence-token-origin" {
        message: "`{detail}` is not the result of a convergence control intrinsic",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// `convergence.entry` is in the entry block of a convergent function.
    ///
    /// It represents the threads that enter the function together. The callers of a function that
    /// is not convergent may separate its threads.
    deny ENTRY_MISPLACED: "CNV003" "convergence-entry-misplaced" {
        message: "`convergence.entry` must be in the entry block of a `convergent` function",
        reference: "Convergence And Uniformity, llvm.experimental.convergence.entry",
        checks: [],
    }

    /// No convergent operation precedes `convergence.entry` or `convergence.loop` in its block.
    ///
    /// The threads converge when they enter the function or start an iteration of the loop.
    deny PRECEDED: "CNV004" "convergence-control-preceded" {
        message: "a convergent operation precedes this call in the same block",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// `convergence.loop` has a token operand.
    ///
    /// Its result represents the threads of that token that execute the same iteration of the loop.
    deny LOOP_WITHOUT_TOKEN: "CNV005" "convergence-loop-without-token" {
        message: "`convergence.loop` must have a token in an operand bundle `\"convergencectrl\"`",
        reference: "Convergence And Uniformity, llvm.experimental.convergence.loop",
        checks: [],
    }

    /// `convergence.entry` and `convergence.anchor` do not have a token operand.
    ///
    /// Their sets of threads do not depend on another token.
    deny TOKEN_NOT_ALLOWED: "CNV006" "convergence-token-not-allowed" {
        message: "`convergence.entry` and `convergence.anchor` must not have a token operand",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// The convergent operations of a function are either all controlled or all uncontrolled.
    ///
    /// Convergence by tokens cannot be mixed with convergence by the structure of the control flow.
    deny MIXED: "CNV007" "convergence-control-mixed" {
        message: "this convergent call does not have a convergence token, but others in the function do",
        reference: "Convergence And Uniformity, Controlled Convergent Operations",
        checks: [],
    }
}

/// The set of threads that a convergence token represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Control {
    /// The threads that entered the function together.
    Entry,
    /// An implementation-defined set of threads.
    Anchor,
    /// The threads that execute the same iteration of a loop.
    Loop,
}

datalog! { module;
    const INTRINSICS(&'static str, Control) = [
        ("llvm.experimental.convergence.entry", Control::Entry),
        ("llvm.experimental.convergence.anchor", Control::Anchor),
        ("llvm.experimental.convergence.loop", Control::Loop),
    ];

    /// `call` produces a token of kind `control`.
    struct Controls(InstructionId, Control);

    Controls(call, control) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name, control),
        function { function, value: callee },
        value_use { value: callee, instruction: call },
        call_instruction { instruction: call, callee };

    violation(BUNDLE_FORM, call) <-
        operand_bundle { instruction: call, position: first, tag: "convergencectrl" },
        operand_bundle { instruction: call, position: second, tag: "convergencectrl" },
        (first < second);

    violation(BUNDLE_FORM, call) <-
        operand_bundle { instruction: call, tag: "convergencectrl", input_count },
        (input_count != 1);

    /// `input` is an input of the `convergencectrl` bundle of `call`.
    struct Input(InstructionId, ValueId);

    Input(call, input) <-
        operand_bundle { instruction: call, position: bundle, tag: "convergencectrl" },
        operand_bundle_input { instruction: call, bundle, value: input };

    violation(BUNDLE_FORM, call) <-
        Input(call, input),
        value { value: input, type },
        !type { type, kind: TypeKind::Token };

    /// `token` is a convergence token.
    struct Token(ValueId);

    Token(token) <-
        Controls(call, _),
        instruction_result { instruction: call, result: token };

    violation(TOKEN_ORIGIN, call, input) <-
        Input(call, input),
        !Token(input),
        value { value: input, type },
        type { type, kind: TypeKind::Token };

    /// `function` is convergent.
    struct ConvergentFunction(FunctionId);

    ConvergentFunction(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "convergent" };

    violation(ENTRY_MISPLACED, call) <-
        Controls(call, Control::Entry),
        instruction { instruction: call, function },
        !ConvergentFunction(function);

    violation(ENTRY_MISPLACED, call) <-
        Controls(call, Control::Entry),
        instruction { instruction: call, block },
        !block { block, position: 0 };

    /// `call` is convergent.
    struct Convergent(InstructionId);

    Convergent(call) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "convergent" };

    Convergent(call) <-
        ConvergentFunction(function),
        function { function, value: callee },
        value_use { value: callee, instruction: call },
        call_instruction { instruction: call, callee };

    violation(PRECEDED, call) <-
        Controls(call, control),
        (control != Control::Anchor),
        instruction { instruction: call, block },
        block_instruction { block, instruction: other },
        (other < call),
        Convergent(other);

    /// `call` uses a token.
    struct Takes(InstructionId);

    Takes(call) <- Input(call, token), Token(token);

    violation(LOOP_WITHOUT_TOKEN, call) <-
        Controls(call, Control::Loop),
        !Takes(call);

    violation(TOKEN_NOT_ALLOWED, call) <-
        Controls(call, control),
        (control != Control::Loop),
        Takes(call);

    /// `call` produces or uses a token.
    struct Controlled(InstructionId);

    Controlled(call) <- Takes(call);

    Controlled(call) <- Controls(call, _);

    /// Some call in `function` produces or uses a token.
    struct HasControl(FunctionId);

    HasControl(function) <- Controlled(call), instruction { instruction: call, function };

    violation(MIXED, call) <-
        Convergent(call),
        !Controlled(call),
        instruction { instruction: call, function },
        HasControl(function);
}
