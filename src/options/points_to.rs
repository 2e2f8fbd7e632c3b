//! Options of the points-to analysis.

use std::fs;
use std::path::PathBuf;

use analyses::points_to::functions::Functions;
use analyses::points_to::names::Names;
use analyses::points_to::wording::Wording;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use facts_schema::Facts;
use points_to::model::files::merged;
use points_to::{Analysis, EscapedMemory, Models, Options, Problem, Roots, Solver, Unknown};

use crate::message::Phase;
use crate::worker::Worker;

/// Options of the points-to analysis.
#[derive(Args)]
#[command(next_help_heading = "Points-to analysis")]
pub struct PointsToOptions {
    /// Read models of functions without a body from this file; they override the built-in ones
    #[arg(long, value_name = "FILE")]
    models: Vec<PathBuf>,

    /// What to assume about functions with neither a body nor a model
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = AssumeUnknown::Havoc)]
    assume_unknown: AssumeUnknown,

    /// Entry points of the program: these functions, or `all` functions
    ///
    /// By default `main`, or all externally visible functions if there is no `main`.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    roots: Vec<String>,

    /// Call-string length (k): number of call sites that distinguish calls of a function
    #[arg(long, value_name = "0|1|2", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=2))]
    context: u8,

    /// Whether to track the contents of memory that has escaped to external code
    ///
    /// By default, the contents are tracked unless points-to sets become too large.
    #[arg(long, value_name = "WHAT", value_enum)]
    escaped_memory: Option<EscapedMemoryName>,

    /// Solver to use, by default chosen by program size; the results are identical
    #[arg(long, value_enum)]
    solver: Option<SolverName>,

    /// Check the result against the rules before answering
    #[arg(long)]
    verify: bool,
}

/// What to assume about functions with neither a body nor a model.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AssumeUnknown {
    /// They may do everything that their attributes allow
    Havoc,
    /// They do nothing
    Ignore,
}

/// How to treat escaped memory.
#[derive(Clone, Copy, ValueEnum)]
enum EscapedMemoryName {
    /// A load returns what the program stored there, in addition to `external`
    Followed,
    /// A load returns only `external`, which stands for everything that has escaped; much faster
    Opaque,
}

/// A solver of the rules.
#[derive(Clone, Copy, ValueEnum)]
enum SolverName {
    /// The Datalog rules, evaluated directly
    Datalog,
    /// A solver for large programs
    Wave,
}

impl PointsToOptions {
    /// Rejects these options where they have no effect: without `needed`.
    ///
    /// # Errors
    ///
    /// When one was given.
    pub fn reject_without(&self, needed: &str) -> anyhow::Result<()> {
        let options = [
            ("--models", !self.models.is_empty()),
            ("--assume-unknown", self.assume_unknown != AssumeUnknown::Havoc),
            ("--roots", !self.roots.is_empty()),
            ("--context", self.context > 0),
            ("--escaped-memory", self.escaped_memory.is_some()),
            ("--solver", self.solver.is_some()),
            ("--verify", self.verify),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option}: has no effect without {needed}"),
            None => Ok(()),
        }
    }

    /// Runs the points-to analysis of a module.
    ///
    /// # Errors
    ///
    /// When a file of models cannot be read, or a root does not exist.
    pub fn analyze<'a>(&self, facts: &'a Facts, worker: &Worker) -> anyhow::Result<Analysis<'a>> {
        self.solve(self.prepare(facts, worker)?)
    }

    /// Does the short first step, so that errors in names are reported before the long one.
    ///
    /// # Errors
    ///
    /// When a file of models cannot be read, or a root does not exist.
    pub fn prepare<'a>(&self, facts: &'a Facts, worker: &Worker) -> anyhow::Result<Problem<'a>> {
        let options = Options {
            models: self.read_models()?,
            unknown: match self.assume_unknown {
                AssumeUnknown::Havoc => Unknown::Havoc,
                AssumeUnknown::Ignore => Unknown::Ignore,
            },
            roots: self.find_roots(facts)?,
            depth: self.context.into(),
            solver: self.solver.map(|solver| match solver {
                SolverName::Datalog => Solver::Datalog,
                SolverName::Wave => Solver::Wave,
            }),
            escaped: self.escaped_memory.map(|escaped| match escaped {
                EscapedMemoryName::Followed => EscapedMemory::Followed,
                EscapedMemoryName::Opaque => EscapedMemory::Opaque,
            }),
        };
        worker.enter(Phase::Analyzing);
        Ok(Problem::new(facts, &options))
    }

    /// Does the long second step.
    ///
    /// # Errors
    ///
    /// When `--verify` finds that the result is wrong.
    pub fn solve<'a>(&self, problem: Problem<'a>) -> anyhow::Result<Analysis<'a>> {
        let analysis = problem.solve();
        if self.verify
            && let Err(complaints) = analysis.verify()
        {
            let names = Names::new(&analysis);
            let wording = Wording::new(&analysis, &names);
            let first = complaints.first().map(|it| wording.complaint(*it)).unwrap_or_default();
            bail!(
                "--verify: the result does not follow from the rules, which is a bug; please report it: {first}"
            );
        }
        Ok(analysis)
    }

    fn read_models(&self) -> anyhow::Result<Models> {
        let mut files = Vec::new();
        for path in &self.models {
            let file = path.display().to_string();
            let text =
                fs::read_to_string(path).with_context(|| format!("{file}: cannot be read"))?;
            files.push((file, text));
        }
        Ok(merged(files.iter().map(|(file, text)| (file.as_str(), text.as_str())))?)
    }

    fn find_roots(&self, facts: &Facts) -> anyhow::Result<Roots> {
        match self.roots.as_slice() {
            [] => Ok(Roots::Program),
            [all] if all == "all" => Ok(Roots::All),
            names => {
                let functions = Functions::new(facts);
                let mut roots = Vec::new();
                for name in names {
                    roots.extend(functions.find(name).context("--roots")?);
                }
                Ok(Roots::Functions(roots))
            }
        }
    }
}
