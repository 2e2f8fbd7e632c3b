//! The promises of attributes and metadata about values.

use facts_schema::{AttributeId, InstructionId, MetadataId};

use super::Error;
use super::arithmetic::{mask, wrapped};
use super::compile::Compiler;
use super::instructions::Promises;

/// Attributes whose promises the interpreter cannot check.
const UNKNOWN_ATTRIBUTES: [&str; 7] = [
    "returned",
    "byval",
    "sret",
    "inalloca",
    "preallocated",
    "swifterror",
    "dereferenceable_or_null",
];

impl Compiler<'_, '_> {
    pub fn attribute_name(&self, attribute: AttributeId) -> String {
        let row = self.types.index.attribute.first(attribute);
        row.map(|row| self.types.facts.display(row.name).into_owned()).unwrap_or_default()
    }

    pub fn promises(
        &self,
        attributes: impl Iterator<Item = AttributeId>,
    ) -> Result<Promises, Error> {
        let mut promises = Promises::default();
        self.add_promises(attributes, &mut promises)?;
        Ok(promises)
    }

    pub fn add_promises(
        &self,
        attributes: impl Iterator<Item = AttributeId>,
        promises: &mut Promises,
    ) -> Result<(), Error> {
        let index = &self.types.index;
        for attribute in attributes {
            let number = index.attribute_integer.first(attribute).map_or(0, |row| row.integer);
            match self.attribute_name(attribute).as_str() {
                "noundef" => promises.noundef = true,
                "nonnull" => promises.nonnull = true,
                "align" => promises.alignment = u32::try_from(number).unwrap_or(u32::MAX),
                "dereferenceable" => {
                    promises.dereferenceable = number;
                    promises.noundef = true;
                }
                "range" => {
                    for row in index.attribute_range.all(attribute) {
                        let bound = |text| self.types.facts.display(text).parse::<i128>();
                        if let (Ok(lower), Ok(upper)) = (bound(row.lower), bound(row.upper)) {
                            promises.ranges.push((wrapped(lower, 64), wrapped(upper, 64)));
                        }
                    }
                }
                name if UNKNOWN_ATTRIBUTES.contains(&name) => {
                    return Err(Error::unsupported(format!("attribute {name}")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The promises in the metadata of a load or call.
    pub fn metadata_promises(&self, id: InstructionId) -> Result<Promises, Error> {
        let index = &self.types.index;
        let mut promises = Promises::default();
        for row in index.instruction_metadata.all(id) {
            match &*self.types.facts.display(row.attachment_kind) {
                "noundef" => promises.noundef = true,
                "nonnull" => promises.nonnull = true,
                "align" => {
                    let numbers = self.tuple(row.metadata)?;
                    let number = numbers.first().copied().unwrap_or(1);
                    promises.alignment = u32::try_from(number).unwrap_or(u32::MAX);
                }
                "dereferenceable" => {
                    promises.dereferenceable =
                        self.tuple(row.metadata)?.first().copied().unwrap_or_default();
                    promises.noundef = true;
                }
                "range" => {
                    let numbers = self.tuple(row.metadata)?;
                    let pairs = numbers.chunks_exact(2);
                    promises.ranges.extend(pairs.map(|pair| (pair[0], pair[1])));
                }
                _ => {}
            }
        }
        Ok(promises)
    }

    /// The integers in a metadata tuple.
    fn tuple(&self, metadata: MetadataId) -> Result<Vec<u64>, Error> {
        let index = &self.types.index;
        let mut rows = index.metadata_operand.all(metadata).to_vec();
        rows.sort_by_key(|row| row.position);
        let value = |operand| {
            let row = index.value_metadata.first(operand);
            self.integer(row.ok_or_else(|| self.types.broken("metadata"))?.value)
        };
        rows.iter().map(|row| value(row.operand_metadata)).collect()
    }
}

/// Whether a range contains an integer. The range excludes `upper`, and it may wrap.
pub fn is_in_range(value: u64, (lower, upper): (u64, u64), width: u32) -> bool {
    let (lower, upper) = (lower & mask(width), upper & mask(width));
    value.wrapping_sub(lower) & mask(width) < upper.wrapping_sub(lower) & mask(width)
}
