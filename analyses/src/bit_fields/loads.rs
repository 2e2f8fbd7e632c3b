//! Loads of several members at once, and the vector load that would keep them apart: "Value-wise
//! poison" (Azevedo 2020), section 3.2.4.

use bit_fields::debug_info::DebugInfo;
use bit_fields::partition::Span;
use bit_fields::pointees::Key;
use bit_fields::recover::BitFields;
use facts_schema::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::greatest_common_divisor;
use super::{Described, field_name};

/// A load of several members at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinedLoad {
    /// The load.
    pub instruction: InstructionId,
    /// The bits of the structure that it reads.
    pub span: Span,
    /// The members of which bits are used: what they are called, and their bits.
    pub members: Vec<(String, Span)>,
    /// How many bits the elements of the vector have.
    pub element_width: u64,
}

impl CombinedLoad {
    /// The vector that would keep the members apart.
    pub fn vector(&self) -> String {
        let width = self.element_width.max(1);
        format!("<{} x i{width}>", self.span.width() / width)
    }

    /// The elements of the vector that are a field.
    pub fn elements(&self, field: Span) -> (u64, u64) {
        let width = self.element_width.max(1);
        let start = field.start.saturating_sub(self.span.start) / width;
        let end = field.end.min(self.span.end).saturating_sub(self.span.start).div_ceil(width);
        (start, end)
    }
}

/// The loads of which several members are used: fields that a compiler reads at once, members beside a
/// field that are part of its word, and whole members that are read as one number.
pub(super) fn combined_loads(found: &BitFields, structures: &[Described]) -> Vec<CombinedLoad> {
    let debug_info = DebugInfo::new(&found.source);
    let mut used: FxHashMap<InstructionId, Vec<usize>> = FxHashMap::default();
    for read in &found.reads {
        let fields = used.entry(read.instruction).or_default();
        if !fields.contains(&read.field) {
            fields.push(read.field);
        }
    }
    let mut loads = Vec::new();
    for access in found.accesses.iter().filter(|it| !it.is_store) {
        if !found.is_certain(access.structure) {
            continue;
        }
        let Some(structure) = found.structures.get(access.structure) else { continue };
        let Some(described) = structures.get(access.structure) else { continue };
        let mut used = used.remove(&access.instruction).unwrap_or_default();
        used.sort_unstable();
        let words = described.layout.words.iter().filter(|it| it.span.overlaps(access.span));
        if used.len() < 2 && words.count() < 2 {
            continue;
        }
        let members = used.iter().filter_map(|field| {
            let name = field_name(described, *field);
            Some((name, structure.fields.get(*field)?.span))
        });
        loads.push(CombinedLoad {
            instruction: access.instruction,
            span: access.span,
            members: members.collect(),
            element_width: element_width(access.span, structure.fields.iter().map(|it| it.span)),
        });
    }
    let of_bit_fields: FxHashSet<_> = loads.iter().map(|it| it.instruction).collect();
    for load in &found.member_loads {
        if of_bit_fields.contains(&load.instruction) {
            continue;
        }
        let (structure, declared) = match load.key {
            Key::Source(node) => {
                let declared = debug_info.declared(node);
                (declared.map(|it| it.name.clone()).unwrap_or_default(), declared)
            }
            Key::Type(r#type) => (found.source.facts.symbol(r#type), None),
            Key::Tag(_) | Key::Unnamed(_) => continue,
        };
        let members = load.members.iter().map(|(node, span)| {
            let members = declared.map_or(&[][..], |it| &it.members);
            let member = members.iter().find(|it| Some(it.node) == *node);
            let name = match member.map(|it| it.name.as_str()).filter(|it| !it.is_empty()) {
                Some(name) => format!("{structure}.{name}"),
                None => format!("{structure}[{}..{}]", span.start, span.end),
            };
            (name, *span)
        });
        loads.push(CombinedLoad {
            instruction: load.instruction,
            span: load.span,
            members: members.collect(),
            element_width: element_width(load.span, load.members.iter().map(|(_, span)| *span)),
        });
    }
    loads.sort_unstable_by_key(|it| it.instruction);
    loads
}

/// How wide the elements of a vector may be, so that none has bits of two members.
fn element_width(load: Span, members: impl Iterator<Item = Span>) -> u64 {
    let mut divisor = load.width();
    for member in members.filter(|it| it.overlaps(load)) {
        for edge in [member.start, member.end] {
            let inside = edge.clamp(load.start, load.end);
            divisor = greatest_common_divisor(divisor, inside - load.start);
        }
    }
    divisor
}
