//! The answer as relations.

use ::bit_fields::counts::Counts;
use ::bit_fields::recover::FieldAccess;
use facts_schema::{InstructionId, Word as _};

use super::Report;
use crate::answer::{Answer, Cell, Relation};

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
        for (number, (structure, names)) in
            self.analysis.found.structures.iter().zip(&self.names).enumerate()
        {
            let name: Cell = names.name.as_str().into();
            structures.rows.push(vec![name.clone(), names.packed.clone().into()]);
            for (at, field) in structure.fields.iter().enumerate() {
                let count = |rows: &[FieldAccess]| {
                    rows.iter().filter(|it| it.structure == number && it.field == at).count()
                };
                let called = names.fields.get(at).filter(|it| !it.starts_with('['));
                fields.rows.push(vec![
                    self.field(number, at).into(),
                    name.clone(),
                    Cell::Number(field.span.start),
                    Cell::Number(field.span.width()),
                    field.signedness().map(|it| it.as_str()).into(),
                    called.cloned().into(),
                    count(&self.analysis.found.reads).into(),
                    count(&self.analysis.found.writes).into(),
                    field.is_certain.into(),
                ]);
            }
            for word in &self.analysis.outlines[number].layout.words {
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
            self.access_relation("bit_field_read", &self.analysis.found.reads),
            self.access_relation("bit_field_write", &self.analysis.found.writes),
            self.leak_relation(),
            self.load_relation(),
            counts,
        ];
        let total = Counts::total(&self.analysis.counts);
        let facts = vec![
            ("instructions", total.today.into()),
            ("packed_instructions", total.packed.into()),
        ];
        Answer { facts, relations }
    }

    fn access_relation(&self, name: &'static str, rows: &[FieldAccess]) -> Relation {
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
        for leak in &self.analysis.leaks {
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
        for load in &self.analysis.combined_loads {
            let mut cells = vec![
                self.instruction(load.instruction).into(),
                Cell::Number(load.span.width()),
                Cell::Number(load.element_width),
                Self::vector(load).into(),
            ];
            cells.extend(self.place_cells(load.instruction));
            relation.rows.push(cells);
        }
        relation
    }

    fn count_relation(&self) -> Relation {
        let columns = &["function", "instructions", "packed_instructions"];
        let mut relation = Relation::new("instruction_count", columns);
        for (function, counts) in &self.analysis.counts {
            let function = self.facts().symbol(*function);
            relation.rows.push(vec![function.into(), counts.today.into(), counts.packed.into()]);
        }
        relation
    }

    /// `file`, `directory`, `line` and `column`.
    fn place_cells(&self, instruction: InstructionId) -> Vec<Cell> {
        match self.places().instruction(instruction) {
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
