//! Checks the pointer assertions of the Rust and LLVM IR programs; `tests/points_to/checks.rs` explains them. The C and
//! C++ programs need clang: `scripts/pointer-assertions` checks them as well, and runs the programs to verify that
//! their assertions are true.

#[allow(dead_code, reason = "some users need only a part of it")]
#[path = "points_to/checks.rs"]
mod checks;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io};

use checks::{Program, check};
use libtest_mimic::{Arguments, Failed, Trial};

/// The optimisation levels at which Rust programs are compiled.
const LEVELS: [&str; 3] = ["0", "1", "2"];

/// The number of modules on which both solvers were run.
static COMPARED: AtomicUsize = AtomicUsize::new(0);

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/points_to");
    let mut trials = Vec::new();
    for kind in ["soundness", "precision", "imprecision"] {
        for entry in fs::read_dir(folder.join(kind))? {
            let path = entry?.path();
            let name = format!("{kind}/{}", path.file_name().unwrap_or_default().to_string_lossy());
            if path.extension().is_some_and(|extension| extension == "ll") {
                trials.push(Trial::test(name, move || check_text(&path)));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let builds = Program::new(&path, &fs::read_to_string(&path)?).builds;
                let is_built =
                    |level: &&str| builds.is_empty() || builds.contains(&format!("O{level}"));
                for level in LEVELS.into_iter().filter(is_built) {
                    let path = path.clone();
                    let name = format!("{name} O{level}");
                    trials.push(Trial::test(name, move || check_compiled(&path, level)));
                }
            }
        }
    }
    if trials.is_empty() {
        return Err(io::Error::other("there are no programs in tests/points_to"));
    }
    trials.sort_by(|first, second| first.name().cmp(second.name()));
    let arguments = Arguments::from_args();
    let is_all = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    let compared = COMPARED.load(Ordering::Relaxed);
    println!("both solvers have been tried on {compared} modules");
    if is_all && compared == 0 {
        return Err(io::Error::other("no module is small enough to try both solvers"));
    }
    conclusion.exit()
}

fn check_text(path: &Path) -> Result<(), Failed> {
    let program = Program::new(path, &fs::read_to_string(path)?);
    judge(&program, path, false)
}

fn check_compiled(path: &Path, level: &str) -> Result<(), Failed> {
    let program = Program::new(path, &fs::read_to_string(path)?);
    let folder = tempfile::tempdir()?;
    let module = compile(path, level, folder.path())?;
    judge(&program, &module, level != "0")
}

fn compile(path: &Path, level: &str, folder: &Path) -> Result<PathBuf, Failed> {
    let module = folder.join("program.bc");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--edition=2024", "--emit=llvm-bc", "-Ccodegen-units=1", "-g", "-o"])
        .args([&module, path])
        .arg(format!("-Copt-level={level}"))
        .status()?;
    if status.success() { Ok(module) } else { Err("rustc does not compile it".into()) }
}

fn judge(program: &Program, module: &Path, is_optimised: bool) -> Result<(), Failed> {
    let outcome = check(program, module, is_optimised)?;
    COMPARED.fetch_add(outcome.is_compared.into(), Ordering::Relaxed);
    if outcome.problems.is_empty() { Ok(()) } else { Err(outcome.problems.join("\n").into()) }
}
