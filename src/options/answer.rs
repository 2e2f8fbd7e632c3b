//! Options of commands that answer with rows of relations.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use facts_schema::folder::{self, WriteError};
use facts_schema::{Answer as Rows, Format, RelationId, TableFormat};

use crate::message::Phase;
use crate::options::format::{ANSWERS, one_of};
use crate::output::Answer;
use crate::worker::Worker;

/// How an answer is printed, and where its rows go.
#[derive(Args)]
pub struct AnswerOptions {
    /// Output format
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    rows: RowOptions,
}

/// Where the rows of an answer go.
///
/// A table in CSV or for Soufflé is one relation. An answer has several.
#[derive(Args)]
pub struct RowOptions {
    /// Print only this relation of the answer; CSV and Soufflé need this option or --output
    #[arg(long, value_name = "NAME", conflicts_with = "output")]
    relation: Option<String>,

    /// Write each relation of the answer to a file in this new folder, as CSV or for Soufflé
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Where an answer goes. Relations are given by their positions.
#[derive(Clone, Copy)]
pub enum Target<'o> {
    /// It is printed as text.
    Text,
    /// It is printed as JSON, or one relation of it.
    Json(Option<usize>),
    /// One relation is printed.
    Table(usize, TableFormat),
    /// All relations go to a new folder.
    Folder(&'o Path, TableFormat),
}

impl AnswerOptions {
    /// Where the rows go, and in which format.
    pub fn rows(&self) -> (&RowOptions, Format) {
        (&self.rows, self.format)
    }

    /// Rejects what cannot be printed, like [`RowOptions::check`].
    ///
    /// # Errors
    ///
    /// When something is rejected.
    pub fn check(&self, relations: &[RelationId]) -> anyhow::Result<()> {
        self.rows.check(self.format, relations)
    }

    /// The answer in the chosen format.
    ///
    /// # Errors
    ///
    /// As for [`RowOptions::answer`].
    pub fn answer<'m>(
        &self,
        worker: &Worker,
        text: impl FnOnce() -> String,
        rows: impl FnOnce() -> Rows<'m>,
    ) -> anyhow::Result<Answer> {
        self.rows.answer(worker, self.format, text, rows)
    }
}

impl RowOptions {
    /// The folder that the answer goes to.
    pub fn folder(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether the rows of the answer go to standard output.
    pub fn is_printed(&self, format: Format) -> bool {
        self.output.is_none() && matches!(format, Format::Json | Format::Table(_))
    }

    /// Rejects what cannot be printed, before the work is done: options that have no effect on the
    /// format, several relations in one table, and a relation that is not in `relations`.
    ///
    /// # Errors
    ///
    /// When something is rejected.
    pub fn check(&self, format: Format, relations: &[RelationId]) -> anyhow::Result<()> {
        self.target(format, &names(relations))?.check()
    }

    /// The answer in this format.
    ///
    /// # Errors
    ///
    /// As for [`RowOptions::check`], and when a folder cannot be written.
    pub fn answer<'m>(
        &self,
        worker: &Worker,
        format: Format,
        text: impl FnOnce() -> String,
        rows: impl FnOnce() -> Rows<'m>,
    ) -> anyhow::Result<Answer> {
        if format == Format::Text {
            return Ok(text().into());
        }
        let rows = rows();
        let relations = rows.relations().to_vec();
        let target = self.target(format, &names(&relations))?;
        if let Target::Folder(folder, format) = target {
            worker.enter(Phase::Writing);
            let temporary = worker.temporary_folder().ok_or_else(|| no_name(folder))?;
            folder::write_answer(&rows, folder, temporary, format)?;
            return Ok(Answer::default());
        }
        worker.print(|output| match target {
            Target::Text | Target::Folder(..) => Ok(()),
            Target::Json(None) => rows.write_json(output),
            Target::Json(Some(relation)) => {
                let mut rows = rows;
                rows.retain(relations[relation]);
                rows.write_json(output)
            }
            Target::Table(relation, format) => {
                rows.write_table(relations[relation], format, output)
            }
        })
    }

    /// Where an answer with the relations of these names goes.
    ///
    /// # Errors
    ///
    /// As for [`RowOptions::check`].
    pub fn target(&self, format: Format, relations: &[&str]) -> anyhow::Result<Target<'_>> {
        let relation = match &self.relation {
            Some(name) => Some(find(name, relations)?),
            None => None,
        };
        Ok(match (format, relation, &self.output) {
            (Format::Table(format), Some(relation), _) => Target::Table(relation, format),
            (Format::Table(format), None, Some(folder)) => Target::Folder(folder, format),
            (Format::Table(format), None, None) => match relations {
                [_] => Target::Table(0, format),
                _ => bail!(
                    "--format {}: the answer has several relations; choose one with --relation, or \
                     write all to a folder with --output: {}",
                    Format::Table(format).name(),
                    relations.join(", ")
                ),
            },
            (other, _, Some(_)) => {
                bail!("--output: needs --format csv or souffle, not {}", other.name())
            }
            (Format::Json, relation, None) => Target::Json(relation),
            (other, Some(_), None) => {
                bail!("--relation: needs --format csv, souffle or json, not {}", other.name())
            }
            (_, None, None) => Target::Text,
        })
    }
}

impl Target<'_> {
    /// Rejects a folder that cannot be created, before the work is done.
    ///
    /// # Errors
    ///
    /// When it is rejected.
    pub fn check(self) -> anyhow::Result<()> {
        let Target::Folder(folder, _) = self else { return Ok(()) };
        match folder::check_target(folder, false) {
            // Answers never replace anything, so --force is not an option.
            Err(WriteError::Exists(folder)) => {
                bail!("{} already exists; choose another folder", folder.display())
            }
            result => Ok(result?),
        }
    }
}

fn find(name: &str, relations: &[&str]) -> anyhow::Result<usize> {
    let found = relations.iter().position(|relation| *relation == name);
    found.ok_or_else(|| {
        anyhow!("--relation: unknown relation `{name}`; the answer has {}", relations.join(", "))
    })
}

fn names(relations: &[RelationId]) -> Vec<&'static str> {
    relations.iter().map(|relation| relation.schema().name).collect()
}

/// The error for a path without a file name.
pub fn no_name(folder: &Path) -> anyhow::Error {
    anyhow!("{}: not a name for a new file or folder; name one", folder.display())
}
