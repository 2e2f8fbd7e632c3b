//! Attributes that only certain calls may have, and what they require of arguments.

use facts_schema::{
    AttributeId, InstructionId, Opcode, TailCallKind, TypeFlag, TypeId, ValueId, ValueKind,
};
use rules_macros::datalog;

use crate::checks::attributes::vector_bits;
use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// A call site is `speculatable` only if the called function is.
    ///
    /// Whether a call can be executed speculatively depends on the callee. The call site cannot add
    /// the property.
    deny SPECULATABLE: "CAL010" "call-site-speculatable" {
        message: "the call of `{callee}` is marked `speculatable`, but the function is not",
        reference: "LangRef, Function Attributes, speculatable",
        checks: ["visitCallBase: speculatable attribute may not apply to call sites"],
    }

    /// As a call site attribute, `preallocated` is only allowed on `llvm.call.preallocated.arg`.
    ///
    /// There it gives the type of the requested argument. On any other call, it is an attribute of
    /// an argument.
    deny PREALLOCATED_CALL: "CAL011" "call-site-preallocated" {
        message: "the call of `{callee}` is marked `preallocated`, but is not a call of `llvm.call.preallocated.arg`",
        reference: "LangRef, llvm.call.preallocated.arg Intrinsic",
        checks: ["visitCallBase: preallocated as a call site attribute can only be on llvm.call.preallocated.arg"],
    }

    /// An argument is marked `immarg` only if the parameter is.
    ///
    /// Whether an operand must be an immediate is a property of the intrinsic. The call site cannot
    /// add it.
    deny IMMARG_AT_CALL: "CAL012" "immarg-only-at-call" {
        message: "the call marks `{operand}` as `immarg`, but the parameter of `{callee}` is not",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["visitCallBase: immarg may not apply only to call sites"],
    }

    /// The argument for an `immarg` parameter is an integer or floating-point constant.
    ///
    /// The value becomes an immediate of the selected instruction, so it must be known at compile
    /// time.
    deny NOT_IMMEDIATE: "CAL013" "immarg-not-constant" {
        message: "the argument `{operand}` of an `immarg` parameter of `{callee}` is not an immediate constant",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["visitCallBase: immarg operand has non-immediate parameter"],
    }

    /// The argument for an `immarg` parameter with a `range` is in that range.
    ///
    /// Only these values can be encoded in the instruction.
    deny IMMEDIATE_OUT_OF_RANGE: "CAL014" "immarg-out-of-range" {
        message: "`{operand}` is outside the `{detail}` of the parameter of `{callee}`",
        reference: "LangRef, Parameter Attributes, immarg and range",
        checks: [],
    }

    /// A call with a `preallocated` argument either has an operand bundle `preallocated` or is
    /// `musttail`, but not both.
    ///
    /// The bundle names the `llvm.call.preallocated.setup` that allocated the argument memory. A
    /// `musttail` call passes on the memory that its caller received.
    deny PREALLOCATED_ARGUMENT: "CAL015" "preallocated-without-bundle" {
        message: "the call passes `{operand}` as `preallocated`, with {detail}",
        reference: "LangRef, Parameter Attributes, preallocated",
        checks: ["visitCallBase: preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)"],
    }

    /// At most one argument of a call is marked `nest`, including the variable arguments.
    ///
    /// The static chain is passed in one register.
    deny DUPLICATE_NEST: "CAL016" "duplicate-nest-argument" {
        message: "the call marks `{operand}` and an earlier argument as `nest`",
        reference: "LangRef, Parameter Attributes, nest",
        checks: ["visitCallBase: More than one parameter has attribute nest!"],
    }

    /// At most one argument of a call is marked `returned`, including the variable arguments.
    ///
    /// The call returns one value.
    deny DUPLICATE_RETURNED: "CAL017" "duplicate-returned-argument" {
        message: "the call marks `{operand}` and an earlier argument as `returned`",
        reference: "LangRef, Parameter Attributes, returned",
        checks: ["visitCallBase: More than one parameter has attribute returned!"],
    }

    /// A variable argument marked `returned` has the result type, or a type that can be losslessly
    /// bitcast to it.
    ///
    /// Code may use the argument instead of the result.
    deny RETURNED_DIFFERS: "CAL018" "returned-argument-type" {
        message: "the call marks an argument of type `{operand.type}` as `returned`, but returns a `{result.type}`",
        reference: "LangRef, Parameter Attributes, returned",
        checks: ["visitCallBase: Incompatible argument and return types for 'returned' attribute"],
    }

    /// A variable argument is not marked `sret`.
    ///
    /// The parameter for the result is part of the callee's type, and the callee does not expect it
    /// among the variable arguments.
    deny SRET_VARIABLE: "CAL019" "sret-variable-argument" {
        message: "the call marks the variable argument `{operand}` as `sret`",
        reference: "LangRef, Parameter Attributes, sret",
        checks: ["visitCallBase: Attribute 'sret' cannot be used for vararg call arguments!"],
    }

    /// A variable argument marked `inalloca` is the last argument.
    ///
    /// It is the address of the memory in which the arguments are passed, so no argument follows
    /// it.
    deny INALLOCA_NOT_LAST: "CAL020" "inalloca-argument-not-last" {
        message: "the call marks `{operand}` as `inalloca`, but passes arguments after it",
        reference: "LangRef, Parameter Attributes, inalloca",
        checks: ["visitCallBase: inalloca isn't on the last argument!"],
    }
}

/// Whether a number is outside a range, which may wrap around. Numbers that do not fit into 128
/// bits are assumed to be inside.
fn is_out_of_range(number: &str, lower: &str, upper: &str) -> bool {
    let parse = |text: &str| text.parse::<i128>().ok();
    let (Some(number), Some(lower), Some(upper)) = (parse(number), parse(lower), parse(upper))
    else {
        return false;
    };
    match lower < upper {
        true => !(lower..upper).contains(&number),
        false => number < lower && number >= upper,
    }
}

datalog! { representatives;
    /// The attributes of arguments and parameters that the rules check.
    const OF_ARGUMENTS(&'static str) =
        ["immarg", "inalloca", "nest", "preallocated", "range", "returned", "sret"];

    /// Attributes that at most one argument may have, and the rule that requires this.
    const OF_ONE(&'static str, Rule) = [("nest", DUPLICATE_NEST), ("returned", DUPLICATE_RETURNED)];

    /// `attribute` is named `name`, one of `OF_ARGUMENTS`.
    struct Named(AttributeId, &'static str);

    Named(attribute, name) <-
        attribute { attribute, name: name_text },
        let text = module.text(name_text),
        OF_ARGUMENTS(name),
        (text == name);

    /// At `call`, the argument at `position` has `attribute`, named `name`.
    struct ArgumentHas(InstructionId, u32, &'static str, AttributeId);

    ArgumentHas(call, position, name, attribute) <-
        call_argument_attribute { instruction: call, position, attribute },
        Named(attribute, name),
        call_instruction { instruction: call, opcode },
        (opcode != Opcode::CallBr);

    /// The parameter at `position` of the function `value` has `attribute`, named `name`.
    struct ParameterHas(ValueId, u32, &'static str, AttributeId);

    ParameterHas(value, position, name, attribute) <-
        parameter_attribute { function, position, attribute },
        Named(attribute, name),
        function { function, value };

    /// The argument of `call` at `position` has `attribute`, named `name`, from the call or from
    /// the callee's parameter.
    struct Has(InstructionId, u32, &'static str, AttributeId);

    Has(call, position, name, attribute) <- ArgumentHas(call, position, name, attribute);

    Has(call, position, name, attribute) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        ParameterHas(callee, position, name, attribute),
        value_function { value: callee, function },
        function { function, function_type },
        !ArgumentHas(call, position, name, _);

    /// `call` passes `argument`, which has one of the attributes, for the parameter at `position`.
    struct Passes(InstructionId, u32, ValueId);

    Passes(call, position, argument) <-
        Has(call, position, _, _),
        call_instruction { instruction: call, function_type },
        function_type { type: function_type, parameter_count },
        (position < parameter_count),
        call_argument { instruction: call, position, argument };

    /// `call` passes `argument` as the variable argument at `position`, with the attribute `name`.
    struct MarksVariable(InstructionId, u32, ValueId, &'static str);

    MarksVariable(call, position, argument, name) <-
        ArgumentHas(call, position, name, _),
        call_instruction { instruction: call, function_type },
        type_flag { type: function_type, flag: TypeFlag::VarArg },
        function_type { type: function_type, parameter_count },
        (position >= parameter_count),
        call_argument { instruction: call, position, argument };

    violation(SPECULATABLE, call) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "speculatable" },
        call_instruction { instruction: call, opcode, callee },
        (opcode != Opcode::CallBr),
        !Speculatable(callee);

    /// The function `callee` is `speculatable`.
    struct Speculatable(ValueId);

    Speculatable(callee) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "speculatable" },
        call_instruction { instruction: call, callee },
        value_function { value: callee, function },
        function_attribute { function, attribute: own },
        attribute { attribute: own, name: "speculatable" };

    violation(PREALLOCATED_CALL, call) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "preallocated" },
        call_instruction { instruction: call, opcode, callee },
        (opcode != Opcode::CallBr),
        !value_intrinsic { value: callee, intrinsic: "llvm.call.preallocated.arg" };

    violation(IMMARG_AT_CALL, Subject::Operand(call, position)) <-
        ArgumentHas(call, position, "immarg", _),
        Passes(call, position, _),
        call_instruction { instruction: call, callee },
        !ParameterHas(callee, position, "immarg", _);

    violation(NOT_IMMEDIATE, Subject::Operand(call, position)) <-
        Has(call, position, "immarg", _),
        Passes(call, position, argument),
        value { value: argument, kind },
        (!matches!(kind, ValueKind::ConstantInteger | ValueKind::ConstantFloat));

    violation(IMMEDIATE_OUT_OF_RANGE, Subject::Operand(call, position), range) <-
        Has(call, position, "immarg", _),
        Has(call, position, "range", range),
        Passes(call, position, argument),
        constant_integer { constant: argument, signed },
        attribute_range { attribute: range, position: 0, lower, upper },
        (is_out_of_range(module.text(signed), module.text(lower), module.text(upper)));

    violation(
        PREALLOCATED_ARGUMENT,
        Subject::Operand(call, position),
        Detail::Word("both a bundle `preallocated` and `musttail`")
    ) <-
        Has(call, position, "preallocated", _),
        Passes(call, position, _),
        operand_bundle { instruction: call, tag: "preallocated" },
        tail_call { instruction: call, kind: TailCallKind::MustTail };

    violation(
        PREALLOCATED_ARGUMENT,
        Subject::Operand(call, position),
        Detail::Word("neither a bundle `preallocated` nor `musttail`")
    ) <-
        Has(call, position, "preallocated", _),
        Passes(call, position, _),
        !operand_bundle { instruction: call, tag: "preallocated" },
        !tail_call { instruction: call, kind: TailCallKind::MustTail };

    violation(rule, Subject::Operand(call, position)) <-
        OF_ONE(name, rule),
        MarksVariable(call, position, _, name),
        ArgumentHas(call, earlier, name, _),
        (earlier < position);

    /// The variable argument of `call` at `position` is `returned` and has type `from`, but the
    /// return type is `to`.
    struct ReturnedAs(InstructionId, u32, TypeId, TypeId);

    ReturnedAs(call, position, from, to) <-
        MarksVariable(call, position, argument, "returned"),
        value { value: argument, type: from },
        call_instruction { instruction: call, function_type },
        function_type { type: function_type, return_type: to },
        (from != to);

    /// `from` and `to` are vectors with the same number of bits.
    struct SameBits(TypeId, TypeId);

    SameBits(from, to) <-
        ReturnedAs(_, _, from, to),
        type_traits { type: from, kind, measure, lanes },
        let Some(bits) = vector_bits(kind, measure, lanes),
        type_traits { type: to, kind: to_kind, measure: to_measure, lanes: to_lanes },
        (vector_bits(to_kind, to_measure, to_lanes) == Some(bits));

    violation(RETURNED_DIFFERS, Subject::Operand(call, position)) <-
        ReturnedAs(call, position, from, to),
        !SameBits(from, to);

    violation(SRET_VARIABLE, Subject::Operand(call, position)) <-
        MarksVariable(call, position, _, "sret"),
        call_instruction { instruction: call, callee },
        !value_intrinsic { value: callee, intrinsic: "llvm.experimental.gc.statepoint" };

    violation(INALLOCA_NOT_LAST, Subject::Operand(call, position)) <-
        MarksVariable(call, position, _, "inalloca"),
        call_argument { instruction: call, position: later },
        (later > position);
}
