//! `irlog extract --each`: killed runs, damaged or changed inputs, and full disks.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// A folder with modules, and with the lakes made from them.
struct Modules(tempfile::TempDir);

impl Modules {
    /// Creates this number of copies of small modules.
    fn new(count: usize) -> Result<Self> {
        let modules = Self(tempfile::tempdir()?);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let samples = ["examples/demo.ll", "examples/shell.ll", "examples/broken.ll"];
        for number in 0..count {
            let sample = root.join(samples[number % samples.len()]);
            fs::copy(sample, modules.path(&format!("{number}.ll")))?;
        }
        Ok(modules)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command that writes all modules to the lake `name`.
    fn command(&self, name: &str) -> Result<Command> {
        let mut inputs: Vec<String> = Vec::new();
        for entry in fs::read_dir(self.0.path())? {
            let input = entry?.file_name().to_string_lossy().into_owned();
            if input.ends_with(".ll") {
                inputs.push(input);
            }
        }
        inputs.sort();
        let mut command = Command::new(env!("CARGO_BIN_EXE_irlog"));
        command.current_dir(self.0.path()).args(["extract", "--each", "--jobs", "2", "-o", name]);
        command.args(inputs);
        Ok(command)
    }

    /// Writes all modules to the lake `name`; the run must end with this exit status.
    fn write(&self, name: &str, status: i32) -> Result<String> {
        ended(self.command(name)?.output()?, status)
    }

    /// The relation files of the lake `name` with their contents; empty if there is no lake yet.
    fn facts(&self, name: &str) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut files = BTreeMap::new();
        if !self.path(name).exists() {
            return Ok(files);
        }
        for relation in fs::read_dir(self.path(name))? {
            let relation = relation?;
            if relation.file_name() == "_lake" {
                continue;
            }
            for module in fs::read_dir(relation.path())? {
                let module = module?;
                for file in fs::read_dir(module.path())? {
                    let path = file?.path();
                    let known = path.strip_prefix(self.path(name))?.to_owned();
                    files.insert(known, fs::read(path)?);
                }
            }
        }
        Ok(files)
    }

    fn manifest(&self, lake: &str) -> Result<Value> {
        Ok(serde_json::from_slice(&fs::read(self.path(lake).join("_lake/manifest.json"))?)?)
    }

    /// The number of modules that the journal marks as complete; 0 if there is no journal yet.
    fn complete(&self, lake: &str) -> Result<usize> {
        let journal = self.path(lake).join("_lake/modules.jsonl");
        let journal = fs::read_to_string(journal).unwrap_or_default();
        Ok(journal.lines().filter(|line| line.contains(r#""state":{"complete""#)).count())
    }
}

/// The standard error of a run, which must have ended with this exit status.
fn ended(output: Output, status: i32) -> Result<String> {
    let stderr = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    Ok(stderr)
}

/// The child processes of a process.
fn children(process: u32) -> Result<Vec<Pid>> {
    let mut children = Vec::new();
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        let list = fs::read_to_string(thread?.path().join("children"))?;
        for child in list.split_whitespace() {
            children.extend(Pid::from_raw(child.parse()?));
        }
    }
    Ok(children)
}

#[test]
fn each_module_has_its_files_and_its_name_in_its_ids() -> Result {
    let modules = Modules::new(2)?;
    assert_eq!(modules.write("lake", 0)?, "");
    let facts = modules.facts("lake")?;
    let file = |path: &str| facts.get(Path::new(path));
    assert!(file("call_instruction/module=0.ll/facts.parquet").is_some());
    // No module contains a signed pointer.
    assert!(file("ptrauth/module=__none__/empty.parquet").is_some());
    assert!(file("ptrauth/module=0.ll/facts.parquet").is_none());
    assert!(modules.path("lake/_lake").read_dir()?.all(|entry| {
        let name = entry.map(|entry| entry.file_name()).unwrap_or_default();
        name == "manifest.json" || name == "modules.jsonl"
    }));

    let manifest = modules.manifest("lake")?;
    assert_eq!(manifest["modules"][1]["module"], "1.ll");
    assert_eq!(manifest["lost"], serde_json::json!([]));
    // The same modules extracted one by one: the row counts add up.
    let one = [("0.ll", "zero"), ("1.ll", "one")].map(|(input, output)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irlog"));
        command.current_dir(modules.0.path()).args(["extract", input, "-o", output]);
        command.args(["--format", "parquet"]).status()
    });
    assert!(one.into_iter().all(|status| status.is_ok_and(|it| it.success())));
    let rows = |folder: &str| -> Result<Value> {
        Ok(serde_json::from_slice(&fs::read(modules.path(folder).join("manifest.json"))?)?)
    };
    let [zero, one] = [rows("zero")?, rows("one")?];
    for (relation, found) in manifest["relations"].as_object().ok_or("no relations")? {
        let count = |manifest: &Value| manifest["relations"][relation].as_u64();
        assert_eq!(found.as_u64(), count(&zero).zip(count(&one)).map(|(a, b)| a + b), "{relation}");
    }
    Ok(())
}

#[test]
fn a_run_that_is_killed_at_any_moment_is_continued() -> Result {
    const MODULES: usize = 24;
    let modules = Modules::new(MODULES)?;
    modules.write("whole", 0)?;
    let expected = modules.facts("whole")?;
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..3 {
        let lake = format!("lake-{round}");
        // Killed at its start, and twice in the middle.
        for complete in [0, random.usize(1..MODULES / 2), random.usize(MODULES / 2..MODULES - 5)] {
            let mut run = modules.command(&lake)?.spawn()?;
            while modules.complete(&lake)? < complete {
                sleep(Duration::from_millis(1));
            }
            sleep(Duration::from_micros(random.u64(0..30_000)));
            run.kill()?;
            run.wait()?;
            // The workers end with their supervisor, but a little later.
            sleep(Duration::from_millis(20));
            // Each file under its final name is complete.
            for (path, content) in modules.facts(&lake)? {
                assert!(expected[&path] == content, "{}", path.display());
            }
        }
        let before = modules.complete(&lake)?;
        assert!(before < MODULES, "it was not killed in the middle");
        modules.write(&lake, 0)?;
        assert_eq!(modules.facts(&lake)?, expected);
        assert_eq!(modules.manifest(&lake)?, modules.manifest("whole")?);
        // No module was extracted twice.
        assert_eq!(modules.complete(&lake)?, MODULES);
    }
    Ok(())
}

#[test]
fn only_inputs_that_changed_are_read_again() -> Result {
    let modules = Modules::new(3)?;
    modules.write("lake", 0)?;
    modules.write("lake", 0)?;
    assert_eq!(modules.complete("lake")?, 3);
    // A different module under the same name, without most relations.
    fs::write(modules.path("0.ll"), "@g = global i32 0\n")?;
    modules.write("lake", 0)?;
    assert_eq!(modules.complete("lake")?, 4);
    modules.write("new", 0)?;
    assert_eq!(modules.facts("lake")?, modules.facts("new")?);
    assert_eq!(modules.manifest("lake")?, modules.manifest("new")?);
    Ok(())
}

#[test]
fn only_the_damaged_module_is_lost() -> Result {
    let modules = Modules::new(4)?;
    modules.write("lake", 0)?;
    // LLVM rejects the first module immediately, and would need minutes for the second.
    fs::write(modules.path("1.ll"), "this is not a module")?;
    let deep = 1_000_000;
    let text = format!("@g = global {}i8{} zeroinitializer\n", "{".repeat(deep), "}".repeat(deep));
    fs::write(modules.path("2.ll"), text)?;
    let mut run = modules.command("lake")?.stderr(Stdio::piped()).spawn()?;
    while !fs::read_to_string(modules.path("lake/_lake/modules.jsonl"))?.contains("\"lost\"") {
        sleep(Duration::from_millis(20));
    }
    // Simulates an abort of LLVM. The other worker is idle.
    sleep(Duration::from_millis(200));
    for child in children(run.id())? {
        kill_process(child, Signal::ABORT)?;
    }
    let mut stderr = String::new();
    run.stderr.take().ok_or("no standard error")?.read_to_string(&mut stderr)?;
    assert_eq!(run.wait()?.code(), Some(1), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("warning: 1.ll: ")), "{stderr}");
    assert!(
        lines.iter().any(|line| line.starts_with("warning: 2.ll: LLVM crashed (SIGABRT")),
        "{stderr}"
    );
    assert_eq!(lines.len(), 3, "{stderr}");
    assert!(lines[2].ends_with("2 of 4 modules could not be read; the lake has the others"));

    let manifest = modules.manifest("lake")?;
    let lost = manifest["lost"].as_array().ok_or("no list")?;
    assert_eq!(lost.iter().map(|it| &it["module"]).collect::<Vec<_>>(), ["1.ll", "2.ll"]);
    // The facts of a module are removed once it cannot be read.
    let facts = modules.facts("lake")?;
    assert!(facts.keys().any(|path| path.to_string_lossy().contains("module=3.ll")));
    assert!(!facts.keys().any(|path| path.to_string_lossy().contains("module=1.ll")));
    // The next run tries again.
    fs::copy(modules.path("3.ll"), modules.path("1.ll"))?;
    fs::copy(modules.path("3.ll"), modules.path("2.ll"))?;
    modules.write("lake", 0)?;
    assert_eq!(modules.manifest("lake")?["modules"].as_array().map(Vec::len), Some(4));
    Ok(())
}

#[test]
fn a_run_that_cannot_write_a_file_ends_and_can_be_continued() -> Result {
    let modules = Modules::new(6)?;
    // This module needs larger files than the others: random names do not compress.
    let mut random = fastrand::Rng::with_seed(7);
    let mut name = || (0..32).map(|_| random.alphanumeric()).collect::<String>();
    let functions = (0..3000).map(|_| format!("declare void @f{}()\n", name()));
    fs::write(modules.path("6.ll"), functions.collect::<String>())?;
    modules.write("whole", 0)?;
    // Files are limited to 100 blocks of 512 bytes. Writing more fails, as on a full disk.
    let limited = modules.command("lake")?;
    let words = limited.get_args().map(|word| word.to_string_lossy().into_owned());
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$@\"";
    let output = Command::new("sh")
        .current_dir(modules.0.path())
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_irlog")])
        .args(words)
        .output()?;
    let stderr = ended(output, 2)?;
    assert!(stderr.contains("File too large") && stderr.lines().count() == 1, "{stderr}");
    assert!(!modules.facts("lake")?.keys().any(|it| it.to_string_lossy().contains("module=6.ll")));

    modules.write("lake", 0)?;
    assert_eq!(modules.facts("lake")?, modules.facts("whole")?);
    Ok(())
}

#[test]
fn inputs_can_be_read_from_a_list() -> Result {
    let modules = Modules::new(2)?;
    // One name is not UTF-8 and must be encoded.
    let odd = OsString::from_vec(b"odd \xff=1.bc".to_vec());
    fs::copy(modules.path("0.ll"), modules.0.path().join(&odd))?;
    let mut list = b"./1.ll\n\n".to_vec();
    list.extend(odd.into_vec());
    fs::write(modules.path("list"), list)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_irlog"));
    command.current_dir(modules.0.path());
    command.args(["extract", "--each-from", "list", "0.ll", "-o", "lake", "--only", "functions"]);
    assert_eq!(ended(command.output()?, 0)?, "");
    let found: Vec<PathBuf> = modules.facts("lake")?.into_keys().collect();
    let has = |name: &str| found.contains(&format!("function/module={name}/facts.parquet").into());
    assert!(has("0.ll") && has(".%2F1.ll") && has("odd \u{fffd}%3D1.bc"), "{found:?}");
    Ok(())
}

#[test]
fn an_input_called_like_the_empty_partition_leaves_it_alone() -> Result {
    let modules = Modules::new(1)?;
    fs::copy(modules.path("0.ll"), modules.path("__none__"))?;
    let mut command = modules.command("lake")?;
    assert_eq!(ended(command.arg("__none__").output()?, 0)?, "");
    let facts = modules.facts("lake")?;
    // A relation with rows, and one without.
    for relation in ["function", "ptrauth"] {
        let file = format!("{relation}/module=__none__/empty.parquet");
        assert!(facts.contains_key(Path::new(&file)), "{file}");
    }
    let name = modules.manifest("lake")?["modules"][1]["module"].clone();
    let file = format!("function/module={}/facts.parquet", name.as_str().unwrap_or_default());
    assert!(name.as_str().is_some_and(|it| it.ends_with("~__none__")), "{name}");
    assert!(facts.contains_key(Path::new(&file)), "{file}");
    Ok(())
}

#[test]
fn lakes_are_not_mixed() -> Result {
    let modules = Modules::new(1)?;
    modules.write("lake", 0)?;
    let mut other = modules.command("lake")?;
    let stderr = ended(other.args(["--only", "functions"]).output()?, 2)?;
    assert!(stderr.contains("was written with other options"), "{stderr}");
    let mut other = modules.command("lake")?;
    assert_eq!(ended(other.args(["--only", "functions", "--force"]).output()?, 0)?, "");
    assert!(modules.path("lake/function").exists() && !modules.path("lake/instruction").exists());

    fs::create_dir(modules.path("folder"))?;
    fs::write(modules.path("folder/notes"), "")?;
    let stderr = ended(modules.command("folder")?.arg("--force").output()?, 2)?;
    assert!(stderr.contains("folder contains `notes` but is not a lake"), "{stderr}");
    Ok(())
}
