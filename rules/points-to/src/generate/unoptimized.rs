//! Functions of Rust that debug information describes exactly.
//!
//! Optimisers unite functions with the same instructions, though their types in the source differ. Debug information only
//! describes one of them. So the types in it are only true for functions that are not optimised.
//!
//! **Scope: module.**

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions of Rust that are not optimised, according to their compile units.
#[derive(Debug, Default)]
pub struct Unoptimized(FxHashSet<FunctionId>);

impl Unoptimized {
    /// The functions in a module.
    pub fn of(view: &View) -> Self {
        let nodes = view.debug_nodes();
        let mut units: FxHashMap<MetadataId, bool> = FxHashMap::default();
        let mut is_unoptimized = |unit: MetadataId| {
            let unoptimized = units.entry(unit);
            *unoptimized.or_insert_with(|| {
                nodes.text(unit, Field::Language) == "DW_LANG_Rust"
                    && nodes.text(unit, Field::IsOptimized) == "false"
            })
        };
        let functions = view.facts().function.iter().filter(|row| {
            let unit = nodes.attachment(row.value).and_then(|it| nodes.reference(it, Field::Unit));
            unit.is_some_and(&mut is_unoptimized)
        });
        Self(functions.map(|row| row.function).collect())
    }

    /// Whether there are no such functions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an instruction is in one of the functions.
    pub fn has(&self, view: &View, instruction: InstructionId) -> bool {
        view.function_of(instruction).is_some_and(|it| self.0.contains(&it))
    }
}
