//! `irlog query`: the answers of a Datalog program about a module.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{anyhow, ensure};
use clap::Args;
use facts_schema::{Format, TableFormat, folder};
use query::explain::{ExplainError, explain};
use query::plan::{Output, Plan};
use query::print::{Printed, Printer, declarations};
use query::syntax::{Atom, DirectiveKind};
use query::value::{Symbols, Table};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::answer::{RowOptions, Target, no_name};
use crate::options::derived::needs_pointers;
use crate::options::format::{ANSWERS, one_of};
use crate::options::points_to::PointsToOptions;
use crate::options::program::{Program, Sources, groups_of, source};
use crate::options::source_columns::with_places;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Ask your own Datalog program about a module
///
/// The language is the core of Soufflé's. All relations of the schema are there without being declared: those of
/// the module, and those that irlog derives from them, such as points_to and call_edge, which are computed when a
/// program uses them. The published predicates are in `published`, and `.include "irlog/NAME.dl"` includes
/// a part of the standard library: calls, control_flow, dataflow, finding, source, taint.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Query {
    #[command(flatten)]
    inputs: Inputs,

    /// Run the program in this file; several files are one program
    #[arg(short, long, value_name = "FILE")]
    program: Vec<PathBuf>,

    /// Add this text to the program
    ///
    /// Relations that it derives need no `.decl`. Without `.output` in it, it outputs all that it derives.
    #[arg(short, long = "expression", value_name = "TEXT")]
    expressions: Vec<String>,

    /// Look for included files in this folder, after that of the including file
    #[arg(short = 'I', long, value_name = "DIR")]
    include_dir: Vec<PathBuf>,

    /// How to print the answer
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    rows: RowOptions,

    /// Print no more rows than this of each relation
    #[arg(long, value_name = "COUNT")]
    limit: Option<usize>,

    /// Add to each column of ids one that says where in the source they are, as file:line:column
    #[arg(long)]
    source: bool,

    /// Explain why this row is in the answer: the rules and rows that derive it, as text or JSON
    ///
    /// `_` stands for any value: the first such row is explained.
    #[arg(long, value_name = "RELATION(VALUE, ...)", conflicts_with_all = ["limit", "source", "relation", "output"])]
    explain: Option<String>,

    /// Maximum number of rows derived in an explanation: those nearest to the explained row
    #[arg(long, value_name = "COUNT", default_value_t = 100, requires = "explain")]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    max_steps: usize,

    #[command(flatten)]
    analysis: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = r#"Examples:
  irlog query program.bc -e 'reachable(f) :- call_edge(_, _, f, _).'
  irlog query program.bc --program rules.dl
  irlog query program.bc --program rules.dl --format csv --relation result
  irlog query program.bc --program rules.dl --explain 'reachable("@handler")'
  irlog query program.bc -p rules.dl -e '.output result' --format souffle -o results

Exit status:
  0  answered
  2  the program has a mistake, or there is no module"#;

impl Supervised for Query {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some((&self.rows, self.format))
    }

    fn has_long_answer(&self) -> bool {
        self.rows.folder().is_none()
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Mistakes are said before the work is done.
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
        let positions = printed_in(self.format, &plan);
        ensure!(!positions.is_empty(), "the program outputs nothing; add `.output NAME` to it");
        let outputs = plan.outputs();
        let names: Vec<&str> = positions.iter().map(|at| outputs[*at].name.as_str()).collect();
        let target = self.rows.target(self.format, &names)?;
        target.check()?;
        let groups = self.groups(&plan)?;
        let module = self.inputs.load(worker)?;
        let facts = module.facts_of(&groups)?;
        let mut source = source(facts, &self.analysis, worker);
        worker.enter(Phase::Analyzing);
        let mut symbols = Symbols::default();
        let answer = query::run(&plan, &mut source, &mut symbols);
        let answer = answer.map_err(|error| program.explained(error))?;
        let mut relations: Vec<(Output, Table)> = outputs
            .iter()
            .cloned()
            .zip(answer.tables)
            .enumerate()
            .filter(|(position, _)| positions.contains(position))
            .map(|(_, relation)| relation)
            .collect();
        for (output, rows) in relations.iter_mut().filter(|_| self.source) {
            with_places(output, rows, facts, &source, &mut symbols);
        }
        let printer = Printer { symbols: &symbols, limit: self.limit };
        let relations: Vec<_> =
            relations.iter().map(|(output, rows)| printed(output, rows)).collect();
        print(worker, target, &printer, &relations)
    }
}

impl Query {
    /// The groups of relations that are needed.
    ///
    /// # Errors
    ///
    /// When options about pointers have no effect.
    fn groups(&self, plan: &Plan) -> anyhow::Result<Vec<&'static str>> {
        let mut groups: Vec<&str> = groups_of(plan).collect();
        if !groups.iter().any(|group| needs_pointers(group)) {
            self.analysis.refuse_without("a relation about pointers or calls in the program")?;
        }
        groups.extend(self.source.then_some("debug-info"));
        Ok(groups)
    }

    /// Why a row is in the answer.
    fn explain(&self, program: &Program, goal: &Atom, worker: &Worker) -> anyhow::Result<Answer> {
        ensure!(
            matches!(self.format, Format::Text | Format::Json),
            "--explain: explains as text or JSON; use --format text or --format json"
        );
        let plan = program.traced_plan()?;
        let groups = self.groups(&plan)?;
        let module = self.inputs.load(worker)?;
        let mut source = source(module.facts_of(&groups)?, &self.analysis, worker);
        worker.enter(Phase::Analyzing);
        let mut symbols = Symbols::default();
        let explanation = explain(&plan, &mut source, &mut symbols, goal, self.max_steps);
        let explanation = explanation.map_err(|error| match error {
            ExplainError::Mistake(mistake) => program.rejected(&[mistake]).into(),
            ExplainError::DoesNotHold => anyhow!("--explain: the answer has no such row"),
            ExplainError::Run(error) => program.explained(error),
        })?;
        let text = match self.format {
            Format::Json => explanation.json(&program.texts),
            _ => explanation.text(&program.texts),
        };
        worker.print(|output| output.write_all(text.as_bytes()))
    }
}

/// The positions of the outputs that are printed. A text says all that is asked for, a table has rows, and JSON has the
/// number of rows where there are none.
fn printed_in(format: Format, plan: &Plan) -> Vec<usize> {
    let outputs = plan.outputs();
    let has_rows = |at: usize| outputs[at].directive == DirectiveKind::Output;
    let is_output_too =
        |name: &str| (0..outputs.len()).any(|at| has_rows(at) && outputs[at].name == name);
    let is_printed = |at: &usize| match format {
        Format::Text => true,
        Format::Table(_) => has_rows(*at),
        _ => has_rows(*at) || !is_output_too(&outputs[*at].name),
    };
    (0..outputs.len()).filter(is_printed).collect()
}

/// An output, to be printed.
fn printed<'a>(output: &'a Output, rows: &'a Table) -> Printed<'a> {
    Printed {
        name: &output.name,
        columns: output.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect(),
        rows,
        only_size: output.directive == DirectiveKind::PrintSize,
    }
}

/// Prints the relations, or writes them to a folder.
fn print(
    worker: &Worker,
    target: Target,
    printer: &Printer,
    relations: &[Printed],
) -> anyhow::Result<Answer> {
    let table = |format, relation: &Printed, output: &mut dyn Write| match format {
        TableFormat::Csv => printer.csv(relation, output),
        TableFormat::Souffle => printer.souffle(relation, output),
    };
    if let Target::Folder(folder, format) = target {
        worker.enter(Phase::Writing);
        let temporary = worker.temporary_folder().ok_or_else(|| no_name(folder))?;
        folder::create(folder, temporary, false, |temporary| {
            for relation in relations {
                let name = format.file_name(relation.name);
                let write = || -> io::Result<()> {
                    let mut file = BufWriter::new(File::create_new(temporary.join(&name))?);
                    table(format, relation, &mut file)?;
                    file.flush()
                };
                write().map_err(|error| (name.clone(), error))?;
            }
            if format == TableFormat::Souffle {
                let name = "schema.dl";
                let written = fs::write(temporary.join(name), declarations(relations));
                written.map_err(|error| (name.to_string(), error))?;
            }
            Ok(())
        })?;
        return Ok(Answer::default());
    }
    worker.print(|output| match target {
        Target::Text | Target::Folder(..) => printer.text(relations, output),
        Target::Json(None) => printer.json(relations, output),
        Target::Json(Some(relation)) => printer.json(&relations[relation..=relation], output),
        Target::Table(relation, format) => table(format, &relations[relation], output),
    })
}
