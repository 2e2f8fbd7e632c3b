//! The schema describes all answers: it lists each relation of an answer, and each row has the columns that the schema
//! declares, so that databases and Soufflé can load the answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// All commands that answer with rows, each with an input in `tests/cli/`.
const QUESTIONS: &[&[&str]] = &[
    &["alias", "inputs/list.ll", "--of", "main:unknown", "--of", "@main:%7"],
    &["alias", "inputs/list.ll", "--of", "push:tail", "--of", "@list"],
    &["bit-fields", "bit-fields.ll"],
    &["bit-fields", "bit-fields-uncertain.ll"],
    &["call-graph", "inputs/list.ll"],
    &["call-graph", "inputs/list.ll", "--reachable"],
    &["call-graph", "call-graph-external.ll"],
    &["callees", "inputs/list.ll", "--at", "list.c:29"],
    &["callees", "callees-wrapped.ll", "--at", "wrapped.cpp:11"],
    &["callees", "callees-wrapped.ll", "--at", "wrapped.cpp:14"],
    &["callees", "callees-inlined.ll", "--at", "inlined.cpp:10"],
    &["callers", "inputs/list.ll", "--of", "second"],
    &["explain", "inputs/list.ll", "--of", "points_to(push:tail,list)"],
    &["explain", "inputs/list.ll", "--of", "calls(list.c:29,second)", "--max-steps", "1"],
    &["points-to", "inputs/list.ll"],
    &["points-to", "inputs/list.ll", "--context", "1", "--of", "list", "--of", "main:unknown"],
    &["points-to", "inputs/list.ll", "--reverse", "other"],
    &["points-to", "inputs/list.ll", "--unknown"],
    &["points-to", "inputs/list.ll", "--escaped"],
];

/// The columns of each relation, as `irlog schema --format json` prints them.
type Schema = BTreeMap<String, Vec<Value>>;

fn irlog(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_irlog"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli"))
        .output()
        .expect("irlog starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    output.stdout
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&irlog(arguments)).expect("it is JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The columns of each relation, and the words of each set.
fn schema() -> (Schema, BTreeMap<String, Vec<String>>) {
    let schema = json(&["schema", "--format", "json"]);
    let relations = list(&schema["groups"]).iter().flat_map(|group| list(&group["relations"]));
    let columns = |it: &Value| (text(&it["name"]).to_owned(), list(&it["columns"]).to_vec());
    let words = list(&schema["words"]).iter().map(|set| {
        let words = list(&set["words"]).iter().map(|word| text(word).to_owned());
        (text(&set["name"]).to_owned(), words.collect())
    });
    (relations.map(columns).collect(), words.collect())
}

#[test]
fn json_has_the_relations_and_columns_of_the_schema() {
    let (schema, words) = schema();
    let value = ["ub", "ub.ll", "--of", "@branch:%condition"];
    for question in QUESTIONS.iter().copied().chain([&value[..]]) {
        let answer = json(&[question, &["--format", "json"]].concat());
        let relations = answer.as_object().expect("one object");
        assert!(!relations.is_empty(), "{question:?}");
        for (relation, rows) in relations {
            let columns = schema.get(relation);
            let columns = columns.unwrap_or_else(|| panic!("{relation} is not in the schema"));
            for row in list(rows) {
                let row = row.as_object().expect("a row");
                assert_eq!(row.len(), columns.len(), "{relation}");
                for column in columns {
                    let cell = row.get(text(&column["name"]));
                    let cell = cell.unwrap_or_else(|| panic!("{relation} lacks {column}"));
                    match text(&column["kind"]) {
                        "number" => assert!(cell.is_u64(), "{relation} {cell}"),
                        "word" => {
                            let words = &words[text(&column["words"])];
                            assert!(words.iter().any(|word| word == text(cell)), "{relation}");
                        }
                        _ => assert!(cell.is_string(), "{relation} {cell}"),
                    }
                }
            }
        }
    }
}

/// The names of the files in a folder, without their extensions.
fn stems(folder: &Path, end: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let names = names.map(|name| name.expect("names are UTF-8"));
    names.filter_map(|name| Some(name.strip_suffix(end)?.to_owned())).collect()
}

#[test]
fn tables_have_the_rows_of_json_and_the_columns_of_the_schema() {
    let (schema, _) = schema();
    for question in QUESTIONS {
        let answer = json(&[question, &["--format", "json"][..]].concat());
        let relations = answer.as_object().expect("one object");
        let work = tempfile::tempdir().expect("a folder for this test");
        for (format, end) in [("csv", ".csv"), ("souffle", ".facts")] {
            let folder = work.path().join(format);
            let path = folder.to_str().expect("it is UTF-8");
            irlog(&[question, &["--format", format, "-o", path][..]].concat());
            let expected: BTreeSet<String> = relations.keys().cloned().collect();
            assert_eq!(stems(&folder, end), expected, "{question:?}");
            let relation = relations.keys().next().expect("a relation");
            let printed =
                irlog(&[question, &["--format", format, "--relation", relation][..]].concat());
            let file = fs::read(folder.join(format!("{relation}{end}"))).expect("its file");
            assert_eq!(printed, file, "{relation}");
            for (relation, rows) in relations {
                let table = fs::read_to_string(folder.join(format!("{relation}{end}")));
                let table = table.expect("the relation has a file");
                let lines = table.lines().count();
                match format {
                    "csv" => {
                        let names = schema[relation].iter().map(|column| text(&column["name"]));
                        let header = names.collect::<Vec<_>>().join(",");
                        assert_eq!(table.lines().next(), Some(&*header), "{relation}");
                        assert_eq!(lines, list(rows).len() + 1, "{relation}");
                    }
                    _ => {
                        assert_eq!(lines, list(rows).len(), "{relation}");
                        check_facts(&table, &schema[relation]);
                    }
                }
            }
        }
    }
}

/// Checks that each line has a cell for each column, and numbers where Soufflé expects them.
fn check_facts(table: &str, columns: &[Value]) {
    for line in table.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), columns.len(), "{line}");
        for (cell, column) in cells.iter().zip(columns) {
            if column["kind"] == "number" && column["bits"] == 32 {
                assert!(cell.parse::<u32>().is_ok(), "{line}");
            }
        }
    }
}

#[test]
fn schemas_declare_what_answers_have() {
    let program = String::from_utf8(irlog(&["schema", "--format", "souffle"])).expect("UTF-8");
    let all = json(&["schema", "--format", "json"]);
    let is_beside = |group: &&Value| group["derived"] == true || group["answer"] == true;
    let beside: Vec<&str> =
        list(&all["groups"]).iter().filter(is_beside).map(|group| text(&group["name"])).collect();
    let script = irlog(&["schema", "--format", "sql", "--with", &beside.join(",")]);
    let script = String::from_utf8(script).expect("UTF-8");
    for relation in schema().0.keys() {
        assert!(program.contains(&format!("\n.input {relation}\n")), "{relation}");
        assert!(script.contains(&format!("\nCREATE TABLE \"{relation}\" (")), "{relation}");
    }
}

/// `explain` derives each fact about pointers and calls in an answer, in at most 100 steps.
#[test]
fn facts_in_answers_are_explained() {
    const STEPS: usize = 100;
    let inputs: [&[&str]; 4] = [
        &["inputs/list.ll"],
        &["explain-external.ll"],
        &["explain-external.ll", "--escaped-memory", "opaque"],
        &["call-graph-remembered.ll", "--escaped-memory", "opaque"],
    ];
    let rows: [(&[&str], &str, &str, [&str; 2]); 6] = [
        (&["call-graph"], "call_edge", "calls", ["instruction", "function"]),
        (&["call-graph"], "callback_edge", "calls", ["caller", "function"]),
        (&["call-graph"], "reachable_function", "reachable", ["function", ""]),
        (&["points-to"], "points_to", "points_to", ["value", "pointee"]),
        (&["points-to"], "memory_points_to", "points_to", ["memory_location", "pointee"]),
        (&["points-to", "--escaped"], "escaped_object", "escaped", ["object", ""]),
    ];
    for input in inputs {
        for (question, relation, statement, columns) in rows {
            let answer = json(&[question, input, &["--format", "json"]].concat());
            for row in list(&answer[relation]) {
                let cells = columns.iter().filter(|it| !it.is_empty()).map(|it| text(&row[*it]));
                let statement = format!("{statement}({})", cells.collect::<Vec<_>>().join(", "));
                let explain =
                    [&["explain"], input, &["--of", &statement, "--format", "json"]].concat();
                let steps = list(&json(&explain)["step"]).len();
                assert!((1..=STEPS).contains(&steps), "{statement}: {steps} steps");
            }
        }
    }
}
