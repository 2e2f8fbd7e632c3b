//! Stores that may spread poison to the neighbours of a bit field: "Value-wise poison" (Azevedo 2020), sections
//! 2.3.4 and 3.2.3. A bit field is written by reading its word, changing some of its bits and writing it back. If
//! any bit of the old word or of the new value is poison, so is the whole word afterwards, unless it is frozen in
//! between.

use facts_schema::{InstructionFlag, InstructionId, LeakReason, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::initialised::{is_frozen, uninitialised};
use crate::recover::{BitFields, WordAccess};

/// A store that may spread poison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leak {
    /// The store.
    pub store: InstructionId,
    /// The number of the structure.
    pub structure: usize,
    /// The numbers of the fields that it writes.
    pub written: Vec<usize>,
    /// The numbers of the fields that it writes back unchanged.
    pub neighbours: Vec<usize>,
    /// The source of the poison.
    pub reason: LeakReason,
}

/// All such stores, with a row for each reason.
pub(crate) fn leaks(found: &BitFields) -> Vec<Leak> {
    let mut written: FxHashMap<InstructionId, Vec<usize>> = FxHashMap::default();
    for write in &found.writes {
        let fields = written.entry(write.instruction).or_default();
        if !fields.contains(&write.field) {
            fields.push(write.field);
        }
    }
    let mut updates: Vec<(usize, &WordAccess, Vec<usize>, Vec<usize>)> = Vec::new();
    for (number, update) in found.updates.iter().enumerate() {
        let at = found.accesses.binary_search_by_key(&update.store, |it| it.instruction);
        let Some(access) = at.ok().and_then(|it| found.accesses.get(it)) else { continue };
        if !found.is_certain(access.structure) {
            continue;
        }
        let mut written = written.get(&update.store).cloned().unwrap_or_default();
        written.sort_unstable();
        let fields = found.structures.get(access.structure).map_or(&[][..], |it| &it.fields);
        let neighbours: Vec<usize> = fields
            .iter()
            .enumerate()
            .filter(|(field, it)| it.span.overlaps(access.span) && !written.contains(field))
            .map(|(field, _)| field)
            .collect();
        if !neighbours.is_empty() {
            updates.push((number, access, written, neighbours));
        }
    }
    let numbers = updates.iter().map(|(number, ..)| *number);
    let thawed = numbers.filter(|it| !is_frozen(found, &found.updates[*it]));
    let reasons = uninitialised(found, thawed);
    let mut leaks = Vec::new();
    for (number, access, written, neighbours) in updates {
        let update = &found.updates[number];
        let values = update.replaced.iter().filter_map(|(_, _, value)| *value);
        let of_value = values.into_iter().any(|it| may_be_poison(found, it));
        let reasons = reasons.get(&number).copied().into_iter();
        for reason in reasons.chain(of_value.then_some(LeakReason::Value)) {
            let (written, neighbours) = (written.clone(), neighbours.clone());
            let (store, structure) = (update.store, access.structure);
            leaks.push(Leak { store, structure, written, neighbours, reason });
        }
    }
    leaks.sort_unstable();
    leaks.dedup();
    leaks
}

/// Whether the instruction that computes a value can create poison.
fn may_be_poison(found: &BitFields, value: ValueId) -> bool {
    let view = &found.view;
    if matches!(view.kind_of(value), Some(ValueKind::Undef | ValueKind::Poison)) {
        return true;
    }
    let Some(instruction) = view.definition_of(value) else { return false };
    let flags = view.instruction_flag.all(instruction);
    flags.iter().any(|row| {
        use InstructionFlag as Flag;
        matches!(
            row.flag,
            Flag::Nuw | Flag::Nsw | Flag::Exact | Flag::Disjoint | Flag::NNeg | Flag::SameSign
        )
    })
}
