//! Convergent operations by themselves: their tokens, and where they stand.

use facts_schema::{FunctionId, InstructionId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Convergence "convergence";
    /// A call has at most one operand bundle `"convergencectrl"`, and in it exactly one token.
    ///
    /// The token says which threads execute the call together. There can be only one answer.
    deny BUNDLE_FORM: "CNV001" "convergence-bundle-form" {
        message: "a call takes one convergence token in one bundle, and nothing else",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// The token in a bundle `"convergencectrl"` is the result of `convergence.entry`,
    /// `convergence.anchor` or `convergence.loop`.
    ///
    /// Tokens of other make, as those of exception handling, name no set of threads.
    deny TOKEN_ORIGIN: "CNV002" "convergence-token-origin" {
        message: "`{detail}` is no convergence token, as no convergence control intrinsic computes it",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// `convergence.entry` is called in the entry block of a convergent function.
    ///
    /// It names the threads that entered the function together. If the function is not convergent,
    /// its callers may have split them at will; later in the function, some may be elsewhere.
    deny ENTRY_MISPLACED: "CNV003" "convergence-entry-misplaced" {
        message: "`convergence.entry` belongs into the entry block of a function that is `convergent`",
        reference: "Convergence And Uniformity, llvm.experimental.convergence.entry",
        checks: [],
    }

    /// In its block, no convergent operation comes before `convergence.entry` or `convergence.loop`.
    ///
    /// Threads meet where they enter the function, or begin a round of a loop. What comes before in
    /// the block would already be part of that.
    deny PRECEDED: "CNV004" "convergence-control-preceded" {
        message: "before this call, in the same block, comes a convergent operation",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// `convergence.loop` takes a token.
    ///
    /// It names those threads of another token that execute the same round of a loop.
    deny LOOP_WITHOUT_TOKEN: "CNV005" "convergence-loop-without-token" {
        message: "`convergence.loop` needs a token, in a bundle `\"convergencectrl\"`",
        reference: "Convergence And Uniformity, llvm.experimental.convergence.loop",
        checks: [],
    }

    /// `convergence.entry` and `convergence.anchor` take no token.
    ///
    /// They do not depend on threads that were together before.
    deny TOKEN_IN_VAIN: "CNV006" "convergence-token-in-vain" {
        message: "`convergence.entry` and `convergence.anchor` take no token",
        reference: "Convergence And Uniformity, Convergence Control Intrinsics",
        checks: [],
    }

    /// In a function, either all convergent operations are controlled, or none.
    ///
    /// What executes together by tokens, and what by the shape of the control flow alone, cannot be
    /// told side by side.
    deny MIXED: "CNV007" "convergence-control-mixed" {
        message: "this convergent call takes no token, though others in the same function do",
        reference: "Convergence And Uniformity, Controlled Convergent Operations",
        checks: [],
    }
}

/// What a convergence token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Control {
    /// The threads that entered the function together.
    Entry,
    /// Some threads.
    Anchor,
    /// The threads that execute the same round of a loop.
    Loop,
}

datalog! { module;
    const INTRINSICS(&'static str, Control) = [
        ("llvm.experimental.convergence.entry", Control::Entry),
        ("llvm.experimental.convergence.anchor", Control::Anchor),
        ("llvm.experimental.convergence.loop", Control::Loop),
    ];

    /// `call` computes the token that `control` says.
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

    /// The operand bundle of `call` contains `input`.
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

    /// `call` takes a token.
    struct Takes(InstructionId);

    Takes(call) <- Input(call, token), Token(token);

    violation(LOOP_WITHOUT_TOKEN, call) <-
        Controls(call, Control::Loop),
        !Takes(call);

    violation(TOKEN_IN_VAIN, call) <-
        Controls(call, control),
        (control != Control::Loop),
        Takes(call);

    /// `call` computes or takes a token.
    struct Controlled(InstructionId);

    Controlled(call) <- Takes(call);

    Controlled(call) <- Controls(call, _);

    /// Something in `function` computes or takes a token.
    struct HasControl(FunctionId);

    HasControl(function) <- Controlled(call), instruction { instruction: call, function };

    violation(MIXED, call) <-
        Convergent(call),
        !Controlled(call),
        instruction { instruction: call, function },
        HasControl(function);
}
