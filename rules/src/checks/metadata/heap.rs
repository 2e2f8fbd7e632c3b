//! `!memprof` and `!callsite`: what was learnt of the memory that calls allocate, and by which
//! stacks of calls.
//!
//! **Scope: attachments**, told apart by kind and node.

use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use super::nodes::{Nodes, WrappedInteger};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Violation};
use program::{Attached, Broken, Crepe, Integer, Operand, Text, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// A stack of calls, in `!callsite` or in an entry of `!memprof`, is one integer or more.
    ///
    /// Each integer identifies a place in the source, the innermost call first.
    deny CALL_STACK: "MET024" "call-stack-form" {
        message: "the stack of calls {detail} is not a list of integers",
        reference: "LangRef, 'callsite' Metadata and 'memprof' Metadata",
        sites: [4920, 4924],
    }

    /// `!memprof` lists at least one entry, each of them a stack of calls, a string, and pairs of
    /// integers.
    ///
    /// An entry tells how memory behaved that was allocated by way of that stack: the string says how
    /// (`"cold"`, `"notcold"`, `"hot"`), the pairs are a full stack's identifier and a number of
    /// bytes.
    deny MEMORY_PROFILE: "MET025" "memory-profile-form" {
        message: "{detail} is not what `!memprof` consists of: a stack of calls, a string, then pairs of integers",
        reference: "LangRef, 'memprof' Metadata",
        sites: [4930, 4941, 4945, 4947, 4953, 4958],
    }
}

const KINDS: &[&str] = &["callsite", "memprof"];

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
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.string.iter().map(|row| Text(row.0)));
    program.extend(nodes.integer.iter().map(Integer::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    attachments.everywhere(broken.into_iter().map(|Broken(rule, id, detail)| (rule, id, detail)))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::MetadataId;

    crepe! {
        @input
        /// The attachment is of kind `kind` and is `node`.
        pub struct Attached(pub AttachmentId, pub &'static str, pub MetadataId);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// A string.
        pub struct Text(pub MetadataId);

        @input
        /// An integer.
        pub struct Integer(pub MetadataId);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        // The operand at `position` of the tuple `node` is to be there.
        struct Place(MetadataId, u32);

        Place(node, 0) <- Tuple(node, count), (count > 0);
        Place(node, position + 1) <- Place(node, position), Tuple(node, count), (position + 1 < count);

        struct HasInteger(MetadataId, u32);

        HasInteger(node, position) <- Operand(node, position, operand), Integer(operand);

        // The entry `entry` of the `!memprof` `attachment`.
        struct Entry(AttachmentId, MetadataId);

        Entry(attachment, entry) <-
            Attached(attachment, "memprof", node),
            Operand(node, _, entry),
            Tuple(entry, _);

        // The stack `stack` of `attachment`.
        struct Stack(AttachmentId, MetadataId);

        Stack(attachment, node) <- Attached(attachment, "callsite", node), Tuple(node, _);
        Stack(attachment, stack) <- Entry(attachment, entry), Operand(entry, 0, stack), Tuple(stack, _);

        Broken(CALL_STACK, attachment, Detail::Metadata(stack)) <-
            Stack(attachment, stack),
            Tuple(stack, 0);

        Broken(CALL_STACK, attachment, Detail::Metadata(stack)) <-
            Stack(attachment, stack),
            Place(stack, position),
            !HasInteger(stack, position);

        Broken(MEMORY_PROFILE, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "memprof", node),
            Tuple(node, 0);

        // The entry begins with a stack and a string.
        struct Begins(MetadataId);

        Begins(entry) <-
            Entry(_, entry),
            Operand(entry, 0, stack),
            Tuple(stack, _),
            Operand(entry, 1, word),
            Text(word);

        Broken(MEMORY_PROFILE, attachment, Detail::Metadata(entry)) <-
            Entry(attachment, entry),
            !Begins(entry);

        struct Pair(MetadataId);

        Pair(pair) <- Tuple(pair, 2), HasInteger(pair, 0), HasInteger(pair, 1);

        Broken(MEMORY_PROFILE, attachment, Detail::Metadata(entry)) <-
            Entry(attachment, entry),
            Begins(entry),
            Operand(entry, position, operand),
            (position > 1),
            !Pair(operand);
    }
}

input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }

impl From<&WrappedInteger> for Integer {
    fn from(row: &WrappedInteger) -> Self {
        Self(row.metadata)
    }
}
