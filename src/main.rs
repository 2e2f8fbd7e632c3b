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

/// LLVM IR as a database: a module's types and instructions as relations
#[derive(Parser)]
#[command(name = "irlog", version = version(), after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

const AFTER_HELP: &str = "\
Examples:
  irlog check program.bc               what is wrong with a module, and where
  irlog extract program.bc -o facts    write all relations of a module as CSV
  irlog summary program.ll             what is in a module, on one page
  irlog schema                         what the relations say

Exit status:
  0  done
  1  check found the module ill-formed
  2  irlog could not do its job";

fn main() -> ExitCode {
    // `irlog build` lets builds call irlog by the names of compilers.
    if let Some(wrapper) = builds::native::Wrapper::of_this_process() {
        return wrapper.run().into();
    }
    Arguments::parse().command.run()
}

/// The version of irlog and of the LLVM that it reads modules with.
fn version() -> String {
    format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), options::llvm_version())
}
