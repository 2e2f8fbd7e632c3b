//! Model files: the behaviour of functions without a body, in TOML. `docs/models.md` describes the format.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use toml::Spanned;

use super::{Entry, Models, match_whole};

mod tables;
#[cfg(test)]
mod tests;
mod values;

/// The built-in files, each with its name.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("libc.toml", include_str!("../../models/libc.toml")),
    ("posix.toml", include_str!("../../models/posix.toml")),
    ("stdio.toml", include_str!("../../models/stdio.toml")),
    ("threads.toml", include_str!("../../models/threads.toml")),
    ("math.toml", include_str!("../../models/math.toml")),
    ("allocators.toml", include_str!("../../models/allocators.toml")),
    ("cxx.toml", include_str!("../../models/cxx.toml")),
    ("rust.toml", include_str!("../../models/rust.toml")),
    ("intrinsics.toml", include_str!("../../models/intrinsics.toml")),
    ("runtimes.toml", include_str!("../../models/runtimes.toml")),
    ("test.toml", include_str!("../../models/test.toml")),
];

/// The built-in files whose patterns only apply to mangled names, which start with an underscore.
const OF_MANGLED_NAMES: &[&str] = &["cxx.toml", "rust.toml", "test.toml"];

/// An error in a model file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct Error {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The error, and what to do about it.
    pub message: String,
}

/// The built-in models.
pub fn built_in() -> &'static Models {
    static MODELS: OnceLock<Models> = OnceLock::new();
    MODELS.get_or_init(|| {
        // If several files have a name, the first one applies.
        let files = built_in_entries().iter().map(|(file, entries)| {
            let start = if OF_MANGLED_NAMES.contains(file) { "_" } else { "" };
            (start, entries.iter().cloned())
        });
        Models::in_groups(files)
    })
}

/// The entries of the built-in files, each with the file's name.
pub fn built_in_entries() -> &'static [(&'static str, Vec<Entry>)] {
    static ENTRIES: OnceLock<Vec<(&str, Vec<Entry>)>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        // A test checks that the files can be read.
        let files = BUILT_IN.iter().map(|(file, text)| (*file, entries(file, text)));
        let files = files.filter_map(|(file, entries)| Some((file, entries.ok()?)));
        files.map(|(file, it)| (file, it.into_iter().map(Spanned::into_inner).collect())).collect()
    })
}

/// The models in the text of the model file `file`.
///
/// # Errors
///
/// If the text is not TOML, or not a model file.
pub fn read(file: &str, text: &str) -> Result<Models, Error> {
    let entries = entries(file, text)?;
    for entry in &entries {
        let Entry { patterns, model, .. } = entry.get_ref();
        for pattern in patterns.iter().chain(&model.without) {
            match_whole(&[pattern]).map_err(|error| {
                let message = format!("`{pattern}` is not a regular expression: {error}");
                error_at(file, text, entry.span().start, message)
            })?;
        }
    }
    let entries = entries.into_iter().map(Spanned::into_inner).collect();
    Models::new(entries).map_err(|error| error_at(file, text, 0, error.to_string()))
}

/// The models of the user's files, given by name and text, with the last file first, and the built-in models for
/// all other functions.
///
/// # Errors
///
/// If a file cannot be read.
pub fn merged<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Models, Error> {
    let mut models = built_in().clone();
    for (file, text) in files {
        models = read(file, text)?.or(&models);
    }
    Ok(models)
}

/// The entries of a file.
fn entries(file: &str, text: &str) -> Result<Vec<Spanned<Entry>>, Error> {
    let parsed: tables::File = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        error_at(file, text, start, error.message().to_owned())
    })?;
    let mut known = FxHashMap::default();
    let mut entries = Vec::with_capacity(parsed.function.len());
    for function in parsed.function {
        let span = function.span();
        let at = |message| error_at(file, text, span.start, message);
        let entry = function.into_inner().entry().map_err(at)?;
        for name in &entry.names {
            if let Some(first) = known.insert(name.clone(), span.start) {
                let line = line_of(text, first);
                return Err(at(format!(
                    "`{name}` already has a model in line {line}; remove one of them"
                )));
            }
        }
        entries.push(Spanned::new(span, entry));
    }
    Ok(entries)
}

fn error_at(file: &str, text: &str, offset: usize, message: String) -> Error {
    Error { file: file.to_owned(), line: line_of(text, offset), message }
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|it| *it == b'\n').count()
}
