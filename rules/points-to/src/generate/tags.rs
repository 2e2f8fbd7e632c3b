//! Tests of the low bits of addresses, which programs use to tag words: `if (word & 1)`, the word is a number,
//! otherwise a pointer. Where a test shows which bits are set, only pointers to offsets where they can be set are
//! moved. So a pointer to aligned memory is not mistaken for a tagged word.
//!
//! **Scope: function.**

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, InstructionId, Opcode, Predicate, ValueId};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::moves::{Key, Moves, Purpose, Shift};
use super::source::Source;
use crate::offsets::Step;

/// Restricts arithmetic to the pointers for which the tests on the way to it hold.
pub fn restrict(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    let is_arithmetic =
        |Shift(_, from, step): &Shift| *step == Step::Computed && matches!(from, Key::Value(_, 0));
    let numbers =
        moves.shifts.iter().filter(|row| is_arithmetic(row)).filter_map(|row| row.1.value());
    if !numbers.into_iter().any(|it| is_masked(&source.view, it)) {
        return;
    }
    let (tested, used) = program::run(scope, source, flow);
    let mut tests = FxHashMap::<ValueId, Vec<(BlockId, Step)>>::default();
    for program::Tested(number, block, mask, bits) in tested {
        tests.entry(number).or_default().push((block, Step::Tagged { mask, bits }));
    }
    if tests.is_empty() {
        return;
    }
    let mut uses = FxHashMap::<ValueId, Vec<BlockId>>::default();
    for program::Used(result, block) in used {
        uses.entry(result).or_default().push(block);
    }
    let mut tagged = Vec::new();
    for row in moves.shifts.iter_mut().filter(|row| is_arithmetic(row)) {
        let Shift(Key::Value(result, part), Key::Value(number, 0), _) = *row else { continue };
        let Some(instruction) = source.view.definition_of(result) else { continue };
        let Some(at) = source.view.instruction.first(instruction).map(|row| row.block) else {
            continue;
        };
        let tests = tests.get(&number).into_iter().flatten();
        let uses = uses.get(&result).map_or(&[][..], Vec::as_slice);
        // A value that is computed before the test, but only used after it, has the bits in all its uses.
        let holds = |block: BlockId| {
            flow.dominates(block, at)
                || !uses.is_empty() && uses.iter().all(|it| flow.dominates(block, *it))
        };
        let holding = tests.filter(|(block, _)| holds(*block)).map(|(_, step)| *step);
        for (count, step) in (0..).zip(holding) {
            let key = Key::Step(Purpose::Tagged, result.0, part, count);
            tagged.push(Shift(key, row.1, step));
            row.1 = key;
        }
    }
    moves.shifts.extend(tagged);
}

/// Whether some bits of a number are extracted, as tests do.
fn is_masked(view: &View, number: ValueId) -> bool {
    let uses = view.value_use().all(number).iter();
    uses.filter_map(|it| view.opcode_of(it.instruction))
        .any(|it| matches!(it, Opcode::And | Opcode::Trunc))
}

datalog! { functions;
    @context source: &'a Source<'a>;
    @context flow: &'a Flow;

    @output
    /// When control reaches `block`, the bits of `number` in `mask` are `bits`.
    struct Tested(ValueId, BlockId, u64, u64);

    @output
    /// `result`, computed from a tested number, is used in `block`, or for a phi when control leaves it.
    struct Used(ValueId, BlockId);

    Used(result, block) <-
        Computed(result),
        instruction_operand { instruction, operand: result },
        instruction { instruction, opcode, block },
        (opcode != Opcode::Phi);

    Used(result, block) <- Computed(result), phi_incoming { value: result, block };

    /// `result` is computed from a tested number.
    struct Computed(ValueId);

    Computed(result) <-
        Tested(number, _, _, _),
        instruction_operand { instruction, operand: number },
        instruction_result { instruction, result };

    /// `value` is `number` with all bits cleared that are not in `mask`.
    struct Masked(ValueId, ValueId, u64);

    Masked(value, number, mask) <-
        binary_instruction {
            instruction, opcode: Opcode::And, first_operand: number, second_operand: constant
        },
        let Some(mask) = source.unsigned(constant),
        instruction_result { instruction, result: value };

    Masked(value, number, mask) <-
        conversion_instruction { instruction, opcode: Opcode::Trunc, operand: number },
        instruction_result { instruction, result: value },
        value { value, type },
        integer_type { type, width },
        (width < 64),
        let mask = (1 << width) - 1;

    /// If `condition` is `truth`, the bits of `number` in `mask` are `bits`.
    struct ImpliesBits(ValueId, bool, ValueId, u64, u64);

    // A comparison with a constant. If the mask has only one bit, a failed comparison also determines it.
    ImpliesBits(condition, predicate == Predicate::Eq, number, mask, bits) <-
        Compared(condition, predicate, number, mask, bits);

    ImpliesBits(condition, predicate != Predicate::Eq, number, mask, mask ^ bits) <-
        Compared(condition, predicate, number, mask, bits),
        (mask.is_power_of_two());

    /// `condition` tests whether the bits of `number` in `mask` are, or are not, `bits`.
    struct Compared(ValueId, Predicate, ValueId, u64, u64);

    Compared(condition, predicate, number, mask, bits) <-
        Masked(value, number, mask),
        comparison_instruction { instruction, predicate, first_operand: value, second_operand: constant },
        (matches!(predicate, Predicate::Eq | Predicate::Ne)),
        let Some(bits) = source.unsigned(constant),
        instruction_result { instruction, result: condition };

    // The condition is the bit itself.
    ImpliesBits(condition, true, number, 1, 1) <- Masked(condition, number, 1), Bit(condition);
    ImpliesBits(condition, false, number, 1, 0) <- Masked(condition, number, 1), Bit(condition);

    /// `value` has one bit.
    struct Bit(ValueId);

    Bit(value) <- Masked(value, _, _), value { value, type }, integer_type { type, width: 1 };

    // A conjunction holds if all its conditions do, and a disjunction fails if all its conditions do.
    ImpliesBits(condition, true, number, mask, bits) <-
        Joined(condition, Opcode::And, operand),
        ImpliesBits(operand, true, number, mask, bits);

    ImpliesBits(condition, false, number, mask, bits) <-
        Joined(condition, Opcode::Or, operand),
        ImpliesBits(operand, false, number, mask, bits);

    /// `condition` is `operand` and another condition, joined by `opcode`.
    struct Joined(ValueId, Opcode, ValueId);

    Joined(condition, opcode, operand) <-
        binary_instruction { instruction, opcode, first_operand: operand },
        instruction_result { instruction, result: condition };

    Joined(condition, opcode, operand) <-
        binary_instruction { instruction, opcode, second_operand: operand },
        instruction_result { instruction, result: condition };

    /// Control reaches `block` only if `condition` is `truth`.
    struct Guarded(BlockId, ValueId, bool);

    Guarded(block, condition, true) <-
        conditional_branch { condition, true_target: block, false_target: other },
        (block != other && flow.has_one_way_into(block));

    Guarded(block, condition, false) <-
        conditional_branch { condition, true_target: other, false_target: block },
        (block != other && flow.has_one_way_into(block));

    Tested(number, block, mask, bits) <-
        Guarded(block, condition, truth),
        ImpliesBits(condition, truth, number, mask, bits);

    // A case of a switch.
    Tested(number, block, mask, bits) <-
        Masked(condition, number, mask),
        switch_instruction { instruction, condition, default_target },
        switch_case { instruction, position, value, target: block },
        (block != default_target && flow.has_one_way_into(block)),
        !OtherCase(instruction, position, block),
        let Some(bits) = source.unsigned(value);

    /// A case of the switch other than the one at `position` also leads to `block`.
    struct OtherCase(InstructionId, u32, BlockId);

    OtherCase(instruction, position, block) <-
        switch_case { instruction, position, target: block },
        switch_case { instruction, position: other, target: block },
        (position != other);
}
