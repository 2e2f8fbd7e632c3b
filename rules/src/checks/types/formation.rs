//! Types: what they may be made of. These are tables 60 to 62 and 69 of the relational model
//! (Psallida 2014), and the same for the other types that are made of types.
//!
//! LLVM's parser and its bitcode reader let no other types come into being. In memory they can: who
//! makes a type has to see to it, and the verifier never looks at types as such.

use facts_schema::{TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::Detail;

rules! { Types "types";
    /// A vector has at least one element.
    ///
    /// There is no register to hold nothing. Only arrays may be empty.
    warn EMPTY_VECTOR: "TYP070" "vector-without-elements" {
        message: "`{subject}` is a vector without elements",
        reference: "LangRef, Vector Type",
        checks: [],
        tables: [60, 61],
    }

    /// The elements of a vector are integers, floating-point numbers or pointers.
    ///
    /// They lie side by side in a register and are computed with lane by lane. Only some types of
    /// targets can be elements too.
    warn VECTOR_ELEMENT: "TYP071" "vector-element-type" {
        message: "`{subject}` is a vector of what is no number and no pointer",
        reference: "LangRef, Vector Type",
        checks: [],
        tables: [60, 62],
    }

    /// The elements of arrays and the fields of structures are values that can lie in memory.
    ///
    /// `void`, labels, metadata and tokens are no such values, and a function is reached through a
    /// pointer.
    warn MEMBER: "TYP072" "member-type" {
        message: "`{subject}` has a member of type `{detail}`, which cannot lie in memory",
        reference: "LangRef, Array Type and Structure Type",
        checks: [],
    }

    /// A function returns a value, or `void`.
    ///
    /// It cannot return a label, which means something only inside of a function, nor metadata,
    /// which is no value, nor a function: that would be a pointer.
    warn RETURN_TYPE: "TYP073" "function-type-return" {
        message: "functions of type `{subject}` cannot return a `{detail}`",
        reference: "LangRef, Function Type",
        checks: [],
        tables: [69],
    }

    /// The parameters of a function are values.
    ///
    /// `void` is the absence of one, a label means something only inside of a function, and a
    /// function is passed as a pointer.
    warn PARAMETER: "TYP074" "function-type-parameter" {
        message: "functions of type `{subject}` cannot take a `{detail}`",
        reference: "LangRef, Function Type",
        checks: [],
    }

    /// An integer has 1 to 2^23 bits.
    ///
    /// An integer without bits has no values, and LLVM stores the width in 24 bits.
    warn INTEGER_WIDTH: "TYP075" "integer-width" {
        message: "there are no integers of {detail} bits",
        reference: "LangRef, Integer Type",
        checks: [],
    }
}

datalog! { module;
    /// A part of this kind breaks the rule.
    const UNFIT(Rule, TypeKind) = [
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

    /// `type` contains `part`, and `rule` is about such parts.
    struct MadeOf(Rule, TypeId, TypeId);

    MadeOf(VECTOR_ELEMENT, type, element) <- vector_type { type, element_type: element };

    MadeOf(MEMBER, type, element) <- array_type { type, element_type: element };

    MadeOf(MEMBER, type, field) <- struct_field { type, field_type: field };

    MadeOf(RETURN_TYPE, type, return_type) <- function_type { type, return_type };

    MadeOf(PARAMETER, type, parameter) <-
        function_type_parameter { type, parameter_type: parameter };

    violation(rule, whole, part) <-
        MadeOf(rule, whole, part),
        type { type: part, kind },
        UNFIT(rule, kind);

    violation(EMPTY_VECTOR, type) <- vector_type { type, length: 0 };

    violation(INTEGER_WIDTH, type, Detail::Number(width.into())) <-
        integer_type { type, width },
        (width == 0 || width > 1 << 23);
}
