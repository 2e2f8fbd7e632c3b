//! `irlog bit-fields`: which bit fields a module has, and who reads and writes them.

use analyses::bit_fields::bit_fields;
use clap::Args;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::points_to::{AnswerFormat, OneInput};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Find bit fields, also without debug information, and where poison can spread between them
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct BitFields {
    #[command(flatten)]
    input: OneInput,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog bit-fields program.bc
  irlog bit-fields program.bc --format json | jq .bit_field
  irlog bit-fields facts --format csv > bit-fields.csv

Exit status:
  0  answered
  2  there is no module";

impl Supervised for BitFields {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let module = self.input.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let report = bit_fields(facts);
        Ok(self.format.render(|| report.text(), || report.relations()).into())
    }
}
