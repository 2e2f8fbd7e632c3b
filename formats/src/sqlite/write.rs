//! Writing a database of facts.

use std::io;
use std::path::Path;

use facts_schema::folder::{Contents, Manifest, WriteError, WriteOptions};
use facts_schema::{Facts, Ids, texts};
use rusqlite::Connection;

use super::MANIFEST_TABLE;
use super::insert::Inserter;
use super::source::insert_source;
use super::target::create_file;

/// Writes `facts` to the database `file`, which appears only when it is complete: it is made in the folder
/// `temporary`, a path beside it where nothing exists yet.
///
/// # Errors
///
/// When a group does not exist, when `file` exists and is not to be replaced or is not a database of facts, and when
/// the operating system refuses. Then `temporary` is removed and `file` is as it was.
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

/// The reason for which SQLite refused, in the system's words where it was the system.
fn to_io(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => io::ErrorKind::StorageFull.into(),
        Some(rusqlite::ErrorCode::OutOfMemory) => io::ErrorKind::OutOfMemory.into(),
        _ => io::Error::other(error),
    }
}

/// Settings for a file that nobody else sees: when something fails, it is deleted.
const SETTINGS: &str = "
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    BEGIN;
";

/// The size of a page. Every table and index takes one, also without rows; but a database with many rows is written a
/// fifth faster with the larger ones.
fn page_size(contents: &Contents) -> u32 {
    const MANY: u64 = 100_000;
    let rows: u64 = contents.tables.iter().map(|table| table.rows).sum();
    if rows < MANY { 4096 } else { 32768 }
}

/// Tells SQLite how many rows there are for a value, by which it chooses the order of joins.
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
    // A whole index is sorted faster than one that grows.
    database.execute_batch(&schema.indices)?;
    database.execute_batch(schema.views)?;
    database.execute_batch(STATISTICS)?;
    database.execute_batch("COMMIT;")?;
    database.close().map_err(|(_, error)| error)
}
