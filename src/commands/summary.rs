//! `irlog summary`: what is in a module, on one page.

use clap::Args;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print a one-page summary of a module
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Summary {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog summary program.bc
  irlog summary facts

Exit status:
  0  success
  2  an input cannot be read";

impl Supervised for Summary {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        Ok(analyses::Summary::of(facts).to_string().into())
    }
}
