//! The lattice: which parts may be poison, which may be undef, and which are well defined.
//!
//! *Immediate undefined behaviour > poison > undef > freeze(poison) > concrete value*: a part is well defined if
//! nothing makes it undef or poison. The parts that may be undef or poison are the least fixpoint, from the
//! sources of undef and poison along the instructions that pass them on; all others are well defined. So a phi in
//! a loop is well defined if all values that enter the loop are.
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

/// The lattice of a function.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    may_be: FxHashSet<May>,
    leaves: Vec<(Exit, Deferred)>,
}

impl Lattice {
    /// Whether a part may be of this kind. A part that may be of neither kind is well defined.
    pub fn may_be(&self, part: Part, kind: Deferred) -> bool {
        self.may_be.contains(&May(part, kind))
    }

    /// The parts that may be undef or poison, in order.
    pub fn all(&self) -> Vec<(Part, Deferred)> {
        rules::bridge::sorted(self.may_be.iter().map(|&May(part, kind)| (part, kind)))
    }

    /// The kinds that may leave the function by each exit, in order.
    pub fn leaves(&self) -> &[(Exit, Deferred)] {
        &self.leaves
    }
}

/// Derives the lattice of a function. `never` are parts and kinds that are always undefined behaviour; `settled`
/// are those that were undefined behaviour before the place.
///
/// Without `never`, the result says what parts *could* be, ignoring undefined behaviour that only happens later.
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
        /// The part may be a source of this kind, in LLVM's terms.
        struct Sources(Part, Deferred);

        @input
        /// `Passes(from, to, at, how)`: at `at`, the part `to` is computed from `from`.
        struct Passes(Part, Part, ProgramPoint, How);

        @input
        /// The part is well defined; otherwise there is undefined behaviour.
        struct Sealed(Part);

        @input
        /// If the part is of this kind, there always is undefined behaviour.
        struct Never(Part, Deferred);

        @input
        /// If the part is of this kind, there was undefined behaviour before the place.
        struct Settled(Part, ProgramPoint, Deferred);

        @input
        /// The part leaves the function at the place.
        struct Leaves(Part, ProgramPoint, Exit);

        @input
        /// `Means(written, meant)`: LLVM's kind `written` is `meant` in these semantics.
        struct Means(Deferred, Deferred);

        @input
        /// The semantics. Clauses check laws last because most laws always hold.
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
        /// A value that leaves by this exit may be of this kind.
        struct MayLeave(Exit, Deferred);

        MayLeave(exit, kind) <-
            May(part, kind),
            Leaves(part, at, exit),
            !Settled(part, at, kind);
    }
}
