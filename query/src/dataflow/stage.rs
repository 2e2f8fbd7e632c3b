//! Runs the stages of a chain.

use std::sync::Arc;

use crate::dataflow::program::{Simple, Slot, Stage, Words};
use crate::dataflow::row::Row;
use crate::dataflow::texts::Texts;
use crate::plan::Value;
use crate::run::RunError;
use crate::run::function::{apply, compare};
use crate::run::range::range;
use crate::run::test::Patterns;
use crate::syntax::{Comparison, Span, TextId};
use crate::value::{Primitive, Symbols, Word};

/// A key and a value.
pub(crate) type Pair = (Row, Row);

/// A stage in one worker.
pub(crate) struct Runner {
    /// `None` if the stage does not change pairs.
    stage: Option<Stage>,
    work: Work,
}

/// The state on which the steps of a stage operate.
struct Work {
    texts: Arc<Texts>,
    registers: Vec<Word>,
    patterns: Patterns,
    /// Used for functions of numbers, so that the shared table is not locked.
    no_texts: Symbols,
}

impl Runner {
    /// `constants` are the symbols of the program's texts.
    pub(crate) fn new(stage: &Stage, constants: &[Word], texts: &Arc<Texts>) -> Self {
        let mut registers = vec![0; stage.registers];
        for (register, value) in &stage.constants {
            registers[*register] = match value {
                Value::Word(word) => *word,
                Value::Text(text) => constants[*text],
            };
        }
        Self { stage: Some(stage.clone()), work: Work::new(registers, texts) }
    }

    /// A stage that does not change pairs.
    pub(crate) fn identity(texts: &Arc<Texts>) -> Self {
        Self { stage: None, work: Work::new(Vec::new(), texts) }
    }

    /// Computes pairs from a key, its value, and the joined row. If a term has no value, the value
    /// of the pair is [`Row::FAILURE`], and the key is an error to be decoded by [`error`].
    #[inline]
    pub(crate) fn run(&mut self, key: &Row, value: &Row, other: &Row, make: &mut impl FnMut(Pair)) {
        let Some(stage) = &self.stage else { return make((key.clone(), value.clone())) };
        let (key, value, other) = (key.words(), value.words(), other.words());
        let word = |slot: Slot| match slot {
            Slot::Key(position) => key[position],
            Slot::Value(position) => value[position],
            Slot::Other(position) => other[position],
        };
        for (slot, register) in &stage.load {
            self.work.registers[*register] = word(*slot);
        }
        if stage.check.iter().any(|(slot, it)| word(*slot) != self.work.registers[*it]) {
            return;
        }
        if let Err(error) = self.work.run(stage, 0, make) {
            make((self.work.failure(*error), Row::FAILURE));
        }
    }
}

impl Work {
    fn new(registers: Vec<Word>, texts: &Arc<Texts>) -> Self {
        let (patterns, no_texts) = (Patterns::default(), Symbols::default());
        Self { texts: Arc::clone(texts), registers, patterns, no_texts }
    }

    /// Runs the steps of a stage, starting at a position.
    fn run(
        &mut self,
        stage: &Stage,
        at: usize,
        make: &mut impl FnMut(Pair),
    ) -> Result<(), Box<RunError>> {
        for (position, step) in stage.steps.iter().enumerate().skip(at) {
            let holds = match step {
                Simple::Compute { to, function, operands, span } => {
                    let operands: Vec<Word> =
                        operands.iter().map(|it| self.registers[*it]).collect();
                    let value = match function.needs_texts() {
                        true => self.texts.write(|it| apply(*function, &operands, it)),
                        false => apply(*function, &operands, &mut self.no_texts),
                    };
                    let error = |message| Box::new(RunError::Evaluate { message, span: *span });
                    self.registers[*to] = value.map_err(error)?;
                    true
                }
                Simple::Compare { comparison, kind, left, right } => {
                    let [left, right] = [left, right].map(|it| self.registers[*it]);
                    let is_same = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                    let holds = |it: &Symbols| compare(*comparison, *kind, left, right, it);
                    match *kind == Primitive::Symbol && !is_same {
                        true => self.texts.read(holds),
                        false => holds(&self.no_texts),
                    }
                }
                Simple::Test { test, expected, what, text, span } => {
                    let [what, text] = [what, text].map(|it| self.registers[*it]);
                    let patterns = &mut self.patterns;
                    let found = self.texts.read(|it| patterns.test(*test, what, text, *span, it));
                    found? == *expected
                }
                Simple::Range { to, kind, parts } => {
                    let parts: Vec<Word> = parts.iter().map(|it| self.registers[*it]).collect();
                    for word in range(*kind, &parts) {
                        self.registers[*to] = word;
                        self.run(stage, position + 1, make)?;
                    }
                    false
                }
                Simple::Fail => false,
            };
            if !holds {
                return Ok(());
            }
        }
        make((self.row(&stage.key), self.row(&stage.value)));
        Ok(())
    }

    fn row(&self, words: &Words) -> Row {
        let of_registers = words.registers.iter().map(|it| self.registers[*it]);
        Row::new(of_registers, |it| words.is_symbol[it])
    }

    /// Encodes an error as a row.
    fn failure(&self, error: RunError) -> Row {
        let (message, span) = match error {
            RunError::Evaluate { message, span } => (message, span),
            other => (other.to_string(), Span::default()),
        };
        let message = self.texts.intern(message.as_bytes());
        Row::new([message, span.text.0, span.start, span.end].into_iter(), |it| it == 0)
    }
}

/// Decodes the error in a row.
pub(crate) fn error(row: &Row, symbols: &Symbols) -> RunError {
    let words = row.words();
    let message = symbols.get(words[0]).map(String::from_utf8_lossy).unwrap_or_default();
    let span = Span { text: TextId(words[1]), start: words[2], end: words[3] };
    RunError::Evaluate { message: message.into_owned(), span }
}
