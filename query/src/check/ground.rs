//! Checks groundedness: each variable must be bound by a positive atom or by an equation.
//!
//! A variable that is bound only within a `min` or `max` is a witness: its values are those for
//! which the extreme value is reached. The body of the aggregate is then repeated outside of it,
//! with the result in place of the aggregated term.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::ir::{Aggregate, Atom, Expression, Goal, Node, Rule, Variable, VariableId};
use crate::diagnostic::Diagnostic;
use crate::syntax::{AggregateKind, Comparison, Span};

/// Reports unbound variables, and converts witnesses to goals.
pub(crate) fn check(rule: &mut Rule, diagnostics: &mut Vec<Diagnostic>) {
    let mut mentioned = FxHashSet::default();
    rule.arguments.iter().for_each(|it| it.variables(&mut |it, _| mentioned.extend([it])));
    let mut classes = rule.kinds.len();
    let mut ground = Ground {
        variables: &mut rule.variables,
        classes: &mut classes,
        reported: FxHashSet::default(),
        diagnostics,
    };
    let bound = ground.level(&mut rule.goals, mentioned, FxHashSet::default());
    rule.arguments.iter().for_each(|it| ground.require(it, &bound));
    rule.kinds.resize(classes, crate::value::Primitive::Number);
}

struct Ground<'r> {
    variables: &'r mut Vec<Variable>,
    classes: &'r mut usize,
    reported: FxHashSet<VariableId>,
    diagnostics: &'r mut Vec<Diagnostic>,
}

type Set = FxHashSet<VariableId>;

impl Ground<'_> {
    /// The variables that are bound in the body of a rule or an aggregate.
    fn level(&mut self, goals: &mut Vec<Goal>, mut mentioned: Set, mut bound: Set) -> Set {
        loop {
            for goal in &*goals {
                goal.direct_variables(&mut |it, _| mentioned.extend([it]));
            }
            while goals.iter().any(|it| bind(it, &mentioned, &mut bound)) {}
            let stuck = goals.iter_mut().find_map(|it| match it {
                Goal::Aggregate(it) if !outer(it, &mentioned).is_subset(&bound) => Some(it),
                _ => None,
            });
            let Some(stuck) = stuck else { break };
            let witness = self.localise(stuck, &mentioned, &bound);
            goals.extend(witness);
        }
        for goal in goals {
            goal.direct_variables(&mut |it, span| self.require_variable(it, span, &bound));
            let Goal::Aggregate(aggregate) = goal else { continue };
            let mut inner = mentioned.clone();
            aggregate.of.iter().for_each(|it| it.variables(&mut |it, _| inner.extend([it])));
            let inner = self.level(&mut aggregate.goals, inner, bound.clone());
            aggregate.of.iter().for_each(|it| self.require(it, &inner));
        }
        bound
    }

    /// Makes variables local to an aggregate if they are not bound outside of it.
    fn localise(&mut self, aggregate: &mut Aggregate, mentioned: &Set, bound: &Set) -> Vec<Goal> {
        let unbound: Set = outer(aggregate, mentioned).difference(bound).copied().collect();
        let mut witness = Vec::new();
        if let (AggregateKind::Min | AggregateKind::Max, Some(of)) = (aggregate.kind, &aggregate.of)
        {
            let into = Expression {
                node: Node::Variable(aggregate.into),
                class: self.variables[aggregate.into].class,
                span: aggregate.span,
            };
            witness.clone_from(&aggregate.goals);
            witness.push(Goal::Compare {
                comparison: Comparison::Equal,
                left: of.clone(),
                right: into,
            });
            let mut fresh = FxHashMap::default();
            let mut rename = |it| match mentioned.contains(&it) {
                true => it,
                false => *fresh.entry(it).or_insert_with(|| self.copy(it)),
            };
            witness.iter_mut().for_each(|it| it.rename(&mut rename));
        }
        let mut fresh = FxHashMap::default();
        aggregate.rename_inner(&mut |it| match unbound.contains(&it) {
            true => *fresh.entry(it).or_insert_with(|| self.copy(it)),
            false => it,
        });
        witness
    }

    fn copy(&mut self, variable: VariableId) -> VariableId {
        let class = *self.classes;
        *self.classes += 1;
        self.variables.push(Variable { class, ..self.variables[variable].clone() });
        self.variables.len() - 1
    }

    fn require(&mut self, expression: &Expression, bound: &Set) {
        expression.variables(&mut |it, span| self.require_variable(it, span, bound));
    }

    fn require_variable(&mut self, variable: VariableId, span: Span, bound: &Set) {
        if bound.contains(&variable) || !self.reported.insert(variable) {
            return;
        }
        let name = &self.variables[variable].name;
        let message = match name.as_str() {
            "_" => "this value is not bound by anything".to_owned(),
            _ => format!("variable `{name}` is not bound"),
        };
        let help = "a variable needs to occur in a relation that is not negated, or be equal to a term that is bound";
        self.diagnostics.push(Diagnostic::new(message, span).with_help(help));
    }
}

/// The variables of an aggregate that are bound outside of it.
pub(crate) fn outer(aggregate: &Aggregate, mentioned: &Set) -> Set {
    let mut outer = Set::default();
    aggregate.inner_variables(&mut |it, _| {
        if mentioned.contains(&it) {
            outer.insert(it);
        }
    });
    outer
}

/// Whether a goal binds a variable that is not bound yet.
fn bind(goal: &Goal, mentioned: &Set, bound: &mut Set) -> bool {
    let before = bound.len();
    match goal {
        Goal::Atom(Atom { arguments, negated: false, .. }) => {
            bound.extend(arguments.iter().flatten().filter_map(variable));
        }
        Goal::Compare { comparison: Comparison::Equal, left, right } => {
            for (one, other) in [(left, right), (right, left)] {
                if let Some(variable) = variable(one)
                    && other.all(|it| bound.contains(&it))
                {
                    bound.insert(variable);
                }
            }
        }
        Goal::Range { into, parts, .. }
            if parts.iter().all(|it| it.all(|it| bound.contains(&it))) =>
        {
            bound.insert(*into);
        }
        Goal::Aggregate(aggregate) if outer(aggregate, mentioned).is_subset(bound) => {
            bound.insert(aggregate.into);
        }
        _ => {}
    }
    bound.len() > before
}

/// The variable, if the expression is one.
pub(crate) fn variable(expression: &Expression) -> Option<VariableId> {
    match expression.node {
        Node::Variable(variable) => Some(variable),
        _ => None,
    }
}
