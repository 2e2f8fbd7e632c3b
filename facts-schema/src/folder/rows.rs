//! The rows of one file, cell by cell, as the file has them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use csv::ByteRecord;

use super::errors::ReadProblem;
use super::names::excerpt;
use crate::TableFormat;

/// The rows of one file.
pub(super) struct Rows {
    lines: Lines,
    cells: ByteRecord,
    columns: usize,
    row: u64,
}

enum Lines {
    Csv(Box<csv::Reader<File>>),
    Souffle(BufReader<File>, Vec<u8>),
}

impl Rows {
    /// Opens the file at `path`, which has these columns.
    pub(super) fn open(
        path: &Path,
        format: TableFormat,
        columns: &[&str],
    ) -> Result<Self, ReadProblem> {
        let mut file = File::open(path)?;
        check_last_line(&mut file)?;
        let lines = match format {
            TableFormat::Csv => Lines::Csv(Box::new(csv_reader(file))),
            TableFormat::Souffle => {
                Lines::Souffle(BufReader::with_capacity(1 << 16, file), Vec::new())
            }
        };
        let cells = ByteRecord::new();
        let mut rows = Self { lines, cells, columns: columns.len(), row: 0 };
        if format == TableFormat::Csv && (!rows.read_line()? || rows.cells != *columns) {
            let found = rows.cells.iter().collect::<Vec<_>>().join(&b',');
            return Err(ReadProblem::Header { columns: columns.join(","), found: excerpt(&found) });
        }
        Ok(rows)
    }

    /// Goes to the next row; false when there is none.
    pub(super) fn advance(&mut self) -> Result<bool, ReadProblem> {
        if !self.read_line()? {
            return Ok(false);
        }
        self.row += 1;
        match self.cells.len() {
            found if found == self.columns => Ok(true),
            found => Err(ReadProblem::ColumnCount { expected: self.columns, found }),
        }
    }

    /// The number of the row, counted from 1; in the end, the number of rows.
    pub(super) fn row(&self) -> u64 {
        self.row
    }

    /// The cell in this column, counted from 0.
    pub(super) fn cell(&self, column: usize) -> &[u8] {
        &self.cells[column]
    }

    fn read_line(&mut self) -> Result<bool, ReadProblem> {
        match &mut self.lines {
            Lines::Csv(reader) => {
                reader.read_byte_record(&mut self.cells).map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) => error.into(),
                    other => io::Error::other(format!("{other:?}")).into(),
                })
            }
            Lines::Souffle(reader, line) => {
                line.clear();
                self.cells.clear();
                reader.read_until(b'\n', line)?;
                let Some(line) = line.strip_suffix(b"\n") else {
                    return Ok(false);
                };
                for cell in line.split(|&byte| byte == b'\t') {
                    self.cells.push_field(cell);
                }
                Ok(true)
            }
        }
    }
}

/// A reader that judges nothing: header and number of columns are ours to check.
fn csv_reader(file: File) -> csv::Reader<File> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(1 << 16)
        .from_reader(file)
}

/// Fails if the file does not end with a line feed: then a part of it is missing, even where what is
/// left of the last row looks like a row.
fn check_last_line(file: &mut File) -> Result<(), ReadProblem> {
    let length = file.seek(SeekFrom::End(0))?;
    if length == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    file.rewind()?;
    if last == *b"\n" { Ok(()) } else { Err(ReadProblem::CutOff) }
}
