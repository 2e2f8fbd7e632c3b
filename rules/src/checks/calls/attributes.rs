//! Attributes that only some calls may have, and what they ask of arguments.
//!
//! **Scope: sample.**

use facts_schema::{
    AttributeId, AttributeRange, CallInstruction, ConstantInteger, FunctionId, InstructionId,
    TailCallKind, TypeFlag, TypeId, TypeKind, ValueId, ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{callees, calls};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    Argument, ArgumentHas, Broken, Bundle, Call, CallHas, Crepe, FunctionHas, FunctionOf, Integer,
    IntrinsicOf, Kind, ParameterHas, Range, ReturnType, Traits, TypeFlagOf, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// Only a call of a function that is `speculatable` may be marked so.
    ///
    /// A call that may be moved to where the program would never have come is safe because of what
    /// the callee does; the caller cannot know.
    deny SPECULATABLE: "CAL010" "call-site-speculatable" {
        message: "the call of `{callee}` is marked `speculatable`, but the function is not",
        reference: "LangRef, Function Attributes, speculatable",
        checks: ["visitCallBase: speculatable attribute may not apply to call sites"],
    }

    /// As an attribute of a whole call, `preallocated` belongs to `llvm.call.preallocated.arg`.
    ///
    /// There it says what type the argument has whose place is asked for. On any other call, it
    /// belongs to an argument.
    deny PREALLOCATED_CALL: "CAL011" "call-site-preallocated" {
        message: "the call of `{callee}` is marked `preallocated`, but is no `llvm.call.preallocated.arg`",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: ["visitCallBase: preallocated as a call site attribute can only be on llvm.call.preallocated.arg"],
    }

    /// An argument is marked `immarg` only if the parameter is.
    ///
    /// Whether an operand has to be a constant is a property of the intrinsic. A call cannot add it.
    deny IMMARG_AT_CALL: "CAL012" "immarg-only-at-call" {
        message: "marks `{operand}` as `immarg`, but the parameter of `{callee}` is not",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["visitCallBase: immarg may not apply only to call sites"],
    }

    /// What is passed for an `immarg` parameter is an integer or floating-point constant.
    ///
    /// The value becomes a part of the instruction that is selected, so it has to be known when the
    /// program is compiled.
    deny NOT_IMMEDIATE: "CAL013" "immarg-not-constant" {
        message: "passes `{operand}`, which is not a plain constant, for an `immarg` parameter of `{callee}`",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["visitCallBase: immarg operand has non-immediate parameter"],
    }

    /// What is passed for an `immarg` parameter with a `range` lies in it.
    ///
    /// Only these values have an encoding in the instruction.
    deny IMMEDIATE_OUT_OF_RANGE: "CAL014" "immarg-out-of-range" {
        message: "`{operand}` lies outside of the `{detail}` of the parameter of `{callee}`",
        reference: "LangRef, Parameter Attributes, immarg and range",
        checks: [],
    }

    /// A call with a `preallocated` argument has a bundle `preallocated` or is `musttail`, and not
    /// both.
    ///
    /// The bundle names the call of `llvm.call.preallocated.setup` that has made room for the
    /// argument. A `musttail` call passes on the room that the caller has been given.
    deny PREALLOCATED_ARGUMENT: "CAL015" "preallocated-without-bundle" {
        message: "passes `{operand}` as `preallocated`, with {detail}",
        reference: "LangRef, Parameter Attributes, preallocated",
        checks: ["visitCallBase: preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)"],
    }

    /// At most one argument of a call is marked `nest`, variable arguments included.
    ///
    /// The static chain is passed in one register.
    deny NEST_TWICE: "CAL016" "nest-argument-twice" {
        message: "marks `{operand}` as `nest`, and another argument before it",
        reference: "LangRef, Parameter Attributes, nest",
        checks: ["visitCallBase: More than one parameter has attribute nest!"],
    }

    /// At most one argument of a call is marked `returned`, variable arguments included.
    ///
    /// The call returns one value.
    deny RETURNED_TWICE: "CAL017" "returned-argument-twice" {
        message: "marks `{operand}` as `returned`, and another argument before it",
        reference: "LangRef, Parameter Attributes, returned",
        checks: ["visitCallBase: More than one parameter has attribute returned!"],
    }

    /// A variable argument that is `returned` has the type of the result, or a vector of the same
    /// number of bits.
    ///
    /// Whoever needs the result may take the argument in its place.
    deny RETURNED_DIFFERS: "CAL018" "returned-argument-type" {
        message: "marks a `{operand.type}` as `returned`, but returns a `{result.type}`",
        reference: "LangRef, Parameter Attributes, returned",
        checks: ["visitCallBase: Incompatible argument and return types for 'returned' attribute"],
    }

    /// No variable argument is marked `sret`.
    ///
    /// Where the result goes is a part of the callee's type; a callee does not look for it among its
    /// variable arguments.
    deny SRET_VARIABLE: "CAL019" "sret-variable-argument" {
        message: "marks the variable argument `{operand}` as `sret`",
        reference: "LangRef, Parameter Attributes, sret",
        checks: ["visitCallBase: Attribute 'sret' cannot be used for vararg call arguments!"],
    }

    /// If a variable argument is marked `inalloca`, it is the last argument.
    ///
    /// The argument *is* the memory in which the arguments are passed, so nothing comes after it.
    deny INALLOCA_NOT_LAST: "CAL020" "inalloca-argument-not-last" {
        message: "marks `{operand}` as `inalloca`, but passes more after it",
        reference: "LangRef, Parameter Attributes, inalloca",
        checks: ["visitCallBase: inalloca isn't on the last argument!"],
    }
}

/// The attributes of calls and arguments that the rules know, and with them their ranges.
const ATTRIBUTES: &[&str] =
    &["speculatable", "preallocated", "immarg", "nest", "returned", "sret", "inalloca", "range"];

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let names = context.attribute_names(ATTRIBUTES);
    if names.is_empty() {
        return Vec::new();
    }
    let callees = callees(context, calls(&sample.call_instruction));
    let value_of: FxHashMap<_, _> = callees.iter().map(|row| (row.function, row.value)).collect();
    let marked = Marked::of(context, &names, &value_of);
    let rows = || calls(&sample.call_instruction).filter(|row| marked.contains(row));
    let shown: FxHashSet<_> = rows().map(|row| row.instruction).collect();
    let arguments = || sample.call_argument.iter().filter(|row| shown.contains(&row.instruction));
    let passed: FxHashSet<_> = arguments().map(|row| row.argument).collect();
    let types: FxHashSet<_> = rows().map(|row| row.function_type).collect();

    let mut program = Crepe::new();
    program.extend(rows().map(Call::from));
    program.extend(arguments().map(Argument::from));
    let values = sample.value.iter().filter(|row| passed.contains(&row.value));
    program.extend(values.map(Value::from));
    program.extend(context.traits.iter().map(Traits::from));
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(ReturnType::from));
    program.extend(facts.type_flag.iter().map(TypeFlagOf::from));
    program.extend(callees.iter().map(|&row| FunctionOf::from(row)));
    program.extend(facts.intrinsic.iter().filter_map(|row| {
        Some(IntrinsicOf(*value_of.get(&row.function)?, context.text(row.intrinsic)))
    }));
    program.extend(facts.function_attribute.iter().filter_map(|row| {
        Some(FunctionHas(*value_of.get(&row.function)?, names.get(&row.attribute)?))
    }));
    program.extend(marked.calls);
    program.extend(marked.arguments);
    program.extend(marked.parameters);
    program.extend(facts.attribute_range.iter().filter_map(|row| range(context, row)));
    let constants = facts.constant_integer.iter().filter(|row| passed.contains(&row.constant));
    program.extend(constants.filter_map(|row| integer(context, row)));
    let bundles = sample.operand_bundle.iter();
    program.extend(bundles.map(|row| Bundle(row.instruction, context.text(row.tag))));
    program.extend(sample.tail_call.iter().map(Kind::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// The attributes of calls, arguments and parameters that the rules know.
struct Marked<'a> {
    calls: Vec<CallHas<'a>>,
    arguments: Vec<ArgumentHas<'a>>,
    parameters: Vec<ParameterHas<'a>>,
    /// Calls that have one, or an argument that has one.
    instructions: FxHashSet<InstructionId>,
    /// Functions that have a parameter that has one.
    functions: FxHashSet<ValueId>,
}

impl<'a> Marked<'a> {
    fn of(
        context: &Context<'a>,
        names: &FxHashMap<AttributeId, &'a str>,
        value_of: &FxHashMap<FunctionId, ValueId>,
    ) -> Self {
        let sample = &context.sample.facts;
        let calls = sample.call_attribute.iter();
        let calls: Vec<_> = calls
            .filter_map(|row| Some(CallHas(row.instruction, names.get(&row.attribute)?)))
            .collect();
        let arguments = sample.call_argument_attribute.iter();
        let arguments: Vec<_> = arguments
            .filter_map(|row| {
                let name = *names.get(&row.attribute)?;
                Some(ArgumentHas(row.instruction, row.position, name, row.attribute))
            })
            .collect();
        let parameters = context.facts.parameter_attribute.iter();
        let parameters: Vec<_> = parameters
            .filter_map(|row| {
                let name = *names.get(&row.attribute)?;
                Some(ParameterHas(*value_of.get(&row.function)?, row.position, name, row.attribute))
            })
            .collect();
        let instructions = calls.iter().map(|row| row.0).chain(arguments.iter().map(|row| row.0));
        Self {
            instructions: instructions.collect(),
            functions: parameters.iter().map(|row| row.0).collect(),
            calls,
            arguments,
            parameters,
        }
    }

    fn contains(&self, call: &CallInstruction) -> bool {
        self.instructions.contains(&call.instruction) || self.functions.contains(&call.callee)
    }
}

/// The first range of an attribute, if its bounds are not too wide to be compared.
fn range(context: &Context, row: &AttributeRange) -> Option<Range> {
    let bound = |text| context.text(text).parse().ok();
    let is_first = row.position == 0;
    Some(Range(row.attribute, bound(row.lower)?, bound(row.upper)?)).filter(|_| is_first)
}

fn integer(context: &Context, row: &ConstantInteger) -> Option<Integer> {
    Some(Integer(row.constant, context.text(row.signed).parse().ok()?))
}

/// Whether a range, which may go through the greatest number on to the least, contains a number.
fn contains(lower: i128, upper: i128, number: i128) -> bool {
    match lower < upper {
        true => (lower..upper).contains(&number),
        false => number >= lower || number < upper,
    }
}

/// How many bits a vector has, where `returned` may cast it; LLVM counts none for pointers.
fn vector_bits(kind: TypeKind, measure: u32, lanes: Lanes) -> Option<(bool, u64)> {
    let measure = if kind == TypeKind::Pointer { 0 } else { measure };
    match lanes {
        Lanes::Scalar => None,
        Lanes::Fixed(count) => Some((false, u64::from(measure) * u64::from(count))),
        Lanes::Scalable(count) => Some((true, u64::from(measure) * u64::from(count))),
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call(pub InstructionId, pub ValueId, pub TypeId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub ValueKind, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @input
        pub struct ReturnType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct TypeFlagOf(pub TypeId, pub TypeFlag);

        @input
        pub struct FunctionOf(pub ValueId, pub TypeId);

        @input
        pub struct IntrinsicOf<'a>(pub ValueId, pub &'a str);

        @input
        pub struct FunctionHas<'a>(pub ValueId, pub &'a str);

        @input
        pub struct ParameterHas<'a>(pub ValueId, pub u32, pub &'a str, pub AttributeId);

        @input
        pub struct CallHas<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct ArgumentHas<'a>(pub InstructionId, pub u32, pub &'a str, pub AttributeId);

        @input
        /// `attribute` asks for a value from `lower` up to, but not including, `upper`.
        pub struct Range(pub AttributeId, pub i128, pub i128);

        @input
        pub struct Integer(pub ValueId, pub i128);

        @input
        pub struct Bundle<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Kind(pub InstructionId, pub TailCallKind);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(SPECULATABLE, Subject::Instruction(call), Detail::None) <-
            CallHas(call, "speculatable"),
            Call(call, callee, _),
            !FunctionHas(callee, "speculatable");

        Broken(PREALLOCATED_CALL, Subject::Instruction(call), Detail::None) <-
            CallHas(call, "preallocated"),
            Call(call, callee, _),
            !IntrinsicOf(callee, "llvm.call.preallocated.arg");

        // The argument at a position has an attribute, of its own or from the parameter.
        struct Has<'a>(InstructionId, u32, &'a str, AttributeId);

        Has(call, position, name, attribute) <- ArgumentHas(call, position, name, attribute);

        Has(call, position, name, attribute) <-
            Call(call, callee, function_type),
            FunctionOf(callee, function_type),
            ParameterHas(callee, position, name, attribute),
            !ArgumentHas(call, position, name, _);

        // The argument at a position stands for a parameter.
        struct Passes(InstructionId, u32, ValueId);

        Passes(call, position, argument) <-
            Call(call, _, function_type),
            ReturnType(function_type, _, count),
            Argument(call, position, argument),
            (position < count);

        // The argument at a position is a variable argument.
        struct Variable(InstructionId, u32);

        Variable(call, position) <-
            Call(call, _, function_type),
            TypeFlagOf(function_type, TypeFlag::VarArg),
            ReturnType(function_type, _, count),
            Argument(call, position, _),
            (position >= count);

        Broken(IMMARG_AT_CALL, Subject::Operand(call, position), Detail::None) <-
            ArgumentHas(call, position, "immarg", _),
            Passes(call, position, _),
            Call(call, callee, _),
            !ParameterHas(callee, position, "immarg", _);

        Broken(NOT_IMMEDIATE, Subject::Operand(call, position), Detail::None) <-
            Has(call, position, "immarg", _),
            Passes(call, position, argument),
            Value(argument, kind, _),
            (!matches!(kind, ValueKind::ConstantInteger | ValueKind::ConstantFloat));

        Broken(IMMEDIATE_OUT_OF_RANGE, Subject::Operand(call, position), Detail::Attribute(range)) <-
            Has(call, position, "immarg", _),
            Has(call, position, "range", range),
            Passes(call, position, argument),
            Integer(argument, number),
            Range(range, lower, upper),
            (!contains(lower, upper, number));

        Broken(PREALLOCATED_ARGUMENT, Subject::Operand(call, position), Detail::Word(have)) <-
            Has(call, position, "preallocated", _),
            Passes(call, position, _),
            Bundle(call, "preallocated"),
            Kind(call, TailCallKind::MustTail),
            let have = "both a bundle `preallocated` and `musttail`";

        Broken(PREALLOCATED_ARGUMENT, Subject::Operand(call, position), Detail::Word(have)) <-
            Has(call, position, "preallocated", _),
            Passes(call, position, _),
            !Bundle(call, "preallocated"),
            !Kind(call, TailCallKind::MustTail),
            let have = "neither a bundle `preallocated` nor `musttail`";

        Broken(NEST_TWICE, Subject::Operand(call, position), Detail::None) <-
            Variable(call, position),
            ArgumentHas(call, position, "nest", _),
            ArgumentHas(call, earlier, "nest", _),
            (earlier < position);

        Broken(RETURNED_TWICE, Subject::Operand(call, position), Detail::None) <-
            Variable(call, position),
            ArgumentHas(call, position, "returned", _),
            ArgumentHas(call, earlier, "returned", _),
            (earlier < position);

        // A variable argument of one type stands for a result of another.
        struct ReturnedAs(InstructionId, u32, TypeId, TypeId);

        ReturnedAs(call, position, from, to) <-
            Variable(call, position),
            ArgumentHas(call, position, "returned", _),
            Argument(call, position, argument),
            Value(argument, _, from),
            Call(call, _, function_type),
            ReturnType(function_type, to, _),
            (from != to);

        // Both are vectors, of the same number of bits.
        struct SameBits(TypeId, TypeId);

        SameBits(from, to) <-
            ReturnedAs(_, _, from, to),
            Traits(to, to_kind, to_measure, to_lanes),
            Traits(from, from_kind, from_measure, from_lanes),
            (vector_bits(to_kind, to_measure, to_lanes).is_some()),
            (vector_bits(from_kind, from_measure, from_lanes)
                == vector_bits(to_kind, to_measure, to_lanes));

        Broken(RETURNED_DIFFERS, Subject::Operand(call, position), Detail::None) <-
            ReturnedAs(call, position, from, to),
            !SameBits(from, to);

        Broken(SRET_VARIABLE, Subject::Operand(call, position), Detail::None) <-
            Variable(call, position),
            ArgumentHas(call, position, "sret", _),
            Call(call, callee, _),
            !IntrinsicOf(callee, "llvm.experimental.gc.statepoint");

        Broken(INALLOCA_NOT_LAST, Subject::Operand(call, position), Detail::None) <-
            Variable(call, position),
            ArgumentHas(call, position, "inalloca", _),
            Argument(call, later, _),
            (later > position);
    }
}

input_from! { Call(instruction, callee, function_type) from CallInstruction }
input_from! { Argument(instruction, position, argument) from CallArgument }
input_from! { Value(value, kind, r#type) from Value }
input_from! { Traits(r#type, kind, measure, lanes) from crate::type_traits::TypeTraits }
input_from! { ReturnType(r#type, return_type, parameter_count) from FunctionType }
input_from! { TypeFlagOf(r#type, flag) from TypeFlagRow }
input_from! { FunctionOf(value, function_type) from Function }
input_from! { Kind(instruction, kind) from TailCall }
violation_from! { Broken }
