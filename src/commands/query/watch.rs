//! `irlog query --watch`: how the answer changes while inputs are recompiled.
//!
//! Inputs are read by `irlog extract` in a separate process, since compilers may be writing them: a damaged file
//! ends that process, not this one.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use anyhow::{Context, ensure};
use facts_schema::Format;
use query::dataflow::{Changes, Live};
use query::plan::Plan;
use query::print::{Printed, Printer};
use query::value::{Symbols, Table};

use super::Query;
use super::answer::printed;
use super::modules::Collector;
use crate::message::{Message, Phase};
use crate::options::Inputs;
use crate::options::program::Program;
use crate::output::{Answer, explain};
use crate::supervisor;
use crate::worker::Worker;

/// The interval at which the inputs are checked.
const PAUSE: Duration = Duration::from_millis(200);

/// The modification time and the size of each input that exists.
type State = Vec<Option<(SystemTime, u64)>>;

impl Query {
    /// Prints the answer, and then its changes, until the process is stopped.
    pub(super) fn watch(
        &self,
        program: &Program,
        plan: &Plan,
        worker: &Worker,
    ) -> anyhow::Result<Answer> {
        ensure!(
            matches!(self.format, Format::Text | Format::Json),
            "--watch: changes are printed as text or JSON; use --format text or --format json"
        );
        ensure!(!plan.outputs().is_empty(), self.no_output());
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
            let changes = self.read_anew(plan, &groups, &mut live, worker);
            match changes.and_then(|tables| Ok(live.update(&tables)?)) {
                Ok(changes) => {
                    match self.print_changes(&changes, plan, &live, is_first) {
                        // A closed pipe is not an error.
                        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                            return Ok(Answer::default());
                        }
                        printed => printed.context("standard output: cannot be written")?,
                    }
                    is_first = false;
                }
                // The first answer must succeed. Later, the next version of the input may be valid again.
                Err(error) if is_first => {
                    return Err(error.downcast().map_or_else(|it| it, |it| program.explained(it)));
                }
                Err(error) => {
                    let text = explain(&error);
                    Message::Warning(format!("{text}; waiting for the next change")).send();
                }
            }
            known = state;
            worker.enter(Phase::Waiting);
        }
    }

    /// Prints the first answer, or how it changes.
    fn print_changes(
        &self,
        changes: &Changes,
        plan: &Plan,
        live: &Live,
        is_first: bool,
    ) -> io::Result<()> {
        let printed = |tables| -> Vec<Printed> {
            plan.outputs().iter().zip(tables).map(|(it, rows)| printed(it, rows)).collect()
        };
        let (added, removed) = (printed(&changes.added), printed(&changes.removed));
        live.with_symbols(|symbols| {
            let printer = Printer { symbols, limit: None };
            let mut output = io::stdout().lock();
            match (self.format, is_first) {
                (Format::Json, _) => printer.json_changes(&added, &removed, &mut output),
                (_, true) => printer.text(&added, &mut output),
                (_, false) => printer.text_changes(&added, &removed, &mut output),
            }?;
            output.flush()
        })
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
        let folder = worker.temporary_folder().context("no temporary folder")?;
        let facts = folder.join("facts");
        self.extract(&facts, &folder.join("unfinished"))?;
        let inputs = Inputs::of_folder(facts.clone());
        let tables = live.add_symbols(|symbols| {
            let mut collector = Collector::new(plan, groups, &self.analysis, symbols);
            inputs.for_each([0], worker, |_, module| collector.add(&module, None, worker))?;
            anyhow::Ok(collector.tables())
        });
        fs::remove_dir_all(facts).context("temporary files cannot be removed")?;
        tables
    }

    /// Writes the facts of the inputs to a new folder.
    fn extract(&self, folder: &Path, unfinished: &Path) -> anyhow::Result<()> {
        let options = ["extract".as_ref(), "--output".as_ref(), folder.as_os_str(), "--".as_ref()];
        let inputs = self.inputs.paths().iter().map(|it| it.as_os_str());
        let arguments = options.into_iter().chain(inputs).map(OsStr::to_owned);
        let extracted = supervisor::run_as_worker(arguments, unfinished, &self.limits);
        if extracted.is_err() && unfinished.exists() {
            fs::remove_dir_all(unfinished).context("temporary files cannot be removed")?;
        }
        extracted.map(drop)
    }
}
