//! `irlog explain`: how the points-to analysis derives a result.

use analyses::points_to::explanation::{self, Explanation, Goal};
use analyses::points_to::lookup::Lookup;
use analyses::points_to::names::Names;
use anyhow::Context;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::asked::reject_names;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Explain step by step how a points-to fact is derived, or why a function may run
#[derive(Args)]
#[command(override_usage = "irlog explain [OPTIONS] <INPUT>... --of <STATEMENT>", after_help = AFTER_HELP)]
pub struct Explain {
    #[command(flatten)]
    inputs: Inputs,

    /// Statement to explain: points_to(VALUE, OBJECT), calls(SITE, FUNCTION), reachable(FUNCTION), escaped(OBJECT) or
    /// opaque(OBJECT)
    ///
    /// SITE is the id of an instruction (@main:#3), FILE:LINE, or a function without a body that calls its arguments.
    #[arg(long, value_name = "STATEMENT")]
    of: Option<String>,

    /// Also derive why functions are reachable, and why addresses point to their targets
    #[arg(long)]
    full: bool,

    /// Maximum number of steps shown
    ///
    /// The steps nearest to the statement are shown. Either all steps that a step follows from are shown or none, so
    /// fewer than N steps may be shown. Steps whose derivation is left out are marked.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one)]
    max_steps: usize,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog explain program.bc --of 'points_to(main:p, @buffer)'
  irlog explain main.bc list.bc --of 'calls(main.c:12, handler)'
  irlog explain program.bc --of 'escaped(list)' --format json

Exit status:
  0  success
  2  an input cannot be read, or the statement does not hold";

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) | Err(_) => Err("expected a number of at least 1".to_owned()),
        Ok(number) => Ok(number),
    }
}

impl Supervised for Explain {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        reject_names(&self.inputs)?;
        let statement = self.of.as_deref().context(
            "--of: missing; write what to explain, as in --of 'points_to(main:p, @buffer)'",
        )?;
        self.answer.check(&explanation::relations())?;
        let module = self.inputs.load(worker)?;
        let problem = self.options.prepare(module.all_facts()?, worker)?;
        let names = Names::of(problem.facts, &problem.constraints);
        let goal = Goal::read(&Lookup::new(&names), statement)?;
        let analysis = self.options.solve(problem)?;
        let names = Names::new(&analysis);
        let explanation = Explanation::of(&analysis, &names, &goal, self.full, self.max_steps)?;
        self.answer.answer(worker, || explanation.text(), || explanation.answer())
    }
}
