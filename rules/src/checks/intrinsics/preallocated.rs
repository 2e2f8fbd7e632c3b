//! Calls whose arguments are built in place (`llvm.call.preallocated.*`).
//!
//! **Scope: module.** All calls of these intrinsics, and all uses of what they compute.

use facts_schema::{InstructionId, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::pointers::definition;
use super::{Calls, feed};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Argument, Broken, Bundle, Call, CallOf, Crepe, Known, Number, Preallocated, Result, Uses,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// What `llvm.call.preallocated.setup` computes is used by the intrinsics of its family, and in
    /// the operand bundle `"preallocated"` of the call that it prepares.
    ///
    /// It is a token that ties these together.
    deny TOKEN_USE: "INT120" "preallocated-token-use" {
        message: "{detail} cannot use the result of `llvm.call.preallocated.setup` in this way",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: [
            "visitIntrinsicCall: Uses of llvm.call.preallocated.setup must be calls",
            "visitIntrinsicCall: Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle",
            "visitIntrinsicCall: preallocated bundle must have token from corresponding llvm.call.preallocated.setup",
        ],
    }

    /// `llvm.call.preallocated.arg` asks for an argument that was prepared.
    ///
    /// The number is a constant below the number of arguments that `llvm.call.preallocated.setup`
    /// makes room for.
    deny INDEX: "INT121" "preallocated-argument-index" {
        message: "there is no room for an argument number `{operand}`",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.call.preallocated.setup argument must be a constant",
            "visitIntrinsicCall: llvm.call.preallocated.alloc arg index must be a constant",
            "visitIntrinsicCall: llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count",
        ],
    }

    /// One call is prepared at a time.
    ///
    /// The arguments lie where that call finds them, and a second call would find its own elsewhere.
    deny TWICE: "INT122" "preallocated-call-twice" {
        message: "two calls use the arguments that were prepared here",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: ["visitIntrinsicCall: Can have at most one call corresponding to a llvm.call.preallocated.setup"],
    }

    /// As many arguments are prepared as the call has with the attribute `preallocated`.
    ///
    /// These are the arguments that the call finds in memory.
    deny COUNT: "INT123" "preallocated-argument-count" {
        message: "room for `{operand:0}` arguments is made, and {detail} takes another number",
        reference: "LangRef, llvm.call.preallocated.setup Intrinsic",
        checks: [
            "visitIntrinsicCall: cannot use preallocated intrinsics on a call without preallocated arguments",
            "visitIntrinsicCall: llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
        ],
    }

    /// `llvm.call.preallocated.arg` and `llvm.call.preallocated.teardown` belong to a call that
    /// `llvm.call.preallocated.setup` prepares.
    ///
    /// Its token tells them which.
    deny TOKEN: "INT124" "preallocated-token" {
        message: "`{operand}` does not come from `llvm.call.preallocated.setup`",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup",
            "visitIntrinsicCall: llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup",
        ],
    }

    /// `llvm.call.preallocated.arg` says by the attribute `preallocated` of what type the argument
    /// is.
    ///
    /// The pointer that it computes does not tell.
    deny ARGUMENT_TYPE: "INT125" "preallocated-argument-type" {
        message: "this call lacks the attribute `preallocated` with the type of the argument",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: ["visitIntrinsicCall: llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute"],
    }
}

const PREFIX: &str = "llvm.call.preallocated.";

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::all(context, |name| name.starts_with(PREFIX)) else {
        return Vec::new();
    };
    let facts = context.facts;
    let mut program = Crepe::new();
    feed!(program from calls: Call, Number);
    let arguments = calls.arguments.iter();
    program.extend(arguments.map(|it| Argument(it.instruction, it.position, it.value.value)));
    let tokens: FxHashMap<ValueId, InstructionId> = calls
        .calls
        .iter()
        .filter_map(|it| {
            let rows = &facts.instruction_result;
            let row = rows.binary_search_by_key(&it.instruction, |row| row.instruction).ok()?;
            Some((rows[row].result, it.instruction))
        })
        .collect();
    program.extend(tokens.iter().map(|(&token, &call)| Result(call, token)));
    let uses = facts.instruction_operand.iter().filter(|row| tokens.contains_key(&row.operand));
    let users: FxHashSet<InstructionId> = uses.clone().map(|row| row.instruction).collect();
    program.extend(uses.map(|row| Uses(row.operand, row.instruction)));
    for &user in &users {
        program.extend(preallocated(context, user));
    }
    let bundles = facts.operand_bundle.iter().filter(|row| users.contains(&row.instruction));
    let bundles = bundles.filter(|row| context.text(row.tag) == "preallocated");
    program.extend(bundles.filter_map(|bundle| {
        let mut inputs = facts.operand_bundle_input.iter();
        let first = inputs.find(|input| {
            (input.instruction, input.bundle, input.position)
                == (bundle.instruction, bundle.position, 0)
        })?;
        Some(Bundle(bundle.instruction, bundle.position, first.value))
    }));
    let arguments = calls.arguments.iter().filter(|it| it.position == 0);
    program.extend(
        arguments
            .filter_map(|it| Some(Known(it.value.value, definition(context, it.value.value)?.0))),
    );
    let typed = facts.call_attribute.iter().filter(|row| calls.contains(row.instruction));
    // One for each type.
    let attributes = context.attributes_named("preallocated");
    let typed = typed.filter(|row| attributes.contains(&row.attribute));
    program.extend(typed.map(|row| CallOf(row.instruction)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// How many arguments a call has with the attribute, by itself or by the function that it calls.
fn preallocated(context: &Context, call: InstructionId) -> Option<Preallocated> {
    let facts = context.facts;
    let rows = &facts.call_instruction;
    let row = rows[rows.binary_search_by_key(&call, |row| row.instruction).ok()?];
    // One for each type.
    let attributes = context.attributes_named("preallocated");
    let own = facts.call_argument_attribute.iter();
    let own = own.filter(|it| it.instruction == call && attributes.contains(&it.attribute));
    let function = facts.function.iter().find(|it| it.value == row.callee);
    let function = function.map(|it| it.function);
    let others = facts.parameter_attribute.iter();
    let others =
        others.filter(|it| Some(it.function) == function && attributes.contains(&it.attribute));
    let positions: FxHashSet<u32> =
        own.map(|it| it.position).chain(others.map(|it| it.position)).collect();
    Some(Preallocated(call, positions.len() as u128))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        /// The argument at `position` of `instruction` is `value`.
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        pub struct Result(pub InstructionId, pub ValueId);

        @input
        /// `user` uses `token`.
        pub struct Uses(pub ValueId, pub InstructionId);

        @input
        /// `user`, a call, has so many arguments with the attribute `preallocated`.
        pub struct Preallocated(pub InstructionId, pub u128);

        @input
        /// The bundle `preallocated` at `position` of `user` begins with `value`.
        pub struct Bundle(pub InstructionId, pub u32, pub ValueId);

        @input
        /// `value` is the result of `instruction`.
        pub struct Known(pub ValueId, pub InstructionId);

        @input
        /// The call `instruction` has the attribute `preallocated` itself.
        pub struct CallOf(pub InstructionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `setup` makes room for so many arguments of the call that `token` stands for.
        struct Setup(InstructionId, ValueId, i128);

        Setup(setup, token, count) <-
            Call(setup, "llvm.call.preallocated.setup"),
            Result(setup, token),
            Number(setup, 0, count, _);

        struct Helps(InstructionId);

        Helps(call) <- Call(call, "llvm.call.preallocated.arg");

        Helps(call) <- Call(call, "llvm.call.preallocated.teardown");

        // `setup` prepares `call`, or is misused by it.
        struct Prepares(InstructionId, InstructionId, ValueId);

        Prepares(setup, call, token) <-
            Setup(setup, token, _),
            Uses(token, call),
            Preallocated(call, _),
            !Helps(call);

        Broken(TOKEN_USE, Subject::Instruction(setup), Detail::Instruction(user)) <-
            Setup(setup, token, _),
            Uses(token, user),
            !Preallocated(user, _);

        Broken(TOKEN_USE, Subject::Instruction(setup), Detail::Instruction(call)) <-
            Prepares(setup, call, token),
            !Bundle(call, _, token);

        Broken(INDEX, Subject::Operand(call, 1), Detail::None) <-
            Call(call, "llvm.call.preallocated.arg"),
            Argument(call, 0, token),
            Setup(_, token, count),
            Number(call, 1, index, _),
            (index < 0 || index >= count);

        Broken(INDEX, Subject::Operand(call, 1), Detail::None) <-
            Call(call, "llvm.call.preallocated.arg"),
            Argument(call, 1, _),
            !Number(call, 1, _, _);

        Broken(TWICE, Subject::Instruction(setup), Detail::None) <-
            Prepares(setup, one, _),
            Prepares(setup, other, _),
            (one != other);

        Broken(COUNT, Subject::Instruction(setup), Detail::Instruction(call)) <-
            Prepares(setup, call, token),
            Setup(setup, token, count),
            Preallocated(call, taken),
            (taken == 0 || u128::try_from(count) != Ok(taken));

        struct FromSetup(ValueId);

        FromSetup(value) <- Known(value, call), Call(call, "llvm.call.preallocated.setup");

        Broken(TOKEN, Subject::Operand(call, 0), Detail::None) <-
            Helps(call),
            Argument(call, 0, token),
            !FromSetup(token);

        Broken(ARGUMENT_TYPE, Subject::Instruction(call), Detail::None) <-
            Call(call, "llvm.call.preallocated.arg"),
            !CallOf(call);
    }
}

violation_from! { Broken }
