//! Options about what undef, poison and `select` mean.

use clap::{Args, ValueEnum};
use undefined_behavior::{Options, SelectSemantics, Semantics};

/// What undef and poison mean.
#[derive(Args)]
#[command(next_help_heading = "Semantics")]
pub struct SemanticsOptions {
    /// What undef and poison mean
    #[arg(long, value_enum, default_value_t = SemanticsName::Llvm)]
    semantics: SemanticsName,

    /// What `select` does with poison: the columns of table 2.1 of Azevedo (2020)
    #[arg(long, value_enum, default_value_t = SelectName::Conditional)]
    select_semantics: SelectName,
}

/// A meaning of undef and poison.
#[derive(Clone, Copy, ValueEnum)]
enum SemanticsName {
    /// That of LangRef
    Llvm,
    /// There is no undef: what was undef, as memory that nothing was stored in, is poison
    ValueWise,
}

/// A meaning of `select`.
#[derive(Clone, Copy, ValueEnum)]
enum SelectName {
    /// Undefined behavior if the condition is poison; poison if the chosen value is
    UbConditional,
    /// Undefined behavior if the condition is poison; poison if either value is
    UbEither,
    /// Any of the values if the condition is poison; poison if the chosen value is
    Nondeterministic,
    /// Poison if the condition or the chosen value is
    Conditional,
    /// Poison if any operand is
    Arithmetic,
}

impl SemanticsOptions {
    /// What was asked for.
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
