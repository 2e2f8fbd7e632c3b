//! Loads of several members at once, and the vector load that would keep them separate: "Value-wise poison"
//! (Azevedo 2020), section 3.2.4.

use facts_schema::{InstructionId, MetadataId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layout::{StructLayout, greatest_common_divisor};
use crate::partition::Span;
use crate::pointees::Key;
use crate::recover::BitFields;

/// A load of several members at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinedLoad {
    /// The load.
    pub instruction: InstructionId,
    /// The bits of the structure that it reads.
    pub span: Span,
    /// The members whose bits are used, and their bits.
    pub members: Vec<(LoadedMember, Span)>,
    /// The width of the vector's elements in bits.
    pub element_width: u64,
}

/// A member that is loaded together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadedMember {
    /// The field with the second number, of the structure with the first number.
    Field(usize, usize),
    /// A whole member of a structure without bit fields, with its node in the debug information.
    Member(Key, Option<MetadataId>),
}

impl CombinedLoad {
    /// The number of elements of the vector that would keep the members separate.
    pub fn element_count(&self) -> u64 {
        self.span.width() / self.element_width.max(1)
    }

    /// The elements of the vector that are a field.
    pub fn elements(&self, field: Span) -> (u64, u64) {
        let width = self.element_width.max(1);
        let start = field.start.saturating_sub(self.span.start) / width;
        let end = field.end.min(self.span.end).saturating_sub(self.span.start).div_ceil(width);
        (start, end)
    }
}

/// The loads with several used members: fields that a compiler reads at once, members that share the word
/// of a field, and whole members that are read as one integer.
pub(crate) fn combined_loads<'l>(
    found: &BitFields,
    layout_of: impl Fn(usize) -> Option<&'l StructLayout>,
) -> Vec<CombinedLoad> {
    let mut loads = loads_of_fields(found, layout_of);
    let of_bit_fields: FxHashSet<_> = loads.iter().map(|it| it.instruction).collect();
    for load in &found.member_loads {
        if of_bit_fields.contains(&load.instruction) {
            continue;
        }
        let members = load.members.iter();
        loads.push(CombinedLoad {
            instruction: load.instruction,
            span: load.span,
            members: members
                .map(|(node, span)| (LoadedMember::Member(load.key, *node), *span))
                .collect(),
            element_width: element_width(load.span, load.members.iter().map(|(_, span)| *span)),
        });
    }
    loads.sort_unstable_by_key(|it| it.instruction);
    loads
}

fn loads_of_fields<'l>(
    found: &BitFields,
    layout_of: impl Fn(usize) -> Option<&'l StructLayout>,
) -> Vec<CombinedLoad> {
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
        let Some(layout) = layout_of(access.structure) else { continue };
        let mut used = used.remove(&access.instruction).unwrap_or_default();
        used.sort_unstable();
        let words = layout.words.iter().filter(|it| it.span.overlaps(access.span));
        if used.len() < 2 && words.count() < 2 {
            continue;
        }
        let members = used.iter().filter_map(|field| {
            let span = structure.fields.get(*field)?.span;
            Some((LoadedMember::Field(access.structure, *field), span))
        });
        loads.push(CombinedLoad {
            instruction: access.instruction,
            span: access.span,
            members: members.collect(),
            element_width: element_width(access.span, structure.fields.iter().map(|it| it.span)),
        });
    }
    loads
}

/// The maximum width of vector elements for which no element has bits of two members.
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
