//! Files that rustc creates.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use extractor::{Error, Input, Opened};

use crate::refusal;

const SOURCE: &str = "
    pub mod a { #[unsafe(no_mangle)] pub extern \"C\" fn first() {} }
    pub mod b { #[unsafe(no_mangle)] pub extern \"C\" fn second() { crate::a::first() } }
";

/// Compiles [`SOURCE`] in a folder, and opens the result.
fn compiled(folder: &Path, options: &[&str]) -> Result<Opened, Error> {
    let (source, output) = (folder.join("source.rs"), folder.join("output"));
    fs::write(&source, SOURCE).expect("a file");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.arg("-o").arg(&output).args(options).arg(&source);
    assert!(command.status().expect("rustc").success());
    let content = fs::read(&output).expect("a file");
    extractor::open(Input { name: "x".to_owned(), content }, folder)
}

#[test]
fn libraries_of_rust_hold_bitcode() {
    let folder = tempfile::tempdir().expect("a folder");
    for options in [
        // Bitcode in a section, and bitcode instead of object files.
        ["--crate-type=rlib", "-Cembed-bitcode=yes", "-Ccodegen-units=2", "-Copt-level=0"],
        ["--crate-type=rlib", "-Clinker-plugin-lto", "-Ccodegen-units=2", "-Copt-level=0"],
        ["--crate-type=rlib", "-Cembed-bitcode=yes", "-Ccodegen-units=1", "-Copt-level=2"],
    ] {
        let opened = compiled(folder.path(), &options).expect("a library");
        assert_eq!(opened.without_bitcode, [""; 0], "{options:?}");
        let facts = extractor::load(&opened.modules, &mut |_| ()).expect("one module");
        let mut defined: Vec<String> = facts
            .function
            .iter()
            .filter(|row| facts.block.iter().any(|block| block.function == row.function))
            .map(|row| facts.symbol(row.function))
            .collect();
        defined.sort();
        assert_eq!(defined, ["@first", "@second"], "{options:?}");
    }
    let without = ["--crate-type=rlib", "-Cembed-bitcode=no"];
    assert!(refusal(compiled(folder.path(), &without)).contains("contains no bitcode"));
}

/// A static library contains the standard library, which has bitcode except for its C code.
#[test]
fn static_libraries_hold_the_standard_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--crate-type=staticlib", "-Clinker-plugin-lto", "-Cpanic=abort"];
    let opened = compiled(folder.path(), &options).expect("a library");
    let is_of = |crate_name: &str| opened.modules.iter().any(|it| it.name.contains(crate_name));
    assert!(is_of("std-") && is_of("core-") && is_of("output."));
    assert!(opened.without_bitcode.iter().all(|it| it.ends_with(".o")));
}
