//! The available semantics.

/// The meaning of values and instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// Whether there is undef besides poison. If not, `undef` is read as poison, and uninitialised memory contains
    /// poison.
    pub undef: bool,
    /// The semantics of `select` for poison.
    pub select: Select,
    /// The semantics of a branch on poison.
    pub branch: Branch,
}

impl Semantics {
    /// LangRef.
    pub const LLVM: Self =
        Self { undef: true, select: Select::ConditionalOrCondition, branch: Branch::Undefined };

    /// Figure 3.1 of the thesis on value-wise poison, without undef.
    pub const VALUE_WISE: Self = Self { undef: false, ..Self::LLVM };

    /// The same semantics with another `select`.
    pub const fn with_select(self, select: Select) -> Self {
        Self { select, ..self }
    }

    /// The same semantics with another branch.
    pub const fn with_branch(self, branch: Branch) -> Self {
        Self { branch, ..self }
    }
}

/// The semantics of `select %c, %x, %y` for poison operands: the columns of the thesis' table 2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Select {
    /// UB if `%c` is poison; poison if the chosen operand is.
    UndefinedOrConditional,
    /// UB if `%c` is poison; poison if `%x` or `%y` is.
    UndefinedOrEither,
    /// Either operand if `%c` is poison, equal for all uses; poison if the chosen operand is.
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

    /// Whether the operand that is not chosen matters.
    pub(super) fn takes_both(self) -> bool {
        matches!(self, Self::UndefinedOrEither | Self::Any)
    }
}

/// The semantics of a branch or switch on poison or undef.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// UB: LangRef, and all of the thesis' table 2.1.
    Undefined,
    /// It goes to any successor, as loop unswitching would require (section 2.3.2 of the thesis).
    Choice,
}
