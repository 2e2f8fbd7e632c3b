//! The process that does the work of a command, watched by a supervisor.

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::os::unix::process::parent_id;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs, io, panic, thread};

use anyhow::Context;
use facts_formats::decoded_file;
use facts_schema::Format;
use query::dataflow::lost_peer;
use rustix::process::{
    Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit,
};

use crate::limits::Limits;
use crate::message::{Message, Phase};
use crate::options::answer::RowOptions;
use crate::output::{Answer, FAILURE, Rejected, explain};

/// Marks a worker: the process id of its supervisor.
pub const SUPERVISOR: &str = "IRLOG_SUPERVISOR";
/// The folder that the worker writes to and the supervisor removes.
pub const TEMPORARY_FOLDER: &str = "IRLOG_TEMPORARY_FOLDER";

/// LLVM's readers recurse for each level of nesting. The part of the stack that they do not touch costs nothing.
const STACK_SIZE: u64 = 1 << 30;

/// A command that lets LLVM read files, and therefore runs in a separate process: LLVM ends the whole process when a
/// file is damaged in certain ways.
pub trait Supervised: Sync {
    /// The limits of the worker.
    fn limits(&self) -> &Limits;

    /// Where the rows of the answer go, and in which format, if the answer has rows.
    fn rows(&self) -> Option<(&RowOptions, Format)> {
        None
    }

    /// The folder that the command creates.
    fn output_folder(&self) -> Option<&Path> {
        self.rows()?.0.folder()
    }

    /// Whether the worker needs a [temporary folder](Worker::temporary_folder) although the command makes no folder.
    fn needs_temporary_folder(&self) -> bool {
        false
    }

    /// Whether the worker [prints](Worker::print) the answer itself, since it may be longer than
    /// what fits in memory.
    fn has_long_answer(&self) -> bool {
        self.rows().is_some_and(|(options, format)| options.is_printed(format))
    }

    /// Does the work, and returns the answer.
    ///
    /// # Errors
    ///
    /// When the command fails.
    fn run(&self, worker: &Worker) -> anyhow::Result<Answer>;
}

/// The folder that a worker fills before it is renamed to the output. It is hidden, is on the same
/// file system as the output, and is used by no other run, since its name has the supervisor's process id.
pub fn temporary_folder(output: &Path, supervisor: u32) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(output.file_name()?);
    name.push(format!(".irlog-{supervisor}"));
    Some(output.with_file_name(name))
}

/// This process as a worker.
pub struct Worker {
    supervisor: OsString,
    temporary_folder: Option<PathBuf>,
}

impl Worker {
    /// The worker that this process is, if a supervisor started it.
    pub fn of_this_process() -> Option<Self> {
        Some(Self {
            supervisor: env::var_os(SUPERVISOR)?,
            temporary_folder: env::var_os(TEMPORARY_FOLDER).map(PathBuf::from),
        })
    }

    /// Does the work, and ends the process. The outcome is in the messages, not in the exit
    /// status: LLVM may end the process with any.
    pub fn run(&self, command: &impl Supervised) -> ! {
        if let Err(error) = self.run_on_large_stack(command) {
            Message::Failed(explain(&error)).send();
        }
        exit(FAILURE.into())
    }

    /// The folder to write to before the output gets its name, if the command has one. The supervisor removes it.
    pub fn temporary_folder(&self) -> Option<&Path> {
        self.temporary_folder.as_deref()
    }

    /// Tells the supervisor which phase begins.
    pub fn enter(&self, phase: Phase) {
        Message::Phase(phase).send();
    }

    /// Writes the answer to standard output, which the supervisor keeps in a file until the worker
    /// is done, so that no incomplete answer is printed. Only for commands that have a
    /// [long answer](Supervised::has_long_answer).
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn print(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<Answer> {
        self.enter(Phase::Writing);
        let mut output = BufWriter::new(io::stdout().lock());
        let result = write(&mut output).and_then(|()| output.flush());
        result.context("the answer cannot be written to a temporary file")?;
        Ok(Answer::default())
    }

    fn run_on_large_stack(&self, command: &impl Supervised) -> anyhow::Result<()> {
        self.die_with_supervisor()?;
        panic::set_hook(Box::new(|panic| match lost_peer(panic) {
            Some(message) => {
                Message::Failed(message).send();
                // The other threads would wait for that process forever.
                exit(FAILURE.into());
            }
            None => match decoded_file() {
                Some(file) => Message::Failed(format!(
                    "{}: cannot be read: the file is damaged",
                    file.display()
                )),
                None => panic_message(panic),
            }
            .send(),
        }));
        thread::scope(|scope| {
            let work = || {
                match self.work(command) {
                    Ok(answer) => Message::Done(answer).send(),
                    Err(error) if is_out_of_memory(&error) => Message::OutOfMemory.send(),
                    Err(error) => match error.downcast::<Rejected>() {
                        Ok(Rejected(report)) => Message::Rejected(report).send(),
                        Err(error) => Message::Failed(explain(&error)).send(),
                    },
                }
                // Memory is freed with the process.
                exit(0)
            };
            let thread = thread::Builder::new().stack_size(stack_size()).spawn_scoped(scope, work);
            let thread = thread.context("cannot start a thread; the memory limit is too low")?;
            // The hook has reported the panic.
            let _ = thread.join();
            Ok(())
        })
    }

    fn work(&self, command: &impl Supervised) -> anyhow::Result<Answer> {
        // Starting these threads must not fail later.
        rayon::ThreadPoolBuilder::new().build_global().context("cannot start threads")?;
        limit_memory(command.limits().memory().as_u64())?;
        command.run(self)
    }

    /// Without this, a killed supervisor would leave its worker running.
    fn die_with_supervisor(&self) -> anyhow::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))
            .context("cannot make the worker end with its supervisor")?;
        // The supervisor may have died before the line above.
        if self.supervisor.to_str() != Some(&parent_id().to_string()) {
            exit(FAILURE.into());
        }
        Ok(())
    }
}

/// Lets this process take `limit` bytes of memory beyond what it has now. The kernel counts the memory that only this
/// process can write to. That excludes its code, and memory that allocators only reserve.
fn limit_memory(limit: u64) -> anyhow::Result<()> {
    let present = getrlimit(Resource::Data);
    let limit = limit.saturating_add(writable_memory());
    let lower = present.current.map_or(limit, |present| present.min(limit));
    let wanted = Rlimit { current: Some(lower), maximum: present.maximum };
    setrlimit(Resource::Data, wanted).context("cannot set the memory limit")
}

/// The bytes that count towards the limit so far, mostly the reserved stack.
fn writable_memory() -> u64 {
    // The sixth number in proc_pid_statm(5).
    let pages = fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|sizes| sizes.split_whitespace().nth(5)?.parse::<u64>().ok());
    pages.unwrap_or(0).saturating_mul(rustix::param::page_size() as u64)
}

/// Whether memory was exhausted.
pub fn is_out_of_memory(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| Some(cause.downcast_ref::<io::Error>()?.kind()));
    kinds.into_iter().any(|kind| kind == io::ErrorKind::OutOfMemory)
}

/// The message about a panic. Not every library names exhausted memory as the reason of its panic, so this
/// tries to allocate a little: if even that fails, memory was the reason.
fn panic_message(panic: &PanicHookInfo) -> Message {
    const PROBE: usize = 64 << 20;
    match Vec::<u8>::new().try_reserve_exact(PROBE) {
        Ok(()) => Message::Panicked(panic.to_string()),
        Err(_) => Message::OutOfMemory,
    }
}

/// As much as LLVM may need, but never most of what `ulimit -v` allows.
fn stack_size() -> usize {
    let allowed = getrlimit(Resource::As).current.unwrap_or(u64::MAX);
    STACK_SIZE.min(allowed / 4) as usize
}
