//! The formats in which irlog prints and writes: one list for all commands.

use serde::{Deserialize, Serialize};

/// A format of what irlog prints or writes. Each command offers some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    Text,
    /// Text with links.
    Markdown,
    /// JSON, as in RFC 8259.
    Json,
    /// One table for each relation.
    Table(TableFormat),
    /// SQL that SQLite, DuckDB and PostgreSQL understand.
    Sql,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// The language of Graphviz.
    Dot,
    /// GraphML.
    Graphml,
}

/// A format for the rows of one relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    /// Comma-separated values with a header, as in RFC 4180.
    Csv,
    /// The input files of Soufflé: cells separated by tabs, without a header.
    Souffle,
}

impl Format {
    /// CSV.
    pub const CSV: Self = Self::Table(TableFormat::Csv);
    /// The input files of Soufflé.
    pub const SOUFFLE: Self = Self::Table(TableFormat::Souffle);

    /// The name that `--format` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Table(TableFormat::Csv) => "csv",
            Self::Table(TableFormat::Souffle) => "souffle",
            Self::Sql => "sql",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Dot => "dot",
            Self::Graphml => "graphml",
        }
    }

    /// The format for rows of one relation, if it is one.
    pub fn table(self) -> Option<TableFormat> {
        match self {
            Self::Table(format) => Some(format),
            _ => None,
        }
    }
}

impl TableFormat {
    /// The name of the file that holds `relation`.
    pub fn file_name(self, relation: &str) -> String {
        match self {
            Self::Csv => format!("{relation}.csv"),
            Self::Souffle => format!("{relation}.facts"),
        }
    }
}
