//! The derived relations with the readable ids of their objects and memory locations.

use facts_schema::{Entity, Facts};
use points_to::{Analysis, Derived};
use rustc_hash::FxHashMap;

use super::names::{Names, location_id};

/// Adds the derived relations about pointers and calls to `facts`, and the readable ids of objects and
/// memory locations.
pub fn derive(analysis: &Analysis, names: &Names, facts: &mut Facts) {
    let derived = analysis.derive_points_to(facts);
    analysis.derive_call_graph(facts);
    name_derived(names, &derived, facts);
}

/// Adds the readable ids of all objects and memory locations.
pub(super) fn name_derived(names: &Names, derived: &Derived, facts: &mut Facts) {
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    for instance in &derived.objects {
        let mut symbol = names.object_id(*instance);
        let count = used.entry(symbol.clone()).or_default();
        *count += 1;
        if *count > 1 {
            symbol += &format!(" ({count})");
        }
        facts.symbols.table_mut(Entity::Object).push(symbol.as_bytes());
    }
    for (row, location) in facts.memory_location.iter().zip(&derived.locations) {
        let object = facts.symbols.table(Entity::Object).get(row.object.0);
        let symbol = location_id(&object, location.offsets);
        facts.symbols.table_mut(Entity::MemoryLocation).push(symbol.as_bytes());
    }
}
