//! `irlog extract`: a module as a folder of files, one for each relation.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use facts_schema::folder::WriteOptions;
use facts_schema::{DERIVED_GROUPS, Facts, FactsFormat, Format, GROUPS};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::answer::no_name;
use crate::options::derived::{derive_group, needs_pointers};
use crate::options::format::{Choice, facts_of};
use crate::options::points_to::PointsToOptions;
use crate::options::{IdStyle, Inputs};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Write a module as relations, one file each
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    /// The folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The format of the files
    #[arg(long, value_parser = facts_of(FORMATS), default_value = "csv")]
    format: FactsFormat,

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

    /// Replace the folder if it holds facts already
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    analysis: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog extract program.bc -o facts
  irlog extract main.bc library.bc -o facts --format souffle
  irlog extract program.bc -o facts --with points-to,call-graph
  clang -g -emit-llvm -c x.c -o - | irlog extract - -o facts --only instructions,memory

Exit status:
  0  the folder is complete
  2  there is no module, or it cannot be written; nothing is left behind";

impl Extract {
    /// Whether it has to be known what pointers point to.
    fn needs_pointers(&self) -> bool {
        self.with.iter().any(|group| needs_pointers(group))
    }
}

const FORMATS: &Choice = &[
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180"),
    (Format::SOUFFLE, "What Soufflé reads, with a schema.dl that declares it"),
    (Format::Sqlite, "A SQLite database, in one file"),
    (Format::Parquet, "Parquet files"),
];

impl Supervised for Extract {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn output_folder(&self) -> Option<&Path> {
        Some(&self.output)
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        // Said now, and not after the work is done.
        if !self.needs_pointers() {
            self.analysis.refuse_without("--with points-to or --with call-graph")?;
        }
        facts_formats::check_target(&self.output, self.format, self.force)?;
        let temporary = worker.temporary_folder().ok_or_else(|| no_name(&self.output))?;
        let module = self.inputs.load(worker)?;
        if !self.with.is_empty() {
            let (mut derived, mut groups) = (Facts::default(), Vec::new());
            for group in &self.with {
                if !groups.contains(group) {
                    let facts = module.all_facts()?;
                    groups.extend(derive_group(
                        facts,
                        group,
                        &self.analysis,
                        worker,
                        &mut derived,
                    )?);
                }
            }
            module.facts.take_derived(&mut derived);
        }
        worker.enter(Phase::Writing);
        let options = WriteOptions {
            format: self.format,
            ids: self.id_style.ids(),
            groups: self.only.clone(),
            derived: self.with.clone(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            llvm_version: module.llvm_version,
            inputs: module.inputs,
            replace: self.force,
        };
        facts_formats::write(module.facts, &self.output, temporary, &options)?;
        Ok(Answer::default())
    }
}
