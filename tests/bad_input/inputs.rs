//! Inputs that are not modules.

use crate::bitstream::bitcode_with_header;
use crate::run_folder::{RunFolder, assert_rejection, real_module};

const SMALL: &str = "define i32 @main() {\n  ret i32 0\n}\n";

#[test]
fn empty_file() {
    let folder = RunFolder::with("empty.bc", "");
    folder.rejects(&["extract", "empty.bc", "-o", "facts"], &["empty.bc", "is empty"]);
    folder.rejects(&["summary", "empty.bc"], &["empty.bc", "is empty"]);
}

#[test]
fn empty_standard_input() {
    RunFolder::empty().rejects(&["extract", "-", "-o", "facts"], &["error: -: the input is empty"]);
}

#[test]
fn missing_file() {
    let words = ["missing.bc", "No such file"];
    RunFolder::empty().rejects(&["extract", "missing.bc", "-o", "facts"], &words);
}

#[test]
fn unreadable_file() {
    // A file that even root cannot read from the start.
    let words = ["/proc/self/mem", "cannot be read"];
    RunFolder::empty().rejects(&["extract", "/proc/self/mem", "-o", "facts"], &words);
}

#[test]
fn folder_without_facts() {
    let folder = RunFolder::with("file", "");
    folder.rejects(&["extract", ".", "-o", "facts"], &["not a folder of facts"]);
    folder.rejects(&["summary", "."], &["not a folder of facts"]);
}

#[test]
fn folder_with_a_broken_manifest() {
    RunFolder::with("manifest.json", "{}").rejects(&["summary", "."], &["manifest.json"]);
}

#[test]
fn folder_of_facts_among_other_inputs() {
    let folder = RunFolder::with("small.ll", SMALL);
    assert!(folder.irlog(&["extract", "small.ll", "-o", "facts"]).status.success());
    folder.rejects(&["summary", "small.ll", "facts"], &["error: facts: ", "cannot be combined"]);
}

#[test]
fn text_file() {
    let text = "This file is for people.\nIt has two lines.\n";
    let folder = RunFolder::with("README", text);
    folder.rejects(&["extract", "README", "-o", "facts"], &["README"]);
}

#[test]
fn unrelated_binary_file() {
    let executable = std::fs::read("/proc/self/exe").expect("this test is an executable");
    let folder = RunFolder::with("program", executable);
    folder.rejects(&["extract", "program", "-o", "facts"], &["program"]);
}

#[test]
fn ir_with_a_mistake_names_its_line() {
    let folder = RunFolder::with("mistake.ll", "define void @f() {\n  ret i33 %x\n}\n");
    folder.rejects(&["extract", "mistake.ll", "-o", "facts"], &["mistake.ll", "2"]);
}

#[test]
fn truncated_bitcode() {
    let module = real_module();
    for part in 1..8 {
        let folder = RunFolder::with("cut.bc", &module[..module.len() * part / 8]);
        folder.rejects(&["extract", "cut.bc", "-o", "facts"], &["cut.bc"]);
    }
}

#[test]
fn bitcode_of_a_newer_llvm_names_producer_and_reader() {
    // LLVM's own bitcode has epoch 0. The module version 99 is an example of a record that this LLVM does not know.
    for (epoch, module_version) in [(0, 99), (1, 2)] {
        let folder =
            RunFolder::with("new.bc", bitcode_with_header("LLVM99.1.0", epoch, module_version));
        let linked = if cfg!(feature = "llvm19-1") { "19." } else { "22." };
        folder.rejects(&["extract", "new.bc", "-o", "facts"], &["new.bc", "LLVM99.1.0", linked]);
    }
}

#[test]
fn same_input_twice() {
    let folder = RunFolder::with("small.ll", SMALL);
    let arguments = ["extract", "small.ll", "small.ll", "-o", "facts"];
    folder.rejects(&arguments, &["small.ll", "cannot be linked", "main"]);
}

#[test]
fn standard_input_twice() {
    RunFolder::empty().rejects(&["extract", "-", "-", "-o", "facts"], &["only once"]);
}

#[test]
fn a_name_with_a_line_break_stays_on_one_line() {
    let folder = RunFolder::with("two\nlines\x1b[31m.ll", "no module");
    let output = folder.irlog(&["summary", "two\nlines\x1b[31m.ll"]);
    assert_rejection(&output, &["lines\\u{1b}[31m.ll"]);
}

#[test]
fn unknown_group_lists_the_groups() {
    let folder = RunFolder::with("small.ll", SMALL);
    let output = folder.irlog(&["extract", "small.ll", "-o", "facts", "--only", "memory,nothing"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for group in facts_schema::GROUPS {
        assert!(stderr.contains(group.name), "{stderr}");
    }
    assert!(stderr.contains("'nothing'"), "{stderr}");
}
