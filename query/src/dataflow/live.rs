//! A persistent dataflow for inputs that change.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rustc_hash::FxHashSet;

use crate::dataflow::build::{Sharing, build};
use crate::dataflow::compile::compile;
use crate::dataflow::operators::Difference;
use crate::dataflow::program::Program;
use crate::dataflow::row::Row;
use crate::dataflow::texts::{Texts, set_current};
use crate::dataflow::time::Time;
use crate::dataflow::{Found, consolidated, first_error, table};
use crate::plan::{Output, Plan};
use crate::run::RunError;
use crate::value::{Symbols, Table};

/// The changes of the answer of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// For each of [`Plan::outputs`], the new rows, in the order of an answer.
    pub added: Vec<Table>,
    /// For each output, the rows that were removed.
    pub removed: Vec<Table>,
}

type Rows = Vec<(Row, Difference)>;

/// A program whose answer is updated when its inputs change. Only differences are processed.
///
/// It has one worker, which runs in a separate thread.
pub struct Live {
    texts: Arc<Texts>,
    outputs: Vec<Output>,
    /// For each input, which of its columns are symbols, and its rows.
    inputs: Vec<(Box<[bool]>, FxHashSet<Row>)>,
    /// For each output, changes that were not returned because a term had no value.
    pending: Vec<Rows>,
    errors: Rows,
    /// Receives the changes of the inputs; `None` during drop.
    feed: Option<Sender<Vec<Rows>>>,
    found: Receiver<Found>,
    worker: Option<JoinHandle<()>>,
}

impl Live {
    /// Creates a program whose inputs are empty. The first update also returns the rows that do not
    /// depend on inputs.
    ///
    /// # Errors
    ///
    /// When the program limits the size of a relation, or the thread cannot be started.
    pub fn new(plan: &Plan, symbols: Symbols) -> Result<Self, RunError> {
        if plan.strata.iter().any(|it| !it.repeated.is_empty() && !it.limits.is_empty()) {
            let message = "`.limitsize` cannot be used with inputs that change".into();
            return Err(RunError::Unsupported { message });
        }
        let program = compile(plan);
        let is_symbol = program.inputs.iter().map(|it| program.relations[*it].clone());
        let inputs = is_symbol.map(|it| (it, FxHashSet::default())).collect();
        let texts = Arc::new(Texts::new(symbols, false));
        let (feed, changes) = channel();
        let (finds, found) = channel();
        let of_worker = Arc::clone(&texts);
        let worker = std::thread::Builder::new()
            .name("live".into())
            .spawn(move || work(program, of_worker, changes, finds))
            .map_err(|it| RunError::Cluster { message: it.to_string() })?;
        Ok(Self {
            texts,
            outputs: plan.outputs().to_vec(),
            inputs,
            pending: vec![Rows::new(); plan.outputs().len()],
            errors: Rows::new(),
            feed: Some(feed),
            found,
            worker: Some(worker),
        })
    }

    /// Calls a function with the symbols, to print rows.
    pub fn with_symbols<R>(&self, see: impl FnOnce(&Symbols) -> R) -> R {
        self.texts.read(see)
    }

    /// Calls a function that may add symbols, to load tables.
    pub fn add_symbols<R>(&mut self, load: impl FnOnce(&mut Symbols) -> R) -> R {
        self.texts.write(load)
    }

    /// Replaces the rows of all inputs, which correspond to [`Plan::inputs`], and returns the
    /// changes of the outputs.
    ///
    /// # Errors
    ///
    /// When a term has no value. Later updates return the changes since the last successful one.
    pub fn update(&mut self, tables: &[Table]) -> Result<Changes, RunError> {
        let mut changes = Vec::new();
        for ((is_symbol, rows), table) in self.inputs.iter_mut().zip(tables) {
            let new: FxHashSet<Row> =
                table.rows().map(|it| Row::new(it.iter().copied(), |it| is_symbol[it])).collect();
            let removed = rows.difference(&new).map(|it| (it.clone(), -1));
            let added = new.difference(rows).map(|it| (it.clone(), 1));
            changes.push(removed.chain(added).collect());
            *rows = new;
        }
        let ended = || RunError::Cluster { message: "the dataflow has ended".into() };
        self.feed.as_ref().ok_or_else(ended)?.send(changes).map_err(|_| ended())?;
        let found = self.found.recv().map_err(|_| ended())?;
        for (pending, new) in self.pending.iter_mut().zip(found.outputs) {
            pending.extend(new);
        }
        self.errors.extend(found.errors);
        self.errors = consolidated(std::mem::take(&mut self.errors));
        let errors = self.errors.clone();
        if let Some(error) = self.texts.read(|it| first_error(errors, it)) {
            return Err(error);
        }
        let mut changes = Changes::default();
        for (pending, output) in self.pending.iter_mut().zip(&self.outputs) {
            let rows = consolidated(std::mem::take(pending));
            let (added, removed) = rows.into_iter().partition(|it| it.1 > 0);
            self.texts.read(|symbols| {
                changes.added.push(table(added, output, symbols));
                changes.removed.push(table(removed, output, symbols));
            });
        }
        Ok(changes)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.feed = None;
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has already reported it.
            drop(worker.join());
        }
    }
}

/// Runs the worker until the channel of changes is closed.
fn work(program: Program, texts: Arc<Texts>, changes: Receiver<Vec<Rows>>, finds: Sender<Found>) {
    // timely requires types that threads can share, although there is only one thread.
    let changes = Mutex::new(changes);
    timely::execute_directly(move |worker| {
        let changes = changes.into_inner().unwrap_or_else(PoisonError::into_inner);
        set_current(Some(Arc::clone(&texts)));
        let sharing = Sharing { inputs_are_sets: true, gathers: false, changes: true };
        let mut built = worker.dataflow(|scope| build(scope, &program, &texts, sharing));
        built.unit.change([(Row::EMPTY, 1)].into_iter());
        drop(built.unit);
        let mut epoch = 0;
        while let Ok(changes) = changes.recv() {
            epoch += 1;
            for (input, changes) in built.inputs.iter_mut().zip(changes) {
                input.change(changes.into_iter());
                input.advance(epoch);
            }
            let next = Time { epoch, round: 0 };
            worker.step_while(|| built.probe.less_than(&next));
            let outputs = built.outputs.iter().map(|it| it.take()).collect();
            if finds.send(Found { outputs, errors: built.errors.take() }).is_err() {
                break;
            }
        }
    });
}
