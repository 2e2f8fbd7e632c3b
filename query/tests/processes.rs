//! Several processes with different rows and symbols return the same answer as one process.
//!
//! The processes run this test program again, which then runs `a_process` as configured by its
//! environment.

mod support;

use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use query::dataflow::{self, Cluster};
use query::plan::Plan;
use query::run::RunError;
use query::value::Symbols;
use support::{Rows, parse, shown};

/// A join, a recursion, a negation, aggregates, functions that create texts, and a sorting of
/// texts.
const PROGRAM: &str = "
    .decl path(x: symbol, y: symbol) .output path
    path(x, y) :- edge(x, y).
    path(x, z) :- path(x, y), edge(y, z).
    .decl leaf(x: symbol) .output leaf
    leaf(y) :- edge(_, y), !edge(y, _).
    .decl degree(x: symbol, n: number, longest: number) .output degree
    degree(x, n, m) :- edge(x, _), n = count : { edge(x, _) }, m = max strlen(y) : { edge(x, y) }.
    .decl name(x: symbol, t: symbol) .output name
    name(x, cat(x, \"->\", y)) :- edge(x, y), leaf(y).
    .decl named(t: symbol) .output named
    named(t) :- name(_, t), path(x, _), t = cat(x, \"->d\").
    .decl wide(a: symbol, b: number, c: symbol, d: symbol, e: symbol, f: symbol) .output wide
    wide(a, b, c, d, e, \"end\") :- edge(a, c), edge(c, d), edge(d, e), b = strlen(a), a < c.
    .decl total(n: number) .output total
    total(n) :- n = count : { path(_, _) }.
    .printsize path";
/// A recursion that does not end during the test.
const ENDLESS: &str = ".decl a(x: number, y: symbol) .output a
    a(1, y) :- edge(_, y). a(x + 1, y) :- a(x, y).";
const FAILING: &str = ".decl r(x: number) .output r r(to_number(y)) :- edge(_, y).";

/// The rows of a process, which partly overlap with those of others, in its own order.
fn rows(process: usize) -> Rows {
    let all = [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"], ["x", "d"], ["é", "x"], ["d1", "é"]];
    let mut own: Vec<&[&str]> =
        all.iter().enumerate().filter(|it| it.0 % 3 != process).map(|it| it.1.as_slice()).collect();
    own.rotate_left(process);
    Rows::default().with("edge", &[("x", "symbol"), ("y", "symbol")], &own)
}

/// Runs a program in one process of a cluster, and prints the answer.
fn run(text: &str, cluster: &Cluster) -> Result<Option<String>, RunError> {
    let process = cluster.process;
    let mut source = rows(process);
    let plan = Plan::of(&parse(text), &source).unwrap_or_else(|it| panic!("{it:?}"));
    let connected = dataflow::connect(&plan, cluster)?;
    let mut symbols = Symbols::default();
    // The same texts have different numbers in each process.
    for it in 0..process {
        symbols.intern(format!("unused {it}").as_bytes());
    }
    let inputs = plan.inputs().iter();
    let tables = inputs.map(|it| query::run::load(it, &mut source, &mut symbols));
    let tables = tables.collect::<Result<_, _>>()?;
    let (answer, symbols) = dataflow::run(&plan, tables, symbols, connected)?;
    Ok(answer.map(|it| format!("{:?}", shown(&plan, &it, &symbols))))
}

/// Addresses that are currently unused.
fn hosts(processes: usize) -> Vec<String> {
    let listen = |_| TcpListener::bind("127.0.0.1:0").expect("a port");
    let listeners: Vec<TcpListener> = (0..processes).map(listen).collect();
    listeners.iter().map(|it| it.local_addr().expect("it is bound").to_string()).collect()
}

fn start(text: &str, process: usize, hosts: &[String], workers: usize) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["a_process", "--exact", "--ignored", "--nocapture"])
        .env("IRLOG_TEST_PROGRAM", text)
        .env("IRLOG_TEST_PROCESS", process.to_string())
        .env("IRLOG_TEST_HOSTS", hosts.join(" "))
        .env("IRLOG_TEST_WORKERS", workers.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process")
}

/// The output of a process after `answer: ` or `error: `.
fn said(output: &Output, what: &str) -> Vec<String> {
    let text = [output.stdout.as_slice(), &output.stderr].concat();
    let text = String::from_utf8(text).expect("it is UTF-8");
    let lines = text.lines().filter_map(|it| it.split_once(what));
    lines.map(|it| it.1.to_owned()).collect()
}

#[test]
#[ignore = "it is a process that the other tests start"]
fn a_process() {
    let variable = |name: &str| std::env::var(name).expect("started by another test");
    std::panic::set_hook(Box::new(|panic| {
        if let Some(lost) = dataflow::lost_peer(panic) {
            println!("error: {lost}");
            std::process::exit(3);
        }
    }));
    let cluster = Cluster {
        workers: variable("IRLOG_TEST_WORKERS").parse().expect("a number"),
        process: variable("IRLOG_TEST_PROCESS").parse().expect("a number"),
        hosts: variable("IRLOG_TEST_HOSTS").split(' ').map(str::to_owned).collect(),
        patience: Duration::from_secs(20),
    };
    match run(&variable("IRLOG_TEST_PROGRAM"), &cluster) {
        Ok(None) => {}
        Ok(Some(answer)) => println!("answer: {answer}"),
        Err(error) => println!("error: {error}"),
    }
}

/// The outputs of the processes after a word.
fn cluster(text: &str, processes: usize, workers: usize, what: &str) -> Vec<Vec<String>> {
    let hosts = hosts(processes);
    let children: Vec<Child> = (0..processes).map(|it| start(text, it, &hosts, workers)).collect();
    let outputs = children.into_iter().map(|it| it.wait_with_output().expect("it ends"));
    outputs.map(|it| said(&it, what)).collect()
}

#[test]
fn several_processes_derive_the_same_rows_as_one() {
    // All rows are in one of the first two processes.
    let mut all = rows(0);
    all.relations[0].2.extend(rows(1).relations[0].2.clone());
    let expected = support::run(PROGRAM, &mut all).expect("no term is without a value");
    assert!(expected.iter().all(|it| !it.1.is_empty()), "each relation has rows: {expected:?}");
    for (processes, workers) in [(2, 1), (2, 2), (3, 1)] {
        let found = cluster(PROGRAM, processes, workers, "answer: ");
        assert_eq!(found[0], [format!("{expected:?}")], "{processes} processes");
        assert!(found[1..].iter().all(Vec::is_empty), "only process 0 has the answer");
    }
}

#[test]
fn a_term_without_value_is_an_error_of_process_0() {
    let found = cluster(FAILING, 2, 1, "error: ");
    assert_eq!(found[0].len(), 1, "{found:?}");
    assert!(found[0][0].ends_with("is not a value of type number"), "{found:?}");
    assert!(found[1].is_empty());
}

#[test]
fn a_process_that_dies_ends_the_others() {
    let hosts = hosts(2);
    let [first, mut second] = [0, 1].map(|it| start(ENDLESS, it, &hosts, 1));
    // Long enough to connect. Otherwise process 0 would report that process 1 did not connect in
    // time.
    std::thread::sleep(Duration::from_secs(2));
    second.kill().expect("it runs");
    let output = first.wait_with_output().expect("it ends");
    second.wait().expect("it was killed");
    assert_eq!(output.status.code(), Some(3));
    let lines = said(&output, "error: ");
    assert!(lines[0].starts_with("lost the connection to process 1: "), "{lines:?}");
}

#[test]
fn incompatible_processes_are_rejected() {
    let hosts = hosts(2);
    let children = [start(PROGRAM, 0, &hosts, 1), start(FAILING, 1, &hosts, 1)];
    let outputs = children.map(|it| it.wait_with_output().expect("it ends"));
    let [one, other] = outputs.map(|it| said(&it, "error: "));
    assert_eq!(one, ["process 1 runs a different program or version of irlog"]);
    assert_eq!(other, ["process 0 runs a different program or version of irlog"]);
    let alone = Cluster { patience: Duration::from_millis(100), process: 1, hosts, workers: 1 };
    let absent = run(PROGRAM, &alone).expect_err("there is no process 0").to_string();
    let expected = format!("cannot reach process 0 at {}: ", alone.hosts[0]);
    assert!(absent.starts_with(&expected), "{absent}");
}
