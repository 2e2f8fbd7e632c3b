//! Where there is undefined behavior: in every execution that comes there, or if an operand is poison,
//! undef or zero.
//!
//! **Scope: function.**

use facts_schema::{Certainty, UbCause};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::control::Place;
use crate::parts::Part;
use crate::rows::{Demand, Pass, Rows};
use crate::semantics::{Deferred, Options, Semantics};
use program::{Always, Could, Crepe, Demands, Immediate, Passes, SelectIs, Settled, UndefIsPoison};

/// The instruction at a place has undefined behavior because of a part.
pub type UndefinedBehavior = (Place, Part, UbCause, Certainty);

/// All undefined behavior of a function but that of numbers, in order.
pub fn immediate(
    rows: &Rows,
    could_be: &[(Part, Deferred)],
    settled: &[(Part, Place, Deferred)],
    options: Options,
) -> Vec<UndefinedBehavior> {
    let mut program = Crepe::new();
    program.extend([SelectIs(options.select)]);
    if options.semantics == Semantics::ValueWise {
        program.extend([UndefIsPoison(())]);
    }
    let always = rows.always.iter().map(|&(part, kind)| Always(part, options.meaning(kind)));
    program.extend(always);
    // Constants are always what they are; of all else, what could not be undefined is left out.
    let could: FxHashSet<Part> = could_be.iter().map(|(part, _)| *part).collect();
    let demands: Vec<&Demand> = rows
        .demands
        .iter()
        .filter(|demand| !rows.always.is_empty() || could.contains(&demand.part))
        .collect();
    let demanded: FxHashSet<Part> = demands.iter().map(|demand| demand.part).collect();
    program.extend(demands.iter().map(|&&Demand { at, part, need }| Demands(at, part, need)));
    if !rows.always.is_empty() {
        program.extend(rows.passes.iter().map(|&Pass { from, to, how, .. }| Passes(from, to, how)));
    }
    let could_be = could_be.iter().filter(|(part, _)| demanded.contains(part));
    program.extend(could_be.map(|&(part, kind)| Could(part, kind)));
    let settled = settled.iter().filter(|(part, ..)| demanded.contains(part));
    program.extend(settled.map(|&(part, at, kind)| Settled(part, at, kind)));
    let (found,) = program.run_with_hasher::<FxBuildHasher>();
    rules::bridge::sorted(
        found.into_iter().map(|Immediate(at, part, cause, sure)| (at, part, cause, sure)),
    )
}

mod program {
    use crepe::crepe;
    use facts_schema::{Certainty, UbCause};

    use crate::control::Place;
    use crate::parts::Part;
    use crate::rows::{How, Need};
    use crate::semantics::{Deferred, SelectSemantics};

    fn cause(kind: Deferred) -> UbCause {
        match kind {
            Deferred::Poison => UbCause::Poison,
            Deferred::Undef => UbCause::Undef,
        }
    }

    crepe! {
        @input
        /// The part is of this kind in every execution.
        pub struct Always(pub Part, pub Deferred);

        @input
        /// `Passes(from, to, how)`: the part `to` is made of `from`.
        pub struct Passes(pub Part, pub Part, pub How);

        @input
        /// The instruction at the place has undefined behavior unless the part is as it needs it.
        pub struct Demands(pub Place, pub Part, pub Need);

        @input
        /// The part could be of this kind.
        pub struct Could(pub Part, pub Deferred);

        @input
        /// If the part is of this kind, there was undefined behavior before the place.
        pub struct Settled(pub Part, pub Place, pub Deferred);

        @input
        pub struct SelectIs(pub SelectSemantics);

        @input
        /// There is no undef: it is poison.
        pub struct UndefIsPoison(pub ());

        // The part is poison in every execution that computes it.
        struct IsPoison(Part);

        IsPoison(part) <- Always(part, Deferred::Poison);

        IsPoison(to) <-
            IsPoison(from),
            Passes(from, to, how),
            SelectIs(select),
            (how.spreads_poison(select));

        // The part may be any value, in every execution: undef, or worse.
        struct IsAny(Part);

        IsAny(part) <- Always(part, Deferred::Undef);

        IsAny(to) <- IsAny(from), Passes(from, to, how), (how.keeps_any());

        // What must not be poison, and what must not be undef either.
        struct NoPoison(Place, Part);

        NoPoison(at, part) <-
            Demands(at, part, need),
            (matches!(need, Need::NoPoison | Need::NoPoisonNoAnyUndef | Need::WellDefined));

        NoPoison(at, part) <-
            Demands(at, part, Need::SelectCondition),
            SelectIs(select),
            (select.condition_bites());

        struct NoUndef(Place, Part);

        NoUndef(at, part) <-
            Demands(at, part, need),
            (matches!(need, Need::WellDefined | Need::NoPoisonNoAnyUndef)),
            !UndefIsPoison(());

        NoUndef(at, part) <-
            Demands(at, part, Need::SelectCondition),
            SelectIs(select),
            (select.condition_bites()),
            !UndefIsPoison(());

        @output
        /// `Immediate(at, part, cause, certainty)`
        pub struct Immediate(pub Place, pub Part, pub UbCause, pub Certainty);

        Immediate(at, part, UbCause::Poison, Certainty::Definite) <-
            NoPoison(at, part),
            IsPoison(part);

        Immediate(at, part, UbCause::Undef, Certainty::Definite) <-
            NoUndef(at, part),
            IsAny(part),
            !IsPoison(part);

        Immediate(at, part, UbCause::Poison, Certainty::Conditional) <-
            NoPoison(at, part),
            Could(part, Deferred::Poison),
            !IsPoison(part),
            !Settled(part, at, Deferred::Poison);

        // What is undefined behavior only with some other operands is never certain.
        Immediate(at, part, cause(kind), Certainty::Conditional) <-
            Demands(at, part, Need::Sometimes),
            Could(part, kind),
            !Settled(part, at, kind);

        Immediate(at, part, UbCause::Undef, Certainty::Conditional) <-
            NoUndef(at, part),
            Could(part, Deferred::Undef),
            !IsAny(part),
            !Settled(part, at, Deferred::Undef);
    }
}
