//! Source variables according to debug information, with their memory and values.

use facts_schema::debug_info::DebugNodes;
use facts_schema::{EntityId, Facts, MetadataId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

/// The variables of a module.
pub(super) struct Variables {
    /// The variables whose memory starts where this alloca or global points.
    in_memory: FxHashMap<ValueId, Vec<MetadataId>>,
    /// The variables whose content is this value at some point.
    of_value: FxHashMap<ValueId, Vec<MetadataId>>,
}

impl Variables {
    pub fn new(facts: &Facts, nodes: DebugNodes) -> Self {
        let mut variables =
            Self { in_memory: FxHashMap::default(), of_value: FxHashMap::default() };
        for it in nodes.global_variables() {
            variables.in_memory.entry(it.value).or_default().push(it.variable);
        }
        for it in nodes.local_variables() {
            let variables = match it.is_address {
                true => &mut variables.in_memory,
                false if is_shared_constant(facts, it.value) => continue,
                false => &mut variables.of_value,
            };
            let variables = variables.entry(it.value).or_default();
            if !variables.contains(&it.variable) {
                variables.push(it.variable);
            }
        }
        variables
    }

    /// The variables in the memory to which `address` points: an alloca, or a global variable.
    pub fn at(&self, address: ValueId) -> &[MetadataId] {
        self.in_memory.get(&address).map_or(&[], Vec::as_slice)
    }

    /// The variables whose content is `value` at some point.
    pub fn with(&self, value: ValueId) -> &[MetadataId] {
        self.of_value.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The memory of all variables: its address and its variable.
    pub fn memory(&self) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
        pairs(&self.in_memory)
    }

    /// The values of all variables: the value and its variable.
    pub fn values(&self) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
        pairs(&self.of_value)
    }
}

/// Whether the value is a constant that does not identify a variable: `poison` where a compiler has
/// lost a variable, or `null`.
fn is_shared_constant(facts: &Facts, value: ValueId) -> bool {
    !matches!(
        facts.value.get(value.index()).map(|row| row.kind),
        Some(
            ValueKind::Argument
                | ValueKind::Instruction
                | ValueKind::GlobalVariable
                | ValueKind::Function
                | ValueKind::Alias
                | ValueKind::ConstantExpression
        )
    )
}

fn pairs(
    map: &FxHashMap<ValueId, Vec<MetadataId>>,
) -> impl Iterator<Item = (ValueId, MetadataId)> + '_ {
    let mut all: Vec<_> =
        map.iter().flat_map(|(value, them)| them.iter().map(|it| (*value, *it))).collect();
    all.sort_unstable_by_key(|(value, variable)| (value.number(), variable.number()));
    all.into_iter()
}
