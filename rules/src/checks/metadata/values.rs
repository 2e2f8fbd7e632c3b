//! What metadata says that makes a promise about one value: how exact it is, what it points to,
//! what becomes of it.
//!
//! **Scope: attachments**, told apart by kind and node.

use facts_schema::{EntityId, ValueId};
use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use super::nodes::{Nodes, WrappedInteger};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Violation};
use program::{Accuracy, Attached, Broken, Crepe, Integer, Node, Number, Operand, Text, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// `!nonnull` and `!nofree` are empty nodes.
    ///
    /// That they are there is all they say; an operand would mean nothing.
    deny NOT_EMPTY: "MET003" "attachment-not-empty" {
        message: "`!{detail}` takes no operands",
        reference: "LangRef, load Instruction and inttoptr .. to Instruction",
        sites: [5190],
    }

    /// `!fpmath` is one positive, finite number of type `float`.
    ///
    /// It is the greatest error that the result may have, in units in the last place.
    deny FPMATH: "MET004" "fpmath-accuracy" {
        message: "`!fpmath` has to be one positive `float`, not {detail}",
        reference: "LangRef, 'fpmath' Metadata",
        sites: [5159, 5163, 5165, 5168],
    }

    /// `!dereferenceable` and `!dereferenceable_or_null` are one `i64`.
    ///
    /// It is the number of bytes that can be read through the pointer.
    deny DEREFERENCEABLE: "MET005" "dereferenceable-bytes" {
        message: "`!dereferenceable` and `!dereferenceable_or_null` have to be one `i64`, not {detail}",
        reference: "LangRef, load Instruction",
        sites: [4812, 4817],
    }

    /// `!align` is one `i64`, a power of two of at most 2^32.
    ///
    /// It is the alignment of the pointer that is loaded, and follows the limits of all alignments.
    deny ALIGN: "MET006" "align-value" {
        message: "`!align` has to be one `i64`, a power of two up to 2^32, not {detail}",
        reference: "LangRef, load Instruction",
        sites: [5217, 5219, 5222, 5224],
    }

    /// `!captures` is a list of the words `address`, `address_is_null`, `provenance` and
    /// `read_provenance`, and not empty.
    ///
    /// It says what of a stored pointer escapes. What escapes nothing needs no store.
    deny CAPTURES: "MET007" "captures-words" {
        message: "`!captures` has to list what escapes (`address`, `address_is_null`, `provenance`, `read_provenance`), which {detail} does not",
        reference: "LangRef, 'captures' Metadata",
        sites: [],
    }

    /// `!alloc_token` is a pair of the allocated type's name and whether the type contains pointers.
    ///
    /// The allocator picks the token, and with it the part of the heap, by these two.
    deny ALLOC_TOKEN: "MET008" "alloc-token-form" {
        message: "`!alloc_token` has to be a string and an integer, not {detail}",
        reference: "LangRef, 'alloc_token' Metadata",
        sites: [],
    }

    /// `!callee_type` is a list of pairs of the number 0 and a generalized type, a string that ends
    /// in `.generalized`.
    ///
    /// Call graph sections list with each indirect call the types that its targets can have, in the
    /// form in which functions carry their own type.
    deny CALLEE_TYPE: "MET009" "callee-type-form" {
        message: "`!callee_type` has to list pairs of 0 and a type `….generalized`, which {detail} is not",
        reference: "LangRef, 'callee_type' Metadata",
        sites: [],
    }
}

const KINDS: &[&str] = &[
    "align",
    "alloc_token",
    "callee_type",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "fpmath",
    "nofree",
    "nonnull",
];

fn violations(context: &Context) -> Vec<Violation> {
    let attachments = Attachments::of(context, KINDS, &[Part::Node]);
    if attachments.is_empty() {
        return Vec::new();
    }
    let nodes = Nodes::from(context, attachments.nodes());
    let mut program = Crepe::new();
    for (id, attachment) in attachments.iter() {
        program.extend(attachment.node.map(|node| Attached(id, attachment.kind, node)));
    }
    program.extend(nodes.metadata.iter().map(Node::from));
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.string.iter().map(|&(metadata, text)| Text(metadata, text)));
    program.extend(nodes.integer.iter().map(Integer::from));
    program.extend(nodes.numbers().map(|(metadata, number)| Number(metadata, number)));
    program.extend(accuracies(context, &nodes));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    attachments.everywhere(broken.into_iter().map(|Broken(rule, id, detail)| (rule, id, detail)))
}

/// The numbers of type `float` among the nodes.
fn accuracies(context: &Context, nodes: &Nodes) -> Vec<Accuracy> {
    let is_float = |value: ValueId| {
        let r#type = context.facts.value.get(value.index()).map(|row| row.r#type);
        let kind = r#type.and_then(|it| context.facts.r#type.get(it.index())).map(|row| row.kind);
        kind == Some(facts_schema::TypeKind::Float)
    };
    let mut accuracies = Vec::new();
    for wrapped in nodes.value.iter().filter(|row| is_float(row.value)) {
        let floats = &context.facts.constant_float;
        let bits = floats.iter().find(|row| row.constant == wrapped.value).map(|row| row.bits);
        let bits = bits.and_then(|bits| u32::from_str_radix(context.text(bits), 16).ok());
        accuracies.extend(bits.map(|it| Accuracy(wrapped.metadata, it)));
    }
    accuracies
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::{MetadataId, MetadataKind};

    crepe! {
        @input
        /// The attachment is of kind `kind` and is `node`.
        pub struct Attached(pub AttachmentId, pub &'static str, pub MetadataId);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'a str);

        @input
        /// The integer has so many bits.
        pub struct Integer(pub MetadataId, pub u32);

        @input
        /// The integer is this number.
        pub struct Number(pub MetadataId, pub u128);

        @input
        /// The `float` has these bits.
        pub struct Accuracy(pub MetadataId, pub u32);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        Broken(NOT_EMPTY, attachment, Detail::Word(kind)) <-
            Attached(attachment, kind, node),
            (kind == "nonnull" || kind == "nofree"),
            Tuple(node, count),
            (count > 0);

        // `node` consists of `only`.
        struct Only(MetadataId, MetadataId);

        Only(node, only) <- Tuple(node, 1), Operand(node, 0, only);

        // What the attachment says is well-formed.
        struct Good(AttachmentId);

        Good(attachment) <-
            Attached(attachment, "fpmath", node),
            Only(node, accuracy),
            Accuracy(accuracy, bits),
            (is_positive(bits));

        Broken(FPMATH, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "fpmath", node),
            Tuple(node, _),
            !Good(attachment);

        Good(attachment) <-
            Attached(attachment, kind, node),
            (kind == "dereferenceable" || kind == "dereferenceable_or_null"),
            Only(node, bytes),
            Integer(bytes, 64);

        Broken(DEREFERENCEABLE, attachment, Detail::Metadata(node)) <-
            Attached(attachment, kind, node),
            (kind == "dereferenceable" || kind == "dereferenceable_or_null"),
            Tuple(node, _),
            !Good(attachment);

        Good(attachment) <-
            Attached(attachment, "align", node),
            Only(node, alignment),
            Integer(alignment, 64),
            Number(alignment, number),
            (number.is_power_of_two() && number <= 1 << 32);

        Broken(ALIGN, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "align", node),
            Tuple(node, _),
            !Good(attachment);

        struct Word(MetadataId);

        Word(metadata) <-
            Text(metadata, text),
            (matches!(text, "address" | "address_is_null" | "provenance" | "read_provenance"));

        Broken(CAPTURES, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "captures", node),
            Tuple(node, 0);

        Broken(CAPTURES, attachment, Detail::Metadata(word)) <-
            Attached(attachment, "captures", node),
            Operand(node, _, word),
            !Word(word);

        Good(attachment) <-
            Attached(attachment, "alloc_token", node),
            Tuple(node, 2),
            Operand(node, 0, name),
            Text(name, _),
            Operand(node, 1, pointers),
            Integer(pointers, _);

        Broken(ALLOC_TOKEN, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "alloc_token", node),
            Tuple(node, _),
            !Good(attachment);

        struct Generalized(MetadataId);

        Generalized(pair) <-
            Tuple(pair, 2),
            Operand(pair, 0, offset),
            Number(offset, 0),
            Operand(pair, 1, name),
            Text(name, text),
            (text.ends_with(".generalized"));

        Broken(CALLEE_TYPE, attachment, Detail::Metadata(pair)) <-
            Attached(attachment, "callee_type", node),
            Operand(node, _, pair),
            Node(pair, _),
            !Generalized(pair);
    }
}

/// Whether the `float` of these bits is greater than zero and finite.
fn is_positive(bits: u32) -> bool {
    let number = f32::from_bits(bits);
    number > 0.0 && number.is_finite()
}

input_from! { Node(metadata, kind) from Metadata }
input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }

impl From<&WrappedInteger> for Integer {
    fn from(row: &WrappedInteger) -> Self {
        Self(row.metadata, row.width)
    }
}
