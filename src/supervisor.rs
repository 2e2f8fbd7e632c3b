//! The process that the user starts. It starts irlog again as a worker, shows its progress, reports the
//! result, and cleans up, however the worker ends.

pub mod pool;
mod worker_state;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;
use std::{env, fs, process, thread};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use worker_state::WorkerState;

use crate::limits::Limits;
use crate::output::{self, Answer};
use crate::progress::Progress;
use crate::worker::{SUPERVISOR, Supervised, TEMPORARY_FOLDER, temporary_folder};

/// Runs the command in a worker.
pub fn run(command: &impl Supervised) -> ExitCode {
    let (temporary_folder, long_answer) = match temporary_files(command) {
        Ok(files) => files,
        Err(error) => {
            let error = anyhow::Error::new(error);
            return output::finish(Err(error.context("a temporary file cannot be made")), None);
        }
    };
    let ending = watch(command.limits(), temporary_folder.as_deref(), long_answer.as_ref());
    if let Some(folder) = temporary_folder {
        // It does not exist if the worker has renamed it or has not created it yet.
        let _ = fs::remove_dir_all(folder);
    }
    match ending {
        Ok(Ending::Answered(answer)) => output::finish(answer, long_answer),
        Ok(Ending::Interrupted(signal)) => ExitCode::from(128 + signal as u8),
        Err(error) => output::finish(Err(error), None),
    }
}

/// Runs another irlog command as a worker that ends with this process, and returns its answer.
///
/// # Errors
///
/// When the command fails.
pub fn run_as_worker(
    arguments: impl IntoIterator<Item = OsString>,
    temporary_folder: &Path,
    limits: &Limits,
) -> anyhow::Result<Answer> {
    let worker = start(arguments, Some(temporary_folder), None, limits);
    let worker = worker.context("cannot start a worker process")?;
    let output = worker.wait_with_output().context("cannot wait for the worker process")?;
    let (mut state, progress) = (WorkerState::default(), Progress::new());
    for line in output.stderr.split(|byte| *byte == b'\n') {
        state.take(line, &progress);
    }
    state.answer(output.status, limits)
}

/// The folder that the worker may write to, and the file for a long answer, if the command needs them.
fn temporary_files(command: &impl Supervised) -> io::Result<(Option<PathBuf>, Option<File>)> {
    let folder = match command.needs_temporary_folder() {
        true => Some(tempfile::tempdir()?.keep()),
        false => command.output_folder().and_then(|it| temporary_folder(it, process::id())),
    };
    Ok((folder, command.has_long_answer().then(tempfile::tempfile).transpose()?))
}

/// How a run ends.
enum Ending {
    /// The worker has an answer, or there is a reason why it has none.
    Answered(anyhow::Result<Answer>),
    /// This signal stopped it.
    Interrupted(i32),
}

fn watch(
    limits: &Limits,
    temporary_folder: Option<&Path>,
    long_answer: Option<&File>,
) -> anyhow::Result<Ending> {
    let deadline = limits.timeout.and_then(|limit| Instant::now().checked_add(limit));
    let (sender, events) = channel();
    forward_signals(sender.clone())?;
    let worker = start(env::args_os().skip(1), temporary_folder, long_answer, limits);
    let mut worker = worker.context("cannot start a worker process")?;
    if let Some(stderr) = worker.stderr.take() {
        forward_lines(stderr, sender);
    }

    let mut state = WorkerState::default();
    let event = wait(&events, deadline, &mut state);
    if event != Event::Closed {
        worker.kill().context("cannot stop the worker process")?;
    }
    let status = worker.wait().context("cannot wait for the worker process")?;
    Ok(match event {
        Event::Signal(signal) => Ending::Interrupted(signal),
        Event::Deadline => Ending::Answered(Err(state.timeout(limits))),
        // At a terminal, both processes receive the signal.
        Event::Closed if matches!(status.signal(), Some(SIGINT | SIGTERM)) => {
            Ending::Interrupted(status.signal().unwrap_or(SIGTERM))
        }
        Event::Closed | Event::Line(_) => Ending::Answered(state.answer(status, limits)),
    })
}

/// Settings of mimalloc in workers.
const ALLOCATOR: [(&str, &str); 2] = [
    // It takes every block from the system by itself. Otherwise it reserves a gigabyte and asks for parts of it later;
    // if the memory limit makes that fail, mimalloc 2.3 writes to the part nevertheless.
    ("MIMALLOC_DISALLOW_ARENA_ALLOC", "1"),
    // How many milliseconds it keeps free memory before it returns it to the kernel, which clears each page that it
    // hands out again. With the default of 10, a worker that lives for a second faults a third more pages.
    ("MIMALLOC_PURGE_DELAY", "1000"),
];

/// With this setting, mimalloc takes memory in large blocks from the start, so that the kernel can provide it in huge
/// pages. A low memory limit would not restrict such blocks, because the worker sets the limit after it has allocated
/// some memory.
const LARGE_BLOCKS: (&str, &str) = ("MIMALLOC_EAGER_COMMIT_DELAY", "0");

/// Starts this executable again as a worker, with these arguments.
fn start(
    arguments: impl IntoIterator<Item = OsString>,
    temporary_folder: Option<&Path>,
    long_answer: Option<&File>,
    limits: &Limits,
) -> io::Result<Child> {
    let mut command = command(arguments, temporary_folder)?;
    if !limits.has_memory_limit() {
        command.env(LARGE_BLOCKS.0, LARGE_BLOCKS.1);
    }
    if let Some(file) = long_answer {
        command.stdout(file.try_clone()?);
    }
    command.spawn()
}

/// The command that starts this executable again as a worker.
fn command(
    arguments: impl IntoIterator<Item = OsString>,
    temporary_folder: Option<&Path>,
) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(arguments).stderr(Stdio::piped());
    command.env(SUPERVISOR, process::id().to_string());
    // Its last message should be one line.
    command.env("RUST_BACKTRACE", "0");
    command.envs(ALLOCATOR);
    if let Some(folder) = temporary_folder {
        command.env(TEMPORARY_FOLDER, folder);
    }
    Ok(command)
}

/// Something that the supervisor waits for.
#[derive(PartialEq)]
enum Event {
    /// The worker has printed this line to its standard error.
    Line(Vec<u8>),
    /// The worker has closed its standard error: it has ended.
    Closed,
    /// This signal was received.
    Signal(i32),
    /// The time limit is reached.
    Deadline,
}

/// Gives the worker's lines to `state` until something else happens.
fn wait(events: &Receiver<Event>, deadline: Option<Instant>, state: &mut WorkerState) -> Event {
    let progress = Progress::new();
    loop {
        match next(events, deadline) {
            Event::Line(line) => state.take(&line, &progress),
            event => return event,
        }
    }
}

fn next(events: &Receiver<Event>, deadline: Option<Instant>) -> Event {
    let event = match deadline {
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
    };
    event.unwrap_or_else(|error| match error {
        RecvTimeoutError::Timeout => Event::Deadline,
        RecvTimeoutError::Disconnected => Event::Closed,
    })
}

fn forward_signals(sender: Sender<Event>) -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot handle signals")?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let _ = sender.send(Event::Signal(signal));
        }
    });
    Ok(())
}

fn forward_lines(stderr: ChildStderr, sender: Sender<Event>) {
    thread::spawn(move || {
        for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
            let _ = sender.send(Event::Line(line));
        }
        let _ = sender.send(Event::Closed);
    });
}
