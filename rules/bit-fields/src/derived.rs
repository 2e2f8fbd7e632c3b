//! The derived relations of the schema.

use facts_schema::{self as schema, BitFieldId, EntityId, Facts, MetadataId, StructureId};
use rustc_hash::FxHashMap;

use crate::Analysis;
use crate::recover::FieldAccess;

/// The structures and fields that the ids of the derived relations stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derived {
    /// By [`StructureId`]: the number of the structure.
    pub structures: Vec<usize>,
    /// By [`BitFieldId`]: the numbers of the structure, and of the field in it.
    pub fields: Vec<(usize, usize)>,
}

impl Analysis<'_> {
    /// Adds the relations of the group `bit-fields` to `facts`. Only certain results become facts.
    pub fn derive(&self, facts: &mut Facts) -> Derived {
        self.derive_where(|is_certain| is_certain, facts)
    }

    /// The same, including structures and bit fields that are not certain.
    pub fn derive_all(&self, facts: &mut Facts) -> Derived {
        self.derive_where(|_| true, facts)
    }

    fn derive_where(&self, is_wanted: fn(bool) -> bool, facts: &mut Facts) -> Derived {
        let mut derived = Derived::default();
        let mut structures = FxHashMap::default();
        for (number, structure) in self.found.structures.iter().enumerate() {
            if is_wanted(structure.is_certain()) {
                let id = StructureId::new(derived.structures.len() as u32);
                derived.structures.push(number);
                structures.insert(number, id);
                self.derive_structure(id, number, is_wanted, &mut derived, facts);
            }
        }
        self.derive_accesses(&structures, &derived, facts);
        derived
    }

    fn derive_structure(
        &self,
        id: StructureId,
        number: usize,
        is_wanted: fn(bool) -> bool,
        derived: &mut Derived,
        facts: &mut Facts,
    ) {
        let structure = &self.found.structures[number];
        facts.structure.push(schema::Structure { structure: id });
        if let Some(outline) = self.outlines.get(number) {
            if let Some(r#type) = outline.r#type {
                facts.structure_type.push(schema::StructureType { structure: id, r#type });
            }
            if let Some(declaration) = outline.declaration {
                let row = schema::StructureDeclaration { structure: id, declaration };
                facts.structure_declaration.push(row);
            }
            for span in outline.layout.words.iter().flat_map(|word| &word.padding) {
                let (bit_offset, width) = (span.start, span.width() as u32);
                let row = schema::BitFieldPadding { structure: id, bit_offset, width };
                facts.bit_field_padding.push(row);
            }
        }
        for (at, field) in
            structure.fields.iter().enumerate().filter(|(_, it)| is_wanted(it.is_certain))
        {
            let bit_field = BitFieldId::new(derived.fields.len() as u32);
            derived.fields.push((number, at));
            facts.bit_field.push(schema::BitField {
                bit_field,
                structure: id,
                bit_offset: field.span.start,
                width: field.span.width() as u32,
            });
            let signedness = |signedness| schema::BitFieldSignedness { bit_field, signedness };
            facts.bit_field_signedness.extend(field.signedness().map(signedness));
            let member = |member: MetadataId| schema::BitFieldMember { bit_field, member };
            facts.bit_field_member.extend(field.member.map(member));
        }
    }

    fn derive_accesses(
        &self,
        structures: &FxHashMap<usize, StructureId>,
        derived: &Derived,
        facts: &mut Facts,
    ) {
        let ids: FxHashMap<(usize, usize), BitFieldId> =
            derived.fields.iter().copied().zip((0..).map(BitFieldId::new)).collect();
        for access in &self.found.accesses {
            let Some(&structure) = structures.get(&access.structure) else { continue };
            facts.bit_field_word.push(schema::BitFieldWord {
                instruction: access.instruction,
                structure,
                bit_offset: access.span.start,
                width: access.span.width() as u32,
            });
        }
        let with_id =
            |it: &FieldAccess| Some((it.instruction, *ids.get(&(it.structure, it.field))?));
        let reads = self.found.reads.iter().filter_map(with_id);
        let reads =
            reads.map(|(instruction, bit_field)| schema::BitFieldRead { instruction, bit_field });
        facts.bit_field_read.extend(reads);
        facts.bit_field_read.dedup();
        let writes = self.found.writes.iter().filter_map(with_id);
        let writes =
            writes.map(|(instruction, bit_field)| schema::BitFieldWrite { instruction, bit_field });
        facts.bit_field_write.extend(writes);
        facts.bit_field_write.dedup();
        for leak in &self.leaks {
            for field in &leak.neighbours {
                let Some(&bit_field) = ids.get(&(leak.structure, *field)) else { continue };
                let (instruction, reason) = (leak.store, leak.reason);
                facts.bit_field_leak.push(schema::BitFieldLeak { instruction, bit_field, reason });
            }
        }
        let loads = self.combined_loads.iter().map(|load| schema::CombinedLoad {
            instruction: load.instruction,
            width: load.span.width() as u32,
            element_width: load.element_width as u32,
        });
        facts.combined_load.extend(loads);
    }
}
