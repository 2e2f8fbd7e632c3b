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

impl SelectSemantics {
    /// Whether a poison condition makes the result poison.
    pub fn condition_spreads(self) -> bool {
        matches!(self, Self::Conditional | Self::Arithmetic)
    }

    /// Whether a poison condition is undefined behavior.
    pub fn condition_bites(self) -> bool {
        matches!(self, Self::UbConditional | Self::UbEither)
    }

    /// Whether a value that is not chosen makes the result poison.
    pub fn values_spread(self) -> bool {
        matches!(self, Self::UbEither | Self::Arithmetic)
    }
}

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}
