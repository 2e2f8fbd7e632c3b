//! irlog called under the name of a compiler, linker or archiver.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::jobs::{Job, Jobs};
use super::record::{self, Event, Failed};
use super::session::Session;
use super::{archive, embedded, section, unit};

/// A call of a compiler, linker or archiver by a build.
pub struct Wrapper {
    session: Session,
    /// The folder of the wrappers.
    folder: PathBuf,
    name: String,
    arguments: Vec<OsString>,
    /// The current directory of the call.
    current: PathBuf,
}

/// The kind of tool that a name denotes.
enum Tool {
    Compiler { is_cxx: bool },
    Linker,
    Archiver,
}

impl Wrapper {
    /// The call that started this process, if it was started under the name of a wrapper.
    pub fn of_this_process() -> Option<Self> {
        let mut words = env::args_os();
        let called = PathBuf::from(words.next()?);
        let name = called.file_name()?.to_str()?.to_owned();
        let folder = match called.parent() {
            Some(folder) if folder != Path::new("") => std::path::absolute(folder).ok()?,
            _ => folders_on_path().into_iter().find(|it| it.join(&name).is_file())?,
        };
        let session = Session::open(folder.parent()?)?;
        if folder != session.wrappers() || !session.wrappers().join(&name).is_symlink() {
            return None;
        }
        Some(Self {
            session,
            folder,
            name,
            arguments: words.collect(),
            current: env::current_dir().ok()?,
        })
    }

    /// Runs the tool, and collects bitcode. Returns the exit status of the tool.
    pub fn run(&self) -> u8 {
        let result = match tool(&self.name) {
            Tool::Compiler { is_cxx } => self.compile(is_cxx),
            Tool::Linker => self.run_tool(|it| it.note_linker()),
            Tool::Archiver => self.run_tool(|it| it.note_archives()),
        };
        match result {
            Ok(status) => exit_code(status),
            Err(error) => {
                eprintln!("irlog build: {}: {error}", self.name);
                FAILURE
            }
        }
    }

    fn compile(&self, is_cxx: bool) -> io::Result<ExitStatus> {
        let clang = self.session.clang();
        let mut arguments = self.arguments.clone();
        if is_cxx {
            arguments.insert(0, "--driver-mode=g++".into());
        }
        if self.is_probe() {
            return Err(command(clang).args(arguments).exec());
        }
        let jobs = Jobs::of(clang, &arguments, &self.current)?;
        if jobs.units().next().is_none()
            && jobs.link().is_none()
            && jobs.assembler().next().is_none()
        {
            return Err(command(clang).args(arguments).exec());
        }
        let status = command(clang).args(&arguments).args(&jobs.additional).status()?;
        if status.success() {
            self.collect(&jobs);
        }
        Ok(status)
    }

    /// Whether this is a configure script that tests the compiler.
    fn is_probe(&self) -> bool {
        let is_conftest = |word: &OsString| {
            let name = Path::new(word).file_name().map(|it| it.as_encoded_bytes());
            name.is_some_and(|it| it.starts_with(b"conftest") || it.starts_with(b"-oconftest"))
                || word.to_string_lossy().contains("meson-private/")
        };
        is_probe_folder(&self.current) || self.arguments.iter().any(is_conftest)
    }

    fn collect(&self, jobs: &Jobs) {
        for source in jobs.assembler().map(|it| self.absolute(it)) {
            // Clang may have created the file from a unit before.
            let names_unit = |text: Vec<u8>| text.windows(MARK.len()).any(|it| it == MARK);
            if !fs::read(&source).is_ok_and(names_unit) {
                self.note(&Event::Assembler { source });
            }
        }
        for (job, object) in jobs.units() {
            let source = self.absolute(job.input().unwrap_or_default());
            match self.unit(job, &self.absolute(object)) {
                Ok(()) => self.note(&Event::Compiled { source }),
                Err(problem) => self.note(&Event::Failed(Failed { source, problem })),
            }
        }
        if let Some(output) = jobs.link().and_then(Job::output) {
            self.note_linked(&self.absolute(output));
        }
    }

    /// Compiles a unit to bitcode, and records its path in the object file.
    fn unit(&self, job: &Job, object: &Path) -> Result<(), String> {
        // The output may be a pipe or /dev/null, which cannot be linked later.
        if !object.is_file() {
            return Ok(());
        }
        if job.input() == Some(OsStr::new("-")) {
            return Err("standard input cannot be read twice".to_owned());
        }
        let bitcode = unit::path(job, object, &self.session.units());
        let output = unit::compile(job, &bitcode, &self.current).map_err(|it| it.to_string())?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(text.lines().next().unwrap_or("clang failed").to_owned());
        }
        mark(object, bitcode).map_err(|error| format!("{}: {error}", object.display()))
    }

    fn run_tool(&self, note: impl FnOnce(&Self)) -> io::Result<ExitStatus> {
        let real = folders_on_path()
            .into_iter()
            .filter(|folder| *folder != self.folder)
            .map(|folder| folder.join(&self.name))
            .find(|it| it.is_file())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not found on PATH"))?;
        let status = Command::new(real).args(&self.arguments).status()?;
        if status.success() && !self.is_probe() {
            note(self);
        }
        Ok(status)
    }

    fn note_linker(&self) {
        let mut words = self.arguments.iter();
        let mut output = OsString::from("a.out");
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if word == "-o" || word == "--output" {
                output = words.next().cloned().unwrap_or_default();
            } else if let Some(name) = text.strip_prefix("--output=") {
                output = name.into();
            }
        }
        self.note_linked(&self.absolute(&output));
    }

    fn note_linked(&self, output: &Path) {
        // The result of a relocatable link is neither an executable nor a library, and neither is
        // /dev/null.
        if let Ok(content) = read_file(output)
            && section::is_linked(&content)
        {
            let units = section::units_of(&content, output);
            self.note(&Event::Linked { output: output.to_owned(), units });
        }
    }

    fn note_archives(&self) {
        for word in &self.arguments {
            let path = self.absolute(word);
            if read_file(&path).is_ok_and(|it| archive::is_archive(&it)) {
                return self.note(&Event::Archived { output: path });
            }
        }
    }

    fn note(&self, event: &Event) {
        if let Err(error) = record::add(&self.session.record(), event) {
            eprintln!("irlog build: {}: {error}", self.session.record().display());
        }
    }

    fn absolute(&self, path: &OsStr) -> PathBuf {
        self.current.join(path)
    }
}

/// Whether configure scripts test the compiler in this folder.
pub fn is_probe_folder(path: &Path) -> bool {
    const FOLDERS: &[&str] = &["CMakeFiles", "meson-private", "config.tests", ".sconf_temp"];
    path.iter().any(|part| FOLDERS.iter().any(|it| part == *it))
}

fn command(clang: &Path) -> Command {
    let mut command = Command::new(clang);
    embedded::disable(&mut command);
    command
}

/// The exit status of a wrapper that cannot run its tool.
const FAILURE: u8 = 127;

fn exit_code(status: ExitStatus) -> u8 {
    let signal = status.signal().map(|signal| 128 + signal);
    status.code().or(signal).and_then(|it| u8::try_from(it).ok()).unwrap_or(FAILURE)
}

fn folders_on_path() -> Vec<PathBuf> {
    env::var_os("PATH").iter().flat_map(env::split_paths).collect()
}

fn tool(name: &str) -> Tool {
    let base =
        name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.').trim_end_matches('-');
    if base == "ar" || base.ends_with("-ar") {
        Tool::Archiver
    } else if base == "ld" || base.starts_with("ld.") || base.ends_with("-ld") {
        Tool::Linker
    } else {
        Tool::Compiler { is_cxx: base.ends_with("++") }
    }
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !path.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    fs::read(path)
}

/// Writes the path of the bitcode into an object file, or into the output of a link in the same
/// command.
fn mark(object: &Path, bitcode: PathBuf) -> io::Result<()> {
    let content = fs::read(object)?;
    if let Some(content) = section::add_units(&content, std::slice::from_ref(&bitcode)) {
        // Written in place: the file keeps its permissions, and its name always denotes a file.
        return fs::write(object, content);
    }
    if content.is_ascii() && object.extension().is_some_and(|it| it == "s") {
        return fs::write(object, [content, directive(&bitcode).into_bytes()].concat());
    }
    Err(io::Error::other("not an ELF file"))
}

/// The directive that starts the section in assembly.
const MARK: &[u8] = b"\t.section\t.llvm_bc,\"\",@progbits\n";

/// The section in assembly.
fn directive(bitcode: &Path) -> String {
    let path = bitcode.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!("{}\t.ascii\t\"{path}\\n\"\n", String::from_utf8_lossy(MARK))
}
