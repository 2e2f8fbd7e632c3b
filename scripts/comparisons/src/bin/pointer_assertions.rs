//! Tests that irlog proves the pointer assertions of a program; see `tests/points_to/checks.rs`.
//!
//! ```text
//! cargo run --release --package comparisons --bin pointer_assertions -- PROGRAM MODULE...
//! ```
//!
//! The modules are builds of the program; a module with `O0` in its name contains all assertions of the program. Prints
//! the number of assertions with the expected answer for each module, and the others; fails if there are others, or no
//! assertions at all.

#[allow(dead_code, reason = "some users need only a part of it")]
#[path = "../../../../tests/points_to/checks.rs"]
mod checks;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use checks::{Program, check};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [program, modules @ ..] if !modules.is_empty() => match run(Path::new(program), modules) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(message) => error(&message),
        },
        _ => error("usage: pointer_assertions PROGRAM MODULE..."),
    }
}

fn error(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}

/// Whether all assertions have the expected answer.
fn run(path: &Path, modules: &[String]) -> Result<bool, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let program = Program::new(path, &text);
    let mut is_right = true;
    for module in modules {
        let module = Path::new(module);
        let name = module.file_name().unwrap_or_default().to_string_lossy();
        let is_optimised = !name.contains("O0") && !name.ends_with(".ll");
        let outcome = check(&program, module, is_optimised)?;
        println!("{name}: {} passed, {} failed", outcome.passed, outcome.problems.len());
        if outcome.is_compared {
            println!("    both solvers have been tried");
        }
        for problem in &outcome.problems {
            println!("    {}: {problem}", path.display());
        }
        is_right &= outcome.problems.is_empty();
    }
    Ok(is_right)
}
