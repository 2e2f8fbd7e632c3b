//! The rows of the relations that a query uses, from all its inputs.

use query::dataflow::Cluster;
use query::plan::Plan;
use query::run::load;
use query::value::{Symbols, Table};

use super::Query;
use crate::message::Phase;
use crate::options::Module;
use crate::options::points_to::PointsToOptions;
use crate::options::program::source;
use crate::worker::Worker;

/// Collects the rows of [`Plan::inputs`], module by module.
pub(super) struct Collector<'a> {
    plan: &'a Plan,
    /// The groups of relations that the plan needs.
    groups: &'a [&'a str],
    pointers: &'a PointsToOptions,
    symbols: &'a mut Symbols,
    tables: Vec<Table>,
}

impl<'a> Collector<'a> {
    /// No rows yet.
    pub(super) fn new(
        plan: &'a Plan,
        groups: &'a [&'a str],
        pointers: &'a PointsToOptions,
        symbols: &'a mut Symbols,
    ) -> Self {
        let tables = plan.inputs().iter().map(|it| Table::new(it.columns.len())).collect();
        Self { plan, groups, pointers, symbols, tables }
    }

    /// Adds the rows of a module. With a name, its ids begin with that.
    ///
    /// # Errors
    ///
    /// When the module lacks relations, or some cannot be derived.
    pub(super) fn add(
        &mut self,
        module: &Module,
        name: Option<&str>,
        worker: &Worker,
    ) -> anyhow::Result<()> {
        worker.enter(Phase::Analyzing);
        let mut source = source(module.facts_of(self.groups)?, self.pointers, worker);
        if let Some(name) = name {
            source = source.with_name(name);
        }
        for (input, table) in self.plan.inputs().iter().zip(&mut self.tables) {
            let rows = load(input, &mut source, self.symbols)?;
            match table.is_empty() {
                true => *table = rows,
                false => table.append(&rows),
            }
        }
        Ok(())
    }

    /// The rows.
    pub(super) fn tables(self) -> Vec<Table> {
        self.tables
    }
}

impl Query {
    /// The rows of [`Plan::inputs`]: of the inputs linked into one module, or of each input. One of several processes
    /// reads its share of the inputs.
    ///
    /// # Errors
    ///
    /// When an input cannot be read, or a relation cannot be derived.
    pub(super) fn tables(
        &self,
        plan: &Plan,
        groups: &[&str],
        cluster: Option<&Cluster>,
        symbols: &mut Symbols,
        worker: &Worker,
    ) -> anyhow::Result<Vec<Table>> {
        let mut collector = Collector::new(plan, groups, &self.analysis, symbols);
        if self.is_each() {
            let (process, processes) =
                cluster.map_or((0, 1), |it| (it.process, it.hosts.len().max(1)));
            let share = (process..self.inputs.len()).step_by(processes);
            self.inputs.for_each(share, worker, |name, module| {
                collector.add(&module, Some(name), worker)
            })?;
        } else {
            collector.add(&self.inputs.load(worker)?, None, worker)?;
        }
        Ok(collector.tables())
    }
}
