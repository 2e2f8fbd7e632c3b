//! The derived relations with the readable ids of their objects.

use facts_schema::{Entity, Facts};
use points_to::{Analysis, Instance};
use rustc_hash::FxHashMap;

use super::names::Names;

/// Adds the derived relations about pointers and calls to `facts`, and the readable ids of objects.
pub fn derive(analysis: &Analysis, names: &Names, facts: &mut Facts) {
    let objects = analysis.derive_points_to(facts);
    analysis.derive_call_graph(facts);
    name_objects(names, &objects, facts);
}

/// Adds the readable ids of `objects`, which are in the order of their ids.
pub(super) fn name_objects(names: &Names, objects: &[Instance], facts: &mut Facts) {
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    for instance in objects {
        let mut symbol = names.object_id(*instance);
        let count = used.entry(symbol.clone()).or_default();
        *count += 1;
        if *count > 1 {
            symbol += &format!(" ({count})");
        }
        facts.symbols.table_mut(Entity::Object).push(symbol.as_bytes());
    }
}
