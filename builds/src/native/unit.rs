//! A unit's bitcode.

use std::ffi::{OsStr, OsString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::jobs::Job;

/// Options of clang's frontend for files beside the object file. The file name follows the option.
const OTHER_OUTPUTS: &[&str] = &[
    "-dependency-file",
    "-header-include-file",
    "-opt-record-file",
    "-serialize-diagnostic-file",
    "-split-dwarf-file",
    "-split-dwarf-output",
    "-stack-usage-file",
    "-o",
];

/// Options that are removed because they only affect files beside the bitcode, or parts of the
/// bitcode without semantics.
const LEFT_OUT: &[&str] =
    &["-discard-value-names", "-ftime-trace", "-save-temps", "-fembed-bitcode"];

/// The path for the bitcode of a unit, unique for each combination of source, output and compile
/// command.
pub fn path(job: &Job, object: &Path, folder: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    object.hash(&mut hasher);
    bitcode_words(job, OsStr::new("")).hash(&mut hasher);
    let input = job.input().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    let mut name = input.to_owned();
    name.push(format!(".{:016x}.bc", hasher.finish()));
    folder.join(name)
}

/// Compiles to bitcode the source that the job compiles to machine code.
pub fn compile(job: &Job, bitcode: &Path, folder: &Path) -> io::Result<Output> {
    let words = bitcode_words(job, bitcode.as_os_str());
    let program = job.words.first().cloned().unwrap_or_default();
    Command::new(program).args(words).current_dir(folder).stdin(Stdio::null()).output()
}

fn bitcode_words(job: &Job, bitcode: &OsStr) -> Vec<OsString> {
    let mut result = Vec::new();
    let mut words = job.words.iter().skip(1);
    while let Some(word) = words.next() {
        if OTHER_OUTPUTS.iter().any(|it| word == it) {
            words.next();
        } else if word == "-emit-obj" || word == "-S" {
            // Warnings have already been reported.
            result.extend(["-emit-llvm-bc".into(), "-w".into(), "-o".into(), bitcode.to_owned()]);
        } else if !LEFT_OUT.iter().any(|it| word.as_encoded_bytes().starts_with(it.as_bytes())) {
            result.push(word.clone());
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_output_differs() {
        let words = [
            "clang",
            "-cc1",
            "-emit-obj",
            "-dependency-file",
            "a.d",
            "-O2",
            "-o",
            "a.o",
            "-x",
            "c",
            "a.c",
        ];
        let job = Job { words: words.map(OsString::from).to_vec() };
        let expected = ["-cc1", "-emit-llvm-bc", "-w", "-o", "a.bc", "-O2", "-x", "c", "a.c"];
        assert_eq!(bitcode_words(&job, OsStr::new("a.bc")), expected);
    }
}
