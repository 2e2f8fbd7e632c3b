//! The input relations of the programs: the effects of the instructions of a function on undef and poison, part by
//! part.

use facts_schema::{Certainty, DeferredReason, FunctionId, InstructionId, UbCause, ValueId};

use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::semantics::{Deferred, Law, Options};

/// The dependence of a part on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It is the other.
    Moves,
    /// It is computed from the other, and distinct values of the other give distinct results.
    Injective,
    /// It is computed from the other.
    Strict,
    /// It may be the other.
    Chosen,
    /// It is selected by a `select`, and the other may be the selected value.
    Selected,
    /// It is selected by a `select`, and the other is certainly not the selected value.
    Unselected,
    /// It is selected by a `select`, and the other is the condition.
    Decided,
}

impl How {
    /// Whether this part may be of this kind if the other is.
    pub(crate) fn carries(self, kind: Deferred, options: Options) -> bool {
        CARRIES.iter().any(|&(how, it, law)| how == self && it == kind && options.has(law))
    }

    /// Whether poison of the other always makes this one poison.
    pub(crate) fn spreads_poison(self, options: Options) -> bool {
        let is_meant = |(how, what, law)| how == self && what == MustBe::Poison && options.has(law);
        SPREADS.into_iter().any(is_meant)
    }

    /// Whether any certain property of the other spreads in some semantics.
    pub(crate) fn may_spread(self) -> bool {
        SPREADS.iter().any(|(how, ..)| *how == self)
    }
}

/// With this dependence, a part may be of this kind if the other part may be, where the law holds.
///
/// An undef condition selects possibly different values at each use.
pub(crate) const CARRIES: [(How, Deferred, Law); 14] = [
    (How::Moves, Deferred::Undef, Law::Always),
    (How::Moves, Deferred::Poison, Law::Always),
    (How::Injective, Deferred::Undef, Law::Always),
    (How::Injective, Deferred::Poison, Law::Always),
    (How::Strict, Deferred::Undef, Law::Always),
    (How::Strict, Deferred::Poison, Law::Always),
    (How::Chosen, Deferred::Undef, Law::Always),
    (How::Chosen, Deferred::Poison, Law::Always),
    (How::Selected, Deferred::Undef, Law::Always),
    (How::Selected, Deferred::Poison, Law::Always),
    (How::Unselected, Deferred::Undef, Law::ValuesSpread),
    (How::Unselected, Deferred::Poison, Law::ValuesSpread),
    (How::Decided, Deferred::Undef, Law::Always),
    (How::Decided, Deferred::Poison, Law::ConditionSpreads),
];

/// A property of a part in every execution that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MustBe {
    /// Poison.
    Poison,
    /// Poison, or undef in all its bits.
    Any,
    /// Poison, or undef in some of its bits.
    Varies,
    /// Poison, undef in all its bits, or zero.
    Zero,
}

/// With this dependence, a part has this property if the other part has it, where the law holds.
pub(crate) const SPREADS: [(How, MustBe, Law); 9] = [
    (How::Moves, MustBe::Poison, Law::Always),
    (How::Injective, MustBe::Poison, Law::Always),
    (How::Strict, MustBe::Poison, Law::Always),
    (How::Selected, MustBe::Poison, Law::ValuesSpread),
    (How::Unselected, MustBe::Poison, Law::ValuesSpread),
    (How::Decided, MustBe::Poison, Law::ConditionSpreads),
    (How::Moves, MustBe::Varies, Law::Always),
    (How::Injective, MustBe::Varies, Law::Always),
    (How::Moves, MustBe::Any, Law::Always),
];

/// The need of an instruction: what an operand must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Poison.
    NoPoison,
    /// Poison, and undef that can be any value.
    NoPoisonNoAnyUndef,
    /// Poison and undef, even if only some of its bits are undef.
    WellDefined,
    /// Poison and undef, for some values of its other operands.
    Sometimes,
    /// Poison and undef, in semantics where a poison condition of a `select` is undefined behaviour.
    SelectCondition,
}

/// An instruction with this need has undefined behaviour if the part has this property, where the law holds.
pub(crate) const FORBIDS: [(Need, MustBe, Law); 7] = [
    (Need::NoPoison, MustBe::Poison, Law::Always),
    (Need::NoPoisonNoAnyUndef, MustBe::Poison, Law::Always),
    (Need::NoPoisonNoAnyUndef, MustBe::Any, Law::Always),
    (Need::WellDefined, MustBe::Poison, Law::Always),
    (Need::WellDefined, MustBe::Varies, Law::Always),
    (Need::SelectCondition, MustBe::Poison, Law::ConditionIsUb),
    (Need::SelectCondition, MustBe::Varies, Law::ConditionIsUb),
];

/// An exit by which values leave the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// This part of the argument at a position of a function.
    Argument(FunctionId, u32, u16),
    /// This part of the function's result.
    Return(u16),
    /// Into the memory with this number, by this store.
    Memory(u32, InstructionId),
}

/// `part` may be `written` itself, for `reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// The part.
    pub part: Part,
    /// Its kind in LLVM's semantics.
    pub written: Deferred,
    /// Why.
    pub reason: DeferredReason,
}

/// A value from another function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incoming {
    /// This part of the argument at a position of this function.
    Argument(FunctionId, u32, u16),
    /// This part of the result of this function.
    Returned(FunctionId, u16),
    /// The content of the memory with this number.
    Memory(u32),
}

/// At `at`, `to` is computed from `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Pass {
    pub from: Part,
    pub to: Part,
    pub at: ProgramPoint,
    pub how: How,
}

/// The instruction at `at` has undefined behaviour unless `part` satisfies `need`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Demand {
    pub at: ProgramPoint,
    pub part: Part,
    pub need: Need,
}

/// The instruction at `at` has undefined behaviour, for `cause`, because of the number of `operand`; `certainty`
/// says whether it is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Fault {
    pub at: ProgramPoint,
    pub operand: ValueId,
    pub cause: UbCause,
    pub certainty: Certainty,
}

/// `part` leaves the function at `at` by `exit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Leave {
    pub part: Part,
    pub at: ProgramPoint,
    pub exit: Exit,
}

/// The effects of a function on undef and poison.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the rows say it")]
pub struct Rows {
    /// The parts of arguments and results.
    pub parts: Vec<Part>,
    pub sources: Vec<Source>,
    /// These parts are values from other functions, about which more may be known later.
    pub incoming: Vec<(Part, Incoming)>,
    pub passes: Vec<Pass>,
    /// These parts are never undef or poison, as otherwise there was undefined behaviour before.
    pub sealed: Vec<Part>,
    /// These parts have this kind in every execution.
    pub always: Vec<(Part, Deferred)>,
    pub demands: Vec<Demand>,
    pub faults: Vec<Fault>,
    pub leaves: Vec<Leave>,
    pub certain: Certain,
    /// The origins of parts loaded from memory, if they are of this kind: the store that wrote the value, or the
    /// instruction that reserved the memory.
    pub origins: Vec<(Part, Deferred, InstructionId)>,
}

/// Values that are undef, poison or zero in every execution, in addition to [`Rows::always`] and [`Rows::passes`].
/// Empty if no value can be.
#[derive(Clone, Debug, Default)]
pub struct Certain {
    /// The first part is always one of several parts; the last column is the part with this number.
    pub among: Vec<(Part, u32, Part)>,
    /// The number of parts that each part is one of.
    pub counts: Vec<(Part, u32)>,
    /// If the first part can be any value, so can the second.
    pub onto: Vec<(Part, Part)>,
    /// If the first part is zero, the second one is zero or poison.
    pub keeps_zero: Vec<(Part, Part)>,
    /// These parts are zero, or null.
    pub zeros: Vec<Part>,
    /// There is undefined behaviour at the place if the part is zero or null.
    pub no_zero: Vec<(ProgramPoint, Part, UbCause)>,
}
