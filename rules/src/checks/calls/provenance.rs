//! Values with restricted uses: `swifterror` values, and the memory of `inalloca` arguments.

use facts_schema::{
    AttributeId, FunctionId, InstructionFlag, InstructionId, Opcode, ValueId, ValueKind,
};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// The memory of an `inalloca` argument is allocated by an `alloca inalloca`.
    ///
    /// The callee finds its arguments in this memory, so it must be on the top of the stack. Only
    /// an `alloca inalloca` guarantees that.
    deny INALLOCA_MEMORY: "CAL030" "inalloca-argument-not-from-inalloca" {
        message: "the call passes `{operand}` as `inalloca`, but a plain `alloca` allocated it",
        reference: "LangRef, Parameter Attributes, inalloca",
        checks: ["visitCallBase: inalloca argument for call has mismatched alloca"],
    }

    /// A `swifterror` argument is a `swifterror` parameter of the caller or a `swifterror` alloca.
    ///
    /// The `swifterror` value represents the register that contains the error. Other memory does
    /// not represent a register.
    deny SWIFTERROR_SOURCE: "CAL031" "swifterror-argument-source" {
        message: "the call passes `{operand}` as `swifterror`, but it is {detail}",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: [
            "visitCallBase: swifterror argument for call has mismatched alloca",
            "visitCallBase: swifterror argument should come from an alloca or parameter",
            "visitCallBase: swifterror argument for call has mismatched parameter",
        ],
    }

    /// A `swifterror` value is passed only as a `swifterror` argument.
    ///
    /// It does not have an address that the callee could use.
    deny SWIFTERROR_ARGUMENT: "CAL032" "swifterror-passed-as-pointer" {
        message: "the call passes the `swifterror` value `{operand}` as a plain pointer",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorCall: swifterror value when used in a callsite should be marked with swifterror attribute"],
    }

    /// A `swifterror` value is used only as the address of a load or store, or as an argument.
    ///
    /// It represents a register, whose address cannot be taken.
    deny SWIFTERROR_USE: "CAL033" "swifterror-misused" {
        message: "`{opcode}` uses the `swifterror` value `{operand}`",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorValue: swifterror value can only be loaded and stored from, or as a swifterror argument!"],
    }

    /// A `swifterror` value is not the stored value of a `store`.
    ///
    /// It represents a register, whose address cannot be taken. Load the error and store that
    /// value.
    deny SWIFTERROR_STORED: "CAL034" "swifterror-stored" {
        message: "the `store` stores the `swifterror` value `{operand}` itself",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["verifySwiftErrorValue: swifterror value should be the second operand when used by stores"],
    }
}

datalog! { module;
    /// The attributes of arguments and parameters that the rules check.
    const ATTRIBUTES(&'static str) = ["inalloca", "swifterror"];

    /// The instructions that may use `swifterror` values.
    const USES_ERRORS(Opcode) = [Opcode::Load, Opcode::Store, Opcode::Call, Opcode::Invoke];

    /// `attribute` is named `name`, one of `ATTRIBUTES`.
    struct Named(AttributeId, &'static str);

    Named(attribute, name) <-
        attribute { attribute, name: name_text },
        let text = module.text(name_text),
        ATTRIBUTES(name),
        (text == name);

    /// The parameter of `function` at `position` has the attribute `name`.
    struct ParameterHas(FunctionId, u32, &'static str);

    ParameterHas(function, position, name) <-
        parameter_attribute { function, position, attribute },
        Named(attribute, name);

    /// The argument of `call` at `position` has the attribute `name`, from the call or from the
    /// callee's parameter.
    struct Has(InstructionId, u32, &'static str);

    Has(call, position, name) <-
        call_argument_attribute { instruction: call, position, attribute },
        Named(attribute, name);

    Has(call, position, name) <-
        ParameterHas(function, position, name),
        function { function, value: callee, function_type },
        value_use { value: callee, instruction: call },
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr);

    /// The last argument of `call` is `inalloca`.
    struct InAllocaCall(InstructionId);

    InAllocaCall(call) <-
        Has(call, position, "inalloca"),
        call_argument { instruction: call, position },
        !call_argument { instruction: call, position: position + 1 };

    // LLVM checks the last argument that has a parameter, even if another one has the attribute.
    violation(INALLOCA_MEMORY, Subject::Operand(call, position)) <-
        InAllocaCall(call),
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        function_type { type: function_type, parameter_count },
        call_argument { instruction: call, position, argument },
        (position + 1 == parameter_count),
        definition { value: argument, instruction: alloca },
        alloca_instruction { instruction: alloca },
        !instruction_flag { instruction: alloca, flag: InstructionFlag::InAlloca };

    /// `value` is a `swifterror` parameter or `alloca`.
    struct ErrorValue(ValueId);

    ErrorValue(value) <-
        ParameterHas(function, position, "swifterror"),
        function_argument { function, position, value };

    ErrorValue(value) <-
        instruction_flag { instruction: alloca, flag: InstructionFlag::SwiftError },
        instruction_result { instruction: alloca, result: value };

    /// `call` passes `argument` as the `swifterror` argument at `position`, but it is not a
    /// `swifterror` value.
    struct PassesOther(InstructionId, u32, ValueId);

    PassesOther(call, position, argument) <-
        Has(call, position, "swifterror"),
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        function_type { type: function_type, parameter_count },
        (position < parameter_count),
        call_argument { instruction: call, position, argument },
        !ErrorValue(argument);

    /// `value` is the result of an `alloca`.
    struct Memory(ValueId);

    Memory(value) <-
        PassesOther(_, _, value),
        definition { value, instruction: alloca },
        alloca_instruction { instruction: alloca };

    /// `value` is the result of a call with a `swifterror` argument.
    struct Returned(ValueId);

    Returned(value) <-
        Has(call, _, "swifterror"),
        instruction_result { instruction: call, result: value };

    violation(
        SWIFTERROR_SOURCE,
        Subject::Operand(call, position),
        Detail::Word("a parameter without `swifterror`")
    ) <-
        PassesOther(call, position, argument),
        value { value: argument, kind: ValueKind::Argument };

    violation(
        SWIFTERROR_SOURCE,
        Subject::Operand(call, position),
        Detail::Word("an `alloca` without `swifterror`")
    ) <-
        PassesOther(call, position, argument),
        Memory(argument);

    violation(
        SWIFTERROR_SOURCE,
        Subject::Operand(call, position),
        Detail::Word("neither a parameter nor an `alloca`")
    ) <-
        PassesOther(call, position, argument),
        !value { value: argument, kind: ValueKind::Argument },
        !Memory(argument),
        !Returned(argument);

    violation(SWIFTERROR_ARGUMENT, Subject::Operand(call, position)) <-
        ErrorValue(value),
        value_use { value, instruction: call, position },
        call_instruction { instruction: call, opcode },
        (opcode != Opcode::CallBr),
        call_argument { instruction: call, position, argument: value },
        !Has(call, position, "swifterror");

    violation(SWIFTERROR_USE, Subject::Operand(instruction, position)) <-
        ErrorValue(value),
        value_use { value, instruction, position },
        instruction { instruction, opcode },
        !USES_ERRORS(opcode);

    violation(SWIFTERROR_STORED, Subject::Operand(store, 0)) <-
        ErrorValue(value),
        value_use { value, instruction: store, position: 0 },
        store_instruction { instruction: store, address },
        (address != value);
}
