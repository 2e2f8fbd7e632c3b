//! The subcommands.

mod alias;
mod bit_fields;
mod build;
mod call_graph;
mod callees;
mod callers;
mod check;
mod explain;
mod explore;
mod extract;
mod link;
mod points_to;
mod query;
mod rule;
mod schema;
mod summary;
mod ub;

use std::process::ExitCode;

use crate::output::{self, Answer};
use crate::supervisor;
use crate::worker::{Supervised, Worker};

/// A subcommand.
#[derive(clap::Subcommand)]
pub enum Command {
    Alias(alias::Alias),
    BitFields(bit_fields::BitFields),
    Build(build::Build),
    CallGraph(call_graph::CallGraph),
    Callees(callees::Callees),
    Callers(callers::Callers),
    Check(check::Check),
    Explain(explain::Explain),
    Explore(explore::Explore),
    Extract(extract::Extract),
    Link(link::Link),
    PointsTo(points_to::PointsTo),
    Query(query::Query),
    Rule(rule::Rule),
    Schema(schema::Schema),
    Summary(summary::Summary),
    Ub(ub::Ub),
}

impl Command {
    /// Runs the command.
    pub fn run(&self) -> ExitCode {
        match self {
            Self::Alias(alias) => run_in_worker(alias),
            Self::BitFields(bit_fields) => run_in_worker(bit_fields),
            Self::Build(build) => build.run(),
            Self::CallGraph(call_graph) => run_in_worker(call_graph),
            Self::Callees(callees) => run_in_worker(callees),
            Self::Callers(callers) => run_in_worker(callers),
            Self::Check(check) => run_in_worker(check),
            Self::Explain(explain) => run_in_worker(explain),
            Self::Explore(explore) => run_in_worker(explore),
            Self::Extract(extract) => extract.run_command(),
            Self::Link(link) => run_in_worker(link),
            Self::PointsTo(points_to) => run_in_worker(points_to),
            Self::Query(query) => run_in_worker(query),
            Self::Rule(rule) => output::finish(rule.run().map(Answer::from), None),
            Self::Schema(schema) => output::finish(schema.run().map(Answer::from), None),
            Self::Summary(summary) => run_in_worker(summary),
            Self::Ub(ub) => run_in_worker(ub),
        }
    }
}

fn run_in_worker(command: &impl Supervised) -> ExitCode {
    match Worker::of_this_process() {
        Some(worker) => worker.run(command),
        None => supervisor::run(command),
    }
}
