//! Copies of text, which does not contain pointers, where they are inlined.
//!
//! Strings of C++ copy text by functions of `std::char_traits`. Their models say that the copies are not followed; where
//! debug information shows that an instruction belongs to such a function, it is not followed either.

use facts_schema::debug_info::{DebugNodes, Field};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::Moves;

/// The instructions that copy text.
#[derive(Debug, Default)]
pub struct TextCopies(FxHashSet<InstructionId>);

impl TextCopies {
    pub fn of(view: &View) -> Self {
        let nodes = view.debug_nodes();
        let subprograms = view.facts().subprogram.iter().map(|row| row.subprogram);
        let copying: FxHashSet<_> = subprograms.filter(|it| copies_text(nodes, *it)).collect();
        if copying.is_empty() {
            return Self::default();
        }
        let mut known: FxHashMap<MetadataId, bool> = FxHashMap::default();
        let mut is_copy = |location| {
            *known
                .entry(location)
                .or_insert_with(|| nodes.subprograms_at(location).any(|it| copying.contains(&it)))
        };
        let rows = view.facts().instruction_location.iter();
        let rows = rows.filter(|row| is_copy(row.location));
        Self(rows.map(|row| row.instruction).collect())
    }

    /// The values that are text.
    pub fn text(&self, view: &View) -> impl Iterator<Item = ValueId> {
        let loads = self.0.iter().filter(|it| view.load_instruction.first(**it).is_some());
        loads.filter_map(|it| view.result_of(*it))
    }

    /// Removes the arguments of functions that copy text.
    pub fn remove(&self, view: &View, moves: &mut Moves) {
        if !self.0.is_empty() {
            moves
                .arguments
                .retain(|row| !self.0.contains(&row.0) || view.called_intrinsic(row.0).is_none());
        }
    }
}

/// Whether a function is one of `std::char_traits` that copies text.
fn copies_text(nodes: DebugNodes, subprogram: MetadataId) -> bool {
    let name = nodes.text(subprogram, Field::Name);
    let is_copy = matches!(name.as_str(), "copy" | "move");
    let class = is_copy.then(|| nodes.reference(subprogram, Field::Scope)).flatten();
    class.is_some_and(|it| nodes.text(it, Field::Name).starts_with("char_traits<"))
}
