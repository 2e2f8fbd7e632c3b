//! `irlog schema`: what the relations say, for people and for other engines.

use clap::{Args, ValueEnum};
use facts_schema::texts;

use crate::options::IdStyle;

/// Print what the relations say
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Schema {
    /// What to print it as
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
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

/// A way to print the schema.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A page to read
    Markdown,
    /// A Soufflé program that declares and reads all relations
    Souffle,
    /// Tables in SQL
    Sql,
    /// Names, sentences and columns as JSON
    Json,
}

impl Schema {
    /// The text.
    pub fn run(&self) -> String {
        match self.format {
            Format::Markdown => texts::markdown(),
            Format::Souffle => texts::souffle(self.id_style.ids(), &[]),
            Format::Sql => texts::sql(self.id_style.ids()),
            Format::Json => texts::json(),
        }
    }
}
