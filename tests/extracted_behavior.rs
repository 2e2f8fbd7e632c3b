//! `irlog extract --with undefined-behavior` and `irlog ub` have the same results with the same options.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Options of both commands, each with a module whose results they change.
const CASES: &[(&str, &[&str])] = &[
    ("cli/ub.ll", &[]),
    ("cli/ub.ll", &["--semantics", "value-wise"]),
    ("cli/ub.ll", &["--select-semantics", "arithmetic"]),
    ("cli/extract-undefined-behavior.ll", &["--select-semantics", "ub-either"]),
    ("cli/extract-undefined-behavior.ll", &["--points-to", "--roots", "@heap"]),
    ("undefined_behavior/certain.ll", &[]),
    ("undefined_behavior/memory.ll", &["--semantics", "value-wise"]),
    ("undefined_behavior/points-to.ll", &["--points-to", "--context", "1"]),
    ("undefined_behavior/points-to.ll", &["--points-to", "--assume-unknown", "ignore"]),
    ("undefined_behavior/select-ub.ll", &["--select-semantics", "ub-conditional"]),
    ("undefined_behavior/select-nondeterministic.ll", &["--select-semantics", "nondeterministic"]),
];

/// A row of a relation, as texts.
type Row = Vec<String>;

fn irlog(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(env!("CARGO_BIN_EXE_irlog"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"))
        .output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    // Exit status 1: there are findings.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {stderr}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The derived relations of a module, read from files.
struct Extracted {
    _work: tempfile::TempDir,
    folder: PathBuf,
}

impl Extracted {
    fn new(module: &str, options: &[&str]) -> Result<Self, Box<dyn Error>> {
        let work = tempfile::tempdir()?;
        let folder = work.path().join("facts");
        let target = folder.to_str().ok_or("the folder's name is text")?;
        let fixed = ["extract", module, "-o", target, "--format", "souffle"];
        irlog(&[&fixed, ["--with", "undefined-behavior"].as_slice(), options].concat())?;
        Ok(Self { _work: work, folder })
    }

    fn rows(&self, relation: &str) -> Result<BTreeSet<Row>, Box<dyn Error>> {
        let text = fs::read_to_string(self.folder.join(format!("{relation}.facts")))?;
        Ok(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
    }
}

/// The instructions with findings at level deny.
fn found(module: &str, options: &[&str]) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let report = irlog(&[["ub", module, "--format", "json"].as_slice(), options].concat())?;
    let report: Value = serde_json::from_str(&report)?;
    let findings = report["findings"].as_array().ok_or("there is no list of findings")?.iter();
    let certain = findings.filter(|it| it["level"] == "deny");
    Ok(certain.filter_map(|it| it["instruction"].as_str()).map(str::to_owned).collect())
}

/// The results about the values with this name: the rows of a relation.
fn known(
    module: &str,
    name: &str,
    relation: &str,
    options: &[&str],
) -> Result<BTreeSet<Row>, Box<dyn Error>> {
    let fixed = ["ub", module, "--of", name, "--format", "json"];
    let answer: Value = serde_json::from_str(&irlog(&[fixed.as_slice(), options].concat())?)?;
    let text = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
    let columns: &[&str] = match relation {
        "well_defined" => &["value", "part"],
        _ => &["value", "part", "reason", "source", "source_part"],
    };
    let rows = answer[relation].as_array().ok_or("there is no such relation")?.iter();
    Ok(rows.map(|row| columns.iter().map(|column| text(&row[column])).collect()).collect())
}

#[test]
fn certain_rows_are_findings() -> Result<(), Box<dyn Error>> {
    for (module, options) in CASES {
        let rows = Extracted::new(module, options)?.rows("immediate_ub")?;
        let certain = rows.into_iter().filter(|row| row[1] == "definite");
        let certain: BTreeSet<String> = certain.map(|mut row| row.swap_remove(0)).collect();
        assert_eq!(certain, found(module, options)?, "{module} {options:?}");
    }
    Ok(())
}

#[test]
fn rows_about_a_value_agree_with_the_answer_about_it() -> Result<(), Box<dyn Error>> {
    for (module, options) in CASES {
        let extracted = Extracted::new(module, options)?;
        for relation in ["may_be_poison", "may_be_undef", "well_defined"] {
            let rows = extracted.rows(relation)?;
            // A sample of the values, because each requires a run of irlog.
            for name in rows.iter().step_by(rows.len() / 3 + 1).map(|row| row[0].as_str()) {
                let of_value = rows.iter().filter(|row| row[0] == name).cloned().collect();
                let known = known(module, name, relation, options)?;
                assert_eq!(known, of_value, "{relation} of {name} in {module} {options:?}");
            }
        }
    }
    Ok(())
}

/// Otherwise the tests above would pass even if all options were ignored.
#[test]
fn options_change_rows() -> Result<(), Box<dyn Error>> {
    for (module, options) in CASES.iter().filter(|(_, options)| !options.is_empty()) {
        let (plain, other) = (Extracted::new(module, &[])?, Extracted::new(module, options)?);
        let mut differ = false;
        for relation in ["immediate_ub", "may_be_poison", "may_be_undef", "well_defined"] {
            differ |= plain.rows(relation)? != other.rows(relation)?;
        }
        assert!(differ, "{module} {options:?}");
    }
    Ok(())
}
