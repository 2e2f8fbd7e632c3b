//! `manifest.json`: what a folder of facts holds and where it came from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Ids;
use super::errors::ReadProblem;
use super::names::excerpt;
use crate::escape::{BadEscape, escape_text, unescape_text};
use crate::{BitcodeProducer, Facts, FactsFormat};

/// The number of this schema. It grows when facts of an older schema can no longer be read.
pub const SCHEMA_VERSION: u32 = 1;

/// The name by which a manifest of ours is known.
pub(super) const TOOL: &str = "irlog";

/// What a folder of facts holds and where it came from. The same facts have the same manifest: it
/// does not tell when or where it was written.
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
    /// What wrote the inputs, as in the relation `bitcode_producer`.
    pub producers: Vec<Producer>,
    /// The inputs, as the user named them.
    pub inputs: Vec<String>,
    /// The format of the files.
    pub format: FactsFormat,
    /// How the files write ids.
    pub ids: Ids,
    /// The groups of relations that the folder holds, in the order of the schema.
    pub groups: Vec<String>,
    /// The groups of derived relations that the folder holds besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<String>,
    /// The number of rows of each relation that the folder holds.
    pub relations: BTreeMap<String, u64>,
}

impl Manifest {
    /// The manifest as text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest is plain text and numbers") + "\n"
    }

    /// The manifest that this text is.
    ///
    /// # Errors
    ///
    /// When it is none, or of facts that this irlog cannot read.
    pub fn from_json(text: &[u8]) -> Result<Self, ReadProblem> {
        /// What every version of the schema has.
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
    /// Which input.
    pub position: u32,
    /// The name and version that the input gives, escaped like a text in the files.
    pub producer: String,
    /// The compatibility number of its bitcode.
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
