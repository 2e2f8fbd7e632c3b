//! The join order of a rule.
//!
//! The atom over the last round's rows is first. After it, atoms that share a bound variable take
//! precedence, among these the atom with the most bound columns, and finally the order of the
//! program. Comparisons, tests and negations follow as soon as their variables are bound.

mod split;

use rustc_hash::FxHashMap;

use crate::check::ground::variable;
use crate::check::ir::{self, Atom, Expression, Goal, Node, VariableId};
use crate::plan::order::split::Split;
use crate::plan::shared::Shared;
use crate::plan::{Columns, Function, Register, Rule, Step, Value, Version};
use crate::syntax::Comparison;
use crate::value::Primitive;

/// The rows of the stratum's relations over which a rule ranges.
#[derive(Clone, Copy)]
pub(crate) enum Rounds {
    /// All rows.
    All,
    /// The goal at this position ranges over the rows of the last round, and later goals over the
    /// rows before it.
    Delta(usize),
    /// The rows before the last round.
    Old,
}

impl Rounds {
    /// The goal that ranges over the rows of the last round.
    fn delta(self) -> Option<usize> {
        match self {
            Self::Delta(goal) => Some(goal),
            Self::All | Self::Old => None,
        }
    }

    /// The rows over which a goal of the stratum ranges.
    fn version(self, goal: usize) -> Version {
        match self {
            Self::Delta(delta) if delta == goal => Version::Delta,
            Self::Delta(delta) if delta < goal => Version::Old,
            Self::Old => Version::Old,
            Self::All | Self::Delta(_) => Version::All,
        }
    }
}

/// A rule that is being converted to steps.
pub(crate) struct Order<'a> {
    rule: &'a ir::Rule,
    /// The relations of the stratum.
    members: &'a [usize],
    rounds: Rounds,
    shared: &'a mut Shared,
    /// The register of each bound variable.
    bound: Vec<Option<Register>>,
    /// The number of occurrences of each variable.
    mentions: Vec<usize>,
    /// Whether the value of each variable is used.
    is_used: Vec<bool>,
    constants: FxHashMap<Value, Register>,
    registers: usize,
}

/// The next goal.
enum Next {
    /// A goal that is only checked or computed, without a loop.
    Simple(usize),
    Atom(usize),
}

impl<'a> Order<'a> {
    pub(crate) fn new(
        rule: &'a ir::Rule,
        members: &'a [usize],
        rounds: Rounds,
        shared: &'a mut Shared,
    ) -> Self {
        let mut mentions = vec![0; rule.variables.len()];
        rule.goals.iter().for_each(|it| it.variables(&mut |it, _| mentions[it] += 1));
        rule.arguments.iter().for_each(|it| it.variables(&mut |it, _| mentions[it] += 1));
        let mut is_used: Vec<bool> = mentions.iter().map(|it| *it > 1).collect();
        rule.goals.iter().for_each(|it| use_distinct(it, &mut is_used));
        let bound = vec![None; rule.variables.len()];
        Self {
            rule,
            members,
            rounds,
            shared,
            bound,
            mentions,
            is_used,
            constants: FxHashMap::default(),
            registers: 0,
        }
    }

    pub(crate) fn rule(mut self) -> Rule {
        let rule = self.rule;
        let mut steps = Vec::new();
        self.goals(&rule.goals, self.rounds, false, &mut steps);
        let row = rule.arguments.iter().map(|it| self.expression(it, &mut steps)).collect();
        steps.push(Step::Emit { row });
        let delta = self.rounds.delta().and_then(|it| match &rule.goals[it] {
            Goal::Atom(atom) => Some(atom.relation),
            _ => None,
        });
        let mut constants: Vec<_> =
            self.constants.into_iter().map(|(value, register)| (register, value)).collect();
        constants.sort_unstable_by_key(|it| it.0);
        Rule { head: rule.head, delta, registers: self.registers, constants, steps }
    }

    fn register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    fn goals(&mut self, goals: &[Goal], rounds: Rounds, counts: bool, steps: &mut Vec<Step>) {
        let mut waiting: Vec<usize> = (0..goals.len()).collect();
        let mut delta_waits = rounds.delta();
        let mut split: Option<Split> = None;
        while !waiting.is_empty() {
            let next = self.next(goals, &waiting, &mut delta_waits);
            let (Next::Simple(at) | Next::Atom(at)) = next;
            waiting.retain(|it| *it != at);
            if let Some(needed) = split.take_if(|it| self.needs(&it.rest, &goals[at])) {
                steps.push(needed.probe());
            }
            match (&goals[at], next) {
                (Goal::Atom(atom), Next::Atom(_)) => {
                    let version = match self.members.contains(&atom.relation) {
                        true => rounds.version(at),
                        false => Version::All,
                    };
                    if version == Version::Delta {
                        split = self.split(atom, goals, &waiting, steps);
                        if split.is_some() {
                            continue;
                        }
                    }
                    self.atom(atom, version, counts, steps);
                }
                (goal, _) => self.simple(goal, steps),
            }
        }
        steps.extend(split.map(Split::probe));
    }

    /// The next goal.
    fn next(&self, goals: &[Goal], waiting: &[usize], delta: &mut Option<usize>) -> Next {
        let is_ready = |it: &Expression| it.all(|it| self.bound[it].is_some());
        let is_expensive =
            |it: &usize| matches!(goals[*it], Goal::Aggregate(_) | Goal::Range { .. });
        let ready = |at: &&usize| match &goals[**at] {
            Goal::Atom(atom) => atom.negated && atom.arguments.iter().flatten().all(is_ready),
            Goal::Compare { comparison, left, right } => match (is_ready(left), is_ready(right)) {
                (true, true) => true,
                (true, false) => *comparison == Comparison::Equal && variable(right).is_some(),
                (false, true) => *comparison == Comparison::Equal && variable(left).is_some(),
                (false, false) => false,
            },
            Goal::Test { what, text, .. } => is_ready(what) && is_ready(text),
            Goal::Constant(_) => true,
            Goal::Range { parts, .. } => parts.iter().all(is_ready),
            Goal::Aggregate(aggregate) => self.is_ready(aggregate),
        };
        if let Some(cheap) = waiting.iter().filter(|it| !is_expensive(it)).find(ready) {
            return Next::Simple(*cheap);
        }
        if let Some(delta) = delta.take() {
            return Next::Atom(delta);
        }
        let score = |at: usize| match &goals[at] {
            Goal::Atom(atom) if !atom.negated => {
                let arguments = || atom.arguments.iter().flatten();
                let known = arguments().filter(|it| is_ready(it)).count();
                // A constant alone does not connect an atom to earlier atoms.
                let is_connected = arguments().any(|it| is_ready(it) && variable(it).is_some());
                Some((known == atom.arguments.len(), is_connected, known))
            }
            _ => None,
        };
        let atoms = waiting.iter().rev().filter_map(|it| Some((score(*it)?, *it)));
        let best = atoms.max_by_key(|(score, _)| *score);
        if let Some(((true, ..), best)) = best {
            return Next::Atom(best);
        }
        let expensive = |is_aggregate: bool| {
            let of = |it: &&usize| matches!(goals[**it], Goal::Aggregate(_)) == is_aggregate;
            waiting.iter().filter(|it| is_expensive(it)).filter(of).find(ready)
        };
        if let Some(aggregate) = expensive(true) {
            return Next::Simple(*aggregate);
        }
        match (best, expensive(false)) {
            (Some(((.., 0), _)), Some(range)) | (None, Some(range)) => Next::Simple(*range),
            (Some((_, best)), _) => Next::Atom(best),
            // The groundedness check rejects such rules.
            (None, None) => Next::Simple(waiting[0]),
        }
    }

    /// Whether all variables that an aggregate shares with its context are bound.
    fn is_ready(&self, aggregate: &ir::Aggregate) -> bool {
        let mut own = vec![0; self.bound.len()];
        aggregate.inner_variables(&mut |it, _| own[it] += 1);
        let is_shared = |it: usize| own[it] > 0 && self.mentions[it] > own[it];
        (0..own.len()).all(|it| !is_shared(it) || self.bound[it].is_some())
    }

    /// The steps of a goal that does not need a loop over a relation.
    fn simple(&mut self, goal: &Goal, steps: &mut Vec<Step>) {
        match goal {
            Goal::Atom(atom) => self.negated(atom, steps),
            Goal::Compare { comparison, left, right } => {
                for (one, other) in [(left, right), (right, left)] {
                    if let Some(variable) = variable(one)
                        && self.bound[variable].is_none()
                    {
                        self.bound[variable] = Some(self.expression(other, steps));
                        return;
                    }
                }
                let kind = self.rule.kinds[left.class];
                let left = self.expression(left, steps);
                let right = self.expression(right, steps);
                steps.push(Step::Compare { comparison: *comparison, kind, left, right });
            }
            Goal::Test { test, holds, what, text } => {
                let span = what.span;
                let what = self.expression(what, steps);
                let text = self.expression(text, steps);
                steps.push(Step::Test { test: *test, expected: *holds, what, text, span });
            }
            Goal::Range { into, parts, .. } => {
                let kind = self.kind_of(*into);
                let parts = parts.iter().map(|it| self.expression(it, steps)).collect();
                let to = self.register();
                steps.push(Step::Range { to, kind, parts });
                self.assign(*into, to, steps);
            }
            Goal::Aggregate(aggregate) => {
                let of_kind = aggregate.of.as_ref().map(|it| self.rule.kinds[it.class]);
                let mut inner = Vec::new();
                let outer = self.bound.clone();
                let is_distinct = aggregate.is_distinct();
                self.goals(&aggregate.goals, Rounds::All, !is_distinct, &mut inner);
                let distinct = is_distinct.then(|| self.distinct(aggregate, &outer));
                let of = aggregate.of.as_ref().map(|it| self.expression(it, &mut inner));
                inner.push(Step::Collect { of, distinct });
                let to = self.register();
                let kind = of_kind.unwrap_or(Primitive::Number);
                steps.push(Step::Aggregate {
                    to,
                    aggregate: aggregate.kind,
                    kind,
                    steps: inner.into(),
                });
                self.assign(aggregate.into, to, steps);
            }
            Goal::Constant(true) => {}
            Goal::Constant(false) => steps.push(Step::Fail),
        }
    }

    /// The registers of the variables that are local to an aggregate.
    fn distinct(&self, aggregate: &ir::Aggregate, outer: &[Option<Register>]) -> Box<[Register]> {
        let mut own = Vec::new();
        for goal in &aggregate.goals {
            goal.direct_variables(&mut |it, _| {
                if let (Some(register), None) = (self.bound[it], outer[it]) {
                    own.push(register);
                }
            });
        }
        own.sort_unstable();
        own.dedup();
        own.into()
    }

    fn kind_of(&self, variable: VariableId) -> Primitive {
        self.rule.kinds[self.rule.variables[variable].class]
    }

    fn assign(&mut self, variable: VariableId, to: Register, steps: &mut Vec<Step>) {
        match self.bound[variable] {
            None => self.bound[variable] = Some(to),
            Some(right) => {
                let kind = self.kind_of(variable);
                steps.push(Step::Compare { comparison: Comparison::Equal, kind, left: to, right });
            }
        }
    }

    fn negated(&mut self, atom: &Atom, steps: &mut Vec<Step>) {
        let mut key = Vec::new();
        for (column, argument) in atom.arguments.iter().enumerate() {
            if let Some(argument) = argument {
                key.push((column, self.expression(argument, steps)));
            }
        }
        self.exists(atom, Version::All, key, Vec::new(), false, steps);
    }

    /// A step that only checks whether there is a row.
    fn exists(
        &mut self,
        atom: &Atom,
        version: Version,
        key: Vec<(usize, Register)>,
        check: Vec<(usize, Register)>,
        expected: bool,
        steps: &mut Vec<Step>,
    ) {
        let relation = atom.relation;
        if key.len() == atom.arguments.len() && !self.shared.is_traced {
            self.shared.relations[relation].needs_set = true;
            let row = key.iter().map(|it| it.1).collect();
            steps.push(Step::Contains { relation, row, expected });
        } else if key.is_empty() {
            steps.push(Step::Any { relation, version, expected });
        } else {
            let (index, key, check) = self.keyed(relation, key, check);
            steps.push(Step::Exists { relation, index, version, key, check, expected });
        }
    }

    /// An index and the key to look up in it. An index on more than two columns only contains
    /// hashes of keys.
    fn keyed(
        &mut self,
        relation: usize,
        key: Vec<(usize, Register)>,
        mut check: Vec<(usize, Register)>,
    ) -> (usize, Box<[Register]>, Columns) {
        let columns: Vec<usize> = key.iter().map(|it| it.0).collect();
        let registers = key.iter().map(|it| it.1).collect();
        if key.len() > 2 {
            check.splice(0..0, key);
        }
        (self.shared.index(relation, &columns), registers, check.into())
    }

    /// A loop over the rows of a relation.
    fn atom(&mut self, atom: &Atom, version: Version, counts: bool, steps: &mut Vec<Step>) {
        let relation = atom.relation;
        let (mut key, mut bind, mut check) = (Vec::new(), Vec::new(), Vec::new());
        let mut new: Vec<VariableId> = Vec::new();
        for (column, argument) in atom.arguments.iter().enumerate() {
            let Some(argument) = argument else { continue };
            match variable(argument) {
                Some(variable) if new.contains(&variable) => {
                    check.extend(self.bound[variable].map(|it| (column, it)));
                }
                Some(variable) if self.bound[variable].is_none() => {
                    if self.is_used[variable] {
                        let register = self.register();
                        self.bound[variable] = Some(register);
                        new.push(variable);
                        bind.push((column, register));
                    }
                }
                _ => key.push((column, self.expression(argument, steps))),
            }
        }
        if version == Version::Delta || (key.is_empty() && (counts || !bind.is_empty())) {
            key.append(&mut check);
            steps.push(Step::Scan { relation, version, bind: bind.into(), check: key.into() });
        } else if bind.is_empty() && (!counts || key.len() == atom.arguments.len()) {
            self.exists(atom, version, key, check, true, steps);
        } else {
            let (index, key, check) = self.keyed(relation, key, check);
            steps.push(Step::Probe { relation, index, version, key, bind: bind.into(), check });
        }
    }

    /// The register of a term; the computation of the term is added to the steps.
    fn expression(&mut self, expression: &Expression, steps: &mut Vec<Step>) -> Register {
        let kind = self.rule.kinds[expression.class];
        match &expression.node {
            Node::Variable(variable) => match self.bound[*variable] {
                Some(register) => register,
                // The groundedness check rejects such variables.
                None => self.register(),
            },
            Node::Constant(constant) => {
                let value = match constant.word(kind) {
                    Ok(word) => Value::Word(word),
                    Err(text) => Value::Text(self.shared.text(text)),
                };
                if let Some(known) = self.constants.get(&value) {
                    return *known;
                }
                let register = self.register();
                self.constants.insert(value, register);
                register
            }
            Node::Apply(operation, operands) => {
                let operand_kind = operands.first().map_or(kind, |it| self.rule.kinds[it.class]);
                let function = Function::new(*operation, operand_kind);
                let operands: Box<[Register]> =
                    operands.iter().map(|it| self.expression(it, steps)).collect();
                if let (Function::Same, [same]) = (function, &*operands) {
                    return *same;
                }
                let to = self.register();
                steps.push(Step::Compute { to, function, operands, span: expression.span });
                to
            }
        }
    }
}

/// All variables of a distinct aggregate are used, even if they occur only once.
fn use_distinct(goal: &Goal, is_used: &mut [bool]) {
    let Goal::Aggregate(aggregate) = goal else { return };
    for goal in &aggregate.goals {
        if aggregate.is_distinct() {
            goal.direct_variables(&mut |it, _| is_used[it] = true);
        }
        use_distinct(goal, is_used);
    }
}
