//! `irlog extract --each`: many modules as a lake of Parquet files.

use std::cmp::Reverse;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, thread};

use anyhow::{Context, anyhow, ensure};
use facts_formats::lake::{Lake, Module, Stamp, modules, write_module};
use facts_schema::folder::{WriteError, WriteOptions};
use serde::{Deserialize, Serialize};

use super::Extract;
use crate::message::{Message, Phase};
use crate::options::{Inputs, llvm_version};
use crate::output::{self, Answer, explain};
use crate::progress::Progress;
use crate::supervisor::pool::{Outcome, Pool};
use crate::worker::{Worker, is_out_of_memory};

/// A task for a worker.
#[derive(Serialize, Deserialize)]
struct Task {
    name: String,
    input: OsString,
}

/// Writes all modules of the command, and ends the program.
pub fn run(command: &Extract) -> ExitCode {
    match write(command) {
        Ok(Ending::Done { lost }) => {
            output::finish(Ok(Answer { text: String::new(), has_findings: lost > 0 }), None)
        }
        Ok(Ending::Interrupted(signal)) => ExitCode::from(128 + signal as u8),
        Err(error) => output::finish(Err(error), None),
    }
}

enum Ending {
    Done { lost: usize },
    Interrupted(i32),
}

/// Why the workers were stopped.
enum Stop {
    Failed(anyhow::Error),
    Interrupted(i32),
}

impl<E: Into<anyhow::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

fn write(command: &Extract) -> anyhow::Result<Ending> {
    command.check()?;
    let inputs = command.inputs_of_lake()?;
    let modules = modules(inputs)
        .map_err(|input| anyhow!("{}: given twice; name each input once", input.display()))?;
    let mut lake = Lake::open(
        &command.output,
        &command.write_options(llvm_version(), Vec::new()),
        command.force,
    )?;
    let mut todo: Vec<(&Module, Option<Stamp>)> =
        modules.iter().filter(|it| !lake.has(it)).map(|it| (it, Stamp::of(&it.input))).collect();
    // The largest inputs come first, so that no worker has a long one left at the end.
    todo.sort_by_key(|(_, stamp)| Reverse(stamp.map_or(0, |stamp| stamp.size)));
    for (module, _) in &todo {
        lake.begin(module)?;
    }
    let ending = write_modules(command, &mut lake, &todo, modules.len());
    match ending {
        Ok(lost) => {
            lake.finish()?;
            if lost > 0 {
                output::print_warning(&format!(
                    "{lost} of {} modules could not be read; the lake has the others",
                    modules.len()
                ));
            }
            Ok(Ending::Done { lost })
        }
        Err(stop) => {
            lake.remove_temporary_files()?;
            match stop {
                Stop::Interrupted(signal) => Ok(Ending::Interrupted(signal)),
                Stop::Failed(error) => Err(anyhow!(
                    "{}; complete modules are kept, and the same command continues the run",
                    explain(&error)
                )),
            }
        }
    }
}

/// Writes the remaining modules, and counts those that fail.
fn write_modules(
    command: &Extract,
    lake: &mut Lake,
    todo: &[(&Module, Option<Stamp>)],
    total: usize,
) -> Result<usize, Stop> {
    let tasks = todo.iter().map(|(module, _)| {
        let (name, input) = (module.name.clone(), module.input.as_os_str().to_owned());
        serde_json::to_string(&Task { name, input })
    });
    let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let jobs = command.jobs().min(tasks.len());
    let folders = (0..jobs).map(|number| lake.temporary(number)).collect::<Result<_, _>>()?;
    let progress = Progress::new();
    let (mut lost, mut done) = (0, total - tasks.len());
    let pool = Pool { limits: &command.limits, folders };
    pool.run(&tasks, |task, outcome| {
        let (module, stamp) = todo[task];
        let reason = match outcome {
            Outcome::Said(Message::Written(rows)) => {
                lake.complete(module, stamp, rows)?;
                None
            }
            Outcome::Said(Message::Failed(reason)) | Outcome::Lost(reason) => Some(reason),
            Outcome::Said(_) => None,
            Outcome::Stopped(error) => return Err(Stop::Failed(error)),
            Outcome::Interrupted(signal) => return Err(Stop::Interrupted(signal)),
        };
        if let Some(reason) = reason {
            progress.pause(|| output::print_warning(&reason));
            lake.lose(module, &reason)?;
            lost += 1;
        }
        done += 1;
        progress.show(&Phase::Modules(done, total));
        Ok(())
    })?;
    Ok(lost)
}

/// Does the tasks that arrive on standard input, until there are no more.
pub fn work(command: &Extract, worker: &Worker) -> anyhow::Result<Answer> {
    let temporary = worker.temporary_folder().context("the worker has no temporary folder")?;
    let options = command.write_options(llvm_version(), Vec::new());
    for line in io::stdin().lock().lines() {
        let task: Task = serde_json::from_str(&line?)?;
        match one(command, &task, temporary, &options, worker) {
            Ok(message) => message.send(),
            // The remaining memory does not suffice for the next module either.
            Err(error) if is_out_of_memory(&error) => return Err(error),
            Err(error) if error.is::<WriteError>() => Message::Stopped(explain(&error)).send(),
            Err(error) => Message::Failed(explain(&error)).send(),
        }
    }
    Ok(Answer::default())
}

fn one(
    command: &Extract,
    task: &Task,
    temporary: &Path,
    options: &WriteOptions,
    worker: &Worker,
) -> anyhow::Result<Message> {
    let mut message = None;
    Inputs::of_folder(task.input.clone().into()).for_each([0], worker, |_, module| {
        command.derive(&module, worker)?.give_to(module.facts);
        worker.enter(Phase::Writing);
        let rows = write_module(module.facts, &task.name, &command.output, temporary, options)?;
        message = Some(Message::Written(rows));
        Ok(())
    })?;
    message.context("no module was written")
}

impl Extract {
    /// Whether each input is a separate module.
    pub(super) fn is_each(&self) -> bool {
        self.each || self.each_from.is_some()
    }

    fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }

    fn inputs_of_lake(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut inputs = self.inputs.paths().to_vec();
        ensure!(
            inputs.iter().all(|input| input.as_os_str() != "-"),
            "-: standard input cannot be used with --each; `--each-from -` reads a list of input names"
        );
        if let Some(list) = &self.each_from {
            inputs.extend(read_list(list)?);
        }
        Ok(inputs)
    }
}

/// The lines of this file, or of standard input.
fn read_list(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut text = Vec::new();
    let read = match list.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut text).map(|_| ()),
        false => fs::read(list).map(|content| text = content),
    };
    read.with_context(|| format!("{}: cannot be read", list.display()))?;
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Ok(lines.map(|line| OsStr::from_bytes(line).into()).collect())
}
