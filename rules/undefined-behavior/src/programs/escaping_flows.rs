//! The part of a function that is relevant to others: the flows of undef and poison that may escape it.
//!
//! **Scope: function.**

use rustc_hash::FxHashSet;

use crate::parts::Part;
use crate::rows::Rows;
use program::{Dependent, Leaves, OnWay, Passes, Program, Sealed, Starts};

/// The rows of a function that determine what leaves it.
pub struct EscapingFlows {
    /// The sources of undef and poison that may reach an exit of the function, and the steps between.
    pub rows: Rows,
    /// The parts that depend on the parts of these rows, and the demands on them.
    pub dependents: Rows,
}

impl EscapingFlows {
    /// The escaping flows of the function with these rows.
    pub fn of(rows: &Rows) -> Self {
        let mut program = Program::new();
        program.extend(rows.sources.iter().map(|source| Starts(source.part)));
        program.extend(rows.incoming.iter().map(|&(part, _)| Starts(part)));
        program.extend(rows.passes.iter().map(|pass| Passes(pass.from, pass.to)));
        program.extend(rows.sealed.iter().map(|&part| Sealed(part)));
        program.extend(rows.leaves.iter().map(|leave| Leaves(leave.part)));
        let (on_way, dependent) = program.run();
        let on_way: FxHashSet<Part> = on_way.into_iter().map(|OnWay(part)| part).collect();
        let dependent: FxHashSet<Part> =
            dependent.into_iter().map(|Dependent(part)| part).collect();
        Self {
            rows: Rows {
                sources: only(&rows.sources, |source| on_way.contains(&source.part)),
                incoming: only(&rows.incoming, |(part, _)| on_way.contains(part)),
                passes: only(&rows.passes, |pass| {
                    on_way.contains(&pass.from) && on_way.contains(&pass.to)
                }),
                leaves: only(&rows.leaves, |leave| on_way.contains(&leave.part)),
                ..Rows::default()
            },
            dependents: Rows {
                passes: only(&rows.passes, |pass| dependent.contains(&pass.from)),
                demands: only(&rows.demands, |demand| dependent.contains(&demand.part)),
                ..Rows::default()
            },
        }
    }
}

fn only<R: Copy>(rows: &[R], is_meant: impl Fn(&R) -> bool) -> Vec<R> {
    rows.iter().copied().filter(is_meant).collect()
}

mod program {
    use rules_macros::datalog;

    use crate::parts::Part;

    datalog! { rows;
        @input
        /// The part may be undef or poison itself, or because of another function.
        struct Starts(Part);

        @input
        /// `Passes(from, to)`: the part `to` is computed from `from`.
        struct Passes(Part, Part);

        @input
        /// The part is well defined; otherwise there is undefined behaviour.
        struct Sealed(Part);

        @input
        /// The part leaves the function.
        struct Leaves(Part);

        /// Undef or poison may reach the part.
        struct Reached(Part);

        Reached(part) <- Starts(part), !Sealed(part);

        Reached(to) <- Reached(from), Passes(from, to), !Sealed(to);

        @output
        /// Undef or poison may reach the part, and the part may reach an exit.
        struct OnWay(Part);

        OnWay(part) <- Leaves(part), Reached(part);

        OnWay(from) <- OnWay(to), Passes(from, to), Reached(from);

        @output
        /// The part depends on one that may reach an exit.
        struct Dependent(Part);

        Dependent(part) <- OnWay(part);

        Dependent(to) <- Dependent(from), Passes(from, to);
    }
}
