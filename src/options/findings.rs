//! Options of commands that find something: which rules they check, and how they tell what they find.

use std::path::PathBuf;

use analyses::check::{self, Levels, Report, Selector, text};
use anyhow::Context;
use clap::Args;
use facts_schema::Format;
use rules::{Level, Rule};

use crate::config::Config;
use crate::options::format::{Choice, one_of};
use crate::options::own_checks::OwnChecks;
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
    rules: RuleOptions,
}

/// Which rules to check, and how serious they are.
///
/// A rule is named by its name or its code, and all rules of a group by the group.
#[derive(Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleOptions {
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
    /// How serious the rules are, and the checks of the user's own: those in the files `own`, and those that the
    /// settings name.
    ///
    /// # Errors
    ///
    /// When they name a rule that there is not, or the settings or checks cannot be read.
    pub fn settings(&self, own: &[PathBuf]) -> anyhow::Result<(Levels, OwnChecks)> {
        self.rules.settings(own)
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

impl RuleOptions {
    /// The levels of the settings file, then those of the command line; and the checks of the user's own, as for
    /// [`FindingsOptions::settings`].
    ///
    /// # Errors
    ///
    /// When they name a rule that there is not, or the settings or checks cannot be read.
    pub fn settings(&self, own: &[PathBuf]) -> anyhow::Result<(Levels, OwnChecks)> {
        let config = match &self.config {
            Some(path) => Some(Config::read(path)?),
            None => Config::find()?,
        };
        let of_config = config.as_ref().map(Config::own_checks).unwrap_or_default();
        let checks = OwnChecks::read(&[own, &of_config].concat())?;
        let own = checks.rules();
        let levels = config.map(|config| config.levels(own)).transpose()?;
        let mut levels = levels.unwrap_or_default();
        if !self.select.is_empty() {
            levels.select(selectors(&self.select, own).context("--select")?);
        }
        levels.ignore(selectors(&self.ignore, own).context("--ignore")?);
        for setting in &self.level {
            let (rule, level) = parse_level(setting, own).context("--level")?;
            levels.set(rule, level);
        }
        Ok((levels, checks))
    }
}

fn selectors(names: &[String], own: &[Rule]) -> anyhow::Result<Vec<Selector>> {
    names.iter().map(|name| Ok(Selector::named(name, own)?)).collect()
}

/// `RULE=LEVEL`.
fn parse_level(setting: &str, own: &[Rule]) -> anyhow::Result<(Selector, Level)> {
    let (rule, name) = setting.split_once('=').with_context(|| {
        format!("`{setting}` is not of the form RULE=deny, RULE=warn or RULE=allow")
    })?;
    let level = Level::ALL.iter().copied().find(|level| level.name() == name);
    let level =
        level.with_context(|| format!("`{name}` is no level; there are deny, warn and allow"))?;
    Ok((Selector::named(rule, own)?, level))
}
