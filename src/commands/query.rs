//! `irlog query`: the answers of a Datalog program about a module.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use facts_schema::{Facts, Format, TableFormat, folder};
use query::diagnostic::Diagnostic;
use query::facts::{self, Derived, FactsSource};
use query::infer::infer;
use query::library;
use query::plan::Plan;
use query::print::{Printed, Printer, declarations};
use query::run::{self, RunError};
use query::syntax::{DirectiveKind, TextId};
use query::texts::Texts;
use query::value::Symbols;
use query::{check, parse_all, render};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::answer::{RowOptions, Target, no_name};
use crate::options::derived::{derive_group, needs_pointers};
use crate::options::format::{ANSWERS, one_of};
use crate::options::points_to::PointsToOptions;
use crate::output::{Answer, Rejected, explain};
use crate::worker::{Supervised, Worker};

/// Ask your own Datalog program about a module
///
/// The language is the core of Soufflé's. All relations of the schema are there without being declared: those of
/// the module, and those that irlog derives from them, such as points_to and call_edge, which are computed when a
/// program uses them. The published predicates are in `published`, and `.include "irlog/NAME.dl"` includes
/// a part of the standard library: calls, control_flow, dataflow, source, taint.
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

    #[command(flatten)]
    analysis: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog query program.bc -e 'reachable(f) :- call_edge(_, _, f, _).'
  irlog query program.bc --program rules.dl
  irlog query program.bc --program rules.dl --format csv --relation result
  irlog query program.bc -p rules.dl -e '.output result' --format souffle -o results

Exit status:
  0  answered
  2  the program has a mistake, or there is no module";

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
        let (texts, plan) = self.plan()?;
        let positions = printed_in(self.format, &plan);
        ensure!(!positions.is_empty(), "the program outputs nothing; add `.output NAME` to it");
        let outputs = plan.outputs();
        let names: Vec<&str> = positions.iter().map(|at| outputs[*at].name.as_str()).collect();
        let target = self.rows.target(self.format, &names)?;
        target.check()?;
        let groups = groups_of(&plan);
        if !groups.iter().any(|group| needs_pointers(group)) {
            self.analysis.refuse_without("a relation about pointers or calls in the program")?;
        }

        let module = self.inputs.load(worker)?;
        let facts = module.facts_of(&groups)?;
        let derive = |group: &str| {
            let mut derived = Derived::default();
            derived.groups = derive_group(facts, group, &self.analysis, worker, &mut derived.facts)
                .map_err(|error| explain(&error))?;
            Ok(derived)
        };
        let mut source = FactsSource::new(facts, Box::new(derive));
        worker.enter(Phase::Analyzing);
        let mut symbols = Symbols::default();
        let answer = query::run(&plan, &mut source, &mut symbols);
        let answer = answer.map_err(|error| explained(&texts, error))?;
        let relations = positions.into_iter().map(|at| printed(&plan, &answer, at));
        let printer = Printer { symbols: &symbols, limit: self.limit };
        print(worker, target, &printer, &relations.collect::<Vec<_>>())
    }
}

impl Query {
    /// The program, ready to run.
    ///
    /// # Errors
    ///
    /// When it has mistakes, or cannot be read.
    fn plan(&self) -> anyhow::Result<(Texts, Plan)> {
        let (mut texts, read) = self.read(false)?;
        let mut parsed = parse_all(&mut texts, &read.all());
        let mentions = texts.ids().any(|it| library::mentions_published(texts.text(it)));
        let mut expressions = read.expressions;
        if mentions {
            let read;
            (texts, read) = self.read(true)?;
            parsed = parse_all(&mut texts, &read.all());
            expressions = read.expressions;
        }
        let mut program = parsed.map_err(|it| rejected(&texts, &it))?;
        let nothing = Facts::default();
        let source = FactsSource::new(&nothing, Box::new(|_| Err("there is no module".into())));
        infer(&mut program, &expressions, &source);
        let plan = check(&program, &source).map_err(|it| rejected(&texts, &it))?;
        Ok((texts, plan))
    }

    /// The texts of the program.
    fn read(&self, with_published: bool) -> anyhow::Result<(Texts, Parts)> {
        let mut texts = Texts::new()
            .with_library(library::LIBRARY)
            .with_folders(self.include_dir.iter().cloned());
        let mut parts = Parts::default();
        if with_published {
            parts.files.push(texts.add(library::PUBLISHED, library::published()));
        }
        for path in &self.program {
            let name = path.display().to_string();
            let text =
                fs::read_to_string(path).with_context(|| format!("{name}: cannot be read"))?;
            parts.files.push(texts.add(name, text));
        }
        for expression in &self.expressions {
            parts.expressions.push(texts.add_expression(expression));
        }
        Ok((texts, parts))
    }
}

/// The texts that a program consists of, without those that they include.
#[derive(Default)]
struct Parts {
    files: Vec<TextId>,
    expressions: Vec<TextId>,
}

impl Parts {
    fn all(&self) -> Vec<TextId> {
        [self.files.as_slice(), &self.expressions].concat()
    }
}

/// What is wrong with a program, to be shown with its lines.
fn rejected(texts: &Texts, mistakes: &[Diagnostic]) -> Rejected {
    Rejected(render(texts, mistakes, true))
}

/// Why a program that has no mistake cannot be answered.
fn explained(texts: &Texts, error: RunError) -> anyhow::Error {
    match error {
        RunError::Evaluate { message, span } => {
            rejected(texts, &[Diagnostic::new(message, span)]).into()
        }
        error => error.into(),
    }
}

/// The groups of relations that a program uses.
fn groups_of(plan: &Plan) -> Vec<&'static str> {
    plan.inputs().iter().filter_map(|it| facts::group_of(&it.name)).collect()
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

/// The output at a position, to be printed.
fn printed<'a>(plan: &'a Plan, answer: &'a run::Answer, position: usize) -> Printed<'a> {
    let output = &plan.outputs()[position];
    Printed {
        name: &output.name,
        columns: output.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect(),
        rows: &answer.tables[position],
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
