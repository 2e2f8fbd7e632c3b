//! Reads a folder of Parquet files.

use std::fs::File;
use std::path::{Path, PathBuf};

use facts_schema::folder::{
    MANIFEST, Manifest, ReadError, ReadProblem, Rows, Store, excerpt, limited, read_store,
};
use facts_schema::{Facts, FactsFormat};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::cells::ColumnCells;
use super::guard::guard;

/// Reads the facts in `folder`, which `manifest` describes.
///
/// # Errors
///
/// When a file is missing, or does not match the manifest or the schema.
pub fn read(folder: &Path, manifest: &Manifest) -> Result<Facts, ReadError> {
    read_store(&ParquetFolder { folder }, manifest)
}

struct ParquetFolder<'a> {
    folder: &'a Path,
}

impl Store for ParquetFolder<'_> {
    fn read_table(
        &self,
        name: &str,
        columns: &[&str],
        read: &mut dyn FnMut(&mut dyn Rows) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadProblem> {
        let path = self.place(name);
        let file = File::open(&path)?;
        let file = guard(&path, || SerializedFileReader::new(file).map_err(damaged))?;
        let schema = file.metadata().file_metadata().schema();
        let found: Vec<_> = schema.get_fields().iter().map(|field| field.name()).collect();
        if found != columns {
            let found = excerpt(found.join(",").as_bytes());
            return Err(ReadProblem::Header { columns: columns.join(","), found });
        }
        read(&mut ParquetRows { path, file, next_group: 0, columns: Vec::new(), cell: 0, cells: 0 })
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(FactsFormat::Parquet.file_name(name))
    }

    fn place_of_manifest(&self) -> PathBuf {
        self.folder.join(MANIFEST)
    }
}

pub(super) fn damaged(error: ParquetError) -> ReadProblem {
    ReadProblem::Damaged(error.to_string())
}

/// The rows of one file.
struct ParquetRows {
    path: PathBuf,
    file: SerializedFileReader<File>,
    /// The next row group to read.
    next_group: usize,
    /// The columns of the current row group.
    columns: Vec<ColumnCells>,
    /// The position of the current row in the buffered cells.
    cell: usize,
    /// The number of buffered cells in each column.
    cells: usize,
}

impl ParquetRows {
    /// Reads more cells of each column; returns false at the end of the row group.
    fn read_cells(&mut self) -> Result<bool, ReadProblem> {
        let mut counts = self.columns.iter_mut().map(ColumnCells::read);
        let Some(cells) = counts.next().transpose()? else {
            return Ok(false);
        };
        for count in counts {
            if count? != cells {
                return Err(ReadProblem::Damaged("its columns have different lengths".into()));
            }
        }
        (self.cell, self.cells) = (0, cells);
        Ok(cells > 0)
    }

    /// Reads the next cells, if necessary from the next row group; returns false at the end.
    fn next_cells(&mut self) -> Result<bool, ReadProblem> {
        while !self.read_cells()? {
            if self.next_group == self.file.num_row_groups() {
                return Ok(false);
            }
            let group = self.file.get_row_group(self.next_group).map_err(damaged)?;
            let columns = 0..group.num_columns();
            let columns = columns.map(|column| ColumnCells::of(group.as_ref(), column));
            self.columns = columns.collect::<Result<_, _>>()?;
            self.next_group += 1;
        }
        Ok(true)
    }
}

impl Rows for ParquetRows {
    fn advance(&mut self) -> Result<bool, ReadProblem> {
        self.cell += 1;
        if self.cell < self.cells {
            return Ok(true);
        }
        let path = std::mem::take(&mut self.path);
        let found = guard(&path, || self.next_cells());
        self.path = path;
        found
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn text(&self, column: usize) -> Result<&[u8], ReadProblem> {
        let column = &self.columns[column];
        column.text(self.cell).ok_or_else(|| column.other_kind("a text", self.cell))
    }

    fn number(&self, column: usize, limit: u64) -> Result<u64, ReadProblem> {
        let column = &self.columns[column];
        let number = column.number(self.cell);
        limited(number.ok_or_else(|| column.other_kind("a number from 0", self.cell))?, limit)
    }
}
