//! Constants: undef, poison, aggregates with them inside, and constant expressions.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{DeferredReason, InstructionFlag, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use super::Builder;
use super::body::Possible;
use super::verdicts::{breaks, shifts_too_far};
use crate::control::ProgramPoint;
use crate::module::Module;
use crate::parts::Part;
use crate::ranges;
use crate::rows::How;
use crate::semantics::Deferred;

/// The rows of constants.
#[derive(Default)]
pub(crate) struct Constants {
    passes: Vec<program::Passes>,
    moves: Vec<program::Moves>,
    creates: Vec<program::Creates>,
}

impl Constants {
    /// The constants of a module.
    pub(crate) fn of(module: &Module) -> Self {
        let (mut passes, mut moves, mut creates) =
            program::run(Scope::module(&module.index), module);
        passes.sort_by_key(|row| row.0);
        moves.sort_by_key(|row| row.0);
        creates.sort_by_key(|row| row.0);
        Self { passes, moves, creates }
    }
}

impl Builder<'_, '_> {
    /// Adds the rows of a constant, once.
    pub(super) fn constant(&mut self, constant: ValueId) {
        if !self.constants.insert(constant) {
            return;
        }
        let said = &self.module.constants;
        for program::Passes(_, operand, how) in about(&said.passes, constant, |row| row.0) {
            self.pass(operand, constant, ProgramPoint(0), how);
        }
        for program::Moves(_, from, to, how) in about(&said.moves, constant, |row| row.0) {
            self.pass_part(from, to, ProgramPoint(0), how);
        }
        for program::Creates(_, kind, reason, possible) in
            about(&said.creates, constant, |row| row.0)
        {
            self.creates(constant, kind, reason, possible);
        }
    }
}

/// The rows about `constant`, from sorted rows.
fn about<R: Copy>(
    rows: &[R],
    constant: ValueId,
    of: impl Fn(&R) -> ValueId,
) -> impl Iterator<Item = R> {
    let start = rows.partition_point(|row| of(row) < constant);
    rows[start..].iter().take_while(move |row| of(row) == constant).copied()
}

/// The parts of `constant` that form its element at `position`: the first part, and their number.
fn member(module: &Module, constant: ValueId, position: u32) -> Option<(u16, u16)> {
    let r#type = module.type_of(constant);
    if module.index.vector_type.first(r#type).is_some() {
        let first = u16::try_from(position).ok()?;
        return module.parts.is_split(r#type).then_some((first, 1));
    }
    module.parts.member(&module.index, r#type, &[position])
}

/// Whether a constant expression violates `flag`.
fn breaks_flag(
    module: &Module,
    constant: ValueId,
    opcode: Opcode,
    flag: InstructionFlag,
) -> Possible {
    let rows = module.index.constant_operand.all(constant);
    let operands = [0, 1].map(|position| rows.get(position).map(|row| row.operand));
    let numbers = operands.map(|it| ranges::of(module, it?));
    breaks(module, opcode, flag, operands, numbers, Some(constant))
}

datalog! { module;
    @context known: &'a Module<'a>;

    const HOW(Opcode, How) = super::super::operations::HOW;

    const REASONS(InstructionFlag, DeferredReason) = super::super::operations::REASONS;

    const UNCERTAIN(Opcode, DeferredReason) = super::super::operations::UNCERTAIN;

    const SHIFTS(Opcode) = super::super::operations::SHIFTS;

    /// Constants that are undef or poison as written.
    const WRITTEN(ValueKind, Deferred, DeferredReason) = [
        (ValueKind::Undef, Deferred::Undef, DeferredReason::Undef),
        (ValueKind::Poison, Deferred::Poison, DeferredReason::Poison),
    ];

    /// Operations on the elements of vectors, which are not followed.
    const ON_ELEMENTS(Opcode) = [Opcode::ExtractElement, Opcode::InsertElement, Opcode::ShuffleVector];

    @output
    /// `constant` is computed from `operand`.
    struct Passes(ValueId, ValueId, How);

    @output
    /// `Moves(constant, from, to, how)`: the part `to` of `constant` is computed from `from`.
    struct Moves(ValueId, Part, Part, How);

    @output
    /// `constant` may be of this kind itself.
    struct Creates(ValueId, Deferred, DeferredReason, Possible);

    Creates(constant, deferred, reason, Possible::Always) <-
        value { value: constant, kind },
        WRITTEN(kind, deferred, reason);

    // Aggregates.

    /// `element`, at the position of `constant`, may be undef or poison.
    struct Element(ValueId, u32, ValueId);

    Element(constant, position, element) <-
        constant_element { constant, position, element },
        (known.may_be_deferred(element));

    Moves(constant, Part::new(element, number), to, How::Moves) <-
        Element(constant, position, element),
        let Some((first, count)) = member(known, constant, position),
        for number in 0..count,
        let to = Part::new(constant, first + number);

    Moves(constant, from, Part::new(constant, 0), How::Chosen) <-
        Element(constant, position, element),
        (member(known, constant, position).is_none()),
        for from in known.parts_of(element);

    // Expressions.

    Passes(constant, operand, How::Chosen) <-
        constant_expression { constant, opcode },
        ON_ELEMENTS(opcode),
        constant_operand { constant, operand };

    // Two addresses differ if the values that they are computed from differ.
    Passes(constant, base, How::Injective) <-
        constant_expression { constant, opcode: Opcode::GetElementPtr },
        constant_operand { constant, position: 0, operand: base };

    Passes(constant, index, How::Strict) <-
        constant_expression { constant, opcode: Opcode::GetElementPtr },
        constant_operand { constant, position, operand: index },
        (position != 0);

    Passes(constant, operand, how) <-
        constant_expression { constant, opcode },
        HOW(opcode, how),
        constant_operand { constant, operand };

    Passes(constant, operand, How::Strict) <-
        constant_expression { constant, opcode },
        (opcode != Opcode::GetElementPtr),
        !ON_ELEMENTS(opcode),
        !HOW(opcode, _),
        constant_operand { constant, operand };

    Creates(constant, Deferred::Poison, DeferredReason::ElementIndex, Possible::Maybe) <-
        constant_expression { constant, opcode },
        ON_ELEMENTS(opcode),
        (opcode != Opcode::ShuffleVector);

    // A lane that the mask does not select is poison.
    Creates(constant, Deferred::Poison, DeferredReason::ElementIndex, Possible::Maybe) <-
        constant_expression { constant, opcode: Opcode::ShuffleVector },
        value { value: constant, type },
        vector_type { type, length },
        for position in 0..length,
        !constant_shuffle_mask { constant, position };

    // Whether an address stays in bounds depends on the linker; LLVM creates such expressions for addresses that
    // are in bounds.

    Creates(constant, Deferred::Poison, reason, Possible::Maybe) <-
        constant_expression { constant, opcode },
        UNCERTAIN(opcode, reason);

    Creates(constant, Deferred::Poison, DeferredReason::ShiftAmount, possible) <-
        constant_expression { constant, opcode },
        SHIFTS(opcode),
        constant_operand { constant, position: 1, operand: amount },
        let possible = shifts_too_far(crate::ranges::of(known, amount));

    Creates(constant, Deferred::Poison, reason, possible) <-
        constant_expression { constant, opcode },
        (opcode != Opcode::GetElementPtr),
        !ON_ELEMENTS(opcode),
        constant_flag { constant, flag },
        REASONS(flag, reason),
        let possible = breaks_flag(known, constant, opcode, flag);
}
