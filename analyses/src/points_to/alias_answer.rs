//! Aliases in rows and in lines.

use facts_schema::ValueId;
use points_to::Location;
use points_to::alias::{Alias, AliasAnswer};

use super::lookup::behind;
use super::names::Names;
use super::pointers::{Objects, aligned, target_columns};
use crate::answer::{Answer, Cell, Relation};

/// Pairs of values, and whether they alias.
pub struct Pairs<'n, 'a> {
    names: &'n Names<'a>,
    pairs: Vec<(ValueId, ValueId, AliasAnswer)>,
}

impl<'n, 'a> Pairs<'n, 'a> {
    /// These pairs.
    pub fn new(names: &'n Names<'a>, pairs: Vec<(ValueId, ValueId, AliasAnswer)>) -> Self {
        Self { names, pairs }
    }

    /// Whether any pair aliases: they must only if all must.
    pub fn alias(&self) -> Alias {
        let mut answers = self.pairs.iter().map(|(.., answer)| answer.alias);
        let first = answers.next().unwrap_or(Alias::No);
        answers.fold(first, |all, it| if all == it { all } else { Alias::May })
    }

    /// The pairs as rows of `alias`, and what they share as rows of `shared_object`.
    pub fn relations(&self) -> Answer {
        let mut alias = Relation::new("alias", &["value", "other_value", "alias", "in_external"]);
        let mut shared = Relation::new(
            "shared_object",
            &[
                "value",
                "other_value",
                "object",
                "kind",
                "offset",
                "stride",
                "end_offset",
                "name",
                "file",
                "directory",
                "line",
                "column",
            ],
        );
        let mut objects = Objects::new(self.names);
        for (one, other, answer) in &self.pairs {
            let ids: [Cell; 2] = [*one, *other].map(|value| self.names.value_id(value).into());
            let mut row = ids.to_vec();
            row.extend([answer.alias.name().into(), answer.in_external.into()]);
            alias.rows.push(row);
            for location in &answer.shared {
                let row = ids.iter().cloned().chain(objects.target(*location));
                shared.rows.push(row.collect());
            }
        }
        let facts = vec![("answer", self.alias().name().into())];
        Answer { facts, relations: vec![alias, shared] }
    }

    /// The pairs in lines for a person.
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
                text += "  memory that external code owns or knows\n";
            }
        }
        text
    }

    fn shared(&self, shared: &[Location]) -> String {
        aligned(shared.iter().map(|location| target_columns(self.names, *location)))
    }
}
