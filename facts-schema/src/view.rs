//! One view of a module, which all rules share: the rows of every relation by their first column, and
//! what many rules ask that is not a row, each worked out once, when it is first asked for.
//!
//! | module | what it is |
//! |---|---|
//! | `index` | The rows of each relation by their first column. |
//! | `concepts` | Relations that follow from the facts, named in rules as those of the schema are. |
//! | `values`, `types`, `steps` | What is asked of one value, instruction or function; of a type; of a `getelementptr`. |
//! | [`data_layout`], `linkage`, [`intrinsics`] | What data layouts, linkages and the names of intrinsics say. |
//! | `scope`, `shapes` | What a program runs over: the module, a function, or one instruction of each shape. |

mod concepts;
pub mod data_layout;
mod index;
pub mod intrinsics;
mod linkage;
mod scope;
mod shapes;
mod some;
mod steps;
mod types;
mod values;

use std::sync::OnceLock;

pub use concepts::*;
pub use index::{Index, Key, Keyed, Rows};
pub use scope::Scope;
pub use shapes::Representatives;
pub use some::rows_of_some;
pub use steps::Step;
pub use types::Types;

use crate::debug_info::{DebugFields, DebugNodes};
use crate::{Facts, InstructionId, Text, ValueId};

/// A module, as rules look at it.
pub struct View<'f> {
    facts: &'f Facts,
    index: Index<'f>,
    concepts: Concepts,
    /// By value: the instruction that computes it. These two are asked for most.
    definitions: OnceLock<Vec<Option<InstructionId>>>,
    /// By instruction: what it computes.
    results: OnceLock<Vec<Option<ValueId>>>,
    bodies: OnceLock<values::Bodies>,
    memory: OnceLock<types::Memory>,
    debug_fields: OnceLock<DebugFields>,
}

impl<'f> View<'f> {
    /// A view of `facts`. What is never asked for costs nothing.
    pub fn new(facts: &'f Facts) -> Self {
        Self {
            facts,
            index: Index::new(facts),
            concepts: Concepts::default(),
            definitions: OnceLock::new(),
            results: OnceLock::new(),
            bodies: OnceLock::new(),
            memory: OnceLock::new(),
            debug_fields: OnceLock::new(),
        }
    }

    /// The facts.
    pub fn facts(&self) -> &'f Facts {
        self.facts
    }

    /// A text, to be compared with names that rules know. Text that is not UTF-8 is no such name,
    /// and is given as empty.
    pub fn text(&self, text: Text) -> &'f str {
        std::str::from_utf8(self.facts.texts.get(text)).unwrap_or_default()
    }

    /// The data layout of the module, as it is written.
    pub fn data_layout(&self) -> &'f str {
        self.facts.module.first().map_or("", |row| self.text(row.data_layout))
    }

    /// The types of the module.
    pub fn types(&self) -> Types<'_> {
        Types::new(self)
    }

    /// The fields of debug information.
    pub fn debug_fields(&self) -> &DebugFields {
        self.debug_fields.get_or_init(|| DebugFields::new(self.facts))
    }

    /// The nodes of debug information.
    pub fn debug_nodes(&self) -> DebugNodes<'_, 'f> {
        self.debug_fields().nodes(self.facts, &self.index)
    }
}

impl<'f> std::ops::Deref for View<'f> {
    type Target = Index<'f>;

    fn deref(&self) -> &Index<'f> {
        &self.index
    }
}
