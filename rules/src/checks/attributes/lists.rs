//! Attributes of a function or call that depend on each other or on the function type.

use facts_schema::view::Lanes;
use facts_schema::{
    AttributeId, FunctionId, Text, TypeFlag, TypeId, TypeKind, UnnamedAddress, ValueId,
};
use rules_macros::datalog;

use super::vector_bits;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Attributes "attributes";
    /// At most one parameter of a function has `nest`, `returned`, `sret`, `swiftself`,
    /// `swiftasync` or `swifterror`.
    ///
    /// Each of them gives one parameter a special role.
    deny TWO_PARAMETERS: "ATT060" "attribute-on-two-parameters" {
        message: "`{subject}` and an earlier parameter have the attribute `{detail}`",
        reference: "LangRef, Parameter Attributes",
        checks: [
            "verifyFunctionAttrs: More than one parameter has attribute nest!",
            "verifyFunctionAttrs: More than one parameter has attribute returned!",
            "verifyFunctionAttrs: Cannot have multiple 'sret' parameters!",
            "verifyFunctionAttrs: Cannot have multiple 'swiftself' parameters!",
            "verifyFunctionAttrs: Cannot have multiple 'swiftasync' parameters!",
            "verifyFunctionAttrs: Cannot have multiple 'swifterror' parameters!",
        ],
    }

    /// The type of a parameter with the attribute `returned` is the return type, or can be
    /// losslessly bitcast to it.
    ///
    /// Callers may use the argument instead of the result.
    deny RETURNED_TYPE: "ATT061" "returned-type" {
        message: "`{subject}` has the attribute `returned`, but its type does not match the return type",
        reference: "LangRef, Parameter Attributes, returned",
        checks: ["verifyFunctionAttrs: Incompatible argument and return types for 'returned' attribute"],
    }

    /// The attribute `sret` is on the first or second parameter.
    ///
    /// Calling conventions pass the address of the result only there, before or after `this`.
    deny SRET_POSITION: "ATT062" "sret-position" {
        message: "`{subject}` has the attribute `{detail}`, but is neither the first nor the second parameter",
        reference: "LangRef, Parameter Attributes, sret",
        checks: ["verifyFunctionAttrs: Attribute 'sret' is not on first or second parameter!"],
    }

    /// The attribute `inalloca` is on the last parameter.
    ///
    /// The parameter points to all arguments that are passed in memory, and these follow the
    /// arguments in registers.
    deny INALLOCA_POSITION: "ATT063" "inalloca-position" {
        message: "`{subject}` has the attribute `{detail}`, but is not the last parameter",
        reference: "LangRef, Parameter Attributes, inalloca",
        checks: ["verifyFunctionAttrs: inalloca isn't on the last parameter!"],
    }

    /// Only parameters of intrinsics have the attribute `immarg`.
    ///
    /// An immediate is part of an instruction, whereas function arguments are passed as values.
    deny IMMARG_OF_FUNCTION: "ATT064" "immarg-of-function" {
        message: "`{subject}` has the attribute `immarg`, but is not a parameter of an intrinsic",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["verifyFunctionAttrs: immarg attribute only applies to intrinsics"],
    }

    /// Only arguments of intrinsics and of inline assembly have the attribute `elementtype`.
    ///
    /// It gives the type that a pointer points to. Functions do not need it.
    deny ELEMENTTYPE_OF_FUNCTION: "ATT065" "elementtype-of-function" {
        message: "`{subject}` has the attribute `{detail}`, but belongs neither to an intrinsic nor to inline assembly",
        reference: "LangRef, Parameter Attributes, elementtype",
        checks: ["verifyFunctionAttrs: Attribute 'elementtype' can only be applied to intrinsics and inline asm."],
    }

    /// A function with a `writable` parameter may write to argument memory.
    ///
    /// `writable` lets optimisations introduce stores, which the attribute `memory` must not rule
    /// out.
    deny WRITABLE_MEMORY: "ATT066" "writable-without-writes" {
        message: "`{detail}` of `{subject}` forbids writes to argument memory, but a parameter is `writable`",
        reference: "LangRef, Parameter Attributes, writable",
        checks: ["verifyFunctionAttrs: Attribute writable and memory without argmem: write are incompatible!"],
    }

    /// A function with the attribute `jumptable` is `unnamed_addr`.
    ///
    /// Its address is replaced by the address of an entry in a jump table.
    deny JUMPTABLE_ADDRESS: "ATT067" "jumptable-address" {
        message: "`{subject}` has the attribute `jumptable`, but is not `unnamed_addr`",
        reference: "LangRef, Function Attributes, jumptable",
        checks: ["verifyFunctionAttrs: Attribute 'jumptable' requires 'unnamed_addr'"],
    }

    /// The arguments of `allocsize` are the positions of integer parameters.
    ///
    /// The size of the allocated memory is the argument at that position, or the product of the
    /// arguments at both positions.
    deny ALLOCSIZE: "ATT068" "allocsize-parameter" {
        message: "`{detail}` of `{subject}` does not refer to an integer parameter",
        reference: "LangRef, Function Attributes, allocsize",
        checks: [
            "verifyFunctionAttrs: 'allocsize' <..> argument is out of bounds",
            "verifyFunctionAttrs: 'allocsize' <..> argument must refer to an integer parameter",
        ],
    }

    /// `"alloc-variant-zeroed"` is the name of an allocation function of the same type and family
    /// that returns zeroed memory, or of a function that the module does not contain.
    ///
    /// An allocation followed by `memset` is replaced by a call of that function.
    deny ALLOC_VARIANT: "ATT069" "alloc-variant-zeroed" {
        message: "the value in `{detail}` of `{subject}` is not the name of a function of the same family and type that returns zeroed memory",
        reference: "LangRef, Function Attributes, alloc-variant-zeroed",
        checks: [],
    }

    /// `"modular-format"` has at least five parts, and the third is the position of the first
    /// argument to format.
    ///
    /// Calls are redirected to an implementation that only supports what the format needs.
    deny MODULAR_FORMAT: "ATT070" "modular-format-parts" {
        message: "`{detail}` of `{subject}` has too few parts, or does not refer to a parameter",
        reference: "LangRef, Function Attributes, modular-format",
        checks: [],
    }

    /// Only calls have the attribute `"aarch64_zt0_undef"`.
    ///
    /// It means that the caller does not need ZT0 to be preserved.
    deny ZT0_UNDEF: "ATT071" "zt0-undef-of-function" {
        message: "the function `{subject}` has the attribute `{detail}`, which only calls can have",
        reference: "AArch64 SME attributes",
        checks: [],
    }
}

/// The bit of `memory` that allows writes through arguments.
const WRITES_ARGUMENTS: u64 = 2;

/// The bit of `allockind` for zeroed memory.
const ZEROED: u64 = 16;

/// Whether `value` has at least five parts, and the third is a position from 1 to `last`.
fn is_modular_format(value: &str, last: u32) -> bool {
    let parts: Vec<&str> = value.split(',').collect();
    let first = parts.get(2).filter(|part| !part.starts_with('+'));
    let first = first.and_then(|part| part.parse::<u32>().ok());
    parts.len() >= 5 && first.is_some_and(|first| (1..=last).contains(&first))
}

/// The positions of the parameters in `allocsize`: the element size and, if present, the number of
/// elements.
fn allocsize_positions(argument: u64) -> impl Iterator<Item = u32> {
    let (size, number) = ((argument >> 32) as u32, argument as u32);
    [Some(size), (number != u32::MAX).then_some(number)].into_iter().flatten()
}

datalog! { representatives;
    /// The parameter attributes that the rules check, and whether at most one parameter may have
    /// each.
    const OF_PARAMETERS(&'static str, bool) = [
        ("nest", true),
        ("returned", true),
        ("sret", true),
        ("swiftself", true),
        ("swiftasync", true),
        ("swifterror", true),
        ("inalloca", false),
        ("immarg", false),
        ("elementtype", false),
        ("writable", false),
    ];

    /// The function attributes that the rules check, and whether they are string attributes.
    const OF_FUNCTIONS(&'static str, bool) = [
        ("jumptable", false),
        ("allocsize", false),
        ("allockind", false),
        ("alloc-family", true),
        ("alloc-variant-zeroed", true),
        ("modular-format", true),
        ("aarch64_zt0_undef", true),
    ];

    /// `attribute` is named `name`, one of `OF_PARAMETERS`.
    struct OfParameters(AttributeId, &'static str);

    OfParameters(attribute, name) <-
        attribute { attribute, name: name_text },
        !attribute_string { attribute },
        let text = module.text(name_text),
        OF_PARAMETERS(name, _),
        (text == name);

    /// `(bearer, function, function_type, subject, position, attribute, name)`: the parameter or
    /// argument `subject`, at `position` of the function or call `bearer`, has `attribute`, named
    /// `name`. `function` is the function itself or the callee. Variable arguments are excluded.
    struct ParameterHas(Subject, ValueId, TypeId, Subject, u32, AttributeId, &'static str);

    ParameterHas(
        Subject::Function(function),
        value,
        function_type,
        Subject::Value(argument),
        position,
        attribute,
        name
    ) <-
        parameter_attribute { function, position, attribute },
        OfParameters(attribute, name),
        function { function, value, function_type },
        function_argument { function, position, value: argument };

    ParameterHas(
        Subject::Instruction(call),
        callee,
        function_type,
        Subject::Operand(call, position),
        position,
        attribute,
        name
    ) <-
        call_argument_attribute { instruction: call, position, attribute },
        OfParameters(attribute, name),
        call_instruction { instruction: call, callee, function_type },
        function_type_parameter { type: function_type, position };

    violation(TWO_PARAMETERS, subject, attribute) <-
        ParameterHas(bearer, _, _, _, before, _, name),
        OF_PARAMETERS(name, true),
        ParameterHas(bearer, _, _, subject, position, attribute, name),
        (before < position);

    /// `attribute` is `returned`, and `subject` has type `from`, but the return type is `to`.
    struct ReturnedAs(Subject, AttributeId, TypeId, TypeId);

    ReturnedAs(subject, attribute, from, to) <-
        ParameterHas(_, _, function_type, subject, position, attribute, "returned"),
        function_type_parameter { type: function_type, position, parameter_type: from },
        function_type { type: function_type, return_type: to },
        (from != to);

    /// `type`, one of the two types in `ReturnedAs`, is a vector with this number of bits,
    /// multiplied by `vscale` if the flag is set. `x86_amx` counts as a vector.
    struct VectorBits(TypeId, (u64, bool));

    VectorBits(type, bits) <-
        ReturnedAs(_, _, from, to),
        for type in [from, to],
        type_traits { type, kind, measure, lanes },
        let Some(bits) = vector_bits(kind, measure, lanes);

    VectorBits(type, (8192, false)) <-
        ReturnedAs(_, _, from, to),
        for type in [from, to],
        type { type, kind: TypeKind::X86Amx };

    /// `from` and `to` are vectors with the same number of bits.
    struct SameBits(TypeId, TypeId);

    SameBits(from, to) <-
        ReturnedAs(_, _, from, to),
        VectorBits(from, bits),
        VectorBits(to, bits);

    violation(RETURNED_TYPE, subject, attribute) <-
        ReturnedAs(subject, attribute, from, to),
        !SameBits(from, to);

    violation(SRET_POSITION, subject, attribute) <-
        ParameterHas(_, _, _, subject, position, attribute, "sret"),
        (position > 1);

    violation(INALLOCA_POSITION, subject, attribute) <-
        ParameterHas(_, _, function_type, subject, position, attribute, "inalloca"),
        function_type { type: function_type, parameter_count },
        (position + 1 != parameter_count);

    /// The name of `function` has the prefix `llvm.`, which is reserved for intrinsics.
    struct Reserved(ValueId);

    Reserved(function) <-
        ParameterHas(_, function, _, _, _, _, _),
        value_function { value: function },
        value_name { value: function, name },
        (module.text(name).starts_with("llvm."));

    violation(IMMARG_OF_FUNCTION, subject, attribute) <-
        ParameterHas(_, function, _, subject, _, attribute, "immarg"),
        !Reserved(function);

    violation(ELEMENTTYPE_OF_FUNCTION, subject, attribute) <-
        ParameterHas(_, function, _, subject, _, attribute, "elementtype"),
        !Reserved(function),
        !inline_asm { value: function };

    /// `memory` does not allow writes through arguments.
    struct ForbidsWrites(AttributeId);

    ForbidsWrites(memory) <-
        attribute { attribute: memory, name: "memory" },
        attribute_integer { attribute: memory, integer: effects },
        (effects & WRITES_ARGUMENTS == 0);

    violation(WRITABLE_MEMORY, function, memory) <-
        parameter_attribute { function, attribute },
        OfParameters(attribute, "writable"),
        function_attribute { function, attribute: memory },
        ForbidsWrites(memory);

    violation(WRITABLE_MEMORY, call, memory) <-
        call_argument_attribute { instruction: call, attribute },
        OfParameters(attribute, "writable"),
        call_attribute { instruction: call, attribute: memory },
        ForbidsWrites(memory);

    /// `attribute` is named `name`, one of `OF_FUNCTIONS`.
    struct OfFunctions(AttributeId, &'static str);

    OfFunctions(attribute, name) <-
        attribute { attribute, name: name_text },
        !attribute_string { attribute },
        let text = module.text(name_text),
        OF_FUNCTIONS(name, false),
        (text == name);

    OfFunctions(attribute, name) <-
        attribute_string { attribute },
        attribute { attribute, name: name_text },
        let text = module.text(name_text),
        OF_FUNCTIONS(name, true),
        (text == name);

    /// The function or call `subject`, of type `function_type`, has `attribute`, named `name`.
    struct Has(Subject, TypeId, AttributeId, &'static str);

    Has(Subject::Function(function), function_type, attribute, name) <-
        function_attribute { function, attribute },
        OfFunctions(attribute, name),
        function { function, function_type };

    Has(Subject::Instruction(call), function_type, attribute, name) <-
        call_attribute { instruction: call, attribute },
        OfFunctions(attribute, name),
        call_instruction { instruction: call, function_type };

    violation(JUMPTABLE_ADDRESS, function) <-
        OfFunctions(jumptable, "jumptable"),
        function { function, value },
        function_attribute { function, attribute: jumptable },
        !global { global: value, unnamed_address: UnnamedAddress::Global };

    /// `attribute` refers to the parameter at `position` of `function_type`, which is an integer.
    struct AllocsizeParameter(TypeId, AttributeId, u32);

    AllocsizeParameter(function_type, attribute, position) <-
        Has(_, function_type, attribute, "allocsize"),
        attribute_integer { attribute, integer: value },
        for position in allocsize_positions(value),
        function_type_parameter { type: function_type, position, parameter_type: parameter },
        type_traits { type: parameter, kind: TypeKind::Integer, lanes: Lanes::Scalar };

    violation(ALLOCSIZE, subject, attribute) <-
        Has(subject, function_type, attribute, "allocsize"),
        attribute_integer { attribute, integer: value },
        for position in allocsize_positions(value),
        !AllocsizeParameter(function_type, attribute, position);

    /// `attribute`, of the function or call `subject` with type `function_type`, names the function
    /// `variant`.
    struct Variant(Subject, TypeId, AttributeId, FunctionId);

    Variant(subject, function_type, attribute, variant) <-
        Has(subject, function_type, attribute, "alloc-variant-zeroed"),
        attribute_string { attribute, string: name },
        named_value { name, value },
        value_function { value, function: variant };

    /// The function or call `subject` allocates memory of `family`.
    struct Family(Subject, Text);

    Family(subject, family) <-
        Has(subject, _, attribute, "alloc-family"),
        attribute_string { attribute, string: family };

    /// The function or call `subject` returns zeroed memory.
    struct ReturnsZeroed(Subject);

    ReturnsZeroed(subject) <-
        Has(subject, _, attribute, "allockind"),
        attribute_integer { attribute, integer: kind },
        (kind & ZEROED != 0);

    violation(ALLOC_VARIANT, subject, attribute) <-
        Has(subject, _, attribute, "alloc-variant-zeroed"),
        attribute_string { attribute, string: name },
        (module.text(name).is_empty());

    violation(ALLOC_VARIANT, subject, attribute) <-
        Variant(subject, function_type, attribute, variant),
        !function { function: variant, function_type };

    violation(ALLOC_VARIANT, subject, attribute) <-
        Variant(subject, _, attribute, variant),
        Family(subject, family),
        !Family(Subject::Function(variant), family);

    violation(ALLOC_VARIANT, subject, attribute) <-
        Variant(subject, _, attribute, variant),
        !ReturnsZeroed(Subject::Function(variant));

    /// The largest valid position of the first argument to format, counted from 1, in functions of
    /// type `function_type`.
    struct Last(TypeId, u32);

    Last(function_type, parameter_count) <-
        Has(_, function_type, _, "modular-format"),
        function_type { type: function_type, parameter_count },
        !type_flag { type: function_type, flag: TypeFlag::VarArg };

    Last(function_type, parameter_count.saturating_add(1)) <-
        Has(_, function_type, _, "modular-format"),
        function_type { type: function_type, parameter_count },
        type_flag { type: function_type, flag: TypeFlag::VarArg };

    violation(MODULAR_FORMAT, subject, attribute) <-
        Has(subject, function_type, attribute, "modular-format"),
        attribute_string { attribute, string: value },
        Last(function_type, last),
        (!is_modular_format(module.text(value), last));

    violation(ZT0_UNDEF, subject, attribute) <-
        Has(subject, _, attribute, "aarch64_zt0_undef"),
        (matches!(subject, Subject::Function(_)));
}
