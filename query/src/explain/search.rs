//! Finds the rule and the rows that derive a row.
//!
//! To explain a row, each rule for its relation is run again, with the row's values in its head, on
//! the rows that existed before the round that added it. The first way to satisfy a body is used.

use rustc_hash::FxHashMap;

use super::{Premise, Step};
use crate::check::ir::{Atom, Constant, Expression, Goal, Node, Rule, Variable, VariableId};
use crate::plan::{self, Order, Plan, Rounds, Shared, Traced};
use crate::print::cell;
use crate::run::machine::Machine;
use crate::run::relation::Relation;
use crate::run::{Evaluation, RunError};
use crate::syntax::{Comparison, Span};
use crate::value::{Primitive, Symbols, Word};

/// A row: its relation and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    relation: usize,
    position: usize,
}

/// The derivation of a row.
pub(super) struct Found {
    rule: Span,
    body: Vec<Part>,
}

/// A satisfied condition in the body of a rule.
enum Part {
    Fact(Fact),
    /// A negated atom: its relation and its known words.
    Absent(usize, Vec<Option<Word>>),
    Condition(Span),
}

/// Where the explanation shows each row.
pub(super) struct Shown {
    /// The numbers of the steps that derive rows.
    pub(super) numbers: FxHashMap<Fact, usize>,
    /// The locations of rows that are facts of the program.
    pub(super) facts: FxHashMap<Fact, Span>,
}

impl Found {
    /// Whether the rule has no conditions, which means that the row is a fact of the program.
    pub(super) fn is_fact(&self) -> bool {
        self.body.is_empty()
    }

    /// The location of the rule.
    pub(super) fn rule(&self) -> Span {
        self.rule
    }

    /// The rows that it needs.
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> {
        self.body.iter().filter_map(|part| match part {
            Part::Fact(fact) => Some(*fact),
            _ => None,
        })
    }
}

/// The relations of a program that has been run, to be searched.
pub(super) struct Search<'p> {
    traced: &'p Traced,
    /// For each relation, the position of its stratum, if it has rules.
    strata: Vec<Option<usize>>,
    plan: &'p Plan,
    shared: Shared,
    evaluation: Evaluation,
}

impl<'p> Search<'p> {
    /// # Panics
    ///
    /// When the plan is not traced.
    pub(super) fn new(plan: &'p Plan, evaluation: Evaluation) -> Self {
        #[allow(clippy::expect_used, reason = "callers trace what they explain")]
        let traced = plan.traced.as_ref().expect("the plan is traced");
        let mut strata = vec![None; plan.relations.len()];
        for (number, stratum) in plan.strata.iter().enumerate() {
            stratum.relations.iter().for_each(|it| strata[*it] = Some(number));
        }
        let shared = Shared {
            relations: plan.relations.clone(),
            texts: plan.texts.clone(),
            text_numbers: plan.texts.iter().cloned().zip(0..).collect(),
            is_traced: true,
        };
        Self { traced, strata, plan, shared, evaluation }
    }

    /// The first row of a relation that has these words.
    pub(super) fn first(&self, relation: usize, pattern: &[Option<Word>]) -> Option<Fact> {
        let rows = &self.evaluation.relations[relation];
        let is_meant = |position: &usize| {
            let row = rows.row(*position).iter().zip(pattern);
            row.into_iter().all(|(word, wanted)| wanted.is_none_or(|it| it == *word))
        };
        (0..rows.len).find(is_meant).map(|position| Fact { relation, position })
    }

    /// The round that added a row; 0 for initial rows.
    fn round(&self, fact: Fact) -> usize {
        self.evaluation.rounds[fact.relation].partition_point(|rows| *rows <= fact.position)
    }

    /// Whether the program derives a row; other rows are given.
    pub(super) fn is_derived(&self, fact: Fact) -> bool {
        !self.evaluation.rounds[fact.relation].is_empty() && self.round(fact) > 0
    }

    /// The rank of a row, which is higher than the ranks of its premises.
    pub(super) fn rank(&self, fact: Fact) -> (Option<usize>, usize) {
        (self.strata[fact.relation], self.round(fact))
    }

    /// The derivation of a derived row.
    pub(super) fn derive(&mut self, fact: Fact, symbols: &mut Symbols) -> Result<Found, RunError> {
        let words = self.evaluation.relations[fact.relation].row(fact.position).to_vec();
        let round = self.round(fact);
        let members: &[usize] = match self.strata[fact.relation] {
            Some(stratum) => &self.plan.strata[stratum].relations,
            None => &[],
        };
        for member in members {
            let before = self.evaluation.rounds[*member].get(round.saturating_sub(1));
            self.evaluation.relations[*member].old = before.copied().unwrap_or_default();
        }
        let traced = self.traced;
        for rule in traced.rules.iter().filter(|it| it.head == fact.relation) {
            if let Some(found) = self.by_rule(rule, &words, members, symbols)? {
                return Ok(found);
            }
        }
        // Rows of a traced plan are derived from rows of earlier rounds.
        Ok(Found { rule: Span::default(), body: Vec::new() })
    }

    /// The derivation of a row by a rule, if the rule derives it.
    fn by_rule(
        &mut self,
        rule: &Rule,
        words: &[Word],
        members: &[usize],
        symbols: &mut Symbols,
    ) -> Result<Option<Found>, RunError> {
        let bound = BoundRule::new(rule, words, &self.shared.relations);
        let mut rule = Order::new(&bound.rule, members, Rounds::Old, &mut self.shared).rule();
        rule.steps.push(plan::Step::Stop);
        let known = self.evaluation.texts.len();
        let texts = self.shared.texts[known..].iter().map(|it| symbols.intern(it.as_bytes()));
        self.evaluation.texts.extend(texts);
        for (relation, planned) in self.evaluation.relations.iter_mut().zip(&self.shared.relations)
        {
            relation.indices.resize_with(planned.indices.len(), || None);
        }
        self.evaluation.build_indices(&rule.steps, members, &self.shared.relations);

        self.evaluation.relations.push(Relation::new(bound.variables.len(), 0));
        let result = self.evaluation.rule(&rule, &mut Machine::new(symbols));
        let answer = self.evaluation.relations.pop();
        result?;
        let Some(mut answer) = answer.filter(|it| !it.sink.is_empty()) else { return Ok(None) };
        answer.advance();
        let values: FxHashMap<VariableId, Word> =
            bound.variables.iter().copied().zip(answer.row(0).iter().copied()).collect();
        let mut word = |it: &Expression| value(it, &bound.rule.kinds, &values, symbols);
        let mut body = Vec::new();
        for goal in &bound.rule.goals[bound.bindings..] {
            body.extend(match goal {
                Goal::Atom(Atom { relation, arguments, negated, .. }) => {
                    let words: Vec<_> =
                        arguments.iter().map(|it| it.as_ref().and_then(&mut word)).collect();
                    match negated {
                        true => Some(Part::Absent(*relation, words)),
                        false => self.first(*relation, &words).map(Part::Fact),
                    }
                }
                Goal::Compare { left, right, .. } => {
                    Some(Part::Condition(left.span.to(right.span)))
                }
                Goal::Test { what, text, .. } => Some(Part::Condition(what.span.to(text.span))),
                // These are shown by the comparison that uses their value.
                Goal::Range { .. } | Goal::Aggregate(_) | Goal::Constant(_) => None,
            });
        }
        Ok(Some(Found { rule: bound.rule.span, body }))
    }

    /// A derivation with the rows as texts.
    pub(super) fn step(&self, fact: Fact, found: &Found, shown: &Shown, symbols: &Symbols) -> Step {
        let row = |fact: Fact| {
            let row = self.evaluation.relations[fact.relation].row(fact.position);
            self.text(fact.relation, &row.iter().copied().map(Some).collect::<Vec<_>>(), symbols)
        };
        let premise = |part: &Part| match part {
            Part::Condition(span) => Premise::Condition(*span),
            Part::Absent(relation, words) => Premise::Absent(self.text(*relation, words, symbols)),
            Part::Fact(fact) => match (shown.numbers.get(fact), shown.facts.get(fact)) {
                (Some(number), _) => Premise::Step(*number),
                (None, Some(span)) => Premise::Fact(row(*fact), *span),
                (None, None) if self.is_derived(*fact) => Premise::LeftOut(row(*fact)),
                (None, None) => Premise::Given(row(*fact)),
            },
        };
        Step {
            row: row(fact),
            rule: (found.rule != Span::default()).then_some(found.rule),
            premises: found.body.iter().map(premise).collect(),
        }
    }

    /// A row in the syntax of a program, with `_` for unknown words.
    fn text(&self, relation: usize, words: &[Option<Word>], symbols: &Symbols) -> String {
        let columns = words.iter().zip(&self.plan.relations[relation].columns);
        let cell = |(word, (_, kind)): (&Option<Word>, &(String, Primitive))| {
            let Some(word) = word else { return "_".to_owned() };
            let cell = cell(*word, *kind, symbols);
            let text = String::from_utf8_lossy(&cell);
            if *kind == Primitive::Symbol { format!("\"{text}\"") } else { text.into_owned() }
        };
        let cells: Vec<String> = columns.map(cell).collect();
        format!("{}({})", self.traced.names[relation], cells.join(", "))
    }
}

/// A rule whose head is bound to the words of a row. It derives the values of its variables.
struct BoundRule {
    rule: Rule,
    /// The number of goals that were inserted before those of the rule.
    bindings: usize,
    /// For each column of the new head, its variable.
    variables: Vec<VariableId>,
}

impl BoundRule {
    fn new(rule: &Rule, words: &[Word], relations: &[plan::Relation]) -> Self {
        let mut rule = rule.clone();
        let bind = |(argument, word): (&Expression, &Word)| Goal::Compare {
            comparison: Comparison::Equal,
            left: argument.clone(),
            // The word is not converted, whatever its type is.
            right: Expression {
                node: Node::Constant(Constant::Unsigned(*word)),
                ..argument.clone()
            },
        };
        let bindings: Vec<Goal> = rule.arguments.iter().zip(words).map(bind).collect();
        let count = bindings.len();
        rule.goals.splice(0..0, bindings);

        // Columns that the rule does not mention are included.
        let Rule { goals, variables, kinds, .. } = &mut rule;
        for goal in goals.iter_mut() {
            let Goal::Atom(Atom { relation, arguments, negated: false, span }) = goal else {
                continue;
            };
            let columns = &relations[*relation].columns;
            for (argument, (_, kind)) in
                arguments.iter_mut().zip(columns).filter(|it| it.0.is_none())
            {
                let class = kinds.len();
                kinds.push(*kind);
                variables.push(Variable { name: "_".to_owned(), class });
                let node = Node::Variable(variables.len() - 1);
                *argument = Some(Expression { node, class, span: *span });
            }
        }
        let mut wanted = Vec::new();
        for goal in rule.goals.iter().filter(|it| matches!(it, Goal::Atom(_))) {
            goal.direct_variables(&mut |it, span| {
                if !wanted.iter().any(|(known, _)| *known == it) {
                    wanted.push((it, span));
                }
            });
        }
        let argument = |(variable, span): &(VariableId, Span)| Expression {
            node: Node::Variable(*variable),
            class: rule.variables[*variable].class,
            span: *span,
        };
        rule.arguments = wanted.iter().map(argument).collect();
        rule.head = relations.len();
        Self { rule, bindings: count, variables: wanted.into_iter().map(|it| it.0).collect() }
    }
}

/// The word of an argument, if it is a variable or a constant.
fn value(
    expression: &Expression,
    kinds: &[Primitive],
    values: &FxHashMap<VariableId, Word>,
    symbols: &mut Symbols,
) -> Option<Word> {
    match &expression.node {
        Node::Variable(variable) => values.get(variable).copied(),
        Node::Constant(constant) => {
            let word = constant.word(kinds[expression.class]);
            Some(word.unwrap_or_else(|text| symbols.intern(text.as_bytes())))
        }
        Node::Apply(..) => None,
    }
}
