//! `irlog call-graph`: which functions call which.

use analyses::points_to::functions::Functions;
use analyses::points_to::graphs::Drawing;
use analyses::points_to::names::Names;
use analyses::points_to::{calls, escape_roots};
use anyhow::Context;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::RowOptions;
use crate::options::format::{Choice, one_of};
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print the call graph, including calls through pointers
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct CallGraph {
    #[command(flatten)]
    inputs: Inputs,

    /// Print only the functions that may run; dot and graphml also show the calls between them
    #[arg(long)]
    reachable: bool,

    /// Print only this function, its callers and its callees, up to --depth calls away
    #[arg(long, value_name = "FUNCTION")]
    around: Vec<String>,

    /// Maximum distance from the functions of --around, in calls
    #[arg(long, value_name = "N", default_value_t = 2, requires = "around")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,

    /// Output format
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    rows: RowOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog call-graph program.bc
  irlog call-graph program.bc --format dot | dot -Tsvg > calls.svg
  irlog call-graph program.bc --around parse --depth 1 --format dot | dot -Tsvg > parse.svg
  irlog call-graph library.bc --roots open,close --reachable

Exit status:
  0  success
  2  an input cannot be read, or a function is not found";

const FORMATS: &Choice = &[
    (Format::Text, "Text, grouped by caller"),
    (Format::Dot, "For Graphviz; dashed edges are calls through pointers"),
    (Format::Json, "One object with the rows of each relation"),
    (Format::Graphml, "GraphML, for programs that analyse and draw graphs"),
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180; see --relation"),
    (Format::SOUFFLE, "Tab-separated values without a header, for Soufflé; see --relation"),
];

impl Supervised for CallGraph {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some((&self.rows, self.format))
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let relations = match self.reachable {
            true => calls::reachable_relations(),
            false => calls::graph_relations(),
        };
        self.rows.check(self.format, &relations)?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        // Errors in the names are reported before the work is done.
        let functions = Functions::new(facts);
        let mut center = Vec::new();
        for name in &self.around {
            center.extend(functions.find(name).context("--around")?);
        }
        let analysis = self.options.analyze(facts, worker)?;
        let names = Names::new(&analysis);
        let mut graph = analysis.call_graph();
        if self.reachable {
            graph = graph.among_reachable();
        }
        let mut left_out = String::new();
        if !center.is_empty() {
            let part = graph.around(&center, self.depth as usize);
            left_out = calls::left_out_text(&part, self.depth, &names);
            graph = part.graph;
        }
        // The text shows where calls go to external code, and omits calls through pointers that may come from external
        // code.
        let drawn = || graph.clone().without_external_edges();
        let text = || match (self.reachable, center.is_empty()) {
            (true, _) => calls::reachable_text(&graph, &names) + &left_out,
            (false, false) => match calls::text(&drawn(), &names) {
                text if text.is_empty() => {
                    let center = self.around.join(" or ");
                    format!("no known call to or from {center} may run\n") + &left_out
                }
                text => text + &left_out,
            },
            (false, true) => {
                calls::text(&drawn(), &names) + &escape_roots::given_up_text(&analysis, &names)
            }
        };
        match self.format {
            Format::Dot => Ok(Drawing::new(&analysis, &names, &drawn()).dot().into()),
            Format::Graphml => Ok(Drawing::new(&analysis, &names, &drawn()).graphml().into()),
            format => {
                let rows = || match self.reachable {
                    true => calls::answer(&graph, &names, &relations),
                    false => calls::graph_answer(&graph, &analysis, &names),
                };
                self.rows.answer(worker, format, text, rows)
            }
        }
    }
}
