//! What a supervisor knows about its worker, and how it reports the worker's end.

use std::collections::VecDeque;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use anyhow::anyhow;
use signal_hook::consts::SIGKILL;
use signal_hook::low_level::signal_name;

use crate::limits::Limits;
use crate::message::{Message, Phase};
use crate::output::{self, Answer, Rejected};
use crate::progress::Progress;

/// The number of lines kept of LLVM's output; the last ones are kept.
const LINES_KEPT: usize = 20;

/// Messages about exhausted memory: of LLVM, of Rust, and of the exception of operator new. LLVM is
/// built without exceptions, so that it ends in the C++ library or in Rust.
const OUT_OF_MEMORY: &[&str] =
    &["out of memory", "memory allocation of", "std::bad_alloc", "foreign exception"];

/// What is known about a worker.
#[derive(Default)]
pub struct WorkerState {
    /// The names of the inputs that it has started to read.
    inputs: Vec<String>,
    phase: Option<Phase>,
    /// Its final message, unless it dies without one.
    outcome: Option<Message>,
    /// What LLVM has printed.
    noise: VecDeque<String>,
}

impl WorkerState {
    /// Takes a line that the worker has printed to its standard error.
    pub fn take(&mut self, line: &[u8], progress: &Progress) {
        let (noise, message) = Message::split(line);
        let noise = String::from_utf8_lossy(noise).trim().to_owned();
        if !noise.is_empty() {
            if self.noise.len() == LINES_KEPT {
                self.noise.pop_front();
            }
            self.noise.push_back(noise);
        }
        match message {
            None => {}
            Some(Message::Phase(phase)) => {
                progress.show(&phase);
                if let Phase::Reading(input) = &phase
                    && !self.inputs.contains(input)
                {
                    self.inputs.push(input.clone());
                }
                self.phase = Some(phase);
            }
            Some(Message::Warning(text)) => progress.pause(|| output::print_warning(&text)),
            // The first one causes those that follow.
            Some(outcome) => {
                self.outcome.get_or_insert(outcome);
            }
        }
    }

    /// The final message of the worker, if it has sent one.
    pub fn outcome(&self) -> Option<&Message> {
        self.outcome.as_ref()
    }

    /// The answer of a worker that has ended, or why there is none.
    pub fn answer(self, status: ExitStatus, limits: &Limits) -> anyhow::Result<Answer> {
        match &self.outcome {
            Some(Message::Done(answer)) => {
                for line in &self.noise {
                    output::print_warning(&format!("LLVM: {line}"));
                }
                Ok(answer.clone())
            }
            Some(Message::Failed(reason)) => Err(anyhow!("{reason}")),
            Some(Message::Rejected(report)) => Err(Rejected(report.clone()).into()),
            Some(Message::OutOfMemory) => Err(self.out_of_memory(limits)),
            Some(Message::Panicked(what)) => Err(anyhow!(
                "{}: irlog failed while {}; this is a bug, please report it: {what}",
                self.subject(),
                self.activity(),
            )),
            Some(
                Message::Phase(_) | Message::Warning(_) | Message::Written(_) | Message::Stopped(_),
            )
            | None => Err(self.crash_error(status, limits)),
        }
    }

    /// The error when the time limit is reached.
    pub fn timeout(&self, limits: &Limits) -> anyhow::Error {
        anyhow!(
            "{}: timed out after {:?} while {}; allow more time with --timeout",
            self.subject(),
            limits.timeout.unwrap_or_default(),
            self.activity(),
        )
    }

    /// The error when memory is exhausted.
    fn out_of_memory(&self, limits: &Limits) -> anyhow::Error {
        anyhow!(
            "{}: out of memory while {}; if the input is not damaged, allow more than {} with \
             --memory-limit",
            self.subject(),
            self.activity(),
            limits.memory(),
        )
    }

    /// The error when the worker has died.
    fn crash_error(&self, status: ExitStatus, limits: &Limits) -> anyhow::Error {
        if self.noise.iter().any(|line| OUT_OF_MEMORY.iter().any(|sign| line.contains(sign))) {
            return self.out_of_memory(limits);
        }
        let (subject, activity, how) = (self.subject(), self.activity(), describe(status));
        if status.signal() == Some(SIGKILL) {
            return anyhow!(
                "{subject}: irlog was killed ({how}) while {activity}; if the system was out of \
                 memory, set a --memory-limit"
            );
        }
        let crash_line = self.crash_line().map(|words| format!(": {words}")).unwrap_or_default();
        let (culprit, why) = match self.phase {
            Some(Phase::Reading(_) | Phase::Linking(_) | Phase::Extracting(..)) => {
                ("LLVM", "the input is damaged, or LLVM has a bug")
            }
            _ => ("irlog", "this is a bug, please report it"),
        };
        anyhow!("{subject}: {culprit} crashed ({how}{crash_line}) while {activity}; {why}")
    }

    /// What the worker was working on.
    fn subject(&self) -> String {
        match (&self.phase, self.inputs.as_slice()) {
            (Some(Phase::Reading(input) | Phase::Linking(input)), _) => input.clone(),
            (_, []) => "irlog".into(),
            (_, [first, second, third, _, more @ ..]) => {
                format!("{first}, {second}, {third} and {} more", more.len() + 1)
            }
            (_, inputs) => inputs.join(", "),
        }
    }

    fn activity(&self) -> &'static str {
        match self.phase {
            None => "starting",
            Some(Phase::Connecting) => "waiting for the other processes",
            Some(Phase::Reading(_)) => "reading it",
            Some(Phase::Linking(_)) => "linking it",
            Some(Phase::Extracting(..) | Phase::Modules(..)) => "extracting the relations",
            Some(Phase::Analyzing) => "computing the answer",
            Some(Phase::Writing) => "writing the relations",
            Some(Phase::Waiting) => "waiting for changes",
        }
    }

    /// The most informative line about a crash: LLVM's own error, or the last line printed.
    fn crash_line(&self) -> Option<&str> {
        let error = self.noise.iter().find(|line| line.starts_with("LLVM ERROR"));
        let last = self.noise.iter().rfind(|line| !line.starts_with("note: "));
        error.or(last).map(String::as_str)
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.signal().and_then(signal_name), status.code()) {
        (Some(signal), _) => signal.into(),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => status.to_string(),
    }
}
