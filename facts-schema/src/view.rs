//! The view of a module that all rules share: the rows of every relation, indexed by their first
//! column, and properties that many rules need but no relation contains. Each property is computed
//! on first use.
//!
//! | module | contents |
//! |---|---|
//! | `index` | The rows of each relation, indexed by their first column. |
//! | `concepts` | Relations that follow from the facts; rules use them like relations of the schema. |
//! | `values`, `types`, `steps` | Properties of a value, instruction or function; of a type; of a `getelementptr`. |
//! | [`data_layout`], `linkage`, [`intrinsics`] | The meaning of data layouts, linkages and names of intrinsics. |
//! | `scope`, `shapes` | The scope of a program: the module, a function, or one instruction of each shape. |

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

/// A module as seen by rules.
pub struct View<'f> {
    facts: &'f Facts,
    index: Index<'f>,
    concepts: Concepts,
    /// By value: the instruction that computes it. This field and the next are used most.
    definitions: OnceLock<Vec<Option<InstructionId>>>,
    /// By instruction: its result.
    results: OnceLock<Vec<Option<ValueId>>>,
    bodies: OnceLock<values::Bodies>,
    memory: OnceLock<types::Memory>,
    debug_fields: OnceLock<DebugFields>,
}

impl<'f> View<'f> {
    /// Creates a view of `facts`. Properties that are never used cost nothing.
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

    /// A text, for comparison with names that rules know. Text that is not UTF-8 cannot be such a
    /// name, and is returned as the empty text.
    pub fn text(&self, text: Text) -> &'f str {
        std::str::from_utf8(self.facts.texts.get(text)).unwrap_or_default()
    }

    /// Whether rustc compiled all parts of the module: each compiler identifies itself in `llvm.ident`.
    pub fn is_from_rustc(&self) -> bool {
        let idents = self.facts.named_metadata_operand.iter();
        let mut idents = idents.filter(|row| self.text(row.name) == "llvm.ident").peekable();
        idents.peek().is_some()
            && idents.all(|row| {
                let entry = self.metadata_operand.first(row.operand_metadata);
                let text = entry.and_then(|it| self.metadata_string.first(it.operand_metadata));
                text.is_some_and(|row| self.text(row.text).starts_with("rustc "))
            })
    }

    /// The data layout string of the module.
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
