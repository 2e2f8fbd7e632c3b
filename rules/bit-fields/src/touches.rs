//! The operations on bits of words in memory, from the reads of functions and the replacements by stores.

use facts_schema::{InstructionId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::partition::Strength;
use crate::recover::Recovery;
use crate::slice::{Bits, Taken, is_odd};
use crate::words::access_of;

/// Bits of a word that an operation touches.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    /// The number of the access.
    pub access: usize,
    pub bits: Bits,
    pub strength: Strength,
    pub is_signed: Option<bool>,
    pub value: Option<ValueId>,
    /// Whether it replaces them.
    pub is_write: bool,
}

impl Recovery<'_, '_> {
    /// Whether an operation changes bits of a word that is then written back: `x.a ^= y.b`.
    fn is_mixed_into_word(&self, user: InstructionId) -> bool {
        let place = |instruction| access_of(&self.words.accesses, instruction).map(|it| it.place);
        let Some(row) = self.view.binary_instruction.first(user) else { return false };
        let Some(result) = self.view.result_of(user) else { return false };
        let operands = [row.first_operand, row.second_operand].into_iter();
        let loads = operands.filter_map(|it| place(self.view.definition_of(it)?));
        let read: Vec<_> = loads.collect();
        matches!(row.opcode, Opcode::Xor | Opcode::Or | Opcode::And)
            && self.words.uses_of(result).filter_map(place).any(|it| read.contains(&it))
    }

    /// The touched bits of each access, with the operations.
    pub fn touches(&self) -> Vec<Touch> {
        let numbers: FxHashMap<InstructionId, usize> =
            self.words.accesses.iter().enumerate().map(|(it, row)| (row.instruction, it)).collect();
        let mut touches = self.taken_out(&numbers);
        touches.extend(self.replaced(&numbers));
        touches.extend(self.stored_whole());
        touches
    }

    /// The bits that are read.
    fn taken_out(&self, numbers: &FxHashMap<InstructionId, usize>) -> Vec<Touch> {
        // If a value goes into a field by an operation, only as many of its bits are read as the field has.
        let deposited: FxHashSet<(ValueId, u32)> = self
            .words
            .deposited
            .iter()
            .filter(|(.., slice)| slice.from.low == 0)
            .map(|(_, _, origin, slice)| (*origin, slice.from.width))
            .collect();
        let mut touches = Vec::new();
        for &(load, slice, value, user) in &self.words.reads {
            let Some(&access) = numbers.get(&load) else { continue };
            let width = self.words.accesses[access].width;
            // A shift extracts the bits at the top.
            let is_top = slice.to == 0 && slice.from.low > 0 && slice.from.end() == width;
            let top = Taken { bits: slice.from, is_signed: slice.is_signed };
            let taken = slice.taken.or(is_top.then_some(top));
            // A field that fills its word is extended first, before any other operation.
            let fills = is_odd(width)
                && self.words.promoted.contains(&load)
                && (self.is_unoptimised(load) || slice.from.width == width);
            let all = Taken { bits: Bits { low: 0, width }, is_signed: false };
            let taken = if fills { Some(all) } else { taken };
            // Bits that are moved into another word may be several fields, or a part of one.
            let goes_into = |width| {
                let is_computed = self.view.binary_instruction.first(user).is_some();
                let result = self.view.result_of(user).filter(|_| is_computed);
                result.is_some_and(|it| deposited.contains(&(it, width)))
            };
            let is_copied = !self.is_unoptimised(load)
                && (self.view.opcode_of(user) == Some(Opcode::Store)
                    || self.is_mixed_into_word(user)
                    || taken.is_some_and(|it| goes_into(it.bits.width)));
            // The same mask serves to compare bits at bit 0 in place, and to extract them.
            let is_compared = self.view.comparison_instruction.first(user).is_some_and(|row| {
                row.opcode == Opcode::ICmp && self.view.unsigned(row.second_operand).is_some()
            });
            let is_tested = is_compared && slice.from.low == 0 && !self.is_unoptimised(load);
            let strength = match taken {
                None => Strength::Tested,
                Some(_) if is_tested && !fills => Strength::Tested,
                Some(_) if is_copied => Strength::Merged,
                Some(it) if it.bits.is_member() && !self.is_unoptimised(load) && !fills => {
                    Strength::Tested
                }
                Some(_) => Strength::TakenOut,
            };
            touches.push(Touch {
                access,
                bits: taken.map_or(slice.from, |it| it.bits),
                strength,
                is_signed: taken.map(|it| it.is_signed),
                value: Some(value),
                is_write: false,
            });
        }
        touches
    }

    /// The bits that are replaced while others of their word are kept.
    fn replaced(&self, numbers: &FxHashMap<InstructionId, usize>) -> Vec<Touch> {
        let mut touches = Vec::new();
        for update in self.updates {
            let Some(&access) = numbers.get(&update.store) else { continue };
            for &(bits, strength, value) in &update.replaced {
                // One assignment in the source is one update in unoptimised code.
                let strength = match strength {
                    Strength::Merged
                        if self.is_unoptimised(update.store) && update.is_insertion =>
                    {
                        Strength::Constant
                    }
                    other => other,
                };
                let is_write = true;
                touches.push(Touch { access, bits, strength, is_signed: None, value, is_write });
            }
        }
        touches
    }

    /// The words that are stored as a whole.
    fn stored_whole(&self) -> Vec<Touch> {
        let mut touches = Vec::new();
        let updated: FxHashSet<InstructionId> = self.updates.iter().map(|it| it.store).collect();
        for (access, row) in self.words.accesses.iter().enumerate() {
            if row.is_store && !updated.contains(&row.instruction) {
                let bits = Bits { low: 0, width: row.width };
                let strength = match is_odd(row.width) {
                    true if self.is_unoptimised(row.instruction) => Strength::Replaced,
                    true => Strength::TakenOut,
                    false => Strength::Tested,
                };
                let value = Some(row.value);
                touches.push(Touch {
                    access,
                    bits,
                    strength,
                    is_signed: None,
                    value,
                    is_write: true,
                });
            }
        }
        touches
    }

    /// Whether bits are only tested in a word whose width no integer of C has: a field that fills it may hold
    /// flags.
    pub fn is_flag_of_field(&self, touch: &Touch) -> bool {
        let width = self.words.accesses[touch.access].width;
        is_odd(width) && touch.strength == Strength::Tested && !touch.is_write
    }
}
