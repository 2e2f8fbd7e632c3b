//! `irlog schema`: the schema of the relations, for people and for other engines.

use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use facts_schema::{ANSWER_GROUPS, DERIVED_GROUPS, Format, GROUPS, Group, Ids, texts};

use crate::options::IdStyle;
use crate::options::format::{Choice, one_of};

/// Print the schema: the relations, their columns and what they mean
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Schema {
    /// Output format
    #[arg(long, value_parser = one_of(FORMATS), default_value = "markdown")]
    format: Format,

    /// Also declare these groups of relations that are not read from a module
    ///
    /// These are the derived relations, for facts written with the same option, and relations that only occur in
    /// answers. By default, SQL declares none of them, and a Soufflé program declares all.
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(beside_a_module().map(|group| group.name)))]
    with: Vec<String>,

    #[command(flatten)]
    id_style: IdStyle,
}

/// The groups of relations that are not read from a module.
fn beside_a_module() -> impl Iterator<Item = &'static Group> {
    DERIVED_GROUPS.iter().chain(ANSWER_GROUPS)
}

const AFTER_HELP: &str = "\
Examples:
  irlog schema | less
  irlog schema --format sql | sqlite3 facts.db
  irlog schema --format souffle --with points-to,call-graph
  irlog schema --format sql --with call-graph,names

Exit status:
  0  success
  2  the schema cannot be printed, or an option has no effect on this format";

const FORMATS: &Choice = &[
    (Format::Markdown, "A Markdown page"),
    (Format::SOUFFLE, "A Soufflé program that declares and reads all relations"),
    (Format::Sql, "SQL table definitions"),
    (Format::Json, "Names, descriptions and columns as JSON"),
];

impl Schema {
    /// The text.
    ///
    /// # Errors
    ///
    /// When an option would have no effect.
    pub fn run(&self) -> anyhow::Result<String> {
        let ids = self.id_style.ids();
        let with: Vec<&str> = self.with.iter().map(String::as_str).collect();
        let declares = matches!(self.format, Format::Table(_) | Format::Sql);
        ensure!(
            declares || with.is_empty(),
            "--with: needs --format souffle or sql; the other formats list all relations"
        );
        let text = match self.format {
            Format::Table(_) if with.is_empty() => texts::souffle_of_all(ids),
            Format::Table(_) => {
                let module = GROUPS.iter().map(|group| group.name);
                texts::souffle(ids, &module.chain(with).collect::<Vec<_>>())
            }
            Format::Sql => texts::sql(ids, &with),
            format if ids == Ids::Numeric => {
                bail!("--ids numeric: has no effect with --format {}", format.name())
            }
            Format::Json => texts::json(),
            _ => texts::markdown(),
        };
        Ok(text)
    }
}
