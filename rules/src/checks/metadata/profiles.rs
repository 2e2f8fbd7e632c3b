//! `!prof` attachments of instructions: branch weights, value profiles, and unknown profiles.

use facts_schema::{MetadataId, Opcode};
use rules_macros::datalog;

use crate::rule::{Rule, rules};

rules! { Metadata "metadata";
    /// `!prof` on an instruction begins with `"branch_weights"`, `"VP"` or `"unknown"`, and has at
    /// least one more operand.
    ///
    /// The first operand is the kind of the profile. Entry counts (`"function_entry_count"`) are
    /// for functions.
    deny PROFILE_NAME: "MET017" "profile-name" {
        message: "`!prof` must be branch weights, a value profile (`VP`) or `unknown`, not {detail}",
        reference: "LangRef, 'prof' Metadata",
        checks: [
            "visitProfMetadata: !prof annotations should have no less than 2 operands",
            "visitProfMetadata: first operand should not be null",
            "visitProfMetadata: expected string with name of the !prof annotation",
        ],
    }

    /// Branch weights, or `"unknown"` instead of them, are attached only to branches, selects and
    /// calls.
    ///
    /// These are `br`, `switch`, `indirectbr`, `select`, `callbr`, `invoke` and `call`.
    deny WEIGHTS_MISPLACED: "MET018" "branch-weights-misplaced" {
        message: "`{opcode}` does not have branches with weights",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        checks: ["visitProfMetadata: !prof branch_weights are not allowed for this instruction"],
    }

    /// The number of branch weights matches the instruction.
    ///
    /// A terminator has one weight for each successor, including the default destination of a
    /// `switch`; a `select` has two, a `call` has one, and an `invoke` has one or two. The string
    /// `"expected"` may precede them.
    deny WEIGHT_COUNT: "MET019" "branch-weight-count" {
        message: "the number of branch weights in {detail} does not match `{opcode}`",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        checks: [
            "visitProfMetadata: Wrong number of InvokeInst branch_weights operands",
            "visitProfMetadata: Wrong number of operands",
        ],
    }

    /// Branch weights are integers.
    ///
    /// They are execution counts or relative frequencies.
    deny WEIGHT_NOT_INTEGER: "MET020" "branch-weight-not-integer" {
        message: "{detail} has a branch weight that is not an integer",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        checks: [
            "visitProfMetadata: second operand should not be null",
            "visitProfMetadata: !prof brunch_weights operand is not a const int",
        ],
    }

    /// A value profile consists of `"VP"`, a kind from 0 to 2, the total count, and pairs of a
    /// value and its count.
    ///
    /// Kind 0 is for targets of indirect calls, 1 for sizes of memory operations, and 2 for virtual
    /// tables.
    deny VALUE_PROFILE: "MET021" "value-profile-form" {
        message: "the value profile {detail} does not consist of `VP`, kind, total count, and pairs of value and count",
        reference: "LangRef, 'prof' Metadata, VP",
        checks: [],
    }

    /// Value profiles of call targets and sizes are attached only to calls.
    ///
    /// Only calls have a target, and only calls of memory intrinsics have a size.
    deny VALUE_PROFILE_MISPLACED: "MET022" "value-profile-misplaced" {
        message: "`{opcode}` is not a call, so it has neither a target nor a size to profile",
        reference: "LangRef, 'prof' Metadata, VP",
        checks: [],
    }

    /// An `"unknown"` profile has one more operand, the name of the pass that added it.
    ///
    /// It records that the pass could not determine a profile.
    deny UNKNOWN_PROFILE: "MET023" "unknown-profile-form" {
        message: "the profile {detail} must have exactly one operand after `unknown`, the name of a pass",
        reference: "LangRef, 'prof' Metadata, unknown",
        checks: [],
    }
}

datalog! { module;
    /// The names of profiles.
    const NAMES(&'static str) = ["branch_weights", "VP", "unknown"];

    /// Instructions other than branches, and the possible numbers of weights.
    const OUTCOMES(Opcode, u32) = [
        (Opcode::Select, 2), (Opcode::Call, 1), (Opcode::Invoke, 1), (Opcode::Invoke, 2),
    ];

    /// Branches, which have a weight for each successor of their block.
    const BRANCHES(Opcode) = [Opcode::Br, Opcode::Switch, Opcode::IndirectBr, Opcode::CallBr];

    /// `node` is the `!prof` of an instruction with the opcode `opcode` and, if it is a branch,
    /// with `targets` successors; otherwise `targets` is 0.
    struct Attached(Opcode, u32, MetadataId);

    Attached(opcode, 0, node) <-
        attached_metadata { attachment_kind: "prof", instruction, metadata: node },
        instruction { instruction, opcode },
        !BRANCHES(opcode);

    Attached(opcode, targets, node) <-
        attached_metadata { attachment_kind: "prof", instruction, metadata: node },
        instruction { instruction, block, opcode },
        BRANCHES(opcode),
        let targets = module.whole().block_successor.all(block).len() as u32;

    /// `node`, as the `!prof` of such an instruction, violates `rule`.
    struct Violates(Opcode, u32, MetadataId, Rule);

    violation(rule, instruction, node) <-
        attached_metadata { attachment_kind: "prof", instruction, metadata: node },
        instruction { instruction, opcode },
        !BRANCHES(opcode),
        Violates(opcode, 0, node, rule);

    violation(rule, instruction, node) <-
        attached_metadata { attachment_kind: "prof", instruction, metadata: node },
        instruction { instruction, block, opcode },
        BRANCHES(opcode),
        let targets = module.whole().block_successor.all(block).len() as u32,
        Violates(opcode, targets, node, rule);

    Violates(opcode, targets, node, rule) <- Attached(opcode, targets, node), Wrong(node, rule);

    /// The tuple `node` is the `!prof` of an instruction.
    struct Node(MetadataId);

    Node(node) <- Attached(_, _, node), metadata_tuple { metadata: node };

    /// `node` violates `rule`, regardless of the instruction.
    struct Wrong(MetadataId, Rule);

    /// `node` has `count` operands, and the first is the string `name`.
    struct Profile<'a>(MetadataId, u32, &'a str);

    Profile(node, count, module.text(text)) <-
        Node(node),
        metadata_tuple { metadata: node, operand_count: count },
        metadata_operand { metadata: node, position: 0, operand_metadata: operand },
        metadata_string { metadata: operand, text };

    /// `node` has a known name and at least one more operand.
    struct Named(MetadataId);

    Named(node) <- Profile(node, count, name), (count >= 2), NAMES(name);

    // Another rule checks the operands of unknown profiles.
    Named(node) <- Profile(node, _, "unknown");

    Wrong(node, PROFILE_NAME) <- Node(node), !Named(node);

    /// An instruction with the opcode `opcode` and `targets` successors can have `count` weights.
    struct Outcomes(Opcode, u32, u32);

    Outcomes(opcode, targets, targets) <- Attached(opcode, targets, _), BRANCHES(opcode);

    Outcomes(opcode, 0, count) <- OUTCOMES(opcode, count);

    Violates(opcode, targets, node, WEIGHTS_MISPLACED) <-
        Attached(opcode, targets, node),
        Profile(node, _, name),
        (name == "branch_weights" || name == "unknown"),
        !Outcomes(opcode, targets, _);

    /// `node` has a string before the weights, which shows that they are expected, not measured.
    struct Expected(MetadataId);

    Expected(node) <-
        Profile(node, count, "branch_weights"),
        (count >= 3),
        metadata_operand { metadata: node, position: 1, operand_metadata: origin },
        metadata_string { metadata: origin };

    /// `node` has `count` operands, and the first weight is at `position`.
    struct FirstWeight(MetadataId, u32, u32);

    FirstWeight(node, count, 2) <- Profile(node, count, "branch_weights"), Expected(node);

    FirstWeight(node, count, 1) <- Profile(node, count, "branch_weights"), !Expected(node);

    Violates(opcode, targets, node, WEIGHT_COUNT) <-
        Attached(opcode, targets, node),
        Outcomes(opcode, targets, _),
        FirstWeight(node, count, first),
        !Outcomes(opcode, targets, count.wrapping_sub(first));

    /// Operand `position` of `node` is an integer.
    struct Weight(MetadataId, u32);

    Weight(node, position) <-
        FirstWeight(node, _, _),
        metadata_operand { metadata: node, position, operand_metadata: operand },
        metadata_integer { metadata: operand };

    Wrong(node, WEIGHT_NOT_INTEGER) <-
        FirstWeight(node, count, first),
        for position in first..count,
        !Weight(node, position);

    /// `node` is a value profile of `kind`.
    struct ValueProfile(MetadataId, u128);

    ValueProfile(node, number) <-
        Profile(node, count, "VP"),
        (count >= 5 && count % 2 == 1),
        metadata_operand { metadata: node, position: 1, operand_metadata: kind },
        metadata_integer { metadata: kind, value },
        let Some(number) = module.unsigned(value),
        (number <= 2);

    Wrong(node, VALUE_PROFILE) <- Profile(node, _, "VP"), !ValueProfile(node, _);

    Violates(opcode, targets, node, VALUE_PROFILE_MISPLACED) <-
        Attached(opcode, targets, node),
        (!matches!(opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr)),
        ValueProfile(node, kind),
        (kind <= 1);

    /// `node` names the pass that made the profile unknown.
    struct NamesPass(MetadataId);

    NamesPass(node) <-
        Profile(node, 2, "unknown"),
        metadata_operand { metadata: node, position: 1, operand_metadata: pass },
        metadata_string { metadata: pass, text },
        (!module.text(text).is_empty());

    Wrong(node, UNKNOWN_PROFILE) <- Profile(node, _, "unknown"), !NamesPass(node);
}
