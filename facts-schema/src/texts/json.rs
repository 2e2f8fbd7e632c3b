//! The schema as JSON, for programs.

use serde::Serialize;

use super::{answers, derived, grouped, readable_id, sentence, word_sets};
use crate::{ColumnKind, ColumnSchema, Entity};

/// The schema as a JSON object: `entities`, `words` (the sets of words) and `groups` with their
/// relations and columns.
pub fn json() -> String {
    let entities = Entity::every().map(|entity| EntityText {
        name: entity.name(),
        relation: entity.name(),
        readable_id: readable_id(entity),
    });
    let words = word_sets().into_iter().map(|(name, words)| WordSet { name, words });
    let groups = grouped(&[]).into_iter().map(|it| (Source::Module, it));
    let groups = groups.chain(derived().into_iter().map(|it| (Source::Derived, it)));
    let groups = groups.chain(answers().into_iter().map(|it| (Source::Answer, it)));
    let groups = groups.map(|(source, (group, relations))| GroupText {
        name: group.name,
        title: group.title,
        derived: source == Source::Derived,
        answer: source == Source::Answer,
        relations: relations
            .into_iter()
            .map(|relation| RelationText {
                name: relation.name,
                doc: sentence(relation).replace('\n', " "),
                columns: relation.columns.iter().map(ColumnText::of).collect(),
            })
            .collect(),
    });
    let schema = SchemaText {
        entities: entities.collect(),
        words: words.collect(),
        groups: groups.collect(),
    };
    let text = serde_json::to_string_pretty(&schema).expect("texts and numbers can be written");
    text + "\n"
}

#[derive(Serialize)]
struct SchemaText {
    entities: Vec<EntityText>,
    words: Vec<WordSet>,
    groups: Vec<GroupText>,
}

#[derive(Serialize)]
struct EntityText {
    name: &'static str,
    /// The relation with a row for each id.
    relation: &'static str,
    readable_id: &'static str,
}

#[derive(Serialize)]
struct WordSet {
    name: &'static str,
    words: &'static [&'static str],
}

#[derive(Serialize)]
struct GroupText {
    name: &'static str,
    title: &'static str,
    /// Whether irlog derives the group from the others.
    #[serde(skip_serializing_if = "is_false")]
    derived: bool,
    /// Whether only answers have the group.
    #[serde(skip_serializing_if = "is_false")]
    answer: bool,
    relations: Vec<RelationText>,
}

/// The origin of the rows of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Module,
    Derived,
    Answer,
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize)]
struct RelationText {
    name: &'static str,
    doc: String,
    columns: Vec<ColumnText>,
}

#[derive(Serialize)]
struct ColumnText {
    name: &'static str,
    #[serde(flatten)]
    kind: KindText,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum KindText {
    /// Ids of the entity.
    Id {
        entity: &'static str,
    },
    /// A word of the set.
    Word {
        words: &'static str,
    },
    Text,
    /// An unsigned number of this many bits.
    Number {
        bits: u32,
    },
}

impl ColumnText {
    fn of(column: &ColumnSchema) -> Self {
        let kind = match column.kind {
            ColumnKind::Id(entity) => KindText::Id { entity: entity.name() },
            ColumnKind::Word { name, .. } => KindText::Word { words: name },
            ColumnKind::Text => KindText::Text,
            ColumnKind::Number(bits) => KindText::Number { bits },
        };
        Self { name: column.name, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RelationId;
    use serde_json::{Value, json};

    fn parsed() -> Value {
        serde_json::from_str(&super::json()).expect("it is JSON")
    }

    #[test]
    fn all_relations_are_listed_in_order() {
        let schema = parsed();
        let groups = schema["groups"].as_array().expect("a list of groups");
        let relations = groups.iter().flat_map(|it| it["relations"].as_array().expect("a list"));
        let names: Vec<_> = relations.map(|relation| relation["name"].clone()).collect();
        let expected: Vec<_> = RelationId::every().map(|it| it.schema().name).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn columns_say_what_they_hold() {
        let schema = parsed();
        let relations = schema["groups"].as_array().expect("a list of groups").iter();
        let mut relations = relations.flat_map(|it| it["relations"].as_array().expect("a list"));
        let array = relations.find(|it| it["name"] == "module_flag").expect("the relation");
        assert_eq!(
            array["columns"],
            json!([
                { "name": "position", "kind": "number", "bits": 32 },
                { "name": "behavior", "kind": "word", "words": "ModuleFlagBehavior" },
                { "name": "name", "kind": "text" },
                { "name": "metadata", "kind": "id", "entity": "metadata" },
            ])
        );
    }

    #[test]
    fn every_set_of_words_that_a_column_names_is_listed() {
        let schema = parsed();
        let sets = schema["words"].as_array().expect("a list of sets");
        let listed: Vec<_> = sets.iter().map(|set| set["name"].as_str()).collect();
        for column in RelationId::every().flat_map(|it| it.schema().columns) {
            if let ColumnKind::Word { name, .. } = column.kind {
                assert!(listed.contains(&Some(name)), "{name}");
            }
        }
    }
}
