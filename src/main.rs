//! The `irlog` command: LLVM IR as a database.

mod commands;
mod config;
mod limits;
mod message;
mod options;
mod output;
mod progress;
mod supervisor;
mod worker;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Turn LLVM IR into relations, check it, and answer questions about it
#[derive(Parser)]
#[command(name = "irlog", version = version(), after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

const AFTER_HELP: &str = "\
Examples:
  irlog check program.bc               find violations of LLVM's rules in a module
  irlog extract program.bc -o facts    write all relations of a module as CSV
  irlog summary program.ll             print a one-page summary of a module
  irlog schema                         print what the relations mean

Exit status:
  0  success
  1  check or ub has findings at level deny, or extract --each skipped unreadable modules
  2  an error; there is no result";

fn main() -> ExitCode {
    // `irlog build` lets builds call irlog under the names of compilers.
    if let Some(wrapper) = builds::native::Wrapper::of_this_process() {
        return wrapper.run().into();
    }
    Arguments::parse().command.run()
}

/// The version of irlog and of the LLVM that it reads modules with.
fn version() -> String {
    format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), options::llvm_version())
}
