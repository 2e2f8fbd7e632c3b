//! `irlog callees`: what the calls on lines of the source may call.

use analyses::points_to::calls::{self, CallsAtLines};
use analyses::points_to::lookup::{Line, Lookup, NO_CODE};
use analyses::points_to::names::Names;
use anyhow::bail;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print the possible callees of the calls on source lines
///
/// If the callee is a library function such as std::function::operator(), the functions of the program that it runs are
/// also printed.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Callees {
    #[command(flatten)]
    inputs: Inputs,

    /// Source line of the calls; several lines can be looked up at once
    #[arg(long, required = true, value_name = "FILE:LINE")]
    at: Vec<String>,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog callees program.bc --at main.c:12
  irlog callees main.bc list.bc --at list.c:7
  irlog callees program.bc --at main.c:12 --at main.c:15
  irlog callees program.bc --at src/main.c:12 --format json

Exit status:
  0  success
  2  an input cannot be read, or no call on these lines is reachable";

impl Supervised for Callees {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        self.answer.check(&calls::callee_relations())?;
        let mut lines: Vec<Line> = Vec::new();
        for text in &self.at {
            let line = text.parse()?;
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let module = self.inputs.load(worker)?;
        let problem = self.options.prepare(module.all_facts()?, worker)?;
        let names = Names::of(problem.facts, &problem.constraints);
        let lookup = Lookup::new(&names);
        let instructions: Vec<_> =
            lines.iter().map(|line| lookup.instructions_inlined_at(line)).collect();
        if instructions.iter().all(|it| it.is_empty()) {
            bail!(lookup.nothing_at(&lines[0], NO_CODE));
        }
        let analysis = self.options.solve(problem)?;
        let names = Names::new(&analysis);
        let calls = CallsAtLines::of(&analysis, lines.into_iter().zip(instructions).collect());
        if calls.graph.is_empty() {
            bail!(Lookup::new(&names).nothing_at(&calls.lines[0].0, calls::NO_CALL));
        }
        let text = || calls.text(&names);
        let rows = || calls.answer(&names);
        self.answer.answer(worker, text, rows)
    }
}
