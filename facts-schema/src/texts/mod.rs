//! The schema as text: for Soufflé, for SQL databases, for programs (JSON) and for people.
//!
//! Each text is generated from the list of relations on request.

#[cfg(test)]
mod datalog;
mod declaration;
mod json;
mod markdown;
mod published;
mod souffle;
mod sql;

pub use declaration::{Declaration, type_name};
pub use json::json;
pub use markdown::markdown;
pub use souffle::{published_predicates, souffle, souffle_of, souffle_of_all};
pub use sql::{SqliteSchema, sql, sqlite};

use crate::{
    ANSWER_GROUPS, ColumnKind, DERIVED_GROUPS, Entity, GROUPS, Group, RelationId, RelationSchema,
};

/// A group with its relations.
type Grouped = (&'static Group, Vec<&'static RelationSchema>);

/// The groups with these names, each with its relations. Without names, all groups of modules.
fn grouped(names: &[&str]) -> Vec<Grouped> {
    let chosen = GROUPS.iter().filter(|group| names.is_empty() || names.contains(&group.name));
    chosen.map(|group| (group, relations_in(group))).collect()
}

/// All derived groups, each with its relations.
fn derived() -> Vec<Grouped> {
    DERIVED_GROUPS.iter().map(|group| (group, relations_in(group))).collect()
}

/// All groups of answers, each with its relations.
fn answers() -> Vec<Grouped> {
    ANSWER_GROUPS.iter().map(|group| (group, relations_in(group))).collect()
}

/// The derived groups and groups of answers with these names, each after a prefix for its title.
fn beside(names: &[&str]) -> Vec<(&'static str, Grouped)> {
    let derived = derived().into_iter().map(|it| ("Derived by irlog: ", it));
    let answers = answers().into_iter().map(|it| ("Only in answers: ", it));
    derived.chain(answers).filter(|(_, (group, _))| names.contains(&group.name)).collect()
}

/// The entities whose ids are in relations of these groups. Entities of modules are always included,
/// derived entities only if a relation has a column for them.
pub(crate) fn entities_of(groups: &[&str]) -> impl Iterator<Item = Entity> {
    let beside = beside(groups);
    let is_named = move |entity: Entity| {
        let mut relations = beside.iter().flat_map(|(_, (_, relations))| relations);
        relations.any(|relation| {
            relation.columns.iter().any(|column| column.kind == ColumnKind::Id(entity))
        })
    };
    Entity::every().filter(move |&it| !Entity::DERIVED.contains(&it) || is_named(it))
}

fn relations_in(group: &Group) -> Vec<&'static RelationSchema> {
    let schemas = RelationId::every().map(|relation| relation.schema());
    schemas.filter(|schema| schema.group == group.name).collect()
}

/// The sets of words of all columns, in the order of their first use.
fn word_sets() -> Vec<(&'static str, &'static [&'static str])> {
    let mut sets = Vec::new();
    for column in RelationId::every().flat_map(|relation| relation.schema().columns) {
        if let ColumnKind::Word { name, words } = column.kind
            && !sets.contains(&(name, words))
        {
            sets.push((name, words));
        }
    }
    sets
}

/// The form of the readable ids of `entity`.
fn readable_id(entity: Entity) -> &'static str {
    match entity {
        Entity::Type => "`i32`, `%struct.S`, `{ i32, ptr }`, as in textual IR",
        Entity::Value => {
            "`@main:%x` or `@main:%12` (argument, result or block, by the name or number that \
             llvm-dis prints), `@global`, `i32 7` (any other constant, with its type)"
        }
        Entity::Function => "`@main`",
        Entity::Block => "`@main:%entry`",
        Entity::Instruction => "`@main:#17`, the 18th instruction of `@main`",
        Entity::Metadata => "`!12`",
        Entity::Attribute => "`nounwind`, `align 8`, `\"key\"=\"value\"`, as in textual IR",
        Entity::Object => {
            "`@main:%x` (the memory of an alloca), `@global`, `@main:#17 @malloc` (the memory that this call \
             of `@malloc` allocates), `external`; after ` in `, the calls of its context"
        }
        Entity::MemoryLocation => {
            "`@global` (the start of the object), `@global+8` (8 bytes after it), `@global+8..80/16` (every \
             16 bytes from there on, before 80), `@main:#17 @malloc+0../8` (to an unknown end)"
        }
        Entity::Structure => {
            "`S` (its name in the source), `%struct.S` (its type), `@main:%x` (a pointer to it)"
        }
        Entity::BitField => "`S.a`, or `%struct.S[3..8]` (its bits) if it has no name",
        Entity::BrokenRule => "`binary-operands-differ`, its name",
    }
}

/// The meaning of a row of `relation`, with the line breaks of the list.
fn sentence(relation: &RelationSchema) -> String {
    // Each line of a doc comment starts with the space after its slashes.
    relation.doc.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// The width of the lines of texts for people.
const WIDTH: usize = 97;

/// `text` with line breaks at spaces.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        if width > 0 && width + 1 + word.len() > WIDTH {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += word.len();
    }
    lines
}

/// The lines of `text`, each after `prefix`.
fn prefixed(prefix: &str, text: &str) -> String {
    text.lines().map(|line| format!("{prefix}{line}\n")).collect()
}
