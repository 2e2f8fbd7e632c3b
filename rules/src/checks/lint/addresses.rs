//! Where addresses point: how each is computed from an object that has one.
//!
//! Programs have hundreds of thousands of addresses, but few *kinds*: the second field of a slot of 16
//! bytes, aligned to 8, is the same to every rule, whichever slot it is. So addresses are numbered by how
//! they are computed, and the rules see the numbers.

use facts_schema::{ConstantInteger, EntityId, Facts, InstructionId, TypeId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use super::layout::Layout;
use crate::checks::context::Context;

/// A kind of address: addresses that the rules cannot tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(u32);

/// How an address comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is a stack slot of so many elements of a type, aligned to so many bytes.
    Slot(TypeId, ValueId, u32),
    /// It is a constant: a global, null, …
    Constant(ValueId),
    /// It is so many bytes behind another address.
    Step(Address, i64),
    /// It is somewhere behind another address.
    Somewhere(Address),
}

/// The addresses of a module that lead back to a stack slot or a constant.
pub struct Addresses<'a> {
    facts: &'a Facts,
    /// The layout of types.
    pub layout: Layout,
    /// By value: its address.
    address_of: Vec<Option<Address>>,
    known: FxHashMap<Origin, Address>,
    origins: Vec<Origin>,
    integers: FxHashMap<ValueId, i64>,
    expressions: FxHashMap<ValueId, (TypeId, Vec<ValueId>)>,
}

impl<'a> Addresses<'a> {
    /// Follows all stack slots and `getelementptr`s.
    pub fn of(context: &Context<'a>) -> Self {
        let facts = context.facts;
        let integer =
            |row: &ConstantInteger| Some((row.constant, context.text(row.signed).parse().ok()?));
        let mut addresses = Self {
            facts,
            layout: Layout::of(facts),
            address_of: vec![None; facts.value.len()],
            known: FxHashMap::default(),
            origins: Vec::new(),
            integers: facts.constant_integer.iter().filter_map(integer).collect(),
            expressions: expressions(facts),
        };
        let results = results(facts);
        let result = |instruction: InstructionId| *results.get(instruction.index())?;
        for row in &facts.alloca_instruction {
            if let Some(result) = result(row.instruction) {
                let slot = Origin::Slot(row.r#type, row.element_count, row.alignment);
                addresses.define(result, slot);
            }
        }
        let mut indices = facts.getelementptr_index.as_slice();
        for row in &facts.getelementptr_instruction {
            let skip = indices.partition_point(|index| index.instruction < row.instruction);
            let count = indices[skip..].partition_point(|it| it.instruction == row.instruction);
            let own = &indices[skip..skip + count];
            indices = &indices[skip + count..];
            let (Some(result), Some(base)) = (result(row.instruction), addresses.address(row.base))
            else {
                continue;
            };
            let origin = addresses.step(base, row.source_type, own.iter().map(|row| row.index));
            addresses.define(result, origin);
        }
        addresses
    }

    /// The address that `value` is, if it leads back to a stack slot or a constant.
    pub fn address(&mut self, value: ValueId) -> Option<Address> {
        if let Some(address) = *self.address_of.get(value.index())? {
            return Some(address);
        }
        match self.facts.value.get(value.index())?.kind {
            ValueKind::Argument | ValueKind::Instruction | ValueKind::Block => return None,
            ValueKind::Metadata | ValueKind::InlineAsm => return None,
            _ => {}
        }
        let mut origin = Origin::Constant(value);
        if let Some((source_type, operands)) = self.expressions.remove(&value)
            && let Some((&base, indices)) = operands.split_first()
            && let Some(base) = self.address(base)
        {
            origin = self.step(base, source_type, indices.iter().copied());
        }
        Some(self.define(value, origin))
    }

    /// All addresses, and how each comes about.
    pub fn origins(&self) -> impl Iterator<Item = (Address, Origin)> {
        (0..).map(Address).zip(self.origins.iter().copied())
    }

    /// The integer constant `value`, if it fits 64 bits.
    pub fn integer(&self, value: ValueId) -> Option<i64> {
        self.integers.get(&value).copied()
    }

    fn define(&mut self, value: ValueId, origin: Origin) -> Address {
        let next = Address(self.origins.len() as u32);
        let address = *self.known.entry(origin).or_insert(next);
        if address == next {
            self.origins.push(origin);
        }
        if let Some(entry) = self.address_of.get_mut(value.index()) {
            *entry = Some(address);
        }
        address
    }

    fn step(
        &self,
        base: Address,
        source_type: TypeId,
        indices: impl Iterator<Item = ValueId>,
    ) -> Origin {
        match self.offset(source_type, indices) {
            Some(offset) => Origin::Step(base, offset),
            None => Origin::Somewhere(base),
        }
    }

    /// How many bytes `getelementptr` steps with these indices, if they are constants.
    fn offset(&self, source_type: TypeId, indices: impl Iterator<Item = ValueId>) -> Option<i64> {
        let mut indices = indices.map(|index| self.integer(index));
        let size = self.layout.allocation_size(source_type)?;
        let mut offset = indices.next()??.checked_mul(size)?;
        let mut current = source_type;
        for index in indices {
            let (step, member) = self.layout.member(current, index?)?;
            offset = offset.checked_add(step)?;
            current = member;
        }
        Some(offset)
    }
}

/// The constant `getelementptr`s: the type that they step over, and their operands.
fn expressions(facts: &Facts) -> FxHashMap<ValueId, (TypeId, Vec<ValueId>)> {
    let rows = facts.constant_getelementptr.iter();
    let mut expressions: FxHashMap<_, _> =
        rows.map(|row| (row.constant, (row.source_type, Vec::new()))).collect();
    for row in &facts.constant_operand {
        if let Some((_, operands)) = expressions.get_mut(&row.constant) {
            operands.push(row.operand);
        }
    }
    expressions
}

/// By instruction: what it computes.
fn results(facts: &Facts) -> Vec<Option<ValueId>> {
    let mut results = vec![None; facts.instruction.len()];
    for row in &facts.instruction_result {
        if let Some(entry) = results.get_mut(row.instruction.index()) {
            *entry = Some(row.result);
        }
    }
    results
}
