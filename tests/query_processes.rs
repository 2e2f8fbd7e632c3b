//! `irlog query` in several processes and with `--watch`: tests with real processes that communicate over the loopback
//! interface.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The maximum time to wait for anything, with reserve for a busy machine.
const DEADLINE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(10);

/// Joins modules by the names of functions. Uses recursion, negation, aggregates, functions that create texts, an order
/// of texts, and a regular expression.
const PROGRAM: &str = r#"
    .include "irlog/calls.dl"

    .decl same_name(name: symbol, first: Function, second: Function)
    same_name(name, first, second) :-
        function_called(first, name), function_called(second, name), first < second.

    .decl reaches(from: Function, to: Function)
    reaches(from, to) :- calls(from, to).
    reaches(from, to) :- same_name(_, from, to) ; same_name(_, to, from).
    reaches(from, to) :- reaches(from, middle), reaches(middle, to).

    .decl leaf(function: Function)
    leaf(function) :- defined_function(function), !calls(function, _).

    .decl size(label: symbol, blocks: number, longest: number)
    size(cat(name, "/", to_string(strlen(function))), blocks, longest) :-
        function_called(function, name),
        blocks = count : { block(_, function, _, _) },
        longest = max strlen(other) : { reaches(function, other) }.

    .decl entry(function: Function)
    entry(function) :- defined_function(function), match(".*\\.ll:@ma[a-z]+", function).

    .decl total(pairs: number)
    total(n) :- n = count : { reaches(_, _) }.

    .output same_name, reaches, leaf, size, entry, total
    .printsize reaches
"#;
/// A recursion that does not end during a test.
const ENDLESS: &str = ".decl n(x: number) .output n n(0). n(x + 1) :- n(x).";
const CALLED: &str = ".decl called(f: Function) .output called called(f) :- call_edge(_, _, f, _).";

/// The modules for the tests, relative to the folder of the project.
fn modules() -> Vec<String> {
    let in_folder = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        let names = entries.map(|it| it.expect("it can be listed").file_name());
        let names = names.map(|it| format!("{folder}/{}", it.to_string_lossy()));
        names.filter(|it| it.ends_with(".ll")).collect::<Vec<_>>()
    };
    let mut modules = [in_folder("examples"), in_folder("tests/cli/inputs")].concat();
    modules.sort();
    assert!(modules.len() >= 6, "{modules:?}");
    modules
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A running query, which is killed on drop.
struct Query {
    process: Child,
    stdout: Option<Receiver<String>>,
    stderr: Option<Receiver<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Query {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_irlog"))
            .arg("query")
            .args(arguments)
            .current_dir(root())
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("irlog can be started");
        let (stdout, first) = lines(process.stdout.take().expect("it is a pipe"));
        let (stderr, second) = lines(process.stderr.take().expect("it is a pipe"));
        let readers = vec![first, second];
        Self { process, stdout: Some(stdout), stderr: Some(stderr), readers }
    }

    /// The next line of standard output.
    fn line(&self) -> String {
        let lines = self.stdout.as_ref().expect("it is open");
        lines.recv_timeout(DEADLINE).unwrap_or_else(|it| {
            let errors: Vec<String> = self.stderr.iter().flat_map(Receiver::try_iter).collect();
            panic!("no line arrives: {it}; {errors:?}")
        })
    }

    fn lines(&self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.line()).collect()
    }

    /// The next line of standard error.
    fn error_line(&self) -> String {
        let lines = self.stderr.as_ref().expect("it is open");
        lines.recv_timeout(DEADLINE).expect("a line arrives")
    }

    /// The rest of the output, and the exit status.
    fn finish(mut self) -> Output {
        let start = Instant::now();
        let status = loop {
            match self.process.try_wait().expect("it is a child") {
                Some(status) => break status,
                None if start.elapsed() > DEADLINE => panic!("it does not end"),
                None => sleep(PAUSE),
            }
        };
        self.readers.drain(..).for_each(|it| it.join().expect("it does not panic"));
        let rest = |lines: &Option<Receiver<String>>| -> Vec<u8> {
            lines.iter().flat_map(Receiver::try_iter).map(|it| it + "\n").collect::<String>().into()
        };
        Output { status, stdout: rest(&self.stdout), stderr: rest(&self.stderr) }
    }

    fn id(&self) -> u32 {
        self.process.id()
    }

    /// The worker process, once it exists.
    fn worker(&self) -> u32 {
        wait_for("a worker", || children(self.id()).first().copied())
    }

    fn send(&self, signal: Signal) {
        send(self.id(), signal);
    }
}

impl Drop for Query {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The lines of a stream, as they arrive.
fn lines(stream: impl Read + Send + 'static) -> (Receiver<String>, JoinHandle<()>) {
    let (sender, receiver) = channel();
    let reader = spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // If there is no receiver, the stream was closed.
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    (receiver, reader)
}

fn send(process: u32, signal: Signal) {
    let id = Pid::from_raw(process as i32).expect("it is not 0");
    kill_process(id, signal).expect("it is there");
}

/// Calls a function until it returns a value.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        match look() {
            Some(found) => return found,
            None if start.elapsed() > DEADLINE => panic!("there is not {what}"),
            None => sleep(PAUSE),
        }
    }
}

/// The child processes of a process.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let texts = threads.filter_map(|it| fs::read_to_string(it.path().join("children")).ok());
    texts
        .flat_map(|it| it.split_whitespace().filter_map(|it| it.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// Whether a process exists and is not a zombie.
fn runs(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|it| it.rsplit_once(") ").is_some_and(|it| !it.1.starts_with('Z')))
}

/// The number of other processes to which a worker is connected.
fn connections(worker: u32) -> usize {
    let threads = fs::read_dir(format!("/proc/{worker}/task")).into_iter().flatten().flatten();
    let names = threads.filter_map(|it| fs::read_to_string(it.path().join("comm")).ok());
    names.filter(|it| it.starts_with("timely:recv-")).count()
}

/// Writes a file that lists addresses that are currently unused.
fn hosts(folder: &Path, processes: usize) -> PathBuf {
    let listen = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<TcpListener> = (0..processes).map(listen).collect();
    let address = |it: &TcpListener| format!("{}\n", it.local_addr().expect("it is bound"));
    let path = folder.join("hosts");
    fs::write(&path, listeners.iter().map(address).collect::<String>()).expect("it can be written");
    path
}

/// Starts a query in several processes, with the `common` arguments and additional ones for each process.
fn cluster<'a>(
    folder: &Path,
    processes: usize,
    common: &[&str],
    arguments: impl Fn(usize) -> Vec<&'a str>,
) -> Vec<Query> {
    let hosts = hosts(folder, processes);
    let start = |process: usize| {
        let number = process.to_string();
        let options = ["--hosts", text(&hosts), "--process", &number];
        Query::start(folder, &[common, &arguments(process), &options].concat())
    };
    // The last process starts first.
    let mut queries: Vec<Query> = (0..processes).rev().map(start).collect();
    queries.reverse();
    queries
}

fn text(path: &Path) -> &str {
    path.to_str().expect("it is UTF-8")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout.clone()).expect("it is UTF-8")
}

/// The only line that a failing query prints.
#[track_caller]
fn fails(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

/// Checks that several processes print the same rows as one.
fn agree(processes: usize, workers: &str, arguments: &[&str]) -> String {
    let folder = folder();
    let one = Query::start(folder.path(), &[&["--each"], arguments].concat()).finish();
    let expected = succeeds(&one);
    let arguments = [arguments, &["--workers", workers]].concat();
    let several = cluster(folder.path(), processes, &arguments, |_| Vec::new());
    let outputs: Vec<Output> = several.into_iter().map(Query::finish).collect();
    assert_eq!(succeeds(&outputs[0]), expected);
    for output in &outputs[1..] {
        assert_eq!(succeeds(output), "", "only process 0 prints");
    }
    expected
}

#[test]
fn several_processes_derive_the_same_rows_as_one_process() {
    let modules = modules();
    let mut arguments = vec!["-e", PROGRAM];
    arguments.extend(modules.iter().map(String::as_str));
    let text = agree(3, "2", &arguments);
    assert!(!text.contains(": no rows"), "each relation has rows: {text}");
    let joined = "main  examples/demo.ll:@main   tests/cli/inputs/list.ll:@main";
    assert!(text.contains(joined), "{text}");
    let json = agree(3, "2", &[&arguments[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["leaf"].as_array().map(Vec::len), Some(7), "{json}");
    agree(3, "2", &[&arguments[..], &["--format", "csv", "--relation", "size"]].concat());
}

#[test]
fn a_process_may_have_no_inputs() {
    let called = agree(4, "1", &["-e", CALLED, "examples/shell.ll", "tests/cli/inputs/list.ll"]);
    assert!(called.starts_with("called: 13 rows\n"), "{called}");
    agree(2, "3", &["-e", ".decl a(x: number) .output a a(1).", "examples/shell.ll"]);
}

#[test]
fn processes_may_start_late() {
    let folder = folder();
    let hosts = hosts(folder.path(), 3);
    let start = |number| {
        let arguments = ["examples/shell.ll", "-e", CALLED, "--hosts", text(&hosts), "--process"];
        Query::start(folder.path(), &[&arguments[..], &[number]].concat())
    };
    // Both wait for process 0.
    let others = [start("2"), start("1")];
    sleep(Duration::from_secs(1));
    let first = start("0");
    assert!(succeeds(&first.finish()).starts_with("called: 7 rows\n"));
    others.into_iter().for_each(|it| drop(succeeds(&it.finish())));
}

/// Starts three processes, kills the victims that a function selects for process 1, and returns the outputs of all
/// processes.
fn after_killing(victims: impl Fn(&Query) -> Vec<u32>) -> Vec<Output> {
    let folder = folder();
    let module = ["examples/shell.ll", "--workers", "2", "-e", ENDLESS];
    let queries = cluster(folder.path(), 3, &module, |_| Vec::new());
    for query in &queries {
        let worker = query.worker();
        wait_for("a connection", || (connections(worker) == 2).then_some(()));
    }
    let workers: Vec<u32> = queries.iter().map(Query::worker).collect();
    for victim in victims(&queries[1]) {
        send(victim, Signal::KILL);
    }
    let outputs = queries.into_iter().map(Query::finish).collect();
    for worker in workers {
        wait_for("an end of the worker", || (!runs(worker)).then_some(()));
    }
    outputs
}

#[test]
fn a_process_that_is_killed_ends_the_others() {
    let outputs = after_killing(|query| vec![query.id(), query.worker()]);
    assert_eq!(outputs[1].status.signal(), Some(9));
    for other in [&outputs[0], &outputs[2]] {
        let line = fails(other);
        assert!(line.starts_with("error: lost the connection to process "), "{line}");
    }
}

#[test]
fn a_worker_that_is_killed_ends_the_others() {
    let outputs = after_killing(|query| vec![query.worker()]);
    let line = fails(&outputs[1]);
    assert!(line.contains("irlog was killed (SIGKILL) while computing the answer"), "{line}");
    for other in [&outputs[0], &outputs[2]] {
        let line = fails(other);
        assert!(line.starts_with("error: lost the connection to process "), "{line}");
    }
}

#[test]
fn an_input_that_cannot_be_read_ends_all() {
    let folder = folder();
    let inputs = ["examples/shell.ll", "tests/cli/not-ir.txt", "-e", CALLED];
    let queries = cluster(folder.path(), 2, &inputs, |_| Vec::new());
    let outputs: Vec<Output> = queries.into_iter().map(Query::finish).collect();
    let line = fails(&outputs[1]);
    assert!(line.starts_with("error: tests/cli/not-ir.txt: "), "{line}");
    let line = fails(&outputs[0]);
    assert!(line.starts_with("error: lost the connection to process 1: "), "{line}");
}

#[test]
fn a_process_with_another_program_is_rejected() {
    let folder = folder();
    let program = |process| vec!["-e", if process == 0 { CALLED } else { ENDLESS }];
    let queries = cluster(folder.path(), 2, &["examples/shell.ll"], program);
    let lines: Vec<String> = queries.into_iter().map(|it| fails(&it.finish())).collect();
    let expected = [1, 0]
        .map(|it| format!("error: process {it} runs a different program or version of irlog"));
    assert_eq!(lines, expected);
}

#[test]
fn errors_are_reported_before_the_run() {
    let folder = folder();
    let fail = |arguments: &[&str]| {
        let output = Query::start(folder.path(), &[&["examples/shell.ll"], arguments].concat());
        fails(&output.finish())
    };
    let hosts = hosts(folder.path(), 2);
    let hosts = text(&hosts);
    assert_eq!(
        fail(&["-e", CALLED, "--hosts", hosts, "--process", "2"]),
        format!("error: --process 2: {hosts} lists 2 processes, numbered from 0")
    );
    let line = fail(&["-e", CALLED, "--hosts", "nowhere", "--process", "0"]);
    assert!(line.starts_with("error: nowhere: cannot be read: No such file"), "{line}");

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it is bound");
    let list = folder.path().join("taken");
    fs::write(&list, format!("{address}\n127.0.0.1:1\n")).expect("it can be written");
    let line = fail(&["-e", CALLED, "--hosts", text(&list), "--process", "0"]);
    let expected = format!("error: cannot listen on {address}: Address already in use");
    assert!(line.starts_with(&expected), "{line}");

    // A process whose program is invalid fails without waiting for the others.
    let wrong = ["examples/shell.ll", "-e", "a(f) :- b(f).", "--hosts", hosts, "--process", "0"];
    let output = Query::start(folder.path(), &wrong).finish();
    assert_eq!(output.status.code(), Some(2));
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.starts_with("error: unknown relation `b`\n"), "{report}");
}

/// A module that a test modifies.
struct Changing {
    folder: TempDir,
    path: PathBuf,
    content: String,
}

impl Changing {
    fn new() -> Self {
        let folder = folder();
        let path = folder.path().join("a.ll");
        let content = fs::read_to_string(root().join("tests/cli/inputs/list.ll"));
        let changing = Self { folder, path, content: content.expect("it can be read") };
        changing.write(&changing.content);
        changing
    }

    fn write(&self, content: &str) {
        fs::write(&self.path, content).expect("it can be written");
    }

    /// Rewrites the file as compilers do: it is absent for a while, and then grows.
    fn write_anew(&self, content: &str) {
        fs::remove_file(&self.path).expect("it is there");
        sleep(Duration::from_millis(300));
        self.write(&content[..content.len() / 2]);
        sleep(Duration::from_millis(50));
        self.write(content);
    }

    /// The module without the call to `@observe`.
    fn without_call(&self) -> String {
        let lines = self.content.lines().filter(|it| !it.contains("call void @observe"));
        lines.map(|it| format!("{it}\n")).collect()
    }

    fn watch(&self, arguments: &[&str]) -> Query {
        let temporary = self.folder.path().join("tmp");
        fs::create_dir_all(&temporary).expect("it can be made");
        Query::start(&temporary, &[&["--watch", text(&self.path)], arguments].concat())
    }

    /// Ends the query, and checks that no process or file is left.
    #[track_caller]
    fn end(&self, query: Query, signal: Signal, status: i32) {
        let worker = query.worker();
        let processes = [children(worker), vec![worker]].concat();
        query.send(signal);
        let output = query.finish();
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()), "");
        for process in processes {
            wait_for("an end of all processes", || (!runs(process)).then_some(()));
        }
        let left = fs::read_dir(self.folder.path().join("tmp")).expect("it is there").count();
        assert_eq!(left, 0, "temporary files are left");
    }
}

#[test]
fn changes_are_printed_as_text() {
    let module = Changing::new();
    let query = module.watch(&["-e", CALLED]);
    let first = "called: 6 rows|f|----------|@elsewhere|@first|@malloc|@observe|@push|@second";
    assert_eq!(query.lines(9).join("|"), first);
    module.write(&module.without_call());
    assert_eq!(query.lines(3).join("|"), "|called: 0 added, 1 removed|- @observe");

    module.write("garbage\n");
    let warning = query.error_line();
    let expected = format!("warning: {}: not textual LLVM IR: ", module.path.display());
    assert!(warning.starts_with(&expected), "{warning}");
    assert!(warning.ends_with("; waiting for the next change"), "{warning}");

    module.write_anew(&module.content);
    assert_eq!(query.lines(3).join("|"), "|called: 1 added, 0 removed|+ @observe");
    module.write_anew(&module.content.replace("@observe", "@inspect"));
    let both = "|called: 1 added, 1 removed|- @observe|+ @inspect";
    assert_eq!(query.lines(4).join("|"), both);
    module.end(query, Signal::TERM, 128 + 15);
}

#[test]
fn changes_are_printed_as_json() {
    let module = Changing::new();
    let query = module.watch(&["-e", CALLED, "--format", "json"]);
    let first: serde_json::Value = serde_json::from_str(&query.line()).expect("it is JSON");
    assert_eq!(first["called"]["added"].as_array().map(Vec::len), Some(6), "{first}");
    assert_eq!(first["called"]["removed"], serde_json::json!([]));
    module.write_anew(&module.without_call());
    assert_eq!(query.line(), r#"{"called":{"added":[],"removed":[{"f":"@observe"}]}}"#);
    module.write(&module.content);
    assert_eq!(query.line(), r#"{"called":{"added":[{"f":"@observe"}],"removed":[]}}"#);
    module.end(query, Signal::INT, 128 + 2);
}

#[test]
fn a_term_without_value_is_a_warning_while_watching() {
    let module = Changing::new();
    let program = r#".decl n(x: number) .output n
        n(to_number(s)) :- value_name(v, s), function(_, v, _, _), match("[0-9].*", s).
        n(strlen(s)) :- value_name(v, s), function(_, v, _, _), contains("ush", s)."#;
    let query = module.watch(&["-e", program]);
    assert_eq!(query.lines(4).join("|"), "n: 1 row|x|-|4");
    module.write(&module.content.replace("@push", "@\"99999999999 push\""));
    let warning = query.error_line();
    let expected =
        "warning: `99999999999 push` is not a value of type number; waiting for the next change";
    assert_eq!(warning, expected);
    // The changes are relative to the last answer.
    module.write(&module.content.replace("@push", "@crush"));
    assert_eq!(query.lines(4).join("|"), "|n: 1 added, 1 removed|- 4|+ 5");
    module.end(query, Signal::TERM, 128 + 15);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let module = Changing::new();
    let mut query = module.watch(&["-e", CALLED]);
    query.line();
    query.stdout = None;
    let versions = [module.without_call(), module.content.clone()];
    let mut next = versions.iter().cycle();
    let start = Instant::now();
    while runs(query.id()) {
        assert!(start.elapsed() < DEADLINE, "it does not end");
        module.write(next.next().expect("they come again"));
        sleep(Duration::from_millis(500));
    }
    succeeds(&query.finish());
}
