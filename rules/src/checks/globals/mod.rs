//! Globals: their linkage, contents, resolution and attachments.
//!
//! The programs run over the module; what most of them say, they say of one global of each kind.

use std::hash::Hash;

use facts_schema::{Facts, ValueId};
use rustc_hash::FxHashMap;

use crate::violation::{Subject, Violation};

pub(super) mod aliases;
pub(super) mod attachments;
pub(super) mod contents;
pub(super) mod linkage;
pub(super) mod reserved;

/// The same violations, those of functions said of the function instead of its value.
fn of_functions(facts: &Facts, violations: Vec<Violation>) -> Vec<Violation> {
    if violations.is_empty() {
        return violations;
    }
    let functions: FxHashMap<ValueId, _> =
        facts.function.iter().map(|row| (row.value, row.function)).collect();
    let about_functions = violations.into_iter().map(|violation| {
        let function = match violation.subject {
            Subject::Value(value) => functions.get(&value),
            _ => None,
        };
        let subject = function.map_or(violation.subject, |it| Subject::Function(*it));
        Violation { subject, ..violation }
    });
    about_functions.collect()
}

/// All globals that take part, and one of each shape, which the rules cannot tell from the others.
struct Alike<S> {
    /// Each global, and the first of the same shape.
    all: Vec<(ValueId, ValueId)>,
    /// The first global of each shape.
    different: Vec<(ValueId, S)>,
}

impl<S: Copy + Eq + Hash> Alike<S> {
    fn of(shapes: impl Iterator<Item = (ValueId, S)>) -> Self {
        let mut first_of_shape = FxHashMap::default();
        let (mut all, mut different) = (Vec::new(), Vec::new());
        for (global, shape) in shapes {
            let first = *first_of_shape.entry(shape).or_insert_with(|| {
                different.push((global, shape));
                global
            });
            all.push((global, first));
        }
        Self { all, different }
    }

    /// What holds of the first global of a shape, said of all of that shape.
    fn everywhere(&self, violations: impl Iterator<Item = Violation>) -> Vec<Violation> {
        let mut result = Vec::new();
        for violation in violations {
            let alike =
                self.all.iter().filter(|(_, first)| violation.subject == Subject::Value(*first));
            result.extend(
                alike
                    .map(|(global, _)| Violation { subject: Subject::Value(*global), ..violation }),
            );
        }
        result
    }
}
