//! The schema as SQL for SQLite, DuckDB and PostgreSQL.

use super::{beside, entities_of, grouped, prefixed, sentence};
use crate::{ColumnKind, ColumnSchema, Entity, GROUPS, Ids, RelationId, RelationSchema};

/// SQL that creates a table for each relation of a module and of these derived groups and groups of
/// answers, and views that answer common questions.
pub fn sql(ids: Ids, groups: &[&str]) -> String {
    let mut script = header(ids);
    let named = grouped(&[]).into_iter().map(|it| ("", it));
    for (prefix, (group, relations)) in named.chain(beside(groups)) {
        script += &format!("\n-- == {prefix}{}\n", group.title);
        for relation in relations {
            script += &format!("\n{}", prefixed("-- ", &sentence(relation)));
            script += &relation_table(relation, ids, &COMMON);
        }
    }
    if ids == Ids::Numeric {
        script += "\n-- == The readable ids\n";
        for entity in entities_of(groups) {
            script += &format!("\n{}", symbol_table(entity, &COMMON));
        }
    }
    script + VIEWS
}

/// The schema of a SQLite database of facts, in the order in which it is filled.
pub struct SqliteSchema {
    /// Creates the tables.
    pub tables: String,
    /// Creates indices for joins, after the rows are inserted.
    pub indices: String,
    /// Whether there is a table `instruction_source`, with the rows of the view of this name: SQLite would compute all
    /// of them for each query that joins it.
    pub has_source: bool,
    /// Creates views that answer common questions, if all relations of a module are there.
    pub views: &'static str,
}

/// The schema of a SQLite database with a table for each relation of these groups.
pub fn sqlite(ids: Ids, groups: &[&str]) -> SqliteSchema {
    let relations = || RelationId::every().map(RelationId::schema);
    let chosen: Vec<_> = relations().filter(|it| groups.contains(&it.group)).collect();
    let mut tables: String = chosen.iter().map(|it| relation_table(it, ids, &SQLITE)).collect();
    if ids == Ids::Numeric {
        tables.extend(entities_of(groups).map(|entity| symbol_table(entity, &SQLITE)));
    }
    let is_there = |name: &str| chosen.iter().any(|it| it.name == name);
    let has_all = GROUPS.iter().all(|group| groups.contains(&group.name));
    if has_all {
        let id = if ids == Ids::Symbol { "TEXT NOT NULL" } else { SQLITE.number };
        let columns = [
            ("instruction", id),
            ("function", id),
            ("subprogram", "TEXT"),
            ("directory", "TEXT"),
            ("file", "TEXT"),
            ("line", SQLITE.number),
            ("column", SQLITE.number),
        ];
        let columns = columns.map(|(name, r#type)| (name, r#type, String::new()));
        tables += &table(SOURCE, false, columns.into_iter());
    }
    let is_there = |name: &str| is_there(name) || name == SOURCE && has_all;
    let indices = INDICES.iter().filter(|(table, _)| is_there(table)).map(index).collect();
    SqliteSchema {
        tables,
        indices,
        has_source: has_all,
        views: if has_all { VIEWS_BESIDE_SOURCE } else { "" },
    }
}

/// The name of the view and the table with the source location of each instruction.
const SOURCE: &str = "instruction_source";

/// The columns by which joins look up rows, in addition to primary keys.
const INDICES: &[(&str, &[&str])] = &[
    ("array_type", &["type"]),
    ("block", &["function"]),
    ("block_successor", &["block"]),
    ("call_edge", &["caller"]),
    ("call_edge", &["function"]),
    ("call_instruction", &["instruction"]),
    ("call_instruction", &["callee"]),
    ("function", &["value"]),
    ("getelementptr_index", &["instruction", "position"]),
    ("getelementptr_instruction", &["instruction"]),
    ("global_flag", &["global"]),
    ("instruction", &["function"]),
    ("instruction_operand", &["instruction", "position"]),
    ("instruction_result", &["result"]),
    ("intrinsic", &["function"]),
    ("memory_location_stride", &["memory_location"]),
    ("points_to", &["value"]),
    ("type_layout", &["type"]),
    ("value_name", &["value"]),
    (SOURCE, &["instruction"]),
    (SOURCE, &["file", "line"]),
];

fn index((table, columns): &(&str, &[&str])) -> String {
    let quoted: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    let name = format!("{table}_by_{}", columns.join("_and_"));
    format!("CREATE INDEX \"{name}\" ON \"{table}\" ({});\n", quoted.join(", "))
}

/// The types of columns in a dialect of SQL.
struct Types {
    /// Numbers of 32 bits, and ids that are written as numbers.
    number: &'static str,
    /// Numbers of 64 bits.
    big_number: &'static str,
    text: &'static str,
}

/// For all databases.
const COMMON: Types =
    Types { number: "BIGINT NOT NULL", big_number: "NUMERIC(20) NOT NULL", text: "TEXT" };

/// For SQLite, where a primary key of type `INTEGER` is the row number of the table.
const SQLITE: Types =
    Types { number: "INTEGER NOT NULL", big_number: "INTEGER NOT NULL", text: "TEXT NOT NULL" };

fn header(ids: Ids) -> String {
    let ids = match ids {
        Ids::Symbol => "Ids are readable texts.",
        Ids::Numeric => "Ids are numbers; the tables `<entity>_symbol` give the readable texts.",
    };
    format!(
        "\
-- The relations of irlog as tables, for SQLite, DuckDB and PostgreSQL.
--
-- {ids}
-- The comment after a column of ids names the table of these ids. Numbers below 2^64 are NUMERIC(20),
-- because BIGINT ends at 2^63; SQLite rounds larger numbers. Texts may be empty, and some importers
-- read them as NULL, so text columns are not declared NOT NULL.
"
    )
}

/// The name, the SQL type and a remark.
type Column<'schema> = (&'schema str, &'static str, String);

fn column<'schema>(column: &'schema ColumnSchema, ids: Ids, types: &Types) -> Column<'schema> {
    let (r#type, remark) = match column.kind {
        ColumnKind::Id(entity) => match ids {
            Ids::Symbol => ("TEXT NOT NULL", format!(" -- {}", entity.name())),
            Ids::Numeric => (types.number, format!(" -- {}", entity.name())),
        },
        ColumnKind::Word { .. } => ("TEXT NOT NULL", String::new()),
        ColumnKind::Text => (types.text, String::new()),
        ColumnKind::Number(32) => (types.number, String::new()),
        ColumnKind::Number(_) => (types.big_number, String::new()),
    };
    (column.name, r#type, remark)
}

fn relation_table(relation: &RelationSchema, ids: Ids, types: &Types) -> String {
    let key = Entity::every().any(|entity| entity.name() == relation.name);
    table(relation.name, key, relation.columns.iter().map(|it| column(it, ids, types)))
}

fn symbol_table(entity: Entity, types: &Types) -> String {
    let columns = [(entity.name(), types.number), ("symbol", "TEXT NOT NULL")];
    let columns = columns.map(|(name, r#type)| (name, r#type, String::new()));
    table(&entity.symbol_relation(), true, columns.into_iter())
}

/// Creates a table. If `keyed`, its first column is the primary key.
fn table<'schema>(
    name: &str,
    keyed: bool,
    columns: impl ExactSizeIterator<Item = Column<'schema>>,
) -> String {
    let last = columns.len() - 1;
    let lines = columns.enumerate().map(|(index, (name, r#type, remark))| {
        let key = if keyed && index == 0 { " PRIMARY KEY" } else { "" };
        let comma = if index < last { "," } else { "" };
        // Always quoted, because the reserved words of databases differ.
        format!("    \"{name}\" {type}{key}{comma}{remark}\n")
    });
    format!("CREATE TABLE \"{name}\" (\n{});\n", lines.collect::<String>())
}

/// The view `instruction_source`, and the other views.
const VIEWS: &str = concat!(include_str!("source_view.sql"), include_str!("views.sql"));

/// The views of a SQLite database with a table `instruction_source`.
const VIEWS_BESIDE_SOURCE: &str = include_str!("views.sql");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ANSWER_GROUPS, DERIVED_GROUPS, RelationId};
    use rusqlite::Connection;

    const BOTH: [Ids; 2] = [Ids::Symbol, Ids::Numeric];

    fn database(ids: Ids) -> Connection {
        let database = Connection::open_in_memory().expect("memory is there");
        let groups = DERIVED_GROUPS.iter().chain(ANSWER_GROUPS).map(|group| group.name);
        let groups: Vec<&str> = groups.collect();
        database.execute_batch(&sql(ids, &groups)).expect("SQLite accepts the script");
        database
    }

    #[test]
    fn relations_beside_a_module_have_tables_only_if_their_group_is_named() {
        let tables = |groups: &[&str]| {
            let database = Connection::open_in_memory().expect("memory is there");
            database.execute_batch(&sql(Ids::Numeric, groups)).expect("SQLite accepts the script");
            let has = |name: &str| database.prepare(&format!("SELECT * FROM \"{name}\"")).is_ok();
            ["function", "call_edge", "points_to", "memory_location_symbol", "value_alias"].map(has)
        };
        assert_eq!(tables(&[]), [true, false, false, false, false]);
        assert_eq!(tables(&["call-graph"]), [true, true, false, false, false]);
        assert_eq!(tables(&["points-to"]), [true, false, true, true, false]);
        assert_eq!(tables(&["aliases"]), [true, false, false, true, true]);
    }

    #[test]
    fn tables_have_the_columns_of_their_relations() {
        for database in BOTH.map(database) {
            for schema in RelationId::every().map(|relation| relation.schema()) {
                let query = format!("SELECT * FROM \"{}\"", schema.name);
                let statement = database.prepare(&query).expect("the table exists");
                let columns: Vec<_> = schema.columns.iter().map(|column| column.name).collect();
                assert_eq!(statement.column_names(), columns, "{}", schema.name);
            }
        }
    }

    #[test]
    fn every_view_can_be_queried() {
        for database in BOTH.map(database) {
            let names: Vec<String> = database
                .prepare("SELECT name FROM sqlite_schema WHERE type = 'view'")
                .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
                .expect("SQLite lists its views");
            assert_eq!(names.len(), VIEWS.matches("CREATE VIEW").count());
            for name in names {
                let count = format!("SELECT count(*) FROM \"{name}\"");
                let rows = database.query_row(&count, [], |row| row.get::<_, i64>(0));
                assert_eq!(rows, Ok(0), "{name}");
            }
        }
    }

    #[test]
    fn an_instruction_leads_to_its_source() {
        let database = database(Ids::Symbol);
        database
            .execute_batch(
                "INSERT INTO instruction VALUES ('@f:#0', '@f', '@f:%0', 0, 'ret');
                 INSERT INTO instruction VALUES ('@f:#1', '@f', '@f:%0', 1, 'ret');
                 INSERT INTO instruction_location VALUES ('@f:#0', '!9');
                 INSERT INTO source_location VALUES ('!9', 7, 3, '!5');
                 INSERT INTO scope_file VALUES ('!5', '!1');
                 INSERT INTO scope_subprogram VALUES ('!5', '!4');
                 INSERT INTO source_file VALUES ('!1', 'a.c', '/src');
                 INSERT INTO subprogram VALUES ('!4', 'f', 6);",
            )
            .expect("the tables take these rows");
        let row: (String, String, String, String, i64, i64) = database
            .query_row("SELECT * FROM instruction_source", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(4)?, row.get(5)?, row.get(6)?))
            })
            .expect("one instruction has a source");
        assert_eq!(row, ("@f:#0".into(), "@f".into(), "f".into(), "a.c".into(), 7, 3));
    }

    #[test]
    fn a_call_of_a_function_is_direct() {
        let database = database(Ids::Numeric);
        database
            .execute_batch(
                "INSERT INTO function VALUES (0, 10, 1, 0), (1, 11, 1, 0);
                 INSERT INTO instruction VALUES (0, 0, 0, 0, 'call'), (1, 0, 0, 1, 'call');
                 INSERT INTO call_instruction VALUES (0, 'call', 11, 1, 0), (1, 'call', 12, 1, 0);",
            )
            .expect("the tables take these rows");
        let calls: Vec<(i64, i64, i64)> = database
            .prepare("SELECT instruction, caller, callee FROM direct_call")
            .and_then(|mut query| {
                query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
            })
            .expect("the view can be queried");
        assert_eq!(calls, [(0, 0, 1)]);
    }
}
