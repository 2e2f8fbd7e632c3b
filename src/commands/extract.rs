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

/// Write a module as relations, in files or a database
///
/// With --each, write many modules, each for itself, to one folder of Parquet files, a lake. What is complete there is
/// not done again, so that the same command continues a run that was stopped; it does again what has changed.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("inputs", |inputs| inputs.required(false).required_unless_present("each_from")))]
pub struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    /// The folder to write to, or the file of a database
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// The format [default: csv, and parquet with --each]
    #[arg(long, value_parser = facts_of(FORMATS))]
    format: Option<FactsFormat>,

    #[command(flatten)]
    id_style: IdStyle,

    /// Write only the relations of these groups
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(GROUPS.iter().map(|group| group.name)))]
    only: Vec<String>,

    /// Write these groups of derived relations too
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(DERIVED_GROUPS.iter().map(|group| group.name)))]
    with: Vec<String>,

    /// Replace what is there if it holds facts and nothing else
    #[arg(long)]
    force: bool,

    /// Take each input as a module of its own; ids begin with the input: `a.bc:@main`
    #[arg(long, help_heading = "Many modules")]
    each: bool,

    /// Take the inputs from this file, one on each line, or from standard input if it is -; implies --each
    #[arg(long, value_name = "LIST", help_heading = "Many modules")]
    each_from: Option<PathBuf>,

    /// Read this number of modules at the same time; without it, as many as there are processors
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
  2  there is no module, or it cannot be written; nothing is left behind, and a lake can be continued";

impl Extract {
    /// Whether it has to be known what pointers point to.
    fn needs_pointers(&self) -> bool {
        self.behavior.points_to || self.with.iter().any(|group| needs_pointers(group))
    }
}

const FORMATS: &Choice = &[
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180"),
    (Format::SOUFFLE, "What Soufflé reads, with a schema.dl that declares it"),
    (Format::Sqlite, "A SQLite database, in one file"),
    (Format::Parquet, "Parquet files, if irlog was built with them"),
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
        // Said now, and not after the work is done.
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

/// Derived relations, if any were asked for.
struct Derived(Option<Facts>);

impl Derived {
    fn give_to(self, module: &mut Facts) {
        if let Self(Some(mut derived)) = self {
            module.take_derived(&mut derived);
        }
    }
}

impl Extract {
    /// Does what the command says.
    pub fn run_command(&self) -> ExitCode {
        match Worker::of_this_process() {
            None if self.is_each() => lake::run(self),
            _ => run_in_worker(self),
        }
    }

    /// Refuses options that make no sense together.
    fn check(&self) -> anyhow::Result<()> {
        if !self.with.iter().any(|group| group == "undefined-behavior") {
            self.behavior.refuse_without("--with undefined-behavior")?;
        }
        if !self.needs_pointers() {
            let needed = "--with points-to, --with call-graph or --points-to";
            self.behavior.pointers.refuse_without(needed)?;
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
                "--ids numeric: the numbers of several modules would be the same; leave it out with --each"
            );
            facts_formats::check_built(self.format())?;
        }
        Ok(())
    }

    fn format(&self) -> FactsFormat {
        self.format.unwrap_or(if self.is_each() { FactsFormat::Parquet } else { FactsFormat::CSV })
    }

    /// Derives what was asked for.
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
