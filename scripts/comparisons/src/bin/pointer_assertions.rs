//! Whether irlog knows what a program says about its pointers; see `tests/points_to/checks.rs`.
//!
//! ```text
//! cargo run --release --package comparisons --bin pointer_assertions -- PROGRAM MODULE...
//! ```
//!
//! The modules have been compiled from the program, one in each way; a module whose name has `O0` in
//! it has all checks of the program. Says for each module how many of its checks came out as they
//! should, and which did not; fails if there is such a one, or no check at all.

#[allow(dead_code, reason = "not all who use it need all of it")]
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

/// Whether all checks came out as they should.
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
