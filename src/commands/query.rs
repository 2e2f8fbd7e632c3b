//! `irlog query`: the answers of a Datalog program about a module.

mod answer;
mod cluster;
mod modules;
mod watch;

use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use facts_schema::Format;
use query::dataflow;
use query::explain::{ExplainError, explain};
use query::plan::{Output, Plan};
use query::print::Printer;
use query::run::{self, RunError, Tables};
use query::syntax::Atom;
use query::value::{Symbols, Table};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::answer::RowOptions;
use crate::options::derived::needs_pointers;
use crate::options::format::{ANSWERS, one_of};
use crate::options::points_to::PointsToOptions;
use crate::options::program::{Program, Sources, groups_of, source};
use crate::options::source_columns::with_places;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};
use answer::{print, printed, printed_in};
use cluster::ClusterOptions;

/// Run a Datalog program on a module
///
/// The language is the core of Soufflé's. All relations of the schema are predeclared. Relations that irlog derives,
/// such as points_to and call_edge, are computed only if the program uses them. The component instance
/// `published` contains the predicates of Psallida's relational model of LLVM IR (2014). `.include "irlog/NAME.dl"`
/// includes a part of the standard library: calls, control_flow, dataflow, finding, source, taint.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Query {
    #[command(flatten)]
    inputs: Inputs,

    /// Run the program in this file; several files form one program
    #[arg(short, long, value_name = "FILE")]
    program: Vec<PathBuf>,

    /// Add this text to the program
    ///
    /// Relations that the text derives need no `.decl`. If it has neither `.output` nor `.printsize`, all of them are
    /// printed.
    #[arg(short, long = "expression", value_name = "TEXT")]
    expressions: Vec<String>,

    /// Look for included files in this folder, after the folder of the including file
    #[arg(short = 'I', long, value_name = "DIR")]
    include_dir: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    rows: RowOptions,

    /// Maximum number of rows printed per relation
    #[arg(long, value_name = "COUNT")]
    limit: Option<usize>,

    /// After each column of ids, add a column with their source locations, as file:line:column
    #[arg(long)]
    source: bool,

    /// Explain why this row is in the answer: the rules and rows that derive it, as text or JSON
    ///
    /// `_` stands for any value; the first row that matches is explained.
    #[arg(long, value_name = "RELATION(VALUE, ...)", conflicts_with_all = ["limit", "source", "relation", "output"])]
    explain: Option<String>,

    /// Maximum number of steps in an explanation; the steps nearest to the explained row are shown
    #[arg(long, value_name = "COUNT", default_value_t = 100, requires = "explain")]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    max_steps: usize,

    /// Treat each input as a separate module instead of linking them; ids begin with the input: `a.bc:@main`
    #[arg(long, conflicts_with = "source")]
    each: bool,

    /// Keep running, and print how the answer changes whenever an input changes, as text or JSON
    #[arg(long, conflicts_with_all = ["each", "source", "explain", "limit", "relation", "output", "workers", "hosts"])]
    watch: bool,

    #[command(flatten)]
    cluster: ClusterOptions,

    #[command(flatten)]
    analysis: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = r#"Examples:
  irlog query program.bc -e 'called(f) :- call_edge(_, _, f, _).'
  irlog query program.bc --program rules.dl
  irlog query program.bc --program rules.dl --format csv --relation result
  irlog query program.bc --program rules.dl --explain 'reachable("@handler")'
  irlog query program.bc -p rules.dl -e '.output result' --format souffle -o results
  irlog query --each *.bc --program rules.dl --workers 4

Exit status:
  0  success
  2  the program has an error, or an input cannot be read"#;

impl Supervised for Query {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some((&self.rows, self.format))
    }

    fn needs_temporary_folder(&self) -> bool {
        self.watch
    }

    fn has_long_answer(&self) -> bool {
        self.rows.folder().is_none() && !self.watch
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Errors in the program are reported before the work is done.
        let mut program = Program::read(Sources {
            files: &self.program,
            expressions: &self.expressions,
            include_folders: &self.include_dir,
        })?;
        if let Some(row) = &self.explain {
            let goal = program.goal(row)?;
            return self.explain(&program, &goal, worker);
        }
        let plan = program.plan()?;
        if self.watch {
            return self.watch(&program, &plan, worker);
        }
        let positions = printed_in(self.format, &plan);
        ensure!(!positions.is_empty(), self.no_output());
        let outputs = plan.outputs();
        let names: Vec<&str> = positions.iter().map(|at| outputs[*at].name.as_str()).collect();
        let target = self.rows.target(self.format, &names)?;
        target.check()?;
        let Some((relations, symbols)) = self.answer(&program, &plan, &positions, worker)? else {
            return Ok(Answer::default());
        };
        let printer = Printer { symbols: &symbols, limit: self.limit };
        let relations: Vec<_> =
            relations.iter().map(|(output, rows)| printed(output, rows)).collect();
        print(worker, target, &printer, &relations)
    }
}

/// Outputs with their rows, and the symbols in these.
type Relations = (Vec<(Output, Table)>, Symbols);

impl Query {
    /// The message if there is nothing to print.
    fn no_output(&self) -> &'static str {
        if self.program.is_empty() && self.expressions.is_empty() {
            "no program is given; use --program FILE or --expression TEXT"
        } else {
            "the program has no output; add `.output NAME` to it"
        }
    }

    /// The answer: the outputs at these positions. None in a process that only helps another one.
    fn answer(
        &self,
        program: &Program,
        plan: &Plan,
        positions: &[usize],
        worker: &Worker,
    ) -> anyhow::Result<Option<Relations>> {
        let groups = self.groups(plan)?;
        let chosen = |answer: run::Answer| -> Vec<(Output, Table)> {
            let outputs = plan.outputs().iter().cloned().zip(answer.tables).enumerate();
            outputs.filter(|it| positions.contains(&it.0)).map(|it| it.1).collect()
        };
        let explained = |error: RunError| program.explained(error);
        let mut symbols = Symbols::default();
        let cluster = self.cluster.cluster()?;
        if !self.is_each() && cluster.is_none() {
            let module = self.inputs.load(worker)?;
            let facts = module.facts_of(&groups)?;
            let mut source = source(facts, &self.analysis, worker);
            worker.enter(Phase::Analyzing);
            let answer = query::run(plan, &mut source, &mut symbols).map_err(explained)?;
            let mut relations = chosen(answer);
            for (output, rows) in relations.iter_mut().filter(|_| self.source) {
                with_places(output, rows, facts, &source, &mut symbols);
            }
            return Ok(Some((relations, symbols)));
        }
        if let (true, Some(option)) = (self.source, self.cluster.given()) {
            bail!("--source: cannot be used with {option}");
        }
        // This comes before reading the inputs, which may take minutes longer in one process than in another.
        let connected = cluster.as_ref().map(|cluster| {
            worker.enter(Phase::Connecting);
            dataflow::connect(plan, cluster)
        });
        let connected = connected.transpose()?;
        let tables = self.tables(plan, &groups, cluster.as_ref(), &mut symbols, worker)?;
        worker.enter(Phase::Analyzing);
        let (answer, symbols) = match connected {
            Some(connected) => {
                dataflow::run(plan, tables, symbols, connected).map_err(explained)?
            }
            None => {
                let mut tables = Tables::new(plan.inputs(), tables);
                let answer = query::run(plan, &mut tables, &mut symbols).map_err(explained)?;
                (Some(answer), symbols)
            }
        };
        Ok(answer.map(|answer| (chosen(answer), symbols)))
    }

    /// Whether each input is a separate module.
    fn is_each(&self) -> bool {
        self.each || self.cluster.has_hosts()
    }

    /// The groups of relations that are needed.
    ///
    /// # Errors
    ///
    /// When options about pointers have no effect.
    fn groups(&self, plan: &Plan) -> anyhow::Result<Vec<&'static str>> {
        let mut groups: Vec<&str> = groups_of(plan).collect();
        if !groups.iter().any(|group| needs_pointers(group)) {
            self.analysis.reject_without("a relation about pointers or calls in the program")?;
        }
        if self.source {
            groups.extend(["metadata", "debug"]);
        }
        Ok(groups)
    }

    /// Explains why a row is in the answer.
    fn explain(&self, program: &Program, goal: &Atom, worker: &Worker) -> anyhow::Result<Answer> {
        ensure!(
            matches!(self.format, Format::Text | Format::Json),
            "--explain: explanations are text or JSON; use --format text or --format json"
        );
        if let Some(option) = self.cluster.given() {
            bail!(
                "--explain: cannot be used with {option}, because explanations are derived in one thread"
            );
        }
        let plan = program.traced_plan()?;
        let groups = self.groups(&plan)?;
        let mut symbols = Symbols::default();
        let tables = self.tables(&plan, &groups, None, &mut symbols, worker)?;
        worker.enter(Phase::Analyzing);
        let mut source = Tables::new(plan.inputs(), tables);
        let explanation = explain(&plan, &mut source, &mut symbols, goal, self.max_steps);
        let explanation = explanation.map_err(|error| match error {
            ExplainError::Mistake(mistake) => program.rejected(&[mistake]).into(),
            ExplainError::DoesNotHold => anyhow!("--explain: the answer does not contain this row"),
            ExplainError::Run(error) => program.explained(error),
        })?;
        let text = match self.format {
            Format::Json => explanation.json(&program.texts),
            _ => explanation.text(&program.texts),
        };
        worker.print(|output| output.write_all(text.as_bytes()))
    }
}
