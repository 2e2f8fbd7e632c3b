//! The same comparison on existing modules: the fixtures of the extractor, well-formed or not, and the output of rustc.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use extractor::Input;
use extractor::inkwell::context::Context;

use crate::compare;

#[test]
fn irlog_and_llvm_agree_on_fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("extractor/tests/fixtures");
    let mut fixtures = Vec::new();
    collect(&folder, &mut fixtures);
    assert!(fixtures.len() > 30, "the fixtures are in {}", folder.display());
    for fixture in fixtures {
        judge(&fixture);
    }
}

#[test]
fn modules_from_rustc_are_accepted() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/phases/program.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for (name, options) in [
        ("debug", &["-g", "-Copt-level=0"] as &[&str]),
        ("release", &["-Copt-level=3"]),
        ("release-with-debug-info", &["-g", "-Copt-level=2"]),
        ("instrumented", &["-Cinstrument-coverage", "-Copt-level=1"]),
        ("abort", &["-Cpanic=abort", "-Copt-level=s", "-Coverflow-checks=on"]),
    ] {
        let bitcode = folder.path().join(name).with_extension("bc");
        let status = Command::new(&rustc)
            .args(["--edition=2024", "--emit=llvm-bc", "-Ccodegen-units=1", "-o"])
            .args([&bitcode, &source])
            .args(options)
            .status()
            .expect("rustc runs");
        assert!(status.success(), "rustc compiles {}", source.display());
        judge(&bitcode);
    }
}

fn collect(folder: &Path, modules: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, modules);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            modules.push(path);
        }
    }
    modules.sort();
}

fn judge(path: &Path) {
    let context = Context::create();
    let content = fs::read(path).expect("the file can be read");
    let input = Input { name: path.display().to_string(), content };
    let module = extractor::read(&context, &input).expect("LLVM reads it");
    if let Err(difference) = compare(&module) {
        panic!("{}: {difference}", path.display());
    }
}
