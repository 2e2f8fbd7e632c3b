//! Immediate undefined behaviour: in every execution that reaches an instruction, or if an operand is poison,
//! undef or zero.
//!
//! **Scope: function.**

use facts_schema::{Certainty, UbCause};
use rustc_hash::FxHashSet;

use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::{Demand, Pass, Rows};
use crate::semantics::{Deferred, Options};
use program::{
    Always, Among, Could, Count, Demands, Immediate, KeepsZero, NoZero, Onto, Passes, Program,
    Settled, Under, Zero,
};

/// The instruction at a place has undefined behaviour because of a part.
pub type UndefinedBehavior = (ProgramPoint, Part, UbCause, Certainty);

/// All undefined behaviour of a function except for arithmetic on known numbers, in order.
pub fn immediate(
    rows: &Rows,
    could_be: &[(Part, Deferred)],
    settled: &[(Part, ProgramPoint, Deferred)],
    options: Options,
) -> Vec<UndefinedBehavior> {
    let mut program = Program::new();
    program.extend([Under(options)]);
    let always = rows.always.iter().map(|&(part, kind)| Always(part, options.meaning(kind)));
    program.extend(always);
    // Constants always have the same kind; other parts are left out if they cannot be undefined.
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

    use crate::control::ProgramPoint;
    use crate::parts::Part;
    use crate::rows::{How, MustBe, Need};
    use crate::semantics::{Deferred, Law, Options};

    datalog! { rows;
        @input
        /// The part is of this kind in every execution.
        struct Always(Part, Deferred);

        @input
        /// `Passes(from, to, how)`: the part `to` is computed from `from`.
        struct Passes(Part, Part, How);

        @input
        /// The instruction at the place has undefined behaviour unless the part satisfies the need.
        struct Demands(ProgramPoint, Part, Need);

        @input
        /// The part could be of this kind.
        struct Could(Part, Deferred);

        @input
        /// If the part is of this kind, there was undefined behaviour before the place.
        struct Settled(Part, ProgramPoint, Deferred);

        @input
        /// The semantics. Clauses check laws last because most laws always hold.
        struct Under(Options);

        @input
        /// `Among(to, number, from)`: the part `to` is always one of several parts, and `from` is the one with
        /// this number.
        struct Among(Part, u32, Part);

        @input
        /// The number of parts that the part is one of.
        struct Count(Part, u32);

        @input
        /// If the first part can be any value, so can the second.
        struct Onto(Part, Part);

        @input
        /// If the first part is zero, the second one is zero or poison.
        struct KeepsZero(Part, Part);

        @input
        /// The part is zero, or null.
        struct Zero(Part);

        @input
        /// The instruction at the place has undefined behaviour if the part is zero, or null.
        struct NoZero(ProgramPoint, Part, UbCause);

        const SPREADS(How, MustBe, Law) = crate::rows::SPREADS;

        const FORBIDS(Need, MustBe, Law) = crate::rows::FORBIDS;

        /// A part for which this property is forbidden causes this undefined behaviour if it is of this kind,
        /// where the law holds.
        const CAUSES(MustBe, UbCause, Deferred, Law) = [
            (MustBe::Poison, UbCause::Poison, Deferred::Poison, Law::Always),
            (MustBe::Varies, UbCause::Undef, Deferred::Undef, Law::UndefExists),
            (MustBe::Any, UbCause::Undef, Deferred::Undef, Law::UndefExists),
        ];

        /// The first property implies the second.
        const IMPLIES(MustBe, MustBe) = [
            (MustBe::Poison, MustBe::Any),
            (MustBe::Any, MustBe::Varies),
            (MustBe::Any, MustBe::Zero),
        ];

        // The part has this property in every execution that computes it.
        struct Is(Part, MustBe);

        Is(part, MustBe::Poison) <- Always(part, Deferred::Poison);

        Is(part, MustBe::Any) <- Always(part, Deferred::Undef);

        Is(part, MustBe::Zero) <- Zero(part);

        Is(part, other) <- Is(part, what), IMPLIES(what, other);

        Is(to, what) <-
            Is(from, what),
            Passes(from, to, how),
            SPREADS(how, what, law),
            Under(options),
            (options.has(law));

        Is(to, MustBe::Any) <- Is(from, MustBe::Any), Onto(from, to);

        Is(to, MustBe::Zero) <- Is(from, MustBe::Zero), KeepsZero(from, to);

        // The first parts that a part is one of, up to this number, all have this property.
        struct Are(Part, u32, MustBe);

        Are(to, 1, what) <- Is(from, what), Among(to, 0, from);

        Are(to, number + 1, what) <- Are(to, number, what), Among(to, number, from), Is(from, what);

        Is(to, what) <- Are(to, count, what), Count(to, count);

        // The instruction at the place has undefined behaviour, for this cause, if the part has this property,
        // which is possible if it is of this kind.
        struct Forbids(ProgramPoint, Part, MustBe, UbCause, Deferred);

        Forbids(at, part, what, cause, kind) <-
            Demands(at, part, need),
            FORBIDS(need, what, law),
            Under(options),
            (options.has(law)),
            CAUSES(what, cause, kind, law_of_cause),
            (options.has(law_of_cause));

        @output
        /// `Immediate(at, part, cause, certainty)`
        struct Immediate(ProgramPoint, Part, UbCause, Certainty);

        Immediate(at, part, cause, Certainty::Definite) <-
            Forbids(at, part, what, cause, _),
            (what == MustBe::Poison),
            Is(part, what);

        Immediate(at, part, cause, Certainty::Definite) <-
            Forbids(at, part, what, cause, _),
            Is(part, what),
            !Is(part, MustBe::Poison);

        Immediate(at, part, cause, Certainty::Definite) <-
            NoZero(at, part, cause),
            Is(part, MustBe::Zero),
            !Is(part, MustBe::Any);

        Immediate(at, part, cause, Certainty::Conditional) <-
            Forbids(at, part, what, cause, kind),
            Could(part, kind),
            !Is(part, what),
            !Settled(part, at, kind);

        // Undefined behaviour that depends on other operands is never certain.
        Immediate(at, part, UbCause::Poison, Certainty::Conditional) <-
            Demands(at, part, Need::Sometimes),
            Could(part, Deferred::Poison),
            !Settled(part, at, Deferred::Poison);

        Immediate(at, part, UbCause::Undef, Certainty::Conditional) <-
            Demands(at, part, Need::Sometimes),
            Could(part, Deferred::Undef),
            !Settled(part, at, Deferred::Undef);
    }
}
