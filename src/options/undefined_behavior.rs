//! Options of the commands that derive undefined behaviour: what undef, poison and `select` mean, and what is known of
//! memory.

use anyhow::bail;
use clap::{Args, ValueEnum};
use undefined_behavior::{Options, SelectSemantics, Semantics};

use crate::options::points_to::PointsToOptions;

/// All that changes which undefined behaviour, undef and poison are derived.
#[derive(Args)]
#[command(next_help_heading = "Undefined behaviour")]
pub struct UndefinedBehaviorOptions {
    /// What undef and poison mean [default: llvm]
    #[arg(long, value_enum)]
    semantics: Option<SemanticsName>,

    /// What `select` does with poison, as in table 2.1 of Azevedo (2020) [default: conditional]
    #[arg(long, value_enum)]
    select_semantics: Option<SelectName>,

    /// Use points-to analysis to find what loads may read; takes longer
    #[arg(long)]
    pub points_to: bool,

    /// How to find out what pointers point to.
    #[command(flatten)]
    pub pointers: PointsToOptions,
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

impl UndefinedBehaviorOptions {
    /// Refuses these options, except those about pointers, where they have no effect: without `needed`.
    ///
    /// # Errors
    ///
    /// When one was given.
    pub fn refuse_without(&self, needed: &str) -> anyhow::Result<()> {
        let options = [
            ("--semantics", self.semantics.is_some()),
            ("--select-semantics", self.select_semantics.is_some()),
            ("--points-to", self.points_to),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option}: has no effect without {needed}"),
            None => Ok(()),
        }
    }

    /// What undef, poison and `select` mean.
    pub fn semantics(&self) -> Options {
        Options {
            semantics: match self.semantics.unwrap_or(SemanticsName::Llvm) {
                SemanticsName::Llvm => Semantics::Llvm,
                SemanticsName::ValueWise => Semantics::ValueWise,
            },
            select: match self.select_semantics.unwrap_or(SelectName::Conditional) {
                SelectName::UbConditional => SelectSemantics::UbConditional,
                SelectName::UbEither => SelectSemantics::UbEither,
                SelectName::Nondeterministic => SelectSemantics::Nondeterministic,
                SelectName::Conditional => SelectSemantics::Conditional,
                SelectName::Arithmetic => SelectSemantics::Arithmetic,
            },
        }
    }
}
