//! The subcommands.

mod extract;
mod schema;
mod summary;

use std::process::ExitCode;

use crate::options::Limits;
use crate::worker::Worker;
use crate::{output, supervisor, worker};

/// A subcommand.
#[derive(clap::Subcommand)]
pub enum Command {
    Extract(extract::Extract),
    Schema(schema::Schema),
    Summary(summary::Summary),
}

impl Command {
    /// Does what the command says.
    pub fn run(&self) -> ExitCode {
        match self {
            Self::Extract(extract) => run_in_worker(extract),
            Self::Schema(schema) => output::finish(Ok(schema.run())),
            Self::Summary(summary) => run_in_worker(summary),
        }
    }
}

/// A command that lets LLVM read files, and therefore runs in a process of its own: LLVM ends the
/// whole process when a file is damaged in certain ways.
pub trait Supervised: Sync {
    /// What the worker may use.
    fn limits(&self) -> &Limits;

    /// The folder that the worker fills before it gives it its real name. It is hidden, lies in the
    /// same file system as that, and no other run (the supervisor's process id tells them apart)
    /// uses it.
    fn temporary_folder(&self, supervisor: u32) -> Option<std::path::PathBuf> {
        let _ = supervisor;
        None
    }

    /// Does the work, and returns what goes to standard output.
    ///
    /// # Errors
    ///
    /// When the command cannot do its job.
    fn run(&self, worker: &Worker) -> anyhow::Result<String>;
}

fn run_in_worker(command: &impl Supervised) -> ExitCode {
    match worker::Worker::of_this_process() {
        Some(worker) => worker.run(command),
        None => supervisor::run(command),
    }
}
