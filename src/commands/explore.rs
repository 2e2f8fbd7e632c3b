//! `irlog explore`: web pages that show a module.

mod destination;
mod tables;

use std::path::{Path, PathBuf};

use analyses::bit_fields::bit_fields;
use analyses::check::{self, Levels, Own, Report};
use clap::Args;
use facts_schema::Facts;
use pages::output::Output;
use pages::program::Content;
use pages::source::Sources;
use rules::Level;
use undefined_behavior::{Memory, Options};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::answer::no_name;
use crate::options::findings::RuleOptions;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};
use destination::Destination;
use tables::Queries;

/// Write web pages that show a module: IR, source, types, pointers, calls and findings
///
/// The pages need no server and no network. Open `index.html` in the folder with a browser.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Explore {
    #[command(flatten)]
    inputs: Inputs,

    /// Folder to write to; with --single-file, the file
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Write one self-contained page, for small programs
    #[arg(long)]
    single_file: bool,

    /// Replace existing pages
    #[arg(long)]
    force: bool,

    /// Also show the results of the Datalog program in this file, or its findings if it is a check
    #[arg(long, value_name = "FILE")]
    query: Vec<PathBuf>,

    /// Look for source files in this folder first
    #[arg(long, value_name = "DIR")]
    source_dir: Vec<PathBuf>,

    /// Do not show source code
    #[arg(long, conflicts_with = "source_dir")]
    no_source: bool,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    pointers: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog explore program.bc -o site
  irlog explore program.bc -o site --source-dir src --force
  irlog explore program.bc -o site --query calls.dl --query checks/lock-leak.dl
  irlog explore small.ll -o small.html --single-file

Exit status:
  0  the pages are complete
  2  an input cannot be read, or the pages cannot be written; nothing is left behind";

impl Supervised for Explore {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn output_folder(&self) -> Option<&Path> {
        Some(&self.output)
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let destination =
            Destination { path: &self.output, is_file: self.single_file, replace: self.force };
        // Errors in the options are reported before the work is done.
        destination.check()?;
        let temporary = worker.temporary_folder().ok_or_else(|| no_name(&self.output))?;
        let queries = Queries::read(&self.query)?;
        let (levels, own) = self.rules.settings(&queries.checks)?;
        let module = self.inputs.load(worker)?;
        let problem = self.pointers.prepare(module.all_facts()?, worker)?;
        let is_wanted = |rule| levels.of(rule) != Level::Allow;
        let own = own.run(&module, &self.pointers, worker, is_wanted)?;
        let facts = module.all_facts()?;
        let (analysis, (reports, derived)) =
            rayon::join(|| self.pointers.solve(problem), || find(facts, &levels, own));
        let analysis = analysis?;
        let tables = queries.run(&analysis, &self.pointers, worker)?;
        let sources = match self.no_source {
            true => Sources::none(),
            false => Sources::new(self.source_dir.clone()),
        };
        let content = Content {
            analysis: &analysis,
            reports,
            derived,
            tables,
            sources,
            inputs: module.inputs.clone(),
            tool: concat!("irlog ", env!("CARGO_PKG_VERSION")).into(),
        };
        worker.enter(Phase::Writing);
        destination.fill(temporary, |folder| {
            let output = match self.single_file {
                true => Output::single_file(folder),
                false => Output::folder(folder),
            };
            pages::write(&content, &output)
        })?;
        Ok(Answer::default())
    }
}

/// The findings in the module, and the derived relations that do not need the points-to analysis.
fn find(facts: &Facts, levels: &Levels, own: Own) -> (Vec<Report>, Facts) {
    let mut derived = Facts::default();
    bit_fields(facts).derive(&mut derived);
    let undefined = analyses::undefined_behavior::check_and_derive(
        facts,
        Options::default(),
        Memory::default(),
        levels,
        &mut derived,
    );
    let reports = vec![check::check_with(facts, levels, own), undefined];
    (reports, derived)
}
