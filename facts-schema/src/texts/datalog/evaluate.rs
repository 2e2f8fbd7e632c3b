//! Naive evaluation, bottom-up and stratum by stratum. It is slow, but as simple as the definition.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;

use super::{Atom, Literal, Program, Rule, Term};
use crate::{Entity, Facts, Ids, RelationId, RowSink, Text};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    Symbol(String),
    Number(i64),
}

/// The rows of each relation.
pub type Relations = BTreeMap<String, BTreeSet<Vec<Scalar>>>;

type Binding = HashMap<String, Scalar>;

impl Program {
    /// All relations, given the input relations.
    pub fn run(&self, inputs: Relations) -> Relations {
        let strata = self.strata().expect("negation is stratified");
        let last = strata.values().max().copied().unwrap_or_default();
        let mut relations = inputs;
        for stratum in 0..=last {
            let in_stratum = |rule: &&Rule| strata[rule.head.relation.as_str()] == stratum;
            let rules: Vec<_> = self.rules.iter().filter(in_stratum).collect();
            while rules.iter().fold(false, |any, rule| rule.apply(&mut relations) | any) {}
        }
        relations
    }
}

impl Rule {
    /// Adds the rows that this rule derives. Returns whether any of them is new.
    fn apply(&self, relations: &mut Relations) -> bool {
        let mut bindings = vec![Binding::new()];
        let mut deferred = Vec::new();
        for literal in &self.body {
            match literal {
                Literal::Positive(atom) => {
                    let rows = relations.get(&atom.relation);
                    bindings = bindings
                        .iter()
                        .flat_map(|binding| {
                            rows.into_iter().flatten().map(move |row| (binding, row))
                        })
                        .filter_map(|(binding, row)| atom.unify(row, binding.clone()))
                        .collect();
                }
                _ => deferred.push(literal),
            }
        }
        bindings.retain(|binding| deferred.iter().all(|it| it.holds(binding, relations)));
        let rows = relations.entry(self.head.relation.clone()).or_default();
        let before = rows.len();
        let head = |binding: &Binding| {
            self.head.arguments.iter().map(|term| term.value(binding)).collect::<Vec<_>>()
        };
        rows.extend(bindings.iter().map(head));
        rows.len() > before
    }
}

impl Literal {
    fn holds(&self, binding: &Binding, relations: &Relations) -> bool {
        match self {
            Literal::Positive(atom) => atom.matches(binding, relations),
            Literal::Negative(atom) => !atom.matches(binding, relations),
            Literal::Comparison(left, "<", right) => left.value(binding) < right.value(binding),
            Literal::Comparison(left, _, right) => left.value(binding) != right.value(binding),
            Literal::False => false,
        }
    }
}

impl Atom {
    fn matches(&self, binding: &Binding, relations: &Relations) -> bool {
        let mut rows = relations.get(&self.relation).into_iter().flatten();
        rows.any(|row| self.unify(row, binding.clone()).is_some())
    }

    /// `binding`, extended so that this atom matches `row`, if possible.
    fn unify(&self, row: &[Scalar], mut binding: Binding) -> Option<Binding> {
        for (term, value) in self.arguments.iter().zip(row) {
            let agrees = match term {
                Term::Any => true,
                Term::Variable(name) => {
                    binding.entry(name.clone()).or_insert_with(|| value.clone()) == value
                }
                _ => term.value(&binding) == *value,
            };
            if !agrees {
                return None;
            }
        }
        Some(binding)
    }
}

impl Term {
    fn value(&self, binding: &Binding) -> Scalar {
        match self {
            Term::Any => unreachable!("`_` has no value"),
            Term::Variable(name) => binding[name].clone(),
            Term::Symbol(text) => Scalar::Symbol(text.clone()),
            Term::Number(_, number) => Scalar::Number(*number),
            Term::Sum(left, right) => Scalar::Number(left.number(binding) + right.number(binding)),
            Term::Functor(name, argument) => {
                Scalar::Number(match (name.as_str(), argument.value(binding)) {
                    ("to_number", Scalar::Number(number)) => number,
                    ("to_number", Scalar::Symbol(text)) => text.parse().expect("a decimal number"),
                    ("strlen", Scalar::Symbol(text)) => text.len() as i64,
                    (name, value) => unreachable!("{name} of {value:?}"),
                })
            }
        }
    }

    fn number(&self, binding: &Binding) -> i64 {
        match self.value(binding) {
            Scalar::Number(number) => number,
            symbol => unreachable!("{symbol:?} in a sum"),
        }
    }
}

/// The input relations that `facts` fill.
pub fn load(facts: &Facts, ids: Ids) -> Relations {
    let mut relations = Relations::new();
    for &relation in RelationId::ALL {
        let mut loader = Loader { facts, ids, relation, row: Vec::new(), rows: BTreeSet::new() };
        let Ok(()) = facts.write_rows(relation, &mut loader);
        relations.insert(relation.schema().name.into(), loader.rows);
    }
    if ids == Ids::Numeric {
        for &entity in Entity::ALL {
            let table = facts.symbols.table(entity);
            let row = |id: u32| vec![Scalar::Number(id.into()), Scalar::Symbol(table.get(id))];
            relations
                .insert(format!("{}_symbol", entity.name()), (0..table.len()).map(row).collect());
        }
    }
    relations
}

struct Loader<'facts> {
    facts: &'facts Facts,
    ids: Ids,
    relation: RelationId,
    row: Vec<Scalar>,
    rows: BTreeSet<Vec<Scalar>>,
}

impl RowSink for Loader<'_> {
    type Error = Infallible;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Infallible> {
        self.row.push(match self.ids {
            Ids::Symbol => Scalar::Symbol(self.facts.symbols.table(entity).get(number)),
            Ids::Numeric => Scalar::Number(number.into()),
        });
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Infallible> {
        self.row.push(Scalar::Symbol(word.into()));
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), Infallible> {
        self.row.push(Scalar::Symbol(self.facts.display(text).into_owned()));
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Infallible> {
        // Columns of 64 bits are symbols.
        let kind = self.relation.schema().columns[self.row.len()].kind;
        self.row.push(match kind {
            crate::ColumnKind::Number(32) => Scalar::Number(number as i64),
            _ => Scalar::Symbol(number.to_string()),
        });
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Infallible> {
        self.rows.insert(std::mem::take(&mut self.row));
        Ok(())
    }
}
