//! The lattice: which parts may be poison, which may be undef, and which are well defined.
//!
//! *Immediate undefined behavior > poison > undef > freeze(poison) > concrete value*: a part is well
//! defined if nothing makes it undef or poison. What may make it so is the least fixpoint, from where
//! undef and poison come from, along what passes them on; `well_defined` is what is left. So a phi in
//! a loop is well defined if all that comes into the loop is.
//!
//! **Scope: function.**

use rustc_hash::FxBuildHasher;

use crate::control::Place;
use crate::parts::Part;
use crate::rows::{Exit, Leave, Pass, Rows, Source};
use crate::semantics::{Deferred, Options};
use program::{
    Could, Crepe, Defined, Leaves, May, MayLeave, Means, Never, Passes, Sealed, SelectIs, Settled,
    Sources, WellDefined,
};

/// What the lattice says of a function.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// These parts may be of these kinds.
    pub may_be: Vec<(Part, Deferred)>,
    /// These could be, if one counted on nothing that surely bites only later.
    pub could_be: Vec<(Part, Deferred)>,
    /// These are neither undef nor poison.
    pub well_defined: Vec<Part>,
    /// What may leave the function.
    pub leaves: Vec<(Exit, Deferred)>,
}

/// Derives the lattice of a function. `never` are parts that would have been undefined behavior;
/// `settled` those that, at a place, would have been.
pub fn lattice(
    rows: &Rows,
    never: &[(Part, Deferred)],
    settled: &[(Part, Place, Deferred)],
    options: Options,
) -> Lattice {
    let mut program = Crepe::new();
    program.extend(Deferred::ALL.map(|written| Means(written, options.meaning(written))));
    program.extend([SelectIs(options.select)]);
    program.extend(rows.parts.iter().map(|&part| Defined(part)));
    program.extend(rows.sources.iter().map(|&Source { part, written, .. }| Sources(part, written)));
    program.extend(rows.passes.iter().map(|&Pass { from, to, at, how }| Passes(from, to, at, how)));
    program.extend(rows.sealed.iter().map(|&part| Sealed(part)));
    program.extend(never.iter().map(|&(part, kind)| Never(part, kind)));
    program.extend(settled.iter().map(|&(part, at, kind)| Settled(part, at, kind)));
    program.extend(rows.leaves.iter().map(|&Leave { part, at, exit }| Leaves(part, at, exit)));
    let (may_be, could_be, well_defined, leaves) = program.run_with_hasher::<FxBuildHasher>();
    Lattice {
        may_be: rules::bridge::sorted(may_be.into_iter().map(|May(part, kind)| (part, kind))),
        could_be: rules::bridge::sorted(could_be.into_iter().map(|Could(part, kind)| (part, kind))),
        well_defined: rules::bridge::sorted(well_defined.into_iter().map(|WellDefined(it)| it)),
        leaves: rules::bridge::sorted(leaves.into_iter().map(|MayLeave(it, kind)| (it, kind))),
    }
}

mod program {
    use crepe::crepe;

    use crate::control::Place;
    use crate::parts::Part;
    use crate::rows::{Exit, How};
    use crate::semantics::{Deferred, SelectSemantics};

    crepe! {
        @input
        /// The part is of an argument or a result.
        pub struct Defined(pub Part);

        @input
        /// The part may be, by itself, what LLVM calls so.
        pub struct Sources(pub Part, pub Deferred);

        @input
        /// `Passes(from, to, at, how)`: at `at`, the part `to` is made of `from`.
        pub struct Passes(pub Part, pub Part, pub Place, pub How);

        @input
        /// The part is well defined, or there is undefined behavior.
        pub struct Sealed(pub Part);

        @input
        /// If the part is of this kind, there surely is undefined behavior.
        pub struct Never(pub Part, pub Deferred);

        @input
        /// If the part is of this kind, there was undefined behavior before the place.
        pub struct Settled(pub Part, pub Place, pub Deferred);

        @input
        /// The part leaves the function at the place.
        pub struct Leaves(pub Part, pub Place, pub Exit);

        @input
        /// `Means(written, meant)`: what LLVM calls `written` is `meant` in these semantics.
        pub struct Means(pub Deferred, pub Deferred);

        @input
        pub struct SelectIs(pub SelectSemantics);

        struct Spared(Part, Deferred);

        Spared(part, kind) <- Sealed(part), Means(_, kind);

        Spared(part, kind) <- Never(part, kind);

        @output
        /// The part may be of this kind.
        pub struct May(pub Part, pub Deferred);

        May(part, kind) <-
            Sources(part, written),
            Means(written, kind),
            !Spared(part, kind);

        May(to, kind) <-
            May(from, kind),
            Passes(from, to, at, how),
            SelectIs(select),
            (how.carries(select)),
            !Settled(from, at, kind),
            !Spared(to, kind);

        // A condition that is undef chooses one value here and another there.
        May(to, Deferred::Undef) <-
            May(from, Deferred::Undef),
            Passes(from, to, at, How::Decided),
            !Settled(from, at, Deferred::Undef),
            !Spared(to, Deferred::Undef);

        May(to, Deferred::Poison) <-
            May(from, Deferred::Poison),
            Passes(from, to, at, How::Decided),
            SelectIs(select),
            (select.condition_spreads()),
            !Settled(from, at, Deferred::Poison),
            !Spared(to, Deferred::Poison);

        @output
        /// The part could be of this kind, before it is seen that this surely bites later: where it
        /// bites, it does.
        pub struct Could(pub Part, pub Deferred);

        Could(part, kind) <-
            Sources(part, written),
            Means(written, kind),
            !Sealed(part);

        Could(to, kind) <-
            Could(from, kind),
            Passes(from, to, at, how),
            SelectIs(select),
            (how.carries(select)),
            !Settled(from, at, kind),
            !Sealed(to);

        Could(to, Deferred::Undef) <-
            Could(from, Deferred::Undef),
            Passes(from, to, at, How::Decided),
            !Settled(from, at, Deferred::Undef),
            !Sealed(to);

        Could(to, Deferred::Poison) <-
            Could(from, Deferred::Poison),
            Passes(from, to, at, How::Decided),
            SelectIs(select),
            (select.condition_spreads()),
            !Settled(from, at, Deferred::Poison),
            !Sealed(to);

        @output
        /// The part is neither undef nor poison, in all executions without undefined behavior.
        pub struct WellDefined(pub Part);

        WellDefined(part) <- Defined(part), !May(part, _);

        @output
        /// What leaves the function so may be of this kind.
        pub struct MayLeave(pub Exit, pub Deferred);

        MayLeave(exit, kind) <-
            May(part, kind),
            Leaves(part, at, exit),
            !Settled(part, at, kind);
    }
}
