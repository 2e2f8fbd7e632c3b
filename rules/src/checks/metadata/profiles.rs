//! `!prof` on instructions: branch weights, value profiles, and the mark of what is not known.
//!
//! **Scope: attachments**, told apart by opcode, number of targets and node.

use facts_schema::Opcode;
use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use super::nodes::{Nodes, WrappedInteger};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Violation};
use program::{Attached, Broken, Crepe, Integer, Number, Operand, Targets, Text, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// `!prof` on an instruction begins with `"branch_weights"`, `"VP"` or `"unknown"`, and says more
    /// than that.
    ///
    /// The first operand names what the others count. Entry counts (`"function_entry_count"`) belong
    /// to functions.
    deny PROFILE_NAME: "MET017" "profile-name" {
        message: "`!prof` has to be branch weights, a value profile (`VP`) or `unknown`, which {detail} is not",
        reference: "LangRef, 'prof' Metadata",
        sites: [4824, 4828, 4829],
    }

    /// Branch weights, or the mark `"unknown"` in their place, stand where control or a value
    /// branches, or on a call.
    ///
    /// A weight is given to each of several outcomes; only `br`, `switch`, `indirectbr`, `select`,
    /// `callbr`, `invoke` and `call` have any.
    deny WEIGHTS_MISPLACED: "MET018" "branch-weights-misplaced" {
        message: "`{opcode}` has no branches to weigh",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        sites: [4855],
    }

    /// There are as many branch weights as there are outcomes.
    ///
    /// A branch has one for each target, the default of a `switch` included, a `select` two, a `call`
    /// one, and an `invoke` one or two. Before them may stand the word `"expected"`.
    deny WEIGHT_COUNT: "MET019" "branch-weight-count" {
        message: "`{opcode}` has another number of outcomes than there are weights in {detail}",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        sites: [4838, 4858],
    }

    /// Branch weights are integers.
    ///
    /// They are how often each way was taken, or proportions of it.
    deny WEIGHT_NOT_INTEGER: "MET020" "branch-weight-not-integer" {
        message: "{detail} has a branch weight that is not an integer",
        reference: "LangRef, 'prof' Metadata, branch_weights",
        sites: [4864, 4865],
    }

    /// A value profile is `"VP"`, a kind from 0 to 2, the number of all values, and pairs of a value
    /// and how often it occurred.
    ///
    /// The kinds are: 0, the targets of an indirect call; 1, the size of a memory operation; 2, the
    /// virtual table that was loaded.
    deny VALUE_PROFILE: "MET021" "value-profile-form" {
        message: "the value profile {detail} is not `VP`, kind, total, and pairs of value and count",
        reference: "LangRef, 'prof' Metadata, VP",
        sites: [],
    }

    /// Value profiles of call targets and of sizes stand on calls.
    ///
    /// Only a call has a target or is a memory operation with a size.
    deny VALUE_PROFILE_MISPLACED: "MET022" "value-profile-misplaced" {
        message: "`{opcode}` is no call, so that it has neither target nor size to profile",
        reference: "LangRef, 'prof' Metadata, VP",
        sites: [],
    }

    /// The mark `"unknown"` is followed by the name of the pass that set it, and nothing else.
    ///
    /// It says that a pass knew no better, and which one; a number would be a profile.
    deny UNKNOWN_PROFILE: "MET023" "unknown-profile-form" {
        message: "after `unknown`, {detail} has to name the pass, and nothing else",
        reference: "LangRef, 'prof' Metadata, unknown",
        sites: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let attachments =
        Attachments::of(context, &["prof"], &[Part::Opcode, Part::Targets, Part::Node]);
    if attachments.is_empty() {
        return Vec::new();
    }
    let nodes = Nodes::from(context, attachments.nodes());
    let mut program = Crepe::new();
    for (id, attachment) in attachments.iter() {
        let parts = attachment.opcode.zip(attachment.node);
        program.extend(parts.map(|(opcode, node)| Attached(id, opcode, node)));
        program.extend(attachment.targets.map(|targets| Targets(id, targets)));
    }
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.string.iter().map(|&(metadata, text)| Text(metadata, text)));
    program.extend(nodes.integer.iter().map(Integer::from));
    program.extend(nodes.numbers().map(|(metadata, number)| Number(metadata, number)));
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
        /// The attachment is `node`, on an instruction that applies `opcode`.
        pub struct Attached(pub AttachmentId, pub Opcode, pub MetadataId);

        @input
        /// The instruction is a branch with so many targets.
        pub struct Targets(pub AttachmentId, pub u32);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'a str);

        @input
        /// An integer.
        pub struct Integer(pub MetadataId);

        @input
        /// The integer is this number.
        pub struct Number(pub MetadataId, pub u128);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        // The `node` of so many operands begins with `name`.
        struct Profile<'a>(MetadataId, u32, &'a str);

        Profile(node, count, text) <-
            Tuple(node, count),
            Operand(node, 0, name),
            Text(name, text);

        struct Named(MetadataId);

        Named(node) <-
            Profile(node, count, name),
            (count >= 2),
            (matches!(name, "branch_weights" | "VP" | "unknown"));

        // Of this one, another rule says what is missing.
        Named(node) <- Profile(node, _, "unknown");

        Broken(PROFILE_NAME, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Tuple(node, _),
            !Named(node);

        // The instruction has so many outcomes.
        struct Outcomes(AttachmentId, u32);

        Outcomes(attachment, targets) <- Attached(attachment, _, _), Targets(attachment, targets);
        Outcomes(attachment, 2) <- Attached(attachment, Opcode::Select, _);
        Outcomes(attachment, 1) <- Attached(attachment, Opcode::Call, _);
        Outcomes(attachment, 1) <- Attached(attachment, Opcode::Invoke, _);
        Outcomes(attachment, 2) <- Attached(attachment, Opcode::Invoke, _);

        Broken(WEIGHTS_MISPLACED, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Profile(node, _, name),
            (name == "branch_weights" || name == "unknown"),
            !Outcomes(attachment, _);

        // In `node`, the first weight is the operand at `position`.
        struct FirstWeight(MetadataId, u32);

        FirstWeight(node, 2) <- Expected(node);
        FirstWeight(node, 1) <- Profile(node, _, "branch_weights"), !Expected(node);

        // The weights in `node` are what the programmer expects.
        struct Expected(MetadataId);

        Expected(node) <-
            Profile(node, count, "branch_weights"),
            (count >= 3),
            Operand(node, 1, origin),
            Text(origin, _);

        Broken(WEIGHT_COUNT, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Outcomes(attachment, _),
            Profile(node, count, "branch_weights"),
            FirstWeight(node, first),
            !Outcomes(attachment, count - first);

        // The operand at `position` of `node` is an integer.
        struct Count(MetadataId, u32);

        Count(node, position) <- Operand(node, position, count), Integer(count);

        // The operand at `position` of `node` is to be a weight.
        struct Weight(MetadataId, u32);

        Weight(node, position) <- FirstWeight(node, position), Tuple(node, count), (position < count);

        Weight(node, position + 1) <-
            Weight(node, position),
            Tuple(node, count),
            (position + 1 < count);

        Broken(WEIGHT_NOT_INTEGER, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Weight(node, position),
            !Count(node, position);

        // `node` is a value profile of `kind`.
        struct ValueProfile(MetadataId, u128);

        ValueProfile(node, number) <-
            Profile(node, count, "VP"),
            (count >= 5 && count % 2 == 1),
            Operand(node, 1, kind),
            Number(kind, number),
            (number <= 2);

        Broken(VALUE_PROFILE, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Profile(node, _, "VP"),
            !ValueProfile(node, _);

        Broken(VALUE_PROFILE_MISPLACED, attachment, Detail::Metadata(node)) <-
            Attached(attachment, opcode, node),
            (!matches!(opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr)),
            ValueProfile(node, kind),
            (kind <= 1);

        struct NamesPass(MetadataId);

        NamesPass(node) <-
            Profile(node, 2, "unknown"),
            Operand(node, 1, pass),
            Text(pass, name),
            (!name.is_empty());

        Broken(UNKNOWN_PROFILE, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Profile(node, _, "unknown"),
            !NamesPass(node);
    }
}

input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }

impl From<&WrappedInteger> for Integer {
    fn from(row: &WrappedInteger) -> Self {
        Self(row.metadata)
    }
}
