//! Evaluates rules in rounds, stratum by stratum.

use crate::plan::{self, Plan, Rule, Step, Stratum, Value};
use crate::run::machine::Machine;
use crate::run::relation::Relation;
use crate::run::{RunError, load};
use crate::source::Source;
use crate::value::{Symbols, Word};
/// The relations of a plan after its evaluation.
pub(crate) struct Evaluation {
    pub(crate) relations: Vec<Relation>,
    /// The symbols of the plan's texts.
    pub(crate) texts: Vec<Word>,
    /// For each relation of a traced plan, the number of rows before the first round and after each
    /// round.
    pub(crate) rounds: Vec<Vec<usize>>,
}

impl Evaluation {
    /// Runs a plan.
    pub(crate) fn of(
        plan: &Plan,
        source: &mut dyn Source,
        symbols: &mut Symbols,
    ) -> Result<Self, RunError> {
        let mut relations: Vec<Relation> = plan
            .relations
            .iter()
            .map(|it| Relation::new(it.columns.len(), it.indices.len()))
            .collect();
        for input in plan.inputs() {
            let table = load(input, source, symbols)?;
            relations[input.relation].fill(table);
        }
        let has_rules: Vec<usize> =
            plan.strata.iter().flat_map(|it| it.relations.iter().copied()).collect();
        for (id, relation) in relations.iter_mut().enumerate() {
            if !plan.relations[id].needs_set && !has_rules.contains(&id) {
                relation.drop_set();
            }
        }
        let texts = plan.texts.iter().map(|it| symbols.intern(it.as_bytes())).collect();
        let rounds = vec![Vec::new(); relations.len()];
        let mut run = Run {
            plan,
            evaluation: Self { relations, texts, rounds },
            machine: Machine::new(symbols),
        };
        for stratum in &plan.strata {
            run.stratum(stratum)?;
        }
        Ok(run.evaluation)
    }

    /// Runs a rule. Its rows are collected in the sink of its head.
    pub(crate) fn rule(&mut self, rule: &Rule, machine: &mut Machine) -> Result<(), RunError> {
        let registers = &mut machine.registers;
        registers.clear();
        registers.resize(rule.registers, 0);
        for (register, value) in &rule.constants {
            registers[*register] = match value {
                Value::Word(word) => *word,
                Value::Text(text) => self.texts[*text],
            };
        }
        let mut sink = std::mem::take(&mut self.relations[rule.head].sink);
        let result = machine.rule(rule, &self.relations, &mut sink);
        self.relations[rule.head].sink = sink;
        result
    }

    /// Builds the indices that steps need, which `columns` lists for each relation. Indices of
    /// `members` can grow.
    pub(crate) fn build_indices(
        &mut self,
        steps: &[Step],
        members: &[usize],
        relations: &[plan::Relation],
    ) {
        for step in steps {
            match step {
                Step::Keys { relation, index, .. }
                | Step::Probe { relation, index, .. }
                | Step::Exists { relation, index, .. } => {
                    let columns = &relations[*relation].indices[*index];
                    let grows = members.contains(relation);
                    self.relations[*relation].build_index(*index, columns, grows);
                }
                Step::Aggregate { steps, .. } => self.build_indices(steps, members, relations),
                _ => {}
            }
        }
    }
}

struct Run<'p, 's> {
    plan: &'p Plan,
    evaluation: Evaluation,
    machine: Machine<'s>,
}

impl Run<'_, '_> {
    fn stratum(&mut self, stratum: &Stratum) -> Result<(), RunError> {
        self.build_indices(&stratum.first, stratum);
        self.note_round(stratum);
        // All rows that exist before the first round are treated as added by it.
        self.rules(&stratum.first)?;
        for relation in &stratum.relations {
            let relation = &mut self.evaluation.relations[*relation];
            relation.advance();
            relation.old = 0;
        }
        self.note_round(stratum);
        self.build_indices(&stratum.repeated, stratum);
        while !stratum.repeated.is_empty() && !self.is_full(stratum) {
            self.rules(&stratum.repeated)?;
            let mut is_new = false;
            for relation in &stratum.relations {
                let relation = &mut self.evaluation.relations[*relation];
                is_new |= relation.advance();
                relation.extend_indices();
            }
            self.note_round(stratum);
            if !is_new {
                break;
            }
        }
        for id in &stratum.relations {
            let relation = &mut self.evaluation.relations[*id];
            relation.drop_growing();
            if !self.plan.relations[*id].needs_set {
                relation.drop_set();
            }
        }
        Ok(())
    }

    fn build_indices(&mut self, rules: &[Rule], stratum: &Stratum) {
        for rule in rules {
            self.evaluation.build_indices(&rule.steps, &stratum.relations, &self.plan.relations);
        }
    }

    /// Records the number of rows after a round.
    fn note_round(&mut self, stratum: &Stratum) {
        if self.plan.traced.is_some() {
            for relation in &stratum.relations {
                let rows = self.evaluation.relations[*relation].len;
                self.evaluation.rounds[*relation].push(rows);
            }
        }
    }

    fn is_full(&self, stratum: &Stratum) -> bool {
        let has_reached =
            |(relation, limit): &(usize, usize)| self.evaluation.relations[*relation].len >= *limit;
        stratum.limits.iter().any(has_reached)
    }

    fn rules(&mut self, rules: &[Rule]) -> Result<(), RunError> {
        for rule in rules {
            let has_no_news = |relation: usize| {
                let relation = &self.evaluation.relations[relation];
                relation.old == relation.len
            };
            if !rule.delta.is_some_and(has_no_news) {
                self.evaluation.rule(rule, &mut self.machine)?;
            }
        }
        Ok(())
    }
}
