//! The cells of a column that is being read.

use facts_schema::folder::{ReadProblem, excerpt};
use parquet::basic::{IntType, LogicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::reader::RowGroupReader;

use super::read::damaged;

/// The number of cells that are read at a time.
const BATCH: usize = 8192;

/// A column of a row group, with a buffer of cells.
pub(super) struct ColumnCells {
    name: String,
    reader: ColumnReader,
    /// Whether its numbers are signed.
    is_signed: bool,
    /// Whether cells can be missing.
    is_optional: bool,
    cells: Cells,
}

enum Cells {
    Strings(Vec<ByteArray>),
    Small(Vec<i32>),
    Big(Vec<i64>),
}

impl ColumnCells {
    /// Opens a column of a row group.
    pub(super) fn of(group: &dyn RowGroupReader, column: usize) -> Result<Self, ReadProblem> {
        let description = group.metadata().schema_descr().column(column);
        let name = description.name().to_owned();
        let reader = group.get_column_reader(column).map_err(damaged)?;
        let cells = match &reader {
            ColumnReader::ByteArrayColumnReader(_) => Cells::Strings(Vec::new()),
            ColumnReader::Int32ColumnReader(_) => Cells::Small(Vec::new()),
            ColumnReader::Int64ColumnReader(_) => Cells::Big(Vec::new()),
            _ => {
                let found = format!("the type {:?}", description.physical_type());
                let expected = "a string or a whole number";
                return Err(ReadProblem::OtherKind { column: name, expected, found });
            }
        };
        if description.max_rep_level() > 0 || description.max_def_level() > 1 {
            let (expected, found) = ("a string or a number", "a list or structure".into());
            return Err(ReadProblem::OtherKind { column: name, expected, found });
        }
        let is_signed = !matches!(
            description.logical_type_ref(),
            Some(LogicalType::Integer(IntType { is_signed: false, .. }))
        );
        let is_optional = description.max_def_level() > 0;
        Ok(Self { name, reader, is_signed, is_optional, cells })
    }

    /// Replaces the buffered cells by the next ones, and returns their number.
    pub(super) fn read(&mut self) -> Result<usize, ReadProblem> {
        let mut levels = self.is_optional.then(Vec::new);
        let read = match (&mut self.reader, &mut self.cells) {
            (ColumnReader::ByteArrayColumnReader(reader), Cells::Strings(cells)) => {
                fill(reader, levels.as_mut(), cells)?
            }
            (ColumnReader::Int32ColumnReader(reader), Cells::Small(cells)) => {
                fill(reader, levels.as_mut(), cells)?
            }
            (ColumnReader::Int64ColumnReader(reader), Cells::Big(cells)) => {
                fill(reader, levels.as_mut(), cells)?
            }
            _ => 0,
        };
        let records = levels.map_or(read, |levels| levels.len());
        if records != read {
            return Err(ReadProblem::OtherKind {
                column: self.name.clone(),
                expected: "a value in each row",
                found: "a null".into(),
            });
        }
        Ok(read)
    }

    /// This cell, if it is a string.
    pub(super) fn text(&self, cell: usize) -> Option<&[u8]> {
        match &self.cells {
            Cells::Strings(cells) => Some(cells[cell].data()),
            _ => None,
        }
    }

    /// This cell, if it is a non-negative number.
    pub(super) fn number(&self, cell: usize) -> Option<u64> {
        match &self.cells {
            Cells::Strings(_) => None,
            Cells::Small(cells) if self.is_signed => u64::try_from(cells[cell]).ok(),
            Cells::Small(cells) => Some((cells[cell] as u32).into()),
            Cells::Big(cells) if self.is_signed => u64::try_from(cells[cell]).ok(),
            Cells::Big(cells) => Some(cells[cell] as u64),
        }
    }

    /// The error when this cell does not have the expected kind.
    pub(super) fn other_kind(&self, expected: &'static str, cell: usize) -> ReadProblem {
        let found = match &self.cells {
            Cells::Strings(cells) => format!("the string {}", excerpt(cells[cell].data())),
            Cells::Small(cells) => format!("the number {}", cells[cell]),
            Cells::Big(cells) => format!("the number {}", cells[cell]),
        };
        ReadProblem::OtherKind { column: self.name.clone(), expected, found }
    }
}

/// Replaces the content of `cells` by the next cells, and returns their number.
fn fill<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    levels: Option<&mut Vec<i16>>,
    cells: &mut Vec<T::T>,
) -> Result<usize, ReadProblem> {
    cells.clear();
    let (_, read, _) = reader.read_records(BATCH, levels, None, cells).map_err(damaged)?;
    Ok(read)
}
