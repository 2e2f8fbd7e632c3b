//! What global variables hold: the type of their initializer, and types that they cannot have.

use facts_schema::{TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::target_types::{can_be_global, is_scalable};
use crate::rule::{Rule, rules};

rules! { Globals "globals";
    /// The initializer of a variable has the type that the variable holds.
    ///
    /// It is written to the variable's memory as it stands.
    deny INITIALIZER_TYPE: "GLO020" "initializer-type" {
        message: "`{subject}` starts out as a value of type `{detail}`, which it does not hold",
        reference: "LangRef, Global Variables",
        checks: ["visitGlobalVariable: Global variable initializer type does not match global variable type!"],
    }

    /// The initializer of a variable is of a sized type.
    ///
    /// How many bytes are to be written to the object file cannot be open.
    deny INITIALIZER_UNSIZED: "GLO021" "initializer-unsized" {
        message: "`{subject}` starts out as a value of type `{detail}`, whose size nobody knows",
        reference: "LangRef, Global Variables",
        checks: [],
    }

    /// A variable holds no scalable vectors, nor other types whose size depends on `vscale`.
    ///
    /// The linker lays out variables before it is known on which processor the program will run.
    deny SCALABLE_GLOBAL: "GLO022" "scalable-global" {
        message: "`{subject}` holds `{detail}`, whose size is not known before the program runs",
        reference: "LangRef, Global Variables",
        checks: ["visitGlobalVariable: Globals cannot contain scalable types"],
    }

    /// A variable holds no target extension type that its target does not allow in memory.
    ///
    /// Such types stand for resources of a processor, and many of them only exist in registers.
    deny TARGET_TYPE_GLOBAL: "GLO023" "target-type-global" {
        message: "`{subject}` holds `{detail}`, which cannot be in a global variable",
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

    /// A variable of type `type` breaks `rule`.
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
