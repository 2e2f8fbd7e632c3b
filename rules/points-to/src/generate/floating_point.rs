//! Floating-point values that are not pointers.
//!
//! A `double` may hold a pointer: if one member of a union is a `double`, compilers copy the whole union as one. But
//! a value is a number if the program computes with it as soon as it has it, or compares it with another number, and
//! stores, passes or returns the result. Other results may never be used, because optimisers compute in advance.
//! Comparisons that only ask whether a value is a NaN prove nothing: some programs store pointers in NaNs.

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode, Predicate, ValueId};

use super::reached::always_reaches;

/// The maximum number of operations between a number and the instruction that needs the result.
const DEPTH: usize = 8;

/// The values that are numbers.
pub fn numbers(view: &View) -> Vec<ValueId> {
    let facts = view.facts();
    let stored = facts.store_instruction.iter().map(|row| (row.value, row.instruction));
    let passed = facts.call_argument.iter().map(|row| (row.argument, row.instruction));
    let returned = facts.return_value.iter().map(|row| (row.value, row.instruction));
    let mut numbers = Vec::new();
    for (value, needs) in stored.chain(passed).chain(returned) {
        add_operands(view, value, needs, DEPTH, &mut numbers);
    }
    numbers
}

/// Adds the numbers that `value`, which an instruction needs, is computed from.
fn add_operands(
    view: &View,
    value: ValueId,
    needs: InstructionId,
    depth: usize,
    numbers: &mut Vec<ValueId>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let Some(instruction) = view.definition_of(value) else { return };
    let operands = match view.opcode_of(instruction) {
        Some(Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem) => {
            let row = view.binary_instruction.first(instruction);
            row.map(|row| [row.first_operand, row.second_operand])
        }
        Some(Opcode::FPToSI | Opcode::FPToUI | Opcode::FPTrunc) => {
            let row = view.conversion_instruction.first(instruction);
            row.map(|row| [row.operand; 2])
        }
        Some(Opcode::FCmp) => {
            let row = view.comparison_instruction.first(instruction);
            let row = row.filter(|row| is_order(row.predicate));
            row.map(|row| [row.first_operand, row.second_operand])
                .filter(|[one, other]| one != other)
        }
        // Only the condition is certainly needed.
        Some(Opcode::Select) => {
            if let Some(row) = view.select_instruction.first(instruction) {
                add_operands(view, row.condition, needs, depth, numbers);
            }
            return;
        }
        _ => None,
    };
    for operand in operands.into_iter().flatten() {
        if always_reaches(view, operand, needs) {
            numbers.push(operand);
        }
        add_operands(view, operand, needs, depth, numbers);
    }
}

/// Whether a comparison of floating-point values depends on more than whether they are NaNs.
fn is_order(predicate: Predicate) -> bool {
    !matches!(predicate, Predicate::Uno | Predicate::Ord | Predicate::True | Predicate::False)
}
