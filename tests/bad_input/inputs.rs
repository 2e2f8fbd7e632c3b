//! Inputs that are not modules.

use crate::bitstream::bitcode_with_header;
use crate::place::{Place, assert_refusal, real_module};

const SMALL: &str = "define i32 @main() {\n  ret i32 0\n}\n";

#[test]
fn empty_file() {
    let place = Place::with("empty.bc", "");
    place.refuses(&["extract", "empty.bc", "-o", "facts"], &["empty.bc", "is empty"]);
    place.refuses(&["summary", "empty.bc"], &["empty.bc", "is empty"]);
}

#[test]
fn empty_standard_input() {
    Place::empty().refuses(&["extract", "-", "-o", "facts"], &["error: -: the input is empty"]);
}

#[test]
fn missing_file() {
    let words = ["missing.bc", "No such file"];
    Place::empty().refuses(&["extract", "missing.bc", "-o", "facts"], &words);
}

#[test]
fn unreadable_file() {
    // A file that even root cannot read from the start.
    let words = ["/proc/self/mem", "cannot be read"];
    Place::empty().refuses(&["extract", "/proc/self/mem", "-o", "facts"], &words);
}

#[test]
fn folder_without_facts() {
    let place = Place::with("file", "");
    place.refuses(&["extract", ".", "-o", "facts"], &["not a folder of facts"]);
    place.refuses(&["summary", "."], &["not a folder of facts"]);
}

#[test]
fn folder_with_a_broken_manifest() {
    Place::with("manifest.json", "{}").refuses(&["summary", "."], &["manifest.json"]);
}

#[test]
fn folder_of_facts_among_other_inputs() {
    let place = Place::with("small.ll", SMALL);
    assert!(place.irlog(&["extract", "small.ll", "-o", "facts"]).status.success());
    place.refuses(&["summary", "small.ll", "facts"], &["error: facts: ", "cannot be linked"]);
}

#[test]
fn text_file() {
    let text = "This file is for people.\nIt has two lines.\n";
    let place = Place::with("README", text);
    place.refuses(&["extract", "README", "-o", "facts"], &["README"]);
}

#[test]
fn other_binary_file() {
    let executable = std::fs::read("/proc/self/exe").expect("this test is an executable");
    let place = Place::with("program", executable);
    place.refuses(&["extract", "program", "-o", "facts"], &["program"]);
}

#[test]
fn ir_with_a_mistake_names_its_line() {
    let place = Place::with("mistake.ll", "define void @f() {\n  ret i33 %x\n}\n");
    place.refuses(&["extract", "mistake.ll", "-o", "facts"], &["mistake.ll", "2"]);
}

#[test]
fn truncated_bitcode() {
    let module = real_module();
    for part in 1..8 {
        let place = Place::with("cut.bc", &module[..module.len() * part / 8]);
        place.refuses(&["extract", "cut.bc", "-o", "facts"], &["cut.bc"]);
    }
}

#[test]
fn bitcode_of_a_newer_llvm_names_producer_and_reader() {
    // LLVM's own bitcode has epoch 0. The module version 99 is an example of a record that this LLVM does not know.
    for (epoch, module_version) in [(0, 99), (1, 2)] {
        let place = Place::with("new.bc", bitcode_with_header("LLVM99.1.0", epoch, module_version));
        let linked = if cfg!(feature = "llvm19-1") { "19." } else { "22." };
        place.refuses(&["extract", "new.bc", "-o", "facts"], &["new.bc", "LLVM99.1.0", linked]);
    }
}

#[test]
fn same_input_twice() {
    let place = Place::with("small.ll", SMALL);
    let arguments = ["extract", "small.ll", "small.ll", "-o", "facts"];
    place.refuses(&arguments, &["small.ll", "cannot be linked", "main"]);
}

#[test]
fn standard_input_twice() {
    Place::empty().refuses(&["extract", "-", "-", "-o", "facts"], &["only once"]);
}

#[test]
fn a_name_with_a_line_break_stays_on_one_line() {
    let place = Place::with("two\nlines\x1b[31m.ll", "no module");
    let output = place.irlog(&["summary", "two\nlines\x1b[31m.ll"]);
    assert_refusal(&output, &["lines\\u{1b}[31m.ll"]);
}

#[test]
fn unknown_group_lists_the_groups() {
    let place = Place::with("small.ll", SMALL);
    let output = place.irlog(&["extract", "small.ll", "-o", "facts", "--only", "memory,nothing"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for group in facts_schema::GROUPS {
        assert!(stderr.contains(group.name), "{stderr}");
    }
    assert!(stderr.contains("'nothing'"), "{stderr}");
}
