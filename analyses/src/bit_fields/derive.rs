//! The derived relations of the schema.

use facts_schema::{
    self as schema, BitFieldId, Entity, EntityId, Facts, MetadataId, Signedness, StructureId,
};

use super::Report;

impl Report<'_> {
    /// Adds the derived relations, and the readable ids of structures and bit fields, as far as they
    /// are certain.
    pub fn derive(&self, facts: &mut Facts) {
        self.derive_where(|is_certain| is_certain, facts);
    }

    /// The same of all structures and bit fields, also where it is not certain that they are such.
    pub(super) fn derive_all(&self, facts: &mut Facts) {
        self.derive_where(|_| true, facts);
    }

    fn derive_where(&self, is_wanted: impl Fn(bool) -> bool, facts: &mut Facts) {
        let mut structures = Vec::new();
        let mut fields: Vec<Vec<Option<BitFieldId>>> = Vec::new();
        for (number, (structure, described)) in
            self.found.structures.iter().zip(&self.structures).enumerate()
        {
            if !is_wanted(structure.is_certain()) {
                structures.push(None);
                fields.push(Vec::new());
                continue;
            }
            let id = StructureId::new(facts.structure.len() as u32);
            structures.push(Some(id));
            facts.symbols.table_mut(Entity::Structure).push(described.name.as_bytes());
            facts.structure.push(schema::Structure { structure: id });
            if let Some(r#type) = described.r#type {
                facts.structure_type.push(schema::StructureType { structure: id, r#type });
            }
            if let Some(declaration) = described.declaration {
                let row = schema::StructureDeclaration { structure: id, declaration };
                facts.structure_declaration.push(row);
            }
            let mut ids = Vec::new();
            for (at, field) in structure.fields.iter().enumerate() {
                if !is_wanted(field.is_certain) {
                    ids.push(None);
                    continue;
                }
                let bit_field = BitFieldId::new(facts.bit_field.len() as u32);
                ids.push(Some(bit_field));
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
            fields.push(ids);
            for span in described.layout.words.iter().flat_map(|word| &word.padding) {
                let (offset, width) = (span.start, span.width() as u32);
                let row = schema::BitFieldPadding { structure: id, offset, width };
                facts.bit_field_padding.push(row);
            }
        }
        let id = |structure: usize, field: usize| *fields.get(structure)?.get(field)?;
        for access in &self.found.accesses {
            let Some(&Some(structure)) = structures.get(access.structure) else { continue };
            facts.bit_field_word.push(schema::BitFieldWord {
                instruction: access.instruction,
                structure,
                offset: access.span.start,
                width: access.span.width() as u32,
            });
        }
        for it in &self.found.reads {
            let Some(bit_field) = id(it.structure, it.field) else { continue };
            let instruction = it.instruction;
            facts.bit_field_read.push(schema::BitFieldRead { instruction, bit_field });
        }
        facts.bit_field_read.dedup();
        for it in &self.found.writes {
            let Some(bit_field) = id(it.structure, it.field) else { continue };
            let instruction = it.instruction;
            facts.bit_field_write.push(schema::BitFieldWrite { instruction, bit_field });
        }
        facts.bit_field_write.dedup();
        for leak in &self.leaks {
            for field in &leak.neighbours {
                let Some(bit_field) = id(leak.structure, *field) else { continue };
                let (instruction, reason) = (leak.store, leak.reason);
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
