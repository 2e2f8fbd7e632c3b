//! Linkage, visibility, DLL storage and comdats: which of them go together.
//!
//! **Scope: module**, over one global of each combination.

use facts_schema::{
    DllStorage, EntityId, Facts, GlobalFlag, Linkage, Text, TypeKind, ValueId, ValueKind,
    Visibility, Word,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Alike, of_functions};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Constant, Crepe, Declaration, FloatBits, Global, InComdat, Initializer, Integer,
    NamesComdat,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Globals "globals";
    /// What a module declares but does not define has linkage `external` or `extern_weak`.
    ///
    /// All other linkages say what becomes of a definition: that it stays in the module, or may be
    /// merged or dropped. A declaration has none; it is found in another module.
    deny DECLARATION_LINKAGE: "GLO001" "declaration-linkage" {
        message: "`{subject}` is declared with linkage `{detail}`, but only what is defined here can have it",
        reference: "LangRef, Linkage Types",
        sites: [727],
    }

    /// Only global variables that hold an array have linkage `appending`.
    ///
    /// The linker appends the arrays of all modules to one; nothing else can be appended.
    deny APPENDING_WITHOUT_ARRAY: "GLO002" "appending-without-array" {
        message: "`{subject}` has linkage `appending`, but is no variable that holds an array",
        reference: "LangRef, Linkage Types",
        sites: [767, 772],
    }

    /// Only definitions are in a comdat: no declarations, and nothing `available_externally`.
    ///
    /// A comdat groups what the module brings to the object file. What it does not bring cannot be
    /// kept or dropped with the others.
    deny COMDAT_OF_DECLARATION: "GLO003" "comdat-of-declaration" {
        message: "`{subject}` is in a comdat, but this module does not define it for the linker",
        reference: "LangRef, Comdats",
        sites: [777],
    }

    /// What is exported from a DLL is not hidden.
    ///
    /// Hidden symbols are not seen outside of the library, and exported ones are.
    deny DLLEXPORT_HIDDEN: "GLO004" "dllexport-hidden" {
        message: "`{subject}` is `dllexport`, but its visibility is `hidden`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        sites: [780],
    }

    /// What is imported from a DLL has default visibility.
    ///
    /// `hidden` and `protected` say that the symbol is found in this library, and `dllimport` that
    /// it is found in another.
    deny DLLIMPORT_VISIBILITY: "GLO005" "dllimport-visibility" {
        message: "`{subject}` is `dllimport`, but its visibility is `{detail}`",
        reference: "LangRef, DLL Storage Classes and Visibility Styles",
        sites: [785],
    }

    /// What is imported from a DLL is declared with linkage `external` or `extern_weak`, or is
    /// `available_externally`.
    ///
    /// It is defined in that DLL, and not here too.
    deny DLLIMPORT_OF_DEFINITION: "GLO006" "dllimport-of-definition" {
        message: "`{subject}` is `dllimport`, but this module defines it",
        reference: "LangRef, DLL Storage Classes",
        sites: [790],
    }

    /// A variable with linkage `common` starts out as zero.
    ///
    /// The linker merges such variables and reserves memory for the largest; no contents are
    /// written to the object file.
    deny COMMON_NOT_ZERO: "GLO007" "common-not-zero" {
        message: "`{subject}` has linkage `common`, but starts out as `{detail}`",
        reference: "LangRef, Linkage Types",
        sites: [831],
    }

    /// A variable with linkage `common` is not constant.
    ///
    /// It is one of C's tentative definitions: a variable that another module may initialise.
    deny COMMON_CONSTANT: "GLO008" "common-constant" {
        message: "`{subject}` has linkage `common`, but is constant",
        reference: "LangRef, Linkage Types",
        sites: [833],
    }

    /// A variable with linkage `common` is in no comdat.
    ///
    /// Both say how a linker chooses between definitions of the same name, and they say different
    /// things.
    deny COMMON_IN_COMDAT: "GLO009" "common-in-comdat" {
        message: "`{subject}` has linkage `common`, but is in a comdat",
        reference: "LangRef, Linkage Types and Comdats",
        sites: [835],
    }

    /// An ifunc has linkage `private`, `internal`, `linkonce`, `weak`, `linkonce_odr`, `weak_odr`
    /// or `external`.
    ///
    /// An ifunc is a definition: a symbol that its resolver gives an address. It can be neither
    /// declared nor allocated by the linker.
    deny IFUNC_LINKAGE: "GLO010" "ifunc-linkage" {
        message: "the ifunc `{subject}` has linkage `{detail}`",
        reference: "LangRef, IFuncs",
        sites: [991],
    }

    /// In COFF, the global that gives a comdat its name is not `private`.
    ///
    /// Private globals are not in the symbol table of the object file, and a COFF comdat is found
    /// by the symbol of its name.
    deny COMDAT_PRIVATE: "GLO011" "coff-comdat-private" {
        message: "`{subject}` gives a COFF comdat its name, but is `private`",
        reference: "LangRef, Comdats",
        sites: [1680],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let globals = Alike::of(shapes(context).into_iter());
    let mut program = Crepe::new();
    for (global, shape) in &globals.different {
        let Shape { kind, holds, linkage, visibility, dll_storage, .. } = *shape;
        program.extend([Global(*global, kind, holds, linkage, visibility, dll_storage)]);
        program.extend(shape.is_declaration.then_some(Declaration(*global)));
        program.extend(shape.is_constant.then_some(Constant(*global)));
        program.extend(shape.is_in_comdat.then_some(InComdat(*global)));
        program.extend(shape.names_comdat.then_some(NamesComdat(*global)));
    }
    let common = globals.different.iter().filter_map(|(_, shape)| shape.common).collect();
    extend_with_initializers(&mut program, context, &common);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    of_functions(context.facts, globals.everywhere(broken.into_iter().map(Violation::from)))
}

/// What the rules tell globals apart by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    kind: ValueKind,
    holds: TypeKind,
    linkage: Linkage,
    visibility: Visibility,
    dll_storage: DllStorage,
    is_declaration: bool,
    is_constant: bool,
    is_in_comdat: bool,
    names_comdat: bool,
    /// A global with linkage `common` has a shape of its own.
    common: Option<ValueId>,
}

fn shapes(context: &Context) -> Vec<(ValueId, Shape)> {
    let facts = context.facts;
    let with_flag = |flag| {
        let rows = facts.global_flag.iter().filter(move |row| row.flag == flag);
        rows.map(|row| row.global).collect::<FxHashSet<ValueId>>()
    };
    let declarations = with_flag(GlobalFlag::Declaration);
    let constants = with_flag(GlobalFlag::Constant);
    let in_comdats: FxHashSet<_> = facts.global_comdat.iter().map(|row| row.global).collect();
    let name_comdats = if is_coff(context) { name_comdats(facts) } else { FxHashSet::default() };

    let shape = |row: &facts_schema::Global| {
        let shape = Shape {
            kind: facts.value.get(row.global.index())?.kind,
            holds: facts.r#type.get(row.value_type.index())?.kind,
            linkage: row.linkage,
            visibility: row.visibility,
            dll_storage: row.dll_storage,
            is_declaration: declarations.contains(&row.global),
            is_constant: constants.contains(&row.global),
            is_in_comdat: in_comdats.contains(&row.global),
            names_comdat: name_comdats.contains(&row.global),
            common: (row.linkage == Linkage::Common).then_some(row.global),
        };
        Some((row.global, shape))
    };
    facts.global.iter().filter_map(shape).collect()
}

/// What the variables among `common` start out as.
fn extend_with_initializers<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    common: &FxHashSet<ValueId>,
) {
    if common.is_empty() {
        return;
    }
    let facts = context.facts;
    let mut initializers = FxHashSet::default();
    for row in facts.global_initializer.iter().filter(|row| common.contains(&row.global)) {
        let Some(value) = facts.value.get(row.initializer.index()) else { continue };
        initializers.insert(row.initializer);
        program.extend([Initializer(row.global, row.initializer, value.kind)]);
    }
    let integers = facts.constant_integer.iter();
    let integers = integers.filter(|row| initializers.contains(&row.constant));
    program.extend(integers.map(|row| Integer(row.constant, context.text(row.unsigned))));
    let floats = facts.constant_float.iter();
    let floats = floats.filter(|row| initializers.contains(&row.constant));
    program.extend(floats.map(|row| FloatBits(row.constant, context.text(row.bits))));
}

/// The globals of whose name there is a comdat.
fn name_comdats(facts: &Facts) -> FxHashSet<ValueId> {
    let comdats: FxHashSet<Text> = facts.comdat.iter().map(|row| row.name).collect();
    let named = facts.value_name.iter().filter(|row| comdats.contains(&row.name));
    named.map(|row| row.value).collect()
}

/// Whether the module is compiled for COFF: on Windows and UEFI, unless the triple asks for another
/// format, or where it asks for COFF.
fn is_coff(context: &Context) -> bool {
    let Some(module) = context.facts.module.first() else { return false };
    let mut parts = context.text(module.target_triple).splitn(4, '-').skip(2);
    let (system, environment) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let formats = ["xcoff", "coff", "elf", "goff", "macho", "wasm", "spirv", "dxcontainer"];
    match formats.iter().find(|format| environment.ends_with(*format)) {
        Some(format) => *format == "coff",
        None => ["windows", "win32", "uefi"].iter().any(|it| system.starts_with(it)),
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `global` of kind `kind` holds or resolves to something of a type of kind `holds`; the
        /// others as in the schema.
        pub struct Global(
            pub ValueId,
            pub ValueKind,
            pub TypeKind,
            pub Linkage,
            pub Visibility,
            pub DllStorage,
        );

        @input
        pub struct Declaration(pub ValueId);

        @input
        pub struct Constant(pub ValueId);

        @input
        pub struct InComdat(pub ValueId);

        @input
        /// There is a comdat of the name of `global`, and the module is compiled for COFF.
        pub struct NamesComdat(pub ValueId);

        @input
        /// `variable`, whose linkage is `common`, starts out as `initializer` of kind `kind`.
        pub struct Initializer(pub ValueId, pub ValueId, pub ValueKind);

        @input
        pub struct Integer<'a>(pub ValueId, pub &'a str);

        @input
        pub struct FloatBits<'a>(pub ValueId, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(DECLARATION_LINKAGE, Subject::Value(global), Detail::Word(linkage.as_str())) <-
            Declaration(global),
            Global(global, _, _, linkage, _, _),
            (!matches!(linkage, Linkage::External | Linkage::ExternWeak));

        Broken(APPENDING_WITHOUT_ARRAY, Subject::Value(global), Detail::None) <-
            Global(global, kind, holds, Linkage::Appending, _, _),
            (kind != ValueKind::GlobalVariable || holds != TypeKind::Array);

        // The linker does not see a definition of `global` in this module.
        struct DeclaredForLinker(ValueId);

        DeclaredForLinker(global) <- Declaration(global);

        DeclaredForLinker(global) <- Global(global, _, _, Linkage::AvailableExternally, _, _);

        Broken(COMDAT_OF_DECLARATION, Subject::Value(global), Detail::None) <-
            DeclaredForLinker(global),
            InComdat(global);

        Broken(DLLEXPORT_HIDDEN, Subject::Value(global), Detail::None) <-
            Global(global, _, _, _, Visibility::Hidden, DllStorage::Export);

        Broken(DLLIMPORT_VISIBILITY, Subject::Value(global), Detail::Word(visibility.as_str())) <-
            Global(global, _, _, _, visibility, DllStorage::Import),
            (visibility != Visibility::Default);

        // `global` can be found in another library.
        struct Importable(ValueId);

        Importable(global) <-
            Declaration(global),
            Global(global, _, _, linkage, _, _),
            (matches!(linkage, Linkage::External | Linkage::ExternWeak));

        Importable(global) <- Global(global, _, _, Linkage::AvailableExternally, _, _);

        Broken(DLLIMPORT_OF_DEFINITION, Subject::Value(global), Detail::None) <-
            Global(global, _, _, _, _, DllStorage::Import),
            !Importable(global);

        struct Zero(ValueId);

        Zero(value) <-
            Initializer(_, value, kind),
            (matches!(kind, ValueKind::NullPointer | ValueKind::ZeroInitializer
                | ValueKind::TokenNone | ValueKind::TargetNone));

        Zero(value) <- Integer(value, "0");

        // Negative zero has a bit set.
        Zero(value) <- FloatBits(value, bits), (bits.bytes().all(|digit| digit == b'0'));

        Broken(COMMON_NOT_ZERO, Subject::Value(variable), Detail::Value(value)) <-
            Initializer(variable, value, _),
            !Zero(value);

        Broken(COMMON_CONSTANT, Subject::Value(variable), Detail::None) <-
            Initializer(variable, _, _),
            Constant(variable);

        Broken(COMMON_IN_COMDAT, Subject::Value(variable), Detail::None) <-
            Initializer(variable, _, _),
            InComdat(variable);

        Broken(IFUNC_LINKAGE, Subject::Value(ifunc), Detail::Word(linkage.as_str())) <-
            Global(ifunc, ValueKind::IFunc, _, linkage, _, _),
            (matches!(linkage, Linkage::Common | Linkage::Appending | Linkage::ExternWeak
                | Linkage::AvailableExternally));

        Broken(COMDAT_PRIVATE, Subject::Value(global), Detail::None) <-
            NamesComdat(global),
            Global(global, _, _, Linkage::Private, _, _);
    }
}

violation_from! { Broken }
