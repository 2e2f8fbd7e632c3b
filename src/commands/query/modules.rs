//! The rows of the relations that a query uses, of all its inputs.

use query::dataflow::Cluster;
use query::plan::Plan;
use query::run::load;
use query::value::{Symbols, Table};

use super::Query;
use crate::message::Phase;
use crate::options::Module;
use crate::options::program::source;
use crate::worker::Worker;

impl Query {
    /// The rows of [`Plan::inputs`]: of the inputs linked into one module, or of each input. A process of several reads
    /// its share of the inputs.
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
        let inputs = plan.inputs();
        let mut tables: Vec<Table> = inputs.iter().map(|it| Table::new(it.columns.len())).collect();
        if !self.is_each() {
            let module = self.inputs.load(worker)?;
            self.add_module(&module, None, plan, groups, symbols, &mut tables, worker)?;
            return Ok(tables);
        }
        let (process, processes) = cluster.map_or((0, 1), |it| (it.process, it.hosts.len().max(1)));
        let share = (process..self.inputs.len()).step_by(processes);
        self.inputs.for_each(share, worker, |name, module| {
            self.add_module(&module, Some(name), plan, groups, symbols, &mut tables, worker)
        })?;
        Ok(tables)
    }

    /// Adds the rows of a module. With a name, its ids begin with that.
    #[allow(clippy::too_many_arguments, reason = "what is read, and where it goes")]
    pub(super) fn add_module(
        &self,
        module: &Module,
        name: Option<&str>,
        plan: &Plan,
        groups: &[&str],
        symbols: &mut Symbols,
        tables: &mut [Table],
        worker: &Worker,
    ) -> anyhow::Result<()> {
        worker.enter(Phase::Analyzing);
        let mut source = source(module.facts_of(groups)?, &self.analysis, worker);
        if let Some(name) = name {
            source = source.with_name(name);
        }
        for (input, table) in plan.inputs().iter().zip(tables) {
            let rows = load(input, &mut source, symbols)?;
            match table.is_empty() {
                true => *table = rows,
                false => table.append(&rows),
            }
        }
        Ok(())
    }
}
