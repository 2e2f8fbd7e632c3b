//! Pointers in Rust that only point to allocated memory.
//!
//! The nodes of `BTreeMap` and `LinkedList`, and the values behind `Rc` and `Arc` with their counters, have types that are
//! private to the crate alloc. It allocates all of them; only the `Arc` of an empty slice is a constant. So pointers of
//! these types do not point to the stack.
//!
//! This matters where a variable of an enumeration holds one or the other, such as a node in which a key is missing, or the
//! map whose key was found.
//!
//! **Scope: module.**

use facts_schema::debug_info::{DebugNodes, Field};
use facts_schema::view::View;
use facts_schema::{MetadataId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::{Key, Moves, Purpose, Shift};
use super::unoptimized::Unoptimized;
use crate::offsets::Step;
use crate::typed_pointers::TypedPointers;

/// The modules of the crate alloc, and their types that are always allocated.
const ALLOCATED: [(&str, &[&str]); 4] = [
    ("node", &["LeafNode", "InternalNode"]),
    ("linked_list", &["Node"]),
    ("rc", &["RcInner", "RcBox"]),
    ("sync", &["ArcInner"]),
];

/// The pointers to allocated memory.
#[derive(Debug, Default)]
pub struct AllocatedPointers {
    loaded: FxHashSet<ValueId>,
}

impl AllocatedPointers {
    /// The pointers in a module. `pointers` are known if a function is not optimised.
    pub fn of(
        view: &View,
        unoptimized: &Unoptimized,
        pointers: Option<&mut TypedPointers>,
    ) -> Self {
        let Some(pointers) = pointers else { return Self::default() };
        let nodes = view.debug_nodes();
        let structures = nodes.with_field(Field::Identifier).map(|(it, _)| it);
        let allocated: FxHashSet<MetadataId> =
            structures.filter(|it| is_allocated(nodes, *it)).collect();
        if allocated.is_empty() {
            return Self::default();
        }
        // By type: whether it is a pointer to allocated memory.
        let mut types: FxHashMap<MetadataId, bool> = FxHashMap::default();
        let mut points_to_allocated = |r#type: MetadataId| {
            *types.entry(r#type).or_insert_with(|| {
                let pointee = nodes.pointee(r#type).and_then(|it| nodes.bare(it));
                pointee.is_some_and(|it| allocated.contains(&it))
            })
        };
        let rows = view.facts().load_instruction.iter();
        let rows = rows.filter(|row| unoptimized.has(view, row.instruction));
        let loaded = rows.filter(|row| {
            let leaf = pointers.leaf(row.address, 0);
            leaf.and_then(|leaf| leaf.r#type).is_some_and(&mut points_to_allocated)
        });
        Self { loaded: loaded.filter_map(|row| view.result_of(row.instruction)).collect() }
    }

    /// Restricts the pointers in a function.
    pub fn restrict(&self, moves: &mut Moves) {
        for load in &mut moves.loads {
            if let Key::Value(value, 0) = load.0
                && self.loaded.contains(&value)
            {
                let any = Key::Step(Purpose::Allocated, value.0, 0, 0);
                moves.shifts.push(Shift(load.0, any, Step::OffStack));
                load.0 = any;
            }
        }
    }
}

/// Whether a structure is always in allocated memory.
fn is_allocated(nodes: DebugNodes, structure: MetadataId) -> bool {
    let name = nodes.text(structure, Field::Name);
    let Some((name, _)) = name.split_once('<') else { return false };
    let scopes: Vec<MetadataId> = nodes.scopes(structure).collect();
    let [module, .., outermost] = scopes[..] else { return false };
    let (module, outermost) = (nodes.text(module, Field::Name), nodes.text(outermost, Field::Name));
    let is_in = |(of, names): &(&str, &[&str])| *of == module && names.contains(&name);
    outermost == "alloc" && ALLOCATED.iter().any(is_in)
}
