//! The example checks report the lines that the comments of their modules mark.
//!
//! Each `examples/checks/NAME.ll` begins with the C program from which it was compiled. The lines of that program that
//! `NAME.dl` reports end with `// finding`.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The lines of the C program in a module's first comment that end with `// finding`.
fn marked_lines(module: &str) -> BTreeSet<u64> {
    let program = module.lines().map_while(|line| line.strip_prefix(';'));
    let marked = program.filter(|line| line.trim_end().ends_with("// finding"));
    let number = |line: &str| line.split_whitespace().next()?.parse().ok();
    marked.map(|line| number(line).expect("the lines have numbers")).collect()
}

/// The lines that a check reports.
fn reported_lines(check: &Path, module: &Path) -> Result<BTreeSet<u64>, Box<dyn Error>> {
    let output = Command::new(env!("CARGO_BIN_EXE_irlog"))
        .arg("check")
        .arg(module)
        .arg("--rules")
        .arg(check)
        .args(["--select", "own", "--format", "json"])
        .output()?;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let findings = report["findings"].as_array().ok_or("there is no list of findings")?;
    let line = |finding: &serde_json::Value| finding["line"].as_u64();
    findings.iter().map(|it| line(it).ok_or_else(|| format!("{it} has no line").into())).collect()
}

#[test]
fn checks_report_the_marked_lines() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/checks");
    let mut checks = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "dl") {
            checks.push(path);
        }
    }
    assert_eq!(checks.len(), 5, "{checks:?}");
    for check in checks {
        let module = check.with_extension("ll");
        let marked = marked_lines(&fs::read_to_string(&module)?);
        assert!(!marked.is_empty(), "{}: no line is marked", module.display());
        assert_eq!(reported_lines(&check, &module)?, marked, "{}", check.display());
    }
    Ok(())
}
