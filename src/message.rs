//! The messages of a worker to its supervisor.
//!
//! Messages travel through the worker's standard error, interleaved with LLVM's output, as JSON text sequences (RFC
//! 7464): a record separator, JSON, a line feed.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::output::Answer;

const RECORD_SEPARATOR: u8 = 0x1e;

/// A message of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// It is now at this phase.
    Phase(Phase),
    /// Something is wrong that does not end it.
    Warning(String),
    /// A module of a lake is written; the number of rows of each relation that has any.
    Written(BTreeMap<String, u64>),
    /// Nothing more can be written, because of this.
    Stopped(String),
    /// It is done, and this is the answer.
    Done(Answer),
    /// It failed, for this reason.
    Failed(String),
    /// It failed because of errors in a program of the user.
    Rejected(String),
    /// It needs more memory than the limit allows.
    OutOfMemory,
    /// It panicked, which is a bug in irlog.
    Panicked(String),
}

/// What the worker is doing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// It waits for the other processes of a cluster.
    Connecting,
    /// It reads this input.
    Reading(String),
    /// It links this input with the previous ones.
    Linking(String),
    /// The number of functions extracted so far, and of all functions.
    Extracting(usize, usize),
    /// The number of modules that are done, and of all modules.
    Modules(usize, usize),
    /// It computes the answer.
    Analyzing,
    /// It writes the output.
    Writing,
    /// It waits for inputs to change.
    Waiting,
}

impl Message {
    /// Sends the message to the supervisor. If the supervisor is gone, the worker is about to be stopped.
    pub fn send(&self) {
        let json = serde_json::to_string(self).expect("messages are plain text and numbers");
        let line = format!("{}{json}\n", char::from(RECORD_SEPARATOR));
        let _ = std::io::stderr().write_all(line.as_bytes());
    }

    /// Splits a line of the worker's standard error into what LLVM printed and the message.
    pub fn split(line: &[u8]) -> (&[u8], Option<Self>) {
        let Some(start) = line.iter().rposition(|&byte| byte == RECORD_SEPARATOR) else {
            return (line, None);
        };
        match serde_json::from_slice(&line[start + 1..]) {
            Ok(message) => (&line[..start], Some(message)),
            Err(_) => (line, None),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connecting => f.write_str("waiting for the other processes"),
            Self::Reading(input) => write!(f, "reading {input}"),
            Self::Linking(input) => write!(f, "linking {input}"),
            Self::Extracting(..) | Self::Modules(..) => f.write_str("extracting"),
            Self::Analyzing => f.write_str("analysing"),
            Self::Writing => f.write_str("writing"),
            Self::Waiting => f.write_str("waiting for changes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_distinguished_from_the_output_of_llvm() {
        let noise: &[u8] = b"LLVM ERROR: out of memory";
        assert_eq!(Message::split(noise), (noise, None));
        let broken: &[u8] = b"\x1e{\"Done\":";
        assert_eq!(Message::split(broken), (broken, None));
        let reading = Message::Phase(Phase::Reading("a\n\x1e\".bc".into()));
        let mut line = noise.to_vec();
        line.push(RECORD_SEPARATOR);
        line.extend(serde_json::to_vec(&reading).unwrap());
        assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 0);
        line.push(b'\n');
        assert_eq!(Message::split(&line), (noise, Some(reading)));
    }
}
