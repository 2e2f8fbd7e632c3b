//! A report as SARIF 2.1.0, which code-scanning services and editors read.
//!
//! The rules table lists the rules that have results. Readable ids are logical locations.
//! [GitHub](https://docs.github.com/en/code-security/code-scanning) accepts at most 25,000 results,
//! so further results are omitted, errors last, and a notification reports the omission.

use std::collections::BTreeMap;

use rules::{Level, Rule};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_sarif::sarif::{
    ArtifactLocation, CodeFlow, Invocation, Location, LogicalLocation, Message,
    MultiformatMessageString, Notification, PhysicalLocation, PropertyBag, Region,
    ReportingConfiguration, ReportingDescriptor, Result, ResultLevel, Run, Sarif, ThreadFlow,
    ThreadFlowLocation, Tool, ToolComponent,
};

use super::{FileLocation, Finding, Report, json};
use crate::rule_book;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The key of [`Finding::fingerprint`] in SARIF, which includes the version of the algorithm.
const FINGERPRINT: &str = "irlogFinding/v1";
/// The maximum number of results that GitHub accepts.
const RESULT_LIMIT: usize = 25_000;
/// The maximum number of characters of a description that GitHub shows.
const DESCRIPTION_LIMIT: usize = 1024;

/// The report as SARIF. `inputs` are the files that were checked; they are the locations of
/// findings without a source location.
pub fn render(report: &Report, inputs: &[String]) -> String {
    let findings = most_serious(&report.findings);
    let used: FxHashSet<Rule> = findings.iter().map(|finding| finding.rule).collect();
    let rules: Vec<_> = report.rules.iter().filter(|(rule, _)| used.contains(rule)).collect();
    let numbers: FxHashMap<Rule, i64> =
        rules.iter().zip(0..).map(|((rule, _), number)| (*rule, number)).collect();
    let result = |finding: &&Finding| {
        let number = numbers.get(&finding.rule).copied().unwrap_or(-1);
        result(finding, number, inputs)
    };
    let results: Vec<Result> = findings.iter().map(result).collect();
    let run = Run::builder()
        .tool(tool(&rules))
        .invocations([invocation(report.findings.len(), results.len())])
        .results(results)
        .column_kind("unicodeCodePoints")
        .build();
    json(&Sarif::builder().schema(SCHEMA).version("2.1.0").runs([run]).build())
}

/// The findings up to the maximum number. If there are more, errors take precedence.
fn most_serious(findings: &[Finding]) -> Vec<&Finding> {
    let mut chosen: Vec<&Finding> = findings.iter().collect();
    if chosen.len() > RESULT_LIMIT {
        chosen.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        chosen.truncate(RESULT_LIMIT);
    }
    chosen
}

fn tool(rules: &[&(Rule, Level)]) -> Tool {
    let rules: Vec<_> = rules.iter().map(|(rule, level)| descriptor(*rule, *level)).collect();
    let driver = ToolComponent::builder()
        .name("irlog")
        .version(env!("CARGO_PKG_VERSION"))
        .information_uri(env!("CARGO_PKG_HOMEPAGE"))
        .rules(rules)
        .build();
    Tool::builder().driver(driver).build()
}

fn descriptor(rule: Rule, level: Level) -> ReportingDescriptor {
    let declaration = rule.0;
    let summary = shortened(rule.summary());
    let description = shortened(format!("{}\n\n{}", rule.summary(), rule.why()));
    let help = MultiformatMessageString::builder()
        .text(rule_book::explain(rule))
        .markdown(rule_book::explain_in_markdown(rule))
        .build();
    ReportingDescriptor::builder()
        .id(declaration.code)
        .name(declaration.name)
        .short_description(MultiformatMessageString::builder().text(summary).build())
        .full_description(MultiformatMessageString::builder().text(description).build())
        .help(help)
        .default_configuration(ReportingConfiguration::builder().level(name(level)).build())
        .properties(PropertyBag::builder().tags([declaration.group.name().to_owned()]).build())
        .build()
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Deny => "error",
        Level::Warn => "warning",
        Level::Allow => "none",
    }
}

fn result_level(level: Level) -> ResultLevel {
    match level {
        Level::Deny => ResultLevel::Error,
        Level::Warn => ResultLevel::Warning,
        Level::Allow => ResultLevel::None,
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(DESCRIPTION_LIMIT) {
        None => text,
        Some(_) => text.chars().take(DESCRIPTION_LIMIT - 1).chain(['…']).collect(),
    }
}

/// Contains a notification if results were omitted.
fn invocation(found: usize, reported: usize) -> Invocation {
    let invocation = Invocation::builder().execution_successful(true);
    if found == reported {
        return invocation.build();
    }
    let text = format!("{reported} of {found} findings are reported, the most serious first");
    let notification = Notification::builder().level("warning").message(message(text)).build();
    invocation.tool_execution_notifications([notification]).build()
}

fn message(text: impl Into<String>) -> Message {
    Message::builder().text(text).build()
}

fn result(finding: &Finding, number: i64, inputs: &[String]) -> Result {
    let steps = || finding.explanation.iter();
    let inlined = finding.inlined_at.iter().map(|place| related(place, "inlined here"));
    let with_place = steps().filter_map(|step| Some(related(step.place.as_ref()?, &step.text)));
    let related: Vec<_> = inlined.chain(with_place).collect();
    let mut result = Result::builder()
        .rule_id(finding.rule.0.code)
        .rule_index(number)
        .level(result_level(finding.level))
        .message(message(&finding.message))
        .locations([location(finding, inputs)])
        .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), finding.fingerprint())]))
        .build();
    result.related_locations = (!related.is_empty()).then_some(related);
    result.code_flows = (steps().next().is_some()).then(|| vec![code_flow(finding, inputs)]);
    result
}

/// The steps, followed by the finding itself.
fn code_flow(finding: &Finding, inputs: &[String]) -> CodeFlow {
    let step = |location| ThreadFlowLocation::builder().location(location).build();
    let steps = finding.explanation.iter().map(|it| match &it.place {
        Some(place) => related(place, &it.text),
        None => Location::builder().message(message(&it.text)).build(),
    });
    let mut last = location(finding, inputs);
    last.message = Some(message(&finding.message));
    let locations: Vec<_> = steps.chain([last]).map(step).collect();
    let flow = ThreadFlow::builder().locations(locations).build();
    CodeFlow::builder().thread_flows([flow]).build()
}

/// The location: in the source, or otherwise the module if only one was read.
fn location(finding: &Finding, inputs: &[String]) -> Location {
    let logical = Location::builder().logical_locations([logical_location(finding)]);
    match (&finding.place, inputs) {
        (Some(place), _) => logical.physical_location(physical_location(place)).build(),
        (None, [input]) => {
            let artifact = ArtifactLocation::builder().uri(uri(input)).build();
            let module = PhysicalLocation::builder().artifact_location(artifact).build();
            logical.physical_location(module).build()
        }
        (None, _) => logical.build(),
    }
}

fn logical_location(finding: &Finding) -> LogicalLocation {
    let kind = if finding.instruction.is_some() {
        "instruction"
    } else if finding.block.is_some() {
        "block"
    } else if finding.function.is_some() {
        "function"
    } else {
        "module"
    };
    let name = finding.function.as_ref().unwrap_or(&finding.subject);
    LogicalLocation::builder().name(name).fully_qualified_name(&finding.subject).kind(kind).build()
}

fn physical_location(place: &FileLocation) -> PhysicalLocation {
    let artifact = ArtifactLocation::builder().uri(uri(&place.file)).build();
    let location = PhysicalLocation::builder().artifact_location(artifact);
    let line = i64::from(place.line);
    match (place.line, place.column) {
        (0, _) => location.build(),
        (_, 0) => location.region(Region::builder().start_line(line).build()).build(),
        (_, column) => {
            let region = Region::builder().start_line(line).start_column(i64::from(column));
            location.region(region.build()).build()
        }
    }
}

fn related(place: &FileLocation, text: &str) -> Location {
    Location::builder().physical_location(physical_location(place)).message(message(text)).build()
}

/// A path as a URI: relative, or with the scheme `file`.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests;
