//! Properties of all constraints, tested on random ones.

mod questions;
pub mod random;
mod search;

use proptest::prelude::*;

use crate::verify::verify;
use crate::wave::{self, Templates};
use crate::{Context, Fact, Location, Opaque, definition};

proptest! {
    #[test]
    fn the_definition_is_verified(
        constraints in random::constraints(), depth in 0..=2_usize, choice: u64,
    ) {
        let opaque = random::opaque(&constraints, depth, choice);
        let solution = definition::solve(&constraints, depth, &opaque);
        prop_assert_eq!(verify(&constraints, depth, &solution), Ok(()));
    }

    #[test]
    fn the_solver_for_big_programs_derives_the_same(
        constraints in random::constraints(), depth in 0..=2_usize, choice: u64,
    ) {
        let opaque = random::opaque(&constraints, depth, choice);
        let solution = wave::solve(&Templates::of(&constraints), depth, &opaque);
        prop_assert_eq!(solution, definition::solve(&constraints, depth, &opaque));
    }

    #[test]
    fn only_memory_that_escapes_is_opaque(
        constraints in random::constraints(), depth in 0..=2_usize,
    ) {
        let opaque = wave::Search::new(depth).finish(&Templates::of(&constraints));
        let solution = definition::solve(&constraints, depth, &opaque);
        for instance in solution.locations.iter().map(|it| it.instance) {
            prop_assert!(solution.is_escaped(instance) || !opaque.contains(instance));
        }
    }

    /// Memory that escapes while its content is followed also escapes if it is not, even if the solver has not finished.
    #[test]
    fn the_search_finds_the_same_memory_if_some_is_known_to_escape(
        constraints in random::constraints(), depth in 0..=2_usize, few in 0..40_u64,
    ) {
        let templates = Templates::of(&constraints);
        let limit = wave::Limit { few, per_node: 0 };
        let Err(known) = wave::solve_within(limit, &templates, depth) else { return Ok(()) };
        let search = wave::Search::new(depth);
        let found = search.knowing(known).finish(&templates).in_order();
        let other = wave::Search::new(depth).finish(&templates).in_order();
        let sorted = |mut it: Vec<_>| { it.sort_unstable(); it };
        prop_assert_eq!(sorted(found), sorted(other));
    }

    /// Ignoring contexts: functions called through opaque memory are called by external code, without a site.
    #[test]
    fn opaque_memory_does_not_lose_pointers(constraints in random::constraints()) {
        let precise = definition::solve(&constraints, 0, &Opaque::default());
        let opaque = wave::Search::new(0).finish(&Templates::of(&constraints));
        let solution = definition::solve(&constraints, 0, &opaque);
        let pointers = precise.tuples().points_to.into_iter().filter(|(node, location)| {
            [node.context, location.instance.context] == [Context::EMPTY; 2]
        });
        for (node, location) in pointers {
            let is_implied = solution.is_escaped(location.instance)
                && solution.holds(Fact::PointsTo(node, Location::EXTERNAL));
            let is_said = is_implied || solution.holds(Fact::PointsTo(node, location));
            prop_assert!(is_said, "{:?} to {:?}", node, location);
        }
    }
}
