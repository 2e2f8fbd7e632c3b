//! A temporary folder in which a test runs irlog.

use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The executable under test.
pub const IRLOG: &str = env!("CARGO_BIN_EXE_irlog");

/// A temporary folder.
pub struct RunFolder(TempDir);

impl RunFolder {
    /// An empty folder.
    pub fn empty() -> Self {
        Self(tempfile::tempdir().expect("there is room for temporary files"))
    }

    /// A folder that contains one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::empty();
        folder.write(name, content);
        folder
    }

    /// A folder with a compiled module, `real.bc`.
    pub fn with_real_module() -> Self {
        Self::with("real.bc", real_module())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), content).expect("a file in an own folder can be written");
    }

    /// irlog with these arguments, to run in this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(IRLOG);
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        command
    }

    /// Runs irlog.
    pub fn irlog(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("irlog can be started")
    }

    /// The paths of all files in this folder and its subfolders, including hidden ones.
    pub fn files(&self) -> BTreeSet<String> {
        let mut files = BTreeSet::new();
        list(self.path(), "", &mut files).expect("an own folder can be listed");
        files
    }

    /// Runs irlog, which must fail with a message that contains all of `words`, and leave no new files.
    #[track_caller]
    pub fn rejects(&self, arguments: &[&str], words: &[&str]) {
        self.rejects_command(self.command(arguments), words);
    }

    /// Runs a command, which must fail in this way.
    #[track_caller]
    pub fn rejects_command(&self, mut command: Command, words: &[&str]) {
        let before = self.files();
        let output = command.output().expect("the command can be started");
        assert_rejection(&output, words);
        assert_eq!(before, self.files(), "{command:?} left something behind");
    }
}

/// Checks for an error: status 2, and one line that contains all of `words`.
#[track_caller]
pub fn assert_rejection(output: &Output, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{stderr:?}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{word:?} is missing in: {stderr}");
    }
}

/// Bitcode of a program with debug information, compiled by an installed compiler.
pub fn real_module() -> &'static [u8] {
    static MODULE: OnceLock<Vec<u8>> = OnceLock::new();
    MODULE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("real.bc");
        let mut compiler = compiler(&path);
        let output = compiler.output().unwrap_or_else(|error| panic!("{compiler:?}: {error}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(path).expect("the compiler has written bitcode")
    })
}

/// The rustc whose LLVM is the one linked here.
#[cfg(not(feature = "llvm19-1"))]
fn compiler(output: &Path) -> Command {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_input/real.rs");
    command.args(["--edition=2024", "--crate-type=lib", "--emit=llvm-bc", "-g"]);
    command.args(["-Copt-level=1", "-Ccodegen-units=1", source, "-o"]).arg(output);
    command
}

/// A compiler whose bitcode LLVM 19 can read.
#[cfg(feature = "llvm19-1")]
fn compiler(output: &Path) -> Command {
    let mut command = Command::new("clang-19");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_input/real.c");
    command.args(["-c", "-emit-llvm", "-g", "-O1", source, "-o"]).arg(output);
    command
}

fn list(folder: &Path, prefix: &str, files: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        }
        files.insert(name);
    }
    Ok(())
}
