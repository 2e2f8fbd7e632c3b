//! The schema as a program for Soufflé.
//!
//! The grammar and reserved words are from Soufflé 2.

use super::published::published;
use super::{Declaration, type_name};
use super::{Grouped, beside, entities_of, filled, grouped, prefixed, readable_id, sentence};
use crate::{
    ANSWER_GROUPS, ColumnKind, DERIVED_GROUPS, Entity, GROUPS, Ids, RelationId, RelationSchema,
};

/// A program for Soufflé that declares and reads the relations of `groups`, or of all groups of modules
/// if there are none, and that defines the predicates of the published relational model of LLVM IR that
/// only need these relations. Derived groups and groups of answers are included if they are named.
pub fn souffle(ids: Ids, groups: &[&str]) -> String {
    let named = grouped(groups).into_iter().map(|it| ("", it));
    let (declared, mut inputs) = declarations(named.chain(beside(groups)));
    let mut program = header(ids) + PREDICATES + &types(ids, entities_of(groups)) + &declared;
    program += &readable_ids(ids, entities_of(groups), &mut inputs);
    program + &published(ids, &inputs)
}

/// The same program for all relations, including derived relations and relations of answers. Soufflé
/// only reads the files of relations that a program uses.
pub fn souffle_of_all(ids: Ids) -> String {
    let all = GROUPS.iter().chain(DERIVED_GROUPS).chain(ANSWER_GROUPS);
    souffle(ids, &all.map(|group| group.name).collect::<Vec<_>>())
}

/// A program for Soufflé that declares and reads these relations.
pub fn souffle_of(ids: Ids, relations: &[RelationId]) -> String {
    let columns = relations.iter().flat_map(|relation| relation.schema().columns);
    let kinds: Vec<_> = columns.map(|column| column.kind).collect();
    let entities = Entity::every().filter(|it| kinds.contains(&ColumnKind::Id(*it)));
    let mut program = header(ids) + &types(ids, entities) + "\n// == The relations\n";
    for relation in relations {
        program += &declaration(relation.schema()).1;
    }
    program
}

/// The part of [`souffle_of_all`] with readable ids that defines the published predicates: the component
/// `Published`, its instance `published`, and the aliases of relations that they need.
pub fn published_predicates() -> String {
    let inputs: Vec<_> = RelationId::ALL.iter().map(|it| Declaration::of(it.schema())).collect();
    published(Ids::Symbol, &inputs)
}

/// The declarations of these groups, each title after a prefix.
fn declarations(
    groups: impl Iterator<Item = (&'static str, Grouped)>,
) -> (String, Vec<Declaration>) {
    let mut text = String::new();
    let mut inputs = Vec::new();
    for (prefix, (group, relations)) in groups {
        text += &format!("\n// == {prefix}{}\n", group.title);
        for relation in relations {
            let (input, declared) = declaration(relation);
            text += &declared;
            inputs.push(input);
        }
    }
    (text, inputs)
}

fn declaration(relation: &RelationSchema) -> (Declaration, String) {
    let input = Declaration::of(relation);
    let text = format!("\n{}{}", prefixed("// ", &sentence(relation)), input.text());
    (input, text)
}

/// The relations of numbers and readable ids.
fn readable_ids(
    ids: Ids,
    entities: impl Iterator<Item = Entity>,
    inputs: &mut Vec<Declaration>,
) -> String {
    if ids == Ids::Symbol {
        return String::new();
    }
    let mut text = String::from("\n// == The readable ids\n");
    for entity in entities {
        let input = Declaration::of_symbols(entity);
        text += &format!("\n{}", input.text());
        inputs.push(input);
    }
    text
}

fn header(ids: Ids) -> String {
    let ids = match ids {
        Ids::Symbol => "Ids are readable texts.",
        Ids::Numeric => "Ids are numbers; `<entity>_symbol` gives the readable text of each.",
    };
    format!(
        "\
// The relations of irlog for Souffle 2. This program reads the facts in this folder.
//
// To use it, write a program with `.include \"schema.dl\"`, rules and `.output` directives, and run
// `souffle -I <this folder> -F <this folder> -D <folder for results> <program>`.
//
// {ids} Numbers that may not fit into 32 bits are symbols.
"
    )
}

const PREDICATES: &str = "\
// The predicates of the published relational model of LLVM IR are at the end of this file, in the
// component `Published`: `published.instruction_next` is `instruction:next` of the model.
";

fn types(ids: Ids, entities: impl Iterator<Item = Entity>) -> String {
    let mut text = String::from("\n// == The types of ids\n\n");
    for entity in entities {
        let name = type_name(entity);
        text += &match ids {
            Ids::Numeric => format!(".type {name} <: unsigned\n"),
            Ids::Symbol => {
                let written = filled(&format!("Written {}.", readable_id(entity)));
                format!("{}.type {name} <: symbol\n", prefixed("// ", &written))
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::datalog::Program;

    /// Each group alone, and all groups except each, with readable and numeric ids.
    fn choices() -> Vec<(Ids, Vec<&'static str>)> {
        let mut choices = vec![vec![]];
        for group in GROUPS {
            choices.push(vec![group.name]);
            let others = GROUPS.iter().filter(|other| other.name != group.name);
            choices.push(others.map(|other| other.name).collect());
        }
        let all = || GROUPS.iter().map(|group| group.name);
        for group in DERIVED_GROUPS.iter().chain(ANSWER_GROUPS) {
            choices.push(all().chain([group.name]).collect());
        }
        choices.push(all().chain(DERIVED_GROUPS.iter().map(|group| group.name)).collect());
        let both = |groups: Vec<_>| [(Ids::Symbol, groups.clone()), (Ids::Numeric, groups)];
        choices.into_iter().flat_map(both).collect()
    }

    #[test]
    fn the_program_is_correct_for_every_choice_of_groups() {
        for (ids, groups) in choices() {
            let text = souffle(ids, &groups);
            let program =
                Program::parse(&text).unwrap_or_else(|error| panic!("{ids:?} {groups:?}: {error}"));
            let problems = program.problems();
            assert!(problems.is_empty(), "{ids:?} {groups:?}:\n{}", problems.join("\n"));
        }
    }

    #[test]
    fn the_program_of_all_relations_is_correct() {
        for ids in [Ids::Symbol, Ids::Numeric] {
            let program = Program::parse(&souffle_of_all(ids)).expect("it parses");
            let problems = program.problems();
            assert!(problems.is_empty(), "{ids:?}:\n{}", problems.join("\n"));
            for relation in RelationId::every() {
                assert!(program.inputs.iter().any(|input| input == relation.schema().name));
            }
        }
    }

    #[test]
    fn the_program_of_some_relations_declares_what_they_need() {
        for relation in RelationId::every() {
            let name = relation.schema().name;
            let program = Program::parse(&souffle_of(Ids::Symbol, &[relation])).expect("it parses");
            assert_eq!(program.problems(), [""; 0], "{name}");
            assert_eq!(program.inputs, [name]);
        }
    }

    #[test]
    fn exactly_the_relations_of_the_groups_are_inputs() {
        let inputs = |ids, groups: &[&str]| {
            let program = Program::parse(&souffle(ids, groups)).expect("it parses");
            let mut inputs = program.inputs;
            inputs.sort();
            inputs
        };
        let names = |groups: &[&str]| {
            let chosen = RelationId::every().filter(|it| match groups {
                [] => RelationId::ALL.contains(it),
                groups => groups.contains(&it.schema().group),
            });
            let chosen = chosen.map(|relation| relation.schema());
            let mut names: Vec<String> = chosen.map(|it| it.name.into()).collect();
            names.sort();
            names
        };
        assert_eq!(inputs(Ids::Symbol, &[]), names(&[]));
        assert_eq!(inputs(Ids::Symbol, &["memory", "debug"]), names(&["memory", "debug"]));
        assert_eq!(inputs(Ids::Numeric, &[]).len(), names(&[]).len() + Entity::ALL.len());
        // A folder with derived relations.
        let groups = ["memory", "points-to"];
        assert_eq!(inputs(Ids::Symbol, &groups), names(&groups));
        let is_chosen = |it: &&Entity| groups.contains(&RelationId::defining(**it).schema().group);
        let symbols = Entity::ALL.len() + Entity::DERIVED.iter().filter(is_chosen).count();
        assert_eq!(inputs(Ids::Numeric, &groups).len(), names(&groups).len() + symbols);
    }

    #[test]
    fn no_line_is_joined_to_the_next() {
        // As a C preprocessor does with one that ends with a backslash.
        for ids in [Ids::Symbol, Ids::Numeric] {
            assert!(souffle(ids, &[]).lines().all(|line| !line.ends_with('\\')));
        }
    }
}
