//! Options of the commands that derive undefined behaviour: the semantics of undef, poison and `select`, and points-to.

use anyhow::bail;
use clap::{Args, ValueEnum};
use undefined_behavior::{Options, SelectSemantics, Semantics};

use crate::options::points_to::PointsToOptions;

/// The options that change which undefined behaviour, undef and poison are derived.
#[derive(Args)]
#[command(next_help_heading = "Undefined behaviour")]
pub struct UndefinedBehaviorOptions {
    /// Semantics of undef and poison [default: llvm]
    #[arg(long, value_enum)]
    semantics: Option<SemanticsName>,

    /// How `select` treats poison: a column of table 2.1 of Azevedo (2020) [default: conditional]
    #[arg(long, value_enum)]
    select_semantics: Option<SelectName>,

    /// Use the points-to analysis to find the possible contents of the heap, of globals and of variables whose address
    /// escapes; takes longer
    #[arg(long)]
    pub points_to: bool,

    /// The options of the points-to analysis.
    #[command(flatten)]
    pub pointers: PointsToOptions,
}

/// Semantics of undef and poison.
#[derive(Clone, Copy, ValueEnum)]
enum SemanticsName {
    /// The semantics of LangRef
    Llvm,
    /// There is no undef: uninitialised memory and all other undef values are poison
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

impl UndefinedBehaviorOptions {
    /// Reports an option other than the points-to options as an error, because it has no effect without `needed`.
    ///
    /// # Errors
    ///
    /// When one was given.
    pub fn reject_without(&self, needed: &str) -> anyhow::Result<()> {
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

    /// The semantics of undef, poison and `select`.
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
