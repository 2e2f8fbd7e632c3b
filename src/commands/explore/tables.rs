//! Answers of queries, as tables for pages.

use std::path::PathBuf;

use analyses::points_to::derive;
use analyses::points_to::names::Names;
use anyhow::ensure;
use facts_schema::Facts;
use pages::program::Table;
use points_to::Analysis;
use query::facts::{Derived, FactsSource};
use query::finding;
use query::plan::Plan;
use query::syntax::DirectiveKind;
use query::value::{Primitive, Symbols, Word};
use rules::Level;

use crate::options::derived::{Deriver, needs_pointers};
use crate::options::points_to::PointsToOptions;
use crate::options::program::{Program, Sources};
use crate::output::explain;
use crate::worker::Worker;

/// The maximum number of rows shown per relation.
const ROWS: usize = 20_000;

/// Queries, ready to run, and files with checks.
#[derive(Default)]
pub struct Queries {
    programs: Vec<(String, Program, Plan)>,
    /// The files that are checks.
    pub checks: Vec<PathBuf>,
}

impl Queries {
    /// Reads the programs in these files.
    ///
    /// # Errors
    ///
    /// When one cannot be read, has an error, or has no output.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let levels: Vec<&str> = Level::ALL.iter().map(|it| it.name()).collect();
        let mut queries = Self::default();
        for path in paths {
            let files = std::slice::from_ref(path);
            let read = || Program::read(Sources { files, ..Sources::default() });
            let mut program = read()?;
            let checks = finding::checks(&mut program.syntax, &program.texts, &levels)
                .map_err(|it| program.rejected(&it))?;
            if !checks.is_empty() {
                queries.checks.push(path.clone());
                continue;
            }
            // The search for checks may have changed it.
            let program = read()?;
            let plan = program.plan()?;
            let name = path.display().to_string();
            let has_rows = plan.outputs().iter().any(|it| it.directive == DirectiveKind::Output);
            ensure!(has_rows, "{name}: the program has no output; add `.output NAME` to it");
            queries.programs.push((name, program, plan));
        }
        Ok(queries)
    }

    /// The answers.
    ///
    /// # Errors
    ///
    /// When a program fails.
    pub fn run(
        &self,
        analysis: &Analysis,
        pointers: &PointsToOptions,
        worker: &Worker,
    ) -> anyhow::Result<Vec<Table>> {
        if self.programs.is_empty() {
            return Ok(Vec::new());
        }
        let module: &Facts = analysis.facts;
        let derived = move |group: &str| {
            let mut derived = Derived::default();
            if needs_pointers(group) {
                // The points-to analysis has been run already.
                derive(analysis, &Names::new(analysis), &mut derived.facts);
                derived.groups = ["points-to", "call-graph"].map(String::from).to_vec();
            } else {
                derived.groups = Deriver::with_pointers(module, pointers, worker)
                    .derive(group, &mut derived.facts)
                    .map_err(|error| explain(&error))?;
            }
            Ok(derived)
        };
        let mut source = FactsSource::new(module, Box::new(derived));
        let mut tables = Vec::new();
        for (file, program, plan) in &self.programs {
            let mut symbols = Symbols::default();
            let answer = query::run(plan, &mut source, &mut symbols);
            let answer = answer.map_err(|error| program.explained(error))?;
            for (output, rows) in plan.outputs().iter().zip(&answer.tables) {
                if output.directive != DirectiveKind::Output {
                    continue;
                }
                let cells = |row: &[Word]| {
                    let cells = row.iter().zip(&output.columns);
                    cells.map(|(word, (_, kind))| cell(*word, *kind, &symbols)).collect()
                };
                tables.push(Table {
                    name: output.name.clone(),
                    file: file.clone(),
                    columns: output.columns.iter().map(|(name, _)| name.clone()).collect(),
                    rows: rows.rows().take(ROWS).map(cells).collect(),
                    total: rows.len(),
                });
            }
        }
        Ok(tables)
    }
}

fn cell(word: Word, kind: Primitive, symbols: &Symbols) -> String {
    match kind {
        Primitive::Symbol => String::from_utf8_lossy(symbols.text(word)).into_owned(),
        Primitive::Number => word.cast_signed().to_string(),
        Primitive::Unsigned => word.to_string(),
        Primitive::Float => f32::from_bits(word).to_string(),
    }
}
