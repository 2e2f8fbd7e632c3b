//! Members of structures according to the type nodes of type-based alias analysis.
//!
//! Clang's nodes (LangRef, "'tbaa' Metadata") list all members, including bit fields, with the byte in which they
//! begin. So they show how many bit fields begin in a byte, but not where in it. Accesses with tags are accesses
//! to members that are not bit fields.

use rustc_hash::FxHashMap;

use crate::partition::{Candidate, Found, Span, Strength};
use crate::pointees::Key;

/// The number of bits of a byte.
const BYTE: u64 = 8;

/// A member of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The byte in which it begins.
    pub byte: u64,
    /// Its kind.
    pub kind: MemberKind,
}

/// A kind of member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemberKind {
    /// An integer, so possibly a bit field.
    Integer,
    /// A pointer or floating-point number, so not a bit field.
    NoInteger,
    /// Possibly a union, an array or a structure, with bit fields anywhere in it.
    Anything,
}

/// The known members of structures.
#[derive(Default)]
pub struct Members {
    /// The members, in the order of their bytes.
    pub listed: FxHashMap<Key, Vec<Member>>,
    /// Members that are not bit fields.
    pub whole: FxHashMap<Key, Vec<Span>>,
}

impl Members {
    /// The candidates that may be bit fields of a structure.
    pub fn possible(&self, key: Key, candidates: &[Candidate]) -> Vec<Candidate> {
        let listed = self.listed.get(&key).map(Vec::as_slice);
        let whole = self.whole.get(&key).map_or(&[][..], Vec::as_slice);
        let mut possible = Vec::new();
        for candidate in candidates {
            let span = candidate.span;
            if whole.iter().any(|it| it.overlaps(span)) {
                continue;
            }
            match listed {
                Some(members) if !may_begin(members, span.start / BYTE) => {}
                Some(members) if is_of_single_bits(members, span) => {
                    let bits = (span.start..span.end).map(|bit| Span { start: bit, end: bit + 1 });
                    possible.extend(bits.map(|span| Candidate { span, ..*candidate }));
                }
                Some(members) if !leaves_room(members, span) => {}
                _ => possible.push(*candidate),
            }
        }
        possible
    }

    /// The found fields that are certain: if more of them begin in a byte than members do, some are parts of
    /// others, and only those with sharp evidence are kept.
    pub fn limited(&self, key: Key, found: Vec<Found>, candidates: &[Candidate]) -> Vec<Found> {
        let Some(members) = self.listed.get(&key) else { return found };
        let is_sharp = |it: &Found| {
            let mut same = candidates.iter().filter(|candidate| candidate.span == it.span);
            same.any(|candidate| candidate.strength >= Strength::Constant)
        };
        // A member of any kind may be a union, in which any number of fields may begin.
        let limit = |byte| match count(members, byte) {
            0 => usize::MAX,
            1 if members.iter().any(|it| it.byte == byte && it.kind == MemberKind::Anything) => {
                usize::MAX
            }
            count => count,
        };
        let begins = |it: &Found| it.span.start / BYTE;
        let too_many = |found: &[Found], it: &Found| {
            found.iter().filter(|other| begins(other) == begins(it)).count() > limit(begins(it))
        };
        let sure: Vec<Found> =
            found.iter().filter(|it| !too_many(&found, it) || is_sharp(it)).copied().collect();
        sure.iter().filter(|it| !too_many(&sure, it)).copied().collect()
    }
}

/// The number of members that begin in a byte.
fn count(members: &[Member], byte: u64) -> usize {
    members.iter().filter(|it| it.byte == byte).count()
}

/// Whether a bit field may begin in a byte: an integer begins there, or the byte is in something with unknown
/// members.
fn may_begin(members: &[Member], byte: u64) -> bool {
    let Some(last) = members.iter().rev().find(|it| it.byte <= byte) else { return true };
    match last.kind {
        MemberKind::Anything => true,
        MemberKind::Integer => last.byte == byte,
        MemberKind::NoInteger => false,
    }
}

/// Whether there is room beside a field for the members that begin in its bytes: before it in its first byte, and
/// after it in its last byte. Otherwise it is several fields at once.
fn leaves_room(members: &[Member], span: Span) -> bool {
    let (first, last) = (span.start / BYTE, span.end.saturating_sub(1) / BYTE);
    let before = span.start % BYTE;
    let behind = span.end.next_multiple_of(BYTE).saturating_sub(span.end);
    let inside = members.iter().filter(|it| first < it.byte && it.byte < last).count();
    let has_room = |byte, room: u64| count(members, byte) as u64 <= room;
    inside == 0
        && match first == last {
            true => has_room(first, before + 1 + behind),
            false => has_room(first, before + 1) && has_room(last, behind),
        }
}

/// Whether as many members begin in each byte of a span as the byte has bits.
fn is_of_single_bits(members: &[Member], span: Span) -> bool {
    let bytes = span.start / BYTE..span.end.div_ceil(BYTE);
    span.width() > 1
        && bytes.clone().count() <= members.len()
        && bytes.into_iter().all(|byte| count(members, byte) as u64 == BYTE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facts_schema::{EntityId, MetadataId};

    fn key() -> Key {
        Key::Tag(MetadataId::new(0))
    }

    fn candidate(start: u64, end: u64, strength: Strength) -> Candidate {
        Candidate { span: Span { start, end }, strength, is_signed: None }
    }

    fn members(bytes: &[u64]) -> Members {
        let listed =
            bytes.iter().map(|byte| Member { byte: *byte, kind: MemberKind::Integer }).collect();
        let mut members = Members::default();
        members.listed.insert(key(), listed);
        members
    }

    fn possible(members: &Members, candidates: &[Candidate]) -> Vec<(u64, u64)> {
        let possible = members.possible(key(), candidates);
        possible.iter().map(|it| (it.span.start, it.span.end)).collect()
    }

    #[test]
    fn eight_members_in_a_byte_are_bits() {
        let merged = [candidate(3, 5, Strength::Merged)];
        assert_eq!(possible(&members(&[0; 8]), &merged), [(3, 4), (4, 5)]);
        assert_eq!(possible(&members(&[0; 7]), &merged), [(3, 5)]);
    }

    #[test]
    fn fields_begin_only_where_members_begin() {
        let all = [candidate(0, 9, Strength::TakenOut), candidate(9, 10, Strength::Tested)];
        assert_eq!(possible(&members(&[0, 4]), &all), [(0, 9)]);
        // This may be in a union, of which only the beginning is listed.
        let mut union = members(&[0]);
        union.listed.insert(key(), vec![Member { byte: 0, kind: MemberKind::Anything }]);
        assert_eq!(possible(&union, &all), [(0, 9), (9, 10)]);
        let mut pointer = members(&[0]);
        pointer.listed.insert(key(), vec![Member { byte: 0, kind: MemberKind::NoInteger }]);
        assert_eq!(possible(&pointer, &all), []);
    }

    #[test]
    fn members_beside_a_field_have_room() {
        let is_possible = |bytes: &[u64], start, end| {
            !possible(&members(bytes), &[candidate(start, end, Strength::Replaced)]).is_empty()
        };
        // One bit before it, and two after it.
        assert!(is_possible(&[0; 4], 1, 6));
        assert!(!is_possible(&[0; 5], 1, 6));
        // One bit before it, and four after it in the next byte.
        assert!(is_possible(&[0, 0, 1, 1, 1, 1], 1, 12));
        assert!(!is_possible(&[0, 0, 0, 1], 1, 12));
        assert!(!is_possible(&[0, 1, 1, 1, 1, 1], 1, 12));
        // Another member begins in the middle of it.
        assert!(!is_possible(&[0, 1], 0, 17));
        assert!(is_possible(&[0, 2], 0, 17));
    }

    #[test]
    fn a_member_with_a_tag_is_not_a_bit_field() {
        let mut members = Members::default();
        members.whole.insert(key(), vec![Span { start: 0, end: 32 }]);
        let all = [candidate(31, 32, Strength::Tested), candidate(32, 33, Strength::Tested)];
        assert_eq!(possible(&members, &all), [(32, 33)]);
    }

    #[test]
    fn the_number_of_fields_in_a_byte_is_the_number_of_members() {
        let found = |start, end| Found { span: Span { start, end }, is_signed: None };
        let limited = |count, candidates: &[Candidate]| {
            let all = candidates.iter().map(|it| found(it.span.start, it.span.end)).collect();
            members(&vec![0; count]).limited(key(), all, candidates)
        };
        let bits = [candidate(2, 3, Strength::Tested), candidate(3, 4, Strength::Tested)];
        assert_eq!(limited(2, &bits), [found(2, 3), found(3, 4)]);
        assert_eq!(limited(1, &bits), []);
        // A span that is used as a separate integer is the field.
        let [bit, _] = bits;
        let number = candidate(4, 7, Strength::TakenOut);
        assert_eq!(limited(1, &[bit, number]), [found(4, 7)]);
        assert_eq!(limited(1, &[candidate(0, 2, Strength::TakenOut), number]), []);
    }
}
