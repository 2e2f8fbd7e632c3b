//! The schema as SQL, for SQLite, DuckDB and PostgreSQL alike.

use super::{beside, entities_of, grouped, prefixed, sentence};
use crate::{ColumnKind, ColumnSchema, Entity, Ids};

/// SQL that creates a table for each relation of a module and of these groups, derived ones and those
/// of answers, and views that answer common questions.
pub fn sql(ids: Ids, groups: &[&str]) -> String {
    let mut script = header(ids);
    let named = grouped(&[]).into_iter().map(|it| ("", it));
    for (prefix, (group, relations)) in named.chain(beside(groups)) {
        script += &format!("\n-- == {prefix}{}\n", group.title);
        for relation in relations {
            let key = Entity::every().any(|entity| entity.name() == relation.name);
            script += &format!("\n{}", prefixed("-- ", &sentence(relation)));
            script += &table(relation.name, key, relation.columns.iter().map(|it| column(it, ids)));
        }
    }
    if ids == Ids::Numeric {
        script += "\n-- == The readable ids\n";
        for entity in entities_of(groups) {
            let columns = [(entity.name(), "BIGINT NOT NULL"), ("symbol", "TEXT NOT NULL")];
            let columns = columns.map(|(name, r#type)| (name, r#type, String::new()));
            script += &format!("\n{}", table(&entity.symbol_relation(), true, columns.into_iter()));
        }
    }
    script + VIEWS
}

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
-- Behind a column of ids stands the table that lists them. Whole numbers below 2^64 are NUMERIC(20),
-- because BIGINT ends at 2^63; SQLite rounds those that BIGINT could not hold. Texts may be empty,
-- and some importers read NULL for that: therefore text columns are not declared NOT NULL.
"
    )
}

/// The name, the SQL type and a remark.
type Column<'schema> = (&'schema str, &'static str, String);

fn column(column: &ColumnSchema, ids: Ids) -> Column<'_> {
    let (r#type, remark) = match column.kind {
        ColumnKind::Id(entity) => match ids {
            Ids::Symbol => ("TEXT NOT NULL", format!(" -- {}", entity.name())),
            Ids::Numeric => ("BIGINT NOT NULL", format!(" -- {}", entity.name())),
        },
        ColumnKind::Word { .. } => ("TEXT NOT NULL", String::new()),
        ColumnKind::Text => ("TEXT", String::new()),
        ColumnKind::Number(32) => ("BIGINT NOT NULL", String::new()),
        ColumnKind::Number(_) => ("NUMERIC(20) NOT NULL", String::new()),
    };
    (column.name, r#type, remark)
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
        // Always quoted: each database has other reserved words.
        format!("    \"{name}\" {type}{key}{comma}{remark}\n")
    });
    format!("CREATE TABLE \"{name}\" (\n{});\n", lines.collect::<String>())
}

const VIEWS: &str = include_str!("views.sql");

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
