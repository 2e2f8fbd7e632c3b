//! Declarations of relations in Soufflé, and its reserved words.

use crate::{ColumnKind, Entity, RelationSchema};

/// The declaration of an input relation in a Soufflé program.
pub struct Declaration {
    /// The relation's name.
    pub name: String,
    /// The names and Soufflé types of its columns.
    pub columns: Vec<(String, String)>,
}

impl Declaration {
    /// The declaration of a relation of the schema, with readable ids.
    pub fn of(relation: &RelationSchema) -> Self {
        let column_type = |kind| match kind {
            ColumnKind::Id(entity) => type_name(entity),
            ColumnKind::Number(32) => "unsigned".into(),
            ColumnKind::Word { .. } | ColumnKind::Text | ColumnKind::Number(_) => "symbol".into(),
        };
        let columns = relation.columns.iter();
        Self {
            name: identifier(relation.name),
            columns: columns.map(|it| (identifier(it.name), column_type(it.kind))).collect(),
        }
    }

    /// The declaration of the relation of numbers and readable ids of `entity`.
    pub fn of_symbols(entity: Entity) -> Self {
        let columns = vec![
            (identifier(entity.name()), type_name(entity)),
            ("symbol".into(), "symbol".into()),
        ];
        Self { name: entity.symbol_relation(), columns }
    }

    /// The names of the columns, as the arguments of an atom.
    pub fn arguments(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The names and types of the columns.
    pub fn attributes(&self) -> String {
        let columns = self.columns.iter().map(|(name, r#type)| format!("{name}: {type}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// The declaration and the input directive.
    pub fn text(&self) -> String {
        format!(".decl {0}({1})\n.input {0}\n", self.name, self.attributes())
    }
}

/// The words that are keywords instead of names in any release of Soufflé 2.
const RESERVED: &str = "
    as autoinc band bnot bor brie bshl bshr bshru btree btree_delete bxor cat contains count
    debug_delta eqrel false fold ftoi ftou inline input itof itou land lnot lor lxor magic match
    max mean min nil no_inline no_magic ord output overridable printsize range
    recursive_iteration_cnt stateful strlen substr sum to_float to_number to_string to_unsigned
    true utof utoi";

/// Whether the name is reserved in Soufflé.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

/// `name`, or `name_` if `name` is reserved.
fn identifier(name: &str) -> String {
    let suffix = if is_reserved(name) { "_" } else { "" };
    format!("{name}{suffix}")
}

/// The Soufflé type of the ids of `entity`. Types and relations share a namespace, so types start with
/// an upper-case letter.
pub fn type_name(entity: Entity) -> String {
    let (first, rest) = entity.name().split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserved_name_is_changed() {
        assert_eq!(identifier("count"), "count_");
        assert_eq!(identifier("type"), "type");
    }
}
