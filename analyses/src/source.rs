//! Where in the source things come from, by the debug information.

use std::fmt;

use facts_schema::{
    EntityId, Facts, FunctionId, Index, InstructionId, MetadataId, Text, ValueId, ValueKind,
};
use serde::Serialize;

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The name of the file, as the debug information gives it.
    pub file: String,
    /// What `file` is relative to; empty if the debug information does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub directory: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// `file:line:column`, as far as it is known.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// A place, and the calls that it was inlined at, from the inside out.
pub(crate) type Inlined = (Place, Vec<Place>);

/// Finds places.
pub(crate) struct Places<'a, 'f> {
    facts: &'f Facts,
    index: &'a Index<'f>,
    debug_kind: Option<Text>,
    file_field: Option<Text>,
    line_field: Option<Text>,
    variable_field: Option<Text>,
}

impl<'a, 'f> Places<'a, 'f> {
    pub fn new(facts: &'f Facts, index: &'a Index<'f>) -> Self {
        let text = |text: &str| facts.texts.find(text.as_bytes());
        Self {
            facts,
            index,
            debug_kind: text("dbg"),
            file_field: text("file"),
            line_field: text("line"),
            variable_field: text("var"),
        }
    }

    /// The place of an instruction.
    pub fn instruction(&self, instruction: InstructionId) -> Option<Inlined> {
        self.location(self.index.instruction_location.first(instruction)?.location)
    }

    /// The place of the debug record at `position` before an instruction.
    pub fn debug_record(&self, instruction: InstructionId, position: u32) -> Option<Inlined> {
        let rows = self.index.debug_record_location.all(instruction);
        let row = rows.iter().find(|row| row.position == position)?;
        self.location(row.location)
    }

    /// The place of a function: where its subprogram begins.
    pub fn function(&self, function: FunctionId) -> Option<Place> {
        let row = self.facts.function.get(function.index())?;
        self.global(row.value)
    }

    /// The place of a function or global variable.
    pub fn global(&self, global: ValueId) -> Option<Place> {
        let rows = self.index.global_metadata.all(global);
        let row = rows.iter().find(|row| Some(row.attachment_kind) == self.debug_kind)?;
        let kind = self.facts.value.get(global.index())?.kind;
        let node = match kind {
            ValueKind::GlobalVariable => self.reference(row.metadata, self.variable_field)?,
            _ => row.metadata,
        };
        self.node(node)
    }

    /// The place that a metadata node says it has.
    pub fn node(&self, node: MetadataId) -> Option<Place> {
        if let Some((place, _)) = self.location(node) {
            return Some(place);
        }
        let file = self.reference(node, self.file_field)?;
        let fields = self.index.metadata_field.all(node);
        let line = fields.iter().find(|row| Some(row.field) == self.line_field);
        let line = line.and_then(|row| self.facts.display(row.text).parse().ok());
        self.place(file, line.unwrap_or_default(), 0)
    }

    /// The place of a location.
    fn location(&self, location: MetadataId) -> Option<Inlined> {
        /// Calls go in a circle only in ill-formed modules.
        const DEPTH: usize = 64;
        let mut places = Vec::new();
        let mut next = Some(location);
        while let Some(location) = next.filter(|_| places.len() < DEPTH) {
            let row = self.index.source_location.first(location)?;
            let file = self.index.scope_file.first(row.scope)?.file;
            places.push(self.place(file, row.line, row.column)?);
            next = self.index.inlined_at.first(location).map(|row| row.call_location);
        }
        let place = places.remove(0);
        Some((place, places))
    }

    fn place(&self, file: MetadataId, line: u32, column: u32) -> Option<Place> {
        let row = self.index.source_file.first(file)?;
        let text = |text| self.facts.display(text).into_owned();
        Some(Place { file: text(row.name), directory: text(row.directory), line, column })
    }

    fn reference(&self, node: MetadataId, field: Option<Text>) -> Option<MetadataId> {
        let rows = self.index.metadata_reference.all(node);
        rows.iter().find(|row| Some(row.field) == field).map(|row| row.referenced_metadata)
    }
}
