//! The answer as relations.

use facts_schema::{InstructionId, Word as _};

use super::derive::signedness;
use super::{Counts, Report};
use crate::answer::{Answer, Cell, Relation};
use crate::source::Places;

impl Report<'_> {
    /// The answer as relations.
    pub fn relations(&self) -> Answer {
        let mut structures = Relation::new("structure", &["structure", "layout"]);
        let mut fields = Relation::new(
            "bit_field",
            &[
                "bit_field",
                "structure",
                "bit_offset",
                "width",
                "signedness",
                "name",
                "reads",
                "writes",
                "is_certain",
            ],
        );
        let mut words = Relation::new(
            "bit_field_word",
            &["structure", "bit_offset", "width", "element_width", "padding"],
        );
        let mut padding = Relation::new("bit_field_padding", &["structure", "bit_offset", "width"]);
        for (number, (structure, described)) in
            self.found.structures.iter().zip(&self.structures).enumerate()
        {
            let name: Cell = described.name.as_str().into();
            let layout = described.layout.explicitly_packed();
            structures.rows.push(vec![name.clone(), layout.into()]);
            for (at, field) in structure.fields.iter().enumerate() {
                let count = |rows: &[bit_fields::recover::FieldAccess]| {
                    rows.iter().filter(|it| it.structure == number && it.field == at).count()
                };
                let called = described.fields.get(at).filter(|it| !it.starts_with('['));
                fields.rows.push(vec![
                    self.field(number, at).into(),
                    name.clone(),
                    Cell::Number(field.span.start),
                    Cell::Number(field.span.width()),
                    signedness(field.is_signed).map(|it| it.as_str()).into(),
                    called.cloned().into(),
                    count(&self.found.reads).into(),
                    count(&self.found.writes).into(),
                    field.is_certain.into(),
                ]);
            }
            for word in &described.layout.words {
                let spans = word.padding.iter();
                let bits: u64 = spans.clone().map(|it| it.width()).sum();
                words.rows.push(vec![
                    name.clone(),
                    Cell::Number(word.span.start),
                    Cell::Number(word.span.width()),
                    Cell::Number(word.element_width),
                    Cell::Number(bits),
                ]);
                for it in spans {
                    let row = vec![name.clone(), Cell::Number(it.start), Cell::Number(it.width())];
                    padding.rows.push(row);
                }
            }
        }
        let counts = self.count_relation();
        let relations = vec![
            structures,
            fields,
            words,
            padding,
            self.access_relation("bit_field_read", &self.found.reads),
            self.access_relation("bit_field_write", &self.found.writes),
            self.leak_relation(),
            self.load_relation(),
            counts,
        ];
        let total = Counts::total(&self.counts);
        let facts = vec![
            ("instructions", total.today.into()),
            ("packed_instructions", total.packed.into()),
        ];
        Answer { facts, relations }
    }

    fn access_relation(
        &self,
        name: &'static str,
        rows: &[bit_fields::recover::FieldAccess],
    ) -> Relation {
        let columns =
            &["instruction", "bit_field", "is_combined", "file", "directory", "line", "column"];
        let mut relation = Relation::new(name, columns);
        for row in rows {
            let mut cells = vec![
                self.instruction(row.instruction).into(),
                self.field(row.structure, row.field).into(),
                row.is_combined.into(),
            ];
            cells.extend(self.place_cells(row.instruction));
            relation.rows.push(cells);
        }
        relation.rows.dedup();
        relation
    }

    fn leak_relation(&self) -> Relation {
        let columns =
            &["instruction", "bit_field", "reason", "file", "directory", "line", "column"];
        let mut relation = Relation::new("bit_field_leak", columns);
        for leak in &self.leaks {
            for field in &leak.neighbours {
                let mut cells = vec![
                    self.instruction(leak.store).into(),
                    self.field(leak.structure, *field).into(),
                    leak.reason.as_str().into(),
                ];
                cells.extend(self.place_cells(leak.store));
                relation.rows.push(cells);
            }
        }
        relation
    }

    fn load_relation(&self) -> Relation {
        let columns = &[
            "instruction",
            "width",
            "element_width",
            "vector",
            "file",
            "directory",
            "line",
            "column",
        ];
        let mut relation = Relation::new("combined_load", columns);
        for load in &self.combined_loads {
            let mut cells = vec![
                self.instruction(load.instruction).into(),
                Cell::Number(load.span.width()),
                Cell::Number(load.element_width),
                load.vector().into(),
            ];
            cells.extend(self.place_cells(load.instruction));
            relation.rows.push(cells);
        }
        relation
    }

    fn count_relation(&self) -> Relation {
        let columns = &["function", "instructions", "packed_instructions"];
        let mut relation = Relation::new("instruction_count", columns);
        for (function, counts) in &self.counts {
            let function = self.facts().symbol(*function);
            relation.rows.push(vec![function.into(), counts.today.into(), counts.packed.into()]);
        }
        relation
    }

    /// `file`, `directory`, `line` and `column`.
    fn place_cells(&self, instruction: InstructionId) -> Vec<Cell> {
        let places = Places::new(self.facts(), &self.found.source.index);
        match places.instruction(instruction) {
            Some((place, _)) => vec![
                place.file.into(),
                Some(place.directory).filter(|it| !it.is_empty()).into(),
                place.line.into(),
                place.column.into(),
            ],
            None => vec![Cell::Missing; 4],
        }
    }
}
