//! Semi-naive evaluation of a plan in one process.

pub(crate) mod aggregate;
pub(crate) mod function;
mod hash;
mod machine;
pub(crate) mod range;
mod relation;
pub(crate) mod sort;
pub(crate) mod test;

use crate::plan::{Input, Plan, Rule, Step, Stratum, Value};
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
    let mut relations: Vec<Relation> =
        plan.relations.iter().map(|it| Relation::new(it.columns.len(), it.indices.len())).collect();
    for input in plan.inputs() {
        let table = load(input, source, symbols)?;
        let relation = &mut relations[input.relation];
        let mut sink = std::mem::take(&mut relation.sink);
        for row in table.rows() {
            sink.insert(relation, row.iter().copied());
        }
        relation.sink = sink;
        relation.advance();
    }
    let has_rules: Vec<usize> =
        plan.strata.iter().flat_map(|it| it.relations.iter().copied()).collect();
    for (id, relation) in relations.iter_mut().enumerate() {
        if !plan.relations[id].needs_set && !has_rules.contains(&id) {
            relation.drop_set();
        }
    }
    let texts: Vec<Word> = plan.texts.iter().map(|it| symbols.intern(it.as_bytes())).collect();
    let mut run = Run { plan, relations, texts, machine: Machine::new(symbols) };
    for stratum in &plan.strata {
        run.stratum(stratum)?;
    }
    let Run { relations, .. } = run;
    let table = |it: &crate::plan::Output| {
        let is_sorted = it.directive == DirectiveKind::Output;
        let relation = &relations[it.relation];
        sort::table(relation.len, &relation.words, &it.columns, is_sorted, symbols)
    };
    Ok(Answer { tables: plan.outputs().iter().map(table).collect() })
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
    relations: Vec<Relation>,
    /// The symbols of the texts of the plan.
    texts: Vec<Word>,
    machine: Machine<'s>,
}

impl Run<'_, '_> {
    fn stratum(&mut self, stratum: &Stratum) -> Result<(), RunError> {
        for rule in stratum.first.iter().chain(&stratum.repeated) {
            self.indices(&rule.steps, &stratum.relations);
        }
        // All rows that are there before the first round count as added by it.
        self.rules(&stratum.first)?;
        for relation in &stratum.relations {
            self.relations[*relation].advance();
            self.relations[*relation].old = 0;
            self.relations[*relation].extend_indices();
        }
        while !stratum.repeated.is_empty() && !self.is_full(stratum) {
            self.rules(&stratum.repeated)?;
            let mut is_new = false;
            for relation in &stratum.relations {
                is_new |= self.relations[*relation].advance();
                self.relations[*relation].extend_indices();
            }
            if !is_new {
                break;
            }
        }
        for id in &stratum.relations {
            self.relations[*id].drop_chains();
            if !self.plan.relations[*id].needs_set {
                self.relations[*id].drop_set();
            }
        }
        Ok(())
    }

    fn is_full(&self, stratum: &Stratum) -> bool {
        stratum.limits.iter().any(|(relation, limit)| self.relations[*relation].len >= *limit)
    }

    fn rules(&mut self, rules: &[Rule]) -> Result<(), RunError> {
        for rule in rules {
            if rule.delta.is_some_and(|it| self.relations[it].old == self.relations[it].len) {
                continue;
            }
            let registers = &mut self.machine.registers;
            registers.clear();
            registers.resize(rule.registers, 0);
            for (register, value) in &rule.constants {
                registers[*register] = match value {
                    Value::Word(word) => *word,
                    Value::Text(text) => self.texts[*text],
                };
            }
            let mut sink = std::mem::take(&mut self.relations[rule.head].sink);
            let result = self.machine.rule(rule, &self.relations, &mut sink);
            self.relations[rule.head].sink = sink;
            result?;
        }
        Ok(())
    }

    /// Builds the indices that steps need.
    fn indices(&mut self, steps: &[Step], members: &[usize]) {
        for step in steps {
            match step {
                Step::Probe { relation, index, .. } | Step::Exists { relation, index, .. } => {
                    let columns = &self.plan.relations[*relation].indices[*index];
                    self.relations[*relation].build_index(
                        *index,
                        columns,
                        members.contains(relation),
                    );
                }
                Step::Aggregate { steps, .. } => self.indices(steps, members),
                _ => {}
            }
        }
    }
}
