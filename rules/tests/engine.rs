//! Programs of `datalog!` derive what the same programs derive in crepe, another engine.

use std::collections::BTreeSet;

use proptest::prelude::*;

/// What a program derives: the rows of its relation `Found`.
type Found = BTreeSet<(u32, u32)>;

/// A program over `Edge` and `Mark` that derives `Found`, in both engines.
macro_rules! in_both_engines {
    ($(#[$doc:meta])* $name:ident { $($program:tt)* }) => {
        $(#[$doc])*
        mod $name {
            use super::*;

            mod ours {
                use rules_macros::datalog;

                datalog! { rows; $($program)* }

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
                use crepe::crepe;

                crepe! { $($program)* }

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
    };
}

in_both_engines! {
    recursion_over_two_atoms {
        @input
        struct Edge(u32, u32);
        @input
        struct Mark(u32);
        @output
        struct Found(u32, u32);

        Found(from, to) <- Mark(from), Edge(from, to);
        Found(from, to) <- Edge(from, to), Mark(to);
        Found(from, to) <- Found(from, over), Found(over, to);
    }
}

in_both_engines! {
    relations_that_need_each_other {
        @input
        struct Edge(u32, u32);
        @input
        struct Mark(u32);
        struct Odd(u32, u32);
        struct Even(u32, u32);
        @output
        struct Found(u32, u32);

        Odd(from, to) <- Edge(from, to);
        Odd(from, to) <- Even(from, over), Edge(over, to);
        Even(from, to) <- Edge(over, to), Odd(from, over);
        Found(from, to) <- Even(from, to), !Odd(from, to), Mark(from);
    }
}

in_both_engines! {
    negation_of_some_columns_and_of_all_rows {
        @input
        struct Edge(u32, u32);
        @input
        struct Mark(u32);
        struct Reached(u32);
        @output
        struct Found(u32, u32);

        Reached(node) <- Mark(node);
        Reached(to) <- Reached(from), Edge(from, to);
        Found(from, to) <- Edge(from, to), !Reached(to);
        Found(from, 100) <- Edge(_, from), !Edge(from, _);
        Found(101, to) <- Edge(to, _), !Edge(_, to);
        Found(102, to) <- Edge(_, to), !Mark(_);
    }
}

in_both_engines! {
    constants_conditions_and_values {
        @input
        struct Edge(u32, u32);
        @input
        struct Mark(u32);
        @output
        struct Found(u32, u32);

        Found(0, 7);
        Found(from, sum) <- Edge(from, 2), Edge(2, to), let sum = from + to, (sum > 3);
        Found(from, it) <- Edge(from, to), (to < 3), for it in to..3;
        Found(mark, half) <- Mark(mark), let Some(half) = mark.checked_sub(4);
        Found(to, next) <- Found(from, to), Edge(from + 1, next);
    }
}

in_both_engines! {
    rows_found_by_several_columns {
        @input
        struct Edge(u32, u32);
        @input
        struct Mark(u32);
        struct Triangle(u32, u32, u32);
        @output
        struct Found(u32, u32);

        Triangle(a, b, c) <- Edge(a, b), Edge(b, c), Edge(c, a);
        Found(a, c) <- Triangle(a, _, c), Mark(a);
        Found(a, a) <- Mark(b), Triangle(a, b, _), !Triangle(b, _, a);
        Found(b, c) <- Edge(b, c), Triangle(_, b, c), Found(b, _);
    }
}
