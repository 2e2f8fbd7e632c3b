//! `irlog schema`: what the relations say, for people and for other engines.

use anyhow::bail;
use clap::Args;
use facts_schema::{Format, Ids, texts};

use crate::options::IdStyle;
use crate::options::format::{Choice, one_of};

/// Print what the relations say
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Schema {
    /// What to print it as
    #[arg(long, value_parser = one_of(FORMATS), default_value = "markdown")]
    format: Format,

    #[command(flatten)]
    id_style: IdStyle,
}

const AFTER_HELP: &str = "\
Examples:
  irlog schema | less
  irlog schema --format sql | sqlite3 facts.db

Exit status:
  0  printed
  2  it could not be printed";

const FORMATS: &Choice = &[
    (Format::Markdown, "A page to read"),
    (Format::SOUFFLE, "A Soufflé program that declares and reads all relations"),
    (Format::Sql, "Tables in SQL"),
    (Format::Json, "Names, sentences and columns as JSON"),
];

impl Schema {
    /// The text.
    ///
    /// # Errors
    ///
    /// When an option would have no effect.
    pub fn run(&self) -> anyhow::Result<String> {
        let ids = self.id_style.ids();
        let text = match self.format {
            Format::Table(_) => texts::souffle_of_all(ids),
            Format::Sql => texts::sql(ids),
            format if ids == Ids::Numeric => {
                bail!("--ids numeric: has no effect with --format {}", format.name())
            }
            Format::Json => texts::json(),
            _ => texts::markdown(),
        };
        Ok(text)
    }
}
