//! The derived relations of a module, group by group, as they are asked for.

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

/// The groups that come from knowing what pointers point to.
const OF_POINTERS: [&str; 2] = ["points-to", "call-graph"];

/// Whether it has to be known what pointers point to, for the relations of this group.
pub fn needs_pointers(group: &str) -> bool {
    OF_POINTERS.contains(&group)
}

/// Derives the relations of one module.
pub struct Deriver<'a> {
    module: &'a Facts,
    pointers: &'a PointsToOptions,
    semantics: Options,
    /// Whether loads are answered through points-to in the group `undefined-behavior`.
    with_memory: bool,
    worker: &'a Worker,
    /// What pointers point to, once it is known: several groups need it.
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

    /// With options about pointers alone. All others are at their defaults.
    pub fn with_pointers(
        module: &'a Facts,
        pointers: &'a PointsToOptions,
        worker: &'a Worker,
    ) -> Self {
        let semantics = Options::default();
        Self { module, pointers, semantics, with_memory: false, worker, analysis: None }
    }

    /// Adds the derived relations of a group to `facts`, and those that come with it. Gives the groups that are there
    /// now.
    ///
    /// # Errors
    ///
    /// When the analysis of pointers cannot be done as its options say.
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

    /// What loads may read, if that was asked for.
    ///
    /// # Errors
    ///
    /// When the analysis of pointers cannot be done as its options say.
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
