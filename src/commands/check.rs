//! `irlog check`: which constraints of LLVM IR a module violates.

use std::path::PathBuf;

use analyses::check;
use clap::Args;
use rules::Level;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::findings::FindingsOptions;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Check a module against the rules of LLVM IR
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Check {
    #[command(flatten)]
    inputs: Inputs,

    /// Also run the checks in this Datalog file, or in each .dl file of this folder
    ///
    /// A check derives `finding(rule, level, subject, message)`, which `irlog/finding.dl` declares.
    #[arg(long, value_name = "PATH")]
    rules: Vec<PathBuf>,

    #[command(flatten)]
    findings: FindingsOptions,

    #[command(flatten)]
    pointers: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog check program.bc
  irlog check program.ll --ignore lint --level CFG001=warn
  irlog check program.bc --rules checks/lock-leak.dl
  irlog check program.bc --format sarif > irlog.sarif

Exit status:
  0  there are no findings at level deny
  1  there are findings at level deny
  2  the module could not be checked";

impl Supervised for Check {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Errors in the settings are reported before the work is done.
        let (levels, own) = self.findings.settings(&self.rules)?;
        own.reject_without_effect(&self.pointers)?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let is_wanted = |rule| levels.of(rule) != Level::Allow;
        let own = own.run(&module, &self.pointers, worker, is_wanted)?;
        let report = check::check_with(facts, &levels, own);
        Ok(self.findings.render(&report, &module.inputs))
    }
}
