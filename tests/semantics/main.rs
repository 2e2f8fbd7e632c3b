//! The semantics of LLVM IR, tested by an interpreter that enumerates all executions of small functions.
//!
//! - Each `.ll` file in this folder contains pairs of functions, `@name.src` and `@name.tgt`. A comment before each
//!   pair states whether the second refines the first, and the source of this claim (`pairs`).
//! - The output of LLVM's own passes on random functions must be a refinement (`against_llvm`).
//! - The results of the rules about undefined behaviour for random functions are compared with all executions
//!   (`of_rules`).
//! - The interpreter's observations of single values and instructions are tested (`observations`).
//!
//! `PROPTEST_CASES=10000 cargo test --test semantics` tries more random functions than the default.

mod against_llvm;
#[allow(dead_code, reason = "some users need only a part of it")]
#[path = "../verdicts/choices.rs"]
mod choices;
mod interpreter;
mod observations;
mod of_rules;
mod optimize;
mod pairs;
mod random;

use std::cell::Cell;
use std::{env, fs, io};

use extractor::inkwell::context::Context;
use facts_schema::Facts;
use interpreter::{Error, Program};
use libtest_mimic::{Arguments, Trial};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

fn main() -> io::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let mut trials = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ll") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.extend(pairs::trials(&name, &fs::read_to_string(&path)?));
        }
    }
    if trials.is_empty() {
        return Err(io::Error::other("there are no pairs in tests/semantics"));
    }
    trials.extend(observations::trials());
    trials.extend(against_llvm::trials());
    trials.extend(of_rules::trials());
    trials.sort_by(|first, second| first.name().cmp(second.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// The functions of a module in textual IR.
fn program(text: &str) -> Result<Program, String> {
    facts(text).map(|facts| Program::new(&facts))
}

/// The facts of a module in textual IR.
fn facts(text: &str) -> Result<Facts, String> {
    let context = Context::create();
    let content = text.as_bytes().to_vec();
    let input = extractor::Input { name: "module".to_owned(), content };
    let module = extractor::read(&context, &input).map_err(|error| error.to_string())?;
    module.verify().map_err(|message| message.to_string())?;
    Ok(extractor::extract(&module))
}

/// Tests random functions. Fails if more than `undecided_percent` of them exceed the budget.
fn judge_random_functions(
    undecided_percent: u32,
    judge: impl Fn(&str) -> Result<Result<(), Error>, String>,
) -> Result<(), String> {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let (tried, undecided) = (Cell::new(0_u32), Cell::new(0_u32));
    let result = TestRunner::new(config).run(&random::modules(), |text| {
        let fail = |error: String| TestCaseError::fail(format!("{error}\n{text}"));
        tried.set(tried.get() + 1);
        match judge(&text).map_err(fail)? {
            Ok(()) => Ok(()),
            Err(Error::Budget(_)) => {
                undecided.set(undecided.get() + 1);
                Ok(())
            }
            Err(error) => Err(fail(error.to_string())),
        }
    });
    result.map_err(|error| error.to_string())?;
    let (tried, undecided) = (tried.get(), undecided.get());
    if undecided * 100 > tried * undecided_percent {
        return Err(format!("{undecided} of {tried} functions were too much to try"));
    }
    Ok(())
}

/// A test with a name.
fn trial(name: String, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, move || test().map_err(Into::into))
}
