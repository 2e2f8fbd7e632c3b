//! Outputs that cannot be written.

use std::fs::{self, File};
use std::process::Command;

use crate::run_folder::{IRLOG, RunFolder, assert_rejection};

const EXTRACT: &[&str] = &["extract", "real.bc", "-o", "facts"];

#[test]
fn existing_folder_is_left_alone() {
    let folder = RunFolder::with_real_module();
    assert!(folder.irlog(EXTRACT).status.success());
    let module = folder.path().join("facts/module.csv");
    fs::write(&module, "mine").expect("the relation has a file");
    folder.rejects(EXTRACT, &["facts already exists", "--force"]);
    assert_eq!(fs::read_to_string(&module).ok().as_deref(), Some("mine"));

    let forced = folder.irlog(&[EXTRACT, &["--force"]].concat());
    assert!(forced.status.success(), "{}", String::from_utf8_lossy(&forced.stderr));
    assert_ne!(fs::read_to_string(&module).ok().as_deref(), Some("mine"));
}

#[test]
fn existing_folder_is_left_alone_when_its_replacement_fails() {
    let folder = RunFolder::with_real_module();
    assert!(folder.irlog(EXTRACT).status.success());
    folder.write("real.bc", "no longer bitcode");
    folder.rejects(&[EXTRACT, &["--force"]].concat(), &["real.bc"]);
}

#[test]
fn force_replaces_nothing_but_facts() {
    let folder = RunFolder::with_real_module();
    fs::create_dir(folder.path().join("facts")).expect("there is no such folder yet");
    folder.write("facts/diary.txt", "dear diary");
    folder.rejects(&[EXTRACT, &["--force"]].concat(), &["diary.txt"]);
    folder.rejects(&["extract", "real.bc", "-o", "real.bc", "--force"], &["real.bc"]);
}

#[test]
fn no_name_for_a_folder() {
    let folder = RunFolder::with_real_module();
    for output in [".", "..", "/"] {
        folder.rejects(&["extract", "real.bc", "--force", "-o", output], &[]);
    }
}

#[test]
fn missing_parent() {
    let folder = RunFolder::with_real_module();
    folder.rejects(&["extract", "real.bc", "-o", "missing/facts"], &["missing", "No such file"]);
}

#[test]
fn parent_that_is_not_a_folder() {
    let folder = RunFolder::with_real_module();
    folder.rejects(&["extract", "real.bc", "-o", "real.bc/facts"], &["real.bc", "Not a directory"]);
}

#[test]
fn parent_that_is_not_writable() {
    RunFolder::with_real_module().rejects(&["extract", "real.bc", "-o", "/proc/facts"], &["/proc"]);
}

#[test]
fn output_is_checked_before_inputs_are_read() {
    let arguments = ["extract", "missing.bc", "-o", "missing/facts"];
    RunFolder::empty().rejects(&arguments, &["error: cannot write missing: "]);
}

#[test]
fn full_disk() {
    let folder = RunFolder::with_real_module();
    let mut shell = Command::new("sh");
    // Files are limited to 8 blocks. Because the signal is ignored, writing more is an error, as on a full disk.
    shell.args(["-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" \"$@\"", IRLOG]);
    shell.args(EXTRACT).current_dir(folder.path());
    folder.rejects_command(shell, &["File too large", ".csv"]);
}

#[test]
fn full_disk_behind_standard_output() {
    let folder = RunFolder::with_real_module();
    let long = &["points-to", "real.bc", "--format", "csv", "--relation", "points_to"];
    for arguments in [&["schema"][..], &["summary", "real.bc"], long] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = folder.command(arguments).stdout(full).output().expect("irlog starts");
        assert_rejection(&output, &["standard output", "No space left"]);
    }
}

#[test]
fn no_space_for_temporary_files() {
    let folder = RunFolder::with_real_module();
    let arguments = ["points-to", "real.bc", "--format", "json"];
    let mut command = folder.command(&arguments);
    command.env("TMPDIR", "missing");
    folder.rejects_command(command, &["temporary file", "No such file"]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" \"$@\"", IRLOG]);
    shell.args(arguments).current_dir(folder.path());
    folder.rejects_command(shell, &["temporary file", "File too large"]);
}

#[test]
fn closed_pipe_ends_quietly() {
    let folder = RunFolder::with_real_module();
    for arguments in [&["schema"][..], &["schema", "--format", "json"], &["summary", "real.bc"]] {
        let (reader, writer) = std::io::pipe().expect("pipes can be made");
        drop(reader);
        let output = folder.command(arguments).stdout(writer).output().expect("irlog starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}
