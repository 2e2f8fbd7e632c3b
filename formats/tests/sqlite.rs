//! The contents of a database besides the tables of relations, and the messages for databases with
//! other contents.

use std::path::{Path, PathBuf};

use facts_formats::{check_target, read, write};
use facts_schema::folder::WriteOptions;
use facts_schema::{BlockId, FunctionId, TypeId};
use facts_schema::{
    Entity, Facts, FactsFormat, Ids, Instruction, InstructionId, InstructionLocation, MetadataId,
    Opcode, ScopeFile, ScopeSubprogram, SourceFile, SourceLocation, Subprogram, TypeLayout, texts,
};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tempfile::TempDir;

/// A database of some facts.
struct Written {
    place: TempDir,
    file: PathBuf,
}

impl Written {
    fn new(facts: &Facts, ids: Ids) -> Self {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("facts.db");
        write(facts, &file, &place.path().join("temporary"), &options(ids)).unwrap();
        Self { place, file }
    }

    fn open(&self) -> Connection {
        Connection::open(&self.file).unwrap()
    }

    /// The error message after this change to a database.
    fn error_after(change: &str) -> String {
        let written = Self::new(&facts(), Ids::Symbol);
        written.open().execute_batch(change).unwrap();
        let error = read(&written.file).unwrap_err().to_string();
        let place = written.place.path().display().to_string() + "/";
        assert!(!error.contains('\n'), "{error}");
        error.replace(&place, "")
    }
}

fn options(ids: Ids) -> WriteOptions {
    WriteOptions {
        format: FactsFormat::Sqlite,
        ids,
        groups: vec![],
        derived: vec![],
        tool_version: "1.2.3".into(),
        llvm_version: "22.1.0".into(),
        inputs: vec![],
        replace: false,
    }
}

/// Instructions with source locations. Each part of a location is present in some and missing in
/// others.
fn facts() -> Facts {
    let mut facts = Facts::default();
    for (entity, symbols) in [
        (Entity::Instruction, &["@f:#0", "@f:#1", "@f:#2", "@f:#3"][..]),
        (Entity::Function, &["@f"]),
        (Entity::Block, &["@f:%0"]),
        (Entity::Type, &["[9 x i8]"]),
        (Entity::Metadata, &["!0", "!1", "!2", "!3", "!4", "!5"]),
    ] {
        for symbol in symbols {
            facts.symbols.table_mut(entity).push(symbol.as_bytes());
        }
    }
    let [name, directory, file] =
        ["f\tg", "/src", "a.c"].map(|text| facts.texts.intern(text.as_bytes()));
    let (function, block) = (FunctionId(0), BlockId(0));
    for number in 0..4 {
        let (instruction, opcode) = (InstructionId(number), Opcode::Ret);
        facts.instruction.push(Instruction {
            instruction,
            function,
            block,
            position: number,
            opcode,
        });
    }
    // The third has a location that is not defined, and the fourth has none.
    let scopes = [MetadataId(3), MetadataId(4)];
    for (number, scope) in (0..).zip(scopes) {
        let location = MetadataId(number);
        let line = number + 7;
        facts.source_location.push(SourceLocation { location, line, column: 1, scope });
    }
    for number in 0..3 {
        let (instruction, location) = (InstructionId(number), MetadataId(number));
        facts.instruction_location.push(InstructionLocation { instruction, location });
    }
    // The first scope is known, the second has a file without a name.
    let [known, other] = scopes;
    facts.scope_file.push(ScopeFile { scope: known, file: MetadataId(5) });
    facts.scope_file.push(ScopeFile { scope: other, file: MetadataId(2) });
    facts.scope_subprogram.push(ScopeSubprogram { scope: known, subprogram: MetadataId(5) });
    facts.source_file.push(SourceFile { file: MetadataId(5), name: file, directory });
    // Two names of one function yield two rows, as in a join.
    facts.subprogram.push(Subprogram { subprogram: MetadataId(5), name, line: 1 });
    facts.subprogram.push(Subprogram { subprogram: MetadataId(5), name: file, line: 1 });
    facts.type_layout.push(TypeLayout {
        r#type: TypeId(0),
        bit_size: u64::MAX,
        store_size: i64::MAX as u64,
        allocation_size: 1 << 63,
        abi_alignment: 1,
        preferred_alignment: 1,
    });
    facts
}

/// The rows of a query, each as text.
fn rows(database: &Connection, query: &str) -> Vec<String> {
    let mut statement = database.prepare(query).unwrap();
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row| {
        let cell = |column| {
            Ok(match row.get_ref(column)? {
                ValueRef::Text(text) => format!("TEXT {}", String::from_utf8_lossy(text)),
                ValueRef::Integer(number) => format!("INTEGER {number}"),
                other => other.data_type().to_string(),
            })
        };
        Ok((0..columns).map(cell).collect::<Result<Vec<_>, rusqlite::Error>>()?.join(", "))
    };
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

#[test]
fn the_table_of_places_has_the_rows_of_the_view() {
    for ids in [Ids::Symbol, Ids::Numeric] {
        let written = Written::new(&facts(), ids);
        let database = written.open();
        let found = rows(&database, "SELECT * FROM instruction_source ORDER BY 1, 3");
        let view = texts::sql(ids, &[]);
        let start = view.find("CREATE VIEW \"instruction_source\"").unwrap();
        let end = start + view[start..].find(';').unwrap();
        database.execute_batch("DROP TABLE instruction_source").unwrap();
        database.execute_batch(&view[start..end]).unwrap();
        let expected = rows(&database, "SELECT * FROM instruction_source ORDER BY 1, 3");
        assert_eq!(found, expected);
        assert_eq!(found.len(), 3);
    }
}

#[test]
fn views_and_indices_exist_only_with_all_groups() {
    let count = |groups: &[&str], kind: &str| {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("facts.db");
        let groups = groups.iter().map(|&group| group.into()).collect();
        let options = WriteOptions { groups, ..options(Ids::Symbol) };
        write(&facts(), &file, &place.path().join("temporary"), &options).unwrap();
        let query = format!("SELECT name FROM sqlite_schema WHERE type = '{kind}'");
        let names = rows(&Connection::open(&file).unwrap(), &query);
        assert!(read(&file).is_ok());
        names.len()
    };
    assert_eq!(count(&[], "view"), 5);
    assert_eq!(count(&["instructions"], "view"), 0);
    assert!(count(&["instructions"], "index") > 0);
}

#[test]
fn large_numbers_are_exact_and_greater_than_integers() {
    let written = Written::new(&facts(), Ids::Symbol);
    let database = written.open();
    let numbers = "SELECT bit_size, store_size, allocation_size FROM type_layout";
    assert_eq!(
        rows(&database, numbers),
        ["TEXT 0xFFFFFFFFFFFFFFFF, INTEGER 9223372036854775807, TEXT 0x8000000000000000"]
    );
    let greater = "SELECT bit_size > store_size, bit_size > allocation_size FROM type_layout";
    assert_eq!(rows(&database, greater), ["INTEGER 1, INTEGER 1"]);
    let (back, _) = read(&written.file).unwrap();
    assert_eq!(back.type_layout, facts().type_layout);
}

#[test]
fn databases_are_checked() {
    let error = Written::error_after;
    assert_eq!(
        error("DROP TABLE irlog_manifest"),
        "facts.db: a SQLite database without facts: it has no table irlog_manifest"
    );
    assert_eq!(
        error(
            "UPDATE irlog_manifest SET manifest = replace(manifest, '\"schema_version\": 1', '\"schema_version\": 9')"
        ),
        "facts.db: written with version 9 of the schema, but this irlog has version 1; extract the facts again"
    );
    assert!(error("DELETE FROM irlog_manifest").starts_with("facts.db: cannot be read: "));
    assert_eq!(
        error("DELETE FROM subprogram WHERE rowid = 1"),
        "facts.db: table subprogram: found 1 rows, but the manifest says 2"
    );
    assert_eq!(
        error("UPDATE instruction SET opcode = 'rett' WHERE rowid = 2"),
        "facts.db: table instruction: row 2: `rett` is not a value of Opcode"
    );
    assert_eq!(
        error("ALTER TABLE subprogram RENAME COLUMN line TO lines"),
        "facts.db: table subprogram: expected the header `subprogram,name,line`, found `subprogram,name,lines`"
    );
    assert!(error("DROP TABLE subprogram").contains("no such table: subprogram"));
    assert_eq!(
        error("UPDATE subprogram SET line = -1 WHERE rowid = 2"),
        "facts.db: table subprogram: row 2: column `line`: expected a number from 0, found the INTEGER -1"
    );
    assert_eq!(
        error("UPDATE subprogram SET name = x'00' WHERE rowid = 1"),
        "facts.db: table subprogram: row 1: column `name`: expected a text, found a BLOB"
    );
    assert_eq!(
        error("UPDATE type_layout SET abi_alignment = '0xFFFFFFFFFFFFFFFFF'"),
        "facts.db: table type_layout: row 1: column `abi_alignment`: expected a number from 0, found the TEXT `0xFFFFFFFFFFFFFFFFF`"
    );
}

#[test]
fn only_a_database_of_facts_is_replaced() {
    let written = Written::new(&facts(), Ids::Symbol);
    let check =
        |file: &Path| check_target(file, FactsFormat::Sqlite, true).map_err(|it| it.to_string());
    assert_eq!(check(&written.file), Ok(()));
    let error = check_target(&written.file, FactsFormat::Sqlite, false).unwrap_err().to_string();
    assert!(error.ends_with("facts.db already exists; --force replaces it"), "{error}");
    let other = written.place.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE notes (note)").unwrap();
    let message = "is not a database of facts, and --force replaces only those";
    assert!(check(&other).is_err_and(|it| it.ends_with(message)));
    assert!(check(written.place.path()).is_err_and(|it| it.ends_with(message)));
    let link = written.place.path().join("link.db");
    std::os::unix::fs::symlink(&written.file, &link).unwrap();
    assert!(check(&link).is_err_and(|it| it.ends_with(message)));

    // A failed run leaves the existing file unchanged.
    let before = std::fs::read(&written.file).unwrap();
    let options = WriteOptions { replace: true, ..options(Ids::Numeric) };
    let occupied = written.place.path().join("other.db");
    assert!(write(&facts(), &written.file, &occupied, &options).is_err());
    assert_eq!(std::fs::read(&written.file).unwrap(), before);
    write(&facts(), &written.file, &written.place.path().join("temporary"), &options).unwrap();
    assert_ne!(std::fs::read(&written.file).unwrap(), before);
}
