//! Source locations of entities, according to debug information.

use std::cell::OnceCell;
use std::fmt;

use facts_schema::debug_info::{DebugFields, DebugNodes, Field};
use facts_schema::view::{Index, View};
use facts_schema::{
    BlockId, Entity, EntityId, Facts, FunctionId, InstructionId, MetadataId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// A source location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FileLocation {
    /// The name of the file in the debug information.
    pub file: String,
    /// The directory to which `file` is relative; empty if it is unknown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub directory: String,
    /// The line, from 1; 0 if it is unknown.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
}

/// Formats as `file:line:column`, without unknown parts.
impl fmt::Display for FileLocation {
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

/// Source locations of the entities of a module, according to debug information.
pub struct SourceLines<'f> {
    facts: &'f Facts,
    view: View<'f>,
    fields: DebugFields,
    /// The variable at each address, computed on first use.
    variables: OnceCell<FxHashMap<ValueId, MetadataId>>,
}

impl<'f> SourceLines<'f> {
    /// Creates the source locations of this module.
    pub fn new(facts: &'f Facts) -> Self {
        let variables = OnceCell::new();
        Self { facts, view: View::new(facts), fields: DebugFields::new(facts), variables }
    }

    /// The location of an entity; `None` if it is unknown. A block has the location of its first
    /// instruction that has one. An argument has the location of its function; any other value has
    /// the location of the instruction or global that it is.
    pub fn of(&self, entity: Entity, number: u32) -> Option<FileLocation> {
        let places = self.places();
        match entity {
            Entity::Instruction => self.instruction(InstructionId(number)),
            Entity::Function => places.function(FunctionId(number)),
            Entity::Metadata => places.node(MetadataId(number)),
            Entity::Block => {
                let block = BlockId(number);
                let function = self.facts.block.get(block.index())?.function;
                let rows = &self.facts.instruction;
                let start =
                    rows.partition_point(|row| (row.function, row.block) < (function, block));
                let of_block = rows[start..].iter().take_while(|row| row.block == block);
                of_block.into_iter().find_map(|row| self.instruction(row.instruction))
            }
            Entity::Value => {
                let value = ValueId(number);
                let of_instruction =
                    self.view.definition_of(value).and_then(|it| self.instruction(it));
                let of_argument = || places.function(self.view.argument.first(value)?.function);
                of_instruction.or_else(of_argument).or_else(|| places.global(value))
            }
            _ => None,
        }
    }

    /// The variable whose memory is an alloca or a global: its name, and the location of its
    /// declaration.
    pub fn variable(&self, address: ValueId) -> Option<(String, Option<FileLocation>)> {
        let nodes = self.fields.nodes(self.facts, &self.view);
        let variables = self.variables.get_or_init(|| {
            let all = nodes.global_variables().chain(nodes.local_variables());
            all.filter(|it| it.is_address).map(|it| (it.value, it.variable)).collect()
        });
        let variable = *variables.get(&address)?;
        let name = nodes.text(variable, Field::Name);
        (!name.is_empty()).then(|| (name.to_string(), self.places().node(variable)))
    }

    fn instruction(&self, instruction: InstructionId) -> Option<FileLocation> {
        self.places().instruction(instruction).map(|(place, _)| place)
    }

    fn places(&self) -> FileLocations<'_, 'f> {
        FileLocations::new(self.facts, &self.view, &self.fields)
    }
}

/// A location, and the calls at which it was inlined, from the innermost outwards.
pub type Inlined = (FileLocation, Vec<FileLocation>);

/// Finds source locations.
pub(crate) struct FileLocations<'a, 'f> {
    nodes: DebugNodes<'a, 'f>,
    facts: &'f Facts,
    index: &'a Index<'f>,
}

impl<'a, 'f> FileLocations<'a, 'f> {
    pub fn new(facts: &'f Facts, index: &'a Index<'f>, fields: &'a DebugFields) -> Self {
        Self { nodes: fields.nodes(facts, index), facts, index }
    }

    /// The location of an instruction.
    pub fn instruction(&self, instruction: InstructionId) -> Option<Inlined> {
        self.location(self.index.instruction_location.first(instruction)?.location)
    }

    /// The location of the debug record at `position` before an instruction.
    pub fn debug_record(&self, instruction: InstructionId, position: u32) -> Option<Inlined> {
        let rows = self.index.debug_record_location.all(instruction);
        let row = rows.iter().find(|row| row.position == position)?;
        self.location(row.location)
    }

    /// The location of a function: the start of its subprogram.
    pub fn function(&self, function: FunctionId) -> Option<FileLocation> {
        let row = self.facts.function.get(function.index())?;
        self.global(row.value)
    }

    /// The location of a function or global variable.
    pub fn global(&self, global: ValueId) -> Option<FileLocation> {
        let node = self.nodes.attachment(global)?;
        self.node(match self.facts.value.get(global.index())?.kind {
            ValueKind::GlobalVariable => self.nodes.reference(node, Field::Variable)?,
            _ => node,
        })
    }

    /// The location stored in a metadata node.
    pub fn node(&self, node: MetadataId) -> Option<FileLocation> {
        if let Some((place, _)) = self.location(node) {
            return Some(place);
        }
        let file = self.nodes.reference(node, Field::File)?;
        let line = self.nodes.text(node, Field::Line).parse().unwrap_or_default();
        self.place(file, line, 0)
    }

    /// The source location of a debug location.
    fn location(&self, location: MetadataId) -> Option<Inlined> {
        let place = |location| {
            let row = self.index.source_location.first(location)?;
            let file = self.index.scope_file.first(row.scope)?.file;
            self.place(file, row.line, row.column)
        };
        let places: Option<Vec<_>> = self.nodes.locations(location).map(place).collect();
        let mut places = places?;
        let place = places.remove(0);
        Some((place, places))
    }

    fn place(&self, file: MetadataId, line: u32, column: u32) -> Option<FileLocation> {
        let row = self.index.source_file.first(file)?;
        let text = |text| self.facts.display(text).into_owned();
        Some(FileLocation { file: text(row.name), directory: text(row.directory), line, column })
    }
}
