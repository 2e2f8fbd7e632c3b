//! The schema as a program for Soufflé.
//!
//! The grammar and the reserved words are those of Soufflé 2.

use super::declaration::{Declaration, type_name};
use super::published::{COMPONENT, INSTANCE, published};
use super::{derived, entities_of, filled, grouped, prefixed, readable_id, sentence};
use crate::Ids;

/// A program for Soufflé that declares and inputs the relations of `groups`, all if there are none,
/// and that offers the predicates of the published relational model of LLVM IR as far as those
/// relations carry them. Derived groups are only in it if they are named.
pub fn souffle(ids: Ids, groups: &[&str]) -> String {
    let mut program = header(ids);
    program += &types(ids, groups);
    let mut inputs = Vec::new();
    let named = grouped(groups).into_iter().map(|it| ("", it));
    let derived = derived(groups).into_iter().map(|it| ("Derived by irlog: ", it));
    for (prefix, (group, relations)) in named.chain(derived) {
        program += &format!("\n// == {prefix}{}\n", group.title);
        for relation in relations {
            let input = Declaration::of(relation);
            program += &format!("\n{}{}", prefixed("// ", &sentence(relation)), input.text());
            inputs.push(input);
        }
    }
    if ids == Ids::Numeric {
        program += "\n// == The readable ids\n";
        for entity in entities_of(groups) {
            let input = Declaration::of_symbols(entity);
            program += &format!("\n{}", input.text());
            inputs.push(input);
        }
    }
    program + &published(ids, &inputs)
}

fn header(ids: Ids) -> String {
    let ids = match ids {
        Ids::Symbol => "Ids are readable texts.",
        Ids::Numeric => "Ids are numbers; `<entity>_symbol` gives the readable text of each.",
    };
    format!(
        "\
// The relations of irlog, for Souffle 2: a program that reads the facts in this folder.
//
// A program of your own starts with `#include \"schema.dl\"`, adds rules and `.output` directives,
// and runs as `souffle -F <this folder> -D <folder for results> <program>`.
//
// {ids} Whole numbers that may not fit 32 bits are symbols.
// The predicates of the published relational model of LLVM IR are at the end of this file, in the
// component `{COMPONENT}`: `{INSTANCE}.instruction_next` is `instruction:next` of the model.
"
    )
}

fn types(ids: Ids, groups: &[&str]) -> String {
    let mut text = String::from("\n// == The types of ids\n\n");
    for entity in entities_of(groups) {
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
    use crate::{DERIVED_GROUPS, Entity, GROUPS, RelationId};

    /// All groups, each alone, and all but each, each in both ways to write ids.
    fn choices() -> Vec<(Ids, Vec<&'static str>)> {
        let mut choices = vec![vec![]];
        for group in GROUPS {
            choices.push(vec![group.name]);
            let others = GROUPS.iter().filter(|other| other.name != group.name);
            choices.push(others.map(|other| other.name).collect());
        }
        let all = || GROUPS.iter().map(|group| group.name);
        for group in DERIVED_GROUPS {
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
    fn exactly_the_relations_of_the_groups_are_inputs() {
        let inputs = |ids, groups: &[&str]| {
            let program = Program::parse(&souffle(ids, groups)).expect("it parses");
            let mut inputs = program.inputs;
            inputs.sort();
            inputs
        };
        let names = |groups: &[&str]| {
            let chosen = RelationId::every().filter(|it| match groups {
                [] => !it.is_derived(),
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
        // A folder with what has been derived.
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
