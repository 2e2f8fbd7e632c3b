//! Options of commands that report findings: which rules they check, and how findings are printed.

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

/// How findings are printed, and which rules are checked.
#[derive(Args)]
pub struct FindingsOptions {
    /// Output format
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text")]
    pub format: Format,

    /// Maximum number of findings shown per rule in text output; 0 shows all
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    max_findings: usize,

    #[command(flatten)]
    rules: RuleOptions,
}

/// Which rules to check, and at which level.
///
/// A rule is given by its name or its code; the name of a group stands for all its rules.
#[derive(Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleOptions {
    /// Check only these rules, given by name, code or group
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,

    /// Do not check these rules, given by name, code or group
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Set the level of these rules: deny for errors, warn for warnings, allow to ignore them
    #[arg(long, value_name = "RULE=deny|warn|allow", value_delimiter = ',')]
    level: Vec<String>,

    /// Read settings from this file instead of irlog.toml in the current folder or a parent
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

const FORMATS: &Choice = &[
    (Format::Text, "Text, with the instruction of each finding"),
    (Format::Json, "One object with all findings"),
    (Format::Sarif, "SARIF 2.1.0, for code-scanning services and editors"),
    (Format::Github, "Workflow commands of GitHub Actions"),
];

impl FindingsOptions {
    /// The levels of the rules, and the user's own checks: those in the files `own`, and those that the
    /// settings name.
    ///
    /// # Errors
    ///
    /// When they name an unknown rule, or the settings or checks cannot be read.
    pub fn settings(&self, own: &[PathBuf]) -> anyhow::Result<(Levels, OwnChecks)> {
        self.rules.settings(own)
    }

    /// A report about `inputs` as an answer.
    pub fn render(&self, report: &Report, inputs: &[String]) -> Answer {
        let limit = (self.max_findings > 0).then_some(self.max_findings);
        let text = match self.format {
            Format::Json => report.json(),
            Format::Sarif => check::sarif::render(report, inputs),
            Format::Github => check::github::render(report),
            // Colours are removed on output if they are not wanted.
            _ => text::render(report, &text::Options { limit, colors: true }),
        };
        Answer { text, has_findings: report.has_errors() }
    }
}

impl RuleOptions {
    /// The levels of the settings file, then those of the command line; and the user's own checks, as for
    /// [`FindingsOptions::settings`].
    ///
    /// # Errors
    ///
    /// When they name an unknown rule, or the settings or checks cannot be read.
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
        format!("expected RULE=deny, RULE=warn or RULE=allow, found `{setting}`")
    })?;
    let level = Level::ALL.iter().copied().find(|level| level.name() == name);
    let level =
        level.with_context(|| format!("unknown level `{name}`; use deny, warn or allow"))?;
    Ok((Selector::named(rule, own)?, level))
}
