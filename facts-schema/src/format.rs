//! The formats that irlog prints and writes: one list for all commands.

use serde::{Deserialize, Serialize};

/// An output format of irlog. Each command supports some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Human-readable text.
    Text,
    /// Text with links.
    Markdown,
    /// JSON, as in RFC 8259.
    Json,
    /// One table per relation.
    Table(TableFormat),
    /// One Parquet file per relation.
    Parquet,
    /// A SQLite database.
    Sqlite,
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

/// A storage format for facts, from which they can be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactsFormat {
    /// A folder with one Parquet file per relation.
    Parquet,
    /// A SQLite database in one file.
    Sqlite,
    /// A folder with one text file per relation.
    #[serde(untagged)]
    Table(TableFormat),
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
            Self::Parquet => "parquet",
            Self::Sqlite => "sqlite",
            Self::Sql => "sql",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Dot => "dot",
            Self::Graphml => "graphml",
        }
    }

    /// The format for rows of one relation, if this is one.
    pub fn table(self) -> Option<TableFormat> {
        match self {
            Self::Table(format) => Some(format),
            _ => None,
        }
    }

    /// The format for facts, if this is one.
    pub fn facts(self) -> Option<FactsFormat> {
        match self {
            Self::Table(format) => Some(FactsFormat::Table(format)),
            Self::Parquet => Some(FactsFormat::Parquet),
            Self::Sqlite => Some(FactsFormat::Sqlite),
            _ => None,
        }
    }
}

impl FactsFormat {
    /// CSV.
    pub const CSV: Self = Self::Table(TableFormat::Csv);
    /// The input files of Soufflé.
    pub const SOUFFLE: Self = Self::Table(TableFormat::Souffle);

    /// The name that `--format` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table(format) => Format::Table(format).name(),
            Self::Parquet => Format::Parquet.name(),
            Self::Sqlite => Format::Sqlite.name(),
        }
    }

    /// The name of the file for `relation`, or of the table if one file contains all relations.
    pub fn file_name(self, relation: &str) -> String {
        match self {
            Self::Table(format) => format.file_name(relation),
            Self::Parquet => format!("{relation}.parquet"),
            Self::Sqlite => relation.into(),
        }
    }
}

impl From<TableFormat> for FactsFormat {
    fn from(format: TableFormat) -> Self {
        Self::Table(format)
    }
}

impl TableFormat {
    /// The name of the file for `relation`.
    pub fn file_name(self, relation: &str) -> String {
        match self {
            Self::Csv => format!("{relation}.csv"),
            Self::Souffle => format!("{relation}.facts"),
        }
    }
}
