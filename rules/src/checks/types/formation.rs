//! Types: what they may be made of. These are tables 60 to 62 and 69 of the relational model
//! (Psallida 2014), and the same for the other types that are made of types.
//!
//! LLVM's parser and its bitcode reader let no other types come into being. In memory they can: who
//! makes a type has to see to it, and the verifier never looks at types as such.
//!
//! **Scope: module.** There are a few hundred types.

use facts_schema::{TypeId, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::is_float;
use crate::violation::Violation;
use program::{
    ArrayType, Broken, Crepe, FunctionType, IntegerType, KindOf, Parameter, StructField, VectorType,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// A vector has at least one element.
    ///
    /// There is no register to hold nothing. Only arrays may be empty.
    warn EMPTY_VECTOR: "TYP070" "vector-without-elements" {
        message: "`{subject}` is a vector without elements",
        reference: "LangRef, Vector Type",
        sites: [],
        tables: [60, 61],
    }

    /// The elements of a vector are integers, floating-point numbers or pointers.
    ///
    /// They lie side by side in a register and are computed with lane by lane. Only some types of
    /// targets can be elements too.
    warn VECTOR_ELEMENT: "TYP071" "vector-element-type" {
        message: "`{subject}` is a vector of what is no number and no pointer",
        reference: "LangRef, Vector Type",
        sites: [],
        tables: [60, 62],
    }

    /// The elements of arrays and the fields of structures are values that can lie in memory.
    ///
    /// `void`, labels, metadata and tokens are no such values, and a function is reached through a
    /// pointer.
    warn MEMBER: "TYP072" "member-type" {
        message: "`{subject}` has a member of type `{detail}`, which cannot lie in memory",
        reference: "LangRef, Array Type and Structure Type",
        sites: [],
    }

    /// A function returns a value, or `void`.
    ///
    /// It cannot return a label, which means something only inside of a function, nor metadata,
    /// which is no value, nor a function: that would be a pointer.
    warn RETURN_TYPE: "TYP073" "function-type-return" {
        message: "functions of type `{subject}` cannot return a `{detail}`",
        reference: "LangRef, Function Type",
        sites: [],
        tables: [69],
    }

    /// The parameters of a function are values.
    ///
    /// `void` is the absence of one, a label means something only inside of a function, and a
    /// function is passed as a pointer.
    warn PARAMETER: "TYP074" "function-type-parameter" {
        message: "functions of type `{subject}` cannot take a `{detail}`",
        reference: "LangRef, Function Type",
        sites: [],
    }

    /// An integer has 1 to 2^23 bits.
    ///
    /// An integer without bits has no values, and LLVM stores the width in 24 bits.
    warn INTEGER_WIDTH: "TYP075" "integer-width" {
        message: "there are no integers of {detail} bits",
        reference: "LangRef, Integer Type",
        sites: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let mut program = Crepe::new();
    program.extend(facts.r#type.iter().map(KindOf::from));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    program.extend(facts.vector_type.iter().map(VectorType::from));
    program.extend(facts.array_type.iter().map(ArrayType::from));
    program.extend(facts.struct_field.iter().map(StructField::from));
    program.extend(facts.function_type.iter().map(FunctionType::from));
    program.extend(facts.function_type_parameter.iter().map(Parameter::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Whether vectors have elements of this kind.
fn fits_into_vector(kind: TypeKind) -> bool {
    is_float(kind) || matches!(kind, TypeKind::Integer | TypeKind::Pointer | TypeKind::Target)
}

/// Whether values of this kind can lie in memory.
fn lies_in_memory(kind: TypeKind) -> bool {
    use TypeKind::*;
    !matches!(kind, Void | Label | Metadata | Token | Function)
}

mod program {
    use crepe::crepe;

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct IntegerType(pub TypeId, pub u32);

        @input
        pub struct VectorType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub TypeId);

        @input
        pub struct FunctionType(pub TypeId, pub TypeId);

        @input
        pub struct Parameter(pub TypeId, pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(EMPTY_VECTOR, Subject::Type(vector), Detail::None) <-
            VectorType(vector, _, length),
            (length == 0);

        Broken(VECTOR_ELEMENT, Subject::Type(vector), Detail::Type(element)) <-
            VectorType(vector, element, _),
            KindOf(element, kind),
            (!fits_into_vector(kind));

        // The array or structure `aggregate` has members of type `member`.
        struct Member(TypeId, TypeId);

        Member(aggregate, member) <- ArrayType(aggregate, member);

        Member(aggregate, member) <- StructField(aggregate, member);

        Broken(MEMBER, Subject::Type(aggregate), Detail::Type(member)) <-
            Member(aggregate, member),
            KindOf(member, kind),
            (!lies_in_memory(kind));

        Broken(RETURN_TYPE, Subject::Type(function), Detail::Type(returned)) <-
            FunctionType(function, returned),
            KindOf(returned, kind),
            (matches!(kind, TypeKind::Label | TypeKind::Metadata | TypeKind::Function));

        Broken(PARAMETER, Subject::Type(function), Detail::Type(parameter)) <-
            Parameter(function, parameter),
            KindOf(parameter, kind),
            (matches!(kind, TypeKind::Void | TypeKind::Label | TypeKind::Function));

        Broken(INTEGER_WIDTH, Subject::Type(integer), Detail::Number(width.into())) <-
            IntegerType(integer, width),
            (width == 0 || width > 1 << 23);
    }
}

input_from! { KindOf(r#type, kind) from Type }
input_from! { IntegerType(r#type, width) from IntegerType }
input_from! { VectorType(r#type, element_type, length) from VectorType }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { StructField(r#type, field_type) from StructField }
input_from! { FunctionType(r#type, return_type) from FunctionType }
input_from! { Parameter(r#type, parameter_type) from FunctionTypeParameter }
violation_from! { Broken }
