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
//! | `numbers` | Operations on ranges, and comparisons of them. |
//! | `constants`, `body` | Constants and initializers; the control flow of a function. |
//! | `machine`, `operations`, `memory`, `control` | The effects of instructions, and their undefined behaviour. |
//! | `elements`, `intrinsics`, `promises` | Members of aggregates, intrinsics on integers, promised ranges. |
//! | `calls`, `library`, `library_calls` | The effects of calls, and functions of the C and C++ libraries. |
//! | `flow`, `trace` | Paths through a function. |
//! | [`Finding`] | The results. |

mod body;
mod calls;
mod constants;
mod control;
mod elements;
mod finding;
mod flow;
mod intrinsics;
mod library;
mod library_calls;
mod machine;
mod memory;
mod numbers;
mod operations;
mod promises;
mod state;
mod trace;
mod value;

use facts_schema::FunctionId;
use facts_schema::view::View;

pub use finding::{AllocationSite, Cause, Finding, Memory};
use machine::{Machine, Mode};
use state::State;
use trace::Ending;
use value::Value;

/// The maximum number of instructions in loops and callees that are interpreted: per instruction of the function,
/// and in addition.
const STEPS: (usize, usize) = (2, 500);

/// The instructions of a function that are undefined behaviour whenever control reaches them, in order.
pub fn findings(view: &View, function: FunctionId) -> Vec<Finding> {
    let mut machine = Machine::new(view);
    if !view.has_body(function) || machine.returns_twice(function) {
        return Vec::new();
    }
    machine.steps = STEPS.0 * machine.instruction_count(function) + STEPS.1;
    machine.running.push(function);
    let parameters = (0..).map_while(|it| view.argument(function, it)).count();
    let arguments = vec![Value::Unknown; parameters];
    let mut frame = machine.frame(function, Mode::Flow, arguments.clone(), None);
    let mut entry = State::default();
    machine.name_arguments(&mut frame, &mut entry);
    let Some(flow) = machine.flow(&mut frame, entry) else { return Vec::new() };
    let mut findings = flow.findings;
    // Loops, iteration by iteration.
    for (from, to, mut state) in flow.entries {
        let mut trace = machine.frame(function, Mode::Trace, frame.arguments.clone(), None);
        trace.number = frame.number;
        trace.values.clone_from(&frame.values);
        if let Ending::Undefined(finding) = machine.trace(&mut trace, &mut state, to, Some(from))
            && findings.iter().all(|it| it.instruction != finding.instruction)
        {
            findings.push(Finding { is_repeated: true, ..finding });
        }
    }
    findings.sort_unstable();
    findings
}
