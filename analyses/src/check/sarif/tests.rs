use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::*;
use crate::check::tests::{finding, report};

/// The published schema, as it lies in the package that our types are made from.
fn schema() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.and_then(|it| it["manifest_path"].as_str()).expect("a manifest");
    let schema = PathBuf::from(manifest).with_file_name("src").join("schema.json");
    let schema = std::fs::read_to_string(schema).expect("a schema");
    // One of its patterns has a bracket that is not escaped, which only JavaScript lets pass.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$");
    serde_json::from_str(&schema).expect("JSON")
}

fn assert_valid(report: &Report, inputs: &[String]) -> Value {
    let sarif: Value = serde_json::from_str(&render(report, inputs)).expect("JSON");
    let validator = jsonschema::draft7::new(&schema()).expect("a schema");
    let errors: Vec<_> = validator.iter_errors(&sarif).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    sarif
}

#[test]
fn reports_follow_the_published_schema() {
    let place = |file: &str, line, column| {
        Some(Place { file: file.into(), directory: String::new(), line, column })
    };
    let mut findings = vec![finding(0); 5];
    findings[0].place = place("src/a b.c", 3, 7);
    findings[0].inlined_at = vec![place("/usr/include/c.h", 9, 0).unwrap()];
    findings[1].place = place("c.c", 0, 0);
    findings[2].level = Level::Warn;
    findings[3].instruction = None;
    findings[3].block = None;
    findings[4].function = None;
    let report = report(findings);
    let sarif = assert_valid(&report, &["module.bc".to_owned()]);
    let result = &sarif["runs"][0]["results"][0];
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!(location["region"]["startLine"], 3);
    let outer = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(outer["uri"], "file:///usr/include/c.h");
    let rule = &sarif["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], result["ruleId"]);
    assert_valid(&report, &[]);
}

#[test]
fn a_clean_report_has_results_all_the_same() {
    let sarif = assert_valid(&report(Vec::new()), &[]);
    assert_eq!(sarif["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn there_are_as_many_results_as_github_takes_errors_first() {
    let mut findings = vec![finding(0); RESULT_LIMIT + 1];
    findings[7].level = Level::Warn;
    let sarif: Value = serde_json::from_str(&render(&report(findings), &[])).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), RESULT_LIMIT);
    assert!(results.iter().all(|result| result["level"] == "error"));
    let notice = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(
        notice["message"]["text"],
        "25001 findings, of which 25000 are reported, the most serious first"
    );
}
