//! Describes branches and calls that always lead to undefined behaviour.

use facts_schema::EntityId;
use undefined_behavior::Module;
use undefined_behavior::paths::{End, Inevitable};

use super::wording::Wording;
use crate::check::Step;

/// The undefined behaviour at the end of each path.
pub(super) fn steps(module: &Module, wording: &Wording, found: &Inevitable) -> Vec<Step> {
    let is_call = module.index.call_instruction.first(found.instruction).is_some();
    found.ends.iter().map(|it| step(module, wording, it, is_call)).collect()
}

fn step(module: &Module, wording: &Wording, end: &End, is_call: bool) -> Step {
    let row = module.facts.instruction.get(end.at.index());
    let start = match row.filter(|_| is_call) {
        Some(row) => format!("in `{}`", module.index.name_of_function(row.function)),
        None => format!("if control continues at {}", wording.block(module.facts, end.start)),
    };
    let text = match end.is_unreachable {
        true => format!("{start}, it reaches `unreachable`"),
        false => format!("{start}, `{}` is undefined behaviour", wording.instruction(end.at)),
    };
    wording.at(end.at, text)
}
