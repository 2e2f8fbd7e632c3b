//! Writes a database of facts.

use std::io;
use std::path::Path;

use facts_schema::folder::{Contents, Manifest, WriteError, WriteOptions};
use facts_schema::{Facts, Ids, texts};
use rusqlite::Connection;

use super::MANIFEST_TABLE;
use super::insert::Inserter;
use super::source::insert_source;
use super::target::create_file;

/// Writes `facts` to the database `file`, which appears only when it is complete: it is created in
/// the folder `temporary`, an unused path beside it.
///
/// # Errors
///
/// When a group does not exist, when `file` exists and must not be replaced or is not a database of
/// facts, and when the operating system reports an error. `temporary` is then removed, and `file`
/// is unchanged.
pub fn write(
    facts: &Facts,
    file: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    let contents = Contents::new(facts, options)?;
    let manifest = contents.manifest(facts, options);
    create_file(file, temporary, options.replace, |file| {
        fill(facts, file, options.ids, &contents, &manifest).map_err(to_io)
    })?;
    Ok(manifest)
}

/// The error of SQLite, or of the operating system if it is the cause.
fn to_io(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => io::ErrorKind::StorageFull.into(),
        Some(rusqlite::ErrorCode::OutOfMemory) => io::ErrorKind::OutOfMemory.into(),
        _ => io::Error::other(error),
    }
}

/// Settings for a file that other processes do not access, and that is deleted when an error
/// occurs.
const SETTINGS: &str = "
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    BEGIN;
";

/// The page size. Every table and index occupies at least one page, even without rows, but a
/// database with many rows is written a fifth faster with larger pages.
fn page_size(contents: &Contents) -> u32 {
    const MANY: u64 = 100_000;
    let rows: u64 = contents.tables.iter().map(|table| table.rows).sum();
    if rows < MANY { 4096 } else { 32768 }
}

/// Collects statistics about the number of rows per value, from which SQLite chooses the join
/// order.
const STATISTICS: &str = "PRAGMA analysis_limit = 1000; ANALYZE;";

fn fill(
    facts: &Facts,
    file: &Path,
    ids: Ids,
    contents: &Contents,
    manifest: &Manifest,
) -> rusqlite::Result<()> {
    let database = Connection::open(file)?;
    database.execute_batch(&format!("PRAGMA page_size = {};", page_size(contents)))?;
    database.execute_batch(SETTINGS)?;
    let schema = texts::sqlite(ids, &contents.groups());
    database.execute_batch(&schema.tables)?;
    database.execute_batch(&format!("CREATE TABLE {MANIFEST_TABLE} (manifest TEXT NOT NULL);"))?;
    let insert = format!("INSERT INTO {MANIFEST_TABLE} VALUES (?)");
    database.execute(&insert, [manifest.to_json()])?;
    for table in &contents.tables {
        Inserter::insert_all(&database, facts, table)?;
    }
    if schema.has_source {
        insert_source(&database, facts, ids)?;
    }
    // Building an index at the end by sorting is faster than updating it for each row.
    database.execute_batch(&schema.indices)?;
    database.execute_batch(schema.views)?;
    database.execute_batch(STATISTICS)?;
    database.execute_batch("COMMIT;")?;
    database.close().map_err(|(_, error)| error)
}
