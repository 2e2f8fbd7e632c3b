//! The modules in `fixtures/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use extractor::inkwell::context::Context;

use crate::llvm::{Sample, parse};

/// The suffix of the names of files that only versions of LLVM after 19 can read.
const NEWER: &str = ".newer.ll";

/// All fixtures with their facts, including the ill-formed ones.
pub fn all() -> &'static [Sample] {
    static ALL: LazyLock<Vec<Sample>> = LazyLock::new(|| {
        let paths = readable("").chain(readable("ill-formed"));
        paths.map(|path| Sample::new(&name(&path), &content(&path))).collect()
    });
    &ALL
}

/// Names and contents of all files, including those that LLVM-C does not show faithfully.
pub fn contents() -> impl Iterator<Item = (String, Vec<u8>)> {
    let paths = ["", "ill-formed", "gaps"].into_iter().flat_map(readable);
    paths.map(|path| (name(&path), content(&path)))
}

/// The content of one file.
pub fn content_of(name: &str) -> Vec<u8> {
    contents().find(|it| it.0 == name).expect("a fixture of this name").1
}

/// The files that this LLVM can read.
fn readable(folder: &str) -> impl Iterator<Item = PathBuf> {
    paths(folder).into_iter().filter(|path| is_readable(path))
}

fn is_readable(path: &Path) -> bool {
    let (version, _, _) = extractor::llvm_version();
    version > 19 || !name(path).ends_with(NEWER)
}

fn paths(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let entries = folder.read_dir().expect("a folder of fixtures");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

fn content(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a readable file")
}

#[test]
fn each_fixture_starts_with_a_comment() {
    for (name, content) in contents() {
        assert!(content.starts_with(b"; "), "{name}");
    }
}

/// No other files are skipped.
#[test]
fn llvm_reads_all_modules_except_those_that_are_too_new() {
    let context = Context::create();
    for path in ["", "ill-formed", "gaps"].into_iter().flat_map(paths) {
        let result = parse(&context, &name(&path), &content(&path));
        let problem = result.err().unwrap_or_default();
        assert_eq!(problem.is_empty(), is_readable(&path), "{}: {problem}", path.display());
    }
}

#[test]
fn llvm_accepts_exactly_the_well_formed_modules() {
    let context = Context::create();
    let verify = |path: &Path| {
        let module = parse(&context, &name(path), &content(path));
        let module = module.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        module.verify().map_err(|message| message.to_string())
    };
    for path in readable("") {
        assert_eq!(verify(&path), Ok(()), "{}", path.display());
    }
    for path in readable("ill-formed") {
        assert!(verify(&path).is_err(), "{} is well-formed", path.display());
    }
}
