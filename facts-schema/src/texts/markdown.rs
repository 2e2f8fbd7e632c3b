//! The schema as a reference page, `docs/schema.md`.

use super::published::{Family, families};
use super::{answers, derived, filled, grouped, readable_id, sentence, word_sets};
use crate::{ColumnKind, ColumnSchema, Entity, Ids, Opcode, RelationSchema, Word};

/// The reference page: relations, words, published predicates, the format of values, and what is not
/// covered.
pub fn markdown() -> String {
    let mut page = include_str!("reference/introduction.md").to_string();
    page += &entities();
    for (group, relations) in grouped(&[]) {
        page += &format!("\n## Group `{}`: {}\n", group.name, group.title);
        page.extend(relations.into_iter().map(relation));
    }
    page += &format!("\n{}", include_str!("reference/derived.md"));
    for (group, relations) in derived() {
        page += &format!("\n## Derived group `{}`: {}\n", group.name, group.title);
        page.extend(relations.into_iter().map(relation));
    }
    page += &format!("\n{}", include_str!("reference/answers.md"));
    for (group, relations) in answers() {
        page += &format!("\n## Answer group `{}`: {}\n", group.name, group.title);
        page.extend(relations.into_iter().map(relation));
    }
    page += &words();
    page += &format!("\n{}", include_str!("reference/published.md"));
    page += &predicates();
    page + &format!("\n{}", include_str!("reference/coverage.md"))
}

fn entities() -> String {
    let mut text = String::from("\n| Ids of | are written |\n|---|---|\n");
    for entity in Entity::every() {
        text += &format!("| {} | {} |\n", link(entity), readable_id(entity));
    }
    text
}

/// A link to the relation of `entity`.
fn link(entity: Entity) -> String {
    format!("[{0}](#{0})", entity.name())
}

fn relation(relation: &RelationSchema) -> String {
    let columns = relation.columns.iter();
    let columns = columns.map(|it| format!("| `{}` | {} |\n", it.name, values(it)));
    format!(
        "\n### {}\n\n{}\n\n| column | values |\n|---|---|\n{}",
        relation.name,
        sentence(relation),
        columns.collect::<String>()
    )
}

fn values(column: &ColumnSchema) -> String {
    match column.kind {
        ColumnKind::Id(entity) => format!("id of {}", link(entity)),
        ColumnKind::Word { name, .. } => {
            format!("a word: [{name}](#{}-words)", name.to_lowercase())
        }
        ColumnKind::Text => "text".into(),
        ColumnKind::Number(bits) => format!("number below 2^{bits}"),
    }
}

fn words() -> String {
    let mut text = String::from("\n## Words\n");
    for (name, words) in word_sets() {
        let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        text += &format!("\n### {name} words\n\n{}\n", filled(&words.join(", ")));
    }
    text
}

fn predicates() -> String {
    let mut text = String::new();
    let mut section = "";
    for family in families(Ids::Symbol) {
        if family.section != section {
            section = family.section;
            text +=
                &format!("\n### Predicates: {section}\n\n| predicate | a row says |\n|---|---|\n");
        }
        text += &predicate(&family);
    }
    text
}

fn predicate(family: &Family) -> String {
    let words = if family.words.len() == Opcode::ALL.len() {
        " For each opcode.".into()
    } else if family.words.is_empty() {
        String::new()
    } else {
        format!(" For each of {}.", family.words.join(", "))
    };
    let comment = family.comment.trim_end().replace('\n', " ");
    format!("| `{}` | {comment}{words} |\n", family.pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RelationId;

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schema.md");

    #[test]
    fn the_page_in_docs_is_up_to_date() {
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(PAGE, markdown()).expect("docs can be written");
        }
        let page = std::fs::read_to_string(PAGE).unwrap_or_default();
        assert!(
            page == markdown(),
            "docs/schema.md is stale. Renew it with\n\
             cargo run -- schema --format markdown > docs/schema.md\n\
             or by running this test with BLESS=1."
        );
    }

    #[test]
    fn every_link_has_its_heading() {
        let page = markdown();
        let anchor = |heading: &str| heading.trim_start_matches('#').trim().to_lowercase();
        let headings: Vec<_> = page
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| anchor(line).replace(' ', "-").replace(['`', ':', ','], ""))
            .collect();
        for link in page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
            let count = headings.iter().filter(|heading| *heading == link).count();
            assert_eq!(count, 1, "{link}");
        }
    }

    #[test]
    fn every_relation_and_column_is_on_the_page() {
        let page = markdown();
        for schema in RelationId::every().map(|relation| relation.schema()) {
            let (_, entry) =
                page.split_once(&format!("\n### {}\n", schema.name)).expect("a heading");
            let entry = entry.split("\n#").next().unwrap_or_default();
            assert!(entry.contains(&sentence(schema)), "{}", schema.name);
            for column in schema.columns {
                assert!(entry.contains(&format!("\n| `{}` |", column.name)), "{}", schema.name);
            }
        }
    }
}
