//! Finds mutually recursive relations. A relation must not depend on its own negation, or on an
//! aggregate over itself.

use std::collections::VecDeque;

use crate::check::ir::{Goal, Rule};
use crate::check::relations::{Relation, RelationId};
use crate::diagnostic::Diagnostic;
use crate::syntax::Span;

/// The kind of dependency of the head of a rule on a relation in its body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dependency {
    Plain,
    Negation,
    Aggregate,
}

struct Edge {
    to: RelationId,
    dependency: Dependency,
    span: Span,
}

/// The strongly connected components of the relations, each after those on which it depends.
pub(crate) fn components(
    relations: &[Relation],
    rules: &[Rule],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Vec<RelationId>> {
    let mut edges: Vec<Vec<Edge>> = relations.iter().map(|_| Vec::new()).collect();
    for rule in rules {
        add(&rule.goals, Dependency::Plain, &mut edges[rule.head]);
    }
    let mut search = Search {
        edges: &edges,
        states: vec![State::default(); relations.len()],
        ..Search::default()
    };
    for relation in 0..relations.len() {
        if search.states[relation].number == 0 {
            search.visit(relation);
        }
    }
    let components = search.components;
    let mut component_of = vec![0; relations.len()];
    for (component, members) in components.iter().enumerate() {
        members.iter().for_each(|it| component_of[*it] = component);
    }
    let mut reported = vec![false; components.len()];
    for (head, edges_of_head) in edges.iter().enumerate() {
        let component = component_of[head];
        let bad = edges_of_head
            .iter()
            .find(|it| it.dependency != Dependency::Plain && component_of[it.to] == component);
        if let (Some(bad), false) = (bad, reported[component]) {
            reported[component] = true;
            diagnostics.push(describe(relations, &edges, head, bad));
        }
    }
    components
}

fn add(goals: &[Goal], dependency: Dependency, edges: &mut Vec<Edge>) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => {
                let dependency = if atom.negated { Dependency::Negation } else { dependency };
                edges.push(Edge { to: atom.relation, dependency, span: atom.span });
            }
            Goal::Aggregate(aggregate) => add(&aggregate.goals, Dependency::Aggregate, edges),
            _ => {}
        }
    }
}

fn describe(
    relations: &[Relation],
    edges: &[Vec<Edge>],
    head: RelationId,
    bad: &Edge,
) -> Diagnostic {
    let name = |it: RelationId| format!("`{}`", relations[it].name);
    let what = match bad.dependency {
        Dependency::Aggregate => "an aggregate over itself",
        _ => "its own negation",
    };
    let message = format!("relation {} depends on {what}", name(head));
    let mut cycle = vec![match bad.dependency {
        Dependency::Aggregate => format!("{} aggregates over {}", name(head), name(bad.to)),
        _ => format!("{} needs the negation of {}", name(head), name(bad.to)),
    }];
    let way = way(edges, bad.to, head);
    cycle.extend(way.windows(2).map(|it| format!("{} needs {}", name(it[0]), name(it[1]))));
    Diagnostic::new(message, bad.span).with_help(cycle.join(", "))
}

/// The relations on a shortest path from one relation to another on which it depends.
fn way(edges: &[Vec<Edge>], from: RelationId, to: RelationId) -> Vec<RelationId> {
    let mut before = vec![None; edges.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        for edge in &edges[at] {
            if before[edge.to].is_none() && edge.to != from {
                before[edge.to] = Some(at);
                queue.push_back(edge.to);
            }
        }
    }
    let mut way = vec![to];
    while let Some(at) = way.last().filter(|it| **it != from).and_then(|it| before[*it]) {
        way.push(at);
    }
    way.reverse();
    way
}

#[derive(Clone, Copy, Default)]
struct State {
    /// The position in the order of visits, from 1.
    number: usize,
    low: usize,
    is_open: bool,
}

/// Tarjan's algorithm.
#[derive(Default)]
struct Search<'e> {
    edges: &'e [Vec<Edge>],
    states: Vec<State>,
    visited: usize,
    open: Vec<RelationId>,
    components: Vec<Vec<RelationId>>,
}

impl Search<'_> {
    /// Visits everything that is reachable from a relation. It does not recurse, because chains of
    /// relations may be long.
    fn visit(&mut self, start: RelationId) {
        let edges = self.edges;
        let mut calls = vec![(start, 0)];
        self.enter(start);
        while let Some((relation, next)) = calls.last_mut() {
            let relation = *relation;
            if let Some(edge) = edges[relation].get(*next) {
                *next += 1;
                if self.states[edge.to].number == 0 {
                    self.enter(edge.to);
                    calls.push((edge.to, 0));
                } else if self.states[edge.to].is_open {
                    self.states[relation].low =
                        self.states[relation].low.min(self.states[edge.to].number);
                }
                continue;
            }
            calls.pop();
            let state = self.states[relation];
            if let Some((caller, _)) = calls.last() {
                let caller = &mut self.states[*caller];
                caller.low = caller.low.min(state.low);
            }
            if state.low == state.number {
                let at = self.open.iter().rposition(|it| *it == relation).unwrap_or_default();
                let members = self.open.split_off(at);
                members.iter().for_each(|it| self.states[*it].is_open = false);
                self.components.push(members);
            }
        }
    }

    fn enter(&mut self, relation: RelationId) {
        self.visited += 1;
        self.states[relation] = State { number: self.visited, low: self.visited, is_open: true };
        self.open.push(relation);
    }
}
