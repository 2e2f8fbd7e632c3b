//! The relations of a module as a source, with the names, types and cells that exported facts have
//! in Soufflé.
//!
//! Types of ids are subtypes of `symbol`, as `schema.dl` declares them, and ids are readable ids.
//! Numbers that may not fit into 32 bits are symbols. Symbols and texts are escaped as in files, so
//! that a program returns the same rows here and on a folder of facts.

use std::convert::Infallible;

use facts_schema::texts::Declaration;
use facts_schema::{
    ColumnKind, Entity, Facts, RelationId, RowSink, Text, escape_symbol, escape_text,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::{KnownType, Signature, Source};
use crate::value::{Primitive, Symbols, Table, Word};

/// Computes derived relations. It is called with the name of a group when a relation of the group
/// is first loaded.
pub type Derive<'a> = Box<dyn FnMut(&str) -> Result<Derived, String> + 'a>;

/// Derived relations.
#[derive(Debug, Default)]
pub struct Derived {
    /// Their rows, texts, and the readable ids of derived entities.
    pub facts: Facts,
    /// The groups that it contains: one computation may derive several groups.
    pub groups: Vec<String>,
}

/// The relations of a module. Derived relations are computed when they are first loaded. All
/// relations are loaded with the same symbol table.
pub struct FactsSource<'a> {
    derive: Derive<'a>,
    module: Part<&'a Facts>,
    derived: Vec<(Vec<String>, Part<Facts>)>,
    /// The prefix of ids.
    prefix: String,
}

/// Facts, and which of their texts and ids already have symbols.
struct Part<F> {
    facts: F,
    interned: Interned,
}

impl<'a> FactsSource<'a> {
    /// The relations of `module`, and those that `derive` computes.
    pub fn new(module: &'a Facts, derive: Derive<'a>) -> Self {
        Self { derive, module: Part::new(module), derived: Vec::new(), prefix: String::new() }
    }

    /// Adds the name of the module and a colon as a prefix to ids, to distinguish modules.
    #[must_use]
    pub fn with_name(self, module: &str) -> Self {
        Self { prefix: format!("{module}:"), ..self }
    }

    /// The entities of the module that have these ids. An id that several entities share denotes an
    /// instruction, a block, a function or a value, in this order of preference.
    pub fn entities(
        &self,
        ids: impl IntoIterator<Item = Word>,
        symbols: &Symbols,
    ) -> FxHashMap<Word, (Entity, u32)> {
        const ORDER: [Entity; 6] = [
            Entity::Instruction,
            Entity::Block,
            Entity::Function,
            Entity::Value,
            Entity::Type,
            Entity::Metadata,
        ];
        let ids: FxHashSet<Word> = ids.into_iter().collect();
        let mut found = FxHashMap::default();
        for entity in ORDER {
            let words = self.module.interned.ids.get(&entity).into_iter().flatten();
            for (word, number) in words.zip(0..).filter(|(word, _)| ids.contains(word)) {
                found.entry(*word).or_insert((entity, number));
            }
        }
        // Ids that only the program mentions were never loaded.
        let mut missing: FxHashMap<&[u8], Word> = FxHashMap::default();
        missing.extend(
            ids.iter().filter(|it| !found.contains_key(it)).map(|it| (symbols.text(*it), *it)),
        );
        for entity in ORDER.into_iter().filter(|_| !missing.is_empty()) {
            let table = self.module.facts.symbols.table(entity);
            let mut cell = Vec::new();
            for number in 0..table.len() {
                let (prefix, suffix) = table.parts(number);
                cell.clear();
                escape_symbol(&[self.prefix.as_bytes(), prefix, suffix].concat(), &mut cell);
                if let Some(word) = missing.get(cell.as_slice()) {
                    found.entry(*word).or_insert((entity, number));
                }
            }
        }
        found
    }

    /// The position of a derived group, which is computed if it is new.
    fn derived(&mut self, group: &str) -> Result<usize, String> {
        let is_in = |groups: &Vec<String>| groups.iter().any(|it| it == group);
        if let Some(known) = self.derived.iter().position(|(groups, _)| is_in(groups)) {
            return Ok(known);
        }
        let Derived { facts, groups } = (self.derive)(group)?;
        debug_assert!(is_in(&groups));
        self.derived.push((groups, Part::new(facts)));
        Ok(self.derived.len() - 1)
    }
}

impl<F> Part<F> {
    fn new(facts: F) -> Self {
        Self { facts, interned: Interned::default() }
    }
}

/// The relations that exist without a declaration: those of a module, and those that irlog derives.
fn relations() -> impl Iterator<Item = RelationId> {
    RelationId::ALL.iter().chain(RelationId::DERIVED).copied()
}

/// The relation that is called `name` in programs, with its columns.
fn find(name: &str) -> Option<(RelationId, Declaration)> {
    // Most relations have the same name as in the schema.
    let is_meant = |it: &RelationId| name.starts_with(it.schema().name);
    let declared = relations().filter(is_meant).map(|it| (it, Declaration::of(it.schema())));
    declared.into_iter().find(|(_, declaration)| declaration.name == name)
}

/// The group of a relation, given its name in programs, if it belongs to a module or is derived.
pub fn group_of(relation: &str) -> Option<&'static str> {
    find(relation).map(|(relation, _)| relation.schema().group)
}

impl Source for FactsSource<'_> {
    fn types(&self) -> Vec<KnownType> {
        let name = facts_schema::texts::type_name;
        Entity::every().map(|it| KnownType { name: name(it), kind: Primitive::Symbol }).collect()
    }

    fn names(&self) -> Vec<String> {
        relations().map(|it| Declaration::of(it.schema()).name).collect()
    }

    fn signature(&self, relation: &str) -> Option<Signature> {
        find(relation).map(|(_, declaration)| Signature { columns: declaration.columns })
    }

    fn load(
        &mut self,
        relation: &str,
        columns: &[usize],
        symbols: &mut Symbols,
    ) -> Result<Table, String> {
        let (relation, _) =
            find(relation).ok_or_else(|| format!("unknown relation `{relation}`"))?;
        let (facts, derived) = match RelationId::DERIVED.contains(&relation) {
            false => (self.module.facts, None),
            true => {
                let place = self.derived(relation.schema().group)?;
                let Part { facts, interned } = &mut self.derived[place].1;
                (&*facts, Some(interned))
            }
        };
        let mut loader = Loader {
            symbols,
            names: [self.module.facts, facts],
            module: &mut self.module.interned,
            derived,
            prefix: self.prefix.as_bytes(),
            columns: relation.schema().columns.iter().map(|it| Cell::of(it.kind)).collect(),
            at: 0,
            row: Vec::new(),
            cell: Vec::new(),
            table: Table::new(columns.len()),
        };
        for (position, column) in loader.columns.iter_mut().enumerate() {
            if columns.binary_search(&position).is_err() {
                *column = Cell::Skipped;
            }
        }
        match facts.write_rows(relation, &mut loader) {
            Ok(()) => Ok(loader.table),
        }
    }
}

/// The representation in which the cells of a column are loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Loaded,
    /// Symbols for numbers that may not fit into 32 bits.
    Wide,
    Skipped,
}

impl Cell {
    fn of(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Number(bits) if bits > 32 => Self::Wide,
            _ => Self::Loaded,
        }
    }
}

/// Marks entries that do not have a symbol yet.
const NEW: Word = Word::MAX;

/// The symbols of ids, texts and words, by their numbers. Entries that no loaded row mentions do
/// not receive a symbol.
#[derive(Default)]
struct Interned {
    ids: FxHashMap<Entity, Vec<Word>>,
    texts: Vec<Word>,
    /// Keyed by the word's address: there are few words, which occur in many rows.
    words: FxHashMap<*const u8, Word>,
}

impl Interned {
    fn id(&mut self, entity: Entity, number: u32) -> &mut Word {
        at(self.ids.entry(entity).or_default(), number)
    }

    fn text(&mut self, text: Text) -> &mut Word {
        at(&mut self.texts, text.0)
    }
}

fn at(words: &mut Vec<Word>, number: u32) -> &mut Word {
    let number = number as usize;
    if number >= words.len() {
        words.resize((number + 1).next_power_of_two(), NEW);
    }
    &mut words[number]
}

/// Receives the rows of one relation.
struct Loader<'l> {
    symbols: &'l mut Symbols,
    /// The module, and the facts with the texts of the rows and the readable ids of derived
    /// entities.
    names: [&'l Facts; 2],
    module: &'l mut Interned,
    /// The interned entries of the second of `names`, if it is not the module.
    derived: Option<&'l mut Interned>,
    /// The prefix of ids.
    prefix: &'l [u8],
    columns: Vec<Cell>,
    /// The column of the next cell.
    at: usize,
    row: Vec<Word>,
    cell: Vec<u8>,
    table: Table,
}

impl Loader<'_> {
    /// The representation of the next cell.
    fn next(&mut self) -> Cell {
        self.at += 1;
        self.columns[self.at - 1]
    }
}

impl RowSink for Loader<'_> {
    type Error = Infallible;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Infallible> {
        if self.next() == Cell::Skipped {
            return Ok(());
        }
        let [module, rows] = self.names;
        let (facts, interned) = match &mut self.derived {
            Some(derived) if Entity::DERIVED.contains(&entity) => (rows, &mut **derived),
            _ => (module, &mut *self.module),
        };
        let word = interned.id(entity, number);
        if *word == NEW {
            let (prefix, suffix) = facts.symbols.table(entity).parts(number);
            self.cell.clear();
            escape_symbol(&[self.prefix, prefix, suffix].concat(), &mut self.cell);
            *word = self.symbols.intern(&self.cell);
        }
        self.row.push(*word);
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Infallible> {
        if self.next() == Cell::Skipped {
            return Ok(());
        }
        let symbols = &mut *self.symbols;
        // Words of different lengths may start at the same address.
        let known = self.module.words.get(&word.as_ptr()).copied();
        let symbol = match known.filter(|it| symbols.text(*it) == word.as_bytes()) {
            Some(known) => known,
            None => {
                let new = symbols.intern(word.as_bytes());
                self.module.words.insert(word.as_ptr(), new);
                new
            }
        };
        self.row.push(symbol);
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), Infallible> {
        if self.next() == Cell::Skipped {
            return Ok(());
        }
        let interned = match &mut self.derived {
            Some(derived) => &mut **derived,
            None => &mut *self.module,
        };
        let word = interned.text(text);
        if *word == NEW {
            self.cell.clear();
            escape_text(self.names[1].text(text), &mut self.cell);
            *word = self.symbols.intern(&self.cell);
        }
        self.row.push(*word);
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Infallible> {
        let word = match self.next() {
            Cell::Loaded => number as Word,
            Cell::Wide => self.symbols.intern(number.to_string().as_bytes()),
            Cell::Skipped => return Ok(()),
        };
        self.row.push(word);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Infallible> {
        self.table.push(&self.row);
        self.row.clear();
        self.at = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facts_schema::{
        ArrayType, CallEdge, CallKind, EscapedObject, FunctionId, InstructionId, ObjectId,
        StructName, TypeId,
    };

    fn module() -> Facts {
        let mut facts = Facts::default();
        let types = facts.symbols.table_mut(Entity::Type);
        types.push(b"%\"a\tb\"");
        types.push(b"[5000000000 x i8]");
        let name = facts.texts.intern(b"C:\\\n");
        facts.struct_name.push(StructName { r#type: TypeId(0), name });
        let (r#type, element_type) = (TypeId(1), TypeId(0));
        facts.array_type.push(ArrayType { r#type, element_type, length: 5_000_000_000 });
        facts.symbols.table_mut(Entity::Function).push(b"@main");
        facts.symbols.table_mut(Entity::Instruction).push(b"@main:#0");
        facts
    }

    fn rows(source: &mut FactsSource, relation: &str) -> Vec<Vec<String>> {
        let mut symbols = Symbols::default();
        let kinds = source.signature(relation).expect("it is there").columns;
        let columns: Vec<usize> = (0..kinds.len()).collect();
        let table = source.load(relation, &columns, &mut symbols).expect("it is there");
        let cell = |(word, (_, kind)): (&Word, &(String, String))| match kind.as_str() {
            "unsigned" => word.to_string(),
            _ => String::from_utf8(symbols.text(*word).to_vec()).expect("cells are UTF-8"),
        };
        table.rows().map(|row| row.iter().zip(&kinds).map(cell).collect()).collect()
    }

    #[test]
    fn cells_are_those_of_exported_facts() {
        let module = module();
        let mut source =
            FactsSource::new(&module, Box::new(|_| unreachable!("nothing is derived")));
        assert_eq!(rows(&mut source, "struct_name"), [[r#"\%"a\tb""#, r"C:\\\n"]]);
        let mut source =
            FactsSource::new(&module, Box::new(|_| unreachable!("nothing is derived")));
        let array = ["[5000000000 x i8]", r#"\%"a\tb""#, "5000000000"];
        assert_eq!(rows(&mut source, "array_type"), [array]);
    }

    #[test]
    fn ids_of_different_modules_are_distinguished() {
        let module = module();
        let nothing = || Box::new(|_: &str| unreachable!("nothing is derived"));
        let mut source = FactsSource::new(&module, nothing()).with_name("a.bc");
        let array = ["a.bc:[5000000000 x i8]", r#"\a.bc:%"a\tb""#, "5000000000"];
        assert_eq!(rows(&mut source, "array_type"), [array]);
    }

    #[test]
    fn each_group_is_derived_once_and_only_when_it_is_loaded() {
        let module = module();
        let mut asked = Vec::new();
        let mut source = FactsSource::new(
            &module,
            Box::new(|group| {
                asked.push(group.to_string());
                let mut facts = Facts::default();
                let (instruction, function) = (InstructionId(0), FunctionId(0));
                let kind = CallKind::Direct;
                facts.call_edge.push(CallEdge { instruction, caller: function, function, kind });
                facts.symbols.table_mut(Entity::Object).push(b"external");
                facts.escaped_object.push(EscapedObject { object: ObjectId(0) });
                Ok(Derived { facts, groups: vec!["points-to".into(), "call-graph".into()] })
            }),
        );
        let mut symbols = Symbols::default();
        source.load("struct_name", &[0, 1], &mut symbols).expect("it is there");
        for _ in 0..2 {
            let table = source.load("call_edge", &[0, 1, 2, 3], &mut symbols).expect("it is there");
            let texts: Vec<_> = table.row(0).iter().map(|it| symbols.text(*it)).collect();
            assert_eq!(texts, [&b"@main:#0"[..], b"@main", b"@main", b"direct"]);
            let table = source.load("escaped_object", &[0], &mut symbols).expect("it is there");
            assert_eq!(symbols.text(table.row(0)[0]), b"external");
        }
        drop(source);
        assert_eq!(asked, ["call-graph"]);
    }

    #[test]
    fn names_and_columns_are_those_of_the_exported_program() {
        let module = Facts::default();
        let source = FactsSource::new(&module, Box::new(|_| unreachable!("nothing is derived")));
        let program = facts_schema::texts::souffle_of_all(facts_schema::Ids::Symbol);
        let names = source.names();
        assert!(names.len() > 100);
        for name in names {
            let columns = source.signature(&name).expect("it is there").columns;
            let columns: Vec<_> =
                columns.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
            let declaration = format!(".decl {name}({})\n", columns.join(", "));
            assert!(program.contains(&declaration), "{declaration}");
        }
        assert_eq!(source.signature("call_edges"), None);
        let types: Vec<_> = source.types().into_iter().map(|it| it.name).collect();
        assert_eq!(types[..3], ["Type", "Value", "Function"]);
    }
}
