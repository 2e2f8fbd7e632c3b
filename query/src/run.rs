//! Semi-naive evaluation of a plan in one process.

pub(crate) mod aggregate;
pub(crate) mod function;
pub(crate) mod hash;
pub(crate) mod machine;
pub(crate) mod range;
pub(crate) mod relation;
pub(crate) mod sort;
pub(crate) mod test;

use crate::plan::{self, Input, Plan, Rule, Step, Stratum, Value};
use crate::run::machine::Machine;
use crate::run::relation::Relation;
use crate::source::Source;
use crate::syntax::{DirectiveKind, Span};
use crate::value::{Symbols, Table, Word};

/// The rows of the outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// For each of [`Plan::outputs`], its rows: those of `.output` in order (numbers by value, symbols by text), those
    /// of `.printsize`, of which only the number matters, in any order.
    pub tables: Vec<Table>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The rows of a relation cannot be had.
    #[error("cannot read relation `{relation}`: {message}")]
    Load {
        /// The relation.
        relation: String,
        /// What went wrong.
        message: String,
    },
    /// Processes or threads that work together failed.
    #[error("{message}")]
    Cluster {
        /// What went wrong.
        message: String,
    },
    /// The program needs what this executor does not have.
    #[error("{message}")]
    Unsupported {
        /// What it needs.
        message: String,
    },
    /// A term has no value, as `1 / 0`.
    #[error("{message}")]
    Evaluate {
        /// What went wrong.
        message: String,
        /// The term.
        span: Span,
    },
}

/// Runs a plan on the relations of a source.
///
/// # Errors
///
/// When a relation cannot be loaded, or a term has no value.
pub fn run(
    plan: &Plan,
    source: &mut dyn Source,
    symbols: &mut Symbols,
) -> Result<Answer, RunError> {
    let Evaluation { relations, .. } = Evaluation::of(plan, source, symbols)?;
    let table = |it: &crate::plan::Output| {
        let is_sorted = it.directive == DirectiveKind::Output;
        let relation = &relations[it.relation];
        sort::table(relation.len, &relation.words, &it.columns, is_sorted, symbols)
    };
    Ok(Answer { tables: plan.outputs().iter().map(table).collect() })
}

/// The relations of a plan after it was run.
pub(crate) struct Evaluation {
    pub(crate) relations: Vec<Relation>,
    /// The symbols of the texts of the plan.
    pub(crate) texts: Vec<Word>,
    /// By relation, how many rows there were before the first round, and after each round. Only of a traced plan.
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

    /// Runs a rule. Its rows wait in the sink of its head.
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

    /// Builds the indices that steps need, those that `columns` has by relation. Indices of `members` can grow.
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

/// The rows of an input.
///
/// # Errors
///
/// When the source does not have them, or has other columns.
pub fn load(
    input: &Input,
    source: &mut dyn Source,
    symbols: &mut Symbols,
) -> Result<Table, RunError> {
    let load_error = |message| RunError::Load { relation: input.name.clone(), message };
    let table = source.load(&input.name, symbols).map_err(load_error)?;
    if table.arity() == input.columns.len() {
        return Ok(table);
    }
    Err(load_error(format!("it has {} columns, not {}", table.arity(), input.columns.len())))
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
        // All rows that are there before the first round count as added by it.
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

    /// Notes how many rows there are after a round.
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
