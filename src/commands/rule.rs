//! `irlog rule`: the documentation of rules.

use analyses::check::Selector;
use analyses::rule_book;
use clap::Args;
use facts_schema::Format;

use crate::options::format::{Choice, one_of};

/// List the rules of irlog, or explain one
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Rule {
    /// Name or code of a rule, or a group of rules; by default all rules
    name: Option<String>,

    /// Output format
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text")]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  irlog rule
  irlog rule types
  irlog rule binary-operands-differ

Exit status:
  0  success
  2  no rule or group has this name";

const FORMATS: &Choice = &[
    (Format::Text, "Plain text"),
    (
        Format::Markdown,
        "Markdown with links; for all rules, a page that also lists what they cover",
    ),
    (Format::Json, "A list of objects"),
];

impl Rule {
    /// The text.
    ///
    /// # Errors
    ///
    /// When no rule and no group has this name.
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
