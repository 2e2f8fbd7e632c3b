//! Linkage, visibility, DLL storage and comdats: which of them go together.

use facts_schema::{
    DllStorage, GlobalFlag, Linkage, TypeKind, ValueId, ValueKind, Visibility, Word,
};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Globals "globals";
    /// What a module declares but does not define has linkage `external` or `extern_weak`.
    ///
    /// All other linkages say what becomes of a definition: that it stays in the module, or may be
    /// merged or dropped. A declaration has none; it is found in another module.
    deny DECLARATION_LINKAGE: "GLO001" "declaration-linkage" {
        message: "`{subject}` is declared with linkage `{detail}`, but only what is defined here can have it",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalValue: Global is external, but doesn't have external or weak linkage!"],
    }

    /// Only global variables that hold an array have linkage `appending`.
    ///
    /// The linker appends the arrays of all modules to one; nothing else can be appended.
    deny APPENDING_WITHOUT_ARRAY: "GLO002" "appending-without-array" {
        message: "`{subject}` has linkage `appending`, but is no variable that holds an array",
        reference: "LangRef, Linkage Types",
        checks: [
            "visitGlobalValue: Only global variables can have appending linkage!",
            "visitGlobalValue: Only global arrays can have appending linkage!",
        ],
    }

    /// Only definitions are in a comdat: no declarations, and nothing `available_externally`.
    ///
    /// A comdat groups what the module brings to the object file. What it does not bring cannot be
    /// kept or dropped with the others.
    deny COMDAT_OF_DECLARATION: "GLO003" "comdat-of-declaration" {
        message: "`{subject}` is in a comdat, but this module does not define it for the linker",
        reference: "LangRef, Comdats",
        checks: ["visitGlobalValue: Declaration may not be in a Comdat!"],
    }

    /// What is exported from a DLL is not hidden.
    ///
    /// Hidden symbols are not seen outside of the library, and exported ones are.
    deny DLLEXPORT_HIDDEN: "GLO004" "dllexport-hidden" {
        message: "`{subject}` is `dllexport`, but its visibility is `hidden`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        checks: ["visitGlobalValue: dllexport GlobalValue must have default or protected visibility"],
    }

    /// What is imported from a DLL has default visibility.
    ///
    /// `hidden` and `protected` say that the symbol is found in this library, and `dllimport` that
    /// it is found in another.
    deny DLLIMPORT_VISIBILITY: "GLO005" "dllimport-visibility" {
        message: "`{subject}` is `dllimport`, but its visibility is `{detail}`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        checks: ["visitGlobalValue: dllimport GlobalValue must have default visibility"],
    }

    /// What is imported from a DLL is declared with linkage `external` or `extern_weak`, or is
    /// `available_externally`.
    ///
    /// It is defined in that DLL, and not here too.
    deny DLLIMPORT_OF_DEFINITION: "GLO006" "dllimport-of-definition" {
        message: "`{subject}` is `dllimport`, but this module defines it",
        reference: "LangRef, DLL Storage Classes",
        checks: ["visitGlobalValue: Global is marked as dllimport, but not external"],
    }

    /// A variable with linkage `common` starts out as zero.
    ///
    /// The linker merges such variables and reserves memory for the largest; no contents are
    /// written to the object file.
    deny COMMON_NOT_ZERO: "GLO007" "common-not-zero" {
        message: "`{subject}` has linkage `common`, but starts out as `{detail}`",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalVariable: 'common' global must have a zero initializer!"],
    }

    /// A variable with linkage `common` is not constant.
    ///
    /// It is one of C's tentative definitions: a variable that another module may initialise.
    deny COMMON_CONSTANT: "GLO008" "common-constant" {
        message: "`{subject}` has linkage `common`, but is constant",
        reference: "LangRef, Linkage Types",
        checks: ["visitGlobalVariable: 'common' global may not be marked constant!"],
    }

    /// A variable with linkage `common` is in no comdat.
    ///
    /// Both say how a linker chooses between definitions of the same name, and they say different
    /// things.
    deny COMMON_IN_COMDAT: "GLO009" "common-in-comdat" {
        message: "`{subject}` has linkage `common`, but is in a comdat",
        reference: "LangRef, Linkage Types and Comdats",
        checks: ["visitGlobalVariable: 'common' global may not be in a Comdat!"],
    }

    /// An ifunc has linkage `private`, `internal`, `linkonce`, `weak`, `linkonce_odr`, `weak_odr`
    /// or `external`.
    ///
    /// An ifunc is a definition: a symbol that its resolver gives an address. It can be neither
    /// declared nor allocated by the linker.
    deny IFUNC_LINKAGE: "GLO010" "ifunc-linkage" {
        message: "the ifunc `{subject}` has linkage `{detail}`",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!"],
    }

    /// In COFF, the global that gives a comdat its name is not `private`.
    ///
    /// Private globals are not in the symbol table of the object file, and a COFF comdat is found
    /// by the symbol of its name.
    deny COMDAT_PRIVATE: "GLO011" "coff-comdat-private" {
        message: "`{subject}` gives a COFF comdat its name, but is `private`",
        reference: "LangRef, Comdats",
        checks: ["visitComdat: comdat global value has private linkage"],
    }
}

/// Whether a target's object files are COFF: on Windows and UEFI, unless the triple asks for another
/// format, or where it asks for COFF.
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
    /// The linkages of what is only declared.
    const OF_DECLARATIONS(Linkage) = [Linkage::External, Linkage::ExternWeak];

    /// The linkages that an ifunc cannot have.
    const NOT_OF_IFUNCS(Linkage) = [
        Linkage::Common, Linkage::Appending, Linkage::ExternWeak, Linkage::AvailableExternally,
    ];

    /// The kinds of constants that are all zero.
    const ZEROS(ValueKind) = [
        ValueKind::NullPointer, ValueKind::ZeroInitializer, ValueKind::TokenNone,
        ValueKind::TargetNone,
    ];

    /// `global` breaks `rule`, as `detail` shows.
    struct Breaks(ValueId, Rule, Detail);

    violation(rule, Subject::of_global(module, global), detail) <- Breaks(global, rule, detail);

    Breaks(global, DECLARATION_LINKAGE, Detail::Word(linkage.as_str())) <-
        global_flag { global, flag: GlobalFlag::Declaration },
        global { global, linkage },
        !OF_DECLARATIONS(linkage);

    Breaks(global, APPENDING_WITHOUT_ARRAY, Detail::None) <-
        global { global, linkage: Linkage::Appending, value_type },
        value { value: global, kind },
        type { type: value_type, kind: holds },
        (kind != ValueKind::GlobalVariable || holds != TypeKind::Array);

    Breaks(global, COMDAT_OF_DECLARATION, Detail::None) <-
        global_comdat { global },
        global_flag { global, flag: GlobalFlag::Declaration };

    Breaks(global, COMDAT_OF_DECLARATION, Detail::None) <-
        global_comdat { global },
        global { global, linkage: Linkage::AvailableExternally };

    Breaks(global, DLLEXPORT_HIDDEN, Detail::None) <-
        global { global, visibility: Visibility::Hidden, dll_storage: DllStorage::Export };

    Breaks(global, DLLIMPORT_VISIBILITY, Detail::Word(visibility.as_str())) <-
        global { global, visibility, dll_storage: DllStorage::Import },
        (visibility != Visibility::Default);

    /// `global` is imported from a DLL, and can be found there.
    struct Importable(ValueId);

    Importable(global) <-
        global { global, linkage, dll_storage: DllStorage::Import },
        OF_DECLARATIONS(linkage),
        global_flag { global, flag: GlobalFlag::Declaration };

    Importable(global) <-
        global { global, linkage: Linkage::AvailableExternally, dll_storage: DllStorage::Import };

    Breaks(global, DLLIMPORT_OF_DEFINITION, Detail::None) <-
        global { global, dll_storage: DllStorage::Import },
        !Importable(global);

    /// `variable`, whose linkage is `common`, starts out as `initializer`.
    struct Common(ValueId, ValueId);

    Common(variable, initializer) <-
        global { global: variable, linkage: Linkage::Common },
        global_initializer { global: variable, initializer };

    /// `value`, as which a variable starts out, is zero.
    struct Zero(ValueId);

    Zero(value) <- Common(_, value), value { value, kind }, ZEROS(kind);

    Zero(value) <- Common(_, value), constant_integer { constant: value, unsigned: "0" };

    // Negative zero has a bit set.
    Zero(value) <-
        Common(_, value),
        constant_float { constant: value, bits },
        (module.text(bits).bytes().all(|digit| digit == b'0'));

    Breaks(variable, COMMON_NOT_ZERO, Detail::Value(value)) <-
        Common(variable, value),
        !Zero(value);

    Breaks(variable, COMMON_CONSTANT, Detail::None) <-
        Common(variable, _),
        global_flag { global: variable, flag: GlobalFlag::Constant };

    Breaks(variable, COMMON_IN_COMDAT, Detail::None) <-
        Common(variable, _),
        global_comdat { global: variable };

    Breaks(ifunc, IFUNC_LINKAGE, Detail::Word(linkage.as_str())) <-
        ifunc { ifunc },
        global { global: ifunc, linkage },
        NOT_OF_IFUNCS(linkage);

    Breaks(global, COMDAT_PRIVATE, Detail::None) <-
        module { target_triple },
        (is_coff(module.text(target_triple))),
        comdat { name },
        named_value { name, value: global },
        global { global, linkage: Linkage::Private };
}
