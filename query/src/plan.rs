//! Executable plans: strata of rules with their join orders and indices.
//!
//! Mutually recursive relations form a stratum. Within it, each rule has a variant for each of its
//! atoms of the stratum: that atom ranges over the rows that the last round added, and is first in
//! the join order.

mod build;
mod function;
mod order;
mod project;
mod shared;

use crate::check::{check, ir};
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::syntax::{AggregateKind, Comparison, DirectiveKind, Program, Span, Test};
use crate::value::{Primitive, Word};

pub(crate) use function::Function;
pub(crate) use order::{Order, Rounds};
pub(crate) use shared::Shared;

/// An executable program.
#[derive(Debug)]
pub struct Plan {
    pub(crate) relations: Vec<Relation>,
    /// Texts that the program mentions.
    pub(crate) texts: Vec<String>,
    pub(crate) strata: Vec<Stratum>,
    /// For each stratum, its rules without variants, for executors that do not need deltas. Their
    /// indices are in [`Plan::whole_relations`]; semi-naive evaluation does not build them.
    pub(crate) whole: Vec<Vec<Rule>>,
    pub(crate) whole_relations: Vec<Relation>,
    /// The data for explanations of rows, if they are requested.
    pub(crate) traced: Option<Traced>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

/// The parts of a program that explanations of rows need.
#[derive(Debug)]
pub(crate) struct Traced {
    /// The name of each relation.
    pub(crate) names: Vec<String>,
    /// The rules as written.
    pub(crate) rules: Vec<ir::Rule>,
}

/// A relation whose rows come from the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name in the program and in the source.
    pub name: String,
    /// The columns that the program reads.
    pub columns: Vec<(String, Primitive)>,
    /// The positions of these columns in the source.
    pub positions: Vec<usize>,
    pub(crate) relation: usize,
}

/// A relation that is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Its columns.
    pub columns: Vec<(String, Primitive)>,
    /// For each column, the source type that its type is or is derived from, such as `Instruction`;
    /// otherwise a primitive type or a union.
    pub types: Vec<String>,
    /// `.output` or `.printsize`
    pub directive: DirectiveKind,
    /// The parameters of the directive.
    pub parameters: Vec<(String, String)>,
    pub(crate) relation: usize,
}

impl Plan {
    /// Checks a program against the relations of a source, and creates a plan for it.
    ///
    /// # Errors
    ///
    /// All errors, in the order of the program.
    pub fn of(program: &Program, source: &dyn Source) -> Result<Self, Vec<Diagnostic>> {
        check(program, source).map(|it| build::build(it, false))
    }

    /// Like [`Plan::of`], for a run whose rows can be [explained](mod@crate::explain).
    ///
    /// # Errors
    ///
    /// All errors, in the order of the program.
    pub fn traced(program: &Program, source: &dyn Source) -> Result<Self, Vec<Diagnostic>> {
        check(program, source).map(|it| build::build(it, true))
    }

    /// The relations that are loaded from the source, limited to those that an output needs.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The relations that are printed, in the order of the directives.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }
}

/// A relation at run time.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) columns: Vec<(String, Primitive)>,
    /// Columns by which rows are looked up.
    pub(crate) indices: Vec<Vec<usize>>,
    /// Whether whole rows are looked up in it.
    pub(crate) needs_set: bool,
}

/// Mutually recursive relations and their rules.
#[derive(Debug)]
pub(crate) struct Stratum {
    pub(crate) relations: Vec<usize>,
    /// Rules that do not depend on relations of the stratum.
    pub(crate) first: Vec<Rule>,
    /// Variants of the other rules, which run until they add no more rows.
    pub(crate) repeated: Vec<Rule>,
    /// Relations, and the number of rows at which the stratum ends.
    pub(crate) limits: Vec<(usize, usize)>,
}

/// The number of a word in the state of a rule.
pub(crate) type Register = usize;

/// A rule as nested loops: each step runs the following steps once for each way to satisfy it.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) head: usize,
    /// The relation whose delta (the rows that the last round added) the rule reads.
    pub(crate) delta: Option<usize>,
    pub(crate) registers: usize,
    pub(crate) constants: Vec<(Register, Value)>,
    pub(crate) steps: Vec<Step>,
}

/// The initial value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Word(Word),
    /// The symbol of a text, by its position in [`Plan::texts`].
    Text(usize),
}

/// The rows of a relation to which a step refers, while rows are being added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    All,
    /// The rows without those that the last round added.
    Old,
    /// Only the rows that the last round added.
    Delta,
}

/// Columns and registers.
pub(crate) type Columns = Box<[(usize, Register)]>;

/// One step of a rule.
#[derive(Debug)]
pub(crate) enum Step {
    /// Each row of a relation.
    Scan {
        relation: usize,
        version: Version,
        bind: Columns,
        check: Columns,
    },
    /// Each key of the rows that the last round added; a later [`Step::Probe`] ranges over the rows
    /// with a key.
    Keys {
        relation: usize,
        index: usize,
        bind: Columns,
    },
    /// Each row with a key. `check` repeats the key if the index only contains its hash.
    Probe {
        relation: usize,
        index: usize,
        version: Version,
        key: Box<[Register]>,
        bind: Columns,
        check: Columns,
    },
    /// Whether there is a row with a key.
    Exists {
        relation: usize,
        index: usize,
        version: Version,
        key: Box<[Register]>,
        check: Columns,
        expected: bool,
    },
    /// Whether there is any row.
    Any {
        relation: usize,
        version: Version,
        expected: bool,
    },
    /// Whether there is a row.
    Contains {
        relation: usize,
        row: Box<[Register]>,
        expected: bool,
    },
    /// `to = function(operands)`
    Compute {
        to: Register,
        function: Function,
        operands: Box<[Register]>,
        span: Span,
    },
    Compare {
        comparison: Comparison,
        kind: Primitive,
        left: Register,
        right: Register,
    },
    Test {
        test: Test,
        expected: bool,
        what: Register,
        text: Register,
        span: Span,
    },
    /// `to = range(parts)`, of two or three parts.
    Range {
        to: Register,
        kind: Primitive,
        parts: Box<[Register]>,
    },
    /// An aggregate; its steps end with [`Step::Collect`].
    Aggregate {
        to: Register,
        aggregate: AggregateKind,
        kind: Primitive,
        steps: Box<[Step]>,
    },
    /// Adds a value to the innermost aggregate; with `distinct`, only once for equal words in those
    /// registers.
    Collect {
        of: Option<Register>,
        distinct: Option<Box<[Register]>>,
    },
    /// Never holds.
    Fail,
    /// Adds a row to the head.
    Emit {
        row: Box<[Register]>,
    },
    /// Ends the evaluation of the rule.
    Stop,
}
