//! The ranges of the values of a function, followed back through their computations.
//!
//! A range holds for each use of a value that is not poison, including undef values: the ranges do not depend on
//! equal values at two uses, except for [`crate::conditions`] on values that are never undef.

use std::cell::Cell;

use facts_schema::{InstructionFlag, InstructionId, Opcode, ValueId, ValueKind};

use super::{MAX_WIDTH, Range, Ranges, binary, signed, unsigned};
use crate::conditions::Conditions;
use crate::control::{Control, ProgramPoint};
use crate::module::Module;

/// The maximum number of instructions that are followed back on one path, and in total.
const MAX_DEPTH: u32 = 6;
const MAX_VISITS: u32 = 48;

/// The maximum number of values of a phi.
const MAX_INCOMING: usize = 8;

/// The width of an integer, or of the integers of a vector.
pub fn width(module: &Module, value: ValueId) -> Option<u32> {
    let r#type = module.type_of(value);
    let element = module.index.vector_type.first(r#type).map_or(r#type, |row| row.element_type);
    let width = module.index.integer_type.first(element)?.width;
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// The range of `value`, an integer or each element of a vector of integers.
pub fn of(module: &Module, value: ValueId) -> Option<Ranges> {
    Search::new(module, None, MAX_VISITS).ranges(value, ProgramPoint(0), MAX_DEPTH)
}

/// The range of `value` at `at`, given the conditions that hold there.
pub fn at<'f>(
    module: &Module<'f>,
    control: &Control<'f>,
    conditions: &Conditions,
    value: ValueId,
    at: ProgramPoint,
) -> Option<Ranges> {
    Search::new(module, Some((control, conditions)), MAX_VISITS).ranges(value, at, MAX_DEPTH)
}

struct Search<'a, 'f> {
    module: &'a Module<'f>,
    conditions: Option<(&'a Control<'f>, &'a Conditions)>,
    /// The number of instructions that may still be visited.
    left: Cell<u32>,
}

impl<'a, 'f> Search<'a, 'f> {
    fn new(
        module: &'a Module<'f>,
        conditions: Option<(&'a Control<'f>, &'a Conditions)>,
        left: u32,
    ) -> Self {
        Self { module, conditions, left: Cell::new(left) }
    }

    fn ranges(&self, value: ValueId, at: ProgramPoint, depth: u32) -> Option<Ranges> {
        let width = width(self.module, value)?;
        let range = match self.module.kind(value) {
            ValueKind::ConstantInteger => constant(self.module, value, width),
            ValueKind::ZeroInitializer => Some(single(width, 0)),
            ValueKind::ConstantVector | ValueKind::DataVector => {
                elements(self.module, value, width)
            }
            ValueKind::Argument => self.known(value, at),
            ValueKind::Instruction if depth > 0 && self.left.get() > 0 => {
                self.left.set(self.left.get() - 1);
                let computed = self.computed(value, at, width, depth - 1);
                match (computed, self.known(value, at)) {
                    (Some(one), Some(other)) => Some(one.and(other)),
                    (one, other) => one.or(other),
                }
            }
            _ => None,
        };
        // Contradicting flags leave no number: the value is poison. Conditions may also contradict each other in
        // unreachable code.
        let range = range.filter(|range| !range.is_empty());
        Some(range.unwrap_or(Ranges::all(width)))
    }

    /// The range that conditions imply.
    fn known(&self, value: ValueId, at: ProgramPoint) -> Option<Ranges> {
        let (control, conditions) = self.conditions?;
        conditions.range(control, value, at)
    }

    fn computed(&self, value: ValueId, at: ProgramPoint, width: u32, depth: u32) -> Option<Ranges> {
        let row = self.module.definition(value)?;
        let instruction = row.instruction;
        let index = &self.module.index;
        let of = |value| self.ranges(value, at, depth);
        match row.opcode {
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc => {
                let from = of(index.conversion_instruction.first(instruction)?.operand)?;
                Some(match row.opcode {
                    Opcode::ZExt => Ranges::from_unsigned(width, from.unsigned),
                    Opcode::SExt => Ranges::from_signed(width, from.signed),
                    _ if from.unsigned.is_within(unsigned(width)) => {
                        Ranges::from_unsigned(width, from.unsigned)
                    }
                    _ if from.signed.is_within(signed(width)) => {
                        Ranges::from_signed(width, from.signed)
                    }
                    _ => Ranges::all(width),
                })
            }
            Opcode::Select => {
                let row = index.select_instruction.first(instruction)?;
                Some(of(row.true_value)?.or(of(row.false_value)?))
            }
            // A frozen poison value may be any number.
            Opcode::Freeze => None,
            Opcode::Phi => self.phi(instruction, depth),
            Opcode::Call => self.call(instruction, at, width, depth),
            Opcode::Load => metadata(self.module, instruction, width),
            _ => {
                let row = index.binary_instruction.first(instruction)?;
                let (one, two) = (of(row.first_operand)?, of(row.second_operand)?);
                let has = |flag| index.has_instruction_flag(instruction, flag);
                binary(row.opcode, one, two, has(InstructionFlag::Nuw), has(InstructionFlag::Nsw))
            }
        }
    }

    /// Each value is taken at the end of its predecessor block: conditions at the phi may not hold for its
    /// operands in an earlier iteration of a loop.
    fn phi(&self, instruction: InstructionId, depth: u32) -> Option<Ranges> {
        let rows = self.module.index.phi_incoming.all(instruction).iter();
        // A phi of many values can typically be any number.
        if rows.len() > MAX_INCOMING {
            return None;
        }
        let end = |block| self.conditions.and_then(|(control, _)| control.end_of(block));
        let each = rows.map(|row| {
            let at = end(row.block).unwrap_or(ProgramPoint(0));
            self.ranges(row.value, at, depth)
        });
        each.reduce(|one, other| Some(one?.or(other?)))?
    }

    /// The results of some intrinsics.
    fn call(
        &self,
        instruction: InstructionId,
        at: ProgramPoint,
        width: u32,
        depth: u32,
    ) -> Option<Ranges> {
        let module = self.module;
        let callee = module.function(module.index.call_instruction.first(instruction)?.callee)?;
        let argument = |position: usize| {
            let rows = module.index.call_argument.all(instruction);
            self.ranges(rows.get(position)?.argument, at, depth)
        };
        let both = || Some((argument(0)?, argument(1)?));
        let of = |choose: fn(i128, i128) -> i128, one: Range, other: Range| Range {
            low: choose(one.low, other.low),
            high: choose(one.high, other.high),
        };
        let up_to = |high| Some(Ranges::from_unsigned(width, Range { low: 0, high }));
        match module.intrinsic(callee) {
            "llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" => up_to(width.into()),
            // The least number is its own absolute value.
            "llvm.abs" => up_to(1 << (width - 1)),
            "llvm.usub.sat" => up_to(argument(0)?.unsigned.high),
            "llvm.umin" => both().map(|(one, two)| {
                Ranges::from_unsigned(width, of(i128::min, one.unsigned, two.unsigned))
            }),
            "llvm.umax" => both().map(|(one, two)| {
                Ranges::from_unsigned(width, of(i128::max, one.unsigned, two.unsigned))
            }),
            "llvm.smin" => both().map(|(one, two)| {
                Ranges::from_signed(width, of(i128::min, one.signed, two.signed))
            }),
            "llvm.smax" => both().map(|(one, two)| {
                Ranges::from_signed(width, of(i128::max, one.signed, two.signed))
            }),
            _ => metadata(module, instruction, width),
        }
    }
}

fn single(width: u32, number: i128) -> Ranges {
    let one = Range { low: number, high: number };
    if number < 0 { Ranges::from_signed(width, one) } else { Ranges::from_unsigned(width, one) }
}

fn constant(module: &Module, value: ValueId, width: u32) -> Option<Ranges> {
    let row = module.index.constant_number().first(value)?;
    let (signed, unsigned) = (row.signed?, i128::try_from(row.unsigned?).ok()?);
    let one = |number| Range { low: number, high: number };
    let (signed, unsigned) = (one(signed), one(unsigned));
    // Facts from an edited folder may contain anything.
    let fits = signed.is_within(self::signed(width)) && unsigned.is_within(self::unsigned(width));
    fits.then_some(Ranges { width, unsigned, signed })
}

fn elements(module: &Module, value: ValueId, width: u32) -> Option<Ranges> {
    let rows = module.index.constant_element.all(value).iter();
    let each = rows.map(|row| match module.kind(row.element) {
        ValueKind::ConstantInteger => constant(module, row.element, width),
        _ => None,
    });
    each.reduce(|one, other| Some(one?.or(other?)))?
}

/// The number of the lowest bits of `value` that are always zero.
pub fn low_zeros(module: &Module, value: ValueId) -> u32 {
    zeros(module, value, MAX_DEPTH).unwrap_or_default()
}

fn zeros(module: &Module, value: ValueId, depth: u32) -> Option<u32> {
    let width = width(module, value)?;
    if let Some(number) = of_number(module, value, 0)?.only() {
        return Some(if number == 0 { width } else { number.trailing_zeros().min(width) });
    }
    let row = module.definition(value).filter(|_| depth > 0)?;
    let index = &module.index;
    let of = |value| zeros(module, value, depth - 1).unwrap_or_default();
    match row.opcode {
        Opcode::ZExt | Opcode::SExt | Opcode::Trunc => {
            let operand = index.conversion_instruction.first(row.instruction)?.operand;
            Some(of(operand).min(self::width(module, operand)?).min(width))
        }
        Opcode::Select => {
            let row = index.select_instruction.first(row.instruction)?;
            Some(of(row.true_value).min(of(row.false_value)))
        }
        Opcode::Shl
        | Opcode::And
        | Opcode::Or
        | Opcode::Xor
        | Opcode::Add
        | Opcode::Sub
        | Opcode::Mul => {
            let row = index.binary_instruction.first(row.instruction)?;
            let (one, two) = (of(row.first_operand), of(row.second_operand));
            Some(match row.opcode {
                Opcode::And => one.max(two),
                Opcode::Or | Opcode::Xor | Opcode::Add | Opcode::Sub => one.min(two),
                Opcode::Mul => one.saturating_add(two).min(width),
                _ => {
                    let amount = of_number(module, row.second_operand, depth - 1)?.unsigned.low;
                    one.saturating_add(u32::try_from(amount).ok()?).min(width)
                }
            })
        }
        _ => None,
    }
}

fn of_number(module: &Module, value: ValueId, depth: u32) -> Option<Ranges> {
    Search::new(module, None, MAX_VISITS).ranges(value, ProgramPoint(0), depth)
}

/// The range of `!range`, if it is one range that does not wrap.
fn metadata(module: &Module, instruction: InstructionId, width: u32) -> Option<Ranges> {
    let index = &module.index;
    let node = index.attachment(instruction, "range")?;
    let &[low, high] = index.metadata_operand.all(node) else { return None };
    let number = |metadata| {
        let value = index.value_metadata.first(metadata)?.value;
        constant(module, value, width)?.only()
    };
    let (low, high) = (number(low.operand_metadata)?, number(high.operand_metadata)?);
    (low < high).then(|| Ranges::from_unsigned(width, Range { low, high: high - 1 }))
}
