//! The addresses in the middle of Rust's hash tables.
//!
//! The memory of a table of the crate hashbrown, which std uses, begins with the elements, from the last to the first,
//! and ends with one control byte for each. `RawTableInner::new_uninitialized` allocates it and computes the address
//! between the two. Everything else begins at this address: elements have negative indices.
//!
//! The function is recognised by its name, in symbols or, where it was inlined, in debug information.
//!
//! **Scope: module.**

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{EntityId, InstructionId, MetadataId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parts of the function's mangled name, in both mangling schemes.
const NAME: [&str; 3] = ["9hashbrown3raw", "13RawTableInner", "17new_uninitialized"];

/// The addresses between elements and control bytes.
#[derive(Debug, Default)]
pub struct HashTables {
    middles: FxHashSet<ValueId>,
}

impl HashTables {
    /// The addresses in a module.
    pub fn of(view: &View) -> Self {
        let rows = view.facts().getelementptr_instruction.iter().filter(|row| {
            let indices = view.getelementptr_index.all(row.instruction);
            let is_constant = indices.iter().any(|it| view.signed(it.index).is_some());
            indices.len() == 1 && !is_constant && view.types().size(row.source_type) == Some(1)
        });
        let mut allocation = Allocation { view, subprograms: FxHashMap::default() };
        let middles = rows.filter(|row| allocation.contains(row.instruction));
        Self { middles: middles.filter_map(|row| view.result_of(row.instruction)).collect() }
    }

    /// Whether `address` is between the elements and the control bytes of a new table.
    pub fn is_middle(&self, address: ValueId) -> bool {
        self.middles.contains(&address)
    }
}

/// The function that allocates tables, including its inlined code.
struct Allocation<'v, 'f> {
    view: &'v View<'f>,
    /// By subprogram in debug information: whether it describes the function.
    subprograms: FxHashMap<MetadataId, bool>,
}

impl Allocation<'_, '_> {
    fn contains(&mut self, instruction: InstructionId) -> bool {
        let view = self.view;
        let function = view.function_of(instruction);
        let function = function.and_then(|it| view.facts().function.get(it.index()));
        if function.is_some_and(|row| is_name(view.name_of(row.value))) {
            return true;
        }
        let nodes = view.debug_nodes();
        let location = view.instruction_location.first(instruction).map(|row| row.location);
        let mut subprograms = location.into_iter().flat_map(|it| nodes.subprograms_at(it));
        subprograms.any(|it| {
            let is_allocation = || is_name(&nodes.text(it, Field::LinkageName));
            *self.subprograms.entry(it).or_insert_with(is_allocation)
        })
    }
}

fn is_name(name: &str) -> bool {
    NAME.iter().all(|it| name.contains(it))
}
