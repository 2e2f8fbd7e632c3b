//! Attachments that describe a value, such as its accuracy (`!fpmath`), its alignment or its
//! captures.

use facts_schema::{MetadataId, TypeKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::Detail;

rules! { Metadata "metadata";
    /// `!nonnull` and `!nofree` are empty nodes.
    ///
    /// Their presence is the only information.
    deny NOT_EMPTY: "MET003" "attachment-not-empty" {
        message: "`!{detail}` has operands, but must be empty",
        reference: "LangRef, load Instruction and inttoptr .. to Instruction",
        checks: ["visitInstruction: nonnull metadata must be empty"],
    }

    /// `!fpmath` has one operand, a positive, finite constant of type `float`.
    ///
    /// It is the maximum relative error of the result, in ULPs.
    deny FPMATH: "MET004" "fpmath-accuracy" {
        message: "`!fpmath` must have one positive `float`, not {detail}",
        reference: "LangRef, 'fpmath' Metadata",
        checks: [
            "visitInstruction: fpmath takes one operand!",
            "visitInstruction: fpmath accuracy must have float type",
            "visitInstruction: fpmath accuracy not a positive number!",
            "visitInstruction: invalid fpmath accuracy!",
        ],
    }

    /// `!dereferenceable` and `!dereferenceable_or_null` have one operand, a constant `i64`.
    ///
    /// It is the number of dereferenceable bytes.
    deny DEREFERENCEABLE: "MET005" "dereferenceable-bytes" {
        message: "`!dereferenceable` and `!dereferenceable_or_null` must have one `i64`, not {detail}",
        reference: "LangRef, load Instruction",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null take one operand!",
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null metadata value must be an i64!",
        ],
    }

    /// `!align` has one operand, a constant `i64` that is a power of two of at most 2^32.
    ///
    /// It is the alignment of the loaded pointer, with the same limits as other alignments.
    deny ALIGN: "MET006" "align-value" {
        message: "`!align` must have one `i64` that is a power of two of at most 2^32, not {detail}",
        reference: "LangRef, load Instruction",
        checks: [
            "visitInstruction: align takes one operand!",
            "visitInstruction: align metadata value must be an i64!",
            "visitInstruction: align metadata value must be a power of 2!",
            "visitInstruction: alignment is larger that implementation defined limit",
        ],
    }

    /// `!captures` is a non-empty list of `address`, `address_is_null`, `provenance` and
    /// `read_provenance`.
    ///
    /// It lists which components of a stored pointer are captured.
    deny CAPTURES: "MET007" "captures-words" {
        message: "`!captures` must list captured components (`address`, `address_is_null`, `provenance`, `read_provenance`), not {detail}",
        reference: "LangRef, 'captures' Metadata",
        checks: [],
    }

    /// `!alloc_token` is a pair of the name of the allocated type and whether the type contains
    /// pointers.
    ///
    /// The allocator derives the token from both, and uses it to choose a heap partition.
    deny ALLOC_TOKEN: "MET008" "alloc-token-form" {
        message: "`!alloc_token` must be a string and an integer, not {detail}",
        reference: "LangRef, 'alloc_token' Metadata",
        checks: [],
    }

    /// `!callee_type` is a list of pairs of the number 0 and a generalized type identifier, a
    /// string that ends in `.generalized`.
    ///
    /// The call graph section lists for each indirect call the types of its possible callees.
    deny CALLEE_TYPE: "MET009" "callee-type-form" {
        message: "`!callee_type` must be a list of pairs of 0 and a type `….generalized`, not {detail}",
        reference: "LangRef, 'callee_type' Metadata",
        checks: [],
    }
}

/// Whether the `float` with these bits, in hexadecimal, is positive and finite.
fn is_positive(bits: &str) -> bool {
    let number = u32::from_str_radix(bits, 16).map(f32::from_bits);
    number.is_ok_and(|number| number > 0.0 && number.is_finite())
}

datalog! { module;
    /// The attachments whose form is checked, and the rule that requires it.
    const FORMS(&'static str, Rule) = [
        ("fpmath", FPMATH),
        ("dereferenceable", DEREFERENCEABLE),
        ("dereferenceable_or_null", DEREFERENCEABLE),
        ("align", ALIGN),
        ("alloc_token", ALLOC_TOKEN),
    ];

    /// The attachments that must be empty.
    const EMPTY(&'static str) = ["nonnull", "nofree"];

    /// The components of a pointer that `!captures` can name.
    const COMPONENTS(&'static str) = [
        "address", "address_is_null", "provenance", "read_provenance",
    ];

    violation(NOT_EMPTY, instruction, Detail::Word(text)) <-
        EMPTY(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: node },
        metadata_tuple { metadata: node, operand_count: count },
        (count > 0);

    /// The tuple `node` is attached as `kind`, one of `FORMS`.
    struct Attached(&'static str, MetadataId);

    Attached(text, node) <-
        FORMS(text, _),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, metadata: node },
        metadata_tuple { metadata: node };

    /// `only` is the only operand of `node`, which is attached as `kind`.
    struct OnlyOperand(&'static str, MetadataId, MetadataId);

    OnlyOperand(text, node, only) <-
        Attached(text, node),
        metadata_tuple { metadata: node, operand_count: 1 },
        metadata_operand { metadata: node, position: 0, operand_metadata: only };

    /// `node` has the form that is required for `kind`.
    struct WellFormed(&'static str, MetadataId);

    WellFormed("fpmath", node) <-
        OnlyOperand("fpmath", node, accuracy),
        value_metadata { metadata: accuracy, value },
        value { value, type },
        type { type, kind: TypeKind::Float },
        constant_float { constant: value, bits },
        (is_positive(module.text(bits)));

    WellFormed("dereferenceable", node) <-
        OnlyOperand("dereferenceable", node, bytes),
        metadata_integer { metadata: bytes, width: 64 };

    WellFormed("dereferenceable_or_null", node) <-
        OnlyOperand("dereferenceable_or_null", node, bytes),
        metadata_integer { metadata: bytes, width: 64 };

    WellFormed("align", node) <-
        OnlyOperand("align", node, alignment),
        metadata_integer { metadata: alignment, width: 64, value },
        let Some(number) = module.unsigned(value),
        (number.is_power_of_two() && number <= 1 << 32);

    WellFormed("alloc_token", node) <-
        Attached("alloc_token", node),
        metadata_tuple { metadata: node, operand_count: 2 },
        metadata_operand { metadata: node, position: 0, operand_metadata: name },
        metadata_string { metadata: name },
        metadata_operand { metadata: node, position: 1, operand_metadata: pointers },
        metadata_integer { metadata: pointers };

    violation(rule, instruction, node) <-
        FORMS(text, rule),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: node },
        metadata_tuple { metadata: node },
        !WellFormed(text, node);

    violation(CAPTURES, instruction, node) <-
        attached_metadata { attachment_kind: "captures", instruction, metadata: node },
        metadata_tuple { metadata: node, operand_count: 0 };

    /// `word` is one of `COMPONENTS`.
    struct Component(MetadataId);

    Component(word) <-
        attached_metadata { attachment_kind: "captures", metadata: node },
        metadata_operand { metadata: node, operand_metadata: word },
        metadata_string { metadata: word, text },
        let name = module.text(text),
        COMPONENTS(name);

    violation(CAPTURES, instruction, word) <-
        attached_metadata { attachment_kind: "captures", instruction, metadata: node },
        metadata_operand { metadata: node, operand_metadata: word },
        !Component(word);

    /// `pair` consists of the offset 0 and the name of a generalised type.
    struct Generalized(MetadataId);

    Generalized(pair) <-
        attached_metadata { attachment_kind: "callee_type", metadata: node },
        metadata_operand { metadata: node, operand_metadata: pair },
        metadata_tuple { metadata: pair, operand_count: 2 },
        metadata_operand { metadata: pair, position: 0, operand_metadata: offset },
        metadata_integer { metadata: offset, value },
        (module.unsigned(value) == Some(0)),
        metadata_operand { metadata: pair, position: 1, operand_metadata: name },
        metadata_string { metadata: name, text },
        (module.text(text).ends_with(".generalized"));

    violation(CALLEE_TYPE, instruction, pair) <-
        attached_metadata { attachment_kind: "callee_type", instruction, metadata: node },
        metadata_operand { metadata: node, operand_metadata: pair },
        !Generalized(pair);
}
