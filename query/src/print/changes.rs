//! The changes of an answer, as text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Printed, Printer, Rows, harmless};

impl Printer<'_> {
    /// Writes the added and removed rows as text, each on a line that starts with `+` or `-`.
    /// Unchanged relations are omitted. Both arguments have the same relations.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn text_changes(
        &self,
        added: &[Printed],
        removed: &[Printed],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let is_changed = |it: &Printed| !it.rows.is_empty();
        let relations = added.iter().zip(removed);
        let mut changed = relations.filter(|it| is_changed(it.0) || is_changed(it.1)).peekable();
        if changed.peek().is_none() {
            return writeln!(output, "\nno changes");
        }
        for (added, removed) in changed {
            let (more, less) = (added.rows.len(), removed.rows.len());
            writeln!(output, "\n{}: {more} added, {less} removed", added.name)?;
            for (sign, relation) in [('-', removed), ('+', added)] {
                if relation.only_size {
                    continue;
                }
                for row in self.rows(relation) {
                    let cells = row.iter().zip(&relation.columns);
                    let cells: Vec<String> =
                        cells.map(|(word, (_, kind))| harmless(&self.cell(*word, *kind))).collect();
                    writeln!(output, "{sign} {}", cells.join("  ").trim_end())?;
                }
            }
        }
        Ok(())
    }

    /// Writes the changes as one JSON object on one line. For each relation, `added` and `removed`
    /// are rows, or numbers of rows if only these are printed.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn json_changes(
        &self,
        added: &[Printed],
        removed: &[Printed],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        #[derive(Serialize)]
        struct Changes<T: Serialize> {
            added: T,
            removed: T,
        }
        let mut object = serde_json::Map::new();
        for (added, removed) in added.iter().zip(removed) {
            let changes = match added.only_size {
                true => serde_json::to_value(Changes {
                    added: added.rows.len(),
                    removed: removed.rows.len(),
                }),
                false => serde_json::to_value(Changes {
                    added: Rows { printer: self, relation: added },
                    removed: Rows { printer: self, relation: removed },
                }),
            };
            object.insert(added.name.to_owned(), changes?);
        }
        serde_json::to_writer(&mut *output, &object)?;
        output.write_all(b"\n")
    }
}
