//! The choice of words that the rules of `classify` decide, and their results.

use facts_schema::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classify;
use crate::debug_info::DebugInfo;
use crate::partition::Span;
use crate::pointees::Key;
use crate::recover::{Location, Recovery, Verdict};
use crate::slice::Bits;
use crate::structures::{ByType, is_in_number};
use crate::touches::Touch;
use crate::words::Access;

impl<'f> Recovery<'_, 'f> {
    /// Whether each access is an access to the storage of bit fields, and whether that is certain.
    pub fn classify(
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
        let mut program = classify::Program::new();
        let knows_all = debug_info.is_there() && !debug_info.has_bit_fields();
        let parts = touches.iter().filter(|it| it.bits.width < accesses[it.access].width);
        let interesting: FxHashSet<(Key, i64)> = parts
            .filter_map(|it| locations[it.access])
            .map(|location| (location.key, location.offset))
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
            program.extend([classify::InWord(access as u32, word)]);
        }
        self.add_evidence(by_type, locations, touches, &word_of, &mut program);
        if by_type.has_tags() {
            program.extend([classify::TagsAreUsed()]);
        } else if self.has_plain_accesses() {
            program.extend([classify::TagsAreOff()]);
        }
        program.extend(overlaps(&words));
        let (found,) = program.run();
        let mut verdicts: FxHashMap<u32, Verdict> = FxHashMap::default();
        for classify::IsBitFieldWord(word, reason) in found {
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
fn overlaps(words: &FxHashMap<(Key, Span), u32>) -> Vec<classify::Overlap> {
    let mut words: Vec<_> = words.iter().map(|((key, span), it)| (*key, *span, *it)).collect();
    words.sort_unstable();
    let mut overlaps = Vec::new();
    for (at, (key, span, word)) in words.iter().enumerate() {
        for (other_key, other_span, other) in &words[at + 1..] {
            if other_key != key || other_span.start >= span.end {
                break;
            }
            overlaps.extend([classify::Overlap(*word, *other), classify::Overlap(*other, *word)]);
        }
    }
    overlaps
}

impl Recovery<'_, '_> {
    /// Whether optimised code has accesses that certainly are not accesses to bit fields.
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
