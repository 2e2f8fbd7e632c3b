//! Rows as text, CSV, JSON and for Soufflé.

mod changes;

use std::borrow::Cow;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::value::{Primitive, Symbols, Table, Word};

/// A relation of an answer.
#[derive(Clone, Debug)]
pub struct Printed<'a> {
    /// Its name.
    pub name: &'a str,
    /// The names and kinds of its columns.
    pub columns: Vec<(&'a str, Primitive)>,
    /// The rows.
    pub rows: &'a Table,
    /// Whether only the number of rows is printed.
    pub only_size: bool,
}

/// Options for printing relations.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    /// The texts of symbols.
    pub symbols: &'a Symbols,
    /// The maximum number of rows printed per relation.
    pub limit: Option<usize>,
}

/// The maximum width to which a column of text output is aligned.
const WIDTH: usize = 60;

impl Printer<'_> {
    /// Writes all relations as text, in aligned tables.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn text(&self, relations: &[Printed], output: &mut dyn Write) -> io::Result<()> {
        let mut before_was_table = false;
        for (position, relation) in relations.iter().enumerate() {
            let is_table =
                !relation.only_size && !relation.rows.is_empty() && !relation.columns.is_empty();
            if position > 0 && (is_table || before_was_table) {
                writeln!(output)?;
            }
            writeln!(output, "{}: {}", relation.name, self.size(relation))?;
            if is_table {
                self.text_table(relation, output)?;
            }
            before_was_table = is_table;
        }
        Ok(())
    }

    /// The number of rows as text.
    fn size(&self, relation: &Printed) -> String {
        let rows = relation.rows.len();
        if relation.columns.is_empty() && !relation.only_size {
            return (if rows == 0 { "does not hold" } else { "holds" }).into();
        }
        let size = match rows {
            0 => "no rows".into(),
            1 => "1 row".into(),
            _ => format!("{rows} rows"),
        };
        let shown = self.shown(relation);
        if relation.only_size || shown == rows {
            return size;
        }
        format!("{size}, of which {shown} {} shown", if shown == 1 { "is" } else { "are" })
    }

    fn shown(&self, relation: &Printed) -> usize {
        self.limit.map_or(relation.rows.len(), |limit| limit.min(relation.rows.len()))
    }

    fn rows<'r>(&self, relation: &'r Printed) -> impl Iterator<Item = &'r [Word]> + use<'r> {
        relation.rows.rows().take(self.shown(relation))
    }

    fn text_table(&self, relation: &Printed, output: &mut dyn Write) -> io::Result<()> {
        let header: Vec<_> = relation.columns.iter().map(|(name, _)| (*name).to_string()).collect();
        let mut widths: Vec<_> = header.iter().map(|it| it.chars().count()).collect();
        for row in self.rows(relation) {
            for ((width, word), (_, kind)) in widths.iter_mut().zip(row).zip(&relation.columns) {
                let cell = harmless(&self.cell(*word, *kind)).chars().count();
                *width = (*width).max(cell.min(WIDTH));
            }
        }
        let is_number: Vec<_> =
            relation.columns.iter().map(|it| it.1 != Primitive::Symbol).collect();
        let line = |cells: &[String]| {
            let mut line = String::new();
            for ((cell, width), is_number) in cells.iter().zip(&widths).zip(&is_number) {
                line += &match is_number {
                    true => format!("{cell:>width$}  "),
                    false => format!("{cell:<width$}  "),
                };
            }
            line.truncate(line.trim_end().len());
            line.push('\n');
            line
        };
        let rule: Vec<_> = widths.iter().map(|width| "-".repeat(*width)).collect();
        output.write_all(line(&header).as_bytes())?;
        output.write_all(line(&rule).as_bytes())?;
        for row in self.rows(relation) {
            let cells = row.iter().zip(&relation.columns);
            let cells = cells.map(|(word, (_, kind))| harmless(&self.cell(*word, *kind)));
            output.write_all(line(&cells.collect::<Vec<_>>()).as_bytes())?;
        }
        Ok(())
    }

    /// Writes one relation as CSV, as in RFC 4180, with a header.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn csv(&self, relation: &Printed, output: &mut dyn Write) -> io::Result<()> {
        if relation.columns.is_empty() {
            return self.souffle(relation, output);
        }
        let mut writer = csv::Writer::from_writer(output);
        writer.write_record(relation.columns.iter().map(|(name, _)| name))?;
        for row in self.rows(relation) {
            let cells = row.iter().zip(&relation.columns);
            writer.write_record(cells.map(|(word, (_, kind))| self.cell(*word, *kind)))?;
        }
        writer.flush()
    }

    /// Writes one relation in Soufflé's format: cells separated by tabs, without a header.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn souffle(&self, relation: &Printed, output: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        for row in self.rows(relation) {
            line.clear();
            for (word, (_, kind)) in row.iter().zip(&relation.columns) {
                line.extend_from_slice(&self.cell(*word, *kind));
                line.push(b'\t');
            }
            match line.last_mut() {
                Some(last) => *last = b'\n',
                None => line.extend_from_slice(b"()\n"),
            }
            output.write_all(&line)?;
        }
        Ok(())
    }

    /// Writes one JSON object. Its keys are the names of the relations; the keys of each row are
    /// the names of the columns. If only the number of rows is printed for a relation, the number
    /// replaces the rows.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn json(&self, relations: &[Printed], output: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *output, &Object { printer: self, relations })?;
        output.write_all(b"\n")
    }

    /// The printed form of a value.
    fn cell(&self, word: Word, kind: Primitive) -> Cow<'_, [u8]> {
        cell(word, kind, self.symbols)
    }
}

/// The printed form of a value.
pub(crate) fn cell(word: Word, kind: Primitive, symbols: &Symbols) -> Cow<'_, [u8]> {
    match kind {
        Primitive::Symbol => Cow::Borrowed(symbols.text(word)),
        Primitive::Number => Cow::Owned((word as i32).to_string().into_bytes()),
        Primitive::Unsigned => Cow::Owned(word.to_string().into_bytes()),
        Primitive::Float => Cow::Owned(f32::from_bits(word).to_string().into_bytes()),
    }
}

/// A program that declares these relations for Soufflé, and reads their files from a folder.
pub fn declarations(relations: &[Printed]) -> String {
    let mut program = String::from("// The relations of an answer of irlog, for Souffle 2.\n");
    for relation in relations {
        let columns = relation.columns.iter().map(|(name, kind)| {
            let kind = match kind {
                Primitive::Symbol => "symbol",
                Primitive::Number => "number",
                Primitive::Unsigned => "unsigned",
                Primitive::Float => "float",
            };
            format!("{name}: {kind}")
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        // Names within components contain dots, which declared names must not contain.
        let name = relation.name.replace('.', "_");
        let file = match name == relation.name {
            true => String::new(),
            false => format!("(filename=\"{}.facts\")", relation.name),
        };
        program += &format!("\n.decl {name}({columns})\n.input {name}{file}\n");
    }
    program
}

/// The cell without terminal control characters.
fn harmless(cell: &[u8]) -> String {
    let mut text = String::with_capacity(cell.len());
    for character in String::from_utf8_lossy(cell).chars() {
        match character.is_control() {
            true => text.extend(character.escape_default()),
            false => text.push(character),
        }
    }
    text
}

struct Object<'a> {
    printer: &'a Printer<'a>,
    relations: &'a [Printed<'a>],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.relations.len()))?;
        for relation in self.relations {
            match relation.only_size {
                true => map.serialize_entry(relation.name, &relation.rows.len())?,
                false => {
                    let rows = Rows { printer: self.printer, relation };
                    map.serialize_entry(relation.name, &rows)?;
                }
            }
        }
        map.end()
    }
}

struct Rows<'a> {
    printer: &'a Printer<'a>,
    relation: &'a Printed<'a>,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut array = serializer.serialize_seq(Some(self.printer.shown(self.relation)))?;
        for words in self.printer.rows(self.relation) {
            array.serialize_element(&Row { of: self, words })?;
        }
        array.end()
    }
}

struct Row<'a> {
    of: &'a Rows<'a>,
    words: &'a [Word],
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = &self.of.relation.columns;
        let mut map = serializer.serialize_map(Some(columns.len()))?;
        for ((name, kind), word) in columns.iter().zip(self.words) {
            match kind {
                Primitive::Number => map.serialize_entry(name, &(*word as i32))?,
                Primitive::Unsigned => map.serialize_entry(name, word)?,
                Primitive::Float => map.serialize_entry(name, &f32::from_bits(*word))?,
                Primitive::Symbol => {
                    let text = self.of.printer.symbols.text(*word);
                    map.serialize_entry(name, &String::from_utf8_lossy(text))?;
                }
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(
        limit: Option<usize>,
        print: impl Fn(&Printer, &[Printed], &mut dyn Write) -> io::Result<()>,
    ) -> String {
        let mut symbols = Symbols::default();
        let [a, b] = [&b"@a, b"[..], b"@main:%\"x\x1b\""].map(|it| symbols.intern(it));
        let (mut calls, mut holds, empty) = (Table::new(3), Table::new(0), Table::new(1));
        calls.push(&[a, 7, -5_i32 as Word]);
        calls.push(&[b, 4_000_000_000, 12]);
        holds.push(&[]);
        let columns = vec![
            ("f", Primitive::Symbol),
            ("size", Primitive::Unsigned),
            ("offset", Primitive::Number),
        ];
        let one = vec![("x", Primitive::Float)];
        let relation = |name, columns, rows, only_size| Printed { name, columns, rows, only_size };
        let relations = [
            relation("published.calls", columns.clone(), &calls, false),
            relation("holds", vec![], &holds, false),
            relation("empty", one, &empty, false),
            relation("size", columns, &calls, true),
        ];
        let mut output = Vec::new();
        let printer = Printer { symbols: &symbols, limit };
        print(&printer, &relations, &mut output).expect("memory takes it");
        String::from_utf8(output).expect("it is UTF-8")
    }

    #[test]
    fn texts_are_aligned_and_harmless() {
        let all = printed(None, |it, relations, output| it.text(relations, output));
        let lines: Vec<_> = all.lines().collect();
        assert_eq!(lines[0], "published.calls: 2 rows");
        assert_eq!(lines[3], "@a, b                      7      -5");
        assert_eq!(lines[4], "@main:%\"x\\u{1b}\"  4000000000      12");
        assert_eq!(lines[5..], ["", "holds: holds", "empty: no rows", "size: 2 rows"]);
        let one = printed(Some(1), |it, relations, output| it.text(relations, output));
        assert!(one.starts_with("published.calls: 2 rows, of which 1 is shown\n"), "{one}");
        assert!(!one.contains("@main"), "{one}");
    }

    #[test]
    fn changes_are_marked() {
        let changes = |added: usize, removed: usize| {
            printed(None, |it, all, output| {
                it.text_changes(&all[added..=added], &all[removed..=removed], output)
            })
        };
        let added = changes(0, 2);
        assert!(
            added.starts_with("\npublished.calls: 2 added, 0 removed\n+ @a, b  7  -5\n+ @main")
        );
        assert!(changes(2, 0).starts_with("\nempty: 0 added, 2 removed\n- @a, b  7  -5\n- @main"));
        assert_eq!(changes(2, 2), "\nno changes\n");
    }

    #[test]
    fn tables_are_for_other_programs() {
        let csv = printed(None, |it, relations, output| it.csv(&relations[0], output));
        assert_eq!(csv, "f,size,offset\n\"@a, b\",7,-5\n\"@main:%\"\"x\x1b\"\"\",4000000000,12\n");
        let souffle = printed(Some(1), |it, relations, output| {
            relations[..2].iter().try_for_each(|relation| it.souffle(relation, output))
        });
        assert_eq!(souffle, "@a, b\t7\t-5\n()\n");
        let json: serde_json::Value =
            serde_json::from_str(&printed(None, |it, relations, output| {
                it.json(relations, output)
            }))
            .expect("it is JSON");
        let expected = serde_json::json!({
            "published.calls": [
                { "f": "@a, b", "size": 7, "offset": -5 },
                { "f": "@main:%\"x\u{1b}\"", "size": 4_000_000_000_u32, "offset": 12 },
            ],
            "holds": [{}],
            "empty": [],
            "size": 2,
        });
        assert_eq!(json, expected);
        let json = printed(None, |it, relations, output| {
            it.json_changes(&relations[1..3], &relations[1..3], output)
        });
        assert_eq!(
            json,
            "{\"empty\":{\"added\":[],\"removed\":[]},\"holds\":{\"added\":[{}],\"removed\":[{}]}}\n"
        );
        let program = printed(None, |_, relations, output| {
            output.write_all(declarations(&relations[..1]).as_bytes())
        });
        assert!(program.ends_with(
            "\n.decl published_calls(f: symbol, size: unsigned, offset: number)\n\
             .input published_calls(filename=\"published.calls.facts\")\n"
        ));
    }
}
