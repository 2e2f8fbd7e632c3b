//! The offsets of values behind pointers like `Rc<dyn T>` and `Box<RefCell<dyn T>>`, or in structures that end with a
//! `dyn T`.
//!
//! Such an offset is a constant, rounded up to the alignment of the value, which the program reads from the virtual
//! table of the trait object. Each module that makes a trait object has a copy of its virtual table, so the alignments of
//! all trait objects that the module makes are known: the offset is one of a few numbers, and mostly all alignments give
//! the same. Trait objects that other modules make are external.
//!
//! rustc marks loads from virtual tables as invariant. A table begins with the function that drops the value, its
//! size, and its alignment, which is a power of two.
//!
//! **Scope: module.**

use std::collections::BTreeSet;

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use super::arithmetic::compared;
use super::virtual_tables::{integer_in, is_table_of_rust};
use crate::offsets::POINTER;

/// The position of the alignment in a virtual table, in words.
const ALIGNMENT: u32 = 2;

/// The maximum number of offsets for one step.
const MAX_OFFSETS: usize = 8;

/// The maximum number of operations from the alignment to the offset.
const MAX_DEPTH: usize = 16;

/// The offsets that depend on the alignment of a trait object.
#[derive(Debug, Default)]
pub struct TraitOffsets {
    /// By value that is added to an address: the numbers that it may be.
    numbers: FxHashMap<ValueId, Vec<i64>>,
}

impl TraitOffsets {
    /// The offsets in a module with virtual tables of Rust.
    pub fn of(view: &View) -> Self {
        let Some(alignments) = alignments(view) else { return Self::default() };
        let mut offsets = Self::default();
        for row in &view.facts().getelementptr_instruction {
            let [index] = view.getelementptr_index.all(row.instruction) else { continue };
            let is_computed = view.kind_of(index.index) == Some(ValueKind::Instruction);
            if !is_computed || view.types().size(row.source_type) != Some(1) {
                continue;
            }
            let mut reads = false;
            let of_alignment =
                |alignment| Evaluation { view, alignment, reads: &mut reads }.value(index.index, 0);
            let numbers: Option<BTreeSet<i64>> =
                alignments.iter().copied().map(of_alignment).collect();
            if let Some(numbers) = numbers.filter(|it| reads && it.len() <= MAX_OFFSETS) {
                offsets.numbers.insert(index.index, numbers.into_iter().collect());
            }
        }
        offsets
    }

    /// The numbers that `index` may be, if it depends on the alignment of a trait object and on nothing else.
    pub fn numbers(&self, index: ValueId) -> Option<&[i64]> {
        self.numbers.get(&index).map(Vec::as_slice)
    }
}

/// The possible alignments of the values behind trait objects. None if the module has no virtual tables of Rust, or
/// one that is not understood.
fn alignments(view: &View) -> Option<BTreeSet<i64>> {
    let variables = view.facts().global_initializer.iter().map(|row| row.global);
    let mut tables = variables.filter(|it| is_table_of_rust(view, *it)).peekable();
    tables.peek()?;
    tables.map(|it| alignment_in(view, it)).collect()
}

/// The alignment in a virtual table.
fn alignment_in(view: &View, table: ValueId) -> Option<i64> {
    let alignment = integer_in(view, table, u64::from(ALIGNMENT * POINTER))?;
    (alignment.count_ones() == 1).then_some(alignment)
}

/// Computes a value for an alignment.
struct Evaluation<'a, 'r> {
    view: &'a View<'a>,
    alignment: i64,
    /// Whether the value depends on the alignment.
    reads: &'r mut bool,
}

impl Evaluation<'_, '_> {
    /// The value; none if it also depends on something else.
    fn value(&mut self, value: ValueId, depth: usize) -> Option<i64> {
        if let Some(constant) = self.view.signed(value) {
            return i64::try_from(constant).ok();
        }
        if depth == MAX_DEPTH {
            return None;
        }
        let instruction = self.view.definition_of(value)?;
        let next = depth + 1;
        match self.view.opcode_of(instruction)? {
            Opcode::Load if self.is_alignment(instruction) => {
                *self.reads = true;
                Some(self.alignment)
            }
            Opcode::Select => {
                let row = self.view.select_instruction.first(instruction)?;
                let is_true = self.holds(row.condition, next)?;
                self.value(if is_true { row.true_value } else { row.false_value }, next)
            }
            Opcode::Call => {
                let [one, other] = self.view.call_argument.all(instruction) else { return None };
                let is_greatest = self.view.called_intrinsic(instruction)? == "llvm.umax";
                let [one, other] = [one, other].map(|it| self.value(it.argument, next));
                let (one, other) = (one?, other?);
                is_greatest.then(|| one.cast_unsigned().max(other.cast_unsigned()).cast_signed())
            }
            opcode => {
                let row = self.view.binary_instruction.first(instruction)?;
                let operands = [row.first_operand, row.second_operand];
                let [one, other] = operands.map(|it| self.value(it, next));
                let (one, other) = (one?, other?);
                match opcode {
                    Opcode::Add => Some(one.wrapping_add(other)),
                    Opcode::Sub => Some(one.wrapping_sub(other)),
                    Opcode::And => Some(one & other),
                    Opcode::Or => Some(one | other),
                    Opcode::Xor => Some(one ^ other),
                    _ => None,
                }
            }
        }
    }

    /// Whether a condition holds.
    fn holds(&mut self, condition: ValueId, depth: usize) -> Option<bool> {
        let instruction = self.view.definition_of(condition)?;
        let row = self.view.comparison_instruction.first(instruction)?;
        let operands = [row.first_operand, row.second_operand];
        let [one, other] = operands.map(|it| self.value(it, depth).map(i64::cast_unsigned));
        compared(row.predicate, one?, other?)
    }

    /// Whether the load reads the alignment from a virtual table.
    fn is_alignment(&self, load: InstructionId) -> bool {
        let is_in_table = |address| {
            let (base, offset) = self.view.base_with_offset(address)?;
            let is_local = self.view.kind_of(base) != Some(ValueKind::GlobalVariable);
            Some(is_local && offset == i64::from(ALIGNMENT * POINTER))
        };
        self.view.attachment(load, "invariant.load").is_some()
            && self.view.load_instruction.first(load).is_some_and(|row| {
                self.view.types().width(row.r#type) == POINTER * 8
                    && is_in_table(row.address).unwrap_or_default()
            })
    }
}
