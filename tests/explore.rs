//! `irlog explore` writes the contents of the module, and replaces only its own pages.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn demo() -> PathBuf {
    root().join("examples/demo.ll")
}

fn explore(module: &Path, output: &Path, options: &[&str]) -> Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irlog"));
    Ok(command.arg("explore").arg(module).arg("-o").arg(output).args(options).output()?)
}

fn expect_success(output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}

fn expect_failure(output: &Output, message: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message), "{errors}");
}

/// A data file, as the browser reads it.
fn data(site: &Path, key: &str) -> Result<Value> {
    let script = fs::read_to_string(site.join(format!("data/{key}.js")))?;
    let json = script.trim_end().strip_prefix(&format!("irlog({key:?},")).ok_or("another key")?;
    Ok(serde_json::from_str(json.strip_suffix(");").ok_or("no end")?)?)
}

/// The number of a function, and the data of its page.
fn function(site: &Path, symbol: &str) -> Result<(Value, Value)> {
    let index = data(site, "index")?;
    let names = index["fn"]["name"].as_array().ok_or("no names")?;
    let number = names.iter().position(|it| it == symbol).ok_or("no such function")?;
    let chunk = data(site, "f/0")?;
    let page = chunk["f"][number.to_string()].clone();
    Ok((chunk, page))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn code_is_equal_to_that_of_the_module() -> Result {
    let place = tempfile::tempdir()?;
    let site = place.path().join("site");
    expect_success(&explore(&demo(), &site, &[])?);
    let (_, page) = function(&site, "@measure")?;
    let module = fs::read_to_string(demo())?;
    let body = module.split("define i32 @measure").nth(1).and_then(|it| it.split("\n}").next());
    let instructions = body
        .ok_or("no @measure")?
        .lines()
        .filter(|line| line.starts_with("  ") && !line.trim().starts_with(';'));
    let without_location = |line: &str| line.trim().split(", !dbg").next().unwrap_or("").to_owned();
    let expected: Vec<String> = instructions.map(without_location).collect();
    let shown: Vec<String> = page["code"]
        .as_array()
        .ok_or("no code")?
        .iter()
        .map(|it| text(it).replace('\u{4}', ""))
        .collect();
    assert_eq!(shown, expected);
    Ok(())
}

/// The demo calls through the table `areas`, which contains `square` and `triangle`.
#[test]
fn calls_and_pointers_are_those_of_the_program() -> Result {
    let place = tempfile::tempdir()?;
    let site = place.path().join("site");
    expect_success(&explore(&demo(), &site, &[])?);
    let (chunk, page) = function(&site, "@measure")?;
    let index = data(&site, "index")?;
    let code = page["code"].as_array().ok_or("no code")?;
    let at = |start: &str| code.iter().position(|line| text(line).starts_with(start));
    let call = at("%area = call").ok_or("no call")?;
    let callees = page["calls"][call.to_string()].as_array().ok_or("no callees")?;
    let mut names: Vec<&str> = callees
        .iter()
        .filter_map(|it| it[0].as_u64())
        .map(|it| text(&index["fn"]["name"][it as usize]))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["@square", "@triangle"]);

    // Two arguments precede the instructions.
    let pointer = at("%function = load").ok_or("no load")? + 2;
    let set = page["pt"][pointer.to_string()][0][1].as_u64().ok_or("points nowhere")?;
    let locations = chunk["p"][set as usize].as_array().ok_or("no set")?;
    assert_eq!(locations[0], 2, "the number of locations");
    let mut names: Vec<&str> = locations[1..]
        .iter()
        .filter_map(|it| chunk["l"][it.as_u64()? as usize][1].as_u64())
        .map(|it| text(&chunk["s"][it as usize]))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["square", "triangle"]);

    // The derivation starts with the step for the load.
    let claim = page["pt"][pointer.to_string()][0][2][0].as_u64().ok_or("no reason")?;
    let reasons = data(&site, "w/0")?;
    let reason = reasons["c"][claim as usize][3].as_u64().ok_or("no reason")?;
    assert_eq!(index["reasons"][reason as usize][0], "Load");
    Ok(())
}

#[test]
fn a_folder_of_facts_has_the_pages_of_its_module() -> Result {
    let place = tempfile::tempdir()?;
    let [site, facts, again] = ["site", "facts", "again"].map(|name| place.path().join(name));
    expect_success(&explore(&demo(), &site, &[])?);
    let extract = Command::new(env!("CARGO_BIN_EXE_irlog"))
        .arg("extract")
        .arg(demo())
        .arg("-o")
        .arg(&facts)
        .output()?;
    expect_success(&extract);
    expect_success(&explore(&facts, &again, &[])?);
    for file in ["index", "f/0", "w/0", "g/0", "types", "o/0", "calls", "rules", "names"] {
        assert_eq!(data(&site, file)?, data(&again, file)?, "{file}");
    }
    Ok(())
}

#[test]
fn pages_replace_only_pages() -> Result {
    let place = tempfile::tempdir()?;
    let site = place.path().join("site");
    expect_success(&explore(&demo(), &site, &[])?);
    expect_failure(&explore(&demo(), &site, &[])?, "already exists; --force replaces it");
    expect_success(&explore(&demo(), &site, &["--force"])?);
    fs::write(site.join("notes"), "mine")?;
    expect_failure(
        &explore(&demo(), &site, &["--force"])?,
        "which is not part of the pages of irlog",
    );
    assert_eq!(fs::read_to_string(site.join("notes"))?, "mine");
    // A folder that only resembles the pages is not replaced either.
    let other = place.path().join("other");
    fs::create_dir_all(other.join("data"))?;
    expect_failure(
        &explore(&demo(), &other, &["--force"])?,
        "which is not part of the pages of irlog",
    );
    assert_eq!(fs::read_dir(place.path())?.count(), 2, "something was left behind");
    Ok(())
}

#[test]
fn one_file_has_everything_in_it() -> Result {
    let place = tempfile::tempdir()?;
    let page = place.path().join("page.html");
    expect_success(&explore(&demo(), &page, &["--single-file"])?);
    let text = fs::read_to_string(&page)?;
    assert!(text.contains("irlog(\"f/0\"") && !text.contains("src="), "it refers to other files");
    expect_success(&explore(&demo(), &page, &["--single-file", "--force"])?);
    fs::write(&page, "mine")?;
    expect_failure(
        &explore(&demo(), &page, &["--single-file", "--force"])?,
        "is not a page of irlog",
    );
    assert_eq!(fs::read_dir(place.path())?.count(), 1, "something was left behind");
    Ok(())
}

#[test]
fn answers_of_queries_are_pages_and_mistakes_leave_nothing() -> Result {
    let place = tempfile::tempdir()?;
    let [site, query] = ["site", "query.dl"].map(|name| place.path().join(name));
    fs::write(
        &query,
        ".decl run(f: Function)\nrun(f) :- call_edge(_, \"@measure\", f, _).\n.output run\n",
    )?;
    let option = query.to_str().ok_or("no text")?;
    expect_success(&explore(&demo(), &site, &["--query", option])?);
    let answer = data(&site, "q/0")?;
    assert_eq!((&answer["name"], &answer["total"]), (&"run".into(), &2.into()));
    let mut rows: Vec<&str> =
        answer["rows"].as_array().ok_or("no rows")?.iter().map(|it| text(&it[0])).collect();
    rows.sort_unstable();
    assert_eq!(rows, ["@square", "@triangle"]);

    fs::write(&query, "run(f) :- no_relation(f).\n")?;
    fs::remove_dir_all(&site)?;
    expect_failure(&explore(&demo(), &site, &["--query", option])?, "no_relation");
    assert_eq!(fs::read_dir(place.path())?.count(), 1, "something was left behind");
    Ok(())
}

/// Violations of a user's check are listed with the findings.
#[test]
fn own_checks_are_findings() -> Result {
    let place = tempfile::tempdir()?;
    let site = place.path().join("site");
    let checks = root().join("examples/checks");
    let check = checks.join("unchecked-malloc.dl");
    let option = check.to_str().ok_or("no text")?;
    expect_success(&explore(&checks.join("unchecked-malloc.ll"), &site, &["--query", option])?);
    let rules = data(&site, "index")?["rules"].clone();
    let names: Vec<&str> =
        rules.as_array().ok_or("no rules")?.iter().map(|it| text(&it[0])).collect();
    assert!(names.contains(&"unchecked-malloc"), "{names:?}");
    Ok(())
}

#[test]
fn no_name_ends_a_script() -> Result {
    let place = tempfile::tempdir()?;
    let page = place.path().join("page.html");
    expect_success(&explore(
        &root().join("tests/programs/hostile-names.ll"),
        &page,
        &["--single-file"],
    )?);
    let text = fs::read_to_string(&page)?;
    // The page contains one tag per script of its own, and no others.
    assert_eq!(text.matches("<script").count(), text.matches("\n<script>\n").count());
    assert!(!text.to_lowercase().contains("<img") && !text.contains("<svg onload"));
    Ok(())
}
