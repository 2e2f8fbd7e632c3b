//! A second executor of plans, on differential dataflow. It supports several threads and processes,
//! and inputs that change.
//!
//! ```text
//! plan ──compile──▶ program: chains of joins ──build──▶ a dataflow in each worker ──▶ changes of outputs
//! ```
//!
//! It returns the rows that [`crate::run::run`] returns, with these exceptions:
//!
//! - If several terms have no value, the first one in program order is reported, after all rows are
//!   derived. A program that derives infinitely many rows therefore does not report it.
//! - Sums and means of floating-point numbers are rounded in the order of the numbers, not of the
//!   rows.
//! - The number that `ord` returns for a text depends on the process, and on the worker that
//!   interns the text first.
//!
//! Processes trust each other: connections are neither authenticated nor encrypted.

mod build;
mod compile;
mod first;
mod limit;
mod live;
mod network;
mod operators;
mod program;
mod row;
mod stage;
mod texts;
mod time;

pub use live::{Changes, Live};
pub use network::lost_peer;

use std::any::Any;
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashSet;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::execute::execute_from;
use timely::worker::Worker;

use crate::dataflow::build::{Sharing, build};
use crate::dataflow::operators::Difference;
use crate::dataflow::program::Program;
use crate::dataflow::row::Row;
use crate::dataflow::texts::Texts;
use crate::plan::{Output, Plan};
use crate::run::{Answer, RunError, sort};
use crate::syntax::DirectiveKind;
use crate::value::{Symbols, Table, Word};

/// The number of threads, and the processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The number of threads per process, at least one.
    pub workers: usize,
    /// The position of this process in `hosts`.
    pub process: usize,
    /// The addresses of all processes, as `host:port`. If empty, this is the only process.
    pub hosts: Vec<String>,
    /// How long to wait for the other processes to start.
    pub patience: Duration,
}

impl Cluster {
    /// Only threads of this process.
    pub fn threads(workers: usize) -> Self {
        Self { workers, process: 0, hosts: Vec::new(), patience: Duration::ZERO }
    }
}

/// Connections to the other processes of a cluster, which run the same program.
pub struct Connected {
    cluster: Cluster,
    program: Arc<Program>,
    /// By process; `None` for this process.
    streams: Vec<Option<TcpStream>>,
}

/// Waits until all processes are connected. Processes should connect before they load their tables,
/// because loading may take different times.
///
/// # Errors
///
/// When not all processes connect.
pub fn connect(plan: &Plan, cluster: &Cluster) -> Result<Connected, RunError> {
    let program = compile::compile(plan);
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let streams = match cluster.hosts.len() {
        0 | 1 => Vec::new(),
        _ => {
            let name = format!("{program:?}").bytes().fold(0xcbf2_9ce4_8422_2325, hash);
            network::connect(cluster, name)?
        }
    };
    Ok(Connected { cluster: cluster.clone(), program: Arc::new(program), streams })
}

/// Runs a plan on tables, which correspond to [`Plan::inputs`], and returns the answer and the
/// symbols.
///
/// If there are several processes, each of them passes its own tables with its own symbols, and
/// runs the same program. Duplicate rows in several processes are counted once. Process 0 returns
/// the answer, and the others return `None`. If a process dies, threads of the other processes
/// panic, and those processes wait forever unless the caller sets a panic hook with
/// [`lost_peer`].
///
/// # Errors
///
/// When a term has no value, or threads cannot be started.
pub fn run(
    plan: &Plan,
    tables: Vec<Table>,
    symbols: Symbols,
    connected: Connected,
) -> Result<(Option<Answer>, Symbols), RunError> {
    let Connected { cluster, program, streams } = connected;
    let (builders, others) = allocators(&cluster, streams)?;
    let has_peers = cluster.hosts.len() > 1;
    let texts = Arc::new(Texts::new(symbols, has_peers));
    let sharing = Sharing { inputs_are_sets: !has_peers, gathers: has_peers, changes: false };
    let tables: Vec<Table> =
        if has_peers { tables } else { tables.into_iter().map(without_duplicates).collect() };
    let workers = cluster.workers.max(1);
    let tables = Arc::new(tables);
    let shares: Vec<_> =
        (0..workers).map(|_| Mutex::new(Some((Arc::clone(&tables), Arc::clone(&texts))))).collect();
    drop(tables);
    let work = move |worker: &mut Worker| {
        let local = worker.index() % workers;
        let share = shares[local].lock().unwrap_or_else(PoisonError::into_inner).take();
        share.map(|(tables, texts)| {
            run_worker(worker, &program, tables, &texts, sharing, (local, workers))
        })
    };
    let failed = |message| RunError::Cluster { message };
    let config = timely::WorkerConfig::default();
    let guards = execute_from(builders, others, config, work).map_err(failed)?;
    let mut results = Vec::new();
    for result in guards.join() {
        results.extend(result.map_err(|message| RunError::Cluster { message })?);
    }
    let symbols = texts.into_symbols();
    let errors: Vec<_> = results.iter_mut().flat_map(|it| it.errors.drain(..)).collect();
    if let Some(error) = first_error(errors, &symbols) {
        return Err(error);
    }
    if cluster.process > 0 {
        return Ok((None, symbols));
    }
    let table = |(position, output): (usize, &Output)| {
        let rows = results.iter_mut().flat_map(|it| std::mem::take(&mut it.outputs[position]));
        table(consolidated(rows.collect()), output, &symbols)
    };
    let tables = plan.outputs().iter().enumerate().map(table).collect();
    Ok((Some(Answer { tables }), symbols))
}

/// The resources for workers: shared memory, and connections to other processes.
fn allocators(
    cluster: &Cluster,
    streams: Vec<Option<TcpStream>>,
) -> Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>), RunError> {
    let failed = |message| RunError::Cluster { message };
    let workers = cluster.workers.max(1);
    if streams.is_empty() {
        return timely::CommunicationConfig::Process(workers).try_build().map_err(failed);
    }
    let hooks = Hooks::default();
    let threads = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let process = cluster.process;
    let (builders, guard) =
        initialize_networking_from_sockets(threads, streams, process, workers, hooks)
            .map_err(|it| failed(it.to_string()))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// The results of a worker: the rows of each output, and errors as rows.
struct Found {
    outputs: Vec<Vec<(Row, Difference)>>,
    errors: Vec<(Row, Difference)>,
}

/// The number of rows that are fed before the dataflow processes them.
const CHUNK: usize = 1 << 16;

/// Runs one worker, which handles every `share.1`-th row of each table, starting at row `share.0`.
fn run_worker(
    worker: &mut Worker,
    program: &Program,
    tables: Arc<Vec<Table>>,
    texts: &Arc<Texts>,
    sharing: Sharing,
    share: (usize, usize),
) -> Found {
    texts::set_current(Some(Arc::clone(texts)));
    let mut built = worker.dataflow(|scope| build(scope, program, texts, sharing));
    if worker.index() == 0 {
        built.unit.change([(Row::EMPTY, 1)].into_iter());
    }
    drop(built.unit);
    let inputs = built.inputs.into_iter().zip(tables.iter()).zip(&program.inputs);
    for ((mut input, table), relation) in inputs {
        let is_symbol = &program.relations[*relation];
        let rows = table.rows().skip(share.0).step_by(share.1);
        let mut rows = rows.map(|it| (Row::new(it.iter().copied(), |it| is_symbol[it]), 1));
        for _ in 0..=table.len() / share.1 / CHUNK {
            input.change(rows.by_ref().take(CHUNK));
            worker.step();
        }
    }
    drop(tables);
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    texts::set_current(None);
    let outputs = built.outputs.iter().map(|it| it.take()).collect();
    Found { outputs, errors: built.errors.take() }
}

/// The table without duplicate rows.
fn without_duplicates(table: Table) -> Table {
    let mut seen = FxHashSet::with_capacity_and_hasher(table.len(), Default::default());
    let first: Vec<bool> = table.rows().map(|it| seen.insert(it)).collect();
    if first.iter().all(|it| *it) {
        return table;
    }
    let mut unique = Table::new(table.arity());
    table.rows().zip(first).filter(|it| it.1).for_each(|it| unique.push(it.0));
    unique
}

/// The rows with their total multiplicities, without rows whose multiplicity is 0.
fn consolidated(mut rows: Vec<(Row, Difference)>) -> Vec<(Row, Difference)> {
    // Each row occurs once. If no row was retracted, there is nothing to add up.
    if rows.iter().any(|it| it.1 != 1) {
        differential_dataflow::consolidation::consolidate(&mut rows);
    }
    rows
}

/// The first error in program order.
fn first_error(errors: Vec<(Row, Difference)>, symbols: &Symbols) -> Option<RunError> {
    let errors = consolidated(errors).into_iter().map(|it| it.0);
    let place = |it: &Row| it.words()[1..].to_vec();
    errors.min_by_key(place).map(|it| stage::error(&it, symbols))
}

/// Rows in the order of an answer.
fn table(rows: Vec<(Row, Difference)>, output: &Output, symbols: &Symbols) -> Table {
    let words: Vec<Word> = rows.iter().flat_map(|it| it.0.words()).copied().collect();
    let is_sorted = output.directive == DirectiveKind::Output;
    sort::table(rows.len(), &words, &output.columns, is_sorted, symbols)
}
