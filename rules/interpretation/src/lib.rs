//! Memory accesses that are undefined behaviour whenever control reaches them, found by an abstract interpreter.
//!
//! The interpreter follows constants, ranges, addresses and the content of memory through a function and its
//! callees: along all paths at once (`flow`), and along the one path that control takes as long as branches are
//! decided (`trace`), which executes loops with constant bounds iteration by iteration. A finding holds for every
//! execution that reaches the instruction without earlier undefined behaviour. Undef is assumed to be whichever value
//! makes an instruction undefined, as LLVM may choose it.
//!
//! | module | what it is |
//! |---|---|
//! | `value`, `state` | Abstract values and abstract memory, and their joins. |
//! | `numbers` | Operations on ranges, and comparisons of them; results that are always poison. |
//! | `choices`, `outcomes` | The numbers that undef, and what is computed from it, may be; values that are neither undef nor poison. |
//! | [`Unwritten`], `scopes` | Global variables whose initializer is their content; the blocks of the source. |
//! | `constants`, `body` | Constants and initializers; the control flow of a function. |
//! | `machine`, `operations`, `divisions`, `memory`, `control` | The effects of instructions, and their undefined behaviour. |
//! | `comparisons`, `expansions` | Comparisons, and the facts that hold where a condition does; comparisons in macros. |
//! | `aggregates`, `elements` | Structures and arrays that are values, elements of vectors. |
//! | `intrinsics`, `promises` | Intrinsics on integers, promised ranges. |
//! | `calls`, `library`, `library_calls` | The effects of calls, and functions of the C and C++ libraries. |
//! | `flow`, `trace` | Paths through a function: all at once, and the one that is decided. |
//! | [`possible()`], `equalities` | Undefined behaviour on single paths, and the conditions that exclude paths. |
//! | [`Interpretation`], [`Finding`] | The results. |

mod aggregates;
mod body;
mod calls;
mod choices;
mod comparisons;
mod constants;
mod control;
mod divisions;
mod elements;
mod equalities;
mod expansions;
mod finding;
mod flow;
mod intrinsics;
mod library;
mod library_calls;
mod machine;
mod memory;
mod numbers;
mod operations;
mod outcomes;
mod possible;
mod promises;
mod scopes;
mod state;
mod trace;
mod unwritten;
mod value;

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId};
use rustc_hash::FxHashSet;

pub use finding::{AllocationSite, Cause, Finding, Memory};
use machine::Machine;
pub use possible::{Decision, Possible, possible};
use scopes::Scopes;
use trace::Ending;
pub use unwritten::Unwritten;

/// The maximum number of instructions in loops and callees that are interpreted: per instruction of the function,
/// and in addition.
const STEPS: (usize, usize) = (2, 500);

/// What the interpreter needs to know about a module as a whole.
#[derive(Debug, Default)]
pub struct ModuleInfo {
    /// The global variables that nothing writes to.
    pub unwritten: Unwritten,
    scopes: Scopes,
}

impl ModuleInfo {
    /// What is known about a module.
    pub fn of(view: &View) -> Self {
        Self { unwritten: Unwritten::of(view), scopes: Scopes::default() }
    }
}

/// What the interpreter finds out about a function.
#[derive(Clone, Debug, Default)]
pub struct Interpretation {
    /// The instructions that are undefined behaviour whenever control reaches them, in order.
    pub findings: Vec<Finding>,
    /// The edges, from a block to its successor, that no execution takes although it may reach the block.
    pub untaken: FxHashSet<(BlockId, BlockId)>,
}

impl Interpretation {
    /// Interprets a function. Nothing is known about functions without a body, and about those that take too long.
    pub fn of(view: &View, module: &ModuleInfo, function: FunctionId) -> Self {
        let mut machine = Machine::new(view, module);
        if !view.has_body(function) || machine.returns_twice(function) {
            return Self::default();
        }
        machine.steps = STEPS.0 * machine.instruction_count(function) + STEPS.1;
        let (mut frame, entry) = machine.start(function);
        let Some(flow) = machine.flow(&mut frame, entry) else { return Self::default() };
        let mut findings = flow.findings;
        // Loops, iteration by iteration.
        for (from, to, mut state) in flow.entries {
            let mut trace = machine.retrace(&frame, frame.values.clone());
            if let Ending::Undefined(finding) =
                machine.trace(&mut trace, &mut state, to, Some(from))
                && findings.iter().all(|it| it.instruction != finding.instruction)
            {
                findings.push(Finding { is_repeated: true, ..finding });
            }
        }
        findings.sort_unstable();
        let edge = |(from, to): (usize, usize)| (frame.body.id(from), frame.body.id(to));
        Self { findings, untaken: flow.untaken.into_iter().map(edge).collect() }
    }
}
