//! The answer as rows of relations.

use ::bit_fields::counts::Counts;
use ::bit_fields::recover::FieldAccess;
use facts_schema::{
    Answer, BitFieldId, BitFieldName, BitFieldUse, BitFieldVector, CombinedAccess, EntityId,
    InstructionCount, InstructionTotal, RelationId, StructureId, StructureLayout,
    UncertainBitField,
};

use super::Report;
use crate::answer::{PLACES, describe};

/// The relations of an answer about bit fields.
pub fn relations() -> Vec<RelationId> {
    let own = [
        RelationId::Structure,
        RelationId::StructureLayout,
        RelationId::BitField,
        RelationId::BitFieldSignedness,
        RelationId::BitFieldName,
        RelationId::BitFieldUse,
        RelationId::UncertainBitField,
        RelationId::BitFieldWord,
        RelationId::BitFieldVector,
        RelationId::BitFieldPadding,
        RelationId::BitFieldRead,
        RelationId::BitFieldWrite,
        RelationId::CombinedAccess,
        RelationId::BitFieldLeak,
        RelationId::CombinedLoad,
        RelationId::InstructionCount,
        RelationId::InstructionTotal,
    ];
    [&own, PLACES].concat()
}

impl Report<'_> {
    /// The answer as rows of relations.
    pub fn answer(&self) -> Answer<'_> {
        let mut answer = Answer::new(self.facts(), &relations());
        self.derive_all(&mut answer.rows);
        self.add_structures(&mut answer);
        self.add_fields(&mut answer);
        self.add_counts(&mut answer);
        describe(&mut answer, &self.analysis.found.view, &self.places());
        answer
    }

    fn add_structures(&self, answer: &mut Answer) {
        let structures = self.names.iter().zip(&self.analysis.outlines);
        for (number, (names, outline)) in (0..).zip(structures) {
            let structure = StructureId::new(number);
            if let Some(layout) = &names.packed {
                let layout = answer.text(layout);
                answer.rows.structure_layout.push(StructureLayout { structure, layout });
            }
            for word in &outline.layout.words {
                answer.rows.bit_field_vector.push(BitFieldVector {
                    structure,
                    bit_offset: word.span.start,
                    width: word.span.width() as u32,
                    element_width: word.element_width as u32,
                });
            }
        }
    }

    fn add_fields(&self, answer: &mut Answer) {
        // Bit fields are numbered structure by structure.
        let mut bit_fields = (0..).map(BitFieldId::new);
        let mut ids = Vec::new();
        for (number, (structure, names)) in
            self.analysis.found.structures.iter().zip(&self.names).enumerate()
        {
            let of_structure: Vec<_> = bit_fields.by_ref().take(structure.fields.len()).collect();
            for (at, (field, &bit_field)) in structure.fields.iter().zip(&of_structure).enumerate()
            {
                let count = |rows: &[FieldAccess]| {
                    let is_this = |it: &&FieldAccess| it.structure == number && it.field == at;
                    rows.iter().filter(is_this).count() as u32
                };
                let (reads, writes) =
                    (count(&self.analysis.found.reads), count(&self.analysis.found.writes));
                answer.rows.bit_field_use.push(BitFieldUse { bit_field, reads, writes });
                if let Some(name) = names.fields.get(at).filter(|it| !it.starts_with('[')) {
                    let name = answer.text(name);
                    answer.rows.bit_field_name.push(BitFieldName { bit_field, name });
                }
                if !field.is_certain {
                    answer.rows.uncertain_bit_field.push(UncertainBitField { bit_field });
                }
            }
            ids.push(of_structure);
        }
        let accesses = self.analysis.found.reads.iter().chain(&self.analysis.found.writes);
        for access in accesses.filter(|access| access.is_combined) {
            let instruction = access.instruction;
            let bit_field = ids.get(access.structure).and_then(|ids| ids.get(access.field));
            let row = |&bit_field| CombinedAccess { instruction, bit_field };
            answer.rows.combined_access.extend(bit_field.map(row));
        }
        answer.rows.combined_access.sort_unstable();
        answer.rows.combined_access.dedup();
    }

    fn add_counts(&self, answer: &mut Answer) {
        for &(function, counts) in &self.analysis.counts {
            let (instructions, packed_instructions) = columns(counts);
            let row = InstructionCount { function, instructions, packed_instructions };
            answer.rows.instruction_count.push(row);
        }
        let (instructions, packed_instructions) = columns(Counts::total(&self.analysis.counts));
        let row = InstructionTotal { instructions, packed_instructions };
        answer.rows.instruction_total.push(row);
    }
}

fn columns(counts: Counts) -> (u32, u32) {
    (counts.today as u32, counts.packed as u32)
}
