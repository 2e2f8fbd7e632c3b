//! Where attributes are allowed: on functions, parameters or results, on which types, and with
//! which arguments.

use facts_schema::view::{Lanes, float_bits};
use facts_schema::{AttributeId, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use super::AttributePosition;
use super::properties::{PROPERTIES, Properties, Types};
use crate::checks::target_types::can_be_local;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Attributes "attributes";
    /// An attribute of a function or call is a function attribute.
    ///
    /// Each LLVM attribute applies to functions, to parameters or to return values; some apply to
    /// several of these.
    deny NOT_OF_FUNCTIONS: "ATT001" "attribute-not-of-functions" {
        message: "`{subject}` has the attribute `{detail}`, which does not apply to functions",
        reference: "LangRef, Function Attributes",
        checks: ["verifyFunctionAttrs: Attribute '<..>' does not apply to functions!"],
    }

    /// An attribute of a parameter or argument is a parameter attribute.
    ///
    /// Each LLVM attribute applies to functions, to parameters or to return values; some apply to
    /// several of these.
    deny NOT_OF_PARAMETERS: "ATT002" "attribute-not-of-parameters" {
        message: "`{subject}` has the attribute `{detail}`, which does not apply to parameters",
        reference: "LangRef, Parameter Attributes",
        checks: ["verifyParameterAttrs: Attribute '<..>' does not apply to parameters"],
    }

    /// An attribute of a return value is a return attribute.
    ///
    /// Each LLVM attribute applies to functions, to parameters or to return values; some apply to
    /// several of these.
    deny NOT_OF_RESULTS: "ATT003" "attribute-not-of-results" {
        message: "the return value of `{subject}` has the attribute `{detail}`, which does not apply to return values",
        reference: "LangRef, Parameter Attributes",
        checks: ["verifyFunctionAttrs: Attribute '<..>' does not apply to function return values"],
    }

    /// The type of a parameter or return value is one that its attributes apply to.
    ///
    /// `signext` and `zeroext` apply to integers; `nonnull`, `noalias`, `byval` and many others to
    /// pointers; `align` to pointers and vectors of them; `range` to integers and vectors of them;
    /// `nofpclass` to floating-point numbers; `noundef` to every type except `void`.
    deny ATTRIBUTE_TYPE: "ATT004" "attribute-type" {
        message: "the attribute `{detail}` does not apply to this type",
        reference: "LangRef, Parameter Attributes",
        checks: ["verifyParameterAttrs: Attribute '<..>' applied to incompatible type!"],
    }

    /// The bounds of `range` are integers with the width of the value.
    ///
    /// They are compared with the value.
    deny RANGE_WIDTH: "ATT005" "range-width" {
        message: "the bounds of `{detail}` do not have the width of the value",
        reference: "LangRef, Parameter Attributes, range",
        checks: ["verifyParameterAttrs: Range bit width must match type bit width!"],
    }

    /// The type in `byval`, `byref`, `inalloca` and `preallocated` is sized.
    ///
    /// The argument points to memory of that type, such as a copy in the stack frame.
    deny POINTEE_UNSIZED: "ATT006" "attribute-type-unsized" {
        message: "the type in `{detail}` is not sized",
        reference: "LangRef, Parameter Attributes",
        checks: [
            "verifyParameterAttrs: Attribute 'byval' does not support unsized types!",
            "verifyParameterAttrs: Attribute 'byref' does not support unsized types!",
            "verifyParameterAttrs: Attribute 'inalloca' does not support unsized types!",
            "verifyParameterAttrs: Attribute 'preallocated' does not support unsized types!",
        ],
    }

    /// The type in `byval`, `byref`, `inalloca` and `preallocated` is smaller than 4 GiB.
    ///
    /// LLVM does not support larger arguments in memory.
    deny POINTEE_HUGE: "ATT007" "attribute-type-huge" {
        message: "the type in `{detail}` has a size of 4 GiB or more",
        reference: "LangRef, Parameter Attributes",
        checks: [
            "verifyParameterAttrs: huge 'byval' arguments are unsupported",
            "verifyParameterAttrs: huge 'byref' arguments are unsupported",
            "verifyParameterAttrs: huge 'inalloca' arguments are unsupported",
            "verifyParameterAttrs: huge 'preallocated' arguments are unsupported",
        ],
    }

    /// The type in `byval` does not contain a target extension type that cannot be on the stack.
    ///
    /// The callee gets a copy in its stack frame, and some of these types cannot be copied.
    deny POINTEE_NOT_LOCAL: "ATT008" "byval-target-type" {
        message: "the type in `{detail}` cannot be on the stack",
        reference: "LangRef, Target Extension Type",
        checks: [],
    }

    /// The alignment in `align` is at most 2^32.
    ///
    /// LLVM cannot represent larger alignments.
    deny ALIGN_HUGE: "ATT009" "attribute-align-huge" {
        message: "the alignment in `{detail}` is larger than 4294967296",
        reference: "LangRef, Parameter Attributes, align",
        checks: ["verifyParameterAttrs: huge alignment values are unsupported"],
    }

    /// The mask of `nofpclass` consists of one or more of the ten classes of floating-point
    /// numbers.
    ///
    /// An empty mask excludes nothing, and other bits have no meaning.
    deny NOFPCLASS: "ATT010" "nofpclass-classes" {
        message: "the mask in `{detail}` is empty or has unknown bits",
        reference: "LangRef, Parameter Attributes, nofpclass",
        checks: [
            "verifyParameterAttrs: Attribute 'nofpclass' must have at least one test bit set",
            "verifyParameterAttrs: Invalid value for 'nofpclass' test mask",
        ],
    }
}

/// The largest alignment that LLVM can represent.
const LARGEST_ALIGNMENT: u64 = 1 << 32;

/// The smallest size in bytes that is too large for an argument in memory.
const HUGE: u64 = 1 << 32;

/// A bit for each class of floating-point numbers.
const CLASSES: u64 = (1 << 10) - 1;

/// The width in `range(i32 0, 10)`. Only the text of the attribute contains it.
fn range_width(text: &str) -> Option<u32> {
    text.strip_prefix("range(i")?.split(' ').next()?.parse().ok()
}

datalog! { representatives;
    /// The property that an attribute needs at a place, and the rule that requires it.
    const POSITIONS(AttributePosition, Rule, fn(&Properties) -> bool) = [
        (AttributePosition::Function, NOT_OF_FUNCTIONS, |row| row.function),
        (AttributePosition::Parameter, NOT_OF_PARAMETERS, |row| row.parameter),
        (AttributePosition::Result, NOT_OF_RESULTS, |row| row.result),
    ];

    /// The kind of these types, and whether vectors of that kind are included.
    const OF_KIND(Types, TypeKind, bool) = [
        (Types::Integers, TypeKind::Integer, false),
        (Types::IntegerVectors, TypeKind::Integer, true),
        (Types::Pointers, TypeKind::Pointer, false),
        (Types::PointerVectors, TypeKind::Pointer, true),
    ];

    /// Attributes whose argument is the pointee type of a parameter.
    const POINTING(&'static str) = ["byval", "byref", "inalloca", "preallocated"];

    /// `attribute` has these properties. String attributes are excluded.
    struct Known(AttributeId, &'static Properties);

    Known(attribute, properties) <-
        attribute { attribute, name },
        !attribute_string { attribute },
        let text = module.text(name),
        for properties in PROPERTIES,
        (properties.name == text);

    /// `attribute` violates the rule at `place`, regardless of the type.
    struct Wrong(AttributePosition, Rule, AttributeId);

    Wrong(position, rule, attribute) <-
        Known(attribute, properties),
        POSITIONS(position, rule, is_met),
        (!is_met(properties));

    violation(rule, function, attribute) <-
        function_attribute { function, attribute },
        Wrong(AttributePosition::Function, rule, attribute);

    violation(rule, call, attribute) <-
        call_attribute { instruction: call, attribute },
        Wrong(AttributePosition::Function, rule, attribute);

    violation(rule, function, attribute) <-
        return_attribute { function, attribute },
        Wrong(AttributePosition::Result, rule, attribute);

    violation(rule, call, attribute) <-
        call_return_attribute { instruction: call, attribute },
        Wrong(AttributePosition::Result, rule, attribute);

    violation(rule, argument, attribute) <-
        parameter_attribute { function, position, attribute },
        Wrong(AttributePosition::Parameter, rule, attribute),
        function_argument { function, position, value: argument };

    violation(rule, Subject::Operand(call, position), attribute) <-
        call_argument_attribute { instruction: call, position, attribute },
        Wrong(AttributePosition::Parameter, rule, attribute);

    /// A parameter or result of type `type` has `attribute`.
    struct AttributeOnType(AttributeId, TypeId);

    AttributeOnType(attribute, type) <-
        return_attribute { function, attribute },
        function { function, function_type },
        function_type { type: function_type, return_type: type };

    AttributeOnType(attribute, type) <-
        parameter_attribute { function, position, attribute },
        function_argument { function, position, value },
        value { value, type };

    AttributeOnType(attribute, type) <-
        call_return_attribute { instruction: call, attribute },
        call_instruction { instruction: call, function_type },
        function_type { type: function_type, return_type: type };

    AttributeOnType(attribute, type) <-
        call_argument_attribute { instruction: call, position, attribute },
        call_instruction { instruction: call, function_type },
        function_type_parameter { type: function_type, position, parameter_type: type };

    AttributeOnType(attribute, type) <-
        call_argument_attribute { instruction: call, position, attribute },
        call_instruction { instruction: call, function_type },
        !function_type_parameter { type: function_type, position },
        call_argument { instruction: call, position, argument },
        value { value: argument, type };

    /// `attribute` violates the rule on parameters and results of type `type`.
    struct InvalidForType(AttributeId, TypeId, Rule);

    violation(rule, function, attribute) <-
        return_attribute { function, attribute },
        InvalidForType(attribute, type, rule),
        function { function, function_type },
        function_type { type: function_type, return_type: type };

    violation(rule, argument, attribute) <-
        parameter_attribute { function, position, attribute },
        InvalidForType(attribute, type, rule),
        function_argument { function, position, value: argument },
        value { value: argument, type };

    violation(rule, call, attribute) <-
        call_return_attribute { instruction: call, attribute },
        InvalidForType(attribute, type, rule),
        call_instruction { instruction: call, function_type },
        function_type { type: function_type, return_type: type };

    violation(rule, Subject::Operand(call, position), attribute) <-
        call_argument_attribute { instruction: call, position, attribute },
        InvalidForType(attribute, type, rule),
        call_instruction { instruction: call, function_type },
        function_type_parameter { type: function_type, position, parameter_type: type };

    violation(rule, Subject::Operand(call, position), attribute) <-
        call_argument_attribute { instruction: call, position, attribute },
        InvalidForType(attribute, type, rule),
        call_instruction { instruction: call, function_type },
        !function_type_parameter { type: function_type, position },
        call_argument { instruction: call, position, argument },
        value { value: argument, type };

    /// `type` is a floating-point type or a vector of one.
    struct Float(TypeId);

    Float(type) <- type_traits { type, kind }, (float_bits(kind) != 0);

    /// `type` is a `Float`, or an array of such types, of any depth.
    struct Floats(TypeId);

    Floats(type) <- Float(type);

    Floats(array) <- Floats(element), array_type { type: array, element_type: element };

    /// The first field of the structure `type` is a `Float`, and another field has a different
    /// type.
    struct Mixed(TypeId);

    Mixed(type) <-
        struct_field { type, position: 0, field_type: first },
        Float(first),
        struct_field { type, field_type: other },
        (first != other);

    /// `type` belongs to the set of types in the second column.
    struct InTypeSet(TypeId, Types);

    InTypeSet(type, Types::All) <- AttributeOnType(_, type);

    InTypeSet(type, Types::Values) <-
        AttributeOnType(_, type),
        type_traits { type, kind },
        (kind != TypeKind::Void);

    InTypeSet(type, types) <-
        AttributeOnType(_, type),
        type_traits { type, kind, lanes },
        OF_KIND(types, kind, allows_vectors),
        (allows_vectors || lanes == Lanes::Scalar);

    InTypeSet(type, Types::Floats) <- Floats(type);

    InTypeSet(type, Types::Floats) <-
        struct_field { type, position: 0, field_type: field },
        Float(field),
        type_flag { type, flag: TypeFlag::Literal },
        !Mixed(type);

    InvalidForType(attribute, type, ATTRIBUTE_TYPE) <-
        AttributeOnType(attribute, type),
        Known(attribute, properties),
        !InTypeSet(type, properties.types);

    InvalidForType(attribute, type, RANGE_WIDTH) <-
        attribute { attribute, name: "range" },
        AttributeOnType(attribute, type),
        type_traits { type, kind: TypeKind::Integer, measure },
        let Some(width) = range_width(&module.facts().symbol(attribute)),
        (width != measure);

    // LLVM checks the alignment of pointers only, not of vectors of pointers.
    InvalidForType(attribute, type, ALIGN_HUGE) <-
        attribute { attribute, name: "align" },
        attribute_integer { attribute, integer: alignment },
        (alignment > LARGEST_ALIGNMENT),
        AttributeOnType(attribute, type),
        type_traits { type, kind: TypeKind::Pointer, lanes: Lanes::Scalar };

    InvalidForType(attribute, type, NOFPCLASS) <-
        attribute { attribute, name: "nofpclass" },
        attribute_integer { attribute, integer: mask },
        (mask == 0 || mask & !CLASSES != 0),
        AttributeOnType(attribute, type);

    /// `type` is the pointee type in `attribute`.
    struct Pointee(AttributeId, TypeId);

    Pointee(attribute, type) <-
        Known(attribute, properties),
        POINTING(properties.name),
        attribute_type { attribute, type };

    Wrong(AttributePosition::Parameter, POINTEE_UNSIZED, attribute) <-
        Pointee(attribute, type),
        !type_flag { type, flag: TypeFlag::Sized };

    Wrong(AttributePosition::Parameter, POINTEE_HUGE, attribute) <-
        Pointee(attribute, type),
        type_layout { type, allocation_size },
        (allocation_size >= HUGE);

    /// `part` is the pointee type `type`, or is contained in it.
    struct Contains(TypeId, TypeId);

    Contains(type, type) <- Pointee(_, type);

    Contains(type, element) <-
        Contains(type, array),
        array_type { type: array, element_type: element };

    Contains(type, field) <-
        Contains(type, structure),
        struct_field { type: structure, field_type: field };

    Wrong(AttributePosition::Parameter, POINTEE_NOT_LOCAL, attribute) <-
        Pointee(attribute, type),
        attribute { attribute, name: "byval" },
        type_flag { type, flag: TypeFlag::Sized },
        Contains(type, part),
        target_type { type: part, name },
        (!can_be_local(module.text(name)));
}
