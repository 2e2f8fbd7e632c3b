//! References to metadata, debug records, and the definitions of nodes.

use super::{GAP, Writer, commas, metadata_name};
use crate::*;

/// The fields of specialized nodes whose values are strings.
const STRINGS: &[&str] = &[
    "apinotes",
    "checksum",
    "configMacros",
    "directory",
    "filename",
    "getter",
    "identifier",
    "includePath",
    "linkageName",
    "name",
    "producer",
    "sdk",
    "setter",
    "source",
    "splitDebugFilename",
    "sysroot",
    "targetFuncName",
];

impl Writer<'_, '_> {
    /// `!kind !1`.
    pub(super) fn attachment(&self, kind: Text, metadata: MetadataId) -> String {
        let kind = metadata_name(self.facts.text(kind));
        format!("!{kind} {}", self.spelling.metadata(metadata))
    }

    /// A debug record: `#dbg_value(i32 %x, !12, !DIExpression(), !13)`.
    pub(super) fn debug_record(&self, record: &DebugRecord) -> String {
        let (id, at) = (record.instruction, record.position);
        let function = self.facts.instruction.get(id.index()).map(|row| row.function);
        let typed = |value: ValueId| {
            let r#type = self.type_of(value).map_or(GAP.into(), |it| self.type_text(it));
            format!("{type} {}", self.spelling.value(value, function))
        };
        let operands = self.index.debug_record_operand.all(id);
        let operands = operands.iter().filter(|row| row.position == at);
        let mut parts: Vec<_> = operands.map(|row| typed(row.operand)).collect();
        let variables = self.index.debug_record_variable.all(id);
        for row in variables.iter().filter(|row| row.position == at) {
            parts.push(self.spelling.metadata(row.variable));
            parts.push(self.spelling.metadata(row.expression));
        }
        let locations = self.index.debug_record_location.all(id);
        for row in locations.iter().filter(|row| row.position == at) {
            parts.push(self.spelling.metadata(row.location));
        }
        format!("#dbg_{}({})", record.kind.as_str(), commas(parts))
    }

    /// The definition of a tuple or specialized node.
    pub(super) fn node(&self, metadata: MetadataId) -> Option<String> {
        let kind = self.facts.metadata.get(metadata.index())?.kind;
        let content = match kind {
            MetadataKind::Tuple => format!("!{{{}}}", self.tuple_operands(metadata)),
            MetadataKind::String
            | MetadataKind::Constant
            | MetadataKind::Local
            | MetadataKind::Expression
            | MetadataKind::ArgList => return None,
            MetadataKind::Location => {
                format!("!DILocation({})", commas(self.location_fields(metadata)))
            }
            kind => format!("!{}({})", kind.as_str(), commas(self.node_fields(metadata))),
        };
        let is_distinct = !self.index.distinct_metadata.all(metadata).is_empty();
        let distinct = if is_distinct { "distinct " } else { "" };
        Some(format!("{} = {distinct}{content}", self.spelling.metadata(metadata)))
    }

    fn tuple_operands(&self, metadata: MetadataId) -> String {
        /// The maximum number of operands to print, so that the line stays readable.
        const LIMIT: u32 = 32;
        let rows = self.index.metadata_operand.all(metadata);
        let count = self.index.metadata_tuple.first(metadata).map_or(0, |row| row.operand_count);
        let operand = |position| {
            let row = rows.iter().find(|row| row.position == position);
            row.map_or("null".to_owned(), |row| self.spelling.metadata(row.operand_metadata))
        };
        let rest = (count > LIMIT).then(|| "…".to_owned());
        commas((0..count.min(LIMIT)).map(operand).chain(rest))
    }

    fn node_fields(&self, metadata: MetadataId) -> Vec<String> {
        let fields = self.index.metadata_field.all(metadata).iter().map(|row| {
            let field = self.facts.display(row.field);
            match STRINGS.contains(&&*field) {
                true => format!("{field}: {}", self.quoted(row.text)),
                false => format!("{field}: {}", self.facts.display(row.text)),
            }
        });
        let references = self.index.metadata_reference.all(metadata).iter().map(|row| {
            let field = self.facts.display(row.field);
            format!("{field}: {}", self.spelling.metadata(row.referenced_metadata))
        });
        fields.chain(references).collect()
    }

    fn location_fields(&self, location: MetadataId) -> Vec<String> {
        let Some(row) = self.index.source_location.first(location) else { return Vec::new() };
        let call = self.index.inlined_at.first(location);
        let call =
            call.map(|row| format!("inlinedAt: {}", self.spelling.metadata(row.call_location)));
        let place = [
            format!("line: {}", row.line),
            format!("column: {}", row.column),
            format!("scope: {}", self.spelling.metadata(row.scope)),
        ];
        place.into_iter().chain(call).collect()
    }
}
