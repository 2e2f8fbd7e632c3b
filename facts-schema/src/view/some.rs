//! The rows of selected instructions of a function, so that programs can run on them.

use std::ops::Range;

use super::{Key, Keyed, View};
use crate::*;

macro_rules! define_some {
    ($(
        @$role:ident $group:literal $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident(
                $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
            )
        )*
    )*) => {
        /// The rows of those instructions in a range that are to be kept. All other rows are looked
        /// up in the facts of the module.
        pub fn rows_of_some(
            view: &View,
            range: &Range<InstructionId>,
            is_kept: impl Fn(InstructionId) -> bool,
        ) -> Facts {
            let mut kept = Facts::default();
            $($(
                if stringify!($role) == "group" && let Some(keys) = keys::<$row>(range) {
                    let rows = view.$relation.within(Some(keys)).iter();
                    let is_kept = |row: &&$row| is_kept(InstructionId(Key::ordinal(row.$first)));
                    kept.$relation = rows.filter(is_kept).copied().collect();
                }
            )*)*
            kept
        }
    };
}

crate::for_each_relation!(define_some);

/// A range of instructions as keys of rows whose first column is an instruction.
pub(super) fn keys<R: Keyed>(range: &Range<InstructionId>) -> Option<Range<R::Key>> {
    let key = R::Key::from_instruction;
    Some(key(range.start)?..key(range.end)?)
}
