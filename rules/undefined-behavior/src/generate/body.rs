//! Properties of a function's body that clauses need and that are not relational: numbers, and attributes.

use facts_schema::{BlockId, FunctionId, InstructionId, TypeKind, ValueId, ValueKind};

use crate::conditions::Conditions;
use crate::control::{Control, ProgramPoint};
use crate::module::Module;
use crate::parts::Part;
use crate::programs::intrinsics::Computation;
use crate::ranges::{self, Range, Ranges};

/// The body of a function.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub module: &'a Module<'a>,
    pub control: &'a Control<'a>,
    pub conditions: &'a Conditions,
    pub function: FunctionId,
}

/// Whether an operand may be the number in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Possible {
    /// It always is the number in question.
    Always,
    /// It may be.
    Maybe,
    /// It is not.
    Never,
}

impl Possible {
    fn of(range: Range, number: i128) -> Self {
        match () {
            () if range.low == number && range.high == number => Self::Always,
            () if range.low <= number && number <= range.high => Self::Maybe,
            () => Self::Never,
        }
    }

    /// The answer for all lanes of a vector together: only a negative answer is kept.
    fn of_lanes(self, is_vector: bool) -> Self {
        match self {
            Self::Always if is_vector => Self::Maybe,
            it => it,
        }
    }
}

impl<'a> Body<'a> {
    /// Whether the function promises that its result is well defined.
    pub fn returns_defined(self) -> bool {
        self.module.returned(self.function).is_well_defined()
    }

    /// Whether an argument of `call` must be well defined.
    pub fn passes_defined(self, call: InstructionId, callee: ValueId, position: u32) -> bool {
        let callee = self.module.function(callee);
        self.module.call_argument(call, callee, position).is_well_defined()
    }

    /// Whether all callers of `function` are known.
    pub fn is_closed(self, function: FunctionId) -> bool {
        self.module.is_closed(function)
    }

    /// Whether calls of `function` run the definition in the module.
    pub fn runs_as_defined(self, function: FunctionId) -> bool {
        self.module.is_exact(function)
    }

    /// The computation of an intrinsic, if it is known.
    pub fn computation(self, function: FunctionId) -> Option<Computation> {
        self.module.computation(function)
    }

    /// The parts of a value.
    pub fn parts_of(self, value: ValueId) -> impl Iterator<Item = Part> + use<> {
        self.module.parts_of(value)
    }

    /// The number of parts of a value.
    pub fn part_count(self, value: ValueId) -> u16 {
        self.module.part_count(value)
    }

    /// Whether `operand` of `instruction` is zero, in all lanes.
    pub fn zero(self, instruction: InstructionId, operand: ValueId) -> Possible {
        self.ranges(instruction, operand).map_or(Possible::Maybe, |by| match by.only() {
            Some(0) if !by.is_empty() => Possible::Always,
            _ if by.unsigned.low <= 0 => Possible::Maybe,
            _ => Possible::Never,
        })
    }

    /// Whether `operand` of `instruction` is -1.
    pub fn minus_one(self, instruction: InstructionId, operand: ValueId) -> Possible {
        let ranges = self.ranges(instruction, operand);
        let possible = ranges.map_or(Possible::Maybe, |it| Possible::of(it.signed, -1));
        possible.of_lanes(self.is_vector(operand))
    }

    /// Whether `operand` of `instruction` is the least integer of its width.
    pub fn least(self, instruction: InstructionId, operand: ValueId) -> Possible {
        let ranges = self.ranges(instruction, operand);
        let least = |it: Ranges| Possible::of(it.signed, ranges::signed(it.width).low);
        ranges.map_or(Possible::Maybe, least).of_lanes(self.is_vector(operand))
    }

    fn ranges(self, instruction: InstructionId, operand: ValueId) -> Option<Ranges> {
        self.ranges_at(operand, self.control.place(instruction))
    }

    /// The range of `value` at `at`.
    pub fn ranges_at(self, value: ValueId, at: ProgramPoint) -> Option<Ranges> {
        ranges::at(self.module, self.control, self.conditions, value, at)
    }

    fn is_vector(self, value: ValueId) -> bool {
        self.module.type_kind(self.module.type_of(value)) != TypeKind::Integer
    }

    /// Whether `condition`, an assumption, is false.
    pub fn falsehood(self, condition: ValueId) -> Possible {
        match self.integer(condition) {
            Some(0) => Possible::Always,
            Some(_) => Possible::Never,
            None => Possible::Maybe,
        }
    }

    /// Whether `condition`, if it is constant, is true.
    pub fn truth(self, condition: ValueId) -> Option<bool> {
        let is_number = self.module.kind(condition) == ValueKind::ConstantInteger;
        let number = is_number.then(|| self.integer(condition)).flatten();
        number.map(|number| number != 0)
    }

    /// Whether a constant is zero.
    pub fn is_zero(self, constant: ValueId) -> bool {
        self.integer(constant) == Some(0)
    }

    /// The number of a constant.
    pub fn integer(self, constant: ValueId) -> Option<i128> {
        match self.module.kind(constant) {
            ValueKind::ConstantInteger | ValueKind::ZeroInitializer => {
                ranges::of(self.module, constant)?.only()
            }
            _ => None,
        }
    }

    /// Whether a value may be undef or poison at all.
    pub fn may_be_deferred(self, value: ValueId) -> bool {
        self.module.may_be_deferred(value)
    }

    /// The place of an instruction.
    pub fn place(self, instruction: InstructionId) -> ProgramPoint {
        self.control.place(instruction)
    }

    /// The end of a block, if control can reach it.
    pub fn reachable_end(self, block: BlockId) -> Option<ProgramPoint> {
        self.control.end_of(block).filter(|_| self.control.is_reachable(block))
    }
}
