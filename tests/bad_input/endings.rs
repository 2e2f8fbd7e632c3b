//! Runs that end early: by a limit, a signal, or a crash.
//!
//! In place of a slow worker, these tests use one that waits for its standard input.

use std::fs;
use std::io::Write;
use std::process::{Child, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::ioctl_fionread;
use rustix::process::{Pid, Signal, kill_process};

use crate::run_folder::{RunFolder, assert_rejection};

#[test]
fn timeout() {
    let run = Run::start(&["extract", "-", "-o", "facts", "--timeout", "1.5"]);
    let (folder, output) = run.finish();
    assert_rejection(&output, &["error: -: ", "1.5s", "--timeout"]);
    assert!(folder.files().is_empty());
}

#[test]
fn memory_limit() {
    let folder = RunFolder::with_real_module();
    // Too little for the file, for LLVM's copy of it, and for LLVM's module.
    for (limit, shown) in [("100kB", "97.7 KiB"), ("300kB", "293.0 KiB"), ("1MiB", "1.0 MiB")] {
        for arguments in [&["extract", "real.bc", "-o", "facts"][..], &["summary", "real.bc"]] {
            let arguments = [arguments, &["--memory-limit", limit]].concat();
            let words = ["real.bc", "out of memory while reading", shown, "--memory-limit"];
            folder.rejects(&arguments, &words);
        }
    }
    // The memory runs out at many different places. Near 250 kB, a large allocation fails after a small one.
    let kilobytes = (1..=34).map(|step| step * step * 20).chain((240..270).step_by(6));
    for limit in kilobytes.map(|kilobytes| format!("{kilobytes}kB")) {
        let output = folder.irlog(&["points-to", "real.bc", "--memory-limit", &limit]);
        if !output.status.success() {
            assert_rejection(&output, &["real.bc", "out of memory while", "--memory-limit"]);
        }
    }
}

#[test]
fn signals_end_the_worker_and_remove_the_temporary_folder() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let run = Run::start(&["extract", "-", "-o", "facts"]);
        let worker = run.worker();
        // Simulates a worker that has begun to write.
        let temporary = format!(".facts.irlog-{}", run.supervisor.id());
        fs::create_dir(run.folder.path().join(&temporary)).expect("the name is unused");
        run.folder.write(&format!("{temporary}/module.csv"), "half a");
        send(run.supervisor(), signal);
        let (folder, output) = run.finish();
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(folder.files().is_empty(), "{:?}", folder.files());
        assert!(!is_alive(worker));
    }
}

#[test]
fn interrupt_sent_to_the_worker_only() {
    let run = Run::start(&["extract", "-", "-o", "facts"]);
    send(run.worker(), Signal::INT);
    let (_, output) = run.finish();
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn crash_is_reported_in_one_line() {
    let crashes = [
        // Not SIGSEGV: Rust's handler for stack overflows catches it when it comes from another process.
        (Signal::ILL, "crashed (SIGILL)"),
        (Signal::ABORT, "crashed (SIGABRT)"),
        (Signal::KILL, "killed (SIGKILL)"),
    ];
    for (signal, words) in crashes {
        let run = Run::start(&["extract", "-", "-o", "facts"]);
        send(run.worker(), signal);
        let (folder, output) = run.finish();
        assert_rejection(&output, &["error: -: ", words, "while reading"]);
        assert!(folder.files().is_empty());
    }
}

#[test]
fn worker_does_not_outlive_its_supervisor() {
    let run = Run::start(&["extract", "-", "-o", "facts"]);
    let worker = run.worker();
    assert!(is_alive(worker));
    send(run.supervisor(), Signal::KILL);
    wait_until("the worker is gone", || (!is_alive(worker)).then_some(()));
}

/// A run of irlog whose standard input stays open.
struct Run {
    folder: RunFolder,
    supervisor: Child,
}

impl Run {
    fn start(arguments: &[&str]) -> Self {
        let folder = RunFolder::empty();
        let mut command = folder.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let supervisor = command.spawn().expect("irlog can be started");
        Self { folder, supervisor }
    }

    fn supervisor(&self) -> Pid {
        Pid::from_child(&self.supervisor)
    }

    /// The supervisor's child, as soon as it reads its input.
    fn worker(&self) -> Pid {
        let mut input = self.supervisor.stdin.as_ref().expect("it is a pipe");
        input.write_all(b";").expect("the pipe is open");
        wait_until("the worker reads", || (ioctl_fionread(input) == Ok(0)).then_some(()));
        let supervisor = self.supervisor.id();
        let children = format!("/proc/{supervisor}/task/{supervisor}/children");
        let children = fs::read_to_string(children).expect("the supervisor is there");
        let child = children.trim().parse().expect("it has one child");
        Pid::from_raw(child).expect("no process has the id 0")
    }

    /// Waits for the end, and returns the output.
    fn finish(mut self) -> (RunFolder, Output) {
        // The input stays open until then, because the worker ends at the end of its input.
        let input = self.supervisor.stdin.take();
        wait_until("irlog ends", || self.supervisor.try_wait().expect("it is our child"));
        let output = self.supervisor.wait_with_output().expect("it has ended");
        drop(input);
        (self.folder, output)
    }
}

fn send(process: Pid, signal: Signal) {
    kill_process(process, signal).expect("the process is there");
}

/// Whether the process exists and is not a zombie.
fn is_alive(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn wait_until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(result) = condition() {
            return result;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "waited in vain until {what}");
        sleep(Duration::from_millis(5));
    }
}
