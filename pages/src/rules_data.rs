//! The rules that were checked, and all findings of each.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::index::finding;
use crate::output::{Output, Written};
use crate::program::Program;

/// The maximum number of findings listed per rule.
const LISTED: usize = 2000;

/// A rule.
#[derive(Serialize)]
struct Data {
    name: &'static str,
    title: String,
    level: &'static str,
    group: &'static str,
    summary: String,
    why: String,
    example: &'static str,
    fixed: &'static str,
    reference: &'static str,
    find: Vec<Value>,
    count: usize,
}

/// Writes all rules.
pub fn write(program: &Program, output: &Output) -> Written {
    let reports = &program.content.reports;
    let mut findings: BTreeMap<&str, (Vec<Value>, usize)> = BTreeMap::new();
    for it in reports.iter().flat_map(|it| &it.findings) {
        let (list, count) = findings.entry(it.rule.0.name).or_default();
        *count += 1;
        if list.len() < LISTED {
            list.push(finding(program, it));
        }
    }
    let rules = reports.iter().flat_map(|it| &it.rules).map(|(rule, level)| {
        let (find, count) = findings.remove(rule.0.name).unwrap_or_default();
        let (example, fixed) = rule.examples();
        Data {
            name: rule.0.name,
            title: rule.title(),
            level: level.name(),
            group: rule.0.group.name(),
            summary: rule.summary(),
            why: rule.why(),
            example,
            fixed,
            reference: rule.0.reference,
            find,
            count,
        }
    });
    let rules: Vec<Data> = rules.collect();
    output.chunk("rules", &rules)
}
