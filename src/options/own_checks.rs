//! The user's own checks: Datalog programs that derive findings.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use analyses::check::{Own, Selector, own};
use anyhow::{Context, anyhow, bail, ensure};
use query::diagnostic::Diagnostic;
use query::facts::FactsSource;
use query::finding::{self, FINDING};
use query::plan::Plan;
use query::value::{Symbols, Table};
use rules::{Level, Rule};

use crate::options::Module;
use crate::options::derived::needs_pointers;
use crate::options::points_to::PointsToOptions;
use crate::options::program::{Program, Sources, groups_of, source};
use crate::worker::Worker;

/// Own checks, ready to run.
#[derive(Default)]
pub struct OwnChecks {
    programs: Vec<CheckProgram>,
    rules: Vec<Rule>,
}

/// A file of checks.
struct CheckProgram {
    path: PathBuf,
    program: Program,
    plan: Plan,
}

impl OwnChecks {
    /// Reads the checks in these files, and in all files of these folders whose names end in `.dl`.
    ///
    /// # Errors
    ///
    /// When one cannot be read, has an error, or declares no check, or when two checks have the same name.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut checks = Self::default();
        for path in paths {
            if path.is_dir() {
                let files = files_of(path)
                    .with_context(|| format!("{}: cannot be read", path.display()))?;
                ensure!(!files.is_empty(), "{}: the folder has no .dl files", path.display());
                files.into_iter().try_for_each(|it| checks.add(it))?;
            } else {
                checks.add(path.clone())?;
            }
        }
        Ok(checks)
    }

    /// The checks as rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Rejects options of the points-to analysis if no check needs it.
    ///
    /// # Errors
    ///
    /// When such an option was given.
    pub fn reject_without_effect(&self, pointers: &PointsToOptions) -> anyhow::Result<()> {
        let mut groups = self.programs.iter().flat_map(|it| groups_of(&it.plan));
        match groups.any(needs_pointers) {
            true => Ok(()),
            false => pointers.reject_without("--rules with a check about pointers or calls"),
        }
    }

    /// Runs all programs that have a check among `wanted`.
    ///
    /// # Errors
    ///
    /// When a program cannot be run, or reports something that is not part of the module.
    pub fn run(
        self,
        module: &Module<'_>,
        pointers: &PointsToOptions,
        worker: &Worker,
        is_wanted: impl Fn(Rule) -> bool,
    ) -> anyhow::Result<Own> {
        let mut own = Own { rules: self.rules, violations: Vec::new() };
        if !own.rules.iter().any(|rule| is_wanted(*rule)) {
            return Ok(own);
        }
        let mut source = source(module.all_facts()?, pointers, worker);
        let mut symbols = Symbols::default();
        for CheckProgram { path, program, plan } in &self.programs {
            let answer = query::run(plan, &mut source, &mut symbols);
            let answer = answer.map_err(|error| program.explained(error))?;
            for rows in &answer.tables {
                let found = violations(rows, &own.rules, &source, &symbols);
                own.violations.extend(found.with_context(|| path.display().to_string())?);
            }
        }
        Ok(own)
    }

    fn add(&mut self, path: PathBuf) -> anyhow::Result<()> {
        let files = std::slice::from_ref(&path);
        let mut program = Program::read(Sources { files, ..Sources::default() })?;
        let levels: Vec<&str> = Level::ALL.iter().map(|it| it.name()).collect();
        let checks = finding::checks(&mut program.syntax, &program.texts, &levels)
            .map_err(|it| program.rejected(&it))?;
        ensure!(
            !checks.is_empty(),
            "{}: the file has no check; derive `{FINDING}(\"name\", \"warn\", instruction, message)` in it",
            path.display()
        );
        for check in checks {
            if let Some(message) = self.taken(&check.name) {
                return Err(program.rejected(&[Diagnostic::new(message, check.span)]).into());
            }
            let (line, _) = program.texts.line_and_column(check.span);
            let reference = format!("{}:{line}", program.texts.name(check.span.text));
            let level = Level::ALL.iter().find(|it| it.name() == check.level);
            let level = level.copied().unwrap_or(Level::Warn);
            self.rules.push(own::rule(&check.name, level, &check.doc, &reference));
        }
        let plan = program.plan()?;
        self.programs.push(CheckProgram { path, program, plan });
        Ok(())
    }

    /// The error if the name is already taken.
    fn taken(&self, name: &str) -> Option<String> {
        if name.parse::<Selector>().is_ok() {
            return Some(format!("`{name}` is already the name of a rule or group of irlog"));
        }
        let own = self.rules.iter().find(|rule| rule.0.name == name)?;
        Some(format!("check `{name}` is already declared in {}", own.0.reference))
    }
}

/// The files of a folder that are programs, in the order of their names.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = folder.read_dir()?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<_> = entries.into_iter().map(|it| it.path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "dl"));
    files.sort();
    Ok(files)
}

/// Rows of `finding` as violations of `rules`.
fn violations(
    rows: &Table,
    rules: &[Rule],
    source: &FactsSource,
    symbols: &Symbols,
) -> anyhow::Result<Vec<rules::Violation>> {
    let text = |word| String::from_utf8_lossy(symbols.text(word)).into_owned();
    let rules: HashMap<&str, Rule> = rules.iter().map(|rule| (rule.0.name, *rule)).collect();
    let entities = source.entities(rows.rows().map(|row| row[2]), symbols);
    let violation = |row: &[query::value::Word]| {
        let rule = rules.get(&*text(row[0])).ok_or_else(|| anyhow!("unknown check"))?;
        let subject = entities.get(&row[2]);
        let violation = subject
            .and_then(|(entity, number)| own::violation(*rule, *entity, *number, &text(row[3])));
        match violation {
            Some(violation) => Ok(violation),
            None => bail!(
                "check `{}` reports `{}`, which is not the id of an instruction, block, function, value, \
                 type or metadata node of the module",
                rule.0.name,
                text(row[2])
            ),
        }
    };
    rows.rows().map(violation).collect()
}
