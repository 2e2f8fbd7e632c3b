//! The contents of global variables: the type of the initialiser, and types that variables cannot
//! have.

use facts_schema::{TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::target_types::{can_be_global, is_scalable};
use crate::rule::{Rule, rules};

rules! { Globals "globals";
    /// The initializer of a variable has the value type of the variable.
    ///
    /// It is the initial contents of the variable's memory.
    deny INITIALIZER_TYPE: "GLO020" "initializer-type" {
        message: "the initializer of `{subject}` has type `{detail}`, not the type of the variable",
        reference: "LangRef, Global Variables",
        checks: ["visitGlobalVariable: Global variable initializer type does not match global variable type!"],
    }

    /// The type of an initializer is sized.
    ///
    /// The size of the variable in the object file must be known.
    deny INITIALIZER_UNSIZED: "GLO021" "initializer-unsized" {
        message: "the initializer of `{subject}` has type `{detail}`, which is not sized",
        reference: "LangRef, Global Variables",
        checks: [],
    }

    /// A global variable does not contain scalable vectors or other types whose size depends on
    /// `vscale`.
    ///
    /// The linker lays out global variables before `vscale` is known.
    deny SCALABLE_GLOBAL: "GLO022" "scalable-global" {
        message: "`{subject}` contains a `{detail}`, whose size is unknown at compile time",
        reference: "LangRef, Global Variables",
        checks: ["visitGlobalVariable: Globals cannot contain scalable types"],
    }

    /// A global variable does not contain a target extension type that the target does not allow in
    /// globals.
    ///
    /// Such types represent resources of a processor, and many of them only exist in registers.
    deny TARGET_TYPE_GLOBAL: "GLO023" "target-type-global" {
        message: "`{subject}` contains a `{detail}`, which cannot be in a global variable",
        reference: "LangRef, Target Extension Type",
        checks: ["visitGlobalVariable: Global @<..> has illegal target extension type"],
    }
}

datalog! { module;
    violation(INITIALIZER_TYPE, variable, initial) <-
        global_initializer { global: variable, initializer },
        value { value: initializer, type: initial },
        global { global: variable, value_type },
        (initial != value_type);

    violation(INITIALIZER_UNSIZED, variable, initial) <-
        global_initializer { global: variable, initializer },
        value { value: initializer, type: initial },
        !type_flag { type: initial, flag: TypeFlag::Sized };

    /// A variable of type `type` violates `rule`.
    struct Excluded(TypeId, Rule);

    Excluded(type, SCALABLE_GLOBAL) <- type { type, kind: TypeKind::ScalableVector };

    Excluded(type, SCALABLE_GLOBAL) <-
        target_type { type, name },
        (is_scalable(module.text(name)));

    Excluded(type, TARGET_TYPE_GLOBAL) <-
        target_type { type, name },
        (!can_be_global(module.text(name)));

    Excluded(whole, rule) <- Excluded(part, rule), array_type { type: whole, element_type: part };

    Excluded(whole, rule) <- Excluded(part, rule), struct_field { type: whole, field_type: part };

    violation(rule, variable, type) <-
        Excluded(type, rule),
        global { global: variable, value_type: type },
        global_variable { global: variable };
}
