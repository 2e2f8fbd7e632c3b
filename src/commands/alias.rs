//! `irlog alias`: whether two pointers can point to the same memory.

use analyses::points_to::alias_answer::{self, Pairs};
use analyses::points_to::lookup::Lookup;
use analyses::points_to::names::Names;
use anyhow::{Context, bail};
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::asked::reject_names;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print whether two pointers can point to the same memory
///
/// The answer is no, may or must. Each pointer is treated as the address of one byte.
#[derive(Args)]
#[command(override_usage = "irlog alias [OPTIONS] <INPUT>... --of <VALUE> --of <VALUE>", after_help = AFTER_HELP)]
pub struct Alias {
    #[command(flatten)]
    inputs: Inputs,

    /// Value or variable to compare, such as @main:%x, @global, main:x or x; give two
    #[arg(long, value_name = "VALUE")]
    of: Vec<String>,

    /// Look up both names in this function
    #[arg(long, value_name = "FUNCTION")]
    function: Option<String>,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog alias program.bc --of main:p --of main:q
  irlog alias main.bc list.bc --of @main:%4 --of @buffer
  irlog alias program.bc --of p --of q --function copy --context 1 --format json

Exit status:
  0  success
  2  an input cannot be read, or a name is not found";

impl Supervised for Alias {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        reject_names(&self.inputs)?;
        let [first, second] = self.of.as_slice() else {
            bail!(
                "--of: expected two pointers, found {}; name them as in --of main:p --of main:q",
                self.of.len()
            );
        };
        self.answer.check(&alias_answer::relations())?;
        let module = self.inputs.load(worker)?;
        let problem = self.options.prepare(module.all_facts()?, worker)?;
        let names = Names::of(problem.facts, &problem.constraints);
        let lookup = Lookup::new(&names);
        let functions = match &self.function {
            Some(name) => lookup.functions(name).context("--function")?,
            None => Vec::new(),
        };
        let function = functions.first().copied();
        let firsts = lookup.values(first, function)?;
        let seconds = lookup.values(second, function)?;
        let analysis = self.options.solve(problem)?;
        let names = Names::new(&analysis);
        let mut pairs = Vec::new();
        for first in firsts {
            for &second in &seconds {
                pairs.push((first, second, analysis.alias(first, second)));
            }
        }
        let pairs = Pairs::new(&names, pairs);
        self.answer.answer(worker, || pairs.text(), || pairs.answer(&analysis))
    }
}
