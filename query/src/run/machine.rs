//! Runs the steps of a rule.

use crate::plan::{Register, Rule, Step};
use crate::run::RunError;
use crate::run::aggregate::Collected;
use crate::run::function::{apply, compare};
use crate::run::hash::key;
use crate::run::range::range;
use crate::run::relation::{Relation, Rows, Sink, changed};
use crate::run::test::Patterns;
use crate::value::{Primitive, Symbols, Word};

/// The state of a rule during evaluation.
pub(crate) struct Machine<'s> {
    pub(crate) registers: Vec<Word>,
    symbols: &'s mut Symbols,
    patterns: Patterns,
}

/// The reason for ending the evaluation of a rule early: an error, or `None` for [`Step::Stop`].
/// Both are rare, and returning one word is faster than returning a whole error.
type Outcome = Result<(), Option<Box<RunError>>>;

impl<'s> Machine<'s> {
    pub(crate) fn new(symbols: &'s mut Symbols) -> Self {
        Self { registers: Vec::new(), symbols, patterns: Patterns::default() }
    }

    /// Runs a rule, and adds the rows of its head to `sink`.
    pub(crate) fn rule(
        &mut self,
        rule: &Rule,
        relations: &[Relation],
        sink: &mut Sink,
    ) -> Result<(), RunError> {
        let mut evaluation = Evaluation {
            machine: self,
            relations,
            head: rule.head,
            sink,
            operands: Vec::new(),
            collected: Vec::new(),
        };
        match evaluation.steps(&rule.steps) {
            Err(Some(error)) => Err(*error),
            Ok(()) | Err(None) => Ok(()),
        }
    }
}

struct Evaluation<'m, 's, 'r> {
    machine: &'m mut Machine<'s>,
    relations: &'r [Relation],
    head: usize,
    sink: &'m mut Sink,
    operands: Vec<Word>,
    /// The aggregates being computed, the innermost one last, each with the words that are counted
    /// only once.
    collected: Vec<(Collected, Option<Relation>)>,
}

impl<'r> Evaluation<'_, '_, 'r> {
    fn word(&self, register: Register) -> Word {
        self.machine.registers[register]
    }

    fn key(&self, registers: &[Register]) -> u64 {
        key(registers.iter().map(|it| self.word(*it)))
    }

    /// Whether a row agrees with registers, after some of its words have been copied to registers.
    #[inline]
    fn matches(
        &mut self,
        row: &[Word],
        bind: &[(usize, Register)],
        check: &[(usize, Register)],
    ) -> bool {
        for (column, register) in bind {
            self.machine.registers[*register] = row[*column];
        }
        check.iter().all(|(column, register)| row[*column] == self.word(*register))
    }

    /// Runs steps, each once for every way to satisfy the preceding steps.
    fn steps(&mut self, mut steps: &[Step]) -> Outcome {
        while let Some((step, after)) = steps.split_first() {
            match step {
                Step::Scan { relation, version, bind, check } => {
                    let relation: &'r Relation = &self.relations[*relation];
                    for at in relation.range(*version) {
                        if self.matches(relation.row(at), bind, check) {
                            self.inner(after)?;
                        }
                    }
                    return Ok(());
                }
                Step::Keys { relation, index, bind } => {
                    for row in changed(&self.relations[*relation], *index) {
                        self.matches(row, bind, &[]);
                        self.inner(after)?;
                    }
                    return Ok(());
                }
                Step::Probe { relation, index, version, key, bind, check } => {
                    for row in
                        Rows::new(&self.relations[*relation], *index, *version, self.key(key))
                    {
                        if self.matches(row, bind, check) {
                            self.inner(after)?;
                        }
                    }
                    return Ok(());
                }
                Step::Range { to, kind, parts } => return self.range(*to, *kind, parts, after),
                Step::Aggregate { to, aggregate, kind, steps } => {
                    let (aggregate, kind) = (*aggregate, *kind);
                    self.collected.push((Collected::new(aggregate, kind), None));
                    self.steps(steps)?;
                    let value = self.collected.pop().and_then(|it| it.0.value());
                    let Some(value) = value else { return Ok(()) };
                    self.machine.registers[*to] = value;
                }
                Step::Collect { of, distinct } => self.collect(*of, distinct.as_deref()),
                Step::Compute { to, function, operands, span } => {
                    let mut words = std::mem::take(&mut self.operands);
                    words.clear();
                    words.extend(operands.iter().map(|it| self.word(*it)));
                    let value = apply(*function, &words, self.machine.symbols);
                    self.operands = words;
                    self.machine.registers[*to] = value
                        .map_err(|message| Box::new(RunError::Evaluate { message, span: *span }))?;
                }
                Step::Emit { row } => self.emit(row),
                Step::Stop => return Err(None),
                _ => {
                    if !self.holds(step)? {
                        return Ok(());
                    }
                }
            }
            steps = after;
        }
        Ok(())
    }

    fn collect(&mut self, of: Option<Register>, distinct: Option<&[Register]>) {
        let word = of.map(|it| self.word(it)).unwrap_or_default();
        let Some((collected, seen)) = self.collected.last_mut() else { return };
        if let Some(distinct) = distinct {
            let registers = &self.machine.registers;
            let seen = seen.get_or_insert_with(|| Relation::new(distinct.len(), 0));
            let mut sink = std::mem::take(&mut seen.sink);
            let is_new = sink.insert(seen, distinct.iter().map(|it| registers[*it]));
            seen.sink = sink;
            if !is_new {
                return;
            }
        }
        collected.add(word, self.machine.symbols);
    }

    /// Runs the steps within a loop. Often only the last step remains.
    #[inline]
    fn inner(&mut self, steps: &[Step]) -> Outcome {
        match steps {
            [Step::Emit { row }] => {
                self.emit(row);
                Ok(())
            }
            _ => self.steps(steps),
        }
    }

    #[inline]
    fn emit(&mut self, row: &[Register]) {
        let registers = &self.machine.registers;
        self.sink.insert(&self.relations[self.head], row.iter().map(|it| registers[*it]));
    }

    /// Whether a step that does not bind variables is satisfied.
    fn holds(&mut self, step: &Step) -> Result<bool, Box<RunError>> {
        Ok(match step {
            Step::Compare { comparison, kind, left, right } => compare(
                *comparison,
                *kind,
                self.word(*left),
                self.word(*right),
                self.machine.symbols,
            ),
            Step::Contains { relation: id, row, expected } => {
                let relation = &self.relations[*id];
                let sink = if *id == self.head { &*self.sink } else { &relation.sink };
                let registers = &self.machine.registers;
                sink.contains(relation, row.iter().map(|it| registers[*it])) == *expected
            }
            Step::Exists { relation, index, version, key, check, expected } => {
                let mut rows =
                    Rows::new(&self.relations[*relation], *index, *version, self.key(key));
                rows.any(|row| self.matches(row, &[], check)) == *expected
            }
            Step::Any { relation, version, expected } => {
                self.relations[*relation].range(*version).is_empty() != *expected
            }
            Step::Test { test, expected, what, text, span } => {
                let (what, text) = (self.word(*what), self.word(*text));
                let machine = &mut *self.machine;
                machine.patterns.test(*test, what, text, *span, machine.symbols)? == *expected
            }
            _ => false,
        })
    }

    fn range(
        &mut self,
        to: Register,
        kind: Primitive,
        parts: &[Register],
        after: &[Step],
    ) -> Outcome {
        let parts: Vec<Word> = parts.iter().map(|it| self.word(*it)).collect();
        for word in range(kind, &parts) {
            self.machine.registers[to] = word;
            self.inner(after)?;
        }
        Ok(())
    }
}
