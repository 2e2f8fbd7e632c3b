//! Alias results as rows and as text.

use facts_schema::{
    AliasAnswer, Answer, RelationId, SharedExternal, SharedObject, ValueAlias, ValueId,
};
use points_to::alias::{self, Alias};
use points_to::{Analysis, Location};

use super::columns::{aligned, target_columns};
use super::lookup::behind;
use super::names::Names;
use super::rows::{Rows, relations_with};

const OWN: &[RelationId] = &[
    RelationId::AliasAnswer,
    RelationId::ValueAlias,
    RelationId::SharedObject,
    RelationId::SharedExternal,
];

/// The relations of an answer about aliases.
pub fn relations() -> Vec<RelationId> {
    relations_with(OWN)
}

/// Pairs of values, and whether they alias.
pub struct Pairs<'n> {
    names: &'n Names<'n>,
    pairs: Vec<(ValueId, ValueId, alias::AliasAnswer)>,
}

impl<'n> Pairs<'n> {
    /// Creates the answer for these pairs.
    pub fn new(names: &'n Names<'n>, pairs: Vec<(ValueId, ValueId, alias::AliasAnswer)>) -> Self {
        Self { names, pairs }
    }

    /// Whether any pair aliases; must-alias only if all pairs must alias.
    pub fn alias(&self) -> Alias {
        let mut answers = self.pairs.iter().map(|(.., answer)| answer.alias);
        let first = answers.next().unwrap_or(Alias::No);
        answers.fold(first, |all, it| if all == it { all } else { Alias::May })
    }

    /// The pairs as rows of `value_alias`, and the objects that they share as rows of
    /// `shared_object`.
    pub fn answer(&self, analysis: &'n Analysis) -> Answer<'n> {
        let mut rows = Rows::new(analysis, self.names, OWN);
        rows.answer.rows.alias_answer.push(AliasAnswer { answer: self.alias().word() });
        for (value, other_value, pair) in &self.pairs {
            let (value, other_value) = (*value, *other_value);
            let answer = pair.alias.word();
            rows.answer.rows.value_alias.push(ValueAlias { value, other_value, answer });
            if pair.in_external {
                let row = SharedExternal { value, other_value };
                rows.answer.rows.shared_external.push(row);
            }
            for location in &pair.shared {
                let Some(pointee) = rows.pointee(*location) else { continue };
                let row = SharedObject { value, other_value, pointee };
                rows.answer.rows.shared_object.push(row);
            }
        }
        rows.finish()
    }

    /// The pairs as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.pairs.len() > 1 {
            text += &format!("{}\n", self.alias().name());
        }
        for (one, other, answer) in &self.pairs {
            let [one, other] =
                [*one, *other].map(|value| self.names.value_id(value) + &behind(self.names, value));
            text += &format!("{}: {one} and {other}\n", answer.alias.name());
            text += &self.shared(&answer.shared);
            if answer.in_external {
                text += "  external or escaped memory\n";
            }
        }
        text
    }

    fn shared(&self, shared: &[Location]) -> String {
        aligned(shared.iter().map(|location| target_columns(self.names, *location)))
    }
}
