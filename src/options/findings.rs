//! Options of commands that find something: which rules they check, and how they tell what they find.

use std::path::PathBuf;

use analyses::check::{self, Levels, Report, text};
use anyhow::Context;
use clap::Args;
use facts_schema::Format;
use rules::Level;

use crate::config::{Config, selector};
use crate::options::format::{Choice, one_of};
use crate::output::Answer;

/// How findings are told, and of which rules.
#[derive(Args)]
pub struct FindingsOptions {
    /// How to print what is found
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text")]
    pub format: Format,

    /// Of each rule, show only so many findings as text; 0 for all
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    max_findings: usize,

    #[command(flatten)]
    rules: Rules,
}

/// Which rules to check, and how serious they are.
///
/// A rule is named by its name or its code, and all rules of a group by the group.
#[derive(Args)]
#[command(next_help_heading = "Rules")]
struct Rules {
    /// Check only these rules, by name, code or group
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,

    /// Do not check these rules, by name, code or group
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Take violations of these rules as errors, as warnings, or not at all
    #[arg(long, value_name = "RULE=deny|warn|allow", value_delimiter = ',')]
    level: Vec<String>,

    /// Read settings from this file, not from an irlog.toml here or in a folder above
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

const FORMATS: &Choice = &[
    (Format::Text, "To read, with the instruction that is meant"),
    (Format::Json, "One object, whose keys are names of columns"),
    (Format::Sarif, "SARIF 2.1.0, for code-scanning services and editors"),
    (Format::Github, "Workflow commands of GitHub Actions"),
];

impl FindingsOptions {
    /// How serious the rules are.
    ///
    /// # Errors
    ///
    /// When they name a rule that there is not, or the settings cannot be read.
    pub fn levels(&self) -> anyhow::Result<Levels> {
        self.rules.levels()
    }

    /// The answer that a report about `inputs` is.
    pub fn render(&self, report: &Report, inputs: &[String]) -> Answer {
        let limit = (self.max_findings > 0).then_some(self.max_findings);
        let text = match self.format {
            Format::Json => report.json(),
            Format::Sarif => check::sarif::render(report, inputs),
            Format::Github => check::github::render(report),
            // Colours that are not wanted are taken out where the text is printed.
            _ => text::render(report, &text::Options { limit, colors: true }),
        };
        Answer { text, has_findings: report.has_errors() }
    }
}

impl Rules {
    /// The levels of the settings file, then those of the command line.
    fn levels(&self) -> anyhow::Result<Levels> {
        let config = match &self.config {
            Some(path) => Some(Config::read(path)?),
            None => Config::find()?,
        };
        let mut levels = config.map(|config| config.levels()).transpose()?.unwrap_or_default();
        if !self.select.is_empty() {
            levels.select(selectors(&self.select).context("--select")?);
        }
        levels.ignore(selectors(&self.ignore).context("--ignore")?);
        for setting in &self.level {
            let (rule, level) = parse_level(setting).context("--level")?;
            levels.set(rule, level);
        }
        Ok(levels)
    }
}

fn selectors(names: &[String]) -> anyhow::Result<Vec<check::Selector>> {
    names.iter().map(|name| selector(name)).collect()
}

/// `RULE=LEVEL`.
fn parse_level(setting: &str) -> anyhow::Result<(check::Selector, Level)> {
    let (rule, name) = setting.split_once('=').with_context(|| {
        format!("`{setting}` is not of the form RULE=deny, RULE=warn or RULE=allow")
    })?;
    let level = Level::ALL.iter().copied().find(|level| level.name() == name);
    let level =
        level.with_context(|| format!("`{name}` is no level; there are deny, warn and allow"))?;
    Ok((selector(rule)?, level))
}
