//! Loads of several members at once, and the vector load that would keep them apart: "Value-wise
//! poison" (Azevedo 2020), section 3.2.4.

use bit_fields::partition::Span;
use bit_fields::recover::BitFields;
use facts_schema::InstructionId;
use rustc_hash::FxHashMap;

use super::Described;
use super::layout::greatest_common_divisor;

/// A load of several members at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinedLoad {
    /// The load.
    pub instruction: InstructionId,
    /// The number of the structure.
    pub structure: usize,
    /// The bits that it reads.
    pub span: Span,
    /// The numbers of the fields of which bits are used.
    pub used: Vec<usize>,
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

/// The loads of which several members are used: fields that a compiler reads at once, and members
/// beside a field that are part of its word.
pub(super) fn combined_loads(found: &BitFields, structures: &[Described]) -> Vec<CombinedLoad> {
    let mut used: FxHashMap<InstructionId, Vec<usize>> = FxHashMap::default();
    for read in &found.reads {
        let fields = used.entry(read.instruction).or_default();
        if !fields.contains(&read.field) {
            fields.push(read.field);
        }
    }
    let mut loads = Vec::new();
    for access in found.accesses.iter().filter(|it| !it.is_store) {
        let Some(structure) = found.structures.get(access.structure) else { continue };
        let Some(described) = structures.get(access.structure) else { continue };
        let mut used = used.remove(&access.instruction).unwrap_or_default();
        used.sort_unstable();
        let words = described.layout.words.iter().filter(|it| it.span.overlaps(access.span));
        if used.len() < 2 && words.count() < 2 {
            continue;
        }
        let mut divisor = access.span.width();
        for field in structure.fields.iter().filter(|it| it.span.overlaps(access.span)) {
            for edge in [field.span.start, field.span.end] {
                let inside = edge.clamp(access.span.start, access.span.end);
                divisor = greatest_common_divisor(divisor, inside - access.span.start);
            }
        }
        loads.push(CombinedLoad {
            instruction: access.instruction,
            structure: access.structure,
            span: access.span,
            used,
            element_width: divisor,
        });
    }
    loads
}
