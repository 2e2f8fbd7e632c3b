//! What is seen of each access, for the rules of `judge`.

use facts_schema::{InstructionId, Opcode, ValueKind};
use rules::bridge::sorted;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::debug_info::DebugInfo;
use crate::judge::{self, Sight};
use crate::partition::{Sharpness, Span};
use crate::pointees::Key;
use crate::recover::{Location, Recovery, Touch};
use crate::slice::{Bits, is_odd};
use crate::structures::{ByType, Fit, fit, unoptimised};
use crate::words::{Access, access_of, at, place_of};

/// `int` has as many bits, on all targets but the smallest.
const INT_WIDTH: u32 = 32;

impl<'f> Recovery<'_, 'f> {
    /// Whether each access is one to the storage of bit fields.
    pub fn judge(
        &self,
        debug_info: &DebugInfo,
        by_type: &ByType<'_, 'f>,
        locations: &[Option<Location>],
        touches: &[Touch],
    ) -> Vec<bool> {
        let accesses = &self.words.accesses;
        let mut result = vec![false; accesses.len()];
        let mut words: FxHashMap<(Key, Span), u32> = FxHashMap::default();
        let mut word_of: Vec<Option<u32>> = vec![None; accesses.len()];
        let mut program = judge::Crepe::new();
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
                result[access] = members.iter().any(|member| {
                    let bits = Span {
                        start: member.offset,
                        end: member.offset.saturating_add(member.size),
                    };
                    member.is_bit_field && bits.overlaps(span)
                });
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
        }
        let mut sorted_words: Vec<_> =
            words.iter().map(|((key, span), it)| (*key, *span, *it)).collect();
        sorted_words.sort_unstable();
        for (at, (key, span, word)) in sorted_words.iter().enumerate() {
            for (other_key, other_span, other) in &sorted_words[at + 1..] {
                if other_key != key || other_span.start >= span.end {
                    break;
                }
                program.extend([judge::Overlap(*word, *other), judge::Overlap(*other, *word)]);
            }
        }
        let (found,) = program.run_with_hasher::<FxBuildHasher>();
        let found = sorted(found.into_iter().map(|judge::OfBitFields(word, _)| word));
        for access in 0..accesses.len() {
            let is_found = word_of[access].is_some_and(|it| found.binary_search(&it).is_ok());
            let is_tagged = by_type.is_tagged(accesses[access].instruction);
            result[access] |= is_found && !is_tagged;
        }
        result
    }
}

/// What is seen of accesses.
struct Sights<'s, 'f> {
    recovery: &'s Recovery<'s, 'f>,
    by_type: &'s ByType<'s, 'f>,
    unoptimised: Vec<bool>,
    inserted: FxHashSet<InstructionId>,
    /// The loads that are extended as a whole, and the stores of what is computed from them.
    promoted: FxHashSet<InstructionId>,
    /// The loads that are used as a whole, not only to hand a structure over.
    whole: FxHashSet<InstructionId>,
}

impl<'s, 'f> Sights<'s, 'f> {
    fn new(recovery: &'s Recovery<'s, 'f>, by_type: &'s ByType<'s, 'f>) -> Self {
        let source = recovery.source;
        let inserted = recovery.updates.iter().filter(|it| it.is_insertion).map(|it| it.store);
        let hands_over = |user| {
            matches!(
                source.opcode(user),
                Some(Opcode::Call | Opcode::Invoke | Opcode::Ret | Opcode::InsertValue)
            )
        };
        let whole = recovery.words.reads.iter().filter(|(load, slice, _, user)| {
            let width = access_of(&recovery.words.accesses, *load).map(|it| it.width);
            Some(slice.from.width) == width && !hands_over(*user)
        });
        let mut promoted = recovery.words.promoted.clone();
        for update in recovery.updates {
            let loads = update.words.iter().filter_map(|word| source.definition(*word));
            if loads.into_iter().any(|load| recovery.words.promoted.contains(&load)) {
                promoted.insert(update.store);
            }
        }
        Self {
            promoted,
            recovery,
            by_type,
            unoptimised: unoptimised(source),
            inserted: inserted.collect(),
            whole: whole.map(|(load, ..)| *load).collect(),
        }
    }

    fn of(&self, access: usize, location: Location, touches: &[&Touch]) -> Vec<Sight> {
        let source = self.recovery.source;
        let row: &Access = &self.recovery.words.accesses[access];
        let function = source.function_of(row.instruction);
        let is_unoptimised = function.and_then(|it| at(&self.unoptimised, it)).unwrap_or_default();
        let root = place_of(&self.recovery.words.places, row.place).map(|it| it.root);
        let is_variable = root.is_some_and(|root| {
            let is_global = source.kind(root) == Some(ValueKind::GlobalVariable);
            let opcode = source.definition(root).and_then(|it| source.opcode(it));
            is_global || opcode == Some(Opcode::Alloca)
        });
        // Where whole members lie in one word, optimised code may read them from it.
        let is_cut = touches
            .iter()
            .any(|it| it.bits.width < row.width && (is_unoptimised || !it.bits.is_member()));
        let is_taken = is_cut && touches.iter().any(|it| it.sharpness >= Sharpness::Constant);
        let is_inserted = is_cut && self.inserted.contains(&row.instruction);
        let is_argument = source.kind(row.value) == Some(ValueKind::Argument);
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
            Key::Type(it) => fit(source, it, location.offset, row.width) == Fit::NoNumber,
            _ => false,
        };
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
            (Sight::Direct, is_unoptimised && is_variable),
            (Sight::Shifted, shifted),
            (Sight::Whole, is_whole_store || self.whole.contains(&row.instruction)),
            (Sight::Flag, is_flag),
        ];
        sights.into_iter().filter(|(_, is_seen)| *is_seen).map(|(sight, _)| sight).collect()
    }
}
