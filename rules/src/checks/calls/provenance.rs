//! Values that may be used in few ways: `swifterror` values, and the memory of `inalloca` arguments.
//!
//! **Scope: module**, of the calls that have such arguments and of the uses of such values. Most
//! modules have none.

use facts_schema::{
    AttributeId, CallArgument, CallInstruction, EntityId, Facts, FunctionId, InstructionFlag,
    InstructionId, InstructionOperand, Opcode, TypeId, ValueId,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::calls;
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Argument, ArgumentHas, Broken, Call, Crepe, Flag, FunctionOf, Kind, Made, Parameter,
    ParameterHas, Passed, ReturnType, Uses,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// The memory of an `inalloca` argument comes from an `alloca inalloca`.
    ///
    /// It is where the callee finds its arguments, so it has to be the last thing on the stack; only
    /// such an `alloca` says so.
    deny INALLOCA_MEMORY: "CAL030" "inalloca-argument-not-from-inalloca" {
        message: "passes `{operand}` as `inalloca`, but a plain `alloca` has made it",
        reference: "LangRef, Parameter Attributes, inalloca",
        checks: ["visitCallBase: inalloca argument for call has mismatched alloca"],
    }

    /// A `swifterror` argument is a `swifterror` parameter of the caller, or an `alloca` marked
    /// `swifterror`.
    ///
    /// The error is kept in a register, and the variable only stands for it. Memory that comes from
    /// anywhere else is not in that register.
    deny SWIFTERROR_SOURCE: "CAL031" "swifterror-argument-source" {
        message: "passes `{operand}` as `swifterror`, but it is {detail}",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: [
            "visitCallBase: swifterror argument for call has mismatched alloca",
            "visitCallBase: swifterror argument should come from an alloca or parameter",
            "visitCallBase: swifterror argument for call has mismatched parameter",
        ],
    }

    /// A `swifterror` value is passed only as a `swifterror` argument.
    ///
    /// It has no address that the callee could use.
    deny SWIFTERROR_ARGUMENT: "CAL032" "swifterror-passed-as-pointer" {
        message: "passes the `swifterror` value `{operand}` as a plain pointer",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorCall: swifterror value when used in a callsite should be marked with swifterror attribute"],
    }

    /// A `swifterror` value is loaded from, stored to, or passed as an argument, and nothing else.
    ///
    /// It stands for a register, whose address cannot be taken.
    deny SWIFTERROR_USE: "CAL033" "swifterror-used-otherwise" {
        message: "`{opcode}` uses the `swifterror` value `{operand}`",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorValue: swifterror value can only be loaded and stored from, or as a swifterror argument!"],
    }

    /// A `swifterror` value is not itself stored.
    ///
    /// It stands for a register, whose address cannot be taken. Load the error, and store that.
    deny SWIFTERROR_STORED: "CAL034" "swifterror-stored" {
        message: "stores the `swifterror` value `{operand}`",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorValue: swifterror value should be the second operand when used by stores"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let names = context.attribute_names(&["inalloca", "swifterror"]);
    let is_ours = |flag| matches!(flag, InstructionFlag::InAlloca | InstructionFlag::SwiftError);
    let flags: Vec<_> = facts.instruction_flag.iter().filter(|row| is_ours(row.flag)).collect();
    if names.is_empty() && flags.is_empty() {
        return Vec::new();
    }
    let marked = Marked::of(context, &names);
    let shown: FxHashMap<InstructionId, &CallInstruction> = calls(&facts.call_instruction)
        .filter(|row| marked.contains(row))
        .map(|row| (row.instruction, row))
        .collect();
    let arguments = facts.call_argument.iter();
    let arguments: Vec<&CallArgument> =
        arguments.filter(|row| shown.contains_key(&row.instruction)).collect();
    let passed: FxHashSet<ValueId> = arguments.iter().map(|row| row.argument).collect();
    let types: FxHashSet<TypeId> = shown.values().map(|row| row.function_type).collect();
    let results: Vec<Made> = facts
        .instruction_result
        .iter()
        .filter_map(|row| {
            let opcode = facts.instruction.get(row.instruction.index())?.opcode;
            let matters = opcode == Opcode::Alloca || passed.contains(&row.result);
            Some(Made(row.result, row.instruction, opcode)).filter(|_| matters)
        })
        .collect();
    let parameters = facts.argument.iter().filter(|row| marked.functions.contains(&row.function));

    let mut program = Crepe::new();
    program.extend(shown.values().map(|&row| Call::from(row)));
    program.extend(arguments.into_iter().map(Argument::from));
    let kinds = passed.iter().filter_map(|value| facts.value.get(value.index()));
    program.extend(kinds.map(Kind::from));
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(ReturnType::from));
    let functions = facts.function.iter().filter(|row| marked.functions.contains(&row.function));
    program.extend(functions.map(FunctionOf::from));
    program.extend(parameters.clone().map(Parameter::from));
    let flagged: FxHashSet<_> = flags.iter().map(|row| row.instruction).collect();
    let allocas = results.iter().filter(|row| flagged.contains(&row.1)).map(|row| row.0);
    let values: FxHashSet<ValueId> = parameters.map(|row| row.value).chain(allocas).collect();
    let passed = facts.call_argument.iter().filter(|row| values.contains(&row.argument));
    program.extend(passed.map(Passed::from));
    program.extend(uses(facts, &values));
    program.extend(flags.into_iter().map(Flag::from));
    program.extend(results);
    program.extend(marked.arguments);
    program.extend(marked.parameters);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Arguments and parameters that are `inalloca` or `swifterror`.
struct Marked<'a> {
    arguments: Vec<ArgumentHas<'a>>,
    parameters: Vec<ParameterHas<'a>>,
    calls: FxHashSet<InstructionId>,
    functions: FxHashSet<FunctionId>,
    callees: FxHashSet<ValueId>,
}

impl<'a> Marked<'a> {
    fn of(context: &Context<'a>, names: &FxHashMap<AttributeId, &'a str>) -> Self {
        let facts = context.facts;
        let arguments: Vec<_> = facts
            .call_argument_attribute
            .iter()
            .filter_map(|row| {
                Some(ArgumentHas(row.instruction, row.position, names.get(&row.attribute)?))
            })
            .collect();
        let parameters: Vec<_> = facts
            .parameter_attribute
            .iter()
            .filter_map(|row| {
                Some(ParameterHas(row.function, row.position, names.get(&row.attribute)?))
            })
            .collect();
        let functions: FxHashSet<_> = parameters.iter().map(|row| row.0).collect();
        let value = |function: &FunctionId| Some(facts.function.get(function.index())?.value);
        Self {
            calls: arguments.iter().map(|row| row.0).collect(),
            callees: functions.iter().filter_map(value).collect(),
            functions,
            arguments,
            parameters,
        }
    }

    fn contains(&self, call: &CallInstruction) -> bool {
        self.calls.contains(&call.instruction) || self.callees.contains(&call.callee)
    }
}

fn uses(facts: &Facts, values: &FxHashSet<ValueId>) -> Vec<Uses> {
    let operands = facts.instruction_operand.iter().filter(|row| values.contains(&row.operand));
    let with_opcode = |row: &InstructionOperand| {
        let opcode = facts.instruction.get(row.instruction.index())?.opcode;
        Some(Uses(row.instruction, row.position, opcode, row.operand))
    };
    operands.filter_map(with_opcode).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::ValueKind;

    crepe! {
        @input
        pub struct Call(pub InstructionId, pub ValueId, pub TypeId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @input
        pub struct ReturnType(pub TypeId, pub u32);

        @input
        pub struct FunctionOf(pub FunctionId, pub ValueId, pub TypeId);

        @input
        pub struct Parameter(pub ValueId, pub FunctionId, pub u32);

        @input
        pub struct ParameterHas<'a>(pub FunctionId, pub u32, pub &'a str);

        @input
        pub struct ArgumentHas<'a>(pub InstructionId, pub u32, pub &'a str);

        @input
        pub struct Flag(pub InstructionId, pub InstructionFlag);

        @input
        /// The value is the result of the instruction, which applies the opcode.
        pub struct Made(pub ValueId, pub InstructionId, pub Opcode);

        @input
        /// The instruction, which applies the opcode, has the value as the operand at the position.
        pub struct Uses(pub InstructionId, pub u32, pub Opcode, pub ValueId);

        @input
        /// The call, which uses a `swifterror` value, has the value as the argument at the position.
        pub struct Passed(pub InstructionId, pub u32, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The argument at a position has an attribute, of its own or from the parameter.
        struct Has<'a>(InstructionId, u32, &'a str);

        Has(call, position, name) <- ArgumentHas(call, position, name);

        Has(call, position, name) <-
            ParameterHas(function, position, name),
            FunctionOf(function, callee, function_type),
            Call(call, callee, function_type);

        // The call's last argument is `inalloca`.
        struct InAllocaCall(InstructionId);

        InAllocaCall(call) <-
            Has(call, position, "inalloca"),
            let next = position + 1,
            Argument(call, position, _),
            !Argument(call, next, _);

        // LLVM looks at the last argument that has a parameter, whichever is marked.
        Broken(INALLOCA_MEMORY, Subject::Operand(call, position), Detail::None) <-
            InAllocaCall(call),
            Call(call, _, function_type),
            ReturnType(function_type, count),
            Argument(call, position, argument),
            (position + 1 == count),
            Made(argument, alloca, Opcode::Alloca),
            !Flag(alloca, InstructionFlag::InAlloca);

        // The argument stands for a parameter, and is `swifterror`.
        struct PassesError(InstructionId, u32, ValueId);

        PassesError(call, position, argument) <-
            Has(call, position, "swifterror"),
            Call(call, _, function_type),
            ReturnType(function_type, count),
            (position < count),
            Argument(call, position, argument);

        // The value is a `swifterror` parameter or `alloca`.
        struct ErrorValue(ValueId);

        ErrorValue(value) <-
            ParameterHas(function, position, "swifterror"),
            Parameter(value, function, position);

        ErrorValue(value) <-
            Flag(alloca, InstructionFlag::SwiftError),
            Made(value, alloca, _);

        // Such a value may have been passed to what returned this one.
        struct Unknown(ValueId);

        Unknown(value) <- Made(value, call, _), Has(call, _, "swifterror");

        Broken(SWIFTERROR_SOURCE, Subject::Operand(call, position), Detail::Word(what)) <-
            PassesError(call, position, argument),
            !ErrorValue(argument),
            Kind(argument, ValueKind::Argument),
            let what = "a parameter without `swifterror`";

        Broken(SWIFTERROR_SOURCE, Subject::Operand(call, position), Detail::Word(what)) <-
            PassesError(call, position, argument),
            !ErrorValue(argument),
            Made(argument, _, Opcode::Alloca),
            let what = "made by an `alloca` without `swifterror`";

        Broken(SWIFTERROR_SOURCE, Subject::Operand(call, position), Detail::Word(what)) <-
            PassesError(call, position, argument),
            !Made(argument, _, Opcode::Alloca),
            Kind(argument, kind),
            (kind != ValueKind::Argument),
            !Unknown(argument),
            let what = "neither a parameter nor made by an `alloca`";

        Broken(SWIFTERROR_ARGUMENT, Subject::Operand(call, position), Detail::None) <-
            ErrorValue(value),
            Uses(call, position, opcode, value),
            (matches!(opcode, Opcode::Call | Opcode::Invoke)),
            Passed(call, position, value),
            !Has(call, position, "swifterror");

        Broken(SWIFTERROR_USE, Subject::Operand(instruction, position), Detail::None) <-
            ErrorValue(value),
            Uses(instruction, position, opcode, value),
            (!matches!(opcode, Opcode::Load | Opcode::Store | Opcode::Call | Opcode::Invoke));

        Broken(SWIFTERROR_STORED, Subject::Operand(store, 0), Detail::None) <-
            ErrorValue(value),
            Uses(store, 0, Opcode::Store, value),
            !Uses(store, 1, Opcode::Store, value);
    }
}

input_from! { Call(instruction, callee, function_type) from CallInstruction }
input_from! { Argument(instruction, position, argument) from CallArgument }
input_from! { Passed(instruction, position, argument) from CallArgument }
input_from! { Kind(value, kind) from Value }
input_from! { ReturnType(r#type, parameter_count) from FunctionType }
input_from! { FunctionOf(function, value, function_type) from Function }
input_from! { Parameter(value, function, position) from Argument }
input_from! { Flag(instruction, flag) from InstructionFlagRow }
violation_from! { Broken }
