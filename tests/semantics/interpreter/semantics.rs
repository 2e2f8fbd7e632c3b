//! The semantics that one can choose.

/// What the values of IR are and what instructions make of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// Whether there is undef beside poison. If not, `undef` is written for poison, and memory that
    /// nothing was stored to holds poison.
    pub undef: bool,
    /// What `select` does with poison.
    pub select: Select,
    /// What a branch on poison does.
    pub branch: Branch,
}

impl Semantics {
    /// LangRef.
    pub const LLVM: Self =
        Self { undef: true, select: Select::ConditionalOrCondition, branch: Branch::Undefined };

    /// Figure 3.1 of the thesis on value-wise poison: no undef.
    pub const VALUE_WISE: Self = Self { undef: false, ..Self::LLVM };

    /// The same with another `select`.
    pub const fn with_select(self, select: Select) -> Self {
        Self { select, ..self }
    }

    /// The same with another branch.
    pub const fn with_branch(self, branch: Branch) -> Self {
        Self { branch, ..self }
    }
}

/// What `select %c, %x, %y` does when an operand is poison: the columns of the thesis' table 2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Select {
    /// UB if `%c` is poison; poison if the chosen operand is.
    UndefinedOrConditional,
    /// UB if `%c` is poison; poison if `%x` or `%y` is.
    UndefinedOrEither,
    /// Either operand if `%c` is poison, the same for all uses; poison if the chosen operand is.
    ChoiceOrConditional,
    /// Poison if `%c` is, or if the chosen operand is: LangRef and figure 3.1.
    ConditionalOrCondition,
    /// Poison if any operand is.
    Any,
}

impl Select {
    /// The columns of table 2.1, from left to right.
    pub const COLUMNS: [Self; 5] = [
        Self::UndefinedOrConditional,
        Self::UndefinedOrEither,
        Self::ChoiceOrConditional,
        Self::ConditionalOrCondition,
        Self::Any,
    ];

    /// Whether the operand that is not chosen counts.
    pub(super) fn takes_both(self) -> bool {
        matches!(self, Self::UndefinedOrEither | Self::Any)
    }
}

/// What a branch or switch on poison or undef does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// UB: LangRef, and all of the thesis' table 2.1.
    Undefined,
    /// It goes anywhere: what loop unswitching would need (section 2.3.2 of the thesis).
    Choice,
}
