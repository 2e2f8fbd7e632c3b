//! `irlog callers`: who may call a function.

use analyses::points_to::calls;
use analyses::points_to::functions::Functions;
use analyses::points_to::names::Names;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::points_to::{OneInput, PointsToOptions};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Tell who may call a function, also through pointers
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Callers {
    #[command(flatten)]
    input: OneInput,

    /// A function: main, @main, namespace::function
    #[arg(value_name = "FUNCTION")]
    function: String,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog callers program.bc free
  irlog callers program.bc List::push --format json

Exit status:
  0  answered
  2  there is no module, or no such function in it";

impl Supervised for Callers {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        self.answer.check(&calls::relations())?;
        let module = self.input.load(worker)?;
        let facts = module.all_facts()?;
        // Mistakes in the name are said before the work is done.
        let functions = Functions::new(facts).find(&self.function)?;
        let analysis = self.options.analyze(facts, worker)?;
        let names = Names::new(&analysis);
        // Intrinsics are no part of the call graph, but may be asked for by name.
        let graph = analysis.call_graph_with_intrinsics().calls_of(&functions);
        let text = || match graph.edges.is_empty() && graph.callbacks.is_empty() {
            true => format!("no call of {} that may run is known\n", self.function),
            false => calls::text(&graph, &names),
        };
        let rows = || calls::answer(&graph, &names, &calls::relations());
        self.answer.answer(worker, text, rows)
    }
}
