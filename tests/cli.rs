//! Runs the files in `tests/cli/`; `tests/cli/readme.ll` explains their format.
//!
//! `BLESS=1 cargo test --test cli` rewrites the expected output. Read it before you commit it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut trials = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() && !is_expectation(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(name, move || Test::new(&path)?.run()));
        }
    }
    trials.sort_by(|first, second| first.name().cmp(second.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// A directive at the head of a test.
enum Step {
    /// `RUN:` irlog succeeds with these arguments.
    Run(Vec<String>),
    /// `FIND:` irlog reports findings in its input.
    Find(Vec<String>),
    /// `FAIL:` irlog fails, and leaves no file behind.
    Fail(Vec<String>),
    /// `EDIT:` replaces a line of a file.
    Edit(Vec<String>),
    /// `SHOW:` adds these files to the output.
    Show(Vec<String>),
}

/// A file in `tests/cli/`.
struct Test {
    path: PathBuf,
    steps: Vec<Step>,
    /// The folder that `%t` denotes.
    work: tempfile::TempDir,
    stdout: String,
    stderr: String,
}

impl Test {
    fn new(path: &Path) -> Result<Self, Failed> {
        let work = tempfile::tempdir()?;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let target = work.path().join("t");
        let words = |line: &str| -> Vec<String> {
            let words = line.split_whitespace();
            words
                .map(|word| word.replace("%s", &file_name).replace("%t", &target.to_string_lossy()))
                .collect()
        };
        let mut steps = Vec::new();
        let text = fs::read_to_string(path)?;
        for line in text.lines().map_while(|line| line.strip_prefix(';')) {
            match line.trim().split_once(": ") {
                Some(("RUN", rest)) => steps.push(Step::Run(words(rest))),
                Some(("FIND", rest)) => steps.push(Step::Find(words(rest))),
                Some(("EDIT", rest)) => steps.push(Step::Edit(words(rest))),
                Some(("FAIL", rest)) => steps.push(Step::Fail(words(rest))),
                Some(("SHOW", rest)) => steps.push(Step::Show(words(rest))),
                _ => {}
            }
        }
        if steps.is_empty() {
            return Err("the file does not start with `; RUN: …` or `; FAIL: …`".into());
        }
        let (stdout, stderr) = Default::default();
        Ok(Self { path: path.into(), steps, work, stdout, stderr })
    }

    fn run(mut self) -> Result<(), Failed> {
        for step in std::mem::take(&mut self.steps) {
            match step {
                Step::Run(arguments) => self.irlog(&arguments, 0)?,
                Step::Find(arguments) => self.irlog(&arguments, 1)?,
                Step::Edit(words) => edit(&words)?,
                Step::Fail(arguments) => {
                    let before = list(self.work.path())?;
                    self.irlog(&arguments, 2)?;
                    let after = list(self.work.path())?;
                    if before != after {
                        return Err(format!("files before: {before:?}, after: {after:?}").into());
                    }
                }
                Step::Show(files) => {
                    for file in files {
                        let content =
                            fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
                        self.stdout += &format!("== {file} ==\n");
                        self.stdout += &String::from_utf8(content)?;
                    }
                }
            }
        }
        self.compare("stdout", &self.stdout)?;
        self.compare("stderr", &self.stderr)
    }

    fn irlog(&mut self, arguments: &[String], expected_status: i32) -> Result<(), Failed> {
        let output = Command::new(env!("CARGO_BIN_EXE_irlog"))
            .args(arguments)
            .current_dir(self.path.parent().unwrap_or(Path::new(".")))
            .output()?;
        let stderr = String::from_utf8(output.stderr)?;
        if output.status.code() != Some(expected_status) {
            let command = arguments.join(" ");
            return Err(format!("irlog {command}: {}\n{stderr}", output.status).into());
        }
        self.stdout += &String::from_utf8(output.stdout)?;
        self.stderr += &stderr;
        Ok(())
    }

    /// Compares the output with the file beside the test; a missing file means empty output.
    fn compare(&self, stream: &str, text: &str) -> Result<(), Failed> {
        let text = text.replace(&*self.work.path().join("t").to_string_lossy(), "%t");
        let mut path = OsString::from(&self.path);
        path.push(format!(".{stream}"));
        let expected = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            result => result?,
        };
        if text == expected {
            return Ok(());
        }
        if env::var_os("BLESS").is_none() {
            return Err(format!("{stream} differs; expected:\n{expected}\nfound:\n{text}").into());
        }
        if text.is_empty() {
            fs::remove_file(path)?
        } else {
            fs::write(path, text)?
        }
        Ok(())
    }
}

/// Replaces a line of a file.
fn edit(words: &[String]) -> Result<(), Failed> {
    let [file, old, new] = words else { return Err("EDIT takes a file and two lines".into()) };
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (old, new) = (format!("\n{old}\n"), format!("\n{new}\n"));
    if text.matches(&old).count() != 1 {
        return Err(format!("{file}: has not one line{old}").into());
    }
    fs::write(file, text.replace(&old, &new))?;
    Ok(())
}

fn is_expectation(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "stdout" || extension == "stderr")
}

/// All files below `folder`.
fn list(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.append(&mut list(&path)?);
        }
        files.insert(path);
    }
    Ok(files)
}
