//! The jobs that clang would run for a command line, as reported by `clang -###`, so that clang's
//! options need not be parsed here.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::embedded;

/// A command that clang runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The program and its arguments.
    pub words: Vec<OsString>,
}

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Compiles C or C++ to machine code, as an object file or as text.
    Compile,
    /// Assembles an object file.
    Assemble,
    /// Links object files to an executable or a library.
    Link,
    /// Anything else, such as preprocessing.
    Other,
}

impl Job {
    /// Its kind.
    pub fn kind(&self) -> JobKind {
        let program = self.words.first().map(Path::new).and_then(Path::file_name);
        let is_assembler =
            program.is_some_and(|it| it == "as" || it.as_encoded_bytes().ends_with(b"-as"));
        match self.words.get(1).and_then(|it| it.to_str()) {
            Some("-cc1") if self.has("-emit-obj") || self.has("-S") => JobKind::Compile,
            Some("-cc1") => JobKind::Other,
            Some("-cc1as") => JobKind::Assemble,
            _ if is_assembler => JobKind::Assemble,
            Some(_) if self.output().is_some() => JobKind::Link,
            _ => JobKind::Other,
        }
    }

    /// The file that it writes.
    pub fn output(&self) -> Option<&OsStr> {
        self.value("-o")
    }

    /// The file that it compiles.
    pub fn input(&self) -> Option<&OsStr> {
        self.words.last().map(OsString::as_os_str)
    }

    /// Whether it reads this file.
    pub fn reads(&self, file: &OsStr) -> bool {
        self.output() != Some(file) && self.words.iter().skip(1).any(|it| it == file)
    }

    fn has(&self, option: &str) -> bool {
        self.words.iter().any(|it| it == option)
    }

    fn value(&self, option: &str) -> Option<&OsStr> {
        let position = self.words.iter().position(|it| it == option)?;
        self.words.get(position + 1).map(OsString::as_os_str)
    }
}

/// The jobs of a command line, and the options that must be added to it.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    /// The jobs in order.
    pub jobs: Vec<Job>,
    /// Options to append: object files for link-time optimisation have no sections.
    pub additional: Vec<OsString>,
    /// The first error that clang reports.
    pub complaint: Option<String>,
}

impl Jobs {
    /// Queries clang.
    pub fn of(clang: &Path, arguments: &[OsString], folder: &Path) -> io::Result<Self> {
        // If temporary files are kept, clang compiles via bitcode.
        let arguments: Vec<&OsString> = arguments
            .iter()
            .filter(|it| !it.as_encoded_bytes().starts_with(b"-save-temps"))
            .collect();
        let mut complaint = None;
        let mut ask = |additional: &[OsString]| -> io::Result<Vec<Job>> {
            let mut command = Command::new(clang);
            command.arg("-###").args(&arguments).args(additional);
            embedded::disable(&mut command);
            let output = command.current_dir(folder).stdin(Stdio::null()).output()?;
            let text = String::from_utf8_lossy(&output.stderr);
            complaint =
                text.lines().find_map(|line| Some(line.split_once("error: ")?.1.to_owned()));
            Ok(output.stderr.split(|byte| *byte == b'\n').filter_map(parse).collect())
        };
        let jobs = ask(&[])?;
        let is_lto =
            |job: &Job| job.words.iter().any(|it| it.as_encoded_bytes().starts_with(b"-flto"));
        let compiles = |job: &&Job| job.words.get(1).is_some_and(|it| it == "-cc1");
        if jobs.iter().filter(compiles).any(is_lto) {
            let additional = vec![OsString::from("-fno-lto")];
            return Ok(Self { jobs: ask(&additional)?, additional, complaint });
        }
        Ok(Self { jobs, additional: Vec::new(), complaint })
    }

    /// The job that links.
    pub fn link(&self) -> Option<&Job> {
        self.jobs.iter().find(|job| job.kind() == JobKind::Link)
    }

    /// The jobs that compile, each with the file that will contain its machine code: an object
    /// file, or the output of a link in the same command line.
    pub fn units(&self) -> impl Iterator<Item = (&Job, &OsStr)> {
        self.jobs.iter().filter(|job| job.kind() == JobKind::Compile).filter_map(|job| {
            let mut file = job.output()?;
            let mut seen = HashSet::new();
            while let Some(next) = self.jobs.iter().find(|it| it.reads(file)).and_then(Job::output)
            {
                if !seen.insert(next) {
                    break;
                }
                file = next;
            }
            Some((job, file))
        })
    }

    /// Assembly sources, which have no bitcode.
    pub fn assembler(&self) -> impl Iterator<Item = &OsStr> {
        let written: HashSet<&OsStr> = self.jobs.iter().filter_map(Job::output).collect();
        let reads_assembler = |job: &&Job| {
            job.kind() == JobKind::Assemble || job.words.iter().any(|it| it == "assembler-with-cpp")
        };
        let inputs = self.jobs.iter().filter(reads_assembler).filter_map(Job::input);
        inputs.filter(move |it| !written.contains(it))
    }
}

/// Parses a line ` "/usr/bin/clang" "-cc1" …`. Quotes, dollars and backslashes are escaped by a
/// backslash.
fn parse(line: &[u8]) -> Option<Job> {
    let mut rest = line.strip_prefix(b" \"")?;
    let mut words = Vec::new();
    let mut word = Vec::new();
    loop {
        match rest {
            [b'\\', byte, after @ ..] => {
                word.push(*byte);
                rest = after;
            }
            [b'"', after @ ..] => {
                words.push(OsString::from_vec(std::mem::take(&mut word)));
                match after.strip_prefix(b" \"") {
                    Some(next) => rest = next,
                    None => return Some(Job { words }),
                }
            }
            [byte, after @ ..] => {
                word.push(*byte);
                rest = after;
            }
            [] => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(lines: &[&str]) -> Jobs {
        let jobs = lines.iter().filter_map(|line| parse(line.as_bytes())).collect();
        Jobs { jobs, ..Jobs::default() }
    }

    #[test]
    fn words_are_unquoted() {
        let job = parse(br#" "/bin/clang" "-cc1" "-D" "X=\"a \\ b\"" "a b.c""#).expect("a job");
        assert_eq!(job.words, ["/bin/clang", "-cc1", "-D", r#"X="a \ b""#, "a b.c"]);
        assert_eq!(parse(b" (in-process)"), None);
        assert_eq!(parse(b"Target: x86_64-pc-linux-gnu"), None);
    }

    #[test]
    fn a_unit_is_in_every_file_linked_from_it() {
        let jobs = jobs(&[
            r#" "/bin/clang" "-cc1" "-S" "-o" "/tmp/a.s" "-x" "c" "a.c""#,
            r#" "/usr/bin/as" "-o" "/tmp/a.o" "/tmp/a.s""#,
            r#" "/bin/clang" "-cc1" "-E" "-o" "/tmp/b.s" "-x" "assembler-with-cpp" "b.S""#,
            r#" "/bin/clang" "-cc1as" "-o" "/tmp/b.o" "/tmp/b.s""#,
            r#" "/usr/bin/ld" "-o" "program" "/tmp/a.o" "/tmp/b.o" "c.o" "-lc""#,
        ]);
        let units: Vec<_> = jobs.units().map(|(job, file)| (job.input(), file)).collect();
        assert_eq!(units, [(Some(OsStr::new("a.c")), OsStr::new("program"))]);
        assert_eq!(jobs.assembler().collect::<Vec<_>>(), ["b.S"]);
        assert_eq!(jobs.link().and_then(Job::output), Some(OsStr::new("program")));
    }

    #[test]
    fn preprocessing_alone_does_not_make_a_unit() {
        let jobs = jobs(&[r#" "/bin/clang" "-cc1" "-E" "-o" "-" "-x" "c" "a.c""#]);
        assert_eq!(jobs.units().count(), 0);
        assert!(jobs.link().is_none());
    }
}
