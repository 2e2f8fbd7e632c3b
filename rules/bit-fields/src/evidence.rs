//! What is seen of each access, for the rules of `judge`.

use facts_schema::{InstructionId, Opcode, TypeKind, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::debug_info::DebugInfo;
use crate::judge::{self, Sight};
use crate::partition::{Sharpness, Span};
use crate::pointees::Key;
use crate::recover::{Location, Recovery, Verdict};
use crate::slice::{Bits, is_odd};
use crate::structures::{ByType, Fit, fit, is_in_number};
use crate::touches::Touch;
use crate::words::{Access, access_of};

/// `int` has as many bits, on all targets but the smallest.
const INT_WIDTH: u32 = 32;

impl<'f> Recovery<'_, 'f> {
    /// Whether each access is one to the storage of bit fields, and how sure that is.
    pub fn judge(
        &self,
        debug_info: &DebugInfo,
        by_type: &ByType<'_, 'f>,
        locations: &[Option<Location>],
        touches: &[Touch],
    ) -> Vec<Verdict> {
        let accesses = &self.words.accesses;
        let mut result = vec![Verdict::No; accesses.len()];
        let mut words: FxHashMap<(Key, Span), u32> = FxHashMap::default();
        let mut word_of: Vec<Option<u32>> = vec![None; accesses.len()];
        let mut program = judge::Program::new();
        let knows_all = debug_info.is_there() && !debug_info.has_bit_fields();
        let mut touched: Vec<Vec<&Touch>> = vec![Vec::new(); accesses.len()];
        for touch in touches {
            touched[touch.access].push(touch);
        }
        let sights = Sights::new(self, by_type);
        let interesting: FxHashSet<(Key, i64)> = (0..accesses.len())
            .filter(|it| touched[*it].iter().any(|touch| touch.bits.width < accesses[*it].width))
            .filter_map(|it| locations[it].map(|location| (location.key, location.offset)))
            .collect();
        for access in 0..accesses.len() {
            let Some(location) = locations[access] else { continue };
            let all = Bits { low: 0, width: accesses[access].width };
            let Some(span) = self.span(access, location, all) else { continue };
            if let Key::Source(node) = location.key {
                let members = debug_info.declared(node).map_or(&[][..], |it| &it.members);
                let is_declared = members.iter().any(|member| {
                    let bits = Span {
                        start: member.offset,
                        end: member.offset.saturating_add(member.size),
                    };
                    member.is_bit_field && bits.overlaps(span)
                });
                result[access] = if is_declared { Verdict::Yes } else { Verdict::No };
                continue;
            }
            if knows_all || !interesting.contains(&(location.key, location.offset)) {
                continue;
            }
            let new = words.len() as u32;
            let word = *words.entry((location.key, span)).or_insert(new);
            word_of[access] = Some(word);
            program.extend([judge::Of(access as u32, word)]);
            for sight in sights.of(access, location, &touched[access]) {
                program.extend([judge::Is(access as u32, sight)]);
            }
        }
        if by_type.has_tags() {
            program.extend([judge::TagsAreUsed()]);
        } else if self.has_plain_accesses() {
            program.extend([judge::TagsAreOff()]);
        }
        program.extend(overlaps(&words));
        let (found,) = program.run();
        let mut verdicts: FxHashMap<u32, Verdict> = FxHashMap::default();
        for judge::OfBitFields(word, reason) in found {
            let verdict = if reason.is_certain() { Verdict::Yes } else { Verdict::Perhaps };
            let entry = verdicts.entry(word).or_insert(verdict);
            *entry = verdict.max(*entry);
        }
        for access in 0..accesses.len() {
            let verdict = word_of[access].and_then(|it| verdicts.get(&it));
            if let Some(verdict) = verdict
                && !by_type.is_tagged(accesses[access].instruction)
            {
                result[access] = *verdict;
            }
        }
        result
    }
}

/// The pairs of words of a structure that have bits in common, in both orders.
fn overlaps(words: &FxHashMap<(Key, Span), u32>) -> Vec<judge::Overlap> {
    let mut words: Vec<_> = words.iter().map(|((key, span), it)| (*key, *span, *it)).collect();
    words.sort_unstable();
    let mut overlaps = Vec::new();
    for (at, (key, span, word)) in words.iter().enumerate() {
        for (other_key, other_span, other) in &words[at + 1..] {
            if other_key != key || other_span.start >= span.end {
                break;
            }
            overlaps.extend([judge::Overlap(*word, *other), judge::Overlap(*other, *word)]);
        }
    }
    overlaps
}

impl Recovery<'_, '_> {
    /// Whether optimised code has accesses that are none to bit fields for sure.
    fn has_plain_accesses(&self) -> bool {
        let view = self.view;
        let is_optimised = |instruction| !self.is_unoptimised(instruction);
        let is_no_integer = |value| {
            let kind = view.type_of(value).and_then(|it| view.types().kind(it));
            matches!(kind, Some(TypeKind::Pointer | TypeKind::Float | TypeKind::Double))
        };
        let facts = view.facts();
        let loads = facts.load_instruction.iter();
        let loads =
            loads.filter_map(|row| Some((row.instruction, view.result_of(row.instruction)?)));
        let stores = facts.store_instruction.iter().map(|row| (row.instruction, row.value));
        let mut others = loads.chain(stores);
        let is_in_array = |access: &Access| {
            view.step(access.place.root).is_some() && is_in_number(view, access.place)
        };
        others.any(|(instruction, value)| is_no_integer(value) && is_optimised(instruction))
            || self.words.accesses.iter().any(|it| is_in_array(it) && is_optimised(it.instruction))
    }
}

/// What is seen of accesses.
struct Sights<'s, 'f> {
    recovery: &'s Recovery<'s, 'f>,
    by_type: &'s ByType<'s, 'f>,
    inserted: FxHashSet<InstructionId>,
    /// The loads that are extended as a whole, and the stores of what is computed from them.
    promoted: FxHashSet<InstructionId>,
    /// The loads that are used as a whole, not only to hand a structure over.
    whole: FxHashSet<InstructionId>,
}

impl<'s, 'f> Sights<'s, 'f> {
    fn new(recovery: &'s Recovery<'s, 'f>, by_type: &'s ByType<'s, 'f>) -> Self {
        let view = recovery.view;
        let inserted = recovery.updates.iter().filter(|it| it.is_insertion).map(|it| it.store);
        let hands_over = |user| {
            matches!(
                view.opcode_of(user),
                Some(Opcode::Call | Opcode::Invoke | Opcode::Ret | Opcode::InsertValue)
            )
        };
        let whole = recovery.words.reads.iter().filter(|(load, slice, _, user)| {
            let width = access_of(&recovery.words.accesses, *load).map(|it| it.width);
            Some(slice.from.width) == width && !hands_over(*user)
        });
        let mut promoted = recovery.words.promoted.clone();
        for update in recovery.updates {
            let loads = update.words.iter().filter_map(|word| view.definition_of(*word));
            if loads.into_iter().any(|load| recovery.words.promoted.contains(&load)) {
                promoted.insert(update.store);
            }
        }
        Self {
            promoted,
            recovery,
            by_type,
            inserted: inserted.collect(),
            whole: whole.map(|(load, ..)| *load).collect(),
        }
    }

    fn of(&self, access: usize, location: Location, touches: &[&Touch]) -> Vec<Sight> {
        let view = self.recovery.view;
        let row: &Access = &self.recovery.words.accesses[access];
        let is_unoptimised = self.recovery.is_unoptimised(row.instruction);
        let root = row.place.root;
        let opcode = view.definition_of(root).and_then(|it| view.opcode_of(it));
        let is_variable =
            view.kind_of(root) == Some(ValueKind::GlobalVariable) || opcode == Some(Opcode::Alloca);
        // Where whole members lie in one word, optimised code may read them from it.
        let is_cut = touches
            .iter()
            .any(|it| it.bits.width < row.width && (is_unoptimised || !it.bits.is_member()));
        let is_taken = is_cut && touches.iter().any(|it| it.sharpness >= Sharpness::Constant);
        let is_inserted = is_cut && self.inserted.contains(&row.instruction);
        let is_argument = view.kind_of(row.value) == Some(ValueKind::Argument);
        let is_whole_store = row.is_store && !is_cut && !is_argument;
        let is_flag = is_cut
            && !is_inserted
            && touches
                .iter()
                .any(|it| it.sharpness < Sharpness::Constant && it.bits.width < row.width);
        // A shift alone may divide.
        let shifted = touches.iter().any(|it| {
            it.sharpness == Sharpness::TakenOut
                && it.bits.end() < row.width
                && (it.bits.low > 0 || it.is_signed == Some(true))
        });
        let is_misaligned = matches!(location.key, Key::Unnamed(_))
            && u64::from(row.alignment).saturating_mul(8) < u64::from(row.width)
            && row.width.is_power_of_two();
        let is_punned = match location.key {
            Key::Type(it) => fit(view, it, location.offset, row.width) == Fit::NoNumber,
            _ => false,
        };
        let has_float_parts = !is_unoptimised
            && matches!(location.key, Key::Unnamed(_))
            && touches
                .iter()
                .all(|it| it.bits.width == row.width || is_float_part(it.bits, row.width));
        let sights = [
            (Sight::Cut, is_cut),
            (Sight::Unoptimised, is_unoptimised),
            (Sight::Tagged, self.by_type.is_tagged(row.instruction)),
            (Sight::Narrow, row.width < INT_WIDTH),
            (Sight::Odd, is_odd(row.width)),
            (Sight::Taken, is_taken),
            (Sight::Promoted, self.promoted.contains(&row.instruction)),
            (Sight::Misaligned, is_misaligned),
            (Sight::Punned, is_punned),
            (Sight::Inserted, is_inserted),
            (Sight::FloatParts, has_float_parts),
            (Sight::Atomic, view.opcode_of(row.instruction) == Some(Opcode::AtomicRmw)),
            (Sight::Direct, is_unoptimised && is_variable),
            (Sight::Shifted, shifted),
            (Sight::Whole, is_whole_store || self.whole.contains(&row.instruction)),
            (Sight::Flag, is_flag),
        ];
        sights.into_iter().filter(|(_, is_seen)| *is_seen).map(|(sight, _)| sight).collect()
    }
}

/// Whether bits are the sign, the exponent or the fraction of a floating-point number of `width` bits,
/// or several of them: IEEE 754, section 3.6.
fn is_float_part(bits: Bits, width: u32) -> bool {
    let fraction = match width {
        16 => 10,
        32 => 23,
        64 => 52,
        128 => 112,
        _ => return false,
    };
    let is_edge = |at| [0, fraction, width - 1, width].contains(&at);
    is_edge(bits.low) && is_edge(bits.end())
}
