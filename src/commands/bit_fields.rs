//! `irlog bit-fields`: which bit fields a module has, and which instructions access them.

use analyses::bit_fields::{bit_fields, relations};
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Find bit fields, even without debug information, and stores that can spread poison between them
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct BitFields {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog bit-fields program.bc
  irlog bit-fields main.bc list.bc
  irlog bit-fields program.bc --format json | jq .bit_field
  irlog bit-fields facts --format csv -o bit-fields

Exit status:
  0  success
  2  an input cannot be read";

impl Supervised for BitFields {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        self.answer.check(&relations::relations())?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let report = bit_fields(facts);
        self.answer.answer(worker, || report.text(), || report.answer())
    }
}
