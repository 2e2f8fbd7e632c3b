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
    /// One Parquet file for each relation.
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

/// A format in which facts are kept, and from which they can be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactsFormat {
    /// A folder with one Parquet file for each relation.
    Parquet,
    /// A SQLite database, in one file.
    Sqlite,
    /// A folder with one file of text for each relation.
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

    /// The format for rows of one relation, if it is one.
    pub fn table(self) -> Option<TableFormat> {
        match self {
            Self::Table(format) => Some(format),
            _ => None,
        }
    }

    /// The format for facts, if it is one.
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

    /// The name of the file that holds `relation`, or of the table where one file holds all.
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
    /// The name of the file that holds `relation`.
    pub fn file_name(self, relation: &str) -> String {
        match self {
            Self::Csv => format!("{relation}.csv"),
            Self::Souffle => format!("{relation}.facts"),
        }
    }
}
