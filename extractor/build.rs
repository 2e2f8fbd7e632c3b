//! Finds the LLVM to link.
//!
//! With the feature `rustc-llvm` that is the library which the Rust toolchain brings for its own
//! compiler. Its folder is handed on as `DEP_IRLOG_LLVM_LIB`, so that the packages that make
//! executables can set the run path.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_RUSTC_LLVM").is_some()
        && let Err(problem) = link_toolchain_llvm()
    {
        println!(
            "cargo::error=irlog reads bitcode with the LLVM 22 of the Rust toolchain: {problem}"
        );
        println!(
            "cargo::error=use Rust 1.95 from rustup, or build with an installed LLVM: \
             --no-default-features --features llvm19-1 (Debian: apt install llvm-19-dev)"
        );
    }
}

/// Links `libLLVM-22-rust-*.so` of the toolchain that compiles this.
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

/// The name to link for `libLLVM-22-*.so` in `folder`.
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
