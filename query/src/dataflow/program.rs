//! The program from which a dataflow is built: the rules of a plan as chains of joins.
//!
//! A rule is a chain of operators on pairs of rows, a key and a value, which contain the registers
//! that later steps need. Steps that do not access a relation are run by a stage, as part of the
//! preceding operator.

use crate::plan::{Function, Register, Value};
use crate::syntax::{AggregateKind, Comparison, Span, Test};
use crate::value::Primitive;

/// A program from which each worker builds its dataflow.
#[derive(Debug)]
pub(crate) struct Program {
    /// The texts of constants.
    pub(crate) texts: Vec<String>,
    /// For each relation and column, whether it contains symbols.
    pub(crate) relations: Vec<Box<[bool]>>,
    /// Relations indexed by some of their columns.
    pub(crate) indices: Vec<Index>,
    pub(crate) strata: Vec<Stratum>,
    /// The relations of the inputs, in their order in the plan.
    pub(crate) inputs: Vec<usize>,
    /// The relations of the outputs, in their order in the plan.
    pub(crate) outputs: Vec<usize>,
}

/// The rows of a relation, indexed by some columns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Index {
    pub(crate) relation: usize,
    pub(crate) key: Vec<usize>,
    /// The other columns that rules need, in ascending order.
    pub(crate) value: Vec<usize>,
    /// Whether the keys are a set. Such an index has no values.
    pub(crate) is_set: bool,
}

/// Mutually recursive relations.
#[derive(Debug, Default)]
pub(crate) struct Stratum {
    pub(crate) relations: Vec<usize>,
    pub(crate) is_recursive: bool,
    /// Rules that do not access relations, by head.
    pub(crate) facts: Vec<(usize, Stage)>,
    pub(crate) chains: Vec<Chain>,
    /// Relations, and the number of rows at which the stratum ends.
    pub(crate) limits: Vec<(usize, usize)>,
}

impl Stratum {
    /// Whether a rule retracts pairs that it derived.
    pub(crate) fn retracts(&self) -> bool {
        let mut links = self.chains.iter().flat_map(|it| &it.links);
        links.any(|it| matches!(it, Link::Antijoin { .. }))
    }
}

impl Program {
    /// The position of an index.
    pub(crate) fn index(&mut self, relation: usize, key: &[usize], is_set: bool) -> usize {
        let is_it = |it: &Index| (it.relation, &*it.key, it.is_set) == (relation, key, is_set);
        self.indices.iter().position(is_it).unwrap_or_else(|| {
            self.indices.push(Index { relation, key: key.to_vec(), value: Vec::new(), is_set });
            self.indices.len() - 1
        })
    }

    /// Records that a column is read from the values of an index.
    pub(crate) fn need(&mut self, index: usize, column: usize) {
        let value = &mut self.indices[index].value;
        if let Err(position) = value.binary_search(&column) {
            value.insert(position, column);
        }
    }

    /// Replaces columns by positions in the values of indices, once the needed columns are known.
    pub(crate) fn resolve(&mut self) {
        let Self { indices, strata, .. } = self;
        for chain in strata.iter_mut().flat_map(|it| &mut it.chains) {
            let mut left = match chain.start {
                Start::Index(left) => Some(&indices[left]),
                _ => None,
            };
            chain.links.iter_mut().for_each(|it| it.resolve(indices, left.take()));
        }
    }
}

impl Link {
    fn resolve(&mut self, indices: &[Index], left: Option<&Index>) {
        let (index, stage) = match self {
            Self::Join { index, stage } => (&indices[*index], stage),
            Self::Aggregate(aggregate) => {
                return aggregate.inner.iter_mut().for_each(|it| it.resolve(indices, None));
            }
            Self::Map(_) | Self::Antijoin { .. } => return,
        };
        let position = |index: &Index, column: usize| {
            index.value.iter().position(|it| *it == column).unwrap_or_default()
        };
        for (slot, _) in stage.load.iter_mut().chain(&mut stage.check) {
            match (slot, left) {
                (Slot::Other(column), _) => *column = position(index, *column),
                (Slot::Value(column), Some(left)) => *column = position(left, *column),
                _ => {}
            }
        }
    }
}

/// A rule.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) head: usize,
    pub(crate) start: Start,
    pub(crate) links: Vec<Link>,
}

/// The start of a chain.
#[derive(Debug)]
pub(crate) enum Start {
    /// One pair of empty rows.
    Unit,
    /// The rows of a relation, as keys.
    Relation(usize),
    /// An index, which a [`Link::Join`] follows.
    Index(usize),
}

/// An operator of a chain. Its stage produces pairs for the next operator.
#[derive(Debug)]
pub(crate) enum Link {
    Map(Stage),
    /// Joins each pair with each value of the same key in an index.
    Join {
        index: usize,
        stage: Stage,
    },
    /// The pairs whose keys are not in an index.
    Antijoin {
        index: usize,
        stage: Stage,
    },
    Aggregate(Box<Aggregate>),
}

/// Adds the value of an aggregate to each pair. The value depends only on the key.
#[derive(Debug)]
pub(crate) struct Aggregate {
    pub(crate) kind: AggregateKind,
    pub(crate) of: Primitive,
    /// Whether duplicate values of the inner chain are counted once.
    pub(crate) is_distinct: bool,
    /// Maps keys to pairs of the key and the aggregated word, which is the first word of the value.
    pub(crate) inner: Vec<Link>,
    /// Whether a word is aggregated.
    pub(crate) has_word: bool,
    pub(crate) stage: Stage,
}

/// A word in the input of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Key(usize),
    Value(usize),
    /// A word of the joined row.
    Other(usize),
}

/// Steps that do not access relations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stage {
    pub(crate) registers: usize,
    pub(crate) constants: Vec<(Register, Value)>,
    pub(crate) load: Vec<(Slot, Register)>,
    /// Words that must equal registers.
    pub(crate) check: Vec<(Slot, Register)>,
    pub(crate) steps: Vec<Simple>,
    pub(crate) key: Words,
    pub(crate) value: Words,
}

/// The registers from which a row is built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) registers: Vec<Register>,
    pub(crate) is_symbol: Vec<bool>,
}

/// A step that does not access a relation, as in [`crate::plan::Step`].
#[derive(Clone, Debug)]
pub(crate) enum Simple {
    Compute { to: Register, function: Function, operands: Box<[Register]>, span: Span },
    Compare { comparison: Comparison, kind: Primitive, left: Register, right: Register },
    Test { test: Test, expected: bool, what: Register, text: Register, span: Span },
    Range { to: Register, kind: Primitive, parts: Box<[Register]> },
    Fail,
}

impl Stage {
    /// Whether it contains a term that may have no value.
    pub(crate) fn may_fail(&self) -> bool {
        self.steps.iter().any(|it| match it {
            Simple::Compute { function, .. } => function.may_fail(),
            Simple::Test { test, .. } => *test == Test::Match,
            _ => false,
        })
    }

    /// Whether it may be expensive to run for pairs that are retracted immediately.
    pub(crate) fn is_expensive(&self) -> bool {
        self.steps.iter().any(|it| !matches!(it, Simple::Compare { .. } | Simple::Fail))
    }
}
