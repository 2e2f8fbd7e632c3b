use rules::checks::RULES;
use serde_json::Value;

use super::*;
use crate::check::Step;
use crate::check::tests::{finding, report};

fn rendered(report: &Report, inputs: &[String]) -> Value {
    serde_json::from_str(&render(report, inputs)).expect("JSON")
}

#[test]
fn results_have_a_location_and_a_rule() {
    let place = |file: &str, line, column| {
        Some(FileLocation { file: file.into(), directory: String::new(), line, column })
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
    let sarif = rendered(&report, &["module.bc".to_owned()]);
    let result = &sarif["runs"][0]["results"][0];
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!(location["region"]["startLine"], 3);
    let outer = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(outer["uri"], "file:///usr/include/c.h");
    let rule = &sarif["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], result["ruleId"]);
}

#[test]
fn steps_are_a_code_flow_that_ends_at_the_finding() {
    let place = FileLocation { file: "a.c".into(), directory: String::new(), line: 3, column: 7 };
    let mut findings = vec![finding(0); 2];
    findings[0].place = Some(FileLocation { line: 9, ..place.clone() });
    findings[0].explanation = vec![
        Step { text: "`malloc` allocates the object".into(), place: Some(place) },
        Step { text: "it is freed".into(), place: None },
    ];
    let sarif = rendered(&report(findings), &[]);
    let results = &sarif["runs"][0]["results"];
    let flow = &results[0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let texts: Vec<_> = flow
        .as_array()
        .expect("locations")
        .iter()
        .map(|it| &it["location"]["message"]["text"])
        .collect();
    assert_eq!(texts[..2], ["`malloc` allocates the object", "it is freed"]);
    assert_eq!(texts[2..], [&results[0]["message"]["text"]]);
    let line = |at: usize| &flow[at]["location"]["physicalLocation"]["region"]["startLine"];
    assert_eq!([line(0), line(1), line(2)], [&Value::from(3), &Value::Null, &Value::from(9)]);
    let related = results[0]["relatedLocations"].as_array().expect("related locations");
    assert_eq!(related.len(), 1);
    assert_eq!(results[1]["codeFlows"], Value::Null);
}

#[test]
fn only_rules_with_results_are_described() {
    let (first, last) = (finding(0).rule, *RULES.last().expect("rules"));
    let mut findings = vec![finding(0); 3];
    findings[1].rule = last;
    let mut report = report(findings);
    report.rules = RULES.iter().map(|rule| (*rule, Level::Deny)).collect();
    let sarif = rendered(&report, &[]);
    let driver = &sarif["runs"][0]["tool"]["driver"];
    assert!(driver["informationUri"].as_str().is_some_and(|uri| uri.starts_with("https://")));
    let ids: Vec<_> =
        driver["rules"].as_array().expect("rules").iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [first.0.code, last.0.code]);
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let numbers: Vec<_> = results.iter().map(|it| it["ruleIndex"].as_i64()).collect();
    assert_eq!(numbers, [Some(0), Some(1), Some(0)]);
}

#[test]
fn a_report_without_findings_has_an_empty_list_of_results() {
    let sarif = rendered(&report(Vec::new()), &[]);
    assert_eq!(sarif["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn results_are_limited_to_the_number_that_github_accepts_errors_first() {
    let mut findings = vec![finding(0); RESULT_LIMIT + 1];
    findings[7].level = Level::Warn;
    let sarif = rendered(&report(findings), &[]);
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), RESULT_LIMIT);
    assert!(results.iter().all(|result| result["level"] == "error"));
    let notice = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(
        notice["message"]["text"],
        "25000 of 25001 findings are reported, the most serious first"
    );
}
