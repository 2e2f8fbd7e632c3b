//! Where undef and poison become undefined behavior, followed back to the values that they come from.
//!
//! **Scope: function.**

use crate::control::Place;
use crate::parts::Part;
use crate::rows::{Demand, Pass, Rows};
use crate::semantics::{Deferred, Options, Semantics};
use program::{Bites, Demands, Passes, Program, SelectIs, UndefIsPoison};

/// `part` being of this kind is undefined behavior at a place.
pub type Bite = (Part, Place, Deferred);

/// Where parts bite, in order, if `demands` are what the instructions of these rows demand.
pub fn bites(rows: &Rows, demands: &[Demand], options: Options) -> Vec<Bite> {
    let mut program = Program::new();
    program.extend([SelectIs(options.select)]);
    if options.semantics == Semantics::ValueWise {
        program.extend([UndefIsPoison(())]);
    }
    program.extend(demands.iter().map(|&Demand { at, part, need }| Demands(at, part, need)));
    let passes = rows.passes.iter().filter(|pass| pass.how.may_be_strict());
    program.extend(passes.map(|&Pass { from, to, how, .. }| Passes(to, from, how)));
    let (bites,) = program.run();
    let mut bites: Vec<Bite> =
        bites.into_iter().map(|Bites(part, at, kind, _)| (part, at, kind)).collect();
    bites.sort_unstable();
    bites.dedup();
    bites
}

mod program {
    use rules_macros::datalog;

    use crate::control::Place;
    use crate::parts::Part;
    use crate::rows::{How, Need};
    use crate::semantics::{Deferred, SelectSemantics};

    /// A value is followed back through so many instructions: what lies farther back is as a rule
    /// not spared, and long computations would cost their square.
    const MAX_DEPTH: u8 = 8;

    datalog! { rows;
        @input
        /// The instruction at the place has undefined behavior unless the part is as it needs it.
        struct Demands(Place, Part, Need);

        @input
        /// `Passes(to, from, how)`: the part `to` is made of `from`.
        struct Passes(Part, Part, How);

        @input
        struct SelectIs(SelectSemantics);

        @input
        /// There is no undef: it is poison.
        struct UndefIsPoison(());

        @output
        /// `Bites(part, place, kind, depth)`: if `part` is of `kind`, the instruction at `place`, which
        /// depends on it through `depth` others, has undefined behavior.
        struct Bites(Part, Place, Deferred, u8);

        Bites(part, at, Deferred::Poison, 0) <-
            Demands(at, part, need),
            (matches!(need, Need::NoPoison | Need::NoPoisonNoAnyUndef | Need::WellDefined));

        Bites(part, at, Deferred::Poison, 0) <-
            Demands(at, part, Need::SelectCondition),
            SelectIs(select),
            (select.condition_bites());

        Bites(part, at, Deferred::Undef, 0) <-
            Demands(at, part, Need::WellDefined),
            !UndefIsPoison(());

        Bites(part, at, Deferred::Undef, 0) <-
            Demands(at, part, Need::SelectCondition),
            SelectIs(select),
            (select.condition_bites()),
            !UndefIsPoison(());

        // Poison spreads to all that is computed from it.
        Bites(from, at, Deferred::Poison, depth + 1) <-
            Bites(to, at, Deferred::Poison, depth),
            (depth < MAX_DEPTH),
            Passes(to, from, how),
            SelectIs(select),
            (how.spreads_poison(select));

        // Of undef, something that is still not the same at each use.
        Bites(from, at, Deferred::Undef, depth + 1) <-
            Bites(to, at, Deferred::Undef, depth),
            (depth < MAX_DEPTH),
            Passes(to, from, how),
            (how.keeps_undef());
    }
}
