//! Variables of the source, by the debug information: which memory and which values are theirs.

use facts_schema::{
    DebugRecordKind, EntityId, Facts, Index, InstructionId, MetadataId, Text, ValueId,
};
use rustc_hash::FxHashMap;

/// The variables of a module.
pub(super) struct Variables {
    /// The variables whose memory begins where this alloca or global points.
    in_memory: FxHashMap<ValueId, Vec<MetadataId>>,
    /// The variables whose content is this value at some time.
    of_value: FxHashMap<ValueId, Vec<MetadataId>>,
}

impl Variables {
    pub fn new(facts: &Facts, index: &Index) -> Self {
        let mut variables =
            Self { in_memory: FxHashMap::default(), of_value: FxHashMap::default() };
        variables.add_globals(facts, index);
        variables.add_locals(facts, index);
        variables
    }

    /// The variables that live where `address` points: an alloca, or a global variable.
    pub fn at(&self, address: ValueId) -> &[MetadataId] {
        self.in_memory.get(&address).map_or(&[], Vec::as_slice)
    }

    /// The variables that have `value` for their content at some time.
    pub fn with(&self, value: ValueId) -> &[MetadataId] {
        self.of_value.get(&value).map_or(&[], Vec::as_slice)
    }

    /// All memory of variables: where it is, and whose it is.
    pub fn memory(&self) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
        pairs(&self.in_memory)
    }

    /// All values of variables: the value, and whose it is.
    pub fn values(&self) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
        pairs(&self.of_value)
    }

    fn add_globals(&mut self, facts: &Facts, index: &Index) {
        let text = |text: &str| facts.texts.find(text.as_bytes());
        let (Some(debug), Some(variable)) = (text("dbg"), text("var")) else { return };
        for row in facts.global_metadata.iter().filter(|row| row.attachment_kind == debug) {
            if let Some(variable) = reference(index, row.metadata, variable) {
                self.in_memory.entry(row.global).or_default().push(variable);
            }
        }
    }

    fn add_locals(&mut self, facts: &Facts, index: &Index) {
        let mut rows: FxHashMap<(InstructionId, u32), (MetadataId, bool)> = FxHashMap::default();
        for row in &facts.debug_record_variable {
            let is_whole = index.metadata_field.all(row.expression).is_empty();
            rows.insert((row.instruction, row.position), (row.variable, is_whole));
        }
        let kinds =
            facts.debug_record.iter().map(|row| ((row.instruction, row.position), row.kind));
        let kinds: FxHashMap<_, _> = kinds.collect();
        for row in facts.debug_record_operand.iter().filter(|row| row.operand_position == 0) {
            let key = (row.instruction, row.position);
            let (Some(&(variable, is_whole)), Some(kind)) = (rows.get(&key), kinds.get(&key))
            else {
                continue;
            };
            let place = match kind {
                DebugRecordKind::Declare if is_whole => &mut self.in_memory,
                DebugRecordKind::Value | DebugRecordKind::Assign if is_whole => &mut self.of_value,
                _ => continue,
            };
            let variables = place.entry(row.operand).or_default();
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        }
    }
}

/// The node that a field of a node names.
pub(super) fn reference(index: &Index, node: MetadataId, field: Text) -> Option<MetadataId> {
    let rows = index.metadata_reference.all(node);
    rows.iter().find(|row| row.field == field).map(|row| row.referenced_metadata)
}

fn pairs(
    map: &FxHashMap<ValueId, Vec<MetadataId>>,
) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
    let mut all: Vec<_> =
        map.iter().flat_map(|(value, them)| them.iter().map(|it| (*value, *it))).collect();
    all.sort_unstable_by_key(|(value, variable)| (value.number(), variable.number()));
    all.into_iter()
}
