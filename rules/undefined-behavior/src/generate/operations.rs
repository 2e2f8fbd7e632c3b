//! The dependence of results on operands, and operations that create poison.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, InstructionFlag, InstructionId, Opcode, ValueId};
use rules_macros::datalog;

use super::body::{Body, Possible};
use super::results::{Creates, Passes};
use crate::control::ProgramPoint;
use crate::rows::How;
use crate::semantics::Deferred;

/// The dependence of the result of an operation on its one or two operands.
///
/// A poison divisor is undefined behaviour, without a result; an undef divisor that cannot be 0 is still undef.
pub(super) const HOW: [(Opcode, How); 33] = [
    (Opcode::FNeg, How::Injective),
    (Opcode::Add, How::Injective),
    (Opcode::FAdd, How::Strict),
    (Opcode::Sub, How::Injective),
    (Opcode::FSub, How::Strict),
    (Opcode::Mul, How::Strict),
    (Opcode::FMul, How::Strict),
    (Opcode::UDiv, How::Strict),
    (Opcode::SDiv, How::Strict),
    (Opcode::FDiv, How::Strict),
    (Opcode::URem, How::Strict),
    (Opcode::SRem, How::Strict),
    (Opcode::FRem, How::Strict),
    (Opcode::Shl, How::Strict),
    (Opcode::LShr, How::Strict),
    (Opcode::AShr, How::Strict),
    (Opcode::And, How::Strict),
    (Opcode::Or, How::Strict),
    (Opcode::Xor, How::Injective),
    (Opcode::Trunc, How::Strict),
    (Opcode::ZExt, How::Injective),
    (Opcode::SExt, How::Injective),
    (Opcode::FPTrunc, How::Strict),
    (Opcode::FPExt, How::Strict),
    (Opcode::FPToUI, How::Strict),
    (Opcode::FPToSI, How::Strict),
    (Opcode::UIToFP, How::Strict),
    (Opcode::SIToFP, How::Strict),
    (Opcode::PtrToInt, How::Strict),
    (Opcode::PtrToAddr, How::Strict),
    (Opcode::IntToPtr, How::Strict),
    (Opcode::BitCast, How::Moves),
    (Opcode::AddrSpaceCast, How::Strict),
];

/// The reasons for poison that correspond to flags.
pub(super) const REASONS: [(InstructionFlag, DeferredReason); 10] = [
    (InstructionFlag::Nuw, DeferredReason::Nuw),
    (InstructionFlag::Nsw, DeferredReason::Nsw),
    (InstructionFlag::Exact, DeferredReason::Exact),
    (InstructionFlag::Disjoint, DeferredReason::Disjoint),
    (InstructionFlag::NNeg, DeferredReason::NNeg),
    (InstructionFlag::SameSign, DeferredReason::SameSign),
    (InstructionFlag::InBounds, DeferredReason::InBounds),
    (InstructionFlag::Nusw, DeferredReason::Nusw),
    (InstructionFlag::Nnan, DeferredReason::Nnan),
    (InstructionFlag::Ninf, DeferredReason::Ninf),
];

/// The conversions that give poison for some numbers.
pub(super) const UNCERTAIN: [(Opcode, DeferredReason); 3] = [
    (Opcode::FPToUI, DeferredReason::FloatToInteger),
    (Opcode::FPToSI, DeferredReason::FloatToInteger),
    (Opcode::AddrSpaceCast, DeferredReason::AddressSpace),
];

/// The shifts.
pub(super) const SHIFTS: [Opcode; 3] = [Opcode::Shl, Opcode::LShr, Opcode::AShr];

datalog! { functions;
    @context known: Body<'a>;

    const HOW(Opcode, How) = super::HOW;

    const REASONS(InstructionFlag, DeferredReason) = super::REASONS;

    const UNCERTAIN(Opcode, DeferredReason) = super::UNCERTAIN;

    const SHIFTS(Opcode) = super::SHIFTS;

    /// The flags of a `getelementptr` about its result; it never has both.
    const BOUNDS(InstructionFlag, DeferredReason) = [
        (InstructionFlag::InBounds, DeferredReason::InBounds),
        (InstructionFlag::Nusw, DeferredReason::Nusw),
    ];

    /// The dependence of a `select` on its two values, by its condition; none stands for an unknown condition.
    const SELECTS(Option<bool>, How, How) = [
        (Some(false), How::Unselected, How::Selected),
        (Some(true), How::Selected, How::Unselected),
        (None, How::Selected, How::Selected),
    ];

    @output Passes(InstructionId, ValueId, ProgramPoint, How);

    @output Creates(InstructionId, Deferred, DeferredReason, Possible);

    Passes(instruction, operand, known.place(instruction), how) <-
        unary_instruction { instruction, opcode, operand },
        HOW(opcode, how);

    Passes(instruction, operand, known.place(instruction), how) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        HOW(opcode, how),
        for operand in [first_operand, second_operand],
        (known.may_be_deferred(operand));

    Passes(instruction, operand, known.place(instruction), how) <-
        conversion_instruction { instruction, opcode, operand },
        HOW(opcode, how);

    Passes(instruction, operand, known.place(instruction), How::Strict) <-
        comparison_instruction { instruction, first_operand, second_operand },
        for operand in [first_operand, second_operand],
        (known.may_be_deferred(operand));

    // Two addresses differ if the values that they are computed from differ.
    Passes(instruction, base, known.place(instruction), How::Injective) <-
        getelementptr_instruction { instruction, base },
        (known.may_be_deferred(base));

    // An index over elements without a size has no effect.
    Passes(instruction, index, known.place(instruction), How::Strict) <-
        getelementptr_index { instruction, index },
        (known.may_be_deferred(index));

    /// `phi` has several incoming values.
    struct IsChoice(InstructionId);

    IsChoice(phi) <- phi_incoming { instruction: phi, position: 1 };

    // Each incoming value of a phi is taken at the end of its predecessor. Unreachable predecessors have no
    // effect.
    Passes(phi, value, at, How::Moves) <-
        phi_incoming { instruction: phi, value, block },
        !IsChoice(phi),
        let Some(at) = known.reachable_end(block);

    Passes(phi, value, at, How::Chosen) <-
        phi_incoming { instruction: phi, value, block },
        IsChoice(phi),
        let Some(at) = known.reachable_end(block);

    Passes(select, value, known.place(select), how) <-
        select_instruction { instruction: select, condition, true_value: value },
        let is_true = known.truth(condition),
        SELECTS(is_true, how, _);

    Passes(select, value, known.place(select), how) <-
        select_instruction { instruction: select, condition, false_value: value },
        let is_true = known.truth(condition),
        SELECTS(is_true, _, how);

    Passes(select, condition, known.place(select), How::Decided) <-
        select_instruction { instruction: select, condition };

    Creates(instruction, Deferred::Poison, DeferredReason::ShiftAmount, possible) <-
        binary_instruction { instruction, opcode, second_operand: amount },
        SHIFTS(opcode),
        let possible = known.shifts_too_far(instruction, amount),
        (possible != Possible::Never);

    Creates(instruction, Deferred::Poison, reason, Possible::Maybe) <-
        conversion_instruction { instruction, opcode },
        UNCERTAIN(opcode, reason);

    // Flags of calls are handled with the results of calls.
    Creates(instruction, Deferred::Poison, reason, possible) <-
        instruction_flag { instruction, flag },
        REASONS(flag, reason),
        !getelementptr_instruction { instruction },
        !call_instruction { instruction },
        instruction { instruction, opcode },
        let possible = known.breaks(instruction, opcode, flag),
        (possible != Possible::Never);

    /// The flags of `instruction`, a `getelementptr`, are relevant: without any offset, no rule applies.
    struct Steps(InstructionId);

    Steps(instruction) <-
        instruction_flag { instruction },
        getelementptr_index { instruction, index },
        (!known.is_zero(index));

    Creates(instruction, Deferred::Poison, reason, Possible::Maybe) <-
        Steps(instruction),
        instruction_flag { instruction, flag },
        BOUNDS(flag, reason),
        getelementptr_instruction { instruction, base },
        instruction_result { instruction, result },
        (!known.stays_inside(base, result));

    // Bounds are a stronger promise than an offset that does not wrap.
    Creates(instruction, Deferred::Poison, DeferredReason::Nuw, Possible::Maybe) <-
        Steps(instruction),
        instruction_flag { instruction, flag: InstructionFlag::Nuw },
        !instruction_flag { instruction, flag: InstructionFlag::InBounds },
        !instruction_flag { instruction, flag: InstructionFlag::Nusw },
        getelementptr_instruction { instruction, base },
        instruction_result { instruction, result },
        (!known.stays_inside(base, result));
}
