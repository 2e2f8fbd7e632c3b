//! A module, as the programs are fed from it: what its values are, by number.

use facts_schema::{EntityId, Facts, FunctionId, InstructionId, TypeId, Value, ValueId, ValueKind};
use rules::bridge::text;
use rustc_hash::FxHashMap;

use crate::parts::{Parts, PartsOfTypes};
use crate::types::Types;

/// A module and its values.
pub struct Source<'f> {
    /// All that is known of the module.
    pub facts: &'f Facts,
    /// Its types.
    pub types: Types<'f>,
    parts: PartsOfTypes,
    no_parts: Parts,
    /// The results of instructions.
    results: Vec<Option<ValueId>>,
    /// The functions of local values.
    owners: Vec<Option<FunctionId>>,
    /// The functions that have blocks.
    has_body: Vec<bool>,
    signed: FxHashMap<ValueId, i64>,
    unsigned: FxHashMap<ValueId, u64>,
}

impl<'f> Source<'f> {
    /// The values of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let types = Types::new(facts);
        let mut results = vec![None; facts.instruction.len()];
        let mut owners = vec![None; facts.value.len()];
        for row in &facts.instruction_result {
            let Some(instruction) = facts.instruction.get(row.instruction.index()) else {
                continue;
            };
            results[row.instruction.index()] = Some(row.result);
            if let Some(owner) = owners.get_mut(row.result.index()) {
                *owner = Some(instruction.function);
            }
        }
        for row in &facts.argument {
            if let Some(owner) = owners.get_mut(row.value.index()) {
                *owner = Some(row.function);
            }
        }
        let mut has_body = vec![false; facts.function.len()];
        for row in &facts.block {
            if let Some(entry) = has_body.get_mut(row.function.index()) {
                *entry = true;
            }
        }
        let integers = &facts.constant_integer;
        let signed = |row: &facts_schema::ConstantInteger| {
            Some((row.constant, text(facts, row.signed).parse().ok()?))
        };
        let unsigned = |row: &facts_schema::ConstantInteger| {
            Some((row.constant, text(facts, row.unsigned).parse().ok()?))
        };
        Self {
            facts,
            parts: PartsOfTypes::new(&types),
            no_parts: Parts::default(),
            types,
            results,
            owners,
            has_body,
            signed: integers.iter().filter_map(signed).collect(),
            unsigned: integers.iter().filter_map(unsigned).collect(),
        }
    }

    fn value(&self, value: ValueId) -> Option<&Value> {
        self.facts.value.get(value.index())
    }

    /// The kind of a value.
    pub fn kind(&self, value: ValueId) -> Option<ValueKind> {
        Some(self.value(value)?.kind)
    }

    /// The type of a value.
    pub fn r#type(&self, value: ValueId) -> Option<TypeId> {
        Some(self.value(value)?.r#type)
    }

    /// The parts of values of a type.
    pub fn parts_of_type(&self, r#type: TypeId) -> &Parts {
        self.parts.of(r#type)
    }

    /// The parts of a value. A constant in which there is no address has none.
    pub fn parts(&self, value: ValueId) -> &Parts {
        match self.value(value) {
            Some(row) if may_hold(row.kind) => self.parts.of(row.r#type),
            _ => &self.no_parts,
        }
    }

    /// Whether a value can hold a pointer.
    pub fn holds(&self, value: ValueId) -> bool {
        !self.parts(value).offsets.is_empty()
    }

    /// The result of an instruction, if it can hold a pointer.
    pub fn result(&self, instruction: InstructionId) -> Option<ValueId> {
        let result = (*self.results.get(instruction.index())?)?;
        self.holds(result).then_some(result)
    }

    /// The function that a value is local to.
    pub fn owner(&self, value: ValueId) -> Option<FunctionId> {
        *self.owners.get(value.index())?
    }

    /// The function of an instruction.
    pub fn function_of(&self, instruction: InstructionId) -> Option<FunctionId> {
        Some(self.facts.instruction.get(instruction.index())?.function)
    }

    /// Whether a function has instructions.
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.has_body.get(function.index()).is_some_and(|it| *it)
    }

    /// An integer constant, sign extended.
    pub fn signed(&self, value: ValueId) -> Option<i64> {
        self.signed.get(&value).copied()
    }

    /// An integer constant, zero extended.
    pub fn unsigned(&self, value: ValueId) -> Option<u64> {
        self.unsigned.get(&value).copied()
    }

    /// How many bytes after the lowest byte of a number its part at byte `part` comes.
    pub fn rank(&self, value: ValueId, part: u32) -> u32 {
        if !self.types.is_big_endian {
            return part;
        }
        let width = self.r#type(value).map_or(0, |it| self.types.width(it) / 8);
        width.checked_sub(part + self.types.word).unwrap_or(part)
    }
}

/// Whether values of this kind can hold a pointer, if their type can.
fn may_hold(kind: ValueKind) -> bool {
    use ValueKind as Kind;
    matches!(
        kind,
        Kind::Argument
            | Kind::Instruction
            | Kind::Function
            | Kind::GlobalVariable
            | Kind::Alias
            | Kind::IFunc
            | Kind::ConstantArray
            | Kind::ConstantStruct
            | Kind::ConstantVector
            | Kind::ConstantExpression
            | Kind::BlockAddress
            | Kind::DsoLocalEquivalent
            | Kind::NoCfi
            | Kind::PtrAuth
    )
}
