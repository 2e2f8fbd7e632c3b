//! Tests that irlog's answer contains all targets of pointers while a program runs.
//!
//! ```text
//! cargo run --release --package comparisons --bin dynamic_points_to -- instrument MODULE.ll >INSTRUMENTED.ll
//! cargo run --release --package comparisons --bin dynamic_points_to -- compare MODULE.ll LOG
//! ```
//!
//! The first command inserts calls into a module (text that clang wrote without debug info), which report each object
//! and each pointer to `tests/points_to/dynamic.c`. The second one reads the log of a run, and requires each pair of
//! pointer and object to be in irlog's answer. `scripts/dynamic-points-to` runs both.

mod compare;
mod instrument;

use std::process::ExitCode;
use std::{env, fs};

use extractor::Input;
use facts_schema::Facts;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["instrument", module] => instrument(module),
        ["compare", module, log] => compare(module, log),
        _ => Err("usage: dynamic_points_to instrument MODULE | compare MODULE LOG".to_owned()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn instrument(module: &str) -> Result<bool, String> {
    let (text, facts) = load(module)?;
    print!("{}", instrument::instrumented(&text, &facts)?);
    Ok(true)
}

fn compare(module: &str, log: &str) -> Result<bool, String> {
    let (_, facts) = load(module)?;
    let log = fs::read_to_string(log).map_err(|error| format!("{log}: {error}"))?;
    let outcome = compare::compare(&facts, &log)?;
    println!("{module}: {} pairs, {} missing", outcome.pairs, outcome.missing.len());
    for missing in &outcome.missing {
        println!("    {missing}");
    }
    Ok(outcome.missing.is_empty())
}

fn load(module: &str) -> Result<(String, Facts), String> {
    let text = fs::read_to_string(module).map_err(|error| format!("{module}: {error}"))?;
    let input = Input { name: module.to_owned(), content: text.clone().into_bytes() };
    let facts = extractor::load(&[input], &mut |_| {}).map_err(|error| error.to_string())?;
    Ok((text, facts))
}
