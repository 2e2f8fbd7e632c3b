//! What holds of all constraints, tried on random ones.

pub mod random;

use points_to::definition;
use proptest::prelude::*;

use super::verify::verify;
use super::wave;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_definition_is_verified(constraints in random::constraints(), depth in 0..=2_usize) {
        let solution = definition::solve(&constraints, depth);
        prop_assert_eq!(verify(&constraints, depth, &solution), Ok(()));
    }

    #[test]
    fn the_solver_for_big_programs_derives_the_same(
        constraints in random::constraints(), depth in 0..=2_usize,
    ) {
        prop_assert_eq!(wave::solve(&constraints, depth), definition::solve(&constraints, depth));
    }
}
