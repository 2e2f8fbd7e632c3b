//! Accesses to memory that are undefined behavior whenever control comes to them, found by an abstract interpreter.
//!
//! The interpreter follows constants, ranges, addresses and the content of memory through a function and the functions
//! that it calls: along all ways at once (`flow`), and along the one way that control takes as long as it is decided
//! (`trace`), which goes through loops with constant bounds round by round. What is found holds of every execution that
//! comes to the instruction and has no undefined behavior before; undef is taken for whatever value serves best, as
//! LLVM may choose it so.
//!
//! | module | what it is |
//! |---|---|
//! | `value`, `state` | What is known of values and of memory, and what holds of two of them. |
//! | `numbers` | Operations on ranges, and comparisons of them. |
//! | `constants`, `body` | Constants and initializers; the control flow of a function. |
//! | `machine`, `operations`, `memory`, `control` | What instructions do, and what is undefined. |
//! | `elements`, `intrinsics`, `promises` | Members of aggregates, intrinsics on integers, promised ranges. |
//! | `calls`, `library`, `library_calls` | What calls do, and functions of the C and C++ libraries. |
//! | `flow`, `trace` | Ways through a function. |
//! | [`Finding`] | What is found. |

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

pub use finding::{Cause, Finding, Memory, Site};
use machine::{Machine, Mode};
use state::State;
use trace::Ending;
use value::Value;

/// For each instruction of a function, and some more, how many of loops and callees may be looked at.
const STEPS: (usize, usize) = (2, 500);

/// The instructions of a function that are undefined behavior whenever control comes to them, in order.
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
    // Loops, round by round.
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
