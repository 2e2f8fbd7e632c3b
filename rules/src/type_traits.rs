//! What rules ask of types: the scalar inside a vector, the number of its lanes, and the size of
//! scalars.
//!
//! **Scope: module.** There are a few hundred types.

use facts_schema::{Facts, TypeId, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, sorted};
use program::{Crepe, IntegerType, KindOf, PointerType, Traits, VectorType};

/// How many values of a scalar type make up a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lanes {
    /// One: the type is no vector.
    Scalar,
    /// So many, in a vector.
    Fixed(u32),
    /// So many times `vscale`, in a vector.
    Scalable(u32),
}

/// `type` consists of `lanes` values of type `scalar`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeTraits {
    /// Any type.
    pub r#type: TypeId,
    /// The element of a vector, else the type itself.
    pub scalar: TypeId,
    /// The kind of `scalar`.
    pub kind: TypeKind,
    /// The width of `scalar` in bits, if it is an integer or a floating-point number; its address
    /// space, if it is a pointer; else 0.
    pub measure: u32,
    /// How many there are.
    pub lanes: Lanes,
}

/// The traits of all types of a module, in order.
pub fn of(facts: &Facts) -> Vec<TypeTraits> {
    let mut program = Crepe::new();
    program.extend(facts.r#type.iter().map(KindOf::from));
    program.extend(facts.vector_type.iter().map(VectorType::from));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    program.extend(facts.pointer_type.iter().map(PointerType::from));
    let (traits,) = program.run_with_hasher::<FxBuildHasher>();
    sorted(traits.into_iter().map(|Traits(r#type, scalar, kind, measure, lanes)| TypeTraits {
        r#type,
        scalar,
        kind,
        measure,
        lanes,
    }))
}

mod program {
    use super::{Lanes, float_bits};
    use crepe::crepe;
    use facts_schema::{TypeId, TypeKind};

    crepe! {
        @input
        /// `type` is a type of kind `kind`.
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        /// `type` is a vector of `length` elements of type `element`.
        pub struct VectorType(pub TypeId, pub TypeId, pub u32);

        @input
        /// `type` is an integer of `width` bits.
        pub struct IntegerType(pub TypeId, pub u32);

        @input
        /// `type` is a pointer into `address_space`.
        pub struct PointerType(pub TypeId, pub u32);

        @output
        /// The columns of `TypeTraits`.
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        struct Measure(TypeId, u32);

        Measure(r#type, width) <- IntegerType(r#type, width);

        Measure(r#type, space) <- PointerType(r#type, space);

        Measure(r#type, float_bits(kind)) <-
            KindOf(r#type, kind),
            (!matches!(kind, TypeKind::Integer | TypeKind::Pointer));

        struct Consists(TypeId, TypeId, Lanes);

        Consists(r#type, r#type, Lanes::Scalar) <- KindOf(r#type, _), !VectorType(r#type, _, _);

        Consists(r#type, element, Lanes::Fixed(length)) <-
            KindOf(r#type, TypeKind::Vector),
            VectorType(r#type, element, length);

        Consists(r#type, element, Lanes::Scalable(length)) <-
            KindOf(r#type, TypeKind::ScalableVector),
            VectorType(r#type, element, length);

        Traits(r#type, scalar, kind, measure, lanes) <-
            Consists(r#type, scalar, lanes),
            KindOf(scalar, kind),
            Measure(scalar, measure);
    }
}

/// The size of a floating-point type in bits (LangRef, "Floating-Point Types"); 0 for others.
fn float_bits(kind: TypeKind) -> u32 {
    match kind {
        TypeKind::Half | TypeKind::BFloat => 16,
        TypeKind::Float => 32,
        TypeKind::Double => 64,
        TypeKind::X86Fp80 => 80,
        TypeKind::Fp128 | TypeKind::PpcFp128 => 128,
        _ => 0,
    }
}

/// Whether types of this kind are floating-point types.
pub fn is_float(kind: TypeKind) -> bool {
    float_bits(kind) > 0
}

input_from! { KindOf(r#type, kind) from Type }
input_from! { VectorType(r#type, element_type, length) from VectorType }
input_from! { IntegerType(r#type, width) from IntegerType }
input_from! { PointerType(r#type, address_space) from PointerType }
