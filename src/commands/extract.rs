//! `irlog extract`: a module as relations, in files or a database.

mod lake;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use clap::builder::PossibleValuesParser;
use facts_schema::folder::WriteOptions;
use facts_schema::{DERIVED_GROUPS, Facts, FactsFormat, Format, GROUPS, Ids};

use super::run_in_worker;
use crate::limits::Limits;
use crate::message::Phase;
use crate::options::answer::no_name;
use crate::options::derived::{Deriver, needs_pointers};
use crate::options::format::{Choice, facts_of};
use crate::options::undefined_behavior::UndefinedBehaviorOptions;
use crate::options::{IdStyle, Inputs, Module};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Write a module as relations, to files or a database
///
/// With --each, many modules are written separately to one folder of Parquet files, a lake. Modules that are complete
/// are skipped, so the same command continues an interrupted run; modules whose input has changed are written again.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("inputs", |inputs| inputs.required(false).required_unless_present("each_from")))]
pub struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    /// Folder to write to, or database file
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// Output format [default: csv, or parquet with --each]
    #[arg(long, value_parser = facts_of(FORMATS))]
    format: Option<FactsFormat>,

    #[command(flatten)]
    id_style: IdStyle,

    /// Write only these groups of relations
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(GROUPS.iter().map(|group| group.name)))]
    only: Vec<String>,

    /// Also write these groups of derived relations
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(DERIVED_GROUPS.iter().map(|group| group.name)))]
    with: Vec<String>,

    /// Replace existing output that contains facts and nothing else
    #[arg(long)]
    force: bool,

    /// Treat each input as a separate module; ids begin with the input: `a.bc:@main`
    #[arg(long, help_heading = "Many modules")]
    each: bool,

    /// Read the names of the inputs from this file, one per line, or from standard input if it is -; implies --each
    #[arg(long, value_name = "LIST", help_heading = "Many modules")]
    each_from: Option<PathBuf>,

    /// Number of modules to extract in parallel; by default the number of processors
    #[arg(long, value_name = "COUNT", help_heading = "Many modules")]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    jobs: Option<usize>,

    #[command(flatten)]
    behavior: UndefinedBehaviorOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog extract program.bc -o facts
  irlog extract main.bc library.bc -o facts --format souffle
  irlog extract program.bc -o facts --with points-to,call-graph
  irlog extract program.bc -o facts --with undefined-behavior --points-to
  irlog extract program.bc -o program.db --format sqlite
  clang -g -emit-llvm -c x.c -o - | irlog extract - -o facts --only instructions,memory
  irlog extract --each build/*.bc -o lake
  find . -name '*.bc' | irlog extract --each-from - -o lake --jobs 8

Exit status:
  0  the output is complete
  1  the lake lacks modules that could not be read
  2  an input cannot be read, or the output cannot be written; nothing is left behind, and a lake can be continued";

impl Extract {
    /// Whether the points-to analysis is needed.
    fn needs_pointers(&self) -> bool {
        self.behavior.points_to || self.with.iter().any(|group| needs_pointers(group))
    }
}

const FORMATS: &Choice = &[
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180"),
    (Format::SOUFFLE, "Facts for Soufflé, with a schema.dl that declares them"),
    (Format::Sqlite, "A SQLite database in one file"),
    (Format::Parquet, "Parquet files, if irlog was built with the feature parquet"),
];

impl Supervised for Extract {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn output_folder(&self) -> Option<&Path> {
        Some(&self.output)
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        if self.is_each() {
            return lake::work(self, worker);
        }
        // Errors in the options are reported before the work is done.
        self.check()?;
        facts_formats::check_target(&self.output, self.format(), self.force)?;
        let temporary = worker.temporary_folder().ok_or_else(|| no_name(&self.output))?;
        let module = self.inputs.load(worker)?;
        self.derive(&module, worker)?.give_to(module.facts);
        worker.enter(Phase::Writing);
        let options = self.write_options(module.llvm_version, module.inputs);
        facts_formats::write(module.facts, &self.output, temporary, &options)?;
        Ok(Answer::default())
    }
}

/// Derived relations, if any are requested.
struct Derived(Option<Facts>);

impl Derived {
    fn give_to(self, module: &mut Facts) {
        if let Self(Some(mut derived)) = self {
            module.take_derived(&mut derived);
        }
    }
}

impl Extract {
    /// Runs the command.
    pub fn run_command(&self) -> ExitCode {
        match Worker::of_this_process() {
            None if self.is_each() => lake::run(self),
            _ => run_in_worker(self),
        }
    }

    /// Rejects options that cannot be combined.
    fn check(&self) -> anyhow::Result<()> {
        if !self.with.iter().any(|group| group == "undefined-behavior") {
            self.behavior.reject_without("--with undefined-behavior")?;
        }
        if !self.needs_pointers() {
            let needed = "--with points-to, --with call-graph or --points-to";
            self.behavior.pointers.reject_without(needed)?;
        }
        ensure!(
            self.jobs.is_none() || self.is_each(),
            "--jobs: has no effect without --each; one module is read on all processors"
        );
        if self.is_each() {
            let format = self.format().name();
            ensure!(
                self.format() == FactsFormat::Parquet,
                "--format {format}: has no effect with --each, which writes Parquet"
            );
            ensure!(
                self.id_style.ids() == Ids::Symbol,
                "--ids numeric: cannot be used with --each, because the numbers of different modules would collide"
            );
            facts_formats::check_built(self.format())?;
        }
        Ok(())
    }

    fn format(&self) -> FactsFormat {
        self.format.unwrap_or(if self.is_each() { FactsFormat::Parquet } else { FactsFormat::CSV })
    }

    /// Derives the groups of `--with`.
    fn derive(&self, module: &Module, worker: &Worker) -> anyhow::Result<Derived> {
        if self.with.is_empty() {
            return Ok(Derived(None));
        }
        let facts = module.all_facts()?;
        let mut deriver = Deriver::new(facts, &self.behavior, worker);
        let (mut derived, mut groups) = (Facts::default(), Vec::new());
        for group in &self.with {
            if !groups.contains(group) {
                groups.extend(deriver.derive(group, &mut derived)?);
            }
        }
        Ok(Derived(Some(derived)))
    }

    fn write_options(&self, llvm_version: String, inputs: Vec<String>) -> WriteOptions {
        WriteOptions {
            format: self.format(),
            ids: self.id_style.ids(),
            groups: self.only.clone(),
            derived: self.with.clone(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            llvm_version,
            inputs,
            replace: self.force,
        }
    }
}
