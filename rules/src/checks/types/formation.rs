//! The parts of types. These are tables 60 to 62 and 69 of the relational model (Psallida 2014),
//! extended to all types that contain types.
//!
//! LLVM's parser and bitcode reader reject types that violate these rules. Such types can still be
//! created in memory, because the verifier does not check types themselves.

use facts_schema::{TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::Detail;

rules! { Types "types";
    /// A vector has at least one element.
    ///
    /// Only arrays may be empty.
    warn EMPTY_VECTOR: "TYP070" "vector-without-elements" {
        message: "`{subject}` is a vector without elements",
        reference: "LangRef, Vector Type",
        checks: [],
        tables: [60, 61],
    }

    /// The element type of a vector is an integer, floating-point or pointer type.
    ///
    /// Vector operations compute on the elements lane by lane. Some target extension types are also
    /// allowed as elements.
    warn VECTOR_ELEMENT: "TYP071" "vector-element-type" {
        message: "`{subject}` has an element type that is not an integer, floating-point or pointer type",
        reference: "LangRef, Vector Type",
        checks: [],
        tables: [60, 62],
    }

    /// The members of arrays and structures have types whose values can be in memory.
    ///
    /// Values of type `void`, label, metadata and token cannot be in memory, and a function is
    /// referred to by a pointer.
    warn MEMBER: "TYP072" "member-type" {
        message: "`{subject}` has a member of type `{detail}`, which cannot be in memory",
        reference: "LangRef, Array Type and Structure Type",
        checks: [],
    }

    /// The return type of a function is `void` or a first-class type other than label and metadata.
    ///
    /// A label has a meaning only inside a function, metadata is not a value, and a function is
    /// returned as a pointer.
    warn RETURN_TYPE: "TYP073" "function-type-return" {
        message: "a function of type `{subject}` cannot return a `{detail}`",
        reference: "LangRef, Function Type",
        checks: [],
        tables: [69],
    }

    /// The parameters of a function have first-class types other than label.
    ///
    /// `void` has no values, a label has a meaning only inside a function, and a function is passed
    /// as a pointer.
    warn PARAMETER: "TYP074" "function-type-parameter" {
        message: "a function of type `{subject}` cannot have a parameter of type `{detail}`",
        reference: "LangRef, Function Type",
        checks: [],
    }

    /// The width of an integer type is from 1 to 2^23 bits.
    ///
    /// An integer without bits has no values, and LLVM does not support wider ones.
    warn INTEGER_WIDTH: "TYP075" "integer-width" {
        message: "an integer type cannot have a width of {detail} bits",
        reference: "LangRef, Integer Type",
        checks: [],
    }
}

datalog! { module;
    /// The rule is violated by parts of this kind.
    const INVALID_PARTS(Rule, TypeKind) = [
        (VECTOR_ELEMENT, TypeKind::Void),
        (VECTOR_ELEMENT, TypeKind::X86Amx),
        (VECTOR_ELEMENT, TypeKind::Label),
        (VECTOR_ELEMENT, TypeKind::Token),
        (VECTOR_ELEMENT, TypeKind::Metadata),
        (VECTOR_ELEMENT, TypeKind::Function),
        (VECTOR_ELEMENT, TypeKind::Struct),
        (VECTOR_ELEMENT, TypeKind::Array),
        (VECTOR_ELEMENT, TypeKind::Vector),
        (VECTOR_ELEMENT, TypeKind::ScalableVector),
        (MEMBER, TypeKind::Void),
        (MEMBER, TypeKind::Label),
        (MEMBER, TypeKind::Metadata),
        (MEMBER, TypeKind::Token),
        (MEMBER, TypeKind::Function),
        (RETURN_TYPE, TypeKind::Label),
        (RETURN_TYPE, TypeKind::Metadata),
        (RETURN_TYPE, TypeKind::Function),
        (PARAMETER, TypeKind::Void),
        (PARAMETER, TypeKind::Label),
        (PARAMETER, TypeKind::Function),
    ];

    /// `type` contains `part`, to which `rule` applies.
    struct ContainsType(Rule, TypeId, TypeId);

    ContainsType(VECTOR_ELEMENT, type, element) <- vector_type { type, element_type: element };

    ContainsType(MEMBER, type, element) <- array_type { type, element_type: element };

    ContainsType(MEMBER, type, field) <- struct_field { type, field_type: field };

    ContainsType(RETURN_TYPE, type, return_type) <- function_type { type, return_type };

    ContainsType(PARAMETER, type, parameter) <-
        function_type_parameter { type, parameter_type: parameter };

    violation(rule, whole, part) <-
        ContainsType(rule, whole, part),
        type { type: part, kind },
        INVALID_PARTS(rule, kind);

    violation(EMPTY_VECTOR, type) <- vector_type { type, length: 0 };

    violation(INTEGER_WIDTH, type, Detail::Number(width.into())) <-
        integer_type { type, width },
        (width == 0 || width > 1 << 23);
}
