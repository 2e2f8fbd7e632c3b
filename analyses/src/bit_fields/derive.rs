//! The derived relations of the schema.

use facts_schema::{
    self as schema, BitFieldId, Entity, EntityId, Facts, MetadataId, Signedness, StructureId,
};

use super::Report;

impl Report<'_> {
    /// Adds the derived relations, and the readable ids of structures and bit fields.
    pub fn derive(&self, facts: &mut Facts) {
        let mut first = Vec::new();
        let mut count = 0;
        for (number, (structure, described)) in
            self.found.structures.iter().zip(&self.structures).enumerate()
        {
            let id = StructureId::new(number as u32);
            facts.symbols.table_mut(Entity::Structure).push(described.name.as_bytes());
            facts.structure.push(schema::Structure { structure: id });
            if let Some(r#type) = described.r#type {
                facts.structure_type.push(schema::StructureType { structure: id, r#type });
            }
            if let Some(declaration) = described.declaration {
                let row = schema::StructureDeclaration { structure: id, declaration };
                facts.structure_declaration.push(row);
            }
            first.push(count);
            for (at, field) in structure.fields.iter().enumerate() {
                let bit_field = BitFieldId::new(count);
                count += 1;
                let symbol = self.field(number, at);
                facts.symbols.table_mut(Entity::BitField).push(symbol.as_bytes());
                facts.bit_field.push(schema::BitField {
                    bit_field,
                    structure: id,
                    offset: field.span.start,
                    width: field.span.width() as u32,
                    signedness: signedness(field.is_signed),
                });
                let member = |member: MetadataId| schema::BitFieldMember { bit_field, member };
                facts.bit_field_member.extend(field.member.map(member));
            }
            for span in described.layout.words.iter().flat_map(|word| &word.padding) {
                let (offset, width) = (span.start, span.width() as u32);
                let row = schema::BitFieldPadding { structure: id, offset, width };
                facts.bit_field_padding.push(row);
            }
        }
        let number = |structure: usize, field: usize| {
            BitFieldId::new(first.get(structure).copied().unwrap_or(0) + field as u32)
        };
        for access in &self.found.accesses {
            facts.bit_field_word.push(schema::BitFieldWord {
                instruction: access.instruction,
                structure: StructureId::new(access.structure as u32),
                offset: access.span.start,
                width: access.span.width() as u32,
            });
        }
        for it in &self.found.reads {
            let (instruction, bit_field) = (it.instruction, number(it.structure, it.field));
            facts.bit_field_read.push(schema::BitFieldRead { instruction, bit_field });
        }
        facts.bit_field_read.dedup();
        for it in &self.found.writes {
            let (instruction, bit_field) = (it.instruction, number(it.structure, it.field));
            facts.bit_field_write.push(schema::BitFieldWrite { instruction, bit_field });
        }
        facts.bit_field_write.dedup();
        for leak in &self.leaks {
            for field in &leak.neighbours {
                let (instruction, reason) = (leak.store, leak.reason);
                let bit_field = number(leak.structure, *field);
                facts.bit_field_leak.push(schema::BitFieldLeak { instruction, bit_field, reason });
            }
        }
        for load in &self.combined_loads {
            facts.combined_load.push(schema::CombinedLoad {
                instruction: load.instruction,
                width: load.span.width() as u32,
                element_width: load.element_width as u32,
            });
        }
    }
}

/// The word for it.
pub(super) fn signedness(is_signed: Option<bool>) -> Signedness {
    match is_signed {
        Some(true) => Signedness::Signed,
        Some(false) => Signedness::Unsigned,
        None => Signedness::Unknown,
    }
}
