//! Compares irlog's rules with LLVM's own verifier: the confusion matrix over a folder of modules, by module and by
//! function.
//!
//! ```text
//! cargo run --release --package comparisons --bin agreement -- [--all] PATH...
//! ```
//!
//! Each path is a module (`.ll`, `.bc`), or a folder that contains modules at any depth. Lines on standard output list
//! the modules and functions on which the two disagree, with both verdicts; `--all` lists all modules. irlog rejects a
//! function if a violated rule at level deny is about it, or about an entity in it; modules that LLVM cannot read are
//! counted separately.
//!
//! Each module is judged by a process of its own, because LLVM's verifier can crash on invalid modules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fmt, fs, io};

use extractor::Input;
use extractor::inkwell::context::Context;
use facts_schema::FunctionId;
use rules::{Level, checks};

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [flag, path] = arguments.as_slice()
        && flag == "--judge"
    {
        return Ok(judge(path));
    }
    let all = arguments.iter().any(|argument| argument == "--all");
    let mut modules = Vec::new();
    for path in arguments.iter().filter(|argument| *argument != "--all") {
        collect(Path::new(path), &mut modules)?;
    }
    if modules.is_empty() {
        eprintln!("error: no modules; usage: agreement [--all] PATH...");
        return Ok(ExitCode::from(2));
    }
    modules.sort();
    let mut summary = Summary::default();
    for module in &modules {
        summary.add(module, all)?;
    }
    println!("{summary}");
    Ok(if summary.modules.disagree() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The modules in a folder, or the module itself.
fn collect(path: &Path, modules: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        modules.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        let is_module = path.extension().is_some_and(|it| it == "ll" || it == "bc");
        if path.is_dir() || is_module {
            collect(&path, modules)?;
        }
    }
    Ok(())
}

/// The number of modules or functions for each combination of verdicts.
#[derive(Default)]
struct Matrix {
    both_accept: usize,
    both_refuse: usize,
    missed: usize,
    false_alarms: usize,
}

impl Matrix {
    fn count(&mut self, llvm_refuses: bool, irlog_refuses: bool) {
        *match (llvm_refuses, irlog_refuses) {
            (false, false) => &mut self.both_accept,
            (true, true) => &mut self.both_refuse,
            (true, false) => &mut self.missed,
            (false, true) => &mut self.false_alarms,
        } += 1;
    }

    fn disagree(&self) -> usize {
        self.missed + self.false_alarms
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refused = self.both_refuse + self.missed;
        let share =
            if refused == 0 { 100.0 } else { self.both_refuse as f64 / refused as f64 * 100.0 };
        writeln!(f, "                 irlog accepts  irlog rejects")?;
        writeln!(f, "  LLVM accepts   {:13}  {:13}", self.both_accept, self.false_alarms)?;
        writeln!(f, "  LLVM rejects   {:13}  {:13}", self.missed, self.both_refuse)?;
        write!(f, "  of the modules that LLVM rejects, irlog rejects {share:.1} %")
    }
}

/// The results for all modules.
#[derive(Default)]
struct Summary {
    modules: Matrix,
    functions: Matrix,
    unreadable: usize,
    crashed: usize,
}

impl Summary {
    fn add(&mut self, module: &Path, all: bool) -> io::Result<()> {
        let output = Command::new(env::current_exe()?).arg("--judge").arg(module).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines();
        let verdict = lines.next().unwrap_or_default();
        let name = module.display();
        match (output.status.code(), verdict.split_once(' ')) {
            (Some(0), Some((llvm, irlog))) => {
                let (llvm, irlog) = (llvm == "refuses", irlog == "refuses");
                self.modules.count(llvm, irlog);
                let told = all || llvm != irlog;
                if told {
                    println!("{} {name}", agreement(llvm, irlog));
                }
                for line in lines {
                    match line.strip_prefix("function ").and_then(|it| it.split_once(' ')) {
                        Some((llvm, irlog)) => {
                            self.functions.count(llvm == "refuses", irlog == "refuses");
                        }
                        None if told => println!("    {line}"),
                        None => {}
                    }
                }
            }
            (Some(2), _) => {
                self.unreadable += 1;
                println!("unreadable {name}: {verdict}");
            }
            _ => {
                self.crashed += 1;
                println!("CRASHED {name}: {}", output.status);
            }
        }
        Ok(())
    }
}

fn agreement(llvm_refuses: bool, irlog_refuses: bool) -> &'static str {
    match (llvm_refuses, irlog_refuses) {
        (true, false) => "MISSED",
        (false, true) => "FALSE ALARM",
        _ => "agreed",
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Modules")?;
        writeln!(f, "{}", self.modules)?;
        writeln!(f, "Functions")?;
        writeln!(f, "{}", self.functions)?;
        write!(f, "Not judged: {} unreadable, {} crashed", self.unreadable, self.crashed)
    }
}

/// Judges one module. Prints a line `LLVM's verdict, irlog's verdict`, a line for each function, and lines with the
/// reasons.
fn judge(path: &str) -> ExitCode {
    let unreadable = |error: &dyn fmt::Display| {
        println!("{error}");
        ExitCode::from(2)
    };
    let content = match fs::read(path) {
        Ok(content) => content,
        Err(error) => return unreadable(&error),
    };
    let context = Context::create();
    let module = match extractor::read(&context, &Input { name: path.to_owned(), content }) {
        Ok(module) => module,
        Err(error) => return unreadable(&error),
    };
    let facts = extractor::extract(&module);
    let mut violations = checks::violations(&facts);
    violations.retain(|violation| violation.rule.0.level == Level::Deny);
    let word = |refused: bool| if refused { "refuses" } else { "accepts" };
    let llvm = module.verify();
    println!("{} {}", word(llvm.is_err()), word(!violations.is_empty()));

    let blamed: BTreeSet<FunctionId> =
        violations.iter().filter_map(|violation| violation.subject.function(&facts)).collect();
    for (function, row) in module.get_functions().zip(&facts.function) {
        let refused = !function.verify(false);
        let blamed = blamed.contains(&row.function);
        println!("function {} {}", word(refused), word(blamed));
        if refused != blamed {
            let name = function.get_name().to_string_lossy();
            println!("@{name}: LLVM {}, irlog {}", word(refused), word(blamed));
        }
    }
    if let Err(message) = llvm {
        for line in message.to_string().lines().take(6) {
            println!("LLVM: {line}");
        }
    }
    let found: BTreeSet<&str> = violations.iter().map(|it| it.rule.0.name).collect();
    println!("irlog: {found:?}");
    ExitCode::SUCCESS
}
