//! Options for the semantics of undef, poison and `select`.

use clap::{Args, ValueEnum};
use undefined_behavior::{Options, SelectSemantics, Semantics};

/// The semantics of undef, poison and `select`.
#[derive(Args)]
#[command(next_help_heading = "Semantics")]
pub struct SemanticsOptions {
    /// Semantics of undef and poison
    #[arg(long, value_enum, default_value_t = SemanticsName::Llvm)]
    semantics: SemanticsName,

    /// How `select` treats poison: a column of table 2.1 of Azevedo (2020)
    #[arg(long, value_enum, default_value_t = SelectName::Conditional)]
    select_semantics: SelectName,
}

/// Semantics of undef and poison.
#[derive(Clone, Copy, ValueEnum)]
enum SemanticsName {
    /// The semantics of LangRef
    Llvm,
    /// There is no undef; uninitialised memory, and whatever else is undef, is poison
    ValueWise,
}

/// Semantics of `select`.
#[derive(Clone, Copy, ValueEnum)]
enum SelectName {
    /// Undefined behaviour if the condition is poison; poison if the selected value is
    UbConditional,
    /// Undefined behaviour if the condition is poison; poison if either value is
    UbEither,
    /// Either value if the condition is poison; poison if the selected value is
    Nondeterministic,
    /// Poison if the condition or the selected value is
    Conditional,
    /// Poison if any operand is
    Arithmetic,
}

impl SemanticsOptions {
    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            semantics: match self.semantics {
                SemanticsName::Llvm => Semantics::Llvm,
                SemanticsName::ValueWise => Semantics::ValueWise,
            },
            select: match self.select_semantics {
                SelectName::UbConditional => SelectSemantics::UbConditional,
                SelectName::UbEither => SelectSemantics::UbEither,
                SelectName::Nondeterministic => SelectSemantics::Nondeterministic,
                SelectName::Conditional => SelectSemantics::Conditional,
                SelectName::Arithmetic => SelectSemantics::Arithmetic,
            },
        }
    }
}
