//! `irlog check`: which constraints of LLVM IR a module breaks.

use std::path::PathBuf;

use analyses::check::{self, Levels, Report, text};
use anyhow::Context;
use clap::{Args, ValueEnum};
use rules::Level;

use crate::config::{Config, selector};
use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Check a module against the rules of LLVM IR
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Check {
    #[command(flatten)]
    inputs: Inputs,

    /// How to print what is found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Of each rule, show only so many findings as text; 0 for all
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    max_findings: usize,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    limits: Limits,
}

/// Which rules to check, and how serious they are.
///
/// A rule is named by its name or its code, and all rules of a group by the group.
#[derive(Args)]
#[command(next_help_heading = "Rules")]
pub struct Rules {
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

const AFTER_HELP: &str = "\
Examples:
  irlog check program.bc
  irlog check program.ll --ignore lint --level CFG001=warn
  irlog check program.bc --format sarif > irlog.sarif

Exit status:
  0  no rule at level deny is broken
  1  there are findings at level deny
  2  the module could not be checked";

/// A way to print findings.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// To read, with the instruction that is meant
    Text,
    /// One object, whose keys are names of columns
    Json,
    /// SARIF 2.1.0, for code-scanning services and editors
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl Supervised for Check {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Mistakes in the settings are said before the work is done.
        let levels = self.rules.levels()?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let report = check::check(facts, &levels);
        Ok(self.format.render(&report, self.max_findings, &module.inputs))
    }
}

impl Format {
    /// The answer that a report is. Of each rule, `max_findings` are shown as text, or all if that
    /// is 0.
    pub fn render(self, report: &Report, max_findings: usize, inputs: &[String]) -> Answer {
        let limit = (max_findings > 0).then_some(max_findings);
        let text = match self {
            // Colours that are not wanted are taken out where the text is printed.
            Self::Text => text::render(report, &text::Options { limit, colors: true }),
            Self::Json => report.json(),
            Self::Sarif => check::sarif::render(report, inputs),
            Self::Github => check::github::render(report),
        };
        Answer { text, has_findings: report.has_errors() }
    }
}

impl Rules {
    /// The levels of the settings file, then those of the command line.
    ///
    /// # Errors
    ///
    /// When they name a rule that there is not, or the file cannot be read.
    pub fn levels(&self) -> anyhow::Result<Levels> {
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
