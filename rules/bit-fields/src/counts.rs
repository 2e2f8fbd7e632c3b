//! The number of instructions today, and if each bit field were a separate member, as in "Value-wise poison" (Azevedo
//! 2020), section 4.3 and figures 5.14 and 5.15.
//!
//! With explicit packing, a read is one `load` of the field's own width, and a write is one `store`. Shifts and
//! masks are removed. A cast remains if a value has another width than its field, and a field that is not at the
//! beginning of its structure needs a `getelementptr`, like other members, unless there already is one, or the
//! address is a constant.

use facts_schema::{FunctionId, InstructionId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::recover::{BitFields, FieldAccess};
use crate::slice::Slice;
use crate::words::{access_of, width_of};

/// Numbers of instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Without changes.
    pub today: usize,
    /// With explicitly packed structures.
    pub packed: usize,
}

/// The numbers for each function that has accesses to bit fields, in order.
pub(crate) fn counts(found: &BitFields) -> Vec<(FunctionId, Counts)> {
    let mut by_function: FxHashMap<FunctionId, Change> = FxHashMap::default();
    let of = |rows: &&[FieldAccess]| found.is_certain(rows[0].structure);
    for rows in by_instruction(&found.reads).filter(of) {
        if let Some(function) = found.view.function_of(rows[0].instruction) {
            by_function.entry(function).or_default().read(found, rows);
        }
    }
    for rows in by_instruction(&found.writes).filter(of) {
        if let Some(function) = found.view.function_of(rows[0].instruction) {
            by_function.entry(function).or_default().write(found, rows);
        }
    }
    let mut sizes: FxHashMap<FunctionId, usize> = FxHashMap::default();
    for row in &found.view.facts().instruction {
        if by_function.contains_key(&row.function) {
            *sizes.entry(row.function).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = by_function
        .into_iter()
        .map(|(function, change)| {
            let today = sizes.get(&function).copied().unwrap_or(0);
            let packed = (today + change.added).saturating_sub(change.removed.len());
            (function, Counts { today, packed })
        })
        .collect();
    counts.sort_unstable_by_key(|(function, _)| *function);
    counts
}

fn by_instruction(rows: &[FieldAccess]) -> impl Iterator<Item = &[FieldAccess]> {
    rows.chunk_by(|one, other| one.instruction == other.instruction)
}

/// The changes to a function by explicit packing.
#[derive(Default)]
struct Change {
    removed: FxHashSet<InstructionId>,
    added: usize,
}

impl Change {
    /// The fields that one load reads.
    fn read(&mut self, found: &BitFields, rows: &[FieldAccess]) {
        let view = &found.view;
        let Some(access) = access_of(&found.words.accesses, rows[0].instruction) else { return };
        if view.opcode_of(access.instruction) != Some(Opcode::Load) {
            return;
        }
        let mut ends = Vec::new();
        self.remove_extraction(found, access.value, Slice::whole(access.width), &mut ends);
        let kept = found.updates.iter().any(|update| update.words.contains(&access.value));
        if !kept {
            self.removed.insert(access.instruction);
        }
        let mut fields: Vec<usize> = rows.iter().map(|row| row.field).collect();
        fields.dedup();
        for field in fields {
            let Some(it) = found.structures.get(rows[0].structure) else { continue };
            let Some(it) = it.fields.get(field) else { continue };
            self.added += 1 + usize::from(needs_address(found, access.instruction, it.span.start));
            // The value has the width that the program computes with.
            let width = u32::try_from(it.span.width()).unwrap_or(u32::MAX);
            let mut values =
                rows.iter().filter(|row| row.field == field).filter_map(|row| row.value);
            let is_cast = values.any(|value| {
                width_of(view, value) != Some(width) && !is_tested_in_place(found, value)
            });
            self.added += usize::from(is_cast);
        }
    }

    /// Removes the instructions that extract a field from its word, down to the first value that holds only the
    /// field. A following cast is also removed; one is added where it is needed.
    fn remove_extraction(
        &mut self,
        found: &BitFields,
        value: ValueId,
        slice: Slice,
        ends: &mut Vec<(ValueId, Slice)>,
    ) {
        let view = &found.view;
        for user in found.words.uses_of(value) {
            let Some(result) = view.result_of(user) else { continue };
            let is_cast =
                matches!(view.opcode_of(user), Some(Opcode::Trunc | Opcode::ZExt | Opcode::SExt));
            if slice.taken.is_some() {
                if is_cast
                    && ends.iter().all(|(it, _)| *it != result)
                    && !is_cast_of_cast(found, value)
                {
                    self.removed.insert(user);
                    ends.push((result, slice));
                }
                continue;
            }
            let Some(next) = found.words.step(result, value, slice) else { continue };
            if next.from.low == next.to
                && next.taken.is_none()
                && next.from.width < slice.from.width
            {
                continue;
            }
            self.removed.insert(user);
            ends.push((result, next));
            self.remove_extraction(found, result, next, ends);
        }
    }

    /// The fields that one store writes.
    fn write(&mut self, found: &BitFields, rows: &[FieldAccess]) {
        let view = &found.view;
        let store = rows[0].instruction;
        let Some(access) = access_of(&found.words.accesses, store) else { return };
        // Atomic operations are not changed.
        if view.opcode_of(store) != Some(Opcode::Store) {
            return;
        }
        let updates: Vec<_> = found.updates.iter().filter(|it| it.store == store).collect();
        if updates.is_empty() {
            return;
        }
        self.removed.insert(store);
        let words: Vec<ValueId> = updates.iter().flat_map(|it| it.words.clone()).collect();
        self.remove_combination(found, access.value, &words, store);
        let mut seen = FxHashSet::default();
        for row in rows.iter().filter(|row| seen.insert(row.field)) {
            let Some(it) = found.structures.get(row.structure) else { continue };
            let Some(it) = it.fields.get(row.field) else { continue };
            self.added += 1 + usize::from(needs_address(found, store, it.span.start));
            let width = u32::try_from(it.span.width()).unwrap_or(u32::MAX);
            let is_cast = row.value.is_some_and(|value| width_of(view, value) != Some(width));
            self.added += usize::from(is_cast);
        }
    }

    /// Removes the instructions that combine a word, unless they have other uses.
    fn remove_combination(
        &mut self,
        found: &BitFields,
        value: ValueId,
        words: &[ValueId],
        user: InstructionId,
    ) {
        let view = &found.view;
        let Some(instruction) = view.definition_of(value) else { return };
        let is_exclusive =
            found.words.uses_of(value).all(|it| it == user || self.removed.contains(&it));
        if !is_exclusive {
            return;
        }
        if words.contains(&value) {
            self.removed.insert(instruction);
            return;
        }
        if !found.words.is_moved(value) || !self.removed.insert(instruction) {
            return;
        }
        for row in view.instruction_operand.all(instruction) {
            self.remove_combination(found, row.operand, words, instruction);
        }
    }
}

/// Whether a mask leaves the bits of a field in place, to be compared with a constant: a separate field is
/// compared with another constant.
fn is_tested_in_place(found: &BitFields, value: ValueId) -> bool {
    let view = &found.view;
    let row = view.definition_of(value).and_then(|it| view.binary_instruction.first(it));
    let mask = row.filter(|row| row.opcode == Opcode::And).map(|row| row.second_operand);
    let is_in_place = mask.and_then(|it| view.unsigned(it)).is_some_and(|it| it & 1 == 0);
    is_in_place && found.words.uses_of(value).all(|it| view.opcode_of(it) == Some(Opcode::ICmp))
}

/// Whether the value is itself the result of a cast.
fn is_cast_of_cast(found: &BitFields, value: ValueId) -> bool {
    let opcode = found.view.definition_of(value).and_then(|it| found.view.opcode_of(it));
    matches!(opcode, Some(Opcode::Trunc | Opcode::ZExt | Opcode::SExt))
}

/// Whether the address of a field has to be computed although the address of its word was not.
fn needs_address(found: &BitFields, instruction: InstructionId, start: u64) -> bool {
    let view = &found.view;
    let address = crate::structures::address_of(view, instruction);
    let Some(address) = address else { return false };
    let Some(definition) = view.definition_of(address) else {
        // An argument; an address computed from a global is a constant.
        return start > 0 && view.kind_of(address) == Some(facts_schema::ValueKind::Argument);
    };
    start > 0 && view.opcode_of(definition) != Some(Opcode::GetElementPtr)
}

impl Counts {
    /// Both numbers added up.
    pub fn total<'c>(counts: impl IntoIterator<Item = &'c (FunctionId, Self)>) -> Self {
        counts.into_iter().fold(Self::default(), |sum, (_, it)| Self {
            today: sum.today + it.today,
            packed: sum.packed + it.packed,
        })
    }
}
