//! Where there is undefined behavior: in every execution that comes there, or if an operand is poison,
//! undef or zero.
//!
//! **Scope: function.**

use facts_schema::{Certainty, UbCause};
use rustc_hash::FxHashSet;

use crate::control::Place;
use crate::parts::Part;
use crate::rows::{Demand, Pass, Rows};
use crate::semantics::{Deferred, Options, Semantics};
use program::{
    Always, Among, Could, Count, Demands, Immediate, KeepsZero, NoZero, Onto, Passes, Program,
    SelectIs, Settled, UndefIsPoison, Zero,
};

/// The instruction at a place has undefined behavior because of a part.
pub type UndefinedBehavior = (Place, Part, UbCause, Certainty);

/// All undefined behavior of a function but that of numbers, in order.
pub fn immediate(
    rows: &Rows,
    could_be: &[(Part, Deferred)],
    settled: &[(Part, Place, Deferred)],
    options: Options,
) -> Vec<UndefinedBehavior> {
    let mut program = Program::new();
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
    let certain = &rows.certain;
    program.extend(certain.among.iter().map(|&(to, number, from)| Among(to, number, from)));
    program.extend(certain.counts.iter().map(|&(to, count)| Count(to, count)));
    program.extend(certain.onto.iter().map(|&(from, to)| Onto(from, to)));
    program.extend(certain.keeps_zero.iter().map(|&(from, to)| KeepsZero(from, to)));
    program.extend(certain.zeros.iter().map(|&part| Zero(part)));
    program.extend(certain.no_zero.iter().map(|&(at, part, cause)| NoZero(at, part, cause)));
    let could_be = could_be.iter().filter(|(part, _)| demanded.contains(part));
    program.extend(could_be.map(|&(part, kind)| Could(part, kind)));
    let settled = settled.iter().filter(|(part, ..)| demanded.contains(part));
    program.extend(settled.map(|&(part, at, kind)| Settled(part, at, kind)));
    let (found,) = program.run();
    rules::bridge::sorted(
        found.into_iter().map(|Immediate(at, part, cause, sure)| (at, part, cause, sure)),
    )
}

mod program {
    use facts_schema::{Certainty, UbCause};
    use rules_macros::datalog;

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

    /// What a part is in every execution that computes it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Surely {
        Poison,
        /// Poison, or undef in all its bits.
        Any,
        /// Poison, or undef in some of its bits.
        Varies,
        /// Poison, undef in all its bits, or zero.
        Zero,
    }

    datalog! { rows;
        @input
        /// The part is of this kind in every execution.
        struct Always(Part, Deferred);

        @input
        /// `Passes(from, to, how)`: the part `to` is made of `from`.
        struct Passes(Part, Part, How);

        @input
        /// The instruction at the place has undefined behavior unless the part is as it needs it.
        struct Demands(Place, Part, Need);

        @input
        /// The part could be of this kind.
        struct Could(Part, Deferred);

        @input
        /// If the part is of this kind, there was undefined behavior before the place.
        struct Settled(Part, Place, Deferred);

        @input
        struct SelectIs(SelectSemantics);

        @input
        /// There is no undef: it is poison.
        struct UndefIsPoison(());

        @input
        /// `Among(to, number, from)`: the part `to` is always one of several, of which `from` has this
        /// number.
        struct Among(Part, u32, Part);

        @input
        /// So many parts are those that the part is one of.
        struct Count(Part, u32);

        @input
        /// If the first part is any value, the second one is.
        struct Onto(Part, Part);

        @input
        /// If the first part is zero, the second one is zero or poison.
        struct KeepsZero(Part, Part);

        @input
        /// The part is zero, or null.
        struct Zero(Part);

        @input
        /// The instruction at the place has undefined behavior if the part is zero, or null.
        struct NoZero(Place, Part, UbCause);

        // What the part is in every execution that computes it.
        struct Is(Part, Surely);

        Is(part, Surely::Poison) <- Always(part, Deferred::Poison);

        Is(part, Surely::Any) <- Always(part, Deferred::Undef);

        Is(part, Surely::Zero) <- Zero(part);

        Is(part, Surely::Any) <- Is(part, Surely::Poison);

        Is(part, Surely::Varies) <- Is(part, Surely::Any);

        Is(part, Surely::Zero) <- Is(part, Surely::Any);

        Is(to, Surely::Poison) <-
            Is(from, Surely::Poison),
            Passes(from, to, how),
            SelectIs(select),
            (how.spreads_poison(select));

        Is(to, Surely::Any) <-
            Is(from, Surely::Any),
            Passes(from, to, how),
            (how.keeps_any());

        Is(to, Surely::Any) <- Is(from, Surely::Any), Onto(from, to);

        Is(to, Surely::Varies) <-
            Is(from, Surely::Varies),
            Passes(from, to, how),
            (how.keeps_undef());

        Is(to, Surely::Zero) <- Is(from, Surely::Zero), KeepsZero(from, to);

        // The first so many of the parts that a part is one of are all so.
        struct Are(Part, u32, Surely);

        Are(to, 1, what) <- Is(from, what), Among(to, 0, from);

        Are(to, number + 1, what) <- Are(to, number, what), Among(to, number, from), Is(from, what);

        Is(to, what) <- Are(to, count, what), Count(to, count);

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

        NoUndef(at, part) <- Demands(at, part, Need::WellDefined), !UndefIsPoison(());

        NoUndef(at, part) <-
            Demands(at, part, Need::SelectCondition),
            SelectIs(select),
            (select.condition_bites()),
            !UndefIsPoison(());

        // What must not be any value, but may be undef in some bits.
        struct NoAny(Place, Part);

        NoAny(at, part) <- Demands(at, part, Need::NoPoisonNoAnyUndef), !UndefIsPoison(());

        @output
        /// `Immediate(at, part, cause, certainty)`
        struct Immediate(Place, Part, UbCause, Certainty);

        Immediate(at, part, UbCause::Poison, Certainty::Definite) <-
            NoPoison(at, part),
            Is(part, Surely::Poison);

        Immediate(at, part, UbCause::Undef, Certainty::Definite) <-
            NoUndef(at, part),
            Is(part, Surely::Varies),
            !Is(part, Surely::Poison);

        Immediate(at, part, UbCause::Undef, Certainty::Definite) <-
            NoAny(at, part),
            Is(part, Surely::Any),
            !Is(part, Surely::Poison);

        Immediate(at, part, cause, Certainty::Definite) <-
            NoZero(at, part, cause),
            Is(part, Surely::Zero),
            !Is(part, Surely::Any);

        Immediate(at, part, UbCause::Poison, Certainty::Conditional) <-
            NoPoison(at, part),
            Could(part, Deferred::Poison),
            !Is(part, Surely::Poison),
            !Settled(part, at, Deferred::Poison);

        // What is undefined behavior only with some other operands is never certain.
        Immediate(at, part, cause(kind), Certainty::Conditional) <-
            Demands(at, part, Need::Sometimes),
            Could(part, kind),
            !Settled(part, at, kind);

        Immediate(at, part, UbCause::Undef, Certainty::Conditional) <-
            NoUndef(at, part),
            Could(part, Deferred::Undef),
            !Is(part, Surely::Varies),
            !Settled(part, at, Deferred::Undef);

        Immediate(at, part, UbCause::Undef, Certainty::Conditional) <-
            NoAny(at, part),
            Could(part, Deferred::Undef),
            !Is(part, Surely::Any),
            !Settled(part, at, Deferred::Undef);
    }
}
