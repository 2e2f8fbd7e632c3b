//! The raw rows of one text file, cell by cell.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use csv::ByteRecord;

use super::errors::ReadProblem;
use super::names::{excerpt, parse_number};
use super::store::Rows;
use crate::TableFormat;

/// The rows of one file.
pub(super) struct TextRows {
    lines: Lines,
    cells: ByteRecord,
}

enum Lines {
    Csv(Box<csv::Reader<File>>),
    Souffle(BufReader<File>, Vec<u8>),
}

impl TextRows {
    /// Opens the file at `path`, which must have these columns.
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
        let mut rows = Self { lines, cells };
        if format == TableFormat::Csv && (!rows.read_line()? || rows.cells != *columns) {
            let found = rows.cells.iter().collect::<Vec<_>>().join(&b',');
            return Err(ReadProblem::Header { columns: columns.join(","), found: excerpt(&found) });
        }
        Ok(rows)
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

impl Rows for TextRows {
    fn advance(&mut self) -> Result<bool, ReadProblem> {
        self.read_line()
    }

    fn columns(&self) -> usize {
        self.cells.len()
    }

    fn text(&self, column: usize) -> Result<&[u8], ReadProblem> {
        Ok(&self.cells[column])
    }

    fn number(&self, column: usize, limit: u64) -> Result<u64, ReadProblem> {
        parse_number(&self.cells[column], limit)
    }
}

/// A lenient reader, because header and number of columns are checked here.
fn csv_reader(file: File) -> csv::Reader<File> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(1 << 16)
        .from_reader(file)
}

/// Fails if the file does not end with a line feed. Such a file is truncated, even if the rest of
/// its last row looks like a row.
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
