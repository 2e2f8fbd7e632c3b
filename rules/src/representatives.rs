//! Extends results about one instruction of each shape to all instructions.

use std::collections::hash_map::Entry;

use facts_schema::InstructionId;
use facts_schema::view::{self, View};
use rustc_hash::FxHashMap;

use crate::violation::Violation;

/// One instruction of each shape.
pub(crate) struct Representatives(view::Representatives);

impl Representatives {
    /// The first instruction of each shape of a module.
    pub fn of(view: &View) -> Self {
        Self(view::Representatives::of(view))
    }

    /// Represents each instruction by itself, as if all shapes were different.
    pub fn all(view: &View) -> Self {
        Self(view::Representatives::all(view))
    }

    /// The rows of the representatives.
    pub fn facts(&self) -> &facts_schema::Facts {
        &self.0.facts
    }

    /// Extends violations of the representatives to all instructions of the module.
    pub fn expand(&self, violations: Vec<Violation>) -> Vec<Violation> {
        let mut found: FxHashMap<InstructionId, Vec<Violation>> = FxHashMap::default();
        let mut result = Vec::new();
        for violation in violations {
            match violation.subject.instruction() {
                Some(instruction) => found.entry(instruction).or_default().push(violation),
                None => result.push(violation),
            }
        }
        if found.is_empty() {
            return result;
        }
        for (instruction, representative) in self.0.members() {
            if let Entry::Occupied(violations) = found.entry(representative) {
                result.extend(violations.get().iter().map(|violation| Violation {
                    subject: violation.subject.at(instruction),
                    ..*violation
                }));
            }
        }
        result
    }
}
