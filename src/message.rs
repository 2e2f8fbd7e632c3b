//! What a worker tells its supervisor.
//!
//! Messages travel through the worker's standard error, between whatever LLVM prints there, as
//! JSON text sequences (RFC 7464): a record separator, JSON, a line feed.

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
    /// A module of a lake is written, with so many rows of each relation that has some.
    Written(BTreeMap<String, u64>),
    /// Nothing more can be written, because of this.
    Stopped(String),
    /// It is done, and this is the answer.
    Done(Answer),
    /// It cannot do its job, because of this.
    Failed(String),
    /// It cannot do its job, because of mistakes in what the user has written.
    Rejected(String),
    /// It needs more memory than it may take.
    OutOfMemory,
    /// It stumbled over a bug in irlog.
    Panicked(String),
}

/// What the worker is doing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// It waits for the other processes of a cluster.
    Connecting,
    /// An input is read.
    Reading(String),
    /// This input is linked to the ones before.
    Linking(String),
    /// So many of so many functions are turned into relations.
    Extracting(usize, usize),
    /// So many of so many modules are done.
    Modules(usize, usize),
    /// The answer is computed.
    Analyzing,
    /// The output is written.
    Writing,
    /// It waits for inputs to change.
    Waiting,
}

impl Message {
    /// Tells the supervisor. If there is none to hear it any more, the worker is about to be ended.
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
            Self::Analyzing => f.write_str("analyzing"),
            Self::Writing => f.write_str("writing"),
            Self::Waiting => f.write_str("waiting for changes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_what_llvm_prints() {
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
