//! Variables with a special meaning for LLVM: `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used`
//! and `llvm.compiler.used`.

use facts_schema::view::data_layout;
use facts_schema::{Linkage, TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Globals "globals";
    /// `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used` and `llvm.compiler.used` have
    /// `appending` linkage where they are defined.
    ///
    /// The linker concatenates the lists of all modules.
    deny RESERVED_LINKAGE: "GLO040" "reserved-variable-linkage" {
        message: "`{subject}` is a list that the linker concatenates, but its linkage is not `appending`",
        reference: "LangRef, Intrinsic Global Variables",
        checks: ["visitGlobalVariable: invalid linkage for intrinsic global variable"],
    }

    /// `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used` and `llvm.compiler.used` have no uses.
    ///
    /// They are lists for the compiler and do not exist as variables at run time.
    deny RESERVED_USED: "GLO041" "reserved-variable-used" {
        message: "`{subject}` is used, but does not exist at run time",
        reference: "LangRef, Intrinsic Global Variables",
        checks: ["visitGlobalVariable: invalid uses of intrinsic global variable"],
    }

    /// The elements of `llvm.global_ctors` and `llvm.global_dtors` are structures of an `i32`
    /// priority, a pointer to a function and a pointer to associated data.
    ///
    /// The third field was added later. If it is null, there is no associated data.
    deny STRUCTORS_TYPE: "GLO042" "constructors-type" {
        message: "the elements of `{subject}` have type `{detail}`, and are not structures of an `i32` and two pointers",
        reference: "LangRef, The 'llvm.global_ctors' Global Variable",
        checks: [
            "visitGlobalVariable: wrong type for intrinsic global variable",
            "visitGlobalVariable: the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form",
        ],
    }

    /// The elements of `llvm.used` and `llvm.compiler.used` are pointers.
    ///
    /// They are the addresses of the symbols to keep.
    deny USED_TYPE: "GLO043" "used-list-type" {
        message: "the elements of `{subject}` have type `{detail}`, not a pointer type",
        reference: "LangRef, The 'llvm.used' Global Variable",
        checks: ["visitGlobalVariable: wrong type for intrinsic global variable"],
    }

    /// The initializer of `llvm.used` and `llvm.compiler.used` is an array that lists its members.
    ///
    /// An empty array, `undef` or `zeroinitializer` does not name anything to keep.
    deny USED_INITIALIZER: "GLO044" "used-list-without-members" {
        message: "the initializer of `{subject}` is `{detail}`, which has no members",
        reference: "LangRef, The 'llvm.used' Global Variable",
        checks: ["visitGlobalVariable: wrong initalizer for intrinsic global variable"],
    }

    /// The members of `llvm.used` and `llvm.compiler.used` are variables, functions or aliases.
    ///
    /// The lists keep symbols, not addresses inside symbols.
    deny USED_MEMBER: "GLO045" "used-list-member" {
        message: "the member `{detail}` of `{subject}` is not a variable, function or alias",
        reference: "LangRef, The 'llvm.used' Global Variable",
        checks: ["visitGlobalVariable: invalid <..> member"],
    }

    /// The members of `llvm.used` and `llvm.compiler.used` have names.
    ///
    /// The lists are for references by name that the compiler cannot see.
    deny USED_UNNAMED: "GLO046" "used-list-unnamed" {
        message: "the member `{detail}` of `{subject}` does not have a name",
        reference: "LangRef, The 'llvm.used' Global Variable",
        checks: ["visitGlobalVariable: members of <..> must be named"],
    }
}

datalog! { module;
    /// The variables that list the functions to call before and after `main`.
    const STRUCTORS(&'static str) = ["llvm.global_ctors", "llvm.global_dtors"];

    /// The variables that list the globals to keep.
    const LISTS(&'static str) = ["llvm.used", "llvm.compiler.used"];

    /// The kinds of globals that can be listed.
    const SYMBOLS(ValueKind) = [ValueKind::GlobalVariable, ValueKind::Function, ValueKind::Alias];

    /// `variable`, one of `STRUCTORS`, is an array of `element`.
    struct Structors(ValueId, TypeId);

    Structors(variable, element) <-
        STRUCTORS(text),
        let Some(name) = module.find(text),
        named_value { name, value: variable },
        global_variable { global: variable },
        global { global: variable, value_type },
        array_type { type: value_type, element_type: element };

    /// `variable`, one of `LISTS`, is an array of `element`.
    struct List(ValueId, TypeId);

    List(variable, element) <-
        LISTS(text),
        let Some(name) = module.find(text),
        named_value { name, value: variable },
        global_variable { global: variable },
        global { global: variable, value_type },
        array_type { type: value_type, element_type: element };

    /// `variable` is one of `STRUCTORS` or `LISTS`.
    struct Reserved(ValueId);

    Reserved(variable) <-
        STRUCTORS(text),
        let Some(name) = module.find(text),
        named_value { name, value: variable },
        global_variable { global: variable };

    Reserved(variable) <-
        LISTS(text),
        let Some(name) = module.find(text),
        named_value { name, value: variable },
        global_variable { global: variable };

    violation(RESERVED_LINKAGE, variable) <-
        Reserved(variable),
        global_initializer { global: variable },
        global { global: variable, linkage },
        (linkage != Linkage::Appending);

    /// Something uses `variable`.
    struct Used(ValueId);

    Used(variable) <- Reserved(variable), value_use { value: variable };
    Used(variable) <- Reserved(variable), constant_use { constant: variable };
    Used(variable) <- global_initializer { initializer: variable }, Reserved(variable);
    Used(variable) <- alias { aliasee: variable }, Reserved(variable);
    Used(variable) <- ifunc { resolver: variable }, Reserved(variable);
    Used(variable) <- personality { personality: variable }, Reserved(variable);
    Used(variable) <- prefix_data { data: variable }, Reserved(variable);
    Used(variable) <- prologue_data { data: variable }, Reserved(variable);
    Used(variable) <- dso_local_equivalent { global: variable }, Reserved(variable);
    Used(variable) <- no_cfi { global: variable }, Reserved(variable);

    violation(RESERVED_USED, variable) <- Used(variable);

    /// `type` is a structure of a priority, a function pointer and a data pointer.
    struct StructorType(TypeId);

    StructorType(type) <-
        Structors(_, type),
        struct_type { type, field_count: 3 },
        struct_field { type, position: 0, field_type: priority },
        integer_type { type: priority, width: 32 },
        struct_field { type, position: 1, field_type: function },
        pointer_type { type: function, address_space: data_layout::space(module.data_layout(), 'P') },
        struct_field { type, position: 2, field_type: data },
        pointer_type { type: data };

    violation(STRUCTORS_TYPE, variable, element) <-
        Structors(variable, element),
        !StructorType(element);

    violation(USED_TYPE, variable, element) <-
        List(variable, element),
        type { type: element, kind },
        (kind != TypeKind::Pointer);

    violation(USED_INITIALIZER, variable, list) <-
        List(variable, _),
        global_initializer { global: variable, initializer: list },
        value { value: list, kind },
        (kind != ValueKind::ConstantArray);

    /// `member`, an element of `list`, is the address `constant`, possibly through casts.
    struct Lists(ValueId, ValueId, ValueId);

    Lists(variable, member, member) <-
        List(variable, _),
        global_initializer { global: variable, initializer: list },
        value { value: list, kind: ValueKind::ConstantArray },
        constant_element { constant: list, element: member };

    Lists(variable, member, operand) <-
        Lists(variable, member, constant),
        same_address { constant, operand };

    violation(USED_MEMBER, variable, member) <-
        Lists(variable, member, base),
        !same_address { constant: base },
        value { value: base, kind },
        !SYMBOLS(kind);

    violation(USED_UNNAMED, variable, member) <-
        Lists(variable, member, base),
        !same_address { constant: base },
        value { value: base, kind },
        SYMBOLS(kind),
        !value_name { value: base };
}
