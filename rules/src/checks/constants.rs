//! Constants: signed pointers (`ptrauth`).

use facts_schema::view::Lanes;
use facts_schema::{TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::checks::visited_constants::visited_constants;
use crate::rule::{Rule, rules};

rules! { Constants "constants";
    /// A signed pointer (`ptrauth`) has the type of the pointer that it signs.
    ///
    /// The signature is in bits of the pointer that the address does not need.
    deny SIGNED_DIFFERS: "CON001" "ptrauth-type" {
        message: "a signed pointer of type `{result.type}` has a base pointer of type `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        checks: [
            "visitConstantPtrAuth: signed ptrauth constant base pointer must have pointer type",
            "visitConstantPtrAuth: signed ptrauth constant must have same type as its base pointer",
        ],
    }

    /// The key of a signed pointer is a constant `i32`.
    ///
    /// It is the number of a key of the processor.
    deny KEY: "CON002" "ptrauth-key" {
        message: "the key of a signed pointer must be an `i32`, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        checks: ["visitConstantPtrAuth: signed ptrauth constant key must be i32 constant integer"],
    }

    /// The discriminator of a signed pointer is a constant `i64`.
    ///
    /// Different discriminators prevent a pointer for one purpose from being used for another.
    deny DISCRIMINATOR: "CON003" "ptrauth-discriminator" {
        message: "the discriminator of a signed pointer must be an `i64`, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        checks: ["visitConstantPtrAuth: signed ptrauth constant discriminator must be i64 constant integer"],
    }

    /// The address discriminator of a signed pointer is a pointer.
    ///
    /// It is the address of the memory that contains the signed pointer, if the signature depends
    /// on it.
    deny ADDRESS_DISCRIMINATOR: "CON004" "ptrauth-address-discriminator" {
        message: "the address discriminator of a signed pointer must be a pointer, not a `{detail.type}`",
        reference: "LangRef, Pointer Authentication Constants",
        checks: ["visitConstantPtrAuth: signed ptrauth constant address discriminator must be a pointer"],
    }

    /// The deactivation symbol of a signed pointer, if present, is a global.
    ///
    /// If the symbol is defined when the program is linked, the pointer is not signed. Linkers know
    /// symbols, but not addresses computed from them.
    deny DEACTIVATION: "CON005" "ptrauth-deactivation-symbol" {
        message: "the deactivation symbol `{detail}` of a signed pointer is not a global",
        reference: "LangRef, Pointer Authentication Constants",
        checks: [],
    }
}

datalog! { module;
    /// LLVM's verifier visits `constant`.
    @input struct Visited(ValueId) = visited_constants;

    /// The part of a signed pointer that the rule checks must be a scalar of this kind and, if it
    /// is an integer, of this width.
    const EXPECTED(Rule, TypeKind, Option<u32>) = [
        (SIGNED_DIFFERS, TypeKind::Pointer, None),
        (KEY, TypeKind::Integer, Some(32)),
        (DISCRIMINATOR, TypeKind::Integer, Some(64)),
        (ADDRESS_DISCRIMINATOR, TypeKind::Pointer, None),
    ];

    /// The kinds of values that can be deactivation symbols.
    const GLOBALS(ValueKind) = [
        ValueKind::Function,
        ValueKind::GlobalVariable,
        ValueKind::Alias,
        ValueKind::IFunc,
    ];

    /// `part` is the part of the signed pointer `constant` that `rule` checks.
    struct Part(ValueId, Rule, ValueId);

    Part(constant, SIGNED_DIFFERS, pointer) <- ptrauth { constant, pointer }, Visited(constant);

    Part(constant, KEY, key) <- ptrauth { constant, key }, Visited(constant);

    Part(constant, DISCRIMINATOR, discriminator) <-
        ptrauth { constant, discriminator },
        Visited(constant);

    Part(constant, ADDRESS_DISCRIMINATOR, address_discriminator) <-
        ptrauth { constant, address_discriminator },
        Visited(constant);

    violation(SIGNED_DIFFERS, constant, pointer) <-
        Part(constant, SIGNED_DIFFERS, pointer),
        value { value: constant, type },
        value { value: pointer, type: pointer_type },
        (pointer_type != type);

    violation(rule, constant, part) <-
        Part(constant, rule, part),
        value { value: part, type },
        type_traits { type, kind, measure, lanes },
        EXPECTED(rule, wanted, width),
        (kind != wanted || lanes != Lanes::Scalar || width.is_some_and(|it| it != measure));

    violation(DEACTIVATION, constant, symbol) <-
        ptrauth_deactivation { constant, deactivation_symbol: symbol },
        Visited(constant),
        value { value: symbol, kind },
        !GLOBALS(kind);
}
