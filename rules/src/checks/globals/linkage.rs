//! Linkage, visibility, DLL storage class and comdats: valid combinations.

use facts_schema::{
    DllStorage, GlobalFlag, Linkage, TypeKind, ValueId, ValueKind, Visibility, Word,
};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Globals "globals";
    /// A declaration has linkage `external` or `extern_weak`.
    ///
    /// All other linkages describe what happens to a definition. A declaration refers to a
    /// definition in another module.
    deny DECLARATION_LINKAGE: "GLO001" "declaration-linkage" {
        message: "`{subject}` is a declaration, but its linkage `{detail}` is only for definitions",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalValue: Global is external, but doesn't have external or weak linkage!"],
    }

    /// Only a global variable of array type has `appending` linkage.
    ///
    /// The linker appends the arrays of all modules to each other.
    deny APPENDING_WITHOUT_ARRAY: "GLO002" "appending-without-array" {
        message: "`{subject}` has `appending` linkage, but is not a variable of array type",
        reference: "LangRef, Linkage Types",
        checks: [
            "visitGlobalValue: Only global variables can have appending linkage!",
            "visitGlobalValue: Only global arrays can have appending linkage!",
        ],
    }

    /// Only definitions that are emitted are in a comdat, not declarations and not
    /// `available_externally` globals.
    ///
    /// A comdat groups sections of the object file, so that the linker keeps or drops them
    /// together.
    deny COMDAT_OF_DECLARATION: "GLO003" "comdat-of-declaration" {
        message: "`{subject}` is in a comdat, but this module does not emit a definition of it",
        reference: "LangRef, Comdats",
        checks: ["visitGlobalValue: Declaration may not be in a Comdat!"],
    }

    /// A `dllexport` global does not have `hidden` visibility.
    ///
    /// A hidden symbol is not visible outside its library, and an exported one must be.
    deny DLLEXPORT_HIDDEN: "GLO004" "dllexport-hidden" {
        message: "`{subject}` is `dllexport`, but its visibility is `hidden`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        checks: ["visitGlobalValue: dllexport GlobalValue must have default or protected visibility"],
    }

    /// A `dllimport` global has default visibility.
    ///
    /// `hidden` and `protected` mean that this library defines the symbol, whereas `dllimport`
    /// means that another library does.
    deny DLLIMPORT_VISIBILITY: "GLO005" "dllimport-visibility" {
        message: "`{subject}` is `dllimport`, but its visibility is `{detail}`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        checks: ["visitGlobalValue: dllimport GlobalValue must have default visibility"],
    }

    /// A `dllimport` global is a declaration with linkage `external` or `extern_weak`, or is
    /// `available_externally`.
    ///
    /// The DLL defines it, so this module does not.
    deny DLLIMPORT_OF_DEFINITION: "GLO006" "dllimport-of-definition" {
        message: "`{subject}` is `dllimport`, but this module defines it",
        reference: "LangRef, DLL Storage Classes",
        checks: ["visitGlobalValue: Global is marked as dllimport, but not external"],
    }

    /// A variable with `common` linkage has a zero initializer.
    ///
    /// The linker merges such variables and reserves memory for the largest. The object file does
    /// not contain their contents.
    deny COMMON_NOT_ZERO: "GLO007" "common-not-zero" {
        message: "`{subject}` has `common` linkage, but its initializer is `{detail}`",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalVariable: 'common' global must have a zero initializer!"],
    }

    /// A variable with `common` linkage is not `constant`.
    ///
    /// It represents a tentative definition in C, which another module may initialise.
    deny COMMON_CONSTANT: "GLO008" "common-constant" {
        message: "`{subject}` has `common` linkage, but is `constant`",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalVariable: 'common' global may not be marked constant!"],
    }

    /// A variable with `common` linkage is not in a comdat.
    ///
    /// Both control how the linker selects one of several definitions, in contradictory ways.
    deny COMMON_IN_COMDAT: "GLO009" "common-in-comdat" {
        message: "`{subject}` has `common` linkage, but is in a comdat",
        reference: "LangRef, Linkage Types and Comdats",
        checks: ["visitGlobalVariable: 'common' global may not be in a Comdat!"],
    }

    /// The linkage of an ifunc is `private`, `internal`, `linkonce`, `weak`, `linkonce_odr`,
    /// `weak_odr` or `external`.
    ///
    /// An ifunc is always a definition: its resolver returns the address. It cannot be a
    /// declaration or a common symbol.
    deny IFUNC_LINKAGE: "GLO010" "ifunc-linkage" {
        message: "the ifunc `{subject}` has linkage `{detail}`",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!"],
    }

    /// In COFF, the global with the name of a comdat is not `private`.
    ///
    /// Private globals are not in the symbol table of the object file, and a COFF comdat is
    /// identified by the symbol of its name.
    deny COMDAT_PRIVATE: "GLO011" "coff-comdat-private" {
        message: "`{subject}` has the name of a COFF comdat, but is `private`",
        reference: "LangRef, Comdats",
        checks: ["visitComdat: comdat global value has private linkage"],
    }
}

/// Whether the object files of a target are COFF. The end of the triple may name a format;
/// otherwise Windows and UEFI use COFF.
fn is_coff(target_triple: &str) -> bool {
    let mut parts = target_triple.splitn(4, '-').skip(2);
    let (system, environment) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let formats = ["xcoff", "coff", "elf", "goff", "macho", "wasm", "spirv", "dxcontainer"];
    match formats.iter().find(|format| environment.ends_with(*format)) {
        Some(format) => *format == "coff",
        None => ["windows", "win32", "uefi"].iter().any(|it| system.starts_with(it)),
    }
}

datalog! { module;
    /// The linkage types of declarations.
    const OF_DECLARATIONS(Linkage) = [Linkage::External, Linkage::ExternWeak];

    /// The linkage types that an ifunc cannot have.
    const NOT_OF_IFUNCS(Linkage) = [
        Linkage::Common, Linkage::Appending, Linkage::ExternWeak, Linkage::AvailableExternally,
    ];

    /// The kinds of constants that are always zero.
    const ZEROS(ValueKind) = [
        ValueKind::NullPointer, ValueKind::ZeroInitializer, ValueKind::TokenNone,
        ValueKind::TargetNone,
    ];

    /// `global` violates `rule`, with the detail `detail`.
    struct Violates(ValueId, Rule, Detail);

    violation(rule, Subject::of_global(module, global), detail) <- Violates(global, rule, detail);

    Violates(global, DECLARATION_LINKAGE, Detail::Word(linkage.as_str())) <-
        global_flag { global, flag: GlobalFlag::Declaration },
        global { global, linkage },
        !OF_DECLARATIONS(linkage);

    Violates(global, APPENDING_WITHOUT_ARRAY, Detail::None) <-
        global { global, linkage: Linkage::Appending, value_type },
        value { value: global, kind },
        type { type: value_type, kind: holds },
        (kind != ValueKind::GlobalVariable || holds != TypeKind::Array);

    Violates(global, COMDAT_OF_DECLARATION, Detail::None) <-
        global_comdat { global },
        global_flag { global, flag: GlobalFlag::Declaration };

    Violates(global, COMDAT_OF_DECLARATION, Detail::None) <-
        global_comdat { global },
        global { global, linkage: Linkage::AvailableExternally };

    Violates(global, DLLEXPORT_HIDDEN, Detail::None) <-
        global { global, visibility: Visibility::Hidden, dll_storage: DllStorage::Export };

    Violates(global, DLLIMPORT_VISIBILITY, Detail::Word(visibility.as_str())) <-
        global { global, visibility, dll_storage: DllStorage::Import },
        (visibility != Visibility::Default);

    /// `global` is `dllimport`, and its definition is in another module.
    struct Importable(ValueId);

    Importable(global) <-
        global { global, linkage, dll_storage: DllStorage::Import },
        OF_DECLARATIONS(linkage),
        global_flag { global, flag: GlobalFlag::Declaration };

    Importable(global) <-
        global { global, linkage: Linkage::AvailableExternally, dll_storage: DllStorage::Import };

    Violates(global, DLLIMPORT_OF_DEFINITION, Detail::None) <-
        global { global, dll_storage: DllStorage::Import },
        !Importable(global);

    /// `variable` has `common` linkage and the initialiser `initializer`.
    struct Common(ValueId, ValueId);

    Common(variable, initializer) <-
        global { global: variable, linkage: Linkage::Common },
        global_initializer { global: variable, initializer };

    /// `value`, the initialiser of a `common` variable, is zero.
    struct Zero(ValueId);

    Zero(value) <- Common(_, value), value { value, kind }, ZEROS(kind);

    Zero(value) <- Common(_, value), constant_integer { constant: value, unsigned: "0" };

    // Negative zero is not zero here, because its sign bit is set.
    Zero(value) <-
        Common(_, value),
        constant_float { constant: value, bits },
        (module.text(bits).bytes().all(|digit| digit == b'0'));

    Violates(variable, COMMON_NOT_ZERO, Detail::Value(value)) <-
        Common(variable, value),
        !Zero(value);

    Violates(variable, COMMON_CONSTANT, Detail::None) <-
        Common(variable, _),
        global_flag { global: variable, flag: GlobalFlag::Constant };

    Violates(variable, COMMON_IN_COMDAT, Detail::None) <-
        Common(variable, _),
        global_comdat { global: variable };

    Violates(ifunc, IFUNC_LINKAGE, Detail::Word(linkage.as_str())) <-
        ifunc { ifunc },
        global { global: ifunc, linkage },
        NOT_OF_IFUNCS(linkage);

    Violates(global, COMDAT_PRIVATE, Detail::None) <-
        module { target_triple },
        (is_coff(module.text(target_triple))),
        comdat { name },
        named_value { name, value: global },
        global { global, linkage: Linkage::Private };
}
