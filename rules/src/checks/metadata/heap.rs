//! `!memprof` and `!callsite`: heap profiles of allocation calls, and call stacks.

use facts_schema::MetadataId;
use rules_macros::datalog;

use crate::rule::{Rule, rules};

rules! { Metadata "metadata";
    /// A call stack, in `!callsite` or in an entry of `!memprof`, consists of one or more integers.
    ///
    /// Each integer is the identifier of a source location, and the innermost call is first.
    deny CALL_STACK: "MET024" "call-stack-form" {
        message: "the call stack {detail} is not a list of integers",
        reference: "LangRef, 'callsite' Metadata and 'memprof' Metadata",
        checks: [
            "visitCallStackMetadata: call stack metadata should have at least 1 operand",
            "visitCallStackMetadata: call stack metadata operand should be constant integer",
        ],
    }

    /// `!memprof` has at least one entry, which consists of a call stack, a string, and pairs of
    /// integers.
    ///
    /// The string describes the behaviour of memory allocated with that call stack (`"cold"`,
    /// `"notcold"`, `"hot"`). Each pair is the identifier of a full stack and a number of bytes.
    deny MEMORY_PROFILE: "MET025" "memory-profile-form" {
        message: "{detail} in `!memprof` does not consist of a call stack, a string and pairs of integers",
        reference: "LangRef, 'memprof' Metadata",
        checks: [
            "visitMemProfMetadata: !memprof annotations should have at least 1 metadata operand (MemInfoBlock)",
            "visitMemProfMetadata: Each !memprof MemInfoBlock should have at least 2 operands",
            "visitMemProfMetadata: !memprof MemInfoBlock first operand should not be null",
            "visitMemProfMetadata: !memprof MemInfoBlock first operand should be an MDNode",
            "visitMemProfMetadata: Not all !memprof MemInfoBlock operands 1 to N-1 are MDString",
            "visitMemProfMetadata: Last !memprof MemInfoBlock operand not MDString or int",
        ],
    }
}

datalog! { module;
    /// The kinds of attachments that the rules check.
    const KINDS(&'static str) = ["memprof", "callsite"];

    /// `node` is the `!memprof` of some instruction.
    struct Profile(MetadataId);

    Profile(node) <- attached_metadata { attachment_kind: "memprof", metadata: node };

    /// `entry` is an entry of the `!memprof` `node`.
    struct Entry(MetadataId, MetadataId);

    Entry(node, entry) <-
        Profile(node),
        metadata_operand { metadata: node, operand_metadata: entry },
        metadata_tuple { metadata: entry };

    /// `stack` is a call stack in `node`, which is attached as `kind`.
    struct Stack(&'static str, MetadataId, MetadataId);

    Stack("callsite", node, node) <-
        attached_metadata { attachment_kind: "callsite", metadata: node },
        metadata_tuple { metadata: node };

    Stack("memprof", node, stack) <-
        Entry(node, entry),
        metadata_operand { metadata: entry, position: 0, operand_metadata: stack },
        metadata_tuple { metadata: stack };

    /// `part` of `node`, which is attached as `kind`, violates `rule`.
    struct Violates(&'static str, MetadataId, Rule, MetadataId);

    violation(rule, instruction, part) <-
        KINDS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: node },
        Violates(text, node, rule, part);

    Violates(kind, node, CALL_STACK, stack) <-
        Stack(kind, node, stack),
        metadata_tuple { metadata: stack, operand_count: 0 };

    /// Operand `position` of `stack` is an integer.
    struct Frame(MetadataId, u32);

    Frame(stack, position) <-
        Stack(_, _, stack),
        metadata_operand { metadata: stack, position, operand_metadata: operand },
        metadata_integer { metadata: operand };

    Violates(kind, node, CALL_STACK, stack) <-
        Stack(kind, node, stack),
        metadata_tuple { metadata: stack, operand_count },
        for position in 0..operand_count,
        !Frame(stack, position);

    Violates("memprof", node, MEMORY_PROFILE, node) <-
        Profile(node),
        metadata_tuple { metadata: node, operand_count: 0 };

    /// The first operands of `entry` are a stack and a string.
    struct Begins(MetadataId);

    Begins(entry) <-
        Entry(_, entry),
        metadata_operand { metadata: entry, position: 0, operand_metadata: stack },
        metadata_tuple { metadata: stack },
        metadata_operand { metadata: entry, position: 1, operand_metadata: word },
        metadata_string { metadata: word };

    Violates("memprof", node, MEMORY_PROFILE, entry) <- Entry(node, entry), !Begins(entry);

    /// `pair`, an operand of an entry, consists of two integers.
    struct Pair(MetadataId);

    Pair(pair) <-
        Entry(_, entry),
        metadata_operand { metadata: entry, operand_metadata: pair },
        metadata_tuple { metadata: pair, operand_count: 2 },
        metadata_operand { metadata: pair, position: 0, operand_metadata: first },
        metadata_integer { metadata: first },
        metadata_operand { metadata: pair, position: 1, operand_metadata: second },
        metadata_integer { metadata: second };

    Violates("memprof", node, MEMORY_PROFILE, entry) <-
        Entry(node, entry),
        Begins(entry),
        metadata_operand { metadata: entry, position, operand_metadata: operand },
        (position > 1),
        !Pair(operand);
}
