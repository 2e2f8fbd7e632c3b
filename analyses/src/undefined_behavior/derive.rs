//! The derived relations of the schema.

use facts_schema::{Facts, ImmediateUb, MayBePoison, MayBeUndef, ValueKind, WellDefined};
use undefined_behavior::chain::Chains;
use undefined_behavior::slots::FIRST_CELL;
use undefined_behavior::{Analysis, Deferred, Function, Module, Options, Part};

use super::Memory;

/// Adds the rows of `may_be_poison`, `may_be_undef`, `well_defined` and `immediate_ub` to `derived`.
pub fn derive(facts: &Facts, options: Options, memory: Memory, derived: &mut Facts) {
    let rows = |module: &Module, function: &Function| rows_of(module, function, options);
    let (_, found) = Analysis::run(Module::new(facts), options, memory, rows);
    for (_, rows) in found {
        derived.may_be_poison.extend(rows.poison);
        derived.may_be_undef.extend(rows.undef);
        derived.well_defined.extend(rows.well_defined);
        derived.immediate_ub.extend(rows.immediate);
    }
}

/// The rows of one function.
#[derive(Default)]
struct Rows {
    poison: Vec<MayBePoison>,
    undef: Vec<MayBeUndef>,
    well_defined: Vec<WellDefined>,
    immediate: Vec<ImmediateUb>,
}

fn rows_of(module: &Module, function: &Function, options: Options) -> Rows {
    let chains = Chains::of(function, options);
    let mut rows = Rows::default();
    let is_local = |part: Part| {
        part.number < FIRST_CELL
            && matches!(module.kind(part.value), ValueKind::Argument | ValueKind::Instruction)
    };
    for (Part { value, number }, kind) in function.lattice().all() {
        let part = Part { value, number };
        if !is_local(part) {
            continue;
        }
        match kind {
            Deferred::Poison => rows.poison.extend(may_be_poison(&chains, part)),
            Deferred::Undef => rows.undef.extend(may_be_undef(&chains, part)),
        }
    }
    for part in function.well_defined() {
        rows.well_defined.push(WellDefined { value: part.value, part: part.number.into() });
    }
    for found in function.immediate() {
        let Some(instruction) = function.control.instruction(found.at) else { continue };
        rows.immediate.push(ImmediateUb {
            instruction,
            certainty: found.certainty,
            cause: found.cause,
            operand: found.part.value,
        });
    }
    rows.immediate.sort_unstable();
    rows.immediate.dedup();
    rows
}

/// The row that says why a part may be poison.
pub(super) fn may_be_poison(chains: &Chains, part: Part) -> Option<MayBePoison> {
    let from = chains.source(part, Deferred::Poison)?;
    Some(MayBePoison {
        value: part.value,
        part: part.number.into(),
        reason: from.reason,
        source: from.part.value,
        source_part: from.part.number.into(),
    })
}

/// The row that says why a part may be undef.
pub(super) fn may_be_undef(chains: &Chains, part: Part) -> Option<MayBeUndef> {
    let from = chains.source(part, Deferred::Undef)?;
    Some(MayBeUndef {
        value: part.value,
        part: part.number.into(),
        reason: from.reason,
        source: from.part.value,
        source_part: from.part.number.into(),
    })
}
