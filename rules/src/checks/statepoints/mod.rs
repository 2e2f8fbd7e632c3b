//! Statepoints: calls during which a garbage collector may move objects. `gc.statepoint` wraps the
//! call; its token ties `gc.result` and `gc.relocate` to it.

use facts_schema::{EntityId, ValueId};
use rustc_hash::FxHashMap;

use crate::checks::context::Context;

pub(super) mod calls;
pub(super) mod projections;

const STATEPOINT: &str = "llvm.experimental.gc.statepoint";
const RESULT: &str = "llvm.experimental.gc.result";
const RELOCATE: &str = "llvm.experimental.gc.relocate";

/// The functions that are one of these intrinsics, as operands of calls.
fn callees(context: &Context, names: &[&'static str]) -> FxHashMap<ValueId, &'static str> {
    let intrinsics = context.facts.intrinsic.iter();
    let known = intrinsics.filter_map(|row| {
        let name = context.text(row.intrinsic);
        let known = names.iter().find(|it| **it == name)?;
        let function = context.facts.function.get(row.function.index())?;
        Some((function.value, *known))
    });
    known.collect()
}
