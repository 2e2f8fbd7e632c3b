//! The sinks of undef and poison: instructions at which a value, or a value computed from it, is undefined behaviour.
//!
//! **Scope: function.**

use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::{Demand, Pass, Rows};
use crate::semantics::{Deferred, Options};
use program::{Demands, Passes, Program, UbSink as Row, Under};

/// A sink: if `part` is of this kind, there is undefined behaviour at a place.
pub type UbSink = (Part, ProgramPoint, Deferred);

/// The sinks of parts, in order; `demands` are the demands of the instructions of these rows.
pub fn ub_sinks(rows: &Rows, demands: &[Demand], options: Options) -> Vec<UbSink> {
    let mut program = Program::new();
    program.extend([Under(options)]);
    program.extend(demands.iter().map(|&Demand { at, part, need }| Demands(at, part, need)));
    let passes = rows.passes.iter().filter(|pass| pass.how.may_spread());
    program.extend(passes.map(|&Pass { from, to, how, .. }| Passes(to, from, how)));
    let (ub_sinks,) = program.run();
    let mut ub_sinks: Vec<UbSink> =
        ub_sinks.into_iter().map(|Row(part, at, kind, _)| (part, at, kind)).collect();
    ub_sinks.sort_unstable();
    ub_sinks.dedup();
    ub_sinks
}

mod program {
    use rules_macros::datalog;

    use crate::control::ProgramPoint;
    use crate::parts::Part;
    use crate::rows::{How, MustBe, Need};
    use crate::semantics::{Deferred, Law, Options};

    /// The maximum number of instructions through which a value is followed back. A larger limit is seldom more
    /// precise, and long computations would have quadratic cost.
    const MAX_DEPTH: u8 = 8;

    datalog! { rows;
        @input
        /// The instruction at the place has undefined behaviour unless the part satisfies the need.
        struct Demands(ProgramPoint, Part, Need);

        @input
        /// `Passes(to, from, how)`: the part `to` is computed from `from`.
        struct Passes(Part, Part, How);

        @input
        /// The semantics. Clauses check laws last because most laws always hold.
        struct Under(Options);

        const FORBIDS(Need, MustBe, Law) = crate::rows::FORBIDS;

        const SPREADS(How, MustBe, Law) = crate::rows::SPREADS;

        /// A part of this kind always has this property, where the law holds. For undef, the relevant property is
        /// that its uses may differ.
        const IS(Deferred, MustBe, Law) = [
            (Deferred::Poison, MustBe::Poison, Law::Always),
            (Deferred::Undef, MustBe::Varies, Law::UndefExists),
        ];

        @output
        /// `UbSink(part, place, kind, depth)`: if `part` is of `kind`, the instruction at `place`, which
        /// depends on it through `depth` others, has undefined behaviour.
        struct UbSink(Part, ProgramPoint, Deferred, u8);

        UbSink(part, at, kind, 0) <-
            Demands(at, part, need),
            FORBIDS(need, what, law),
            Under(options),
            (options.has(law)),
            IS(kind, what, law_of_kind),
            (options.has(law_of_kind));

        UbSink(from, at, kind, depth + 1) <-
            UbSink(to, at, kind, depth),
            (depth < MAX_DEPTH),
            Passes(to, from, how),
            IS(kind, what, _),
            SPREADS(how, what, law),
            Under(options),
            (options.has(law));
    }
}
