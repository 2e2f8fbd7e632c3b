//! The modules in `fixtures/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use extractor::inkwell::context::Context;

use crate::llvm::{Sample, parse};

/// All fixtures with their facts, also those that are ill-formed.
pub fn all() -> &'static [Sample] {
    static ALL: LazyLock<Vec<Sample>> = LazyLock::new(|| {
        let paths = paths("").into_iter().chain(paths("ill-formed"));
        paths.map(|path| Sample::new(&name(&path), &content(&path))).collect()
    });
    &ALL
}

/// Names and contents of all files, also of those that LLVM-C shows otherwise than they are.
pub fn contents() -> impl Iterator<Item = (String, Vec<u8>)> {
    let paths = ["", "ill-formed", "gaps"].into_iter().flat_map(paths);
    paths.map(|path| (name(&path), content(&path)))
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
fn each_says_what_it_shows() {
    for (name, content) in contents() {
        assert!(content.starts_with(b"; "), "{name}");
    }
}

#[test]
fn llvm_accepts_the_well_formed_and_no_other() {
    let context = Context::create();
    let verify = |path: &Path| {
        let module = parse(&context, &name(path), &content(path));
        let module = module.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        module.verify().map_err(|message| message.to_string())
    };
    for path in paths("") {
        assert_eq!(verify(&path), Ok(()), "{}", path.display());
    }
    for path in paths("ill-formed") {
        assert!(verify(&path).is_err(), "{} is well-formed", path.display());
    }
}
