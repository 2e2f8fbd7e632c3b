//! Infers the kind of each term, and checks types.
//!
//! Terms that are compared or computed with one another have the same kind. The types of a variable
//! are the common types of all atoms in which it occurs; they must be subtypes of the column types
//! in the head and in negated atoms.

use crate::check::ground::variable;
use crate::check::ir::{
    Aggregate, Atom, ClassId, Constant, Expression, Goal, Node, Operation, Rule, VariableId,
};
use crate::check::relations::Relations;
use crate::check::types::{TypeId, Types, kind_name};
use crate::diagnostic::Diagnostic;
use crate::syntax::{AggregateKind, Binary, Comparison, Functor, Span, Unary};
use crate::value::Primitive;

const KINDS: [Primitive; 4] =
    [Primitive::Number, Primitive::Unsigned, Primitive::Float, Primitive::Symbol];

/// Sets of kinds.
type Mask = u8;
const ANY: Mask = 15;
const INTEGER: Mask = mask(Primitive::Number) | mask(Primitive::Unsigned);
const NUMERIC: Mask = INTEGER | mask(Primitive::Float);

const fn mask(kind: Primitive) -> Mask {
    1 << kind as Mask
}

/// Infers the kinds of a rule, and reports type errors.
pub(crate) fn infer(
    rule: &mut Rule,
    relations: &Relations<'_>,
    types: &Types,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let before = diagnostics.len();
    let mut kinds = Kinds {
        parents: (0..rule.kinds.len()).collect(),
        masks: vec![ANY; rule.kinds.len()],
        is_wrong: false,
        rule,
        relations,
        types,
        diagnostics,
    };
    kinds.goals(&rule.goals);
    kinds.head();
    let resolved = (0..kinds.parents.len()).map(|it| kinds.resolved(it)).collect();
    if kinds.diagnostics.len() == before {
        let mut subtypes = Subtypes {
            parents: (0..rule.variables.len()).collect(),
            found: vec![None; rule.variables.len()],
            rule,
            relations,
            types,
            diagnostics: kinds.diagnostics,
        };
        subtypes.check();
    }
    rule.kinds = resolved;
}

struct Kinds<'a, 's> {
    parents: Vec<ClassId>,
    masks: Vec<Mask>,
    /// Whether the rule has a kind error.
    is_wrong: bool,
    rule: &'a Rule,
    relations: &'a Relations<'s>,
    types: &'a Types,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Kinds<'_, '_> {
    fn root(&self, mut class: ClassId) -> ClassId {
        while self.parents[class] != class {
            class = self.parents[class];
        }
        class
    }

    fn resolved(&self, class: ClassId) -> Primitive {
        let found = self.masks[self.root(class)];
        KINDS.into_iter().find(|it| found & mask(*it) != 0).unwrap_or(Primitive::Number)
    }

    fn restrict(&mut self, class: ClassId, to: Mask, span: Span) {
        let root = self.root(class);
        let common = self.masks[root] & to;
        if common == 0 {
            self.mismatch(to, self.masks[root], span);
        } else {
            self.masks[root] = common;
        }
    }

    fn unify(&mut self, one: ClassId, other: &Expression) {
        let (one, root) = (self.root(one), self.root(other.class));
        if one == root {
            return;
        }
        let common = self.masks[one] & self.masks[root];
        if common == 0 {
            self.mismatch(self.masks[one], self.masks[root], other.span);
            return;
        }
        self.parents[root] = one;
        self.masks[one] = common;
    }

    fn mismatch(&mut self, expected: Mask, found: Mask, span: Span) {
        // Further errors in the same rule are mostly consequences of the first.
        if !std::mem::replace(&mut self.is_wrong, true) {
            let message = format!("expected {}, found {}", describe(expected), describe(found));
            self.diagnostics.push(Diagnostic::new(message, span));
        }
    }

    fn head(&mut self) {
        let rule = self.rule;
        for (argument, (_, column)) in
            rule.arguments.iter().zip(&self.relations.all[rule.head].columns)
        {
            self.expression(argument);
            self.restrict(argument.class, mask(self.types.kind(*column)), argument.span);
        }
    }

    fn goals(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Atom(atom) => {
                    let columns = &self.relations.all[atom.relation].columns;
                    for (argument, (_, column)) in atom.arguments.iter().zip(columns) {
                        let Some(argument) = argument else { continue };
                        self.expression(argument);
                        self.restrict(
                            argument.class,
                            mask(self.types.kind(*column)),
                            argument.span,
                        );
                    }
                }
                Goal::Compare { left, right, .. } => {
                    self.expression(left);
                    self.expression(right);
                    self.unify(left.class, right);
                }
                Goal::Test { what, text, .. } => {
                    for it in [what, text] {
                        self.expression(it);
                        self.restrict(it.class, mask(Primitive::Symbol), it.span);
                    }
                }
                Goal::Range { into, parts, span } => {
                    self.count(parts, 2, 3, *span);
                    let class = self.rule.variables[*into].class;
                    self.restrict(class, NUMERIC, *span);
                    self.same(class, parts);
                }
                Goal::Aggregate(aggregate) => self.aggregate(aggregate),
                Goal::Constant(_) => {}
            }
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        self.goals(&aggregate.goals);
        let class = self.rule.variables[aggregate.into].class;
        let possible = match aggregate.kind {
            AggregateKind::Count => mask(Primitive::Number),
            AggregateKind::Mean => mask(Primitive::Float),
            AggregateKind::Sum | AggregateKind::Min | AggregateKind::Max => NUMERIC,
        };
        self.restrict(class, possible, aggregate.span);
        match (&aggregate.of, aggregate.kind) {
            (Some(of), AggregateKind::Count) => self.expression(of),
            (Some(of), _) => self.same(class, std::slice::from_ref(of)),
            (None, AggregateKind::Count) => {}
            (None, _) => {
                let message = "this aggregate needs a term, as in `sum x : { … }`";
                self.diagnostics.push(Diagnostic::new(message, aggregate.span));
            }
        }
    }

    fn same(&mut self, class: ClassId, operands: &[Expression]) {
        for operand in operands {
            self.expression(operand);
            self.unify(class, operand);
        }
    }

    fn count(&mut self, operands: &[Expression], least: usize, most: usize, span: Span) {
        if !(least..=most).contains(&operands.len()) {
            let expected = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                (_, usize::MAX) => format!("{least} or more arguments"),
                _ if least == most => format!("{least} arguments"),
                _ => format!("{least} to {most} arguments"),
            };
            let message = format!("expected {expected}, found {}", operands.len());
            self.diagnostics.push(Diagnostic::new(message, span));
        }
    }

    fn expression(&mut self, expression: &Expression) {
        let (class, span) = (expression.class, expression.span);
        match &expression.node {
            Node::Variable(_) => {}
            Node::Constant(constant) => {
                let possible = match constant {
                    Constant::Text(_) => mask(Primitive::Symbol),
                    Constant::Number(0..) => NUMERIC,
                    Constant::Number(_) => mask(Primitive::Number) | mask(Primitive::Float),
                    Constant::Unsigned(_) => mask(Primitive::Unsigned),
                    Constant::Float(_) => mask(Primitive::Float),
                };
                self.restrict(class, possible, span);
            }
            Node::Apply(Operation::Call(functor), operands) => {
                self.call(*functor, operands, class, span)
            }
            Node::Apply(Operation::As(to), operands) => {
                let kind = mask(self.types.kind(*to));
                self.restrict(class, kind, span);
                for operand in operands {
                    self.expression(operand);
                    // As in Soufflé, a constant is converted to the type: `as(1, float)` is `1.0`.
                    if matches!(operand.node, Node::Constant(_)) {
                        self.restrict(operand.class, kind, operand.span);
                    }
                }
            }
            Node::Apply(operation, operands) => {
                let possible = match operation {
                    Operation::Unary(Unary::Negate) => {
                        mask(Primitive::Number) | mask(Primitive::Float)
                    }
                    Operation::Binary(
                        Binary::Add
                        | Binary::Subtract
                        | Binary::Multiply
                        | Binary::Divide
                        | Binary::Power,
                    ) => NUMERIC,
                    _ => INTEGER,
                };
                self.restrict(class, possible, span);
                self.same(class, operands);
            }
        }
    }

    fn call(&mut self, functor: Functor, operands: &[Expression], class: ClassId, span: Span) {
        let (symbol, number) = (mask(Primitive::Symbol), mask(Primitive::Number));
        let (result, expected): (Mask, &[Mask]) = match functor {
            Functor::Min | Functor::Max => {
                self.count(operands, 2, usize::MAX, span);
                return self.same(class, operands);
            }
            Functor::Cat => {
                self.count(operands, 1, usize::MAX, span);
                self.restrict(class, symbol, span);
                return self.same(class, operands);
            }
            Functor::Range => return,
            Functor::StrLen => (number, &[mask(Primitive::Symbol)]),
            Functor::SubStr => (
                symbol,
                &[mask(Primitive::Symbol), mask(Primitive::Number), mask(Primitive::Number)],
            ),
            Functor::Ord | Functor::ToNumber => (number, &[ANY]),
            Functor::ToUnsigned => (mask(Primitive::Unsigned), &[ANY]),
            Functor::ToFloat => (mask(Primitive::Float), &[ANY]),
            Functor::ToString => (symbol, &[ANY]),
        };
        self.count(operands, expected.len(), expected.len(), span);
        self.restrict(class, result, span);
        for (operand, expected) in operands.iter().zip(expected) {
            self.expression(operand);
            self.restrict(operand.class, *expected, operand.span);
        }
    }
}

fn describe(kinds: Mask) -> String {
    let names: Vec<&str> =
        KINDS.into_iter().filter(|it| kinds & mask(*it) != 0).map(kind_name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

struct Subtypes<'a, 's> {
    parents: Vec<VariableId>,
    /// The possible types of each variable; `None` if only the kind is known.
    found: Vec<Option<Vec<TypeId>>>,
    rule: &'a Rule,
    relations: &'a Relations<'s>,
    types: &'a Types,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Subtypes<'_, '_> {
    fn check(&mut self) {
        let rule = self.rule;
        self.equate(&rule.goals);
        self.collect(&rule.goals);
        self.negated(&rule.goals);
        for (column, argument) in rule.arguments.iter().enumerate() {
            self.fits(rule.head, column, argument);
        }
    }

    fn root(&self, mut variable: VariableId) -> VariableId {
        while self.parents[variable] != variable {
            variable = self.parents[variable];
        }
        variable
    }

    fn join(&mut self, one: VariableId, other: VariableId) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one] = other;
    }

    /// Gives variables that are equal the same types.
    fn equate(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Compare { comparison: Comparison::Equal, left, right } => {
                    if let (Some(left), Some(right)) = (variable(left), variable(right)) {
                        self.join(left, right);
                    }
                }
                Goal::Aggregate(aggregate) => {
                    if let (Some(of), false) = (
                        aggregate.of.as_ref().and_then(variable),
                        aggregate.kind == AggregateKind::Count,
                    ) {
                        self.join(of, aggregate.into);
                    }
                    self.equate(&aggregate.goals);
                }
                _ => {}
            }
        }
    }

    fn collect(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Atom(Atom { relation, arguments, negated: false, .. }) => {
                    for (argument, (_, column)) in
                        arguments.iter().zip(&self.relations.all[*relation].columns)
                    {
                        let Some(argument) = argument else { continue };
                        if let Some(variable) = variable(argument) {
                            self.restrict(variable, *column, argument.span);
                        }
                    }
                }
                Goal::Compare { comparison: Comparison::Equal, left, right } => {
                    for (one, other) in [(left, right), (right, left)] {
                        if let (Some(variable), Node::Apply(Operation::As(to), _)) =
                            (variable(one), &other.node)
                        {
                            self.restrict(variable, *to, other.span);
                        }
                    }
                }
                Goal::Aggregate(aggregate) => self.collect(&aggregate.goals),
                _ => {}
            }
        }
    }

    fn restrict(&mut self, variable: VariableId, to: TypeId, span: Span) {
        let root = self.root(variable);
        let Some(found) = &self.found[root] else {
            self.found[root] = Some(vec![to]);
            return;
        };
        let mut common = Vec::new();
        found.iter().for_each(|it| self.types.common(*it, to, &mut common));
        if !common.is_empty() {
            self.found[root] = Some(common);
            return;
        }
        let (name, first) =
            (&self.rule.variables[variable].name, found.first().copied().unwrap_or_default());
        let what = if name == "_" { "this value".to_owned() } else { format!("variable `{name}`") };
        let (first, to) = (self.types.name(first), self.types.name(to));
        let message =
            format!("{what} has type `{first}` and type `{to}`, which have no values in common");
        let help =
            format!("`as({}, {to})` converts between types", if name == "_" { "…" } else { name });
        self.diagnostics.push(Diagnostic::new(message, span).with_help(help));
    }

    fn negated(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Atom(Atom { relation, arguments, negated: true, .. }) => {
                    for (column, argument) in arguments.iter().enumerate() {
                        argument.iter().for_each(|it| self.fits(*relation, column, it));
                    }
                }
                Goal::Aggregate(aggregate) => self.negated(&aggregate.goals),
                _ => {}
            }
        }
    }

    /// Checks that the values of a column in a head or in a negated atom have the column's type.
    fn fits(&mut self, relation: usize, column: usize, argument: &Expression) {
        let relation = &self.relations.all[relation];
        let (column, expected) = &relation.columns[column];
        let found = match &argument.node {
            Node::Variable(variable) => {
                self.found[self.root(*variable)].clone().unwrap_or_default()
            }
            Node::Apply(Operation::As(to), _) => vec![*to],
            _ => Vec::new(),
        };
        if let Some(wrong) = found.iter().find(|it| !self.types.is_subtype(**it, *expected)) {
            let (expected, wrong) = (self.types.name(*expected), self.types.name(*wrong));
            let message = format!(
                "expected `{expected}` for column `{column}` of `{}`, found `{wrong}`",
                relation.name
            );
            let help = format!("`as(…, {expected})` converts between types");
            self.diagnostics.push(Diagnostic::new(message, argument.span).with_help(help));
        }
    }
}
