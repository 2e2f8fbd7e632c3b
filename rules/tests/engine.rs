//! Programs of `datalog!` derive what the same programs derive in crepe, another engine.
//!
//! Each program stands here twice, in the same words: crepe does not see the names in what another macro passes on to it.

use std::collections::BTreeSet;

use proptest::prelude::*;

/// What a program derives: the rows of its relation `Found`.
type Found = BTreeSet<(u32, u32)>;

/// The two modules of this name derive the same from any edges and marks.
macro_rules! derive_the_same {
    ($name:ident) => {
        proptest! {
            #[test]
            fn $name(
                edges in prop::collection::vec((0..8u32, 0..8u32), 0..20),
                marks in prop::collection::vec(0..8u32, 0..5),
            ) {
                let mut ours = ours::$name::Program::new();
                ours.extend(edges.iter().map(|&(from, to)| ours::$name::Edge(from, to)));
                ours.extend(marks.iter().map(|&it| ours::$name::Mark(it)));
                let (found,) = ours.run();
                let rows: Found = found.iter().map(|it| (it.0, it.1)).collect();
                prop_assert_eq!(rows.len(), found.len(), "a row is derived once");

                let mut theirs = theirs::$name::Crepe::new();
                theirs.extend(edges.iter().map(|&(from, to)| theirs::$name::Edge(from, to)));
                theirs.extend(marks.iter().map(|&it| theirs::$name::Mark(it)));
                let (found,) = theirs.run();
                let expected: Found = found.into_iter().map(|it| (it.0, it.1)).collect();
                prop_assert_eq!(rows, expected);
            }
        }
    };
}

derive_the_same!(recursion_over_two_atoms);
derive_the_same!(relations_that_need_each_other);
derive_the_same!(negation_of_some_columns_and_of_all_rows);
derive_the_same!(constants_conditions_and_values);
derive_the_same!(rows_found_by_several_columns);

mod ours {
    pub mod recursion_over_two_atoms {
        use rules_macros::datalog;

        datalog! { rows;
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

    pub mod relations_that_need_each_other {
        use rules_macros::datalog;

        datalog! { rows;
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

    pub mod negation_of_some_columns_and_of_all_rows {
        use rules_macros::datalog;

        datalog! { rows;
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

    pub mod constants_conditions_and_values {
        use rules_macros::datalog;

        datalog! { rows;
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

    pub mod rows_found_by_several_columns {
        use rules_macros::datalog;

        datalog! { rows;
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
}

mod theirs {
    pub mod recursion_over_two_atoms {
        use crepe::crepe;

        crepe! {
            @input
            pub struct Edge(pub u32, pub u32);
            @input
            pub struct Mark(pub u32);
            @output
            pub struct Found(pub u32, pub u32);

            Found(from, to) <- Mark(from), Edge(from, to);
            Found(from, to) <- Edge(from, to), Mark(to);
            Found(from, to) <- Found(from, over), Found(over, to);
        }
    }

    pub mod relations_that_need_each_other {
        use crepe::crepe;

        crepe! {
            @input
            pub struct Edge(pub u32, pub u32);
            @input
            pub struct Mark(pub u32);
            struct Odd(u32, u32);
            struct Even(u32, u32);
            @output
            pub struct Found(pub u32, pub u32);

            Odd(from, to) <- Edge(from, to);
            Odd(from, to) <- Even(from, over), Edge(over, to);
            Even(from, to) <- Edge(over, to), Odd(from, over);
            Found(from, to) <- Even(from, to), !Odd(from, to), Mark(from);
        }
    }

    pub mod negation_of_some_columns_and_of_all_rows {
        use crepe::crepe;

        crepe! {
            @input
            pub struct Edge(pub u32, pub u32);
            @input
            pub struct Mark(pub u32);
            struct Reached(u32);
            @output
            pub struct Found(pub u32, pub u32);

            Reached(node) <- Mark(node);
            Reached(to) <- Reached(from), Edge(from, to);
            Found(from, to) <- Edge(from, to), !Reached(to);
            Found(from, 100) <- Edge(_, from), !Edge(from, _);
            Found(101, to) <- Edge(to, _), !Edge(_, to);
            Found(102, to) <- Edge(_, to), !Mark(_);
        }
    }

    pub mod constants_conditions_and_values {
        use crepe::crepe;

        crepe! {
            @input
            pub struct Edge(pub u32, pub u32);
            @input
            pub struct Mark(pub u32);
            @output
            pub struct Found(pub u32, pub u32);

            Found(0, 7);
            Found(from, sum) <- Edge(from, 2), Edge(2, to), let sum = from + to, (sum > 3);
            Found(from, it) <- Edge(from, to), (to < 3), for it in to..3;
            Found(mark, half) <- Mark(mark), let Some(half) = mark.checked_sub(4);
            Found(to, next) <- Found(from, to), Edge(from + 1, next);
        }
    }

    pub mod rows_found_by_several_columns {
        use crepe::crepe;

        crepe! {
            @input
            pub struct Edge(pub u32, pub u32);
            @input
            pub struct Mark(pub u32);
            struct Triangle(u32, u32, u32);
            @output
            pub struct Found(pub u32, pub u32);

            Triangle(a, b, c) <- Edge(a, b), Edge(b, c), Edge(c, a);
            Found(a, c) <- Triangle(a, _, c), Mark(a);
            Found(a, a) <- Mark(b), Triangle(a, b, _), !Triangle(b, _, a);
            Found(b, c) <- Edge(b, c), Triangle(_, b, c), Found(b, _);
        }
    }
}
