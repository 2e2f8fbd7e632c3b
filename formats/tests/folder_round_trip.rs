//! Any facts are unchanged after writing and reading in every format, whatever their names and
//! texts are.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::Path;

use facts_schema::folder::WriteOptions;
use facts_schema::{
    Entity, Facts, FactsFormat, GROUPS, Ids, RelationId, RowSink, RowSource, Text, Word,
};
use proptest::prelude::*;

proptest! {
    // Each sample is a whole module in two formats.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    #[test]
    fn facts_come_back(facts in facts(), format in format(), ids in ids(), groups in groups()) {
        check_round_trip(&facts, &options(format, ids, groups));
    }

    #[test]
    fn damaged_folders_do_not_panic(
        facts in facts(),
        format in format(),
        ids in ids(),
        damages in prop::collection::vec((any::<u64>(), any::<u64>(), nasty_bytes()), 1..4),
    ) {
        let place = tempfile::tempdir().unwrap();
        let written = place.path().join("written");
        write(&facts, &written, &options(format, ids, vec![]));
        for (which, position, bytes) in damages {
            damage(&written, which, position, &bytes);
        }
        if let Ok((facts, _)) = facts_formats::read(&written) {
            // Facts that are accepted can also be written.
            write(&facts, &place.path().join("again"), &options(format, ids, vec![]));
        }
    }
}

fn check_round_trip(facts: &Facts, options: &WriteOptions) {
    let place = tempfile::tempdir().unwrap();
    let [first, second, third] = ["first", "second", "third"].map(|name| place.path().join(name));

    write(facts, &first, options);
    write(facts, &second, options);
    assert_eq!(files(&first), files(&second), "the same facts, other bytes");

    assert!(facts_formats::is_facts(&first));
    let (back, manifest) = facts_formats::read(&first).unwrap();
    for &relation in RelationId::ALL {
        let group = relation.schema().group;
        if options.groups.is_empty() || options.groups.iter().any(|it| it == group) {
            assert_eq!(rows(&back, relation), rows(facts, relation), "{relation:?}");
        }
    }
    if options.groups.is_empty() || options.ids == Ids::Numeric {
        for &entity in Entity::ALL {
            let defined = facts.row_count(RelationId::defining(entity)) as u32;
            assert!((0..defined).all(|id| symbol(&back, entity, id) == symbol(facts, entity, id)));
        }
    }

    let groups = manifest.groups.clone();
    write(&back, &third, &WriteOptions { groups, ..options.clone() });
    assert_eq!(files(&first), files(&third), "read and written again, other bytes");
}

fn options(format: FactsFormat, ids: Ids, groups: Vec<String>) -> WriteOptions {
    WriteOptions {
        format,
        ids,
        groups,
        derived: vec![],
        tool_version: "1.2.3".into(),
        llvm_version: "22.1.0".into(),
        inputs: vec!["a \"b\".bc".into()],
        replace: false,
    }
}

fn write(facts: &Facts, folder: &Path, options: &WriteOptions) {
    facts_formats::write(facts, folder, &folder.with_extension("temporary"), options).unwrap();
}

/// The files in `folder` with their content. If it is a file itself, its name is empty.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    if folder.is_file() {
        return BTreeMap::from([(String::new(), fs::read(folder).unwrap())]);
    }
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    files
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .collect()
}

/// Replaces bytes of one of the files in `folder`, or truncates the file if `bytes` is empty.
fn damage(folder: &Path, which: u64, position: u64, bytes: &[u8]) {
    // Most relations are small but the manifest is important, so every eighth attempt changes it.
    let files = files(folder);
    let name = match which % 8 {
        0 if !folder.is_file() => "manifest.json",
        _ => files.keys().nth(which as usize % files.len()).unwrap(),
    };
    let mut content = files[name].clone();
    let start = position as usize % (content.len() + 1);
    let end = content.len().min(start + bytes.len());
    content.splice(start..end, bytes.iter().copied());
    if bytes.is_empty() {
        content.truncate(start);
    }
    let file = if name.is_empty() { folder.into() } else { folder.join(name) };
    fs::write(file, content).unwrap();
}

fn format() -> impl Strategy<Value = FactsFormat> {
    prop::sample::select(&[
        FactsFormat::CSV,
        FactsFormat::SOUFFLE,
        FactsFormat::Sqlite,
        FactsFormat::Parquet,
    ])
}

fn ids() -> impl Strategy<Value = Ids> {
    prop::sample::select(&[Ids::Symbol, Ids::Numeric])
}

/// All or some groups.
fn groups() -> impl Strategy<Value = Vec<String>> {
    let names: Vec<String> = GROUPS.iter().map(|group| group.name.into()).collect();
    prop_oneof![Just(vec![]), prop::sample::subsequence(names, 1..GROUPS.len())]
}

/// Facts with some rows in every relation, and with difficult texts and symbols.
fn facts() -> impl Strategy<Value = Facts> {
    let texts = prop::collection::vec(nasty_bytes(), 1..12);
    let symbols =
        prop::collection::vec(prop::collection::btree_set(nasty_bytes(), 1..6), Entity::ALL.len());
    let numbers = prop::collection::vec(any::<u64>(), 32);
    (texts, symbols, numbers).prop_map(|(texts, symbols, numbers)| {
        let mut facts = Facts::default();
        let texts: Vec<Text> = texts.iter().map(|text| facts.texts.intern(text)).collect();
        for (&entity, symbols) in Entity::ALL.iter().zip(&symbols) {
            let table = facts.symbols.table_mut(entity);
            for symbol in symbols {
                let (prefix, suffix) = symbol.split_at(symbol.len() / 2);
                let prefix = table.prefix(prefix);
                table.push_with(prefix, suffix);
            }
        }
        let sizes = symbols.iter().map(|symbols| symbols.len() as u32).collect();
        let mut source = Source { texts, sizes, numbers, drawn: 0, left: 0, defined: None };
        for &relation in RelationId::ALL {
            source.start(relation);
            let Ok(()) = facts.read_rows(relation, &mut source);
        }
        facts
    })
}

/// A few bytes, mostly with a special meaning in a format, an escape or LLVM.
fn nasty_bytes() -> impl Strategy<Value = Vec<u8>> {
    let special =
        prop::sample::select(&b"\"\",,\t\n\r\0\\\\ntrx0:@%! \xc3\xa9\xff\xef\xbb\xbf"[..]);
    prop::collection::vec(prop_oneof![4 => special, 1 => any::<u8>()], 0..6)
}

/// Rows drawn from given texts, ids and numbers.
struct Source {
    texts: Vec<Text>,
    /// The number of ids of each entity.
    sizes: Vec<u32>,
    numbers: Vec<u64>,
    /// The numbers drawn so far.
    drawn: usize,
    /// The number of remaining rows in this relation.
    left: u64,
    /// The entity that the relation defines, with its next id.
    defined: Option<(Entity, u32)>,
}

impl Source {
    fn start(&mut self, relation: RelationId) {
        self.left = self.draw() % 4;
        self.defined = None;
        if let Some(entity) = relation.defines() {
            // Some ids remain undefined.
            self.left = self.left.min(self.sizes[entity as usize].into());
            self.defined = Some((entity, 0));
        }
    }

    fn draw(&mut self) -> u64 {
        self.drawn += 1;
        let round = (self.drawn / self.numbers.len()) as u64;
        self.numbers[self.drawn % self.numbers.len()].rotate_left((round % 64) as u32) ^ round
    }
}

impl RowSource for Source {
    type Error = Infallible;

    fn next_row(&mut self) -> Result<bool, Infallible> {
        let more = self.left > 0;
        self.left = self.left.saturating_sub(1);
        Ok(more)
    }

    fn id(&mut self, entity: Entity) -> Result<u32, Infallible> {
        if let Some((defined, next)) = &mut self.defined
            && *defined == entity
        {
            *next += 1;
            return Ok(*next - 1);
        }
        Ok((self.draw() % u64::from(self.sizes[entity as usize])) as u32)
    }

    fn word<W: Word>(&mut self) -> Result<W, Infallible> {
        Ok(W::ALL[self.draw() as usize % W::ALL.len()])
    }

    fn text(&mut self) -> Result<Text, Infallible> {
        let which = self.draw() as usize % self.texts.len();
        Ok(self.texts[which])
    }

    fn number(&mut self, limit: u64) -> Result<u64, Infallible> {
        Ok(match self.draw() {
            number if number % 4 == 0 => limit,
            number if number % 4 == 1 => 0,
            number => number.min(limit),
        })
    }
}

/// The rows of `relation`, with texts and symbols instead of their numbers.
fn rows(facts: &Facts, relation: RelationId) -> Vec<Vec<Vec<u8>>> {
    let mut sink = Sink { facts, rows: vec![vec![]] };
    let Ok(()) = facts.write_rows(relation, &mut sink);
    sink.rows
}

struct Sink<'a> {
    facts: &'a Facts,
    rows: Vec<Vec<Vec<u8>>>,
}

impl Sink<'_> {
    fn push(&mut self, cell: Vec<u8>) -> Result<(), Infallible> {
        self.rows.last_mut().unwrap().push(cell);
        Ok(())
    }
}

impl RowSink for Sink<'_> {
    type Error = Infallible;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Infallible> {
        self.push(symbol(self.facts, entity, number))
    }

    fn word(&mut self, word: &'static str) -> Result<(), Infallible> {
        self.push(word.into())
    }

    fn text(&mut self, text: Text) -> Result<(), Infallible> {
        self.push(self.facts.text(text).into())
    }

    fn number(&mut self, number: u64) -> Result<(), Infallible> {
        self.push(number.to_string().into())
    }

    fn end_row(&mut self) -> Result<(), Infallible> {
        self.rows.push(vec![]);
        Ok(())
    }
}

fn symbol(facts: &Facts, entity: Entity, number: u32) -> Vec<u8> {
    let (prefix, suffix) = facts.symbols.table(entity).parts(number);
    [prefix, suffix].concat()
}
