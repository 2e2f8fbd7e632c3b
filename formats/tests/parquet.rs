//! The messages for invalid Parquet files, and files that other programs write.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use facts_formats::{read, write};
use facts_schema::folder::WriteOptions;
use facts_schema::{Entity, Facts, FactsFormat, Ids, MetadataId, Subprogram};
use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use tempfile::TempDir;

/// A folder of facts.
struct Written {
    _place: TempDir,
    folder: PathBuf,
}

impl Written {
    fn new(rows: u32) -> Self {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("facts");
        let options = WriteOptions {
            format: FactsFormat::Parquet,
            ids: Ids::Symbol,
            groups: vec!["debug".into()],
            derived: vec![],
            tool_version: "1.2.3".into(),
            llvm_version: "22.1.0".into(),
            inputs: vec![],
            replace: false,
        };
        write(&facts(rows), &folder, &place.path().join("temporary"), &options).unwrap();
        Self { _place: place, folder }
    }

    fn error(&self) -> String {
        let error = read(&self.folder).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
        error.rsplit_once("facts/").unwrap().1.into()
    }
}

fn facts(rows: u32) -> Facts {
    let mut facts = Facts::default();
    for number in 0..rows {
        facts.symbols.table_mut(Entity::Metadata).push(format!("!{number}").as_bytes());
        let name = facts.texts.intern(format!("f{}", number % 7).as_bytes());
        let subprogram = MetadataId(number);
        facts.subprogram.push(Subprogram { subprogram, name, line: u32::MAX - number });
    }
    facts
}

#[test]
fn rows_of_several_row_groups_come_back() {
    // Row groups have 2^18 rows.
    let written = Written::new(600_000);
    let (back, manifest) = read(&written.folder).unwrap();
    assert_eq!(manifest.relations["subprogram"], 600_000);
    assert_eq!(back.subprogram, facts(600_000).subprogram);
    let size = fs::metadata(written.folder.join("subprogram.parquet")).unwrap().len();
    assert!(size < 600_000, "{size} bytes");
}

#[test]
fn files_are_checked() {
    let written = Written::new(3);
    let file = written.folder.join("subprogram.parquet");
    let content = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let message = "subprogram.parquet: cannot be read: No such file or directory (os error 2)";
    assert_eq!(written.error(), message);
    fs::write(&file, &content[..content.len() - 20]).unwrap();
    assert!(written.error().starts_with("subprogram.parquet: cannot be read: "));
    fs::write(&file, "").unwrap();
    assert!(written.error().starts_with("subprogram.parquet: cannot be read: "));
    fs::copy(written.folder.join("scope_file.parquet"), &file).unwrap();
    assert_eq!(
        written.error(),
        "subprogram.parquet: expected the header `subprogram,name,line`, found `scope,file`"
    );
}

#[test]
fn any_damaged_byte_is_reported_in_one_line() {
    let written = Written::new(40);
    let file = written.folder.join("subprogram.parquet");
    let content = fs::read(&file).unwrap();
    let mut refused = 0;
    for position in 0..content.len() {
        let mut damaged = content.clone();
        damaged[position] ^= 0xff;
        fs::write(&file, damaged).unwrap();
        // The decoder of the `parquet` crate panics at some positions; such a panic is not a bug of
        // irlog.
        if read(&written.folder).is_err() {
            written.error();
            refused += 1;
        }
    }
    assert!(refused > content.len() / 2);
}

/// Writes a file as other programs do: with optional columns and signed numbers.
fn write_other(file: &Path, lines: &[i64], levels: &[i16]) {
    let text = |name: &str| {
        Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(LogicalType::String))
            .build()
    };
    let line = Type::primitive_type_builder("line", PhysicalType::INT64)
        .with_repetition(Repetition::OPTIONAL)
        .build();
    let fields = [text("subprogram"), text("name"), line].map(|it| Arc::new(it.unwrap()));
    let schema = Type::group_type_builder("schema").with_fields(fields.into()).build().unwrap();
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer =
        SerializedFileWriter::new(File::create(file).unwrap(), Arc::new(schema), properties)
            .unwrap();
    let mut group = writer.next_row_group().unwrap();
    for _ in 0..2 {
        let mut column = group.next_column().unwrap().unwrap();
        let cells = (0..levels.len()).map(|row| format!("!{row}").into_bytes().into());
        let cells: Vec<_> = cells.collect();
        let all = vec![1; levels.len()];
        column.typed::<ByteArrayType>().write_batch(&cells, Some(&all), None).unwrap();
        column.close().unwrap();
    }
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(lines, Some(levels), None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
}

#[test]
fn files_of_other_programs_are_read() {
    let written = Written::new(3);
    let file = written.folder.join("subprogram.parquet");
    write_other(&file, &[7, 8, 9], &[1, 1, 1]);
    let (back, _) = read(&written.folder).unwrap();
    let lines: Vec<u32> = back.subprogram.iter().map(|row| row.line).collect();
    assert_eq!(lines, [7, 8, 9]);
    assert_eq!(back.display(back.subprogram[1].name), "!1");

    write_other(&file, &[7, -8, 9], &[1, 1, 1]);
    assert_eq!(
        written.error(),
        "subprogram.parquet: row 2: column `line`: expected a number from 0, found the number -8"
    );
    write_other(&file, &[7, 1 << 32, 9], &[1, 1, 1]);
    assert_eq!(
        written.error(),
        "subprogram.parquet: row 2: the number `4294967296` is greater than 4294967295"
    );
    write_other(&file, &[7, 9], &[1, 0, 1]);
    assert_eq!(
        written.error(),
        "subprogram.parquet: column `line`: expected a value in each row, found a null"
    );
    write_other(&file, &[7, 8], &[1, 1]);
    assert_eq!(written.error(), "subprogram.parquet: found 2 rows, but the manifest says 3");
}
