//! Programs of `datalog!` derive the same rows as in crepe, another Datalog engine.

use std::collections::BTreeSet;

use proptest::prelude::*;

/// The rows of a program's relation `Found`.
type Found = BTreeSet<(u32, u32)>;

/// A program with the scope `rows`.
macro_rules! over_rows {
    ($($program:tt)*) => {
        rules_macros::datalog! { rows; $($program)* }
    };
}
use over_rows;

/// A program over `Edge` and `Mark` that derives `Found`, in both engines.
///
/// The program is in a separate file, because `crepe!` does not resolve its own names in tokens
/// from another macro.
macro_rules! in_both_engines {
    ($($name:ident)*) => {$(
        mod $name {
            use super::*;

            mod ours {
                use crate::over_rows as program;

                include!(concat!("engine/", stringify!($name), ".rs"));

                pub fn run(edges: &[(u32, u32)], marks: &[u32]) -> super::Found {
                    let mut program = Program::new();
                    program.extend(edges.iter().map(|&(from, to)| Edge(from, to)));
                    program.extend(marks.iter().map(|&it| Mark(it)));
                    let (found,) = program.run();
                    let rows: super::Found = found.iter().map(|it| (it.0, it.1)).collect();
                    assert_eq!(rows.len(), found.len(), "a row is derived once");
                    rows
                }
            }

            mod theirs {
                use crepe::crepe as program;

                include!(concat!("engine/", stringify!($name), ".rs"));

                pub fn run(edges: &[(u32, u32)], marks: &[u32]) -> super::Found {
                    let mut program = Crepe::new();
                    program.extend(edges.iter().map(|&(from, to)| Edge(from, to)));
                    program.extend(marks.iter().map(|&it| Mark(it)));
                    program.run().0.into_iter().map(|it| (it.0, it.1)).collect()
                }
            }

            proptest! {
                #[test]
                fn derives_the_same(
                    edges in prop::collection::vec((0..8u32, 0..8u32), 0..20),
                    marks in prop::collection::vec(0..8u32, 0..5),
                ) {
                    prop_assert_eq!(ours::run(&edges, &marks), theirs::run(&edges, &marks));
                }
            }
        }
    )*};
}

in_both_engines! {
    recursion_over_two_atoms
    relations_that_need_each_other
    negation_of_some_columns_and_of_all_rows
    constants_conditions_and_values
    rows_found_by_several_columns
}
