//! The meanings of undef, poison and `select`.

/// A meaning of deferred undefined behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// LangRef's: there are undef and poison, and memory in which nothing was stored is undef.
    #[default]
    Llvm,
    /// The thesis's (Azevedo 2020, figure 3.1): there is no undef. Values that are undef in LLVM, above all memory
    /// in which nothing was stored, are poison.
    ValueWise,
}

/// A meaning of `select`, each a column of the thesis' table 2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelectSemantics {
    /// Undefined behaviour if the condition is poison; otherwise poison if the selected value is.
    UbConditional,
    /// Undefined behaviour if the condition is poison; otherwise poison if either value is.
    UbEither,
    /// If the condition is poison, the result is either value, chosen nondeterministically; poison if the selected
    /// value is.
    Nondeterministic,
    /// Poison if the condition or the selected value is: LangRef, and figure 3.1.
    #[default]
    Conditional,
    /// Poison if any operand is, as for arithmetic.
    Arithmetic,
}

/// A property of a semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Law {
    /// It holds in all semantics.
    Always,
    /// There is undef, which is not poison.
    UndefExists,
    /// A poison condition makes the result of a `select` poison.
    ConditionSpreads,
    /// A poison condition of a `select` is undefined behaviour.
    ConditionIsUb,
    /// The value that a `select` does not select makes the result poison.
    ValuesSpread,
}

/// The laws of `select` (Azevedo 2020, table 2.1).
const LAWS_OF_SELECT: [(SelectSemantics, Law); 6] = [
    (SelectSemantics::UbConditional, Law::ConditionIsUb),
    (SelectSemantics::UbEither, Law::ConditionIsUb),
    (SelectSemantics::UbEither, Law::ValuesSpread),
    (SelectSemantics::Conditional, Law::ConditionSpreads),
    (SelectSemantics::Arithmetic, Law::ConditionSpreads),
    (SelectSemantics::Arithmetic, Law::ValuesSpread),
];

/// The two kinds of deferred undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deferred {
    /// Any value, possibly different at each use.
    Undef,
    /// A value that makes everything that depends on it poison.
    Poison,
}

impl Deferred {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Undef, Self::Poison];
}

/// The semantics of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The meaning of undef and poison.
    pub semantics: Semantics,
    /// The meaning of `select`.
    pub select: SelectSemantics,
}

impl Options {
    /// The kind that LLVM's kind `written` has in these semantics.
    pub fn meaning(self, written: Deferred) -> Deferred {
        match self.semantics {
            Semantics::Llvm => written,
            Semantics::ValueWise => Deferred::Poison,
        }
    }

    /// The laws of these semantics that do not hold in all.
    fn laws(self) -> impl Iterator<Item = Law> {
        let undef_exists = (self.semantics == Semantics::Llvm).then_some(Law::UndefExists);
        let of_select =
            LAWS_OF_SELECT.into_iter().filter(move |(select, _)| *select == self.select);
        let of_select = of_select.map(|(_, law)| law);
        undef_exists.into_iter().chain(of_select)
    }

    /// Whether this law holds in these semantics.
    pub(crate) fn has(self, law: Law) -> bool {
        law == Law::Always || self.laws().any(|it| it == law)
    }
}
