//! Metadata, its uses, and debug records.

use facts_schema::assembly::quoted;
use facts_schema::*;

use super::{Renderer, commas};
use crate::index::Strict;
use crate::text::metadata_number;

impl Renderer<'_> {
    /// A reference to metadata: a number, or the whole node if LLVM prints it inline.
    pub fn metadata(&self, metadata: MetadataId) -> String {
        match self.index.metadata.get(metadata).kind {
            MetadataKind::String => {
                format!("!{}", self.quoted(self.index.metadata_string.get(metadata).text))
            }
            MetadataKind::Constant | MetadataKind::Local => {
                self.typed(self.index.value_metadata.get(metadata).value)
            }
            MetadataKind::Expression => {
                let fields = self.index.metadata_field.all(metadata);
                let element = |position: usize| {
                    let name = position.to_string();
                    let mut found =
                        fields.iter().filter(|row| self.facts.text(row.field) == name.as_bytes());
                    let text = found.next().expect("elements are numbered").text;
                    assert_eq!(found.next(), None);
                    self.facts.display(text).into_owned()
                };
                format!("!DIExpression({})", commas((0..fields.len()).map(element)))
            }
            MetadataKind::ArgList => {
                let operands = self.index.metadata_operand.list(metadata, |row| row.position);
                let operands = operands.iter().map(|row| self.metadata(row.operand_metadata));
                format!("!DIArgList({})", commas(operands))
            }
            _ => format!("!{}", metadata.number()),
        }
    }

    /// Metadata as the operand of an instruction.
    pub fn metadata_operand(&self, value: ValueId) -> String {
        self.metadata(self.index.metadata_value.get(value).metadata)
    }

    /// The nodes that have numbers, with their definitions.
    pub fn nodes(&self) -> Vec<(MetadataId, String)> {
        let numbered = self.facts.metadata.iter().filter(|row| {
            !matches!(
                row.kind,
                MetadataKind::String
                    | MetadataKind::Constant
                    | MetadataKind::Local
                    | MetadataKind::Expression
                    | MetadataKind::ArgList
            )
        });
        numbered.map(|row| (row.metadata, self.node(row.metadata))).collect()
    }

    /// The contents of a node.
    fn node(&self, metadata: MetadataId) -> String {
        let kind = self.index.metadata.get(metadata).kind;
        let distinct = match self.index.distinct_metadata.find(metadata) {
            Some(_) => "distinct ",
            None => "",
        };
        if kind == MetadataKind::Tuple {
            return format!("{distinct}!{{{}}}", self.tuple_operands(metadata));
        }
        let mut fields = match kind {
            MetadataKind::Location => self.location_fields(metadata),
            _ => self.node_fields(metadata),
        };
        if kind == MetadataKind::GenericNode {
            let operands = self.tuple_operands(metadata);
            if !operands.is_empty() {
                fields.push(("operands".to_owned(), format!("{{{operands}}}")));
            }
        }
        fields.sort();
        assert!(fields.windows(2).all(|pair| pair[0].0 != pair[1].0), "a field twice: {fields:?}");
        let fields = commas(fields.iter().map(|(name, content)| format!("{name}: {content}")));
        format!("{distinct}!{}({fields})", kind.as_str())
    }

    /// Names and contents: text as a string, nodes as references. Nodes that LLVM prints inline
    /// instead of as a reference are strings as well.
    fn node_fields(&self, metadata: MetadataId) -> Vec<(String, String)> {
        let fields = self.index.metadata_field.all(metadata).iter().map(|row| {
            (self.facts.display(row.field).into_owned(), quoted(self.facts.text(row.text)))
        });
        let references = self.index.metadata_reference.all(metadata).iter().map(|row| {
            let target = self.metadata(row.referenced_metadata);
            let is_number = metadata_number(&target).is_some();
            let target = if is_number { target } else { quoted(target.as_bytes()) };
            (self.facts.display(row.field).into_owned(), target)
        });
        fields.chain(references).collect()
    }

    /// LLVM omits column 0.
    fn location_fields(&self, location: MetadataId) -> Vec<(String, String)> {
        let row = self.index.source_location.get(location);
        let mut fields = vec![
            ("line".to_owned(), quoted(row.line.to_string().as_bytes())),
            ("scope".to_owned(), self.metadata(row.scope)),
        ];
        if row.column != 0 {
            fields.push(("column".to_owned(), quoted(row.column.to_string().as_bytes())));
        }
        if let Some(row) = self.index.inlined_at.find(location) {
            fields.push(("inlinedAt".to_owned(), self.metadata(row.call_location)));
        }
        fields
    }

    fn tuple_operands(&self, metadata: MetadataId) -> String {
        let count = self.index.metadata_tuple.get(metadata).operand_count;
        let mut operands = vec!["null".to_owned(); count as usize];
        for row in self.index.metadata_operand.all(metadata) {
            let slot = &mut operands[row.position as usize];
            assert_eq!(slot, "null", "two rows for one operand");
            *slot = self.metadata(row.operand_metadata);
        }
        commas(operands)
    }

    /// The debug records before an instruction, one line each.
    pub fn debug_records(&self, instruction: InstructionId, lines: &mut Vec<String>) {
        for record in self.index.debug_record.list(instruction, |row| row.position) {
            lines.push(self.debug_record(&record));
        }
    }

    /// A debug record, limited to the facts: without the node of a label, and without the id and
    /// the address of an assignment.
    fn debug_record(&self, record: &DebugRecord) -> String {
        fn here<R>(rows: &[R], position: impl Fn(&R) -> u32, at: u32) -> Vec<&R> {
            rows.iter().filter(|row| position(row) == at).collect()
        }
        let (id, at) = (record.instruction, record.position);
        let mut parts = Vec::new();
        let mut operands = here(self.index.debug_record_operand.all(id), |row| row.position, at);
        operands.sort_by_key(|row| row.operand_position);
        let positions: Vec<_> = operands.iter().map(|row| row.operand_position as usize).collect();
        assert_eq!(positions, (0..operands.len()).collect::<Vec<_>>());
        let operands: Vec<_> = operands.iter().map(|row| self.typed(row.operand)).collect();
        if record.kind != DebugRecordKind::Label {
            parts.push(format!("values({})", commas(operands)));
        }
        for row in here(self.index.debug_record_variable.all(id), |row| row.position, at) {
            parts.push(self.metadata(row.variable));
            parts.push(self.metadata(row.expression));
        }
        for row in here(self.index.debug_record_location.all(id), |row| row.position, at) {
            parts.push(self.metadata(row.location));
        }
        format!("#dbg_{}({})", record.kind.as_str(), commas(parts))
    }
}
