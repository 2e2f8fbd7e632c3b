//! Compile units, files, macros, and the named metadata `!llvm.dbg.cu`.

use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { DebugInfo "debug-info";
    /// A compile unit has a file.
    ///
    /// It is the main source file and gives the unit its name.
    deny UNIT_WITHOUT_FILE: "DBG060" "unit-without-file" {
        message: "the compile unit {subject} does not have a `file`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitDICompileUnit: invalid file"],
    }

    /// The file of a compile unit has a non-empty name.
    ///
    /// It is the name of the unit.
    deny FILE_WITHOUT_NAME: "DBG061" "unit-file-without-name" {
        message: "the `file` of the compile unit {subject} has an empty `filename`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitDICompileUnit: invalid filename"],
    }

    /// Each compile unit is listed in `!llvm.dbg.cu`.
    ///
    /// LLVM emits debug info only for the units in that list.
    deny UNIT_NOT_LISTED: "DBG062" "unit-not-listed" {
        message: "the compile unit {subject} is not listed in `!llvm.dbg.cu`",
        reference: "LangRef, DICompileUnit",
        checks: ["verifyCompileUnits: DICompileUnit not listed in llvm.dbg.cu"],
    }

    /// The operands of `!llvm.dbg.cu` are compile units.
    ///
    /// It lists the units that LLVM emits debug info for.
    deny UNIT_WANTED: "DBG063" "listed-node-not-unit" {
        message: "{subject} is listed in `!llvm.dbg.cu`, but is not a `DICompileUnit`",
        reference: "LangRef, DICompileUnit",
        checks: ["visitNamedMDNode: invalid compile unit"],
    }

    /// `!llvm.dbg.cu` is the only named metadata whose name begins with `llvm.dbg.`.
    ///
    /// Such names are reserved. Early versions of LLVM used them for lists of subprograms and
    /// variables, which are no longer supported.
    deny NAME_RESERVED: "DBG064" "debug-name-reserved" {
        message: "the named metadata {subject} has a reserved name",
        reference: "LangRef, Named Metadata",
        checks: ["visitNamedMDNode: unrecognized named metadata node in the llvm.dbg namespace"],
    }

    /// The checksum of a file has the number of hexadecimal digits that its kind requires: 32 for
    /// MD5, 40 for SHA-1, 64 for SHA-256.
    ///
    /// A debugger compares it with the file that it shows.
    deny CHECKSUM: "DBG065" "checksum-malformed" {
        message: "the `checksum` of the file {subject} is not valid for its kind",
        reference: "LangRef, DIFile",
        checks: [
            "visitDIFile: invalid checksum length",
            "visitDIFile: invalid checksum",
        ],
    }

    /// The type of a macro is `DW_MACINFO_define` or `DW_MACINFO_undef`.
    ///
    /// The type is the first field of the entry in the object file.
    deny MACRO_TYPE: "DBG066" "macro-type" {
        message: "the type of the macro {subject} is neither `DW_MACINFO_define` nor `DW_MACINFO_undef`",
        reference: "LangRef, DIMacro",
        checks: ["visitDIMacro: invalid macinfo type"],
    }

    /// A macro has a name.
    ///
    /// A macro is used by its name.
    deny MACRO_WITHOUT_NAME: "DBG067" "macro-without-name" {
        message: "the macro {subject} does not have a `name`",
        reference: "LangRef, DIMacro",
        checks: ["visitDIMacro: anonymous macro"],
    }
}

datalog! { module;
    violation(UNIT_WITHOUT_FILE, unit) <-
        described_metadata { kind: MetadataKind::CompileUnit, metadata: unit },
        !metadata_reference { metadata: unit, field: "file" };

    violation(FILE_WITHOUT_NAME, unit) <-
        described_metadata { kind: MetadataKind::CompileUnit, metadata: unit },
        metadata_reference { metadata: unit, field: "file", referenced_metadata: file },
        metadata_field { metadata: file, field: "filename", text: name },
        (module.text(name).is_empty());

    /// `node` is an operand of `!llvm.dbg.cu`.
    struct Listed(MetadataId);

    Listed(node) <-
        let Some(name) = module.find("llvm.dbg.cu"),
        named_metadata_operand { name, operand_metadata: node };

    violation(UNIT_NOT_LISTED, unit) <-
        metadata { metadata: unit, kind: MetadataKind::CompileUnit },
        !Listed(unit);

    violation(UNIT_WANTED, node) <-
        Listed(node),
        !metadata { metadata: node, kind: MetadataKind::CompileUnit };

    violation(NAME_RESERVED, name) <-
        named_metadata { name },
        let text = module.text(name),
        (text.starts_with("llvm.dbg.") && text != "llvm.dbg.cu");

    violation(CHECKSUM, file) <-
        described_metadata { kind: MetadataKind::File, metadata: file },
        metadata_field { metadata: file, field: "checksum", text: checksum },
        (!module.text(checksum).bytes().all(|digit| digit.is_ascii_hexdigit())),
        metadata_field { metadata: file, field: "checksumkind" };

    violation(CHECKSUM, file) <-
        CHECKSUMS(name, digits),
        let Some(kind) = module.find(name),
        described_metadata { kind: MetadataKind::File, metadata: file },
        metadata_field { metadata: file, field: "checksumkind", text: kind },
        metadata_field { metadata: file, field: "checksum", text: checksum },
        (module.text(checksum).len() != digits);

    /// A checksum of kind `kind` has `digits` digits.
    const CHECKSUMS(&'static str, usize) =
        [("CSK_MD5", 32), ("CSK_SHA1", 40), ("CSK_SHA256", 64)];

    violation(MACRO_TYPE, node) <-
        described_metadata { kind: MetadataKind::Macro, metadata: node },
        metadata_field { metadata: node, field: "type", text: type },
        (!matches!(module.text(type), "DW_MACINFO_define" | "DW_MACINFO_undef"));

    /// The macro `node` has a name.
    struct Named(MetadataId);

    Named(node) <-
        described_metadata { kind: MetadataKind::Macro, metadata: node },
        metadata_field { metadata: node, field: "name", text: name },
        (!module.text(name).is_empty());

    violation(MACRO_WITHOUT_NAME, node) <-
        described_metadata { kind: MetadataKind::Macro, metadata: node },
        !Named(node);
}
