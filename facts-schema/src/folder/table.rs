//! The parts of facts that are written, table by table, independent of the format.

use std::cmp::Reverse;

use super::errors::WriteError;
use super::manifest::{Manifest, Producer, SCHEMA_VERSION, TOOL};
use super::names::excerpt;
use super::write::WriteOptions;
use super::{Ids, known_derived_groups, known_groups, relations_of};
use crate::{ColumnKind, Entity, Facts, RelationId, RowSink, texts};

/// The tables to write.
pub struct Contents {
    groups: Vec<&'static str>,
    derived: Vec<&'static str>,
    /// The tables, the largest first.
    pub tables: Vec<Table>,
}

/// A table: a relation, or the readable ids of an entity.
pub struct Table {
    /// The name of the relation.
    pub name: String,
    /// The number of its rows.
    pub rows: u64,
    /// The columns, in order.
    pub columns: Vec<TableColumn>,
    content: Content,
}

enum Content {
    Relation(RelationId),
    Symbols(Entity),
}

/// A column of a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Its name.
    pub name: &'static str,
    /// The kind of its cells.
    pub kind: CellKind,
}

/// The kind of a cell. Ids that are written as numbers are 32-bit numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Readable ids of this entity.
    Symbol(Entity),
    /// Some of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// Numbers that fit into this number of bits, 32 or 64.
    Number(u32),
}

/// Receives the rows of a [`Table`], which are the rows of a relation or readable ids.
pub trait TableSink: RowSink {
    /// The next column is the readable id, independent of the representation of ids.
    ///
    /// # Errors
    ///
    /// When the sink rejects it.
    fn symbol(&mut self, entity: Entity, number: u32) -> Result<(), Self::Error>;
}

impl Contents {
    /// The parts of `facts` that `options` selects.
    ///
    /// # Errors
    ///
    /// When a group does not exist.
    pub fn new(facts: &Facts, options: &WriteOptions) -> Result<Self, WriteError> {
        let unknown =
            |group: &String| WriteError::UnknownGroup { group: excerpt(group.as_bytes()) };
        let groups = known_groups(&options.groups).map_err(unknown)?;
        let derived = known_derived_groups(&options.derived).map_err(unknown)?;
        let tables = tables(facts, options.ids, &[&groups[..], &derived].concat());
        Ok(Self { groups, derived, tables })
    }

    /// All groups, including the derived ones.
    pub fn groups(&self) -> Vec<&'static str> {
        [&self.groups[..], &self.derived].concat()
    }

    /// The groups of relations of a module.
    pub fn groups_of_module(&self) -> &[&'static str] {
        &self.groups
    }

    /// The derived groups.
    pub fn derived(&self) -> &[&'static str] {
        &self.derived
    }

    /// The manifest of these tables.
    pub fn manifest(&self, facts: &Facts, options: &WriteOptions) -> Manifest {
        Manifest {
            tool: TOOL.into(),
            version: options.tool_version.clone(),
            schema_version: SCHEMA_VERSION,
            llvm_version: options.llvm_version.clone(),
            producers: Producer::all(facts),
            inputs: options.inputs.clone(),
            format: options.format,
            ids: options.ids,
            groups: self.groups.iter().map(|&group| group.into()).collect(),
            derived: self.derived.iter().map(|&group| group.into()).collect(),
            relations: self.tables.iter().map(|table| (table.name.clone(), table.rows)).collect(),
        }
    }
}

/// The tables of these groups, the largest first.
fn tables(facts: &Facts, ids: Ids, groups: &[&str]) -> Vec<Table> {
    let mut tables: Vec<Table> =
        relations_of(groups).map(|relation| Table::of_relation(facts, relation, ids)).collect();
    if ids == Ids::Numeric {
        tables.extend(texts::entities_of(groups).map(|entity| Table::of_symbols(facts, entity)));
    }
    tables.sort_by_key(|table| Reverse(table.rows * table.columns.len() as u64));
    tables
}

impl Table {
    fn of_relation(facts: &Facts, relation: RelationId, ids: Ids) -> Self {
        let schema = relation.schema();
        let kind = |kind| match (kind, ids) {
            (ColumnKind::Id(entity), Ids::Symbol) => CellKind::Symbol(entity),
            (ColumnKind::Id(_), Ids::Numeric) => CellKind::Number(u32::BITS),
            (ColumnKind::Word { words, .. }, _) => CellKind::Word(words),
            (ColumnKind::Text, _) => CellKind::Text,
            (ColumnKind::Number(bits), _) => CellKind::Number(bits),
        };
        let column = |it: &crate::ColumnSchema| TableColumn { name: it.name, kind: kind(it.kind) };
        Self {
            name: schema.name.into(),
            rows: facts.row_count(relation) as u64,
            columns: schema.columns.iter().map(column).collect(),
            content: Content::Relation(relation),
        }
    }

    fn of_symbols(facts: &Facts, entity: Entity) -> Self {
        let number = TableColumn { name: entity.name(), kind: CellKind::Number(u32::BITS) };
        let symbol = TableColumn { name: "symbol", kind: CellKind::Symbol(entity) };
        Self {
            name: entity.symbol_relation(),
            rows: facts.symbols.table(entity).len().into(),
            columns: vec![number, symbol],
            content: Content::Symbols(entity),
        }
    }

    /// Passes all rows to `sink`.
    ///
    /// # Errors
    ///
    /// When `sink` rejects a cell.
    pub fn write_rows<S: TableSink>(&self, facts: &Facts, sink: &mut S) -> Result<(), S::Error> {
        match self.content {
            Content::Relation(relation) => facts.write_rows(relation, sink),
            Content::Symbols(entity) => {
                for number in 0..facts.symbols.table(entity).len() {
                    sink.number(number.into())?;
                    sink.symbol(entity, number)?;
                    sink.end_row()?;
                }
                Ok(())
            }
        }
    }

    /// The names of the columns, in order.
    pub fn column_names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }
}
