//! Calls that have to become jumps: what a `musttail` call and the function around it have to agree
//! on, and what may come after the call.
//!
//! **Scope: module**, of the `musttail` calls. Most modules have none.

use facts_schema::{
    CallInstruction, EntityId, Facts, FunctionId, InstructionId, Opcode, TailCallKind, TypeFlag,
    TypeId, ValueId,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{callees, is_reserved};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    ArgumentHas, Broken, Call, Caller, Convention, Conversion, Crepe, FunctionType, IntrinsicOf,
    Kind, Next, Parameter, ParameterHas, ResultOf, Returned, TypeFlagOf,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// A `musttail` call does not call inline assembly.
    ///
    /// Assembly is a part of the function that it stands in; there is nothing to jump to.
    deny ASSEMBLY: "CAL050" "musttail-inline-asm" {
        message: "is a `musttail` call of inline assembly",
        reference: "LangRef, call Instruction, musttail",
        sites: [3828],
    }

    /// A `musttail` call passes variable arguments exactly if the caller takes them.
    ///
    /// They are handed on as they lie in registers and on the stack.
    deny VARIABLE_ARGUMENTS: "CAL051" "musttail-varargs-differ" {
        message: "of `{function}` and `{callee}`, only one takes variable arguments",
        reference: "LangRef, call Instruction, musttail",
        sites: [3833],
    }

    /// A `musttail` call returns what the caller returns.
    ///
    /// The callee returns in the caller's place.
    deny RETURN_TYPE: "CAL052" "musttail-return-type-differs" {
        message: "is `musttail` and returns a `{result.type}`, but `{function}` returns a `{return.type}`",
        reference: "LangRef, call Instruction, musttail",
        sites: [3835],
    }

    /// A `musttail` call has the calling convention of the caller.
    ///
    /// What the convention says of the stack and of saved registers has to hold when the callee
    /// returns in the caller's place.
    deny CONVENTION: "CAL053" "musttail-convention-differs" {
        message: "is `musttail`, but its calling convention is not that of `{function}`",
        reference: "LangRef, call Instruction, musttail",
        sites: [3839],
    }

    /// A `musttail` call stands directly before a `ret`, or before a `bitcast` of its result and
    /// then a `ret`.
    ///
    /// When the callee has returned, the caller's frame is gone.
    deny NO_RET: "CAL054" "musttail-without-ret" {
        message: "is `musttail`, but no `ret` comes next",
        reference: "LangRef, call Instruction, musttail",
        sites: [3851, 3859],
    }

    /// The `ret` after a `musttail` call returns its result, or nothing.
    ///
    /// Nobody is left who could return something else.
    deny NOT_RETURNED: "CAL055" "musttail-result-not-returned" {
        message: "is `musttail`, but something else is returned",
        reference: "LangRef, call Instruction, musttail",
        sites: [3860],
    }

    /// A `musttail` call calls by a type with the parameters of the caller, unless the convention is
    /// `tailcc` or `swifttailcc`.
    ///
    /// The arguments are put where those of the caller have been, which has to be enough room.
    deny PARAMETERS: "CAL056" "musttail-parameters-differ" {
        message: "is `musttail`, but its parameter {detail} is not that of `{function}`",
        reference: "LangRef, call Instruction, musttail",
        sites: [3893, 3896],
    }

    /// The arguments of a `musttail` call have the attributes of the caller's parameters, as far as
    /// they say how something is passed.
    ///
    /// Those are `sret`, `byval`, `byref`, `inalloca`, `preallocated`, `inreg`, `alignstack`,
    /// `swiftself`, `swiftasync`, `swifterror`, and `align` of what is passed in memory.
    deny ABI: "CAL057" "musttail-attributes-differ" {
        message: "is `musttail`, but only one of its arguments and the parameters of `{function}` has `{detail}`",
        reference: "LangRef, call Instruction, musttail",
        sites: [3907],
    }

    /// A `musttail` call by `tailcc` or `swifttailcc`, and the function around it, have no
    /// parameters that are `inalloca`, `inreg`, `swifterror`, `preallocated` or `byref`.
    ///
    /// These conventions move arguments about so that parameters may differ, and cannot move those.
    deny TAILCC_ATTRIBUTE: "CAL058" "musttail-tailcc-attribute" {
        message: "is `musttail` by a `{detail}`, with a parameter that this convention cannot move",
        reference: "LangRef, Calling Conventions, tailcc and swifttailcc",
        sites: [3782, 3784, 3786, 3788, 3790],
    }

    /// A `musttail` call by `tailcc` or `swifttailcc` stands in no function with variable arguments.
    ///
    /// The callee frees the stack that the arguments take, and cannot know how much that is.
    deny TAILCC_VARIABLE: "CAL059" "musttail-tailcc-varargs" {
        message: "is `musttail` by a `{detail}`, but `{function}` takes variable arguments",
        reference: "LangRef, Calling Conventions, tailcc and swifttailcc",
        sites: [3884],
    }
}

/// What says how something is passed; `align` only together with `byval` or `byref`.
const ABI_ATTRIBUTES: &[&str] = &[
    "sret",
    "byval",
    "byref",
    "inalloca",
    "preallocated",
    "inreg",
    "alignstack",
    "swiftself",
    "swiftasync",
    "swifterror",
    "align",
];

/// What `tailcc` and `swifttailcc` cannot move.
fn is_fixed(attribute: &str) -> bool {
    matches!(attribute, "inalloca" | "inreg" | "swifterror" | "preallocated" | "byref")
}

fn moves_arguments(convention: &str) -> bool {
    matches!(convention, "tailcc" | "swifttailcc")
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let tails: FxHashSet<InstructionId> = facts
        .tail_call
        .iter()
        .filter(|row| row.kind == TailCallKind::MustTail)
        .map(|row| row.instruction)
        .collect();
    if tails.is_empty() {
        return Vec::new();
    }
    let function = |call: InstructionId| Some(facts.instruction.get(call.index())?.function);
    let callers: FxHashSet<FunctionId> = tails.iter().filter_map(|&call| function(call)).collect();
    let shown = || facts.call_instruction.iter().filter(|row| tails.contains(&row.instruction));
    let functions = || facts.function.iter().filter(|row| callers.contains(&row.function));
    let types: FxHashSet<TypeId> = shown()
        .map(|row| row.function_type)
        .chain(functions().map(|row| row.function_type))
        .collect();
    let names = context.attribute_names(ABI_ATTRIBUTES);
    let after = After::of(facts, &tails);

    let mut program = Crepe::new();
    program.extend(shown().filter_map(|row| {
        let CallInstruction { instruction, callee, function_type, calling_convention, .. } = *row;
        let caller = function(instruction)?;
        Some(Call(instruction, caller, callee, function_type, calling_convention))
    }));
    program.extend(functions().map(Caller::from));
    let conventions = facts.calling_convention.iter();
    program.extend(conventions.map(|row| Convention(row.number, context.text(row.name), row.name)));
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(FunctionType::from));
    let parameters = facts.function_type_parameter.iter();
    program.extend(parameters.filter(|row| types.contains(&row.r#type)).map(Parameter::from));
    program.extend(facts.type_flag.iter().map(TypeFlagOf::from));
    let callees = callees(context, shown()).into_iter().filter(|row| is_reserved(context, row));
    program.extend(callees.map(IntrinsicOf::from));
    program.extend(facts.parameter_attribute.iter().filter_map(|row| {
        let name = *names.get(&row.attribute)?;
        let row = ParameterHas(row.function, row.position, name, row.attribute);
        Some(row).filter(|row| callers.contains(&row.0))
    }));
    program.extend(facts.call_argument_attribute.iter().filter_map(|row| {
        let name = *names.get(&row.attribute)?;
        let row = ArgumentHas(row.instruction, row.position, name, row.attribute);
        Some(row).filter(|row| tails.contains(&row.0))
    }));
    program.extend(after.next);
    program.extend(after.conversions);
    program.extend(after.returned);
    program.extend(after.results);
    program.extend(after.kinds);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// What comes after the calls in their blocks, at most two instructions of each.
struct After {
    next: Vec<Next>,
    conversions: Vec<Conversion>,
    returned: Vec<Returned>,
    results: Vec<ResultOf>,
    kinds: Vec<Kind>,
}

impl After {
    fn of(facts: &Facts, calls: &FxHashSet<InstructionId>) -> Self {
        let mut next = Vec::new();
        for call in calls {
            let pairs = facts.instruction[call.index()..].windows(2).take(2);
            let within = pairs.take_while(|pair| pair[0].block == pair[1].block);
            next.extend(
                within.map(|pair| Next(pair[0].instruction, pair[1].instruction, pair[1].opcode)),
            );
        }
        let after: FxHashSet<InstructionId> = next.iter().map(|row| row.1).collect();
        let conversions = facts.conversion_instruction.iter();
        let conversions = conversions.filter(|row| after.contains(&row.instruction));
        let returned = facts.return_value.iter().filter(|row| after.contains(&row.instruction));
        let returned: Vec<Returned> = returned.map(Returned::from).collect();
        let callees = facts.call_instruction.iter().filter(|row| calls.contains(&row.instruction));
        let values = returned.iter().map(|row| row.1).chain(callees.map(|row| row.callee));
        let kinds = values.filter_map(|value| facts.value.get(value.index()));
        let makes = |it: &InstructionId| calls.contains(it) || after.contains(it);
        let results = facts.instruction_result.iter().filter(|row| makes(&row.instruction));
        Self {
            results: results.map(ResultOf::from).collect(),
            kinds: kinds.map(Kind::from).collect(),
            conversions: conversions.map(Conversion::from).collect(),
            returned,
            next,
        }
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{AttributeId, Text, ValueKind};

    crepe! {
        @input
        /// The call in the caller calls by the type and the convention.
        pub struct Call(pub InstructionId, pub FunctionId, pub ValueId, pub TypeId, pub u32);

        @input
        pub struct Caller(pub FunctionId, pub TypeId, pub u32);

        @input
        pub struct Convention<'a>(pub u32, pub &'a str, pub Text);

        @input
        pub struct FunctionType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct TypeFlagOf(pub TypeId, pub TypeFlag);

        @input
        pub struct IntrinsicOf(pub ValueId, pub TypeId);

        @input
        pub struct ParameterHas<'a>(pub FunctionId, pub u32, pub &'a str, pub AttributeId);

        @input
        pub struct ArgumentHas<'a>(pub InstructionId, pub u32, pub &'a str, pub AttributeId);

        @input
        /// After the first instruction, in its block, comes the second, which applies the opcode.
        pub struct Next(pub InstructionId, pub InstructionId, pub Opcode);

        @input
        pub struct Conversion(pub InstructionId, pub ValueId);

        @input
        pub struct Returned(pub InstructionId, pub ValueId);

        @input
        pub struct ResultOf(pub InstructionId, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(ASSEMBLY, Subject::Instruction(call), Detail::None) <-
            Call(call, _, callee, _, _),
            Kind(callee, ValueKind::InlineAsm);

        // The call in the caller, and the types of both.
        struct Types(InstructionId, FunctionId, TypeId, TypeId);

        Types(call, caller, caller_type, callee_type) <-
            Call(call, caller, _, callee_type, _),
            Caller(caller, caller_type, _);

        Broken(VARIABLE_ARGUMENTS, Subject::Instruction(call), Detail::None) <-
            Types(call, _, caller, callee),
            TypeFlagOf(caller, TypeFlag::VarArg),
            !TypeFlagOf(callee, TypeFlag::VarArg);

        Broken(VARIABLE_ARGUMENTS, Subject::Instruction(call), Detail::None) <-
            Types(call, _, caller, callee),
            TypeFlagOf(callee, TypeFlag::VarArg),
            !TypeFlagOf(caller, TypeFlag::VarArg);

        Broken(RETURN_TYPE, Subject::Instruction(call), Detail::None) <-
            Types(call, _, caller, callee),
            FunctionType(caller, caller_return, _),
            FunctionType(callee, callee_return, _),
            (caller_return != callee_return);

        Broken(CONVENTION, Subject::Instruction(call), Detail::None) <-
            Call(call, caller, _, _, convention),
            !ConventionOf(caller, convention);

        struct ConventionOf(FunctionId, u32);

        ConventionOf(caller, convention) <- Caller(caller, _, convention);

        // The call is followed by a `ret`, which is to return the value.
        struct Before(InstructionId, InstructionId);

        Before(call, ret) <-
            Call(call, _, _, _, _),
            Next(call, ret, Opcode::Ret);

        Before(call, ret) <-
            BeforeCast(call, cast),
            Next(cast, ret, Opcode::Ret);

        // The call is followed by a `bitcast` of its result.
        struct BeforeCast(InstructionId, InstructionId);

        BeforeCast(call, cast) <-
            Call(call, _, _, _, _),
            Next(call, cast, Opcode::BitCast),
            Conversion(cast, operand),
            ResultOf(call, operand);

        Broken(NO_RET, Subject::Instruction(call), Detail::None) <-
            Call(call, _, _, _, _),
            !Before(call, _);

        // What the `ret` may return.
        struct MayReturn(InstructionId, ValueId);

        MayReturn(ret, result) <-
            Next(call, ret, Opcode::Ret),
            ResultOf(call, result);

        MayReturn(ret, value) <-
            Returned(ret, value),
            Kind(value, kind),
            (matches!(kind, ValueKind::Undef | ValueKind::Poison));

        Broken(NOT_RETURNED, Subject::Instruction(call), Detail::None) <-
            Before(call, ret),
            Returned(ret, value),
            !MayReturn(ret, value);

        // The convention moves arguments about.
        struct Moves(InstructionId, Text);

        Moves(call, text) <-
            Call(call, _, _, _, convention),
            Convention(convention, name, text),
            (moves_arguments(name));

        Broken(PARAMETERS, Subject::Instruction(call), Detail::Number(position.into())) <-
            Types(call, _, caller, callee),
            !Moves(call, _),
            !CallsIntrinsic(call),
            Parameter(caller, position, parameter),
            !Parameter(callee, position, parameter);

        Broken(PARAMETERS, Subject::Instruction(call), Detail::Number(position.into())) <-
            Types(call, _, caller, callee),
            !Moves(call, _),
            !CallsIntrinsic(call),
            Parameter(callee, position, parameter),
            !Parameter(caller, position, parameter);

        struct CallsIntrinsic(InstructionId);

        CallsIntrinsic(call) <-
            Call(call, _, callee, function_type, _),
            IntrinsicOf(callee, function_type);

        // The attribute says how the caller's parameter, or the call's argument, is passed.
        struct CallerAbi(FunctionId, u32, AttributeId);
        struct CallAbi(InstructionId, u32, AttributeId);

        CallerAbi(caller, position, attribute) <-
            ParameterHas(caller, position, name, attribute),
            (name != "align");

        CallerAbi(caller, position, attribute) <-
            ParameterHas(caller, position, "align", attribute),
            ParameterHas(caller, position, other, _),
            (matches!(other, "byval" | "byref"));

        CallAbi(call, position, attribute) <-
            ArgumentHas(call, position, name, attribute),
            (name != "align");

        CallAbi(call, position, attribute) <-
            ArgumentHas(call, position, "align", attribute),
            ArgumentHas(call, position, other, _),
            (matches!(other, "byval" | "byref"));

        Broken(ABI, Subject::Instruction(call), Detail::Attribute(attribute)) <-
            Types(call, caller, _, _),
            !Moves(call, _),
            CallerAbi(caller, position, attribute),
            !CallAbi(call, position, attribute);

        Broken(ABI, Subject::Instruction(call), Detail::Attribute(attribute)) <-
            Types(call, caller, caller_type, _),
            !Moves(call, _),
            CallAbi(call, position, attribute),
            Parameter(caller_type, position, _),
            !CallerAbi(caller, position, attribute);

        Broken(TAILCC_ATTRIBUTE, Subject::Instruction(call), Detail::Text(convention)) <-
            Types(call, caller, _, _),
            Moves(call, convention),
            ParameterHas(caller, _, name, _),
            (is_fixed(name));

        Broken(TAILCC_ATTRIBUTE, Subject::Instruction(call), Detail::Text(convention)) <-
            Types(call, _, _, callee_type),
            Moves(call, convention),
            ArgumentHas(call, position, name, _),
            (is_fixed(name)),
            Parameter(callee_type, position, _);

        Broken(TAILCC_VARIABLE, Subject::Instruction(call), Detail::Text(convention)) <-
            Types(call, _, caller_type, _),
            Moves(call, convention),
            TypeFlagOf(caller_type, TypeFlag::VarArg);
    }
}

input_from! { Caller(function, function_type, calling_convention) from Function }
input_from! { FunctionType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { TypeFlagOf(r#type, flag) from TypeFlagRow }
input_from! { IntrinsicOf(value, function_type) from Function }
input_from! { Conversion(instruction, operand) from ConversionInstruction }
input_from! { Returned(instruction, value) from ReturnValue }
input_from! { ResultOf(instruction, result) from InstructionResult }
input_from! { Kind(value, kind) from Value }
violation_from! { Broken }
