//! The lattice: which parts may be poison, which may be undef, and which are well defined.
//!
//! *Immediate undefined behavior > poison > undef > freeze(poison) > concrete value*: a part is well
//! defined if nothing makes it undef or poison. What may make it so is the least fixpoint, from where
//! undef and poison come from, along what passes them on; what is left is well defined. So a phi in
//! a loop is well defined if all that comes into the loop is.
//!
//! **Scope: function.**

use rustc_hash::FxHashSet;

use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::{Exit, Leave, Pass, Rows, Source};
use crate::semantics::{Deferred, Options};
use program::{
    Leaves, May, MayLeave, Means, Never, Passes, Program, Sealed, Settled, Sources, Under,
};

/// What the lattice says of a function.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    may_be: FxHashSet<May>,
    leaves: Vec<(Exit, Deferred)>,
}

impl Lattice {
    /// Whether a part may be of this kind. A part that may be of none is well defined.
    pub fn may_be(&self, part: Part, kind: Deferred) -> bool {
        self.may_be.contains(&May(part, kind))
    }

    /// The parts that may be undef or poison, in order.
    pub fn all(&self) -> Vec<(Part, Deferred)> {
        rules::bridge::sorted(self.may_be.iter().map(|&May(part, kind)| (part, kind)))
    }

    /// What may leave the function, in order.
    pub fn leaves(&self) -> &[(Exit, Deferred)] {
        &self.leaves
    }
}

/// Derives the lattice of a function. `never` are parts that would have been undefined behavior;
/// `settled` those that, at a place, would have been.
///
/// Without `never`, it says what parts *could* be, ignoring undefined behaviour that only happens later.
pub fn lattice(
    rows: &Rows,
    sources: &[Source],
    never: &[(Part, Deferred)],
    settled: &[(Part, ProgramPoint, Deferred)],
    options: Options,
) -> Lattice {
    let mut program = Program::new();
    program.extend(Deferred::ALL.map(|written| Means(written, options.meaning(written))));
    program.extend([Under(options)]);
    program.extend(sources.iter().map(|&Source { part, written, .. }| Sources(part, written)));
    program.extend(rows.passes.iter().map(|&Pass { from, to, at, how }| Passes(from, to, at, how)));
    program.extend(rows.sealed.iter().map(|&part| Sealed(part)));
    program.extend(never.iter().map(|&(part, kind)| Never(part, kind)));
    program.extend(settled.iter().map(|&(part, at, kind)| Settled(part, at, kind)));
    program.extend(rows.leaves.iter().map(|&Leave { part, at, exit }| Leaves(part, at, exit)));
    let (may_be, leaves) = program.run();
    let leaves = leaves.into_iter().map(|MayLeave(exit, kind)| (exit, kind));
    Lattice { may_be: may_be.into_iter().collect(), leaves: rules::bridge::sorted(leaves) }
}

mod program {
    use rules_macros::datalog;

    use crate::control::ProgramPoint;
    use crate::parts::Part;
    use crate::rows::{Exit, How};
    use crate::semantics::{Deferred, Law, Options};

    datalog! { rows;
        @input
        /// The part may be, by itself, what LLVM calls so.
        struct Sources(Part, Deferred);

        @input
        /// `Passes(from, to, at, how)`: at `at`, the part `to` is made of `from`.
        struct Passes(Part, Part, ProgramPoint, How);

        @input
        /// The part is well defined, or there is undefined behavior.
        struct Sealed(Part);

        @input
        /// If the part is of this kind, there surely is undefined behavior.
        struct Never(Part, Deferred);

        @input
        /// If the part is of this kind, there was undefined behavior before the place.
        struct Settled(Part, ProgramPoint, Deferred);

        @input
        /// The part leaves the function at the place.
        struct Leaves(Part, ProgramPoint, Exit);

        @input
        /// `Means(written, meant)`: what LLVM calls `written` is `meant` in these semantics.
        struct Means(Deferred, Deferred);

        @input
        /// The semantics. A clause asks them for a law last: most laws hold always.
        struct Under(Options);

        const CARRIES(How, Deferred, Law) = crate::rows::CARRIES;

        @output
        #[derive(Debug)]
        /// The part may be of this kind.
        struct May(Part, Deferred);

        May(part, kind) <-
            Sources(part, written),
            Means(written, kind),
            !Sealed(part),
            !Never(part, kind);

        May(to, kind) <-
            May(from, kind),
            Passes(from, to, at, how),
            CARRIES(how, kind, law),
            Under(options),
            (options.has(law)),
            !Settled(from, at, kind),
            !Sealed(to),
            !Never(to, kind);

        @output
        /// What leaves the function so may be of this kind.
        struct MayLeave(Exit, Deferred);

        MayLeave(exit, kind) <-
            May(part, kind),
            Leaves(part, at, exit),
            !Settled(part, at, kind);
    }
}
