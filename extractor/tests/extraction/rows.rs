//! Rows as lists of cells, so that they can be changed independent of their relation.

use std::convert::Infallible;

use facts_schema::*;

/// One column of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    Id(Entity, u32),
    Word(&'static str),
    Text(Text),
    Number(u64),
}

/// The rows of a relation.
#[derive(Default)]
pub struct Rows {
    pub rows: Vec<Vec<Cell>>,
    cells: Vec<Cell>,
}

impl Rows {
    pub fn new(rows: Vec<Vec<Cell>>) -> Self {
        Self { rows, cells: Vec::new() }
    }

    pub fn of(facts: &Facts, relation: RelationId) -> Self {
        let mut rows = Self::default();
        let Ok(()) = facts.write_rows(relation, &mut rows);
        rows
    }

    /// Appends the rows to the relation.
    pub fn put(&self, facts: &mut Facts, relation: RelationId) {
        let mut reader = Reader { rows: self.rows.iter(), cells: [].iter() };
        let Ok(()) = facts.read_rows(relation, &mut reader);
    }
}

impl RowSink for Rows {
    type Error = Infallible;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Infallible> {
        self.cells.push(Cell::Id(entity, number));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Infallible> {
        self.cells.push(Cell::Word(word));
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), Infallible> {
        self.cells.push(Cell::Text(text));
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Infallible> {
        self.cells.push(Cell::Number(number));
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Infallible> {
        self.rows.push(std::mem::take(&mut self.cells));
        Ok(())
    }
}

struct Reader<'r> {
    rows: std::slice::Iter<'r, Vec<Cell>>,
    cells: std::slice::Iter<'r, Cell>,
}

impl Reader<'_> {
    fn next(&mut self) -> Cell {
        *self.cells.next().expect("the row has this column")
    }
}

impl RowSource for Reader<'_> {
    type Error = Infallible;

    fn next_row(&mut self) -> Result<bool, Infallible> {
        let row = self.rows.next();
        self.cells = row.map_or([].iter(), |row| row.iter());
        Ok(row.is_some())
    }

    fn id(&mut self, entity: Entity) -> Result<u32, Infallible> {
        match self.next() {
            Cell::Id(of, number) if of == entity => Ok(number),
            other => panic!("{other:?} is not a {entity:?}"),
        }
    }

    fn word<W: Word>(&mut self) -> Result<W, Infallible> {
        match self.next() {
            Cell::Word(word) => Ok(W::from_spelling(word).expect("a word of the set")),
            other => panic!("{other:?} is not a word"),
        }
    }

    fn text(&mut self) -> Result<Text, Infallible> {
        match self.next() {
            Cell::Text(text) => Ok(text),
            other => panic!("{other:?} is not a text"),
        }
    }

    fn number(&mut self, _: u64) -> Result<u64, Infallible> {
        match self.next() {
            Cell::Number(number) => Ok(number),
            other => panic!("{other:?} is not a number"),
        }
    }
}
