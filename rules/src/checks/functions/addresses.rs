//! Who takes the address of an intrinsic.
//!
//! **Scope: sample**, and the constants of the module.

use facts_schema::{Facts, FunctionId, InstructionId, Opcode, OperandBundle, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::calls::{callee_operands, is_reserved};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Attached, Broken, Call, CalleeAt, Cast, Crepe, FunctionHolds, Holds, IntrinsicOf, Uses,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Functions "functions";
    /// An intrinsic is called, and nothing else is done with it.
    ///
    /// It stands for an instruction; there is no function that could have an address.
    deny INTRINSIC_ADDRESS: "FUN040" "intrinsic-used-as-value" {
        message: "takes the address of the intrinsic `{detail}`",
        reference: "LangRef, Intrinsic Functions",
        sites: [2979],
    }
}

/// Intrinsics that only tell LLVM something; what they mention does not count as used.
fn only_tells(intrinsic: &str) -> bool {
    let name = intrinsic.strip_prefix("llvm.").unwrap_or_default();
    matches!(
        name,
        "assume"
            | "sideeffect"
            | "pseudoprobe"
            | "objectsize"
            | "ptr.annotation"
            | "var.annotation"
            | "experimental.noalias.scope.decl"
    ) || ["dbg.", "invariant.", "lifetime."].iter().any(|prefix| name.starts_with(prefix))
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let intrinsics = facts.function.iter().filter(|row| is_reserved(context, row));
    let intrinsics: FxHashSet<ValueId> = intrinsics.map(|row| row.value).collect();
    if intrinsics.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    let (casts, holders): (Vec<_>, Vec<_>) = parts(facts)
        .filter(|(_, part)| intrinsics.contains(part))
        .partition(|(whole, _)| is_cast(facts, *whole));
    program.extend(holders.into_iter().map(|(whole, part)| Holds(whole, part)));
    program.extend(
        attached(facts)
            .filter(|(_, value)| intrinsics.contains(value))
            .map(|(function, value)| FunctionHolds(function, value)),
    );

    let casts: FxHashMap<ValueId, ValueId> = casts.into_iter().collect();
    let matters = |value| intrinsics.contains(value) || casts.contains_key(value);
    let uses = sample.instruction_operand.iter().filter(|row| matters(&row.operand));
    program.extend(uses.clone().map(Uses::from));
    let users: FxHashSet<InstructionId> = uses.map(|row| row.instruction).collect();
    let calls = sample.call_instruction.iter().filter(|row| users.contains(&row.instruction));
    program.extend(calls.map(Call::from));
    program.extend(callee_operands(&sample.instruction_operand).map(|(it, at)| CalleeAt(it, at)));
    program.extend(casts.into_iter().map(|(cast, intrinsic)| Cast(cast, intrinsic)));
    program.extend(context.intrinsics().map(|(function, name)| IntrinsicOf(function, name)));
    let is_attached = |row: &&OperandBundle| context.text(row.tag) == "clang.arc.attachedcall";
    let bundles = sample.operand_bundle.iter().filter(is_attached);
    let bundles: FxHashSet<_> = bundles.map(|row| (row.instruction, row.position)).collect();
    let inputs = sample.operand_bundle_input.iter();
    let inputs = inputs.filter(|row| bundles.contains(&(row.instruction, row.bundle)));
    program.extend(inputs.map(Attached::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// Constants and globals, and the constants that they are made from.
fn parts(facts: &Facts) -> impl Iterator<Item = (ValueId, ValueId)> {
    let elements = facts.constant_element.iter().map(|row| (row.constant, row.element));
    let operands = facts.constant_operand.iter().map(|row| (row.constant, row.operand));
    let initializers = facts.global_initializer.iter().map(|row| (row.global, row.initializer));
    let aliases = facts.alias.iter().map(|row| (row.alias, row.aliasee));
    let ifuncs = facts.ifunc.iter().map(|row| (row.ifunc, row.resolver));
    elements.chain(operands).chain(initializers).chain(aliases).chain(ifuncs)
}

/// Functions, and the constants that stand beside their code.
fn attached(facts: &Facts) -> impl Iterator<Item = (FunctionId, ValueId)> {
    let personalities = facts.personality.iter().map(|row| (row.function, row.personality));
    let prefixes = facts.prefix_data.iter().map(|row| (row.function, row.data));
    let prologues = facts.prologue_data.iter().map(|row| (row.function, row.data));
    personalities.chain(prefixes).chain(prologues)
}

/// Whether the constant is only another view of the same address.
fn is_cast(facts: &Facts, constant: ValueId) -> bool {
    let expressions = &facts.constant_expression;
    let found = expressions.binary_search_by_key(&constant, |row| row.constant);
    let opcode = found.ok().map(|index| expressions[index].opcode);
    matches!(opcode, Some(Opcode::BitCast | Opcode::AddrSpaceCast))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// The operand at a position is an intrinsic, or a cast of one.
        pub struct Uses(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Call(pub InstructionId, pub ValueId);

        @input
        pub struct CalleeAt(pub InstructionId, pub u32);

        @input
        /// The constant is a cast of the intrinsic.
        pub struct Cast(pub ValueId, pub ValueId);

        @input
        pub struct IntrinsicOf<'a>(pub ValueId, pub &'a str);

        @input
        /// The call is attached to the value.
        pub struct Attached(pub InstructionId, pub ValueId);

        @input
        /// The constant or global, which is no cast, has an intrinsic in it.
        pub struct Holds(pub ValueId, pub ValueId);

        @input
        /// The function has an intrinsic as its personality, or in the data before its code.
        pub struct FunctionHolds(pub FunctionId, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct CallsIntrinsic(InstructionId, u32);

        CallsIntrinsic(call, position) <- Call(call, _), CalleeAt(call, position);

        struct OnlyTells(InstructionId);

        OnlyTells(call) <- Call(call, callee), IntrinsicOf(callee, name), (only_tells(name));

        Broken(INTRINSIC_ADDRESS, Subject::Operand(user, position), Detail::Value(intrinsic)) <-
            Uses(user, position, intrinsic),
            !Cast(intrinsic, _),
            !CallsIntrinsic(user, position),
            !OnlyTells(user),
            !Attached(user, intrinsic);

        Broken(INTRINSIC_ADDRESS, Subject::Operand(user, position), Detail::Value(intrinsic)) <-
            Cast(cast, intrinsic),
            Uses(user, position, cast),
            !OnlyTells(user);

        Broken(INTRINSIC_ADDRESS, Subject::Value(user), Detail::Value(intrinsic)) <-
            Holds(user, intrinsic);

        Broken(INTRINSIC_ADDRESS, Subject::Function(user), Detail::Value(intrinsic)) <-
            FunctionHolds(user, intrinsic);
    }
}

input_from! { Uses(instruction, position, operand) from InstructionOperand }
input_from! { Call(instruction, callee) from CallInstruction }
input_from! { Attached(instruction, value) from OperandBundleInput }
violation_from! { Broken }
