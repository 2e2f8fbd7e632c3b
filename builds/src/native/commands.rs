//! `compile_commands.json`: the compile command of each file of a project.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use serde::Deserialize;

use super::jobs::Jobs;
use super::record::Failed;
use super::{Clang, Error, at, unit};

/// An entry of the file.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    command: Option<String>,
}

/// The results for the entries.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Files of bitcode.
    pub bitcode: Vec<PathBuf>,
    /// Entries that failed.
    pub failed: Vec<Failed>,
}

/// Compiles the entries to bitcode in a folder, several in parallel.
///
/// # Errors
///
/// When the file cannot be read, or the folder cannot be created.
pub fn compile_commands(file: &Path, clang: &Clang, folder: &Path) -> Result<Compiled, Error> {
    let text = fs::read(file).map_err(at(file))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| Error::Content {
        path: file.to_owned(),
        problem: format!("not a compilation database: {error}"),
    })?;
    let folder = std::path::absolute(folder).map_err(at(folder))?;
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let next = Mutex::new(entries.iter());
    let compiled = Mutex::new(Compiled::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(entry) = next.lock().ok().and_then(|mut it| it.next()) {
                    let result = compile(entry, clang, &folder);
                    let Ok(mut compiled) = compiled.lock() else { return };
                    match result {
                        Ok(files) => compiled.bitcode.extend(files),
                        Err(problem) => {
                            let source = entry.directory.join(&entry.file);
                            compiled.failed.push(Failed { source, problem });
                        }
                    }
                }
            });
        }
    });
    let mut compiled = compiled.into_inner().unwrap_or_default();
    compiled.bitcode.sort();
    compiled.bitcode.dedup();
    compiled.failed.sort_by(|first, second| first.source.cmp(&second.source));
    Ok(compiled)
}

fn compile(entry: &Entry, clang: &Clang, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let words = match &entry.command {
        Some(command) => shlex::split(command).ok_or("a quote in its command is not closed")?,
        None => entry.arguments.clone(),
    };
    let mut words: &[String] = &words;
    // ccache and similar tools precede the compiler.
    if words.first().is_some_and(|it| it.ends_with("cache")) {
        words = &words[1..];
    }
    let Some((compiler, arguments)) = words.split_first() else {
        return Err("its entry has no command".to_owned());
    };
    let mut arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    if compiler
        .trim_end_matches(|it: char| it.is_ascii_digit() || "-.".contains(it))
        .ends_with("++")
    {
        arguments.insert(0, "--driver-mode=g++".into());
    }
    let jobs = Jobs::of(&clang.path, &arguments, &entry.directory).map_err(|it| it.to_string())?;
    let mut files = Vec::new();
    for (job, object) in jobs.units() {
        let bitcode = unit::path(job, &entry.directory.join(object), folder);
        let output = unit::compile(job, &bitcode, &entry.directory).map_err(|it| it.to_string())?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(text.lines().next().unwrap_or("clang failed").to_owned());
        }
        files.push(bitcode);
    }
    if !files.is_empty() {
        return Ok(files);
    }
    if jobs.assembler().next().is_some() {
        return Err("assembly files have no bitcode".to_owned());
    }
    Err(jobs.complaint.unwrap_or_else(|| "its command does not compile anything".to_owned()))
}
