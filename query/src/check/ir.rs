//! Rules with one head and one body, in which names are resolved, and generators and aggregates are
//! goals.

use crate::check::relations::RelationId;
use crate::check::types::TypeId;
use crate::syntax::{AggregateKind, Binary, Comparison, Functor, Span, Test, Unary};
use crate::value::{Primitive, Word};

/// The position of a variable in [`Rule::variables`].
pub(crate) type VariableId = usize;

/// A set of terms that have the same kind.
pub(crate) type ClassId = usize;

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: RelationId,
    pub(crate) arguments: Vec<Expression>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) variables: Vec<Variable>,
    /// The kind of each class, once it is inferred.
    pub(crate) kinds: Vec<Primitive>,
    /// The location of the clause.
    pub(crate) span: Span,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) class: ClassId,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Atom(Atom),
    Compare {
        comparison: Comparison,
        left: Expression,
        right: Expression,
    },
    Test {
        test: Test,
        holds: bool,
        what: Expression,
        text: Expression,
    },
    /// `into = range(parts)`
    Range {
        into: VariableId,
        parts: Vec<Expression>,
        span: Span,
    },
    Aggregate(Aggregate),
    Constant(bool),
}

/// A positive or negated atom.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) relation: RelationId,
    /// `None` is a wildcard. In a positive atom, arguments are variables and constants.
    pub(crate) arguments: Vec<Option<Expression>>,
    pub(crate) negated: bool,
    pub(crate) span: Span,
}

/// `into = kind of : { goals }`
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub(crate) kind: AggregateKind,
    pub(crate) into: VariableId,
    pub(crate) of: Option<Expression>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) span: Span,
}

/// A term.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) node: Node,
    pub(crate) class: ClassId,
    pub(crate) span: Span,
}

/// The form of a term.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Variable(VariableId),
    Constant(Constant),
    Apply(Operation, Vec<Expression>),
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Text(String),
    /// An integer whose kind depends on its context.
    Number(i32),
    Unsigned(Word),
    /// The bits of a floating-point number.
    Float(Word),
}

/// An operation on terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Unary(Unary),
    Binary(Binary),
    Call(Functor),
    As(TypeId),
}

impl Constant {
    /// The word of a constant of this kind.
    ///
    /// # Errors
    ///
    /// The text, if the constant is one: its symbol is known only at run time.
    pub(crate) fn word(&self, kind: Primitive) -> Result<Word, &str> {
        match self {
            Self::Text(text) => Err(text),
            Self::Number(number) if kind == Primitive::Float => Ok((*number as f32).to_bits()),
            Self::Number(number) => Ok(*number as Word),
            Self::Unsigned(word) | Self::Float(word) => Ok(*word),
        }
    }
}

impl Expression {
    /// Calls a function with each variable.
    pub(crate) fn variables(&self, see: &mut impl FnMut(VariableId, Span)) {
        match &self.node {
            Node::Variable(variable) => see(*variable, self.span),
            Node::Constant(_) => {}
            Node::Apply(_, operands) => operands.iter().for_each(|it| it.variables(see)),
        }
    }

    /// Whether a condition holds for all variables.
    pub(crate) fn all(&self, condition: impl Fn(VariableId) -> bool) -> bool {
        let mut all = true;
        self.variables(&mut |it, _| all &= condition(it));
        all
    }

    fn rename(&mut self, names: &mut impl FnMut(VariableId) -> VariableId) {
        match &mut self.node {
            Node::Variable(variable) => *variable = names(*variable),
            Node::Constant(_) => {}
            Node::Apply(_, operands) => operands.iter_mut().for_each(|it| it.rename(names)),
        }
    }
}

impl Goal {
    /// The atom, if the goal is a positive atom.
    pub(crate) fn positive_atom(&self) -> Option<&Atom> {
        match self {
            Self::Atom(atom) if !atom.negated => Some(atom),
            _ => None,
        }
    }

    /// Calls a function with each variable, including those within aggregates.
    pub(crate) fn variables(&self, see: &mut impl FnMut(VariableId, Span)) {
        match self {
            Self::Aggregate(aggregate) => {
                see(aggregate.into, aggregate.span);
                aggregate.inner_variables(see);
            }
            _ => self.direct_variables(see),
        }
    }

    /// Calls a function with each variable, except those within an aggregate.
    pub(crate) fn direct_variables(&self, see: &mut impl FnMut(VariableId, Span)) {
        match self {
            Self::Atom(atom) => atom.arguments.iter().flatten().for_each(|it| it.variables(see)),
            Self::Compare { left: one, right: other, .. }
            | Self::Test { what: one, text: other, .. } => {
                one.variables(see);
                other.variables(see);
            }
            Self::Range { into, parts, span } => {
                parts.iter().for_each(|it| it.variables(see));
                see(*into, *span);
            }
            Self::Aggregate(aggregate) => see(aggregate.into, aggregate.span),
            Self::Constant(_) => {}
        }
    }

    /// Replaces variables.
    pub(crate) fn rename(&mut self, names: &mut impl FnMut(VariableId) -> VariableId) {
        match self {
            Self::Atom(atom) => atom.arguments.iter_mut().flatten().for_each(|it| it.rename(names)),
            Self::Compare { left: one, right: other, .. }
            | Self::Test { what: one, text: other, .. } => {
                one.rename(names);
                other.rename(names);
            }
            Self::Range { into, parts, .. } => {
                parts.iter_mut().for_each(|it| it.rename(names));
                *into = names(*into);
            }
            Self::Aggregate(aggregate) => {
                aggregate.into = names(aggregate.into);
                aggregate.rename_inner(names);
            }
            Self::Constant(_) => {}
        }
    }
}

impl Aggregate {
    /// Whether rows that agree in all named variables are counted once. Soufflé computes such an
    /// aggregate over an auxiliary relation with these variables as columns. Other bodies consist
    /// of a single atom, and each of its rows is counted.
    pub(crate) fn is_distinct(&self) -> bool {
        let atoms: Vec<&Atom> = self.goals.iter().filter_map(Goal::positive_atom).collect();
        let repeats_variable = |atom: &&Atom| {
            let mut seen = Vec::new();
            let mut repeats = false;
            for argument in atom.arguments.iter().flatten() {
                argument.variables(&mut |it, _| {
                    repeats |= seen.contains(&it);
                    seen.push(it);
                });
            }
            repeats
        };
        atoms.len() > 1
            || atoms.iter().any(repeats_variable)
            || self.goals.iter().any(|it| matches!(it, Goal::Aggregate(_)))
    }

    /// Calls a function with each variable of the body and of the aggregated term.
    pub(crate) fn inner_variables(&self, see: &mut impl FnMut(VariableId, Span)) {
        self.goals.iter().for_each(|it| it.variables(see));
        self.of.iter().for_each(|it| it.variables(see));
    }

    /// Replaces variables of the body and of the aggregated term.
    pub(crate) fn rename_inner(&mut self, names: &mut impl FnMut(VariableId) -> VariableId) {
        self.goals.iter_mut().for_each(|it| it.rename(names));
        self.of.iter_mut().for_each(|it| it.rename(names));
    }
}
