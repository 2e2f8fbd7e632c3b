//! Convergent operations by themselves: their tokens, and where they stand.
//!
//! **Scope: module**, on the convergent operations of the functions in which something controls
//! convergence.

use facts_schema::{BlockId, EntityId, FunctionId, InstructionId, TypeKind, ValueId};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{ANCHOR, Control, ENTRY, LOOP};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};
use program::{
    Broken, Bundle, Controls, Convergent, ConvergentFunction, Crepe, EntryBlock, Input, Operation,
    Token, TypedToken,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

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

fn violations(context: &Context) -> Vec<Violation> {
    let Some(control) = Control::of(context) else { return Vec::new() };
    let facts = context.facts;
    let functions = control.functions(context);
    let convergent = context.attributes_named("convergent");
    let convergent_functions: FxHashSet<FunctionId> = facts
        .function_attribute
        .iter()
        .filter(|row| convergent.contains(&row.attribute))
        .map(|row| row.function)
        .collect();
    let callees: FxHashSet<ValueId> = convergent_functions
        .iter()
        .filter_map(|function| Some(facts.function.get(function.index())?.value))
        .collect();
    let marked = facts.call_attribute.iter().filter(|row| convergent.contains(&row.attribute));
    let called = facts.call_instruction.iter().filter(|row| callees.contains(&row.callee));
    let calls: FxHashSet<InstructionId> =
        marked.map(|row| row.instruction).chain(called.map(|row| row.instruction)).collect();

    let bundled = control.bundles.iter().map(|row| row.0);
    let controlling = control.intrinsics.keys().copied();
    let operations: FxHashSet<InstructionId> =
        calls.iter().copied().chain(bundled).chain(controlling).collect();
    let rows = operations.iter().filter_map(|it| facts.instruction.get(it.index()));

    let mut program = Crepe::new();
    program.extend(rows.filter(|row| functions.contains(&row.function)).map(Operation::from));
    program.extend(calls.into_iter().map(Convergent));
    program.extend(convergent_functions.into_iter().map(ConvergentFunction));
    let blocks = facts.block.iter();
    program.extend(blocks.filter(|row| row.position == 0).map(|row| EntryBlock(row.block)));
    program.extend(control.bundles.iter().map(|row| Bundle(row.0, row.1, row.2)));
    let inputs = control.inputs(context);
    program.extend(inputs.iter().map(|row| Input(row.0, row.1, row.2)));
    program.extend(inputs.iter().filter_map(|row| is_token(context, row.2)));
    program.extend(control.tokens(context).into_iter().map(|(token, it)| Token(token, it)));
    program.extend(control.intrinsics.into_iter().map(|(it, name)| Controls(it, name)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

fn is_token(context: &Context, value: ValueId) -> Option<TypedToken> {
    let row = context.facts.value.get(value.index())?;
    let kind = context.facts.r#type.get(row.r#type.index())?.kind;
    (kind == TypeKind::Token).then_some(TypedToken(value))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// The call in this function and block, at this position of the function, may be convergent
        /// or control convergence.
        pub struct Operation(pub InstructionId, pub FunctionId, pub BlockId, pub u32);

        @input
        /// The call is convergent.
        pub struct Convergent(pub InstructionId);

        @input
        pub struct ConvergentFunction(pub FunctionId);

        @input
        pub struct EntryBlock(pub BlockId);

        @input
        /// The call has a bundle for a token at this position, with so many inputs.
        pub struct Bundle(pub InstructionId, pub u32, pub u32);

        @input
        /// The bundle of the call at this position has this input.
        pub struct Input(pub InstructionId, pub u32, pub ValueId);

        @input
        /// The value is of type `token`.
        pub struct TypedToken(pub ValueId);

        @input
        /// The value is a token, computed by this call.
        pub struct Token(pub ValueId, pub InstructionId);

        @input
        /// The call is one of the intrinsic with this name.
        pub struct Controls(pub InstructionId, pub &'static str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(BUNDLE_FORM, Subject::Instruction(call), Detail::None) <-
            Bundle(call, first, _),
            Bundle(call, second, _),
            (first < second);

        Broken(BUNDLE_FORM, Subject::Instruction(call), Detail::None) <-
            Bundle(call, _, count),
            (count != 1);

        Broken(BUNDLE_FORM, Subject::Instruction(call), Detail::None) <-
            Input(call, _, input),
            !TypedToken(input);

        Broken(TOKEN_ORIGIN, Subject::Instruction(call), Detail::Value(input)) <-
            Input(call, _, input),
            TypedToken(input),
            !Token(input, _);

        Broken(ENTRY_MISPLACED, Subject::Instruction(call), Detail::None) <-
            Controls(call, ENTRY),
            Operation(call, function, _, _),
            !ConvergentFunction(function);

        Broken(ENTRY_MISPLACED, Subject::Instruction(call), Detail::None) <-
            Controls(call, ENTRY),
            Operation(call, _, block, _),
            !EntryBlock(block);

        Broken(PRECEDED, Subject::Instruction(call), Detail::None) <-
            Controls(call, name),
            (name == ENTRY || name == LOOP),
            Operation(call, function, block, position),
            Operation(other, function, block, other_position),
            (other_position < position),
            Convergent(other);

        // `call` takes a token.
        struct Takes(InstructionId);

        Takes(call) <- Input(call, _, token), Token(token, _);

        Broken(LOOP_WITHOUT_TOKEN, Subject::Instruction(call), Detail::None) <-
            Controls(call, LOOP),
            !Takes(call);

        Broken(TOKEN_IN_VAIN, Subject::Instruction(call), Detail::None) <-
            Controls(call, name),
            (name == ENTRY || name == ANCHOR),
            Takes(call);

        struct Controlled(InstructionId);

        Controlled(call) <- Takes(call);
        Controlled(call) <- Controls(call, _);

        // Something in `function` is controlled.
        struct HasControl(FunctionId);

        HasControl(function) <- Controlled(call), Operation(call, function, _, _);

        Broken(MIXED, Subject::Instruction(call), Detail::None) <-
            Operation(call, function, _, _),
            Convergent(call),
            !Controlled(call),
            HasControl(function);
    }
}

input_from! { Operation(instruction, function, block, position) from Instruction }
violation_from! { Broken }
