//! Equality of facts.

use crate::{Entity, Facts, RelationId, RowSink, Text};

/// Facts are equal when all rows are equal, independent of the order in which texts were interned.
impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        self.symbols == other.symbols
            && RelationId::every().all(|relation| {
                self.row_count(relation) == other.row_count(relation)
                    && self.cells(relation) == other.cells(relation)
            })
    }
}

/// A cell of a row, with its text resolved.
#[derive(PartialEq)]
enum Cell<'f> {
    Id(u32),
    Word(&'static str),
    Text(&'f [u8]),
    Number(u64),
}

/// The cells of a relation.
struct Cells<'f> {
    facts: &'f Facts,
    cells: Vec<Cell<'f>>,
}

impl RowSink for Cells<'_> {
    type Error = std::convert::Infallible;

    fn id(&mut self, _: Entity, number: u32) -> Result<(), Self::Error> {
        self.cells.push(Cell::Id(number));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Self::Error> {
        self.cells.push(Cell::Word(word));
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), Self::Error> {
        self.cells.push(Cell::Text(self.facts.text(text)));
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Self::Error> {
        self.cells.push(Cell::Number(number));
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Facts {
    fn cells(&self, relation: RelationId) -> Vec<Cell<'_>> {
        let mut sink = Cells { facts: self, cells: Vec::new() };
        match self.write_rows(relation, &mut sink) {
            Ok(()) => sink.cells,
        }
    }
}
