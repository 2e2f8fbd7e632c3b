//! Compile units, their files and macros, and the named metadata that lists the units.
//!
//! **Scope: metadata sample**, and module for named metadata.

use facts_schema::{EntityId, Facts, MetadataId, MetadataKind};
use rustc_hash::FxBuildHasher;

use super::{everywhere, visited};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Crepe, Judged, ListOperand, Listed, NamedMetadata, Reference, Text, Unit, Unlisted,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// A compile unit has a file.
    ///
    /// It is the file that was compiled, and the unit is called by its name.
    deny UNIT_WITHOUT_FILE: "DBG060" "unit-without-file" {
        message: "the compile unit {subject} has no `file`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitDICompileUnit: invalid file"],
    }

    /// The file of a compile unit has a name.
    ///
    /// The unit is called by it.
    deny FILE_WITHOUT_NAME: "DBG061" "unit-file-without-name" {
        message: "the `file` of the compile unit {subject} has an empty `filename`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitDICompileUnit: invalid filename"],
    }

    /// Each compile unit is listed in `!llvm.dbg.cu`.
    ///
    /// LLVM writes debug info for the units of that list; the code of other units would be left
    /// without.
    deny UNIT_NOT_LISTED: "DBG062" "unit-not-listed" {
        message: "the compile unit {subject} is not listed in `!llvm.dbg.cu`",
        reference: "LangRef, DICompileUnit",
        checks: ["verifyCompileUnits: DICompileUnit not listed in llvm.dbg.cu"],
    }

    /// The operands of `!llvm.dbg.cu` are compile units.
    ///
    /// It is the list of the units for which LLVM writes debug info.
    deny UNIT_WANTED: "DBG063" "listed-node-is-no-unit" {
        message: "{subject} is listed in `!llvm.dbg.cu`, but is no `DICompileUnit`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitNamedMDNode: invalid compile unit"],
    }

    /// No named metadata but `!llvm.dbg.cu` has a name that begins with `llvm.dbg.`.
    ///
    /// Such names are reserved. Early versions of LLVM listed subprograms and variables under
    /// others of them; modules of that time cannot be read any more.
    deny NAME_RESERVED: "DBG064" "debug-name-reserved" {
        message: "the named metadata {subject} has a reserved name",
        reference: "LangRef, Named Metadata",
        checks: ["visitNamedMDNode: unrecognized named metadata node in the llvm.dbg namespace"],
    }

    /// The checksum of a file consists of as many hexadecimal digits as its kind has: 32 of MD5, 40
    /// of SHA-1, 64 of SHA-256.
    ///
    /// A debugger compares it with the file that it is about to show.
    deny CHECKSUM: "DBG065" "checksum-malformed" {
        message: "the `checksum` of the file {subject} does not have the form of its kind",
        reference: "LangRef, DIFile",
        checks: [
            "visitDIFile: invalid checksum length",
            "visitDIFile: invalid checksum",
        ],
    }

    /// A macro is of type `DW_MACINFO_define` or `DW_MACINFO_undef`.
    ///
    /// The entry in the object file begins with this type.
    deny MACRO_TYPE: "DBG066" "macro-type" {
        message: "the macro {subject} is neither defined nor undefined",
        reference: "LangRef, DIMacro",
        checks: ["visitDIMacro: invalid macinfo type"],
    }

    /// A macro has a name.
    ///
    /// It is used by its name.
    deny MACRO_WITHOUT_NAME: "DBG067" "macro-without-name" {
        message: "the macro {subject} has no `name`",
        reference: "LangRef, DIMacro",
        checks: ["visitDIMacro: anonymous macro"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let sample = &context.metadata;
    let list = facts.texts.find(b"llvm.dbg.cu");
    let mut program = Crepe::new();
    let is_asked = |kind| {
        use MetadataKind::*;
        matches!(kind, CompileUnit | File | Macro)
    };
    program.extend(sample.judged.iter().filter(|row| is_asked(row.kind)).map(Judged::from));
    let references = sample.references.iter().filter(|row| row.field == "file");
    program.extend(references.map(Reference::from));
    let is_asked =
        |field: &str| matches!(field, "filename" | "checksum" | "checksumkind" | "type" | "name");
    program.extend(sample.fields.iter().filter(|row| is_asked(row.field)).map(Text::from));
    program.extend(
        facts.named_metadata.iter().map(|row| NamedMetadata(row.name, context.text(row.name))),
    );
    program.extend(units(facts).map(Unit));
    let listed = facts.named_metadata_operand.iter().filter(|row| Some(row.name) == list);
    program.extend(
        listed
            .clone()
            .map(|row| ListOperand(row.operand_metadata, kind_of(facts, row.operand_metadata))),
    );
    program.extend(listed.map(|row| Listed(row.operand_metadata)));
    let (broken, unlisted) = program.run_with_hasher::<FxBuildHasher>();
    let (of_nodes, others): (Vec<Violation>, Vec<Violation>) = broken
        .into_iter()
        .map(Violation::from)
        .partition(|it| matches!(it.subject, crate::violation::Subject::Metadata(_)));
    let mut violations = everywhere(context, of_nodes);
    violations.extend(others);
    let unlisted = unlisted.into_iter().map(Violation::from);
    violations.extend(visited::only(facts, unlisted.collect()));
    violations
}

fn units(facts: &Facts) -> impl Iterator<Item = MetadataId> {
    let is_unit = |kind| kind == MetadataKind::CompileUnit;
    facts.metadata.iter().filter(move |row| is_unit(row.kind)).map(|row| row.metadata)
}

fn kind_of(facts: &Facts, node: MetadataId) -> Option<MetadataKind> {
    Some(facts.metadata.get(node.index())?.kind)
}

/// How many digits a checksum of this kind has.
fn digits(kind: &str) -> Option<usize> {
    match kind {
        "CSK_MD5" => Some(32),
        "CSK_SHA1" => Some(40),
        "CSK_SHA256" => Some(64),
        _ => None,
    }
}

fn is_checksum(kind: &str, text: &str) -> bool {
    let is_long_enough = digits(kind).is_none_or(|digits| digits == text.len());
    is_long_enough && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Judged(pub MetadataId, pub MetadataKind);

        @input
        pub struct Reference(pub MetadataId, pub &'static str, pub MetadataId);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'static str, pub &'a str);

        @input
        pub struct NamedMetadata<'a>(pub facts_schema::Text, pub &'a str);

        @input
        /// `unit` is a compile unit.
        pub struct Unit(pub MetadataId);

        @input
        /// `operand`, of kind `kind`, is an operand of `!llvm.dbg.cu`.
        pub struct ListOperand(pub MetadataId, pub Option<MetadataKind>);

        @input
        /// `operand` is an operand of `!llvm.dbg.cu`.
        pub struct Listed(pub MetadataId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        @output
        /// The same of these nodes only.
        pub struct Unlisted(pub Rule, pub Subject, pub Detail);

        struct HasFile(MetadataId);

        HasFile(unit) <- Reference(unit, "file", _);

        Broken(UNIT_WITHOUT_FILE, Subject::Metadata(unit), Detail::None) <-
            Judged(unit, MetadataKind::CompileUnit),
            !HasFile(unit);

        Broken(FILE_WITHOUT_NAME, Subject::Metadata(unit), Detail::None) <-
            Judged(unit, MetadataKind::CompileUnit),
            Reference(unit, "file", file),
            Text(file, "filename", "");

        Unlisted(UNIT_NOT_LISTED, Subject::Metadata(unit), Detail::None) <-
            Unit(unit),
            !Listed(unit);

        Unlisted(UNIT_WANTED, Subject::Metadata(node), Detail::None) <-
            ListOperand(node, kind),
            (kind != Some(MetadataKind::CompileUnit));

        Broken(NAME_RESERVED, Subject::Named(id), Detail::None) <-
            NamedMetadata(id, name),
            (name.starts_with("llvm.dbg.") && name != "llvm.dbg.cu");

        Broken(CHECKSUM, Subject::Metadata(file), Detail::None) <-
            Judged(file, MetadataKind::File),
            Text(file, "checksum", checksum),
            Text(file, "checksumkind", kind),
            (!is_checksum(kind, checksum));

        Broken(MACRO_TYPE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Macro),
            Text(node, "type", r#type),
            (!matches!(r#type, "DW_MACINFO_define" | "DW_MACINFO_undef"));

        struct HasName(MetadataId);

        HasName(node) <- Text(node, "name", name), (!name.is_empty());

        Broken(MACRO_WITHOUT_NAME, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Macro),
            !HasName(node);
    }
}

input_from! { Judged(node, kind) from crate::metadata_sample::Node }
input_from! { Reference(node, field, target) from crate::metadata_sample::Reference }
violation_from! { Broken }
violation_from! { Unlisted }

impl<'a> From<&crate::metadata_sample::Field<'a>> for Text<'a> {
    fn from(row: &crate::metadata_sample::Field<'a>) -> Self {
        Self(row.node, row.field, row.text)
    }
}
