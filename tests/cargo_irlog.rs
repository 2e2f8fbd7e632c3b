//! `cargo irlog` on a workspace of two packages, without a network.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The files of the workspace. `loud` is only set by the user's own flags.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", "[workspace]\nmembers = [\"app\", \"greeting\"]\nresolver = \"3\"\n"),
    (
        "app/Cargo.toml",
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [dependencies]\ngreeting = { path = \"../greeting\" }\n",
    ),
    (
        "app/src/main.rs",
        "fn main() {\n    println!(\"{}\", greeting::greet(std::env::args().count()));\n}\n\
         #[unsafe(no_mangle)]\n#[cfg(loud)]\npub extern \"C\" fn loud() {\n    greeting::greet(1);\n}\n",
    ),
    ("app/src/bin/quiet.rs", "fn main() {}\n"),
    (
        "greeting/Cargo.toml",
        "[package]\nname = \"greeting\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    ),
    (
        "greeting/src/lib.rs",
        "pub fn greet(count: usize) -> String {\n    \"hello \".repeat(count)\n}\n\
         #[test]\nfn greets() {\n    assert_eq!(greet(0), \"\");\n}\n",
    ),
];

fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn cargo_irlog(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-irlog"))
        .arg("irlog")
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env("RUSTFLAGS", "--cfg loud")
        .output()
        .expect("cargo-irlog runs")
}

fn answer(folder: &Path, arguments: &[&str]) -> String {
    let output = cargo_irlog(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {}\n{stderr}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_program_comes_with_all_its_crates_and_std() {
    let folder = workspace();
    let folder = folder.path();
    // `extract`, because an unoptimised irlog needs seconds for it, and a minute for an analysis.
    let extract = [
        "extract",
        "--bin",
        "app",
        "--offline",
        "--",
        "--only",
        "instructions,calls",
        "-o",
        "facts",
    ];
    assert_eq!(answer(folder, &extract), "");
    let relation = |name| fs::read_to_string(folder.join("facts").join(name)).expect("a relation");
    let calls = relation("call_instruction.csv") + &relation("invoke_instruction.csv");
    // Mangled names precede each part with its length.
    let calls = |caller: &str, callee: &str| {
        let found = calls.lines().any(|line| {
            let mut columns = line.split(',');
            let instruction = columns.next().and_then(|it| it.split_once(':'));
            let caller_is = instruction.is_some_and(|(function, _)| function.contains(caller));
            caller_is && columns.nth(1).is_some_and(|it| it.contains(callee))
        });
        assert!(found, "no call of {callee} by {caller}");
    };
    calls("3app4main", "8greeting5greet");
    // The distributed standard library contains function bodies.
    calls("3std3env4args", "3env7args_os");
    calls("@main", "2rt10lang_start");
    // The user's own flags take effect.
    calls("@loud", "8greeting5greet");
    // The user's own build is unchanged.
    assert!(folder.join("target/irlog/debug/app.bc").is_file());
    assert!(!folder.join("target/debug").exists());

    let module = answer(folder, &["bitcode", "--bin", "app", "--offline", "--quiet"]);
    let module = Path::new(module.trim_end());
    assert_eq!(module.file_name(), Some("app.bc".as_ref()));
    assert!(module.is_file());

    let harness =
        ["bitcode", "-p", "greeting", "--lib", "--profile", "test", "--offline", "--quiet"];
    let harness = answer(folder, &harness);
    let summary =
        Command::new(env!("CARGO_BIN_EXE_irlog")).args(["summary", harness.trim_end()]).output();
    let summary = String::from_utf8(summary.expect("irlog runs").stdout).expect("UTF-8");
    assert!(summary.contains("producer            LLVM"), "{summary}");
}

#[test]
fn ambiguous_names_are_rejected() {
    let folder = workspace();
    let folder = folder.path();
    let error = |arguments: &[&str], status: i32| {
        let output = cargo_irlog(folder, arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let text = error(&["summary", "--offline"], 2);
    assert_eq!(text, "error: there are several targets; choose one with --bin: app, quiet\n");
    let text = error(&["summary", "--bin", "ap", "--offline"], 2);
    assert_eq!(text, "error: --bin ap: this workspace has app, quiet\n");
    let text = error(&["schema", "--bin", "app"], 2);
    assert!(text.starts_with("error: schema: not an irlog command that reads a module"), "{text}");
    // Cargo's own message and exit status.
    fs::write(folder.join("app/src/bin/quiet.rs"), "fn main() { missing() }").expect("a file");
    let text = error(&["summary", "--bin", "quiet", "--offline"], 101);
    assert!(text.contains("cannot find function `missing`"), "{text}");
    fs::remove_file(folder.join("Cargo.toml")).expect("it is there");
    let text = error(&["summary"], 101);
    assert!(text.contains("could not find `Cargo.toml`"), "{text}");
}
