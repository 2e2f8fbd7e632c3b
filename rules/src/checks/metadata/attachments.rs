//! The attachments of some kinds, those that rules cannot tell apart taken together.

use facts_schema::{
    EntityId, InstructionId, InstructionMetadata, MetadataId, Opcode, Text, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::context::Context;
use crate::rule::Rule;
use crate::violation::{Detail, Subject, Violation};

/// Attachments that are alike, numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AttachmentId(u32);

/// What rules know of an attachment. A part that the theme does not look at is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Attachment {
    /// The kind of the attachment.
    pub kind: &'static str,
    /// The instruction that carries it.
    pub opcode: Option<Opcode>,
    /// The type of what the instruction computes or stores.
    pub r#type: Option<TypeId>,
    /// To how many targets the instruction may go.
    pub targets: Option<u32>,
    /// The node that is attached.
    pub node: Option<MetadataId>,
}

/// Which parts a theme looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Opcode,
    Type,
    Targets,
    Node,
}

/// The attachments of a theme.
pub(super) struct Attachments<'a> {
    context: &'a Context<'a>,
    parts: &'static [Part],
    /// The kinds of the theme.
    kinds: FxHashMap<Text, Option<&'static str>>,
    /// By instruction: the type of what it computes or stores.
    types: Vec<Option<TypeId>>,
    /// By block: the number of targets of its terminator.
    targets: Vec<u32>,
    ids: FxHashMap<Attachment, AttachmentId>,
}

impl<'a> Attachments<'a> {
    /// The attachments of `kinds`, told apart by `parts`.
    pub fn of(
        context: &'a Context<'a>,
        kinds: &[&'static str],
        parts: &'static [Part],
    ) -> Attachments<'a> {
        let mut known = FxHashMap::default();
        for row in &context.facts.instruction_metadata {
            known.entry(row.attachment_kind).or_insert_with(|| {
                let name = context.text(row.attachment_kind);
                kinds.iter().copied().find(|kind| *kind == name)
            });
        }
        let is_any = known.values().any(Option::is_some);
        let has = |part| is_any && parts.contains(&part);
        let mut attachments = Self {
            context,
            parts,
            kinds: known,
            types: if has(Part::Type) { types(context) } else { Vec::new() },
            targets: if has(Part::Targets) { targets(context) } else { Vec::new() },
            ids: FxHashMap::default(),
        };
        if is_any {
            for row in &context.facts.instruction_metadata {
                if let Some(attachment) = attachments.attachment(row) {
                    let next = AttachmentId(attachments.ids.len() as u32);
                    attachments.ids.entry(attachment).or_insert(next);
                }
            }
        }
        attachments
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (AttachmentId, Attachment)> {
        self.ids.iter().map(|(attachment, id)| (*id, *attachment))
    }

    /// The nodes that are attached.
    pub fn nodes(&self) -> FxHashSet<MetadataId> {
        self.ids.keys().filter_map(|it| it.node).collect()
    }

    /// What is wrong with attachments, said of all instructions that carry one of them.
    pub fn everywhere(
        &self,
        broken: impl IntoIterator<Item = (Rule, AttachmentId, Detail)>,
    ) -> Vec<Violation> {
        let mut found: FxHashMap<AttachmentId, Vec<(Rule, Detail)>> = FxHashMap::default();
        for (rule, attachment, detail) in broken {
            found.entry(attachment).or_default().push((rule, detail));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let violations_of = |row: &InstructionMetadata| {
            let id = self.attachment(row).and_then(|it| self.ids.get(&it));
            let broken = id.and_then(|id| found.get(id)).into_iter().flatten();
            let subject = Subject::Instruction(row.instruction);
            broken.map(move |&(rule, detail)| Violation { rule, subject, detail })
        };
        self.context.facts.instruction_metadata.iter().flat_map(violations_of).collect()
    }

    fn attachment(&self, row: &InstructionMetadata) -> Option<Attachment> {
        let kind = self.kinds.get(&row.attachment_kind).copied().flatten()?;
        let has = |part| self.parts.contains(&part);
        let instruction = self.context.facts.instruction.get(row.instruction.index())?;
        Some(Attachment {
            kind,
            opcode: has(Part::Opcode).then_some(instruction.opcode),
            r#type: self.types.get(row.instruction.index()).copied().flatten(),
            targets: match is_branch(instruction.opcode) {
                true => self.targets.get(instruction.block.index()).copied(),
                false => None,
            },
            node: has(Part::Node).then_some(row.metadata),
        })
    }
}

fn is_branch(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Br | Opcode::Switch | Opcode::IndirectBr | Opcode::CallBr)
}

/// By instruction: the type of what it computes or stores.
fn types(context: &Context) -> Vec<Option<TypeId>> {
    let facts = context.facts;
    let mut types = vec![None; facts.instruction.len()];
    let mut tell = |instruction: InstructionId, value: facts_schema::ValueId| {
        if let Some(entry) = types.get_mut(instruction.index()) {
            *entry = facts.value.get(value.index()).map(|row| row.r#type);
        }
    };
    facts.instruction_result.iter().for_each(|row| tell(row.instruction, row.result));
    facts.store_instruction.iter().for_each(|row| tell(row.instruction, row.value));
    types
}

/// By block: the number of targets of its terminator.
fn targets(context: &Context) -> Vec<u32> {
    let mut targets = vec![0; context.facts.block.len()];
    for row in &context.facts.block_successor {
        if let Some(count) = targets.get_mut(row.block.index()) {
            *count += 1;
        }
    }
    targets
}
