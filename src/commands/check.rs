//! `irlog check`: which constraints of LLVM IR a module breaks.

use analyses::check;
use clap::Args;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::findings::FindingsOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Check a module against the rules of LLVM IR
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Check {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    findings: FindingsOptions,

    #[command(flatten)]
    limits: Limits,
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

impl Supervised for Check {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Mistakes in the settings are said before the work is done.
        let levels = self.findings.levels()?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let report = check::check(facts, &levels);
        Ok(self.findings.render(&report, &module.inputs))
    }
}
