//! `irlog callers`: which functions may call a function.

use analyses::points_to::calls;
use analyses::points_to::functions::Functions;
use analyses::points_to::names::Names;
use anyhow::ensure;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::asked::reject_names;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print which functions may call a function, directly or through pointers
#[derive(Args)]
#[command(override_usage = "irlog callers [OPTIONS] <INPUT>... --of <FUNCTION>", after_help = AFTER_HELP)]
pub struct Callers {
    #[command(flatten)]
    inputs: Inputs,

    /// Function to look up, such as main, @main or namespace::function
    #[arg(long, value_name = "FUNCTION")]
    of: Vec<String>,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog callers program.bc --of free
  irlog callers main.bc list.bc --of List::push --of List::pop --format json

Exit status:
  0  success
  2  an input cannot be read, or a function is not found";

impl Supervised for Callers {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        reject_names(&self.inputs)?;
        ensure!(!self.of.is_empty(), "--of: missing; name a function, as in --of free");
        self.answer.check(&calls::relations())?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        // Errors in the names are reported before the work is done.
        let known = Functions::new(facts);
        let mut functions = Vec::new();
        for name in &self.of {
            functions.extend(known.find(name)?);
        }
        let analysis = self.options.analyze(facts, worker)?;
        let names = Names::new(&analysis);
        // Intrinsics are not part of the call graph, but may be looked up by name.
        let graph = analysis.call_graph_with_intrinsics().calls_of(&functions);
        let text = || match graph.edges.is_empty() && graph.callbacks.is_empty() {
            true => format!("no known call to {} may run\n", self.of.join(" or ")),
            false => calls::text(&graph, &names),
        };
        let rows = || calls::answer(&graph, &names, &calls::relations());
        self.answer.answer(worker, text, rows)
    }
}
