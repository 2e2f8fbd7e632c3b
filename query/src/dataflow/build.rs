//! Builds the dataflow of a program in one worker.

mod aggregate;

use std::sync::Arc;

use differential_dataflow::operators::iterate::Variable;
use rustc_hash::FxHashMap;
use timely::dataflow::{ProbeHandle, Scope};

use crate::dataflow::first::first;
use crate::dataflow::limit::{below_limit, sizes};
use crate::dataflow::operators::{
    self, Changes, Feed, Indexed, Pairs, capture, distinct, feed, project, split_errors,
};
use crate::dataflow::program::{Chain, Link, Program, Stage, Start, Stratum};
use crate::dataflow::stage::Runner;
use crate::dataflow::texts::{Hasher, Texts};
use crate::dataflow::time::{Path, Time, leave};
use crate::value::Word;

/// The inputs and outputs of a dataflow in a worker.
pub(crate) struct Built {
    /// An input that receives one empty row from one worker.
    pub(crate) unit: Feed,
    /// For each input, the feed of its rows.
    pub(crate) inputs: Vec<Feed>,
    /// For each output, its changes.
    pub(crate) outputs: Vec<Changes>,
    /// Errors as rows.
    pub(crate) errors: Changes,
    pub(crate) probe: ProbeHandle<Time>,
}

/// The distribution of work among workers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sharing {
    /// Whether the inputs of all workers together have no duplicate rows.
    pub(crate) inputs_are_sets: bool,
    /// Whether worker 0 receives all results. Otherwise each worker keeps its own.
    pub(crate) gathers: bool,
    /// Whether inputs change after the first epoch.
    pub(crate) changes: bool,
}

/// Builds the dataflow of a program.
pub(crate) fn build(
    scope: Scope<'_, Time>,
    program: &Program,
    texts: &Arc<Texts>,
    sharing: Sharing,
) -> Built {
    let (unit, unit_pairs) = feed(scope);
    let constants = program.texts.iter().map(|it| texts.intern(it.as_bytes())).collect();
    let mut build = Build {
        scope,
        sharing,
        program,
        texts,
        hasher: texts.hasher(),
        constants,
        unit: unit_pairs,
        relations: FxHashMap::default(),
        indices: FxHashMap::default(),
        variables: FxHashMap::default(),
        variable_indices: FxHashMap::default(),
        errors: Vec::new(),
    };
    let mut inputs = Vec::new();
    let derived: Vec<usize> =
        program.strata.iter().flat_map(|it| it.relations.iter().copied()).collect();
    for input in &program.inputs {
        let (session, rows) = feed(scope);
        inputs.push(session);
        let is_set = sharing.inputs_are_sets || derived.contains(input);
        let rows = if is_set { rows } else { build.set(rows, *input, false) };
        build.relations.insert(*input, rows);
    }
    program.strata.iter().for_each(|it| build.stratum(it));
    let probe = ProbeHandle::new();
    let worker = if sharing.gathers { 0 } else { scope.index() as u64 };
    let outputs =
        program.outputs.iter().map(|it| capture(build.rows(*it), worker, &probe)).collect();
    let errors = build.nothing().concatenate(std::mem::take(&mut build.errors));
    let errors = capture(errors, worker, &probe);
    Built { unit, inputs, outputs, errors, probe }
}

struct Build<'s, 'p> {
    scope: Scope<'s, Time>,
    sharing: Sharing,
    program: &'p Program,
    texts: &'p Arc<Texts>,
    hasher: Hasher,
    /// The symbols of the program's texts.
    constants: Vec<Word>,
    unit: Pairs<'s>,
    /// The rows of completed relations, as keys without duplicates.
    relations: FxHashMap<usize, Pairs<'s>>,
    /// Indices of these relations.
    indices: FxHashMap<usize, Indexed<'s>>,
    /// The rows of the relations of a recursive stratum after the last round.
    variables: FxHashMap<usize, Pairs<'s>>,
    variable_indices: FxHashMap<usize, Indexed<'s>>,
    errors: Vec<Pairs<'s>>,
}

impl<'s> Build<'s, '_> {
    fn nothing(&self) -> Pairs<'s> {
        self.unit.clone().filter(|_| false)
    }

    /// The rows of a relation, as keys.
    fn rows(&self, relation: usize) -> Pairs<'s> {
        let rows = self.variables.get(&relation).or_else(|| self.relations.get(&relation));
        rows.cloned().unwrap_or_else(|| self.nothing())
    }

    /// The rows without duplicates, as computed by [`first`]. Lookups of whole rows share the
    /// result.
    fn set(&mut self, rows: Pairs<'s>, relation: usize, is_exact: bool) -> Pairs<'s> {
        if !self.sharing.changes {
            return first(rows, is_exact, &self.hasher);
        }
        let set = distinct(rows, &self.hasher);
        for (index, it) in self.program.indices.iter().enumerate() {
            if it.relation == relation && self.is_of_rows(index) {
                self.indices.insert(index, set.clone());
            }
        }
        operators::pairs(set)
    }

    /// The keys without duplicates, as computed by [`first`].
    fn distinct(&self, pairs: Pairs<'s>, is_exact: bool) -> Pairs<'s> {
        match self.sharing.changes {
            true => operators::pairs(distinct(pairs, &self.hasher)),
            false => first(pairs, is_exact, &self.hasher),
        }
    }

    /// Whether the keys of an index are whole rows.
    fn is_of_rows(&self, index: usize) -> bool {
        let index = &self.program.indices[index];
        index.is_set
            && index.key.iter().copied().eq(0..self.program.relations[index.relation].len())
    }

    fn stratum(&mut self, stratum: &Stratum) {
        if stratum.is_recursive {
            return self.recursive(stratum);
        }
        for (relation, parts) in self.heads(stratum) {
            let rows = self.set(parts, relation, stratum.retracts());
            self.relations.insert(relation, rows);
        }
    }

    /// Builds a stratum whose relations are recursive.
    fn recursive(&mut self, stratum: &Stratum) {
        let mut variables = FxHashMap::default();
        for relation in &stratum.relations {
            let (variable, rows) = Variable::new(self.scope, Path::NEXT_ROUND);
            variables.insert(*relation, variable);
            self.variables.insert(*relation, rows);
        }
        let outer_errors = std::mem::take(&mut self.errors);
        let heads = self.heads(stratum);
        // Limits depend on the number of rows after each round.
        let is_exact = stratum.retracts() || !stratum.limits.is_empty();
        let distinct = |(relation, parts)| (relation, self.distinct(parts, is_exact));
        let derived: Vec<(usize, Pairs<'s>)> = heads.into_iter().map(distinct).collect();
        let has_limit = |it: &usize| stratum.limits.iter().any(|(limited, _)| limited == it);
        let limited = derived.iter().filter(|it| has_limit(&it.0));
        let sizes = self.nothing().concatenate(limited.map(|it| sizes(it.1.clone(), it.0)));
        for (relation, rows) in derived {
            if let Some(variable) = variables.remove(&relation) {
                let limits = stratum.limits.clone();
                variable.set(match limits.is_empty() {
                    true => rows.clone(),
                    false => below_limit(rows.clone(), sizes.clone(), limits),
                });
            }
            self.relations.insert(relation, leave(rows));
        }
        let inner_errors = std::mem::replace(&mut self.errors, outer_errors);
        self.errors.extend(inner_errors.into_iter().map(leave));
        self.variables.clear();
        self.variable_indices.clear();
    }

    /// For each relation of a stratum, everything that its rules and its input derive.
    fn heads(&mut self, stratum: &Stratum) -> Vec<(usize, Pairs<'s>)> {
        let mut parts: FxHashMap<usize, Vec<Pairs<'s>>> = FxHashMap::default();
        for relation in &stratum.relations {
            let facts: Vec<&Stage> =
                stratum.facts.iter().filter(|it| it.0 == *relation).map(|it| &it.1).collect();
            if !facts.is_empty() {
                let rows = self.stages(self.unit.clone(), &facts);
                parts.entry(*relation).or_default().push(rows);
            }
            let input = self.relations.get(relation).cloned();
            parts.entry(*relation).or_default().extend(input);
        }
        for chain in &stratum.chains {
            let rows = self.chain(chain);
            parts.entry(chain.head).or_default().push(rows);
        }
        let head = |it: &usize| {
            let mut of_head = parts.remove(it).unwrap_or_default().into_iter();
            let first = of_head.next().unwrap_or_else(|| self.nothing());
            (*it, first.concatenate(of_head))
        };
        stratum.relations.iter().map(head).collect()
    }

    fn runner(&self, stage: &Stage) -> Runner {
        Runner::new(stage, &self.constants, self.texts)
    }

    /// Runs stages on each pair.
    fn stages(&mut self, pairs: Pairs<'s>, stages: &[&Stage]) -> Pairs<'s> {
        let made = operators::map(pairs, stages.iter().map(|it| self.runner(it)).collect());
        self.without_errors(made, stages.iter().any(|it| it.may_fail()))
    }

    fn without_errors(&mut self, made: Pairs<'s>, may_fail: bool) -> Pairs<'s> {
        if !may_fail {
            return made;
        }
        let (made, errors) = split_errors(made);
        self.errors.push(errors);
        made
    }

    fn chain(&mut self, chain: &Chain) -> Pairs<'s> {
        match (&chain.start, chain.links.split_first()) {
            (Start::Index(left), Some((Link::Join { index, stage }, rest))) => {
                let left = self.index(*left);
                let joined = self.join(left, *index, stage);
                self.links(joined, rest)
            }
            (Start::Relation(relation), _) => self.links(self.rows(*relation), &chain.links),
            _ => self.links(self.unit.clone(), &chain.links),
        }
    }

    fn links(&mut self, pairs: Pairs<'s>, links: &[Link]) -> Pairs<'s> {
        links.iter().fold(pairs, |pairs, link| match link {
            Link::Map(stage) => self.stages(pairs, &[stage]),
            Link::Join { index, stage } => {
                let left = operators::index(pairs, &self.hasher);
                self.join(left, *index, stage)
            }
            Link::Antijoin { index, stage } => self.antijoin(pairs, *index, stage),
            Link::Aggregate(aggregate) => self.aggregate(pairs, aggregate),
        })
    }

    fn join(&mut self, left: Indexed<'s>, index: usize, stage: &Stage) -> Pairs<'s> {
        let right = self.index(index);
        let made = operators::join(left, right, self.runner(stage));
        self.without_errors(made, stage.may_fail())
    }

    fn antijoin(&mut self, pairs: Pairs<'s>, index: usize, stage: &Stage) -> Pairs<'s> {
        let left = operators::index(pairs.clone(), &self.hasher);
        let found = operators::join(left, self.index(index), Runner::identity(self.texts));
        let mut rest = pairs.concat(found.negate());
        if stage.is_expensive() {
            // Pairs that were found cancel out here, so that terms are not evaluated for them.
            rest = operators::pairs(operators::index(rest, &self.hasher));
        }
        self.stages(rest, &[stage])
    }

    /// An index, shared by all rules.
    fn index(&mut self, index: usize) -> Indexed<'s> {
        let of = &self.program.indices[index];
        let is_variable = self.variables.contains_key(&of.relation);
        let known = if is_variable { &self.variable_indices } else { &self.indices };
        if let Some(known) = known.get(&index) {
            return known.clone();
        }
        let rows = self.rows(of.relation);
        let made = if self.is_of_rows(index) {
            operators::index(rows, &self.hasher)
        } else {
            let pairs = project(rows, &of.key, &of.value);
            match (of.is_set, self.sharing.changes) {
                (true, true) => distinct(pairs, &self.hasher),
                (true, false) => operators::index(first(pairs, false, &self.hasher), &self.hasher),
                (false, _) => operators::index(pairs, &self.hasher),
            }
        };
        let known = if is_variable { &mut self.variable_indices } else { &mut self.indices };
        known.insert(index, made.clone());
        made
    }
}
