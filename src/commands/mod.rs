//! The subcommands.

mod extract;
mod schema;
mod summary;

use std::process::ExitCode;

use crate::worker::{Supervised, Worker};
use crate::{output, supervisor};

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

fn run_in_worker(command: &impl Supervised) -> ExitCode {
    match Worker::of_this_process() {
        Some(worker) => worker.run(command),
        None => supervisor::run(command),
    }
}
