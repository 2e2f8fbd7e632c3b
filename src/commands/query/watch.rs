//! `irlog query --watch`: how the answer changes while inputs are compiled anew.
//!
//! Inputs are read by `irlog extract` in a process of its own, since compilers may be writing them: a damaged file
//! ends that process, and not this one.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

use anyhow::{Context, ensure};
use facts_schema::Format;
use query::dataflow::Live;
use query::plan::Plan;
use query::print::Printer;
use query::value::{Symbols, Table};

use super::Query;
use super::answer::printed;
use crate::message::{Message, Phase};
use crate::options::Inputs;
use crate::options::program::Program;
use crate::output::Answer;
use crate::worker::{SUPERVISOR, TEMPORARY_FOLDER, Worker};

/// How often the inputs are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// When the inputs were written and how long they are, as far as they are there.
type State = Vec<Option<(SystemTime, u64)>>;

impl Query {
    /// Prints the answer, and then its changes, until the process is ended.
    pub(super) fn watch(
        &self,
        program: &Program,
        plan: &Plan,
        worker: &Worker,
    ) -> anyhow::Result<Answer> {
        ensure!(
            matches!(self.format, Format::Text | Format::Json),
            "--watch: prints text or JSON; use --format text or --format json"
        );
        ensure!(
            !plan.outputs().is_empty(),
            "the program outputs nothing; add `.output NAME` to it"
        );
        for path in self.inputs.paths() {
            ensure!(path.is_file(), "--watch: {} is not a file", path.display());
        }
        let groups = self.groups(plan)?;
        let mut live =
            Live::new(plan, Symbols::default()).map_err(|error| program.explained(error))?;
        let mut is_first = true;
        let mut known = State::new();
        loop {
            let state = self.settled_state(&known);
            match self.read_anew(plan, &groups, &mut live, worker) {
                Ok(tables) => {
                    let changes = live.update(&tables);
                    let changes = changes.map_err(|error| program.explained(error))?;
                    live.with_symbols(|symbols| {
                        let printer = Printer { symbols, limit: None };
                        let of = |tables: &[Table]| {
                            let outputs = plan.outputs().iter().cloned().zip(tables.to_vec());
                            outputs.collect::<Vec<_>>()
                        };
                        let (added, removed) = (of(&changes.added), of(&changes.removed));
                        let added: Vec<_> =
                            added.iter().map(|(it, rows)| printed(it, rows)).collect();
                        let removed: Vec<_> =
                            removed.iter().map(|(it, rows)| printed(it, rows)).collect();
                        let mut output = io::stdout().lock();
                        match (self.format, is_first) {
                            (Format::Json, _) => {
                                printer.json_changes(&added, &removed, &mut output)
                            }
                            (_, true) => printer.text(&added, &mut output),
                            (_, false) => printer.text_changes(&added, &removed, &mut output),
                        }?;
                        output.flush()
                    })
                    .context("standard output: cannot be written")?;
                    is_first = false;
                }
                // The first answer has to come. Later, the next version of the input may be better.
                Err(error) if is_first => return Err(error),
                Err(error) => {
                    Message::Warning(format!("{error:#}; waiting for the next change")).send()
                }
            }
            known = state;
            worker.enter(Phase::Waiting);
        }
    }

    /// The state of the inputs once it differs from `known` and does not change any more.
    fn settled_state(&self, known: &State) -> State {
        let mut last = self.state();
        loop {
            if last != *known {
                // The first time, there is nothing to wait for.
                if known.is_empty() {
                    return last;
                }
                thread::sleep(PAUSE);
                let now = self.state();
                if now == last && now.iter().all(Option::is_some) {
                    return now;
                }
                last = now;
                continue;
            }
            thread::sleep(PAUSE);
            last = self.state();
        }
    }

    fn state(&self) -> State {
        let state = |path: &std::path::PathBuf| {
            let about = fs::metadata(path).ok()?;
            Some((about.modified().ok()?, about.len()))
        };
        self.inputs.paths().iter().map(state).collect()
    }

    /// The rows of the inputs as they are now.
    fn read_anew(
        &self,
        plan: &Plan,
        groups: &[&str],
        live: &mut Live,
        worker: &Worker,
    ) -> anyhow::Result<Vec<Table>> {
        let folder = tempfile::tempdir().context("a temporary folder cannot be made")?;
        let facts = folder.path().join("facts");
        self.extract(&facts)?;
        let inputs = Inputs::of_folder(facts);
        live.add_symbols(|symbols| {
            let mut tables: Vec<Table> =
                plan.inputs().iter().map(|it| Table::new(it.columns.len())).collect();
            inputs.for_each([0], worker, |_, module| {
                worker.enter(Phase::Analyzing);
                self.add_module(&module, None, plan, groups, symbols, &mut tables, worker)
            })?;
            Ok(tables)
        })
    }

    /// Writes the facts of the inputs to a new folder.
    fn extract(&self, folder: &Path) -> anyhow::Result<()> {
        let irlog = env::current_exe().context("irlog cannot start itself again")?;
        let result = Command::new(irlog)
            .arg("extract")
            .args(self.inputs.paths())
            .arg("--output")
            .arg(folder)
            .env_remove(SUPERVISOR)
            .env_remove(TEMPORARY_FOLDER)
            .output()
            .context("irlog cannot start itself again")?;
        let message = String::from_utf8_lossy(&result.stderr);
        let message = message.trim().trim_start_matches("error: ");
        ensure!(result.status.success(), "{message}");
        Ok(())
    }
}
