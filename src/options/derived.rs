//! The derived relations of a module, group by group.

use analyses::bit_fields::bit_fields;
use analyses::check;
use analyses::points_to::derive;
use analyses::points_to::names::Names;
use facts_schema::Facts;
use points_to::Analysis;
use undefined_behavior::{Memory, Options, memory};

use crate::message::Phase;
use crate::options::points_to::PointsToOptions;
use crate::options::undefined_behavior::UndefinedBehaviorOptions;
use crate::worker::Worker;

/// The groups that come from the points-to analysis.
const OF_POINTERS: [&str; 2] = ["points-to", "call-graph"];

/// Whether the relations of this group need the points-to analysis.
pub fn needs_pointers(group: &str) -> bool {
    OF_POINTERS.contains(&group)
}

/// Derives the relations of one module.
pub struct Deriver<'a> {
    module: &'a Facts,
    pointers: &'a PointsToOptions,
    semantics: Options,
    /// Whether the group `undefined-behavior` uses points-to for loads.
    with_memory: bool,
    worker: &'a Worker,
    /// The points-to analysis, once it was run: several groups need it.
    analysis: Option<Analysis<'a>>,
}

impl<'a> Deriver<'a> {
    /// With the options of `irlog ub`.
    pub fn new(
        module: &'a Facts,
        options: &'a UndefinedBehaviorOptions,
        worker: &'a Worker,
    ) -> Self {
        let default = Self::with_pointers(module, &options.pointers, worker);
        Self { semantics: options.semantics(), with_memory: options.points_to, ..default }
    }

    /// With the points-to options only. All other options have their defaults.
    pub fn with_pointers(
        module: &'a Facts,
        pointers: &'a PointsToOptions,
        worker: &'a Worker,
    ) -> Self {
        let semantics = Options::default();
        Self { module, pointers, semantics, with_memory: false, worker, analysis: None }
    }

    /// Adds the derived relations of a group to `facts`, and those computed with it. Returns the
    /// groups that were added.
    ///
    /// # Errors
    ///
    /// When an option of the points-to analysis is invalid.
    pub fn derive(&mut self, group: &str, facts: &mut Facts) -> anyhow::Result<Vec<String>> {
        self.worker.enter(Phase::Analyzing);
        match group {
            "findings" => check::relations::derive(self.module, facts),
            "bit-fields" => bit_fields(self.module).derive(facts),
            "undefined-behavior" => {
                let memory = self.memory()?;
                undefined_behavior::derive(self.module, self.semantics, memory, facts);
            }
            _ => {
                let analysis = self.analysis()?;
                derive(analysis, &Names::new(analysis), facts);
                return Ok(OF_POINTERS.map(String::from).to_vec());
            }
        }
        Ok(vec![group.into()])
    }

    /// What loads may read, if `--points-to` is given.
    ///
    /// # Errors
    ///
    /// When an option of the points-to analysis is invalid.
    pub fn memory(&mut self) -> anyhow::Result<Memory> {
        match self.with_memory {
            true => Ok(memory(self.analysis()?)),
            false => Ok(Memory::default()),
        }
    }

    fn analysis(&mut self) -> anyhow::Result<&Analysis<'a>> {
        let analysis = match self.analysis.take() {
            Some(analysis) => analysis,
            None => self.pointers.analyze(self.module, self.worker)?,
        };
        Ok(self.analysis.insert(analysis))
    }
}
