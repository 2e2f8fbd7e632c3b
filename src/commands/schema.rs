//! `irlog schema`: what the relations say, for people and for other engines.

use anyhow::ensure;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use facts_schema::{DERIVED_GROUPS, GROUPS, texts};

use crate::options::IdStyle;

/// Print what the relations say
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Schema {
    /// What to print it as
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,

    /// Declare these groups of derived relations too, for facts written with the same option
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(DERIVED_GROUPS.iter().map(|group| group.name)))]
    with: Vec<String>,

    #[command(flatten)]
    id_style: IdStyle,
}

const AFTER_HELP: &str = "\
Examples:
  irlog schema | less
  irlog schema --format sql | sqlite3 facts.db
  irlog schema --format souffle --with points-to,call-graph

Exit status:
  0  printed
  2  it could not be printed, or --with has no effect on this format";

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
    ///
    /// # Errors
    ///
    /// When an option has no effect.
    pub fn run(&self) -> anyhow::Result<String> {
        let ids = self.id_style.ids();
        let derived: Vec<&str> = self.with.iter().map(String::as_str).collect();
        let declares = matches!(self.format, Format::Souffle | Format::Sql);
        ensure!(
            declares || derived.is_empty(),
            "--with: is for --format souffle and sql; the other formats list all relations"
        );
        Ok(match self.format {
            Format::Markdown => texts::markdown(),
            Format::Souffle => {
                let module = GROUPS.iter().map(|group| group.name);
                texts::souffle(ids, &module.chain(derived).collect::<Vec<_>>())
            }
            Format::Sql => texts::sql(ids, &derived),
            Format::Json => texts::json(),
        })
    }
}
