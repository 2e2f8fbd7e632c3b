//! `irlog rule`: what the rules say.

use analyses::check::Selector;
use analyses::rule_book;
use clap::Args;
use facts_schema::Format;

use crate::options::format::{Choice, one_of};

/// List the rules that check knows, or explain one
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Rule {
    /// The name or code of a rule, or a group; all rules without it
    name: Option<String>,

    /// What to print it as
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text")]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  irlog rule
  irlog rule types
  irlog rule binary-operands-differ

Exit status:
  0  printed
  2  there is no such rule";

const FORMATS: &Choice = &[
    (Format::Text, "To read"),
    (Format::Markdown, "To read, with links; of all rules, a page that also says what they cover"),
    (Format::Json, "A list of objects"),
];

impl Rule {
    /// The text.
    ///
    /// # Errors
    ///
    /// When no rule and no group is called so.
    pub fn run(&self) -> anyhow::Result<String> {
        let Some(name) = &self.name else {
            return Ok(match self.format {
                Format::Markdown => rule_book::page(),
                Format::Json => rule_book::json(rule_book::all()),
                _ => rule_book::list(rule_book::all()),
            });
        };
        let selector: Selector = name.parse()?;
        Ok(match (self.format, selector) {
            (Format::Markdown, selector) => {
                selector.rules().map(rule_book::entry_in_markdown).collect::<Vec<_>>().join("\n")
            }
            (Format::Json, selector) => rule_book::json(selector.rules()),
            (_, Selector::Rule(rule)) => rule_book::explain(rule),
            (_, group) => rule_book::list(group.rules()),
        })
    }
}
