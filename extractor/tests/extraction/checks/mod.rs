//! Redundant information in the facts is consistent.

mod ids;
mod kinds;
mod numbers;
mod roles;
mod source;

use crate::fixtures;
use crate::llvm::Sample;
use crate::render::Renderer;

/// A property of the facts of each sample. The function panics if it does not hold.
pub type Check = fn(&Sample, &Renderer);

/// Lists checks, and defines a test for each.
macro_rules! check_all {
    ($($check:ident)*) => {
        /// The checks of this module.
        pub const CHECKS: &[super::Check] = &[$($check),*];

        mod each {
            $(
                #[test]
                fn $check() {
                    crate::checks::for_each(super::$check);
                }
            )*
        }
    };
}
use check_all;

/// All checks.
pub fn all() -> Vec<Check> {
    [ids::CHECKS, kinds::CHECKS, numbers::CHECKS, roles::CHECKS, source::CHECKS].concat()
}

/// Checks each fixture and, where LLVM can read it, a program with debug info.
fn for_each(check: Check) {
    for sample in fixtures::all().iter().chain(program()) {
        check(sample, &Renderer::new(&sample.facts));
    }
}

#[cfg(feature = "rustc-llvm")]
fn program() -> Option<&'static Sample> {
    use std::sync::LazyLock;

    use crate::compiled::compiled;

    static PROGRAM: LazyLock<Sample> = LazyLock::new(|| compiled(&["-g", "-Copt-level=1"]));
    Some(&PROGRAM)
}

#[cfg(not(feature = "rustc-llvm"))]
fn program() -> Option<&'static Sample> {
    None
}
