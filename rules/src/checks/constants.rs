//! Constants: signed pointers, and which constants are judged at all.
//!
//! LLVM's verifier walks the constants that initializers, aliases and the operands of instructions
//! consist of. It does not look at prefix and prologue data, personalities and metadata.
//!
//! **Scope: module**, on the few constants that the rules speak of.

use facts_schema::{EntityId, Facts, TypeKind, Value as ValueRow, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{Broken, Crepe, Deactivation, PtrAuth, Traits, Value};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Constants "constants";
    /// A signed pointer has the type of the pointer that it signs.
    ///
    /// The signature lies in bits of the pointer that the address does not need.
    deny SIGNED_DIFFERS: "CON001" "ptrauth-type" {
        message: "a signed `{detail.type}` cannot be a `{result.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        sites: [2479, 2482],
    }

    /// The key of a signed pointer is an `i32`.
    ///
    /// It is the number of one of the processor's keys.
    deny KEY: "CON002" "ptrauth-key" {
        message: "the key of a signed pointer is an `i32`, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        sites: [2485],
    }

    /// The discriminator of a signed pointer is an `i64`.
    ///
    /// It tells apart what pointers are for, so that a pointer for one thing does not pass for
    /// another.
    deny DISCRIMINATOR: "CON003" "ptrauth-discriminator" {
        message: "the discriminator of a signed pointer is an `i64`, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        sites: [2491],
    }

    /// The address discriminator of a signed pointer is a pointer.
    ///
    /// It is the address at which the signed pointer lies, which the signature can be bound to.
    deny ADDRESS_DISCRIMINATOR: "CON004" "ptrauth-address-discriminator" {
        message: "the address discriminator of a signed pointer is a pointer, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        sites: [2488],
    }

    /// What switches the signing of a pointer off is a symbol.
    ///
    /// When the program is linked and the symbol is found to be defined, the pointer is left
    /// unsigned. Linkers know symbols, and no addresses computed from them.
    deny DEACTIVATION: "CON005" "ptrauth-deactivation-symbol" {
        message: "the deactivation symbol `{detail}` of a signed pointer is no symbol",
        reference: "LangRef, Pointer Authentication Constants",
        sites: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.ptrauth.is_empty() {
        return Vec::new();
    }
    let judged = judged_constants(context);
    let signed = || facts.ptrauth.iter().filter(|row| judged.contains(&row.constant));
    let symbols = || facts.ptrauth_deactivation.iter().filter(|it| judged.contains(&it.constant));
    let values = signed()
        .flat_map(|it| {
            [it.constant, it.pointer, it.key, it.discriminator, it.address_discriminator]
        })
        .chain(symbols().map(|it| it.deactivation_symbol));

    let mut program = Crepe::new();
    program.extend(signed().map(PtrAuth::from));
    program.extend(symbols().map(Deactivation::from));
    program.extend(values.filter_map(|it| Some(Value::from(row(facts, it)?))));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

fn row(facts: &Facts, value: ValueId) -> Option<&ValueRow> {
    facts.value.get(value.index())
}

fn is_global(kind: ValueKind) -> bool {
    use ValueKind::*;
    matches!(kind, Function | GlobalVariable | Alias | IFunc)
}

mod program {
    use crepe::crepe;
    use facts_schema::TypeId;

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct PtrAuth(pub ValueId, pub ValueId, pub ValueId, pub ValueId, pub ValueId);

        @input
        pub struct Deactivation(pub ValueId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub ValueKind, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `value` is a scalar of `kind` and `measure`, or a vector of such.
        struct Scalar(ValueId, TypeKind, u32, Lanes);

        Scalar(value, kind, measure, lanes) <-
            Value(value, _, r#type),
            Traits(r#type, kind, measure, lanes);

        Broken(SIGNED_DIFFERS, Subject::Value(constant), Detail::Value(pointer)) <-
            PtrAuth(constant, pointer, _, _, _),
            Value(constant, _, r#type),
            Value(pointer, _, pointer_type),
            (pointer_type != r#type);

        Broken(SIGNED_DIFFERS, Subject::Value(constant), Detail::Value(pointer)) <-
            PtrAuth(constant, pointer, _, _, _),
            Scalar(pointer, kind, _, lanes),
            (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

        Broken(KEY, Subject::Value(constant), Detail::Value(key)) <-
            PtrAuth(constant, _, key, _, _),
            Scalar(key, kind, width, lanes),
            ((kind, width, lanes) != (TypeKind::Integer, 32, Lanes::Scalar));

        Broken(DISCRIMINATOR, Subject::Value(constant), Detail::Value(discriminator)) <-
            PtrAuth(constant, _, _, discriminator, _),
            Scalar(discriminator, kind, width, lanes),
            ((kind, width, lanes) != (TypeKind::Integer, 64, Lanes::Scalar));

        Broken(ADDRESS_DISCRIMINATOR, Subject::Value(constant), Detail::Value(address)) <-
            PtrAuth(constant, _, _, _, address),
            Scalar(address, kind, _, lanes),
            (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

        Broken(DEACTIVATION, Subject::Value(constant), Detail::Value(symbol)) <-
            Deactivation(constant, symbol),
            Value(symbol, kind, _),
            (!is_global(kind));
    }
}

input_from! { PtrAuth(constant, pointer, key, discriminator, address_discriminator) from PtrAuth }
input_from! { Deactivation(constant, deactivation_symbol) from PtrAuthDeactivation }
input_from! { Value(value, kind, r#type) from Value }
input_from! { Traits(r#type, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }

/// The constants that LLVM's verifier looks at. To be asked only when some constant is in question:
/// it takes all constants of the module.
pub(super) fn judged_constants(context: &Context) -> FxHashSet<ValueId> {
    use reach::{Crepe, Part, Reached, Root};
    let facts = context.facts;
    let mut program = Crepe::new();
    program.extend(facts.global_initializer.iter().map(|row| Root(row.initializer)));
    program.extend(facts.alias.iter().map(|row| Root(row.aliasee)));
    let operands = facts.instruction_operand.iter().map(|row| row.operand);
    let has_parts = |it: &ValueId| row(facts, *it).is_some_and(|row| has_parts(row.kind));
    program.extend(operands.filter(has_parts).map(Root));
    program.extend(facts.constant_element.iter().map(|row| Part(row.constant, row.element)));
    program.extend(facts.constant_operand.iter().map(|row| Part(row.constant, row.operand)));
    let signed = facts.ptrauth.iter();
    program.extend(signed.flat_map(|row| {
        [row.pointer, row.key, row.discriminator, row.address_discriminator]
            .map(|part| Part(row.constant, part))
    }));
    let (reached,) = program.run_with_hasher::<FxBuildHasher>();
    reached.into_iter().map(|Reached(constant)| constant).collect()
}

/// Whether constants of this kind consist of others.
fn has_parts(kind: ValueKind) -> bool {
    matches!(
        kind,
        ValueKind::ConstantArray
            | ValueKind::ConstantStruct
            | ValueKind::ConstantVector
            | ValueKind::ConstantExpression
            | ValueKind::PtrAuth
    )
}

mod reach {
    use crepe::crepe;
    use facts_schema::ValueId;

    crepe! {
        @input
        /// `constant` is where LLVM's verifier begins to look.
        pub struct Root(pub ValueId);

        @input
        /// `whole` is made of `part`, and perhaps of others.
        pub struct Part(pub ValueId, pub ValueId);

        @output
        /// `constant` is looked at.
        pub struct Reached(pub ValueId);

        Reached(constant) <- Root(constant);

        Reached(part) <- Reached(whole), Part(whole, part);
    }
}
