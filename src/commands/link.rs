//! `irlog link`: several modules as one file of bitcode.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use extractor::{Input, LinkOptions};

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::modules::read_modules;
use crate::options::report_to;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Link modules into one bitcode file
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Link {
    /// Bitcode, textual IR, archives, or objects with embedded bitcode
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,

    /// File to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Remove functions and variables that are not reachable from exported ones
    #[arg(long)]
    remove_unreachable: bool,

    /// Make all definitions internal except those in the first COUNT inputs
    #[arg(long, value_name = "COUNT")]
    exporting: Option<usize>,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog link main.bc library.bc -o program.bc
  irlog link main.bc library.bc -o program.bc --exporting 1 --remove-unreachable

Exit status:
  0  the file is written
  2  an input cannot be read, or the inputs cannot be linked; nothing is written";

impl Supervised for Link {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The temporary folder is beside this.
    fn output_folder(&self) -> Option<&Path> {
        Some(&self.output)
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let output = self.output.display();
        ensure!(!self.output.is_dir(), "{output}: a folder, not a file; name the file to write");
        let temporary = worker.temporary_folder();
        let temporary = temporary
            .with_context(|| format!("{output}: not a file name; name the file to write"))?;
        let inputs = self.inputs.iter().map(|it| read_modules(it, worker));
        let inputs: Vec<Input> = inputs.collect::<anyhow::Result<Vec<_>>>()?.concat();
        let &Self { remove_unreachable, exporting, .. } = self;
        let options = LinkOptions { remove_unreachable, exporting };
        let bitcode = extractor::link(&inputs, &options, &mut report_to(worker))?;
        worker.enter(Phase::Writing);
        let file = temporary.join("module.bc");
        fs::create_dir(temporary)
            .and_then(|()| fs::write(&file, bitcode))
            .and_then(|()| fs::rename(&file, &self.output))
            .with_context(|| format!("{output}: cannot be written"))?;
        Ok(Answer::default())
    }
}
