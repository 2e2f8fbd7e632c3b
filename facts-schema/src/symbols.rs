//! Interned texts, and the readable ids of entities.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::ids::{Entity, Text};

/// Byte strings, stored contiguously.
#[derive(Clone, Default)]
struct Arena {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Arena {
    fn push(&mut self, text: &[u8]) -> u32 {
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 texts");
        self.bytes.extend_from_slice(text);
        self.ends.push(u32::try_from(self.bytes.len()).expect("less than 4 GiB of text"));
        number
    }

    fn get(&self, number: u32) -> &[u8] {
        let index = number as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start as usize..self.ends[index] as usize]
    }

    fn len(&self) -> u32 {
        self.ends.len() as u32
    }
}

/// The texts of a module, each stored once.
#[derive(Clone, Default)]
pub struct Texts {
    arena: Arena,
    numbers: FxHashMap<Box<[u8]>, Text>,
}

impl Texts {
    /// Returns the number of `text`, and stores the text if it is new.
    pub fn intern(&mut self, text: &[u8]) -> Text {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let new = Text(self.arena.push(text));
        self.numbers.insert(text.into(), new);
        new
    }

    /// The number of `text`, if it is stored.
    pub fn find(&self, text: &[u8]) -> Option<Text> {
        self.numbers.get(text).copied()
    }

    /// The text with this number.
    pub fn get(&self, text: Text) -> &[u8] {
        self.arena.get(text.0)
    }

    /// All texts, by number.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.arena.len()).map(|number| self.arena.get(number))
    }

    /// The number of different texts.
    pub fn len(&self) -> usize {
        self.arena.len() as usize
    }

    /// Whether no text is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texts({} texts)", self.len())
    }
}

/// The readable ids of all entities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbols {
    tables: [SymbolTable; Entity::COUNT],
}

impl Symbols {
    /// The readable ids of `entity`.
    pub fn table(&self, entity: Entity) -> &SymbolTable {
        &self.tables[entity as usize]
    }

    /// Prepends `prefix` to all readable ids.
    pub fn prepend(&mut self, prefix: &[u8]) {
        for table in &mut self.tables {
            table.prepend(prefix);
        }
    }

    /// The readable ids of `entity`, mutable.
    pub fn table_mut(&mut self, entity: Entity) -> &mut SymbolTable {
        &mut self.tables[entity as usize]
    }
}

/// The readable ids of one entity, by number. Ids within a function share the function's symbol as
/// a prefix, which is stored once.
#[derive(Clone, Default)]
pub struct SymbolTable {
    prefixes: Arena,
    suffixes: Arena,
    prefix_of: Vec<u32>,
}

/// A prefix of a [`SymbolTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix(u32);

impl SymbolTable {
    /// Stores a prefix for later ids.
    pub fn prefix(&mut self, prefix: &[u8]) -> Prefix {
        self.no_prefix();
        Prefix(self.prefixes.push(prefix))
    }

    /// Adds the symbol of the next id.
    pub fn push(&mut self, symbol: &[u8]) {
        let none = self.no_prefix();
        self.push_with(none, symbol);
    }

    /// Adds the symbol of the next id, `prefix` followed by `suffix`.
    pub fn push_with(&mut self, prefix: Prefix, suffix: &[u8]) {
        self.prefix_of.push(prefix.0);
        self.suffixes.push(suffix);
    }

    /// Adds the symbol of the next id, `prefix` followed by `number`.
    pub fn push_number(&mut self, prefix: Prefix, number: u32) {
        self.push_with(prefix, itoa::Buffer::new().format(number).as_bytes());
    }

    /// The number of ids that have a symbol.
    pub fn len(&self) -> u32 {
        self.suffixes.len()
    }

    /// Whether no id has a symbol.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The two parts of the symbol of this id.
    pub fn parts(&self, number: u32) -> (&[u8], &[u8]) {
        let prefix = self.prefix_of[number as usize];
        (self.prefixes.get(prefix), self.suffixes.get(number))
    }

    /// The symbol of this id for display.
    pub fn get(&self, number: u32) -> String {
        let (prefix, suffix) = self.parts(number);
        let mut symbol = String::from_utf8_lossy(prefix).into_owned();
        symbol.push_str(&String::from_utf8_lossy(suffix));
        symbol
    }

    fn prepend(&mut self, prefix: &[u8]) {
        let known = std::mem::take(&mut self.prefixes);
        for number in 0..known.len() {
            self.prefixes.push(&[prefix, known.get(number)].concat());
        }
    }

    fn no_prefix(&mut self) -> Prefix {
        if self.prefixes.len() == 0 {
            self.prefixes.push(b"");
        }
        Prefix(0)
    }
}

/// Tables are equal when each id has the same symbol in both, however the symbol is split.
impl PartialEq for SymbolTable {
    fn eq(&self, other: &Self) -> bool {
        let symbols = |table: &Self, number| {
            let (prefix, suffix) = table.parts(number);
            [prefix, suffix].concat()
        };
        self.len() == other.len()
            && (0..self.len()).all(|number| symbols(self, number) == symbols(other, number))
    }
}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SymbolTable({} symbols)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_stored_once_and_returned() {
        let mut texts = Texts::default();
        let nasty: &[u8] = b"\0\xff,\"\n";
        let number = texts.intern(nasty);
        assert_eq!(texts.intern(b""), Text(1));
        assert_eq!(texts.intern(nasty), number);
        assert_eq!(texts.get(number), nasty);
        assert_eq!(texts.len(), 2);
    }

    #[test]
    fn a_symbol_is_its_prefix_and_its_own_part() {
        let mut table = SymbolTable::default();
        table.push(b"@main");
        let prefix = table.prefix(b"@main:");
        table.push_with(prefix, b"%x");
        assert_eq!(table.get(0), "@main");
        assert_eq!(table.get(1), "@main:%x");
        table.prepend(b"a.bc:");
        assert_eq!(table.get(0), "a.bc:@main");
        assert_eq!(table.get(1), "a.bc:@main:%x");
    }
}
