//! The relations that the programs start from: what the instructions of a function do to undef and
//! poison, part by part.

use facts_schema::{Certainty, DeferredReason, FunctionId, InstructionId, UbCause, ValueId};

use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::semantics::{Deferred, Law, Options};

/// How a part depends on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It is the other.
    Moves,
    /// It is computed from the other, and two values of the other never give the same.
    Injective,
    /// It is computed from the other.
    Strict,
    /// It may be the other.
    Chosen,
    /// It is chosen by a `select`, and the other is what may be chosen.
    Selected,
    /// It is chosen by a `select`, and the other is what is surely not chosen.
    Unselected,
    /// It is chosen by a `select`, and the other is the condition.
    Decided,
}

impl How {
    /// Whether, if the other is of this kind, this one may be.
    pub(crate) fn carries(self, kind: Deferred, options: Options) -> bool {
        CARRIES.iter().any(|&(how, it, law)| how == self && it == kind && options.has(law))
    }

    /// Whether poison of the other always makes this one poison.
    pub(crate) fn spreads_poison(self, options: Options) -> bool {
        let is_meant = |(how, what, law)| how == self && what == Surely::Poison && options.has(law);
        SPREADS.into_iter().any(is_meant)
    }

    /// Whether anything that the other surely is spreads in some semantics.
    pub(crate) fn may_spread(self) -> bool {
        SPREADS.iter().any(|(how, ..)| *how == self)
    }
}

/// A part that is made so of one that may be of this kind may be of it too, where the law holds.
///
/// A condition that is undef chooses one value here and another there.
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

/// What a part is in every execution that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Surely {
    /// Poison.
    Poison,
    /// Poison, or undef in all its bits.
    Any,
    /// Poison, or undef in some of its bits.
    Varies,
    /// Poison, undef in all its bits, or zero.
    Zero,
}

/// A part that is made so of one that surely is this is it too, where the law holds.
pub(crate) const SPREADS: [(How, Surely, Law); 9] = [
    (How::Moves, Surely::Poison, Law::Always),
    (How::Injective, Surely::Poison, Law::Always),
    (How::Strict, Surely::Poison, Law::Always),
    (How::Selected, Surely::Poison, Law::ValuesSpread),
    (How::Unselected, Surely::Poison, Law::ValuesSpread),
    (How::Decided, Surely::Poison, Law::ConditionSpreads),
    (How::Moves, Surely::Varies, Law::Always),
    (How::Injective, Surely::Varies, Law::Always),
    (How::Moves, Surely::Any, Law::Always),
];

/// What an instruction cannot bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Poison.
    NoPoison,
    /// Poison, and what undef may be.
    NoPoisonNoAnyUndef,
    /// Poison and undef, also if only a part of its bits is undef.
    WellDefined,
    /// Poison and undef, for some values of its other operands.
    Sometimes,
    /// Poison and undef, where a poison condition of a `select` is undefined behavior.
    SelectCondition,
}

/// What needs a part so has undefined behavior if the part is this, where the law holds.
pub(crate) const FORBIDS: [(Need, Surely, Law); 7] = [
    (Need::NoPoison, Surely::Poison, Law::Always),
    (Need::NoPoisonNoAnyUndef, Surely::Poison, Law::Always),
    (Need::NoPoisonNoAnyUndef, Surely::Any, Law::Always),
    (Need::WellDefined, Surely::Poison, Law::Always),
    (Need::WellDefined, Surely::Varies, Law::Always),
    (Need::SelectCondition, Surely::Poison, Law::ConditionIsUb),
    (Need::SelectCondition, Surely::Varies, Law::ConditionIsUb),
];

/// Where values leave the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// As this part of the argument at a position of a function.
    Argument(FunctionId, u32, u16),
    /// As this part of what the function returns.
    Return(u16),
    /// Into the memory with this number, by this store.
    Memory(u32, InstructionId),
}

/// `part` may be `written` by itself, for `reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// The part.
    pub part: Part,
    /// What LLVM's semantics call it.
    pub written: Deferred,
    /// Why.
    pub reason: DeferredReason,
}

/// What comes from another function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incoming {
    /// This part of the argument at a position of this function.
    Argument(FunctionId, u32, u16),
    /// This part of what this function returns.
    Returned(FunctionId, u16),
    /// What is in the memory with this number.
    Memory(u32),
}

/// At `at`, `to` is made of `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Pass {
    pub from: Part,
    pub to: Part,
    pub at: ProgramPoint,
    pub how: How,
}

/// The instruction at `at` has undefined behavior unless `part` is as `need` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Demand {
    pub at: ProgramPoint,
    pub part: Part,
    pub need: Need,
}

/// The instruction at `at` has undefined behavior because of the number that `operand` is, `cause`,
/// as sure as `certainty` says.
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

/// What a function does to undef and poison.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the rows say it")]
pub struct Rows {
    /// The parts of arguments and results.
    pub parts: Vec<Part>,
    pub sources: Vec<Source>,
    /// These parts are what comes from other functions, of which more may be known later.
    pub incoming: Vec<(Part, Incoming)>,
    pub passes: Vec<Pass>,
    /// These parts are never undef or poison, or else there was undefined behavior before.
    pub sealed: Vec<Part>,
    /// These parts are what is written, in every execution.
    pub always: Vec<(Part, Deferred)>,
    pub demands: Vec<Demand>,
    pub faults: Vec<Fault>,
    pub leaves: Vec<Leave>,
    pub certain: Certain,
    /// Of what these parts are, if they are loaded from memory: the store that wrote it, or the
    /// instruction that reserved the memory.
    pub origins: Vec<(Part, Deferred, InstructionId)>,
}

/// What makes values undef, poison or zero in every execution, beside what [`Rows::always`] and
/// [`Rows::passes`] say. Empty where no value can be so.
#[derive(Clone, Debug, Default)]
pub struct Certain {
    /// The first part is always one of several, and the last one is the one with this number of them.
    pub among: Vec<(Part, u32, Part)>,
    /// So many they are.
    pub counts: Vec<(Part, u32)>,
    /// If the first part is any value, the second one is.
    pub onto: Vec<(Part, Part)>,
    /// If the first part is zero, the second one is zero or poison.
    pub keeps_zero: Vec<(Part, Part)>,
    /// These are zero, or null.
    pub zeros: Vec<Part>,
    /// At the place, there is undefined behavior if the part is zero or null.
    pub no_zero: Vec<(ProgramPoint, Part, UbCause)>,
}
