//! `manifest.json`: the contents and the origin of a folder of facts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Ids;
use super::errors::ReadProblem;
use super::names::excerpt;
use crate::escape::{BadEscape, escape_text, unescape_text};
use crate::{BitcodeProducer, Facts, FactsFormat};

/// The version of this schema. It is incremented when facts of an older schema can no longer be
/// read.
pub const SCHEMA_VERSION: u32 = 1;

/// The tool name that identifies a manifest of irlog.
pub(super) const TOOL: &str = "irlog";

/// The contents and the origin of a folder of facts. Equal facts have equal manifests: the manifest
/// does not record when or where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that wrote the folder: `irlog`.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The version of the schema, [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The version of the LLVM that read the inputs.
    pub llvm_version: String,
    /// The producers of the inputs, as in the relation `bitcode_producer`.
    pub producers: Vec<Producer>,
    /// The inputs, as the user named them.
    pub inputs: Vec<String>,
    /// The format of the files.
    pub format: FactsFormat,
    /// The representation of ids in the files.
    pub ids: Ids,
    /// The groups of relations in the folder, in the order of the schema.
    pub groups: Vec<String>,
    /// The groups of derived relations in the folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<String>,
    /// The number of rows of each relation in the folder.
    pub relations: BTreeMap<String, u64>,
}

impl Manifest {
    /// The manifest as text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest is plain text and numbers") + "\n"
    }

    /// Parses a manifest.
    ///
    /// # Errors
    ///
    /// When the text is not a manifest, or is the manifest of facts that this irlog cannot read.
    pub fn from_json(text: &[u8]) -> Result<Self, ReadProblem> {
        /// The fields that all versions of the schema have.
        #[derive(Deserialize)]
        struct Version {
            tool: String,
            schema_version: u32,
        }
        let version: Version = serde_json::from_slice(text)?;
        if version.tool != TOOL {
            return Err(ReadProblem::OtherTool(excerpt(version.tool.as_bytes())));
        }
        if version.schema_version != SCHEMA_VERSION {
            return Err(ReadProblem::SchemaVersion(version.schema_version));
        }
        Ok(serde_json::from_slice(text)?)
    }
}

/// A row of the relation `bitcode_producer`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Producer {
    /// The position of the input.
    pub position: u32,
    /// The producer's name and version as stored in the input, escaped like a text in the files.
    pub producer: String,
    /// The epoch of its bitcode, which is its compatibility number.
    pub epoch: u32,
}

impl Producer {
    pub(super) fn all(facts: &Facts) -> Vec<Self> {
        let from_row = |row: &BitcodeProducer| {
            let mut producer = Vec::new();
            escape_text(facts.text(row.producer), &mut producer);
            let producer = String::from_utf8_lossy(&producer).into_owned();
            Self { position: row.position, producer, epoch: row.epoch }
        };
        facts.bitcode_producer.iter().map(from_row).collect()
    }

    /// Adds this row to `facts`.
    pub(super) fn restore(&self, facts: &mut Facts) -> Result<(), BadEscape> {
        let producer = facts.texts.intern(&unescape_text(self.producer.as_bytes())?);
        let (position, epoch) = (self.position, self.epoch);
        facts.bitcode_producer.push(BitcodeProducer { position, producer, epoch });
        Ok(())
    }
}
