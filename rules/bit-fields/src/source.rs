//! A module, as the programs are fed from it.

use facts_schema::{
    EntityId, Facts, FunctionId, Index, InstructionId, Opcode, TypeId, ValueId, ValueKind,
};
use points_to::types::Types;
use rules::bridge::text;
use rustc_hash::FxHashMap;

/// The widest integer whose bits are followed.
pub const MAX_WIDTH: u32 = 128;

/// A module, and what is asked of its values.
pub struct Source<'f> {
    /// All that is known of the module.
    pub facts: &'f Facts,
    /// Its rows by their first column.
    pub index: Index<'f>,
    /// Its types.
    pub types: Types<'f>,
    results: Vec<Option<ValueId>>,
    definitions: Vec<Option<InstructionId>>,
    functions: FxHashMap<ValueId, FunctionId>,
    constants: FxHashMap<ValueId, u128>,
    arguments: FxHashMap<FunctionId, Vec<ValueId>>,
}

impl<'f> Source<'f> {
    /// The values of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let mut results = vec![None; facts.instruction.len()];
        let mut definitions = vec![None; facts.value.len()];
        for row in &facts.instruction_result {
            if let Some(entry) = results.get_mut(row.instruction.index()) {
                *entry = Some(row.result);
            }
            if let Some(entry) = definitions.get_mut(row.result.index()) {
                *entry = Some(row.instruction);
            }
        }
        let constants = facts.constant_integer.iter();
        let constants = constants
            .filter_map(|row| Some((row.constant, text(facts, row.unsigned).parse().ok()?)));
        let mut arguments: FxHashMap<FunctionId, Vec<ValueId>> = FxHashMap::default();
        for row in &facts.argument {
            arguments.entry(row.function).or_default().push(row.value);
        }
        Self {
            facts,
            arguments,
            index: Index::new(facts),
            types: Types::new(facts),
            results,
            definitions,
            functions: facts.function.iter().map(|row| (row.value, row.function)).collect(),
            constants: constants.collect(),
        }
    }

    /// The kind of a value.
    pub fn kind(&self, value: ValueId) -> Option<ValueKind> {
        Some(self.facts.value.get(value.index())?.kind)
    }

    /// The type of a value.
    pub fn r#type(&self, value: ValueId) -> Option<TypeId> {
        Some(self.facts.value.get(value.index())?.r#type)
    }

    /// How many bits an integer has whose bits can be followed.
    pub fn width(&self, value: ValueId) -> Option<u32> {
        let width = self.types.width(self.r#type(value)?);
        (1..=MAX_WIDTH).contains(&width).then_some(width)
    }

    /// The result of an instruction.
    pub fn result(&self, instruction: InstructionId) -> Option<ValueId> {
        *self.results.get(instruction.index())?
    }

    /// The instruction whose result a value is.
    pub fn definition(&self, value: ValueId) -> Option<InstructionId> {
        *self.definitions.get(value.index())?
    }

    /// The function of an instruction.
    pub fn function_of(&self, instruction: InstructionId) -> Option<FunctionId> {
        Some(self.facts.instruction.get(instruction.index())?.function)
    }

    /// The operation of an instruction.
    pub fn opcode(&self, instruction: InstructionId) -> Option<Opcode> {
        Some(self.facts.instruction.get(instruction.index())?.opcode)
    }

    /// The function that a value is.
    pub fn function(&self, value: ValueId) -> Option<FunctionId> {
        self.functions.get(&value).copied()
    }

    /// The arguments of a function, in order.
    pub fn arguments(&self, function: FunctionId) -> &[ValueId] {
        self.arguments.get(&function).map_or(&[], Vec::as_slice)
    }

    /// An integer constant, zero extended.
    pub fn constant(&self, value: ValueId) -> Option<u128> {
        self.constants.get(&value).copied()
    }

    /// An index of `getelementptr`, if it is constant.
    pub fn signed(&self, value: ValueId) -> Option<i64> {
        let (number, width) = (self.constant(value)?, self.width(value)?);
        let unused = MAX_WIDTH - width;
        i64::try_from(((number << unused) as i128) >> unused).ok()
    }

    /// The target of the reference `field` of a metadata node.
    pub fn reference(
        &self,
        node: facts_schema::MetadataId,
        field: Option<facts_schema::Text>,
    ) -> Option<facts_schema::MetadataId> {
        let rows = self.index.metadata_reference.all(node);
        rows.iter().find(|row| Some(row.field) == field).map(|row| row.referenced_metadata)
    }
}
