//! Reading a folder of facts.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::errors::{ReadError, ReadProblem};
use super::manifest::{Manifest, SCHEMA_VERSION, TOOL};
use super::names::{Names, excerpt, parse_number};
use super::rows::Rows;
use super::{Ids, MANIFEST, known_groups, relations_of};
use crate::{Entity, Facts, RelationId, RowSource, Text, Word};

/// Reads the facts in `folder`, and what its manifest says of them.
///
/// The ids of an entity are numbered as the relation that defines it lists them. Ids that it does
/// not list, because its group was not written or because somebody edited the files, follow in the
/// order in which they are met.
///
/// # Errors
///
/// When a file is missing, or is not what the manifest and the schema say.
pub fn read(folder: &Path) -> Result<(Facts, Manifest), ReadError> {
    let manifest = read_manifest(folder)?;
    let reader = Reader { folder, manifest: &manifest };
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
    Ok((facts, manifest))
}

fn read_manifest(folder: &Path) -> Result<Manifest, ReadError> {
    /// What every version of the schema has.
    #[derive(Deserialize)]
    struct Version {
        tool: String,
        schema_version: u32,
    }
    let file = folder.join(MANIFEST);
    let parse = || {
        let content = fs::read(&file)?;
        let version: Version = serde_json::from_slice(&content)?;
        if version.tool != TOOL {
            return Err(ReadProblem::OtherTool(excerpt(version.tool.as_bytes())));
        }
        if version.schema_version != SCHEMA_VERSION {
            return Err(ReadProblem::SchemaVersion(version.schema_version));
        }
        Ok(serde_json::from_slice(&content)?)
    };
    parse().map_err(|problem| ReadError { file, row: None, problem })
}

/// Reads the files of one folder.
struct Reader<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
}

impl Reader<'_> {
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
        self.read_file(relation.schema().name, &relation.column_names(), |rows| {
            while rows.advance()? {
                names.define(entity, rows.cell(0))?;
            }
            Ok(())
        })
    }

    fn define_numbers(&self, entity: Entity, names: &mut Names) -> Result<(), ReadError> {
        self.read_file(&entity.symbol_relation(), &[entity.name(), "symbol"], |rows| {
            while rows.advance()? {
                let number = parse_number(rows.cell(0), u32::MAX.into())?;
                check_order(entity, number, rows)?;
                names.define(entity, rows.cell(1))?;
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
        self.read_file(relation.schema().name, &relation.column_names(), |rows| {
            let defines = relation.defines();
            facts.read_rows(relation, &mut RowReader { rows, names, defines, column: 0 })
        })
    }

    /// Opens the file of the relation `name` for `read`, which reads all rows.
    fn read_file(
        &self,
        name: &str,
        columns: &[&str],
        read: impl FnOnce(&mut Rows) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadError> {
        let file = self.folder.join(self.manifest.format.file_name(name));
        let fail = |row, problem| ReadError { file: file.clone(), row, problem };
        let counted = self.manifest.relations.get(name).copied();
        let not_counted = || self.at_manifest(ReadProblem::NotCounted(name.into()));
        let expected = counted.ok_or_else(not_counted)?;
        let mut rows = Rows::open(&file, self.manifest.format, columns)
            .map_err(|problem| fail(None, problem))?;
        read(&mut rows).map_err(|problem| fail(Some(rows.row()), problem))?;
        match rows.row() {
            found if found == expected => Ok(()),
            found => Err(fail(None, ReadProblem::RowCount { expected, found })),
        }
    }

    fn at_manifest(&self, problem: ReadProblem) -> ReadError {
        ReadError { file: self.folder.join(MANIFEST), row: None, problem }
    }
}

/// Fails unless `number` is the number of the ids before this row.
fn check_order(entity: Entity, number: u64, rows: &Rows) -> Result<(), ReadProblem> {
    let expected = rows.row() - 1;
    if number == expected {
        return Ok(());
    }
    Err(ReadProblem::WrongOrder { entity: entity.name(), expected, found: number })
}

/// Makes rows of cells.
struct RowReader<'a> {
    rows: &'a mut Rows,
    names: &'a mut Names,
    /// The entity that the first column defines.
    defines: Option<Entity>,
    /// The column of the next cell.
    column: usize,
}

impl RowReader<'_> {
    fn next_cell(&mut self) -> (&[u8], &mut Names) {
        let column = self.column;
        self.column += 1;
        (self.rows.cell(column), self.names)
    }
}

impl RowSource for RowReader<'_> {
    type Error = ReadProblem;

    fn next_row(&mut self) -> Result<bool, ReadProblem> {
        self.column = 0;
        self.rows.advance()
    }

    fn id(&mut self, entity: Entity) -> Result<u32, ReadProblem> {
        let is_defined_here = self.column == 0 && self.defines == Some(entity);
        let (cell, names) = self.next_cell();
        let number = names.id(entity, cell)?;
        if is_defined_here {
            check_order(entity, number.into(), self.rows)?;
        }
        Ok(number)
    }

    fn word<W: Word>(&mut self) -> Result<W, ReadProblem> {
        let (cell, _) = self.next_cell();
        let word = std::str::from_utf8(cell).ok().and_then(W::from_spelling);
        word.ok_or_else(|| ReadProblem::UnknownWord { set: W::NAME, cell: excerpt(cell) })
    }

    fn text(&mut self) -> Result<Text, ReadProblem> {
        let (cell, names) = self.next_cell();
        names.text(cell)
    }

    fn number(&mut self, limit: u64) -> Result<u64, ReadProblem> {
        let (cell, _) = self.next_cell();
        parse_number(cell, limit)
    }
}
