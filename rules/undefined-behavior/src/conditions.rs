//! The possible numbers of a value where a condition on it holds: `x` in a block that is only reached by `br i1
//! (icmp ult i32 %x, 32)`, in a case of a `switch`, or after an assumption.
//!
//! An undef value may be one number where it is compared and another where it is used. So a condition only
//! restricts values that are never undef by construction, whatever memory contains: arguments and results with
//! `noundef`, frozen values, and values computed from these alone. They may be poison; but then the comparison is
//! also poison, and it is undefined behaviour to branch on it or to assume it. A value that is neither undef nor
//! poison is one number, equal at each use.

use facts_schema::{Instruction, InstructionId, Opcode, Predicate, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::control::{Control, ProgramPoint};
use crate::module::{Module, Promise};
use crate::ranges::{self, Ranges};

/// The maximum nesting of conditions that is followed.
const MAX_DEPTH: u32 = 4;

/// The maximum number of conditions on one value.
const MAX_CONDITIONS: usize = 32;

/// The conditions of a function.
pub struct Conditions {
    /// By value: the ranges that are known to contain it, each with the point from which they contain it.
    known: FxHashMap<ValueId, Vec<(ProgramPoint, Ranges)>>,
}

impl Conditions {
    /// Collects the conditions of a function.
    pub fn of<'f>(module: &Module<'f>, control: &Control<'f>) -> Self {
        let known = FxHashMap::default();
        let mut collector = Collector { module, control, known };
        let mut entered: Option<Vec<u32>> = None;
        for row in control.rows() {
            match row.opcode {
                Opcode::Br | Opcode::Switch => {
                    let entered = entered.get_or_insert_with(|| predecessors(control));
                    collector.terminator(row, entered);
                }
                Opcode::Call => collector.assumption(row),
                _ => {}
            }
        }
        Self { known: collector.known }
    }

    /// The range of `value` at `at` according to the conditions.
    pub fn range(&self, control: &Control, value: ValueId, at: ProgramPoint) -> Option<Ranges> {
        let known = self.known.get(&value)?.iter();
        let here = known.filter(|(from, _)| *from == at || control.dominates(*from, at));
        here.map(|(_, range)| *range).reduce(Ranges::and)
    }
}

/// By block: the number of its predecessors.
fn predecessors(control: &Control) -> Vec<u32> {
    let mut entered = vec![0; control.successors().len()];
    for &successor in control.successors().iter().flatten() {
        if let Some(count) = entered.get_mut(successor) {
            *count += 1;
        }
    }
    entered
}

struct Collector<'a, 'f> {
    module: &'a Module<'f>,
    control: &'a Control<'f>,
    known: FxHashMap<ValueId, Vec<(ProgramPoint, Ranges)>>,
}

impl Collector<'_, '_> {
    /// Adds the conditions that hold at the targets of the conditional branch or switch `row`.
    fn terminator(&mut self, row: &Instruction, entered: &[u32]) {
        let index = &self.module.index;
        // A condition that holds on an edge also holds in the target block if it has no other predecessor.
        let start = |block| {
            let is_only = *entered.get(self.control.number(block)?)? == 1;
            is_only.then(|| ProgramPoint::at(self.control.positions(block).0))
        };
        if let Some(row) = index.conditional_branch.first(row.instruction) {
            if row.true_target == row.false_target {
                return;
            }
            for (target, outcome) in [(row.true_target, true), (row.false_target, false)] {
                if let Some(from) = start(target) {
                    self.condition(row.condition, outcome, from, MAX_DEPTH);
                }
            }
        } else if let Some(switch) = index.switch_instruction.first(row.instruction) {
            let value = switch.condition;
            if !self.is_never_undef(value, MAX_DEPTH) {
                return;
            }
            let mut cases = FxHashMap::default();
            for case in index.switch_case.all(row.instruction) {
                let number = ranges::of(self.module, case.value);
                let numbers = cases.entry(case.target).or_insert(number);
                *numbers = numbers.zip(number).map(|(one, other)| one.or(other));
            }
            cases.remove(&switch.default_target);
            for (target, numbers) in cases {
                if let (Some(from), Some(numbers)) = (start(target), numbers) {
                    self.insert(value, from, numbers);
                }
            }
        }
    }

    fn assumption(&mut self, row: &Instruction) {
        let call = self.module.index.call_instruction.first(row.instruction);
        let callee = call.and_then(|call| self.module.function(call.callee));
        if callee.is_some_and(|callee| self.module.intrinsic(callee) == "llvm.assume")
            && let Some(argument) = self.module.index.call_argument.first(row.instruction)
        {
            let from = ProgramPoint::behind(row.position);
            self.condition(argument.argument, true, from, MAX_DEPTH);
        }
    }

    /// Adds that `condition` has had this outcome from `from` on.
    fn condition(&mut self, condition: ValueId, outcome: bool, from: ProgramPoint, depth: u32) {
        let Some(row) = self.module.definition(condition).filter(|_| depth > 0) else { return };
        let index = &self.module.index;
        match row.opcode {
            Opcode::ICmp => self.comparison(row.instruction, outcome, from),
            // Both operands have this outcome.
            Opcode::And | Opcode::Or if (row.opcode == Opcode::And) == outcome => {
                if let Some(row) = index.binary_instruction.first(row.instruction) {
                    self.condition(row.first_operand, outcome, from, depth - 1);
                    self.condition(row.second_operand, outcome, from, depth - 1);
                }
            }
            Opcode::Xor => {
                if let Some(row) = index.binary_instruction.first(row.instruction)
                    && self.constant(row.second_operand).is_some_and(|it| it.unsigned.low == 1)
                {
                    self.condition(row.first_operand, !outcome, from, depth - 1);
                }
            }
            // `select i1 %a, i1 %b, i1 false` is an and, `select i1 %a, i1 true, i1 %b` an or.
            Opcode::Select => {
                let Some(row) = index.select_instruction.first(row.instruction) else { return };
                let (other, neutral) = match outcome {
                    true => (row.true_value, row.false_value),
                    false => (row.false_value, row.true_value),
                };
                let is_other = |it: Ranges| it.only() == Some(i128::from(!outcome));
                if self.constant(neutral).is_some_and(is_other) {
                    // If a poison condition selected one of the values, the outcome would imply nothing about the
                    // condition. But this condition is poison only if the value that it compares is.
                    if self.is_plain_comparison(row.condition) {
                        self.condition(row.condition, outcome, from, depth - 1);
                    }
                    self.condition(other, outcome, from, depth - 1);
                }
            }
            _ => {}
        }
    }

    fn is_plain_comparison(&self, condition: ValueId) -> bool {
        let row = self.module.definition(condition).filter(|row| row.opcode == Opcode::ICmp);
        row.is_some_and(|row| self.module.index.instruction_flag.all(row.instruction).is_empty())
    }

    fn comparison(&mut self, instruction: InstructionId, outcome: bool, from: ProgramPoint) {
        let Some(row) = self.module.index.comparison_instruction.first(instruction) else { return };
        let (first, second) = (row.first_operand, row.second_operand);
        let (value, bound, predicate) = match (self.constant(first), self.constant(second)) {
            (None, Some(bound)) => (first, bound, row.predicate),
            (Some(bound), None) => (second, bound, swapped(row.predicate)),
            _ => return,
        };
        let predicate = if outcome { predicate } else { inverse(predicate) };
        let range = Ranges::compared(predicate, bound);
        if self.is_never_undef(value, MAX_DEPTH) {
            self.insert(value, from, range);
        }
        // If `x + c` is in a range, x is in the range shifted down by `c`.
        if let Some((value, offset)) = self.sum(value)
            && self.is_never_undef(value, MAX_DEPTH)
        {
            self.insert(value, from, range.less(offset));
        }
    }

    fn sum(&self, value: ValueId) -> Option<(ValueId, i128)> {
        let row = self.module.definition(value).filter(|row| row.opcode == Opcode::Add)?;
        let row = self.module.index.binary_instruction.first(row.instruction)?;
        Some((row.first_operand, self.constant(row.second_operand)?.signed.low))
    }

    fn insert(&mut self, value: ValueId, from: ProgramPoint, range: Ranges) {
        if range.is_all() || range.is_empty() {
            return;
        }
        let known = self.known.entry(value).or_default();
        if known.len() < MAX_CONDITIONS {
            known.push((from, range));
        }
    }

    /// A constant number.
    fn constant(&self, value: ValueId) -> Option<Ranges> {
        match self.module.kind(value) {
            ValueKind::ConstantInteger => ranges::of(self.module, value),
            _ => None,
        }
    }

    /// Whether `value`, an integer, is never undef.
    fn is_never_undef(&self, value: ValueId, depth: u32) -> bool {
        let module = self.module;
        match module.kind(value) {
            ValueKind::ConstantInteger => return true,
            ValueKind::Argument => {
                let argument = module.index.argument.first(value);
                return argument.is_some_and(|row| {
                    module.parameter(row.function, row.position).is_well_defined()
                });
            }
            _ => {}
        }
        let Some(row) = module.definition(value).filter(|_| depth > 0) else { return false };
        let index = &module.index;
        match row.opcode {
            Opcode::Freeze => true,
            Opcode::Load => index.attachment(row.instruction, "noundef").is_some(),
            Opcode::Call => {
                let call = index.call_instruction.first(row.instruction);
                let callee = call.and_then(|call| module.function(call.callee));
                module.call_result(row.instruction, callee).has(Promise::NOUNDEF)
            }
            Opcode::Select | Opcode::ZExt | Opcode::SExt | Opcode::Trunc | Opcode::ICmp => {
                self.are_never_undef(row.instruction, depth)
            }
            _ => {
                index.binary_instruction.first(row.instruction).is_some()
                    && self.are_never_undef(row.instruction, depth)
            }
        }
    }

    fn are_never_undef(&self, instruction: InstructionId, depth: u32) -> bool {
        let operands = self.module.index.instruction_operand.all(instruction).iter();
        operands.into_iter().all(|row| self.is_never_undef(row.operand, depth - 1))
    }
}

/// The equivalent predicate for swapped operands.
pub(crate) fn swapped(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Ult => Predicate::Ugt,
        Predicate::Ule => Predicate::Uge,
        Predicate::Ugt => Predicate::Ult,
        Predicate::Uge => Predicate::Ule,
        Predicate::Slt => Predicate::Sgt,
        Predicate::Sle => Predicate::Sge,
        Predicate::Sgt => Predicate::Slt,
        Predicate::Sge => Predicate::Sle,
        other => other,
    }
}

/// The negated predicate.
fn inverse(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Eq => Predicate::Ne,
        Predicate::Ne => Predicate::Eq,
        Predicate::Ult => Predicate::Uge,
        Predicate::Ule => Predicate::Ugt,
        Predicate::Ugt => Predicate::Ule,
        Predicate::Uge => Predicate::Ult,
        Predicate::Slt => Predicate::Sge,
        Predicate::Sle => Predicate::Sgt,
        Predicate::Sgt => Predicate::Sle,
        Predicate::Sge => Predicate::Slt,
        other => other,
    }
}
