//! The subcommands.

mod check;
mod extract;
mod rule;
mod schema;
mod summary;

use std::process::ExitCode;

use crate::output::{self, Answer};
use crate::supervisor;
use crate::worker::{Supervised, Worker};

/// A subcommand.
#[derive(clap::Subcommand)]
pub enum Command {
    Check(check::Check),
    Extract(extract::Extract),
    Rule(rule::Rule),
    Schema(schema::Schema),
    Summary(summary::Summary),
}

impl Command {
    /// Does what the command says.
    pub fn run(&self) -> ExitCode {
        match self {
            Self::Check(check) => run_in_worker(check),
            Self::Extract(extract) => run_in_worker(extract),
            Self::Rule(rule) => output::finish(rule.run().map(Answer::from)),
            Self::Schema(schema) => output::finish(Ok(schema.run().into())),
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
