//! What undef, poison and `select` mean.

/// A meaning of deferred undefined behavior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// That of LangRef: undef and poison, and undef in memory that nothing was stored in.
    #[default]
    Llvm,
    /// That of the thesis (Azevedo 2020, figure 3.1): there is no undef. What is undef in LLVM, above
    /// all memory that nothing was stored in, is poison.
    ValueWise,
}

/// A meaning of `select`, each a column of the thesis' table 2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelectSemantics {
    /// Undefined behavior if the condition is poison, else poison if the chosen value is.
    UbConditional,
    /// Undefined behavior if the condition is poison, else poison if either value is.
    UbEither,
    /// If the condition is poison, one of the values, nobody knows which; poison if the chosen value
    /// is.
    Nondeterministic,
    /// Poison if the condition or the chosen value is: LangRef, and figure 3.1.
    #[default]
    Conditional,
    /// Poison if any operand is, as of arithmetic.
    Arithmetic,
}

/// What may hold in a semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Law {
    /// This holds in all of them.
    Always,
    /// There is undef, which is not poison.
    UndefExists,
    /// A poison condition makes the result of a `select` poison.
    ConditionSpreads,
    /// A poison condition of a `select` is undefined behavior.
    ConditionIsUb,
    /// The value that a `select` does not choose makes the result poison.
    ValuesSpread,
}

/// What holds of `select` (Azevedo 2020, table 2.1).
const LAWS_OF_SELECT: [(SelectSemantics, Law); 6] = [
    (SelectSemantics::UbConditional, Law::ConditionIsUb),
    (SelectSemantics::UbEither, Law::ConditionIsUb),
    (SelectSemantics::UbEither, Law::ValuesSpread),
    (SelectSemantics::Conditional, Law::ConditionSpreads),
    (SelectSemantics::Arithmetic, Law::ConditionSpreads),
    (SelectSemantics::Arithmetic, Law::ValuesSpread),
];

/// The two kinds of deferred undefined behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deferred {
    /// Any value, not the same at each use.
    Undef,
    /// What makes everything that depends on it poison.
    Poison,
}

impl Deferred {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Undef, Self::Poison];
}

/// What a question is asked under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// What undef and poison mean.
    pub semantics: Semantics,
    /// What `select` means.
    pub select: SelectSemantics,
}

impl Options {
    /// What undef is called in these semantics.
    pub fn meaning(self, written: Deferred) -> Deferred {
        match self.semantics {
            Semantics::Llvm => written,
            Semantics::ValueWise => Deferred::Poison,
        }
    }

    /// What holds in these semantics, but not in all.
    fn laws(self) -> impl Iterator<Item = Law> {
        let undef_exists = (self.semantics == Semantics::Llvm).then_some(Law::UndefExists);
        let of_select =
            LAWS_OF_SELECT.into_iter().filter(move |(select, _)| *select == self.select);
        let of_select = of_select.map(|(_, law)| law);
        undef_exists.into_iter().chain(of_select)
    }

    /// Whether this holds in these semantics.
    pub(crate) fn has(self, law: Law) -> bool {
        law == Law::Always || self.laws().any(|it| it == law)
    }
}
