//! Locates the LLVM library to link, and prints instructions if it is missing. Cargo runs this
//! build script before it compiles the packages that need LLVM.
//!
//! With the feature `rustc-llvm`, the library is the one that the Rust toolchain ships for its own
//! compiler. Its folder is passed on as `DEP_IRLOG_LLVM_LIB`, so that packages with executables can
//! set the run path.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let rustc_llvm = env::var_os("CARGO_FEATURE_RUSTC_LLVM").is_some();
    let llvm19 = env::var_os("CARGO_FEATURE_LLVM19_1").is_some();
    match (rustc_llvm, llvm19) {
        (true, true) => println!(
            "cargo::error=the features `rustc-llvm` (default) and `llvm19-1` exclude each other: \
             build with --no-default-features --features llvm19-1"
        ),
        (false, false) => println!(
            "cargo::error=choose an LLVM: the feature `rustc-llvm` (default: the LLVM 22 of the \
             Rust toolchain) or `llvm19-1` (an installed LLVM 19)"
        ),
        (true, false) => {
            if let Err(problem) = link_toolchain_llvm() {
                println!(
                    "cargo::error=irlog reads bitcode with the LLVM 22 of the Rust toolchain: \
                     {problem}"
                );
                println!(
                    "cargo::error=use Rust 1.95 from rustup, or build with an installed LLVM: \
                     --no-default-features --features llvm19-1 (Debian: apt install llvm-19-dev)"
                );
            }
        }
        (false, true) => look_for_llvm_19(),
    }
}

/// Only warns, because `llvm-sys` links LLVM 19 and may search further locations.
fn look_for_llvm_19() {
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    let commands = match env::var_os("LLVM_SYS_191_PREFIX") {
        Some(prefix) => vec![Path::new(&prefix).join("bin/llvm-config")],
        None => vec!["llvm-config-19".into(), "llvm-config".into()],
    };
    let is_19 = |command: &PathBuf| {
        output(Command::new(command).arg("--version")).is_ok_and(|it| it.starts_with("19."))
    };
    if !commands.iter().any(is_19) {
        println!(
            "cargo::warning=no LLVM 19 found: install it (Debian: apt install llvm-19-dev), name its \
             folder in LLVM_SYS_191_PREFIX, or build without features for the LLVM of the Rust \
             toolchain"
        );
    }
}

/// Links `libLLVM-22-rust-*.so` of the toolchain that compiles this package.
fn link_toolchain_llvm() -> Result<(), String> {
    println!("cargo:rerun-if-env-changed=RUSTC");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(&rustc).arg("-vV"))?;
    let llvm = version
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))
        .ok_or("`rustc -vV` names no LLVM version")?;
    if !llvm.starts_with("22.") {
        return Err(format!("this toolchain has LLVM {llvm}"));
    }
    let sysroot = output(Command::new(&rustc).args(["--print", "sysroot"]))?;
    let folder = Path::new(sysroot.trim()).join("lib");
    let library = find_library(&folder)?;
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=dylib={library}");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    println!("cargo:lib={}", folder.display());
    Ok(())
}

/// Returns the name under which to link `libLLVM-22-*.so` in `folder`.
fn find_library(folder: &Path) -> Result<String, String> {
    let entries =
        folder.read_dir().map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut libraries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    libraries.sort();
    libraries
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
        .find_map(|name| {
            let stem = name.strip_prefix("lib")?.strip_suffix(".so")?;
            stem.starts_with("LLVM-22").then(|| stem.to_owned())
        })
        .ok_or_else(|| format!("there is no libLLVM-22-*.so in {}", folder.display()))
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed"));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{command:?} printed no UTF-8"))
}
