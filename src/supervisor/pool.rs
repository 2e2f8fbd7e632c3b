//! Workers that do many tasks, one after the other. When one of them dies, only its task is lost.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;
use std::{env, thread};

use anyhow::{Context, anyhow};

use super::worker_state::WorkerState;
use super::{Event, command, forward_lines, forward_signals, next};
use crate::limits::Limits;
use crate::message::Message;
use crate::output;
use crate::progress::Progress;

/// The outcome of a task.
pub enum Outcome {
    /// The worker has sent this message.
    Said(Message),
    /// The worker failed or died.
    Lost(String),
    /// No more tasks can be done.
    Stopped(anyhow::Error),
    /// This signal stopped irlog.
    Interrupted(i32),
}

/// A pool of workers.
pub struct Pool<'a> {
    /// The limits of a worker for each task.
    pub limits: &'a Limits,
    /// For each worker, the folder that it writes to.
    pub folders: Vec<PathBuf>,
}

/// What the pool waits for.
enum Notice {
    Outcome(usize, Outcome),
    /// A thread has no more tasks.
    Ended,
    Signal(i32),
}

impl Pool<'_> {
    /// Lets the workers do `tasks`, each a line of text that they read from standard input, and passes the outcome
    /// of each to `see`, with its position, in the order in which they are done. If it returns an error, all workers
    /// are ended.
    ///
    /// # Errors
    ///
    /// What `see` returns.
    pub fn run<E>(
        &self,
        tasks: &[String],
        mut see: impl FnMut(usize, Outcome) -> Result<(), E>,
    ) -> Result<(), E> {
        let queue = Mutex::new(0..tasks.len());
        let (sender, notices) = channel();
        watch_signals(&sender);
        thread::scope(|scope| {
            let mut controls = Vec::new();
            for folder in &self.folders {
                let (control, events) = channel();
                controls.push(control.clone());
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    let mut worker =
                        PoolWorker { pool: self, folder, control, events, process: None };
                    while let Some(task) = take(queue) {
                        let outcome = worker.task(&tasks[task]);
                        let _ = sender.send(Notice::Outcome(task, outcome));
                    }
                    worker.dismiss();
                    let _ = sender.send(Notice::Ended);
                });
            }
            let mut result = Ok(());
            let mut working = controls.len();
            while working > 0 {
                let seen = match notices.recv() {
                    Ok(Notice::Outcome(task, outcome)) if result.is_ok() => see(task, outcome),
                    Ok(Notice::Signal(signal)) if result.is_ok() => {
                        see(0, Outcome::Interrupted(signal))
                    }
                    Ok(Notice::Ended) => {
                        working -= 1;
                        Ok(())
                    }
                    _ => Ok(()),
                };
                if seen.is_err() {
                    result = seen;
                    while take(&queue).is_some() {}
                    for control in &controls {
                        let _ = control.send(Event::Signal(0));
                    }
                }
            }
            result
        })
    }
}

fn take(queue: &Mutex<std::ops::Range<usize>>) -> Option<usize> {
    queue.lock().ok()?.next()
}

fn watch_signals(notices: &Sender<Notice>) {
    let (sender, signals) = channel();
    // Without it, the signal ends this process, and with it the workers.
    if forward_signals(sender).is_ok() {
        let notices = notices.clone();
        thread::spawn(move || {
            for event in signals {
                if let Event::Signal(signal) = event {
                    let _ = notices.send(Notice::Signal(signal));
                }
            }
        });
    }
}

/// A worker, which is replaced when it dies.
struct PoolWorker<'p> {
    pool: &'p Pool<'p>,
    folder: &'p PathBuf,
    control: Sender<Event>,
    events: Receiver<Event>,
    process: Option<(Child, ChildStdin)>,
}

impl PoolWorker<'_> {
    fn task(&mut self, task: &str) -> Outcome {
        let limits = self.pool.limits;
        if self.process.is_none() {
            match self.start() {
                Ok(process) => self.process = Some(process),
                Err(error) => return Outcome::Stopped(error),
            }
        }
        if let Some((_, stdin)) = &mut self.process {
            // If it is dead, its standard error is closed, and that is seen below.
            let _ = stdin.write_all(format!("{task}\n").as_bytes());
        }
        let deadline = limits.timeout.and_then(|limit| Instant::now().checked_add(limit));
        let (mut state, progress) = (WorkerState::default(), Progress::hidden());
        loop {
            match next(&self.events, deadline) {
                Event::Line(line) => {
                    state.take(&line, &progress);
                    match state.outcome() {
                        Some(Message::Stopped(reason)) => {
                            return Outcome::Stopped(anyhow!("{reason}"));
                        }
                        Some(said @ (Message::Written(_) | Message::Failed(_))) => {
                            return Outcome::Said(said.clone());
                        }
                        // Nothing yet, or it is about to end.
                        _ => {}
                    }
                }
                Event::Closed => {
                    let Some((mut child, _)) = self.process.take() else {
                        return Outcome::Lost("the worker process has ended".into());
                    };
                    let answer = match child.wait() {
                        Ok(status) => state.answer(status, limits),
                        Err(error) => Err(error.into()),
                    };
                    return Outcome::Lost(match answer {
                        Ok(_) => "the worker process has ended".into(),
                        Err(error) => output::explain(&error),
                    });
                }
                Event::Deadline => {
                    self.kill();
                    return Outcome::Lost(output::explain(&state.timeout(limits)));
                }
                Event::Signal(signal) => {
                    self.kill();
                    return Outcome::Interrupted(signal);
                }
            }
        }
    }

    fn start(&self) -> anyhow::Result<(Child, ChildStdin)> {
        let start = || -> io::Result<_> {
            let arguments = env::args_os().skip(1).collect::<Vec<OsString>>();
            let mut command = command(arguments, Some(self.folder))?;
            // There are as many workers as processors.
            command.env("RAYON_NUM_THREADS", "1");
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
            let (stdin, stderr) = (child.stdin.take(), child.stderr.take());
            let pipes = stdin.zip(stderr).ok_or(io::ErrorKind::BrokenPipe)?;
            forward_lines(pipes.1, self.control.clone());
            Ok((child, pipes.0))
        };
        start().context("cannot start a worker process")
    }

    /// Kills the worker.
    fn kill(&mut self) {
        if let Some((mut child, _)) = self.process.take() {
            let _ = child.kill();
            let _ = child.wait();
            self.wait_until_closed();
        }
    }

    /// Lets the worker end, because there are no more tasks.
    fn dismiss(&mut self) {
        if let Some((mut child, stdin)) = self.process.take() {
            drop(stdin);
            self.wait_until_closed();
            let _ = child.wait();
        }
    }

    /// Reads the remaining messages of the worker, so that they are not attributed to the next one.
    fn wait_until_closed(&self) {
        while !matches!(self.events.recv(), Ok(Event::Closed) | Err(_)) {}
    }
}
