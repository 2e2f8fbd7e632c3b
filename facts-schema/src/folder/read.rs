//! Reads facts, table by table.

use super::errors::{ReadError, ReadProblem};
use super::manifest::Manifest;
use super::names::{Names, excerpt};
use super::store::{Rows, Store};
use super::{Ids, known_groups, relations_of};
use crate::{Entity, Facts, RelationId, RowSource, Text, Word};

/// Reads the facts in `store`, which `manifest` describes.
///
/// The ids of an entity are numbered in the order of the relation that defines the entity. Ids that
/// this relation does not list, because its group was not written or the files were edited, follow
/// in the order in which they are encountered.
///
/// # Errors
///
/// When a table is missing, or does not match the manifest or the schema.
pub fn read_store<S: Store>(store: &S, manifest: &Manifest) -> Result<Facts, ReadError> {
    let reader = Reader { store, manifest };
    let groups = known_groups(&manifest.groups).map_err(|unknown| {
        reader.at_manifest(ReadProblem::UnknownGroup(excerpt(unknown.as_bytes())))
    })?;
    let mut facts = Facts::default();
    let mut names = Names::new(manifest.ids);
    reader.define_ids(&groups, &mut names)?;
    for relation in relations_of(&groups) {
        reader.read_relation(relation, &mut facts, &mut names)?;
    }
    names.finish(&mut facts);
    if !groups.contains(&RelationId::BitcodeProducer.schema().group) {
        for producer in &manifest.producers {
            producer.restore(&mut facts).map_err(|error| reader.at_manifest(error.into()))?;
        }
    }
    Ok(facts)
}

/// Reads the tables of one store.
struct Reader<'a, S> {
    store: &'a S,
    manifest: &'a Manifest,
}

impl<S: Store> Reader<'_, S> {
    /// Numbers the ids that the folder defines.
    fn define_ids(&self, groups: &[&str], names: &mut Names) -> Result<(), ReadError> {
        for &entity in Entity::ALL {
            match self.manifest.ids {
                Ids::Symbol => self.define_symbols(entity, groups, names)?,
                Ids::Numeric => self.define_numbers(entity, names)?,
            }
        }
        Ok(())
    }

    fn define_symbols(
        &self,
        entity: Entity,
        groups: &[&str],
        names: &mut Names,
    ) -> Result<(), ReadError> {
        let relation = RelationId::defining(entity);
        if !groups.contains(&relation.schema().group) {
            return Ok(());
        }
        self.read_table(relation.schema().name, &relation.column_names(), |rows| {
            while rows.advance()? {
                names.define(entity, rows.rows.text(0)?)?;
            }
            Ok(())
        })
    }

    fn define_numbers(&self, entity: Entity, names: &mut Names) -> Result<(), ReadError> {
        self.read_table(&entity.symbol_relation(), &[entity.name(), "symbol"], |rows| {
            while rows.advance()? {
                let number = rows.rows.number(0, u32::MAX.into())?;
                check_order(entity, number, rows)?;
                names.define(entity, rows.rows.text(1)?)?;
            }
            Ok(())
        })
    }

    fn read_relation(
        &self,
        relation: RelationId,
        facts: &mut Facts,
        names: &mut Names,
    ) -> Result<(), ReadError> {
        self.read_table(relation.schema().name, &relation.column_names(), |rows| {
            let defines = relation.defines();
            facts.read_rows(relation, &mut RowReader { rows, names, defines, column: 0 })
        })
    }

    /// Opens the table of the relation `name`, and passes its rows to `read`, which reads all of
    /// them.
    fn read_table(
        &self,
        name: &str,
        columns: &[&str],
        mut read: impl FnMut(&mut Counted) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadError> {
        let fail = |row, problem| ReadError { file: self.store.place(name), row, problem };
        let counted = self.manifest.relations.get(name).copied();
        let not_counted = || self.at_manifest(ReadProblem::NotCounted(name.into()));
        let expected = counted.ok_or_else(not_counted)?;
        let mut row = None;
        let result = self.store.read_table(name, columns, &mut |rows| {
            let mut rows = Counted { rows, columns: columns.len(), row: 0 };
            let result = read(&mut rows);
            // Before the first row, the table as a whole is at fault.
            row = Some(rows.row).filter(|&row| row > 0);
            result
        });
        result.map_err(|problem| fail(row, problem))?;
        match row.unwrap_or(0) {
            found if found == expected => Ok(()),
            found => Err(fail(None, ReadProblem::RowCount { expected, found })),
        }
    }

    fn at_manifest(&self, problem: ReadProblem) -> ReadError {
        ReadError { file: self.store.place_of_manifest(), row: None, problem }
    }
}

/// Counts rows while reading them.
struct Counted<'a> {
    rows: &'a mut dyn Rows,
    /// The expected number of columns.
    columns: usize,
    /// The number of the current row, counted from 1; after the last row, the number of rows.
    row: u64,
}

impl Counted<'_> {
    fn advance(&mut self) -> Result<bool, ReadProblem> {
        if !self.rows.advance()? {
            return Ok(false);
        }
        self.row += 1;
        match self.rows.columns() {
            found if found == self.columns => Ok(true),
            found => Err(ReadProblem::ColumnCount { expected: self.columns, found }),
        }
    }
}

/// Fails unless `number` equals the number of ids before this row.
fn check_order(entity: Entity, number: u64, rows: &Counted) -> Result<(), ReadProblem> {
    let expected = rows.row - 1;
    if number == expected {
        return Ok(());
    }
    Err(ReadProblem::WrongOrder { entity: entity.name(), expected, found: number })
}

/// Converts cells to rows.
struct RowReader<'a, 'rows> {
    rows: &'a mut Counted<'rows>,
    names: &'a mut Names,
    /// The entity that the first column defines.
    defines: Option<Entity>,
    /// The column of the next cell.
    column: usize,
}

impl RowReader<'_, '_> {
    fn next_text(&mut self) -> Result<(&[u8], &mut Names), ReadProblem> {
        self.column += 1;
        Ok((self.rows.rows.text(self.column - 1)?, self.names))
    }

    fn next_number(&mut self, limit: u64) -> Result<u64, ReadProblem> {
        self.column += 1;
        self.rows.rows.number(self.column - 1, limit)
    }
}

impl RowSource for RowReader<'_, '_> {
    type Error = ReadProblem;

    fn next_row(&mut self) -> Result<bool, ReadProblem> {
        self.column = 0;
        self.rows.advance()
    }

    fn id(&mut self, entity: Entity) -> Result<u32, ReadProblem> {
        let is_defined_here = self.column == 0 && self.defines == Some(entity);
        let number = match self.names.ids() {
            Ids::Symbol => {
                let (cell, names) = self.next_text()?;
                names.number_of_symbol(entity, cell)?
            }
            Ids::Numeric => {
                let number = self.next_number(u32::MAX.into())?;
                self.names.known(entity, number)?
            }
        };
        if is_defined_here {
            check_order(entity, number.into(), self.rows)?;
        }
        Ok(number)
    }

    fn word<W: Word>(&mut self) -> Result<W, ReadProblem> {
        let (cell, _) = self.next_text()?;
        let word = std::str::from_utf8(cell).ok().and_then(W::from_spelling);
        word.ok_or_else(|| ReadProblem::UnknownWord { set: W::NAME, cell: excerpt(cell) })
    }

    fn text(&mut self) -> Result<Text, ReadProblem> {
        let (cell, names) = self.next_text()?;
        names.text(cell)
    }

    fn number(&mut self, limit: u64) -> Result<u64, ReadProblem> {
        self.next_number(limit)
    }
}
