//! `irlog call-graph`: who calls whom.

use analyses::answer::Answer as Relations;
use analyses::points_to::calls;
use analyses::points_to::graphs::Drawing;
use analyses::points_to::names::Names;
use clap::{Args, ValueEnum};

use crate::limits::Limits;
use crate::options::points_to::{OneInput, PointsToOptions};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print who calls whom, also through pointers
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct CallGraph {
    #[command(flatten)]
    input: OneInput,

    /// Print only the functions that may run; in drawings also the calls among them
    #[arg(long)]
    reachable: bool,

    /// How to print the graph
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog call-graph program.bc
  irlog call-graph program.bc --format dot | dot -Tsvg > calls.svg
  irlog call-graph library.bc --roots open,close --reachable

Exit status:
  0  printed
  2  there is no module, or a root is not in it";

/// A way to print the graph.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// To read: function by function
    Text,
    /// For Graphviz; dashed edges go through pointers
    Dot,
    /// One object, whose keys are names of relations and columns
    Json,
    /// For programs that query and draw graphs
    Graphml,
    /// Comma-separated values with a header, as in RFC 4180
    Csv,
    /// The same rows as Soufflé reads them, separated by tabs and without a header
    Souffle,
}

impl Supervised for CallGraph {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let module = self.input.load(worker)?;
        let analysis = self.options.analyze(module.all_facts()?, worker)?;
        let names = Names::new(&analysis);
        let mut graph = analysis.call_graph();
        if self.reachable {
            graph = graph.among_reachable();
        }
        let relations = || {
            let reachable = calls::reachable_relation(&graph, &names);
            if self.reachable {
                return Relations { facts: Vec::new(), relations: vec![reachable] };
            }
            let mut relations = calls::relations(&graph, &analysis, &names);
            relations.relations.push(reachable);
            relations
        };
        // A person sees where calls go to external code, and is spared all that may come back from there.
        let drawn = || graph.clone().without_external_edges();
        let text = match self.format {
            Format::Text if self.reachable => calls::reachable_text(&graph, &names),
            Format::Text => calls::text(&drawn(), &analysis, &names),
            Format::Dot => Drawing::new(&analysis, &names, &drawn()).dot(),
            Format::Graphml => Drawing::new(&analysis, &names, &drawn()).graphml(),
            Format::Json => relations().json(),
            Format::Csv => relations().csv(),
            Format::Souffle => relations().souffle(),
        };
        Ok(text.into())
    }
}
