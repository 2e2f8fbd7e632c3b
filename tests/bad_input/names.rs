//! Queries about names that the module does not contain.

use std::fmt::Write;

use crate::run_folder::RunFolder;

/// A function with 1000 pointers, where each pointer may point to any of 1000 variables. The Datalog solver takes minutes
/// for it. Without the calls, each load would read what has just been stored.
fn knot() -> String {
    const SIZE: usize = 1000;
    let mut text = String::from("define void @main() {\n  %v0 = alloca ptr\n");
    for number in 1..SIZE {
        let before = number - 1;
        let _ = write!(
            text,
            "  %a{number} = alloca ptr\n\
             \x20 store ptr %a{number}, ptr %v0\n\
             \x20 store ptr %a{number}, ptr %v{before}\n\
             \x20 call void @pause()\n\
             \x20 %v{number} = load ptr, ptr %v{before}\n"
        );
    }
    text + "  ret void\n}\n\ndeclare void @pause()\n"
}

#[test]
fn an_unknown_name_is_reported_before_the_analysis() {
    let folder = RunFolder::with("knot.ll", knot());
    let rejects = |command: &str, question: &[&str], limit: &str, word: &str| {
        let options = ["--solver", "datalog", "--timeout", limit];
        folder.rejects(&[&[command, "knot.ll"], question, &options].concat(), &[word]);
    };
    // The analysis takes longer than this limit.
    rejects("points-to", &["--of", "@main:%v7"], "1", "--timeout");
    let questions: &[(&str, &[&str])] = &[
        ("points-to", &["--of", "@main:%absent"]),
        ("points-to", &["--function", "absent"]),
        ("points-to", &["--reverse", "@main:%absent"]),
        ("points-to", &["--at", "absent.c:1"]),
        ("alias", &["--of", "@main:%v7", "--of", "@main:%absent"]),
        ("alias", &["--of", "@main:%absent", "--of", "@main:%v7"]),
        ("callers", &["--of", "absent"]),
        ("callees", &["--at", "absent.c:1"]),
        ("explain", &["--of", "points_to(@main:%absent, @main:%a1)"]),
        ("explain", &["--of", "points_to(@main:%v7, @main:%absent)"]),
        ("explain", &["--of", "calls(absent.c:1, main)"]),
        ("explain", &["--of", "reachable(absent)"]),
        ("explain", &["--of", "escaped(absent)"]),
        ("explain", &["--of", "absent"]),
    ];
    for (command, question) in questions {
        rejects(command, question, "60", "absent");
    }
}
