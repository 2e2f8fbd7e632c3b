//! Connections between the processes of a cluster.
//!
//! timely can connect them itself, but it prints to standard output while it waits, waits forever,
//! and does not detect that the processes run different programs.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::panic::PanicHookInfo;
use std::thread;
use std::time::{Duration, Instant};

use crate::dataflow::Cluster;
use crate::run::RunError;

/// The first word of a greeting.
const MAGIC: u32 = u32::from_be_bytes(*b"irlg");
/// The delay between attempts.
const PAUSE: Duration = Duration::from_millis(20);
/// The timeout for the greeting of a connected process.
const GREETING: Duration = Duration::from_secs(10);

/// The greeting of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hello {
    process: u32,
    processes: u32,
    workers: u32,
    /// A hash of the program.
    program: u64,
}

impl Hello {
    fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut bytes = Vec::new();
        for number in [MAGIC, self.process, self.processes, self.workers] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        bytes.extend_from_slice(&self.program.to_be_bytes());
        stream.write_all(&bytes)
    }

    fn read(stream: &mut TcpStream) -> io::Result<Self> {
        let mut number = || {
            let mut bytes = [0; 4];
            stream.read_exact(&mut bytes).map(|()| u32::from_be_bytes(bytes))
        };
        if number()? != MAGIC {
            return Err(io::Error::new(ErrorKind::InvalidData, "not an irlog process"));
        }
        let (process, processes, workers) = (number()?, number()?, number()?);
        let program = u64::from(number()?) << 32 | u64::from(number()?);
        Ok(Self { process, processes, workers, program })
    }

    /// Describes how the other process differs, if it is incompatible.
    fn difference(&self, other: &Self) -> Option<String> {
        let Self { processes, workers, program, .. } = other;
        if self.processes != *processes {
            return Some(format!("is one of {processes} processes, not of {}", self.processes));
        }
        if self.workers != *workers {
            return Some(format!("has {workers} workers, not {}", self.workers));
        }
        (self.program != *program).then(|| "runs a different program or version of irlog".into())
    }
}

/// Streams to the other processes, by their number; `None` for this process. `program` is a hash of
/// the program.
///
/// # Errors
///
/// When a process does not connect in time, or is incompatible.
pub(super) fn connect(cluster: &Cluster, program: u64) -> Result<Vec<Option<TcpStream>>, RunError> {
    let Cluster { process, hosts, workers, patience } = cluster;
    let Some(own) = hosts.get(*process) else {
        return Err(error(format!("--process {process}: there are only {} hosts", hosts.len())));
    };
    let hello = Hello {
        process: *process as u32,
        processes: hosts.len() as u32,
        workers: (*workers).max(1) as u32,
        program,
    };
    let deadline = Instant::now() + *patience;
    let listener = TcpListener::bind(own).and_then(|it| it.set_nonblocking(true).map(|()| it));
    let listener = listener.map_err(|it| error(format!("cannot listen on {own}: {it}")))?;
    let mut streams: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
    for (other, host) in hosts.iter().enumerate().take(*process) {
        streams[other] = Some(call(other, host, hello, deadline)?);
    }
    while let Some(missing) = (*process + 1..hosts.len()).find(|it| streams[*it].is_none()) {
        match listener.accept() {
            // Other clients that connect are ignored.
            Ok((stream, _)) => {
                if let Ok((stream, other)) = greet(stream, hello) {
                    fits(other.process as usize, &hello, &other)?;
                    if let Some(place) = streams.get_mut(other.process as usize) {
                        *place = Some(stream);
                    }
                }
            }
            Err(it) if it.kind() == ErrorKind::WouldBlock && Instant::now() < deadline => {
                thread::sleep(PAUSE);
            }
            Err(it) if it.kind() == ErrorKind::WouldBlock => {
                return Err(absent(missing, &hosts[missing], "it did not connect in time"));
            }
            Err(it) => return Err(error(format!("cannot listen on {own}: {it}"))),
        }
    }
    Ok(streams)
}

/// Connects to a process, which may still be starting.
fn call(other: usize, host: &str, hello: Hello, deadline: Instant) -> Result<TcpStream, RunError> {
    loop {
        match TcpStream::connect(host).and_then(|it| greet(it, hello)) {
            Ok((stream, answer)) => {
                fits(other, &hello, &answer)?;
                return Ok(stream);
            }
            Err(it) if Instant::now() >= deadline => return Err(absent(other, host, it)),
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Exchanges greetings.
fn greet(mut stream: TcpStream, hello: Hello) -> io::Result<(TcpStream, Hello)> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(GREETING))?;
    hello.write(&mut stream)?;
    let other = Hello::read(&mut stream)?;
    stream.set_read_timeout(None)?;
    Ok((stream, other))
}

fn fits(other: usize, hello: &Hello, answer: &Hello) -> Result<(), RunError> {
    if answer.process as usize != other || answer.process == hello.process {
        return Err(error(format!("two processes have the number {}", answer.process)));
    }
    match hello.difference(answer) {
        Some(difference) => Err(error(format!("process {other} {difference}"))),
        None => Ok(()),
    }
}

fn error(message: String) -> RunError {
    RunError::Cluster { message }
}

fn absent(process: usize, host: &str, why: impl std::fmt::Display) -> RunError {
    error(format!("cannot reach process {process} at {host}: {why}"))
}

/// The message for the user about a panic which means that another process has ended or become
/// unreachable.
///
/// timely's threads that read from and write to another process panic in this case, and the workers
/// wait forever. The caller sets a panic hook that prints this line and ends the process.
pub fn lost_peer(panic: &PanicHookInfo) -> Option<String> {
    let thread = thread::current();
    let name = thread.name()?;
    let process =
        name.strip_prefix("timely:recv-").or_else(|| name.strip_prefix("timely:send-"))?;
    let message = panic.payload_as_str()?.strip_prefix("timely communication error: ")?;
    Some(format!("lost the connection to process {process}: {message}"))
}
