//! Modules in all formats of facts, and the guides' queries on a database.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn irlog(place: &Path, arguments: &str) -> Result {
    let output = Command::new(env!("CARGO_BIN_EXE_irlog"))
        .current_dir(place)
        .args(arguments.split_whitespace())
        .output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "irlog {arguments}: {stderr}");
    Ok(())
}

fn files(folder: PathBuf) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        files.insert(file.file_name().to_string_lossy().into_owned(), fs::read(file.path())?);
    }
    Ok(files)
}

#[test]
fn every_format_gives_the_csv_that_the_module_gives() -> Result {
    let place = tempfile::tempdir()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for module in ["examples/demo.ll", "examples/shell.ll", "tests/cli/names.ll"] {
        let work = place.path().join(module.replace('/', "-"));
        fs::create_dir(&work)?;
        fs::copy(root.join(module), work.join("module.ll"))?;
        irlog(&work, "extract module.ll -o csv --format csv")?;
        let expected = files(work.join("csv"))?;
        for format in ["csv", "souffle", "sqlite", "parquet"] {
            for ids in ["symbol", "numeric"] {
                let name = format!("{format}-{ids}");
                // Derived relations are not read from the facts.
                let with = if ids == "symbol" { "--with points-to,findings" } else { "" };
                irlog(
                    &work,
                    &format!("extract module.ll -o {name} --format {format} --ids {ids} {with}"),
                )?;
                irlog(&work, &format!("extract {name} -o {name}-csv --format csv"))?;
                assert!(files(work.join(format!("{name}-csv")))? == expected, "{module}: {name}");
            }
        }
    }
    Ok(())
}

/// A block of SQL in a guide, with its output.
struct Query {
    sql: String,
    /// The cells of all rows.
    expected: Vec<String>,
}

fn queries(guide: &str) -> Result<Vec<Query>> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(guide))?;
    let mut blocks = page.split("```").skip(1).step_by(2).peekable();
    let mut queries = Vec::new();
    while let Some(block) = blocks.next() {
        let (Some(sql), Some(table)) =
            (block.strip_prefix("sql\n"), blocks.peek().and_then(|it| it.strip_prefix("text\n")))
        else {
            continue;
        };
        // The first line contains the column names; the second one underlines them.
        let cells = table.lines().skip(2).flat_map(str::split_whitespace).map(str::to_owned);
        queries.push(Query { sql: sql.into(), expected: cells.collect() });
    }
    Ok(queries)
}

#[test]
fn queries_on_a_database_print_what_the_guides_say() -> Result {
    let place = tempfile::tempdir()?;
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/demo.ll");
    let module = module.display();
    irlog(place.path(), &format!("extract {module} -o demo.db --format sqlite --with points-to"))?;
    let database = Connection::open(place.path().join("demo.db"))?;
    let csv = queries("docs/guide-csv.md")?;
    assert_eq!(csv.len(), 8);
    let sqlite = queries("docs/guide-sqlite.md")?;
    assert_eq!(sqlite.len(), 2);
    for Query { sql, expected } in csv.into_iter().chain(sqlite) {
        let mut statement = database.prepare(&sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        let mut cells = Vec::new();
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                let cell = match row.get_ref(column)? {
                    ValueRef::Integer(number) => number.to_string(),
                    ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    _ => String::new(),
                };
                cells.extend(cell.split_whitespace().map(str::to_owned));
            }
        }
        assert_eq!(cells, expected, "{sql}");
    }
    Ok(())
}
