//! Where in the source things come from, by the debug information.

use std::cell::OnceCell;
use std::fmt;

use facts_schema::debug_info::{DebugFields, DebugNodes, Field};
use facts_schema::view::{Index, View};
use facts_schema::{
    BlockId, Entity, EntityId, Facts, FunctionId, InstructionId, MetadataId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
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

/// Where entities of a module come from, by the debug information.
pub struct SourceLines<'f> {
    facts: &'f Facts,
    view: View<'f>,
    fields: DebugFields,
    /// By address, the variable that is there. Found out when first asked for.
    variables: OnceCell<FxHashMap<ValueId, MetadataId>>,
}

impl<'f> SourceLines<'f> {
    /// Of this module.
    pub fn new(facts: &'f Facts) -> Self {
        let variables = OnceCell::new();
        Self { facts, view: View::new(facts), fields: DebugFields::new(facts), variables }
    }

    /// The place of an entity: of a block that of its first instruction that has one, of a value that of the
    /// instruction, argument's function or global that it is. None if that is not known.
    pub fn of(&self, entity: Entity, number: u32) -> Option<Place> {
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

    /// The variable whose memory an alloca reserves or a global is: its name, and where it is declared.
    pub fn variable(&self, address: ValueId) -> Option<(String, Option<Place>)> {
        let nodes = self.fields.nodes(self.facts, &self.view);
        let variables = self.variables.get_or_init(|| {
            let all = nodes.global_variables().chain(nodes.local_variables());
            all.filter(|it| it.is_address).map(|it| (it.value, it.variable)).collect()
        });
        let variable = *variables.get(&address)?;
        let name = nodes.text(variable, Field::Name);
        (!name.is_empty()).then(|| (name.to_string(), self.places().node(variable)))
    }

    fn instruction(&self, instruction: InstructionId) -> Option<Place> {
        self.places().instruction(instruction).map(|(place, _)| place)
    }

    fn places(&self) -> Places<'_, 'f> {
        Places::new(self.facts, &self.view, &self.fields)
    }
}

/// A place, and the calls that it was inlined at, from the inside out.
pub type Inlined = (Place, Vec<Place>);

/// Finds places.
pub(crate) struct Places<'a, 'f> {
    nodes: DebugNodes<'a, 'f>,
    facts: &'f Facts,
    index: &'a Index<'f>,
}

impl<'a, 'f> Places<'a, 'f> {
    pub fn new(facts: &'f Facts, index: &'a Index<'f>, fields: &'a DebugFields) -> Self {
        Self { nodes: fields.nodes(facts, index), facts, index }
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
        let node = self.nodes.attachment(global)?;
        self.node(match self.facts.value.get(global.index())?.kind {
            ValueKind::GlobalVariable => self.nodes.reference(node, Field::Variable)?,
            _ => node,
        })
    }

    /// The place that a metadata node says it has.
    pub fn node(&self, node: MetadataId) -> Option<Place> {
        if let Some((place, _)) = self.location(node) {
            return Some(place);
        }
        let file = self.nodes.reference(node, Field::File)?;
        let line = self.nodes.text(node, Field::Line).parse().unwrap_or_default();
        self.place(file, line, 0)
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
}
