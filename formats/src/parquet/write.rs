//! Writes a folder of Parquet files.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use facts_schema::Facts;
use facts_schema::folder::{
    CellKind, Manifest, Table, TableColumn, TableFiles, WriteError, WriteOptions, write_files,
};
use parquet::basic::{
    Compression, Encoding, IntType, LogicalType, Repetition, Type as PhysicalType, ZstdLevel,
};
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor, Type, TypePtr};

use super::columns::{Column, Columns, Distinct, Strings};
use super::pages;

/// The number of rows in a row group, the unit that readers skip or read.
const ROW_GROUP: usize = 1 << 18;

/// Tables with fewer cells are not compressed, because setting up the compression takes longer than
/// everything else.
const WORTH_COMPRESSING: usize = 1000;

/// Writes `facts` to `folder`, which appears only when it is complete: all files are created in
/// `temporary`, an unused path beside it.
///
/// # Errors
///
/// As for [`facts_schema::folder::write()`].
pub fn write(
    facts: &Facts,
    folder: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    write_files(facts, folder, temporary, options, || ParquetFiles)
}

struct ParquetFiles;

impl TableFiles for ParquetFiles {
    fn write(&self, table: &Table, facts: &Facts, file: File) -> io::Result<()> {
        write_table(table, facts, file)
    }
}

/// Writes a table to an empty file.
///
/// # Errors
///
/// When writing fails.
pub fn write_table(table: &Table, facts: &Facts, file: File) -> io::Result<()> {
    fill(table, facts, file).map_err(|error| match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    })
}

fn fill(table: &Table, facts: &Facts, file: File) -> Result<(), ParquetError> {
    let rows = table.rows as usize;
    let columns = Columns::of(table, facts);
    let groups = (0..rows).step_by(ROW_GROUP).map(|start| start..rows.min(start + ROW_GROUP));
    let groups: Vec<Vec<Chunk>> = groups
        .map(|rows| columns.columns.iter().map(|it| Chunk::of(&columns, it, &rows)).collect())
        .collect();
    let compression = match rows * table.columns.len() < WORTH_COMPRESSING {
        true => Compression::UNCOMPRESSED,
        false => Compression::ZSTD(ZstdLevel::default()),
    };
    let properties = properties(compression);
    let schema = SchemaDescriptor::new(schema(table)?);
    let mut writer =
        SerializedFileWriter::new(file, schema.root_schema_ptr(), Arc::new(properties))?;
    for chunks in groups {
        let mut group = writer.next_row_group()?;
        for (chunk, column) in chunks.into_iter().zip(schema.columns()) {
            chunk.write(&columns, column.clone(), compression, &mut group)?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

/// A column of a row group.
enum Chunk<'c> {
    Small(&'c [i32]),
    Big(&'c [i64]),
    /// Strings that mostly occur for the first time, typically ids in the order of the module. Such
    /// an id shares most of its bytes with the previous one.
    Listed(Strings, &'c [u32]),
    /// Strings with many repetitions.
    Repeated(Strings, Distinct),
}

impl<'c> Chunk<'c> {
    fn of(columns: &Columns, column: &'c Column, rows: &Range<usize>) -> Self {
        match column {
            Column::Small(cells) => Self::Small(&cells[rows.clone()]),
            Column::Big(cells) => Self::Big(&cells[rows.clone()]),
            Column::Strings(strings, cells) => {
                let cells = &cells[rows.clone()];
                let distinct = columns.distinct(*strings, cells);
                match 2 * distinct.used.len() <= cells.len() {
                    true => Self::Repeated(*strings, distinct),
                    false => Self::Listed(*strings, cells),
                }
            }
        }
    }

    fn write(
        &self,
        columns: &Columns,
        description: ColumnDescPtr,
        compression: Compression,
        group: &mut SerializedRowGroupWriter<'_, File>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Small(_) | Self::Big(_) => self.write_numbers(group),
            Self::Listed(strings, cells) => {
                let append = |number, bytes: &mut Vec<u8>| columns.append(*strings, number, bytes);
                let (pages, close) = pages::listed(cells, append, description, compression)?;
                group.append_column(&pages, close)
            }
            Self::Repeated(strings, Distinct { used, positions }) => {
                let dictionary = columns.dictionary(*strings, used);
                let (pages, close) =
                    pages::repeated(dictionary, positions, description, compression)?;
                group.append_column(&pages, close)
            }
        }
    }

    fn write_numbers(
        &self,
        group: &mut SerializedRowGroupWriter<'_, File>,
    ) -> Result<(), ParquetError> {
        let Some(mut writer) = group.next_column()? else {
            return Ok(());
        };
        match self {
            Self::Small(cells) => writer.typed::<Int32Type>().write_batch(cells, None, None)?,
            Self::Big(cells) => writer.typed::<Int64Type>().write_batch(cells, None, None)?,
            Self::Listed(..) | Self::Repeated(..) => 0,
        };
        writer.close()
    }
}

fn schema(table: &Table) -> Result<TypePtr, ParquetError> {
    let fields = table.columns.iter().map(|column| Ok(Arc::new(field(column)?)));
    let fields = fields.collect::<Result<_, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder(&table.name).with_fields(fields).build()?))
}

fn field(column: &TableColumn) -> Result<Type, ParquetError> {
    let unsigned = |bit_width| LogicalType::Integer(IntType { bit_width, is_signed: false });
    let (physical, logical) = match column.kind {
        CellKind::Symbol(_) | CellKind::Word(_) | CellKind::Text => {
            (PhysicalType::BYTE_ARRAY, LogicalType::String)
        }
        CellKind::Number(32) => (PhysicalType::INT32, unsigned(32)),
        CellKind::Number(_) => (PhysicalType::INT64, unsigned(64)),
    };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(logical))
        .build()
}

/// The options for columns of numbers.
fn properties(compression: Compression) -> WriterProperties {
    WriterProperties::builder()
        .set_compression(compression)
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BINARY_PACKED)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build()
}
