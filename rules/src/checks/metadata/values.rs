//! What metadata says that makes a promise about one value: how exact it is, what it points to,
//! what becomes of it.

use facts_schema::{MetadataId, TypeKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::Detail;

rules! { Metadata "metadata";
    /// `!nonnull` and `!nofree` are empty nodes.
    ///
    /// That they are there is all they say; an operand would mean nothing.
    deny NOT_EMPTY: "MET003" "attachment-not-empty" {
        message: "`!{detail}` takes no operands",
        reference: "LangRef, load Instruction and inttoptr .. to Instruction",
        checks: ["visitInstruction: nonnull metadata must be empty"],
    }

    /// `!fpmath` is one positive, finite number of type `float`.
    ///
    /// It is the greatest error that the result may have, in units in the last place.
    deny FPMATH: "MET004" "fpmath-accuracy" {
        message: "`!fpmath` has to be one positive `float`, not {detail}",
        reference: "LangRef, 'fpmath' Metadata",
        checks: [
            "visitInstruction: fpmath takes one operand!",
            "visitInstruction: fpmath accuracy must have float type",
            "visitInstruction: fpmath accuracy not a positive number!",
            "visitInstruction: invalid fpmath accuracy!",
        ],
    }

    /// `!dereferenceable` and `!dereferenceable_or_null` are one `i64`.
    ///
    /// It is the number of bytes that can be read through the pointer.
    deny DEREFERENCEABLE: "MET005" "dereferenceable-bytes" {
        message: "`!dereferenceable` and `!dereferenceable_or_null` have to be one `i64`, not {detail}",
        reference: "LangRef, load Instruction",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null take one operand!",
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null metadata value must be an i64!",
        ],
    }

    /// `!align` is one `i64`, a power of two of at most 2^32.
    ///
    /// It is the alignment of the pointer that is loaded, and follows the limits of all alignments.
    deny ALIGN: "MET006" "align-value" {
        message: "`!align` has to be one `i64`, a power of two up to 2^32, not {detail}",
        reference: "LangRef, load Instruction",
        checks: [
            "visitInstruction: align takes one operand!",
            "visitInstruction: align metadata value must be an i64!",
            "visitInstruction: align metadata value must be a power of 2!",
            "visitInstruction: alignment is larger that implementation defined limit",
        ],
    }

    /// `!captures` is a list of the words `address`, `address_is_null`, `provenance` and
    /// `read_provenance`, and not empty.
    ///
    /// It says what of a stored pointer escapes. What escapes nothing needs no store.
    deny CAPTURES: "MET007" "captures-words" {
        message: "`!captures` has to list what escapes (`address`, `address_is_null`, `provenance`, `read_provenance`), which {detail} does not",
        reference: "LangRef, 'captures' Metadata",
        checks: [],
    }

    /// `!alloc_token` is a pair of the allocated type's name and whether the type contains pointers.
    ///
    /// The allocator picks the token, and with it the part of the heap, by these two.
    deny ALLOC_TOKEN: "MET008" "alloc-token-form" {
        message: "`!alloc_token` has to be a string and an integer, not {detail}",
        reference: "LangRef, 'alloc_token' Metadata",
        checks: [],
    }

    /// `!callee_type` is a list of pairs of the number 0 and a generalized type, a string that ends
    /// in `.generalized`.
    ///
    /// Call graph sections list with each indirect call the types that its targets can have, in the
    /// form in which functions carry their own type.
    deny CALLEE_TYPE: "MET009" "callee-type-form" {
        message: "`!callee_type` has to list pairs of 0 and a type `….generalized`, which {detail} is not",
        reference: "LangRef, 'callee_type' Metadata",
        checks: [],
    }
}

/// Whether the `float` of these hexadecimal bits is greater than zero and finite.
fn is_positive(bits: &str) -> bool {
    let number = u32::from_str_radix(bits, 16).map(f32::from_bits);
    number.is_ok_and(|number| number > 0.0 && number.is_finite())
}

datalog! { module;
    /// The kinds of attachments whose form is judged, with the rule that says it.
    const FORMS(&'static str, Rule) = [
        ("fpmath", FPMATH),
        ("dereferenceable", DEREFERENCEABLE),
        ("dereferenceable_or_null", DEREFERENCEABLE),
        ("align", ALIGN),
        ("alloc_token", ALLOC_TOKEN),
    ];

    /// The kinds of attachments that are empty.
    const EMPTY(&'static str) = ["nonnull", "nofree"];

    /// What a pointer's `!captures` can name.
    const COMPONENTS(&'static str) = [
        "address", "address_is_null", "provenance", "read_provenance",
    ];

    violation(NOT_EMPTY, instruction, Detail::Word(text)) <-
        EMPTY(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: node },
        metadata_tuple { metadata: node, operand_count: count },
        (count > 0);

    /// The tuple `node` is attached as `kind`, whose form is judged.
    struct Attached(&'static str, MetadataId);

    Attached(text, node) <-
        FORMS(text, _),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, metadata: node },
        metadata_tuple { metadata: node };

    /// `node`, attached as `kind`, consists of `only`.
    struct Only(&'static str, MetadataId, MetadataId);

    Only(text, node, only) <-
        Attached(text, node),
        metadata_tuple { metadata: node, operand_count: 1 },
        metadata_operand { metadata: node, position: 0, operand_metadata: only };

    /// What `node` says as `kind` is well-formed.
    struct Good(&'static str, MetadataId);

    Good("fpmath", node) <-
        Only("fpmath", node, accuracy),
        value_metadata { metadata: accuracy, value },
        value { value, type },
        type { type, kind: TypeKind::Float },
        constant_float { constant: value, bits },
        (is_positive(module.text(bits)));

    Good("dereferenceable", node) <-
        Only("dereferenceable", node, bytes),
        metadata_integer { metadata: bytes, width: 64 };

    Good("dereferenceable_or_null", node) <-
        Only("dereferenceable_or_null", node, bytes),
        metadata_integer { metadata: bytes, width: 64 };

    Good("align", node) <-
        Only("align", node, alignment),
        metadata_integer { metadata: alignment, width: 64, value },
        let Some(number) = module.unsigned(value),
        (number.is_power_of_two() && number <= 1 << 32);

    Good("alloc_token", node) <-
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
        !Good(text, node);

    violation(CAPTURES, instruction, node) <-
        attached_metadata { attachment_kind: "captures", instruction, metadata: node },
        metadata_tuple { metadata: node, operand_count: 0 };

    /// `word` is a string that `!captures` can name.
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

    /// `pair` is an offset of 0 and the name of a generalized type.
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
