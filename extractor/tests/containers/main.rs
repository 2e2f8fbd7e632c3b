//! Archives, objects and executables with bitcode, created by these tests and by rustc.

mod archives;
mod damage;
mod make;
// rustc writes bitcode of LLVM 22, which LLVM 19 cannot read.
#[cfg(feature = "rustc-llvm")]
mod rust;
mod sections;

use std::path::Path;

use extractor::{Error, Input, Opened};

/// Opens a file named `x` with this content in a folder.
fn open_in(folder: &Path, content: &[u8]) -> Result<Opened, Error> {
    extractor::open(Input { name: "x".to_owned(), content: content.to_vec() }, folder)
}

/// Opens a file that does not refer to other files.
fn open(content: &[u8]) -> Result<Opened, Error> {
    open_in(Path::new("no such folder"), content)
}

/// The names of the modules, which must define these functions.
fn names(opened: Result<Opened, Error>, functions: &[&str]) -> Vec<String> {
    let modules = opened.expect("modules").modules;
    let found: Vec<String> = modules.iter().map(defined).collect();
    assert_eq!(found, functions);
    modules.into_iter().map(|module| module.name).collect()
}

/// The function that a module defines.
fn defined(module: &Input) -> String {
    let facts = extractor::load(std::slice::from_ref(module), &mut |_| ()).expect("a module");
    let functions: Vec<_> = facts.function.iter().map(|row| facts.symbol(row.function)).collect();
    functions.join(" ")
}

/// The one-line reason why a file is rejected.
fn refusal(opened: Result<Opened, Error>) -> String {
    let message = match opened {
        Ok(opened) => panic!("{} modules", opened.modules.len()),
        Err(error) => error.to_string(),
    };
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}
