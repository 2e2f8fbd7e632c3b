//! What holds of all intrinsics: their types, their names, and that LLVM brings them itself.
//!
//! LLVM checks an intrinsic where it is called; a wrong declaration alone is well-formed.
//!
//! **Scope: sample.**

use facts_schema::{EntityId, Facts, FunctionId, GlobalFlag, Text, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Calls;
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Argument, Broken, CallOf, Crepe, Declared, Flag, Intrinsic, Named, Proper};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// An intrinsic is declared with a type that LLVM gives it.
    ///
    /// LLVM knows the type of each intrinsic. Some are overloaded: they exist for many types, but
    /// in each the result and the parameters fit together in the way that LangRef shows.
    deny TYPE: "INT001" "intrinsic-type" {
        message: "LLVM has no intrinsic `{detail}` of the type with which it is called",
        reference: "LangRef, Intrinsic Functions",
        checks: [
            "visitIntrinsicCall: Intrinsic has incorrect return type!",
            "visitIntrinsicCall: Intrinsic has incorrect argument type!",
            "visitIntrinsicCall: Intrinsic was not defined with variable arguments!",
            "visitIntrinsicCall: Callsite was not defined with variable arguments!",
            "visitIntrinsicCall: Intrinsic has too few arguments!",
            "visitIntrinsicCall: masked_load: must return a vector",
            "visitIntrinsicCall: masked_load: mask must be vector",
            "visitIntrinsicCall: masked_load: pass through and return type must match",
            "visitIntrinsicCall: masked_load: vector mask must be same length as return",
            "visitIntrinsicCall: masked_store: mask must be vector",
            "visitIntrinsicCall: masked_store: vector mask must be same length as value",
            "visitIntrinsicCall: first operand of [us][mul|div]_fix[_sat] must be an int type or vector of ints",
            "visitIntrinsicCall: second operand of [us][mul|div]_fix[_sat] must be an int type or vector of ints",
            "visitIntrinsicCall: third operand of [us][mul|div]_fix[_sat] must be an int type",
            "visitIntrinsicCall: third operand of [us][mul|div]_fix[_sat] must fit within 32 bits",
            "visitConstrainedFPIntrinsic: invalid arguments for constrained FP intrinsic",
        ],
    }

    /// The name of an overloaded intrinsic ends with the types for which it is declared.
    ///
    /// Each of the many types of an overloaded intrinsic is a function of its own, and the suffix
    /// keeps their names apart.
    deny NAME: "INT002" "intrinsic-name" {
        message: "with its type, the intrinsic {callee} has to be called `{detail}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic name not mangled correctly for type arguments! Should be: <..>"],
    }

    /// An intrinsic has no body.
    ///
    /// What it does is built into LLVM, which replaces the calls by code of its own.
    deny DEFINED: "INT003" "intrinsic-defined" {
        message: "{callee} is an intrinsic, and the module defines it",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic functions should never be defined!"],
    }

    /// An intrinsic takes no constant tile (`x86_amx`) as an argument.
    ///
    /// A tile lives in a register and can only be loaded there; no code could make a constant one.
    deny CONSTANT_TILE: "INT004" "intrinsic-constant-tile" {
        message: "the argument `{operand}` is a constant of type `x86_amx`",
        reference: "LangRef, X86_amx Type",
        checks: ["visitIntrinsicCall: const x86_amx is not allowed in argument!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, |_| true) else { return Vec::new() };
    let facts = context.facts;
    let mut program = Crepe::new();
    program.extend(calls.calls.iter().map(|it| CallOf(it.instruction, it.function)));
    program.extend(calls.arguments.iter().map(Argument::from));
    program.extend(facts.intrinsic.iter().map(Declared::from));
    program.extend(facts.intrinsic_name.iter().map(Proper::from));
    let values = || facts.intrinsic.iter().filter_map(|row| value_of(facts, row.function));
    program.extend(values().map(|(function, value)| Intrinsic(function, value)));
    program.extend(values().filter_map(|(_, value)| Some(Named(value, name_of(facts, value)?))));
    let intrinsics: FxHashSet<ValueId> = values().map(|(_, value)| value).collect();
    let flags = facts.global_flag.iter().filter(|row| intrinsics.contains(&row.global));
    program.extend(flags.map(Flag::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn value_of(facts: &Facts, function: FunctionId) -> Option<(FunctionId, ValueId)> {
    Some((function, facts.function.get(function.index())?.value))
}

fn name_of(facts: &Facts, value: ValueId) -> Option<Text> {
    let row = facts.value_name.binary_search_by_key(&value, |row| row.value).ok()?;
    Some(facts.value_name[row].name)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeKind};

    crepe! {
        @input
        /// `instruction` calls the intrinsic `function`.
        pub struct CallOf(pub InstructionId, pub FunctionId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueKind, pub TypeKind);

        @input
        pub struct Declared(pub FunctionId, pub Text);

        @input
        pub struct Proper(pub FunctionId, pub Text);

        @input
        /// `function`, an intrinsic, is `value` as an operand.
        pub struct Intrinsic(pub FunctionId, pub ValueId);

        @input
        pub struct Named(pub ValueId, pub Text);

        @input
        pub struct Flag(pub ValueId, pub GlobalFlag);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(TYPE, Subject::Instruction(instruction), Detail::Text(base)) <-
            CallOf(instruction, function),
            !Proper(function, _),
            Declared(function, base);

        Broken(NAME, Subject::Instruction(instruction), Detail::Text(proper)) <-
            CallOf(instruction, function),
            Proper(function, proper),
            Intrinsic(function, value),
            !Named(value, proper);

        Broken(DEFINED, Subject::Instruction(instruction), Detail::None) <-
            CallOf(instruction, function),
            Intrinsic(function, value),
            !Flag(value, GlobalFlag::Declaration);

        Broken(CONSTANT_TILE, Subject::Operand(instruction, position), Detail::None) <-
            Argument(instruction, position, kind, TypeKind::X86Amx),
            (!matches!(kind, ValueKind::Argument | ValueKind::Instruction));
    }
}

impl From<&super::Argument> for Argument {
    fn from(row: &super::Argument) -> Self {
        Self(row.instruction, row.position, row.value.kind, row.r#type.kind)
    }
}

input_from! { Declared(function, intrinsic) from Intrinsic }
input_from! { Proper(function, name) from IntrinsicName }
input_from! { Flag(global, flag) from GlobalFlagRow }
violation_from! { Broken }
