//! Runs the steps of a rule.

use regex::bytes::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use crate::plan::{Register, Rule, Step};
use crate::run::RunError;
use crate::run::function::{apply, compare};
use crate::run::hash::key;
use crate::run::relation::{Relation, Rows, Sink};
use crate::syntax::{AggregateKind, Comparison, Span, Test};
use crate::value::{Kind, Symbols, Word};

/// What a rule works with.
pub(crate) struct Machine<'s> {
    pub(crate) registers: Vec<Word>,
    symbols: &'s mut Symbols,
    /// By pattern.
    patterns: FxHashMap<Word, Regex>,
}

/// An error is rare, and one word is returned faster than a whole error.
type Outcome = Result<(), Box<RunError>>;

impl<'s> Machine<'s> {
    pub(crate) fn new(symbols: &'s mut Symbols) -> Self {
        Self { registers: Vec::new(), symbols, patterns: FxHashMap::default() }
    }

    /// Runs a rule, whose head gets its rows in `sink`.
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
        evaluation.steps(&rule.steps).map_err(|it| *it)
    }

    fn test(
        &mut self,
        test: Test,
        what: Word,
        text: Word,
        span: Span,
    ) -> Result<bool, Box<RunError>> {
        if test == Test::Contains {
            let (what, text) = (self.symbols.text(what), self.symbols.text(text));
            return Ok(what.is_empty() || text.windows(what.len()).any(|it| it == what));
        }
        if !self.patterns.contains_key(&what) {
            let pattern = String::from_utf8_lossy(self.symbols.text(what));
            // As in Soufflé, `.` is one byte, and `\d`, `\s` and `\w` are ASCII characters.
            let mut builder = RegexBuilder::new(&format!("^(?:{pattern})$"));
            let compiled = builder.unicode(false).build().map_err(|_| {
                let message = format!("`{pattern}` is not a regular expression");
                Box::new(RunError::Evaluate { message, span })
            })?;
            self.patterns.insert(what, compiled);
        }
        Ok(self.patterns[&what].is_match(self.symbols.text(text)))
    }
}

/// An aggregate while its rows are seen.
struct Collected {
    aggregate: AggregateKind,
    kind: Kind,
    count: Word,
    word: Word,
    /// The words that count only once.
    seen: Option<Relation>,
}

impl Collected {
    fn add(&mut self, word: Word, symbols: &Symbols) {
        let is_first = self.count == 0;
        self.count = self.count.wrapping_add(1);
        let is_better = match self.aggregate {
            AggregateKind::Count => return,
            AggregateKind::Min => compare(Comparison::Less, self.kind, word, self.word, symbols),
            AggregateKind::Max => compare(Comparison::Greater, self.kind, word, self.word, symbols),
            AggregateKind::Sum | AggregateKind::Mean => {
                self.word = match self.kind {
                    Kind::Float => (f32::from_bits(self.word) + f32::from_bits(word)).to_bits(),
                    _ => self.word.wrapping_add(word),
                };
                return;
            }
        };
        if is_first || is_better {
            self.word = word;
        }
    }

    /// The value; `min`, `max` and `mean` of nothing have none.
    fn value(&self) -> Option<Word> {
        match self.aggregate {
            AggregateKind::Count => Some(self.count),
            AggregateKind::Sum => Some(self.word),
            _ if self.count == 0 => None,
            AggregateKind::Mean => Some((f32::from_bits(self.word) / self.count as f32).to_bits()),
            AggregateKind::Min | AggregateKind::Max => Some(self.word),
        }
    }
}

struct Evaluation<'m, 's, 'r> {
    machine: &'m mut Machine<'s>,
    relations: &'r [Relation],
    head: usize,
    sink: &'m mut Sink,
    operands: Vec<Word>,
    /// Aggregates that are being computed, the innermost one last.
    collected: Vec<Collected>,
}

impl<'r> Evaluation<'_, '_, 'r> {
    fn word(&self, register: Register) -> Word {
        self.machine.registers[register]
    }

    fn key(&self, registers: &[Register]) -> u64 {
        key(registers.iter().map(|it| self.word(*it)))
    }

    /// Whether a row has the words of registers, after some of its words were put into registers.
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

    /// Runs steps, each for every way in which those before it hold.
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
                    self.collected.push(Collected {
                        aggregate,
                        kind,
                        count: 0,
                        word: 0,
                        seen: None,
                    });
                    self.steps(steps)?;
                    let value = self.collected.pop().and_then(|it| it.value());
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
        let Some(collected) = self.collected.last_mut() else { return };
        if let Some(distinct) = distinct {
            let registers = &self.machine.registers;
            let seen = collected.seen.get_or_insert_with(|| Relation::new(distinct.len(), 0));
            let mut sink = std::mem::take(&mut seen.sink);
            let is_new = sink.insert(seen, distinct.iter().map(|it| registers[*it]));
            seen.sink = sink;
            if !is_new {
                return;
            }
        }
        collected.add(word, self.machine.symbols);
    }

    /// The steps within a loop. Often there is only the last one.
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

    /// Whether a step holds that binds nothing.
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
                self.machine.test(*test, what, text, *span)? == *expected
            }
            _ => false,
        })
    }

    /// The numbers from the first part up or down to the second one, without it.
    fn range(&mut self, to: Register, kind: Kind, parts: &[Register], after: &[Step]) -> Outcome {
        let value = |it: Register| match kind {
            Kind::Float => f64::from(f32::from_bits(self.word(it))),
            Kind::Number => f64::from(self.word(it) as i32),
            _ => f64::from(self.word(it)),
        };
        let (mut at, end) = (value(parts[0]), value(parts[1]));
        let step = match parts.get(2) {
            Some(step) => value(*step),
            None if at <= end => 1.0,
            None => -1.0,
        };
        while (step > 0.0 && at < end) || (step < 0.0 && at > end) || (step == 0.0 && at != end) {
            self.machine.registers[to] = match kind {
                Kind::Float => (at as f32).to_bits(),
                Kind::Number => at as i32 as Word,
                _ => at as Word,
            };
            self.inner(after)?;
            if step == 0.0 {
                break;
            }
            // Sums of floating-point numbers are rounded as Soufflé rounds them.
            at = if kind == Kind::Float { f64::from(at as f32 + step as f32) } else { at + step };
        }
        Ok(())
    }
}
