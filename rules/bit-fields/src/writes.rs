//! The effects of stores on the bits of their words.

use facts_schema::view::View;
use facts_schema::{AtomicOperation, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashMap;

use crate::partition::Strength;
use crate::slice::{Bits, Slice, low_mask, runs};
use crate::words::{Access, Words, access_of, width_of};

/// A store that replaces some bits of a word and writes the others back unchanged.
#[derive(Clone, Debug)]
pub struct Update {
    /// The store.
    pub store: InstructionId,
    /// A value that it may store.
    pub value: ValueId,
    /// The bits that it replaces, their strength as evidence of fields, and the new value, if it is not a
    /// constant.
    pub replaced: Vec<(Bits, Strength, Option<ValueId>)>,
    /// The bits that are kept.
    pub kept: u128,
    /// The loads that the kept bits come from.
    pub words: Vec<ValueId>,
    /// Whether a mask clears bits and others replace them.
    pub is_insertion: bool,
}

/// All updates, in the order of their stores.
pub fn updates(view: &View, words: &Words) -> Vec<Update> {
    let mut kept: FxHashMap<(InstructionId, ValueId), (u128, Vec<ValueId>)> = FxHashMap::default();
    for &(store, value, word, slice) in &words.kept {
        let entry = kept.entry((store, value)).or_default();
        entry.0 |= slice.place().mask();
        if !entry.1.contains(&word) {
            entry.1.push(word);
        }
    }
    let mut deposits: FxHashMap<(InstructionId, ValueId), Vec<(ValueId, Slice)>> =
        FxHashMap::default();
    for &(store, value, origin, slice) in &words.deposited {
        deposits.entry((store, value)).or_default().push((origin, slice));
    }
    let mut keys: Vec<_> = kept.keys().copied().collect();
    keys.sort_unstable();
    let mut updates = Vec::new();
    for key in keys {
        let (store, value) = key;
        let Some(access) = access_of(&words.accesses, store) else { continue };
        let Some((mask, loads)) = kept.remove(&key) else { continue };
        let none = Vec::new();
        let deposits = deposits.get(&key).unwrap_or(&none);
        updates.push(update(view, access, value, mask, loads, deposits));
    }
    updates.extend(words.accesses.iter().filter_map(|access| atomic_update(view, access)));
    updates.sort_by_key(|it| (it.store, it.value));
    updates
}

/// The effect of an atomic operation with a constant on its word.
fn atomic_update(view: &View, access: &Access) -> Option<Update> {
    let row = view.atomicrmw_instruction.first(access.instruction)?;
    let constant = view.unsigned(row.value)? & low_mask(access.width);
    let changed = match row.operation {
        AtomicOperation::Or | AtomicOperation::Xor => constant,
        AtomicOperation::And => low_mask(access.width) & !constant,
        _ => return None,
    };
    let kept = low_mask(access.width) & !changed;
    if changed == 0 || kept == 0 {
        return None;
    }
    Some(Update {
        store: access.instruction,
        value: row.value,
        replaced: runs(changed).map(|bits| (bits, Strength::Merged, None)).collect(),
        kept,
        words: view.result_of(access.instruction).into_iter().collect(),
        is_insertion: false,
    })
}

fn update(
    view: &View,
    access: &Access,
    value: ValueId,
    kept: u128,
    loads: Vec<ValueId>,
    deposits: &[(ValueId, Slice)],
) -> Update {
    let mut replaced = Vec::new();
    // Bits of another word may be several fields in optimised code.
    let strength = |origin: ValueId, slice: &Slice| {
        let opcode = view.definition_of(origin).and_then(|it| view.opcode_of(it));
        let is_part = slice.from.width < width_of(view, origin).unwrap_or(0) && slice.from.low > 0;
        let moves = slice.from.low != slice.to;
        if opcode == Some(Opcode::Load)
            && (is_part || !moves && slice.from.width > 1 && slice.to > 0)
        {
            Strength::Merged
        } else {
            Strength::Replaced
        }
    };
    for run in runs(low_mask(access.width) & !kept) {
        let mut inside: Vec<_> = deposits
            .iter()
            .filter_map(|(origin, slice)| Some((slice.place().common(run)?, *origin, slice)))
            .collect();
        inside.sort_by_key(|(bits, ..)| *bits);
        let is_trimmed = trim(&mut inside);
        let fills = inside.first().is_some_and(|(bits, ..)| bits.low == run.low)
            && inside.last().is_some_and(|(bits, ..)| bits.end() == run.end())
            && inside.windows(2).all(|pair| pair[0].0.end() == pair[1].0.low);
        match inside.as_slice() {
            [] => replaced.push((run, Strength::Merged, None)),
            all if fills => {
                for (bits, origin, slice) in all {
                    replaced.push((*bits, strength(*origin, slice), Some(*origin)));
                }
            }
            // The value is known to be smaller than its field.
            [(bits, origin, slice)] if bits.low == run.low => {
                let is_extended = slice.is_signed;
                let strength = if is_extended { Strength::Replaced } else { Strength::Merged };
                replaced.push((run, strength, Some(*origin)));
            }
            // The lowest bits of the value are known, or the field consists of a constant and a value.
            [(_, origin, _)] => replaced.push((run, Strength::Merged, Some(*origin))),
            all => {
                for (bits, origin, slice) in all {
                    let rest = if bits.end() < run.end() || is_trimmed {
                        Strength::Merged
                    } else {
                        strength(*origin, slice)
                    };
                    replaced.push((*bits, rest, Some(*origin)));
                }
            }
        }
    }
    // Bits that are only added to the kept bits.
    for (origin, slice) in deposits {
        let place = slice.place();
        let is_narrow =
            place.width < access.width && slice.from.width < width_of(view, *origin).unwrap_or(0);
        if is_narrow && place.mask() & !kept == 0 {
            replaced.push((place, Strength::Merged, Some(*origin)));
        }
    }
    replaced.sort_unstable();
    replaced.dedup();
    let is_insertion = !replaced.is_empty() && is_insertion(view, value, &loads);
    Update { store: access.instruction, value, replaced, kept, words: loads, is_insertion }
}

/// If bits of two values come to the same place, the highest bits of the lower one are zero: it ends where the
/// other one begins, or before. Returns whether there are any.
fn trim(sorted: &mut [(Bits, ValueId, &Slice)]) -> bool {
    let mut is_trimmed = false;
    for at in 1..sorted.len() {
        let (lower, higher) = (sorted[at - 1].0, sorted[at].0);
        if lower.low < higher.low && higher.low < lower.end() {
            sorted[at - 1].0.width = higher.low - lower.low;
            is_trimmed = true;
        }
    }
    is_trimmed
}

/// Whether a value is combined from masked bits of its word and something else, rather than by one operation on
/// the word.
fn is_insertion(view: &View, value: ValueId, loads: &[ValueId]) -> bool {
    let Some(instruction) = view.definition_of(value) else { return false };
    let Some(row) = view.binary_instruction.first(instruction) else { return false };
    let operands = [row.first_operand, row.second_operand];
    row.opcode == Opcode::Or && !operands.iter().any(|it| loads.contains(it))
}
