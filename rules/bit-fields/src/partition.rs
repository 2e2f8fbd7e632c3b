//! Divides the runs of bits that a program reads and writes into fields.

use std::collections::BTreeMap;

/// A run of bits of a structure, in bits from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first bit.
    pub start: u64,
    /// One past the last bit.
    pub end: u64,
}

impl Span {
    /// The number of bits.
    pub fn width(self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Whether they have a bit in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether all bits of `other` are among these.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The strength of an access as evidence of where a field begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// The bits are compared in place: several fields may be compared at once, and only some bits of a field.
    Tested,
    /// Constants replace them, or bits of the same place of another word, in optimised code: several fields may be
    /// written at once, and only the bits of a field that change.
    Merged,
    /// A constant replaces them, in unoptimised code.
    Constant,
    /// They are extracted as a separate integer, which may only be a part of a field.
    TakenOut,
    /// They are replaced by the bits of a value.
    Replaced,
}

/// Bits that an operation touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The bits.
    pub span: Span,
    /// Their strength as evidence of a field.
    pub strength: Strength,
    /// Whether the sign is extended; none if that is not visible.
    pub is_signed: Option<bool>,
}

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Its bits.
    pub span: Span,
    /// Whether it has a sign; none if that is not visible.
    pub is_signed: Option<bool>,
}

/// The fields of a structure. They do not overlap.
pub fn fields(candidates: &[Candidate]) -> Vec<Found> {
    let mut sharpest: BTreeMap<Span, Strength> = BTreeMap::new();
    let mut counts: BTreeMap<Span, usize> = BTreeMap::new();
    for candidate in candidates {
        let entry = sharpest.entry(candidate.span).or_insert(candidate.strength);
        *entry = candidate.strength.max(*entry);
        *counts.entry(candidate.span).or_default() += 1;
    }
    let sharp: Vec<(Span, Strength)> = sharpest
        .iter()
        .map(|(span, strength)| (*span, *strength))
        .filter(|(_, strength)| *strength >= Strength::Constant)
        .collect();
    let shown =
        sharpest.iter().filter(|(span, it)| **it >= Strength::Constant || span.width() == 1);
    let spans: Vec<Span> = shown.map(|(span, _)| *span).collect();
    // Several fields at once.
    let mut ranked: Vec<_> =
        sharp.iter().copied().filter(|(span, _)| !is_combined(*span, &spans, &counts)).collect();
    // Among overlapping spans, the sharper one applies, then the wider one: the other is a part of it.
    ranked.sort_by_key(|(span, it)| (std::cmp::Reverse((*it, span.width())), span.start));
    let mut fields: Vec<Span> = Vec::new();
    for (span, _) in ranked {
        if !fields.iter().any(|it| it.overlaps(span)) {
            fields.push(span);
        }
    }
    // Single bits without other evidence.
    let mut blunt: Vec<_> = sharpest
        .into_iter()
        .filter(|(span, it)| *it < Strength::Constant && span.width() == 1)
        .filter(|(span, _)| !is_flag(*span, &counts))
        .collect();
    blunt.sort_by_key(|(span, it)| (span.width(), std::cmp::Reverse(*it), span.start));
    for (span, _) in blunt {
        if !fields.iter().any(|it| it.overlaps(span)) {
            fields.push(span);
        }
    }
    fields.sort_unstable();
    fields.into_iter().map(|span| Found { span, is_signed: sign(span, candidates) }).collect()
}

/// Whether a span is several fields at once: other spans fill it, and occur more often. A span that occurs more
/// often than its parts is a field, which the program itself divides.
fn is_combined(span: Span, others: &[Span], counts: &BTreeMap<Span, usize>) -> bool {
    let inside: Vec<_> = others.iter().filter(|it| **it != span && span.contains(**it)).collect();
    let count = |span: &Span| counts.get(span).copied().unwrap_or(0);
    let seen: usize = inside.iter().map(|it| count(it)).sum();
    is_tiled(span, others) && count(&span) * inside.len() <= seen
}

/// If an integer is used more than this many times per use of a bit in it, the bit is a flag. The storage of fields
/// is also copied as a whole.
const OFTEN: usize = 8;

/// Whether a bit belongs to an integer that is used much more often than the bit: a flag.
fn is_flag(bit: Span, counts: &BTreeMap<Span, usize>) -> bool {
    let count = |span: &Span| counts.get(span).copied().unwrap_or(0);
    counts.keys().any(|it| it.contains(bit) && is_number(*it) && count(it) > OFTEN * count(&bit))
}

/// Whether an integer of C may have these bits.
fn is_number(span: Span) -> bool {
    let width = span.width();
    width >= 8 && width.is_power_of_two() && span.start.is_multiple_of(8)
}

/// Whether other spans fill a span without overlap.
fn is_tiled(span: Span, others: &[Span]) -> bool {
    let inside: Vec<_> = others.iter().filter(|it| **it != span && span.contains(**it)).collect();
    // Where one span ends, another one has to begin.
    let mut reached = vec![span.start];
    while let Some(at) = reached.pop() {
        for it in inside.iter().filter(|it| it.start == at) {
            if it.end == span.end {
                return true;
            }
            reached.push(it.end);
        }
    }
    false
}

fn sign(span: Span, candidates: &[Candidate]) -> Option<bool> {
    let signs = candidates.iter().filter(|it| it.span == span).filter_map(|it| it.is_signed);
    signs.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(start: u64, end: u64, strength: Strength) -> Candidate {
        Candidate { span: Span { start, end }, strength, is_signed: None }
    }

    fn spans(candidates: &[Candidate]) -> Vec<(u64, u64)> {
        fields(candidates).iter().map(|it| (it.span.start, it.span.end)).collect()
    }

    #[test]
    fn a_range_covered_by_other_ranges_is_several_fields() {
        use Strength::*;
        let all = [candidate(0, 8, TakenOut), candidate(0, 3, Replaced), candidate(3, 8, TakenOut)];
        assert_eq!(spans(&all), [(0, 3), (3, 8)]);
        // But a span that occurs more often than its parts is one field.
        let [word, _, part] = all;
        assert_eq!(spans(&[word, word, candidate(0, 3, TakenOut), part]), [(0, 8)]);
    }

    #[test]
    fn a_part_of_a_field_is_not_a_field() {
        use Strength::*;
        assert_eq!(spans(&[candidate(2, 3, Tested), candidate(0, 3, TakenOut)]), [(0, 3)]);
        assert_eq!(spans(&[candidate(0, 1, TakenOut), candidate(0, 3, TakenOut)]), [(0, 3)]);
        // A value that replaces some bits shows where they end; two fields may have been extracted at once.
        assert_eq!(spans(&[candidate(0, 3, Replaced), candidate(0, 5, TakenOut)]), [(0, 3)]);
    }

    #[test]
    fn a_test_of_several_bits_does_not_show_a_field() {
        use Strength::*;
        assert_eq!(spans(&[candidate(2, 9, Tested), candidate(12, 13, Tested)]), [(12, 13)]);
    }

    #[test]
    fn a_bit_of_a_number_is_a_flag() {
        use Strength::*;
        let [bit, number] = [candidate(8, 9, Tested), candidate(0, 32, Tested)];
        assert_eq!(spans(&[bit, number, number]), [(8, 9)]);
        let mut all = vec![number; OFTEN + 1];
        all.push(bit);
        assert_eq!(spans(&all), []);
    }

    #[test]
    fn ranges_written_with_constants_show_boundaries_of_merged_ranges() {
        use Strength::*;
        let all = [candidate(0, 5, Merged), candidate(0, 2, Constant), candidate(2, 5, TakenOut)];
        assert_eq!(spans(&all), [(0, 2), (2, 5)]);
        // It is unknown whether that is one field or two.
        assert_eq!(spans(&[candidate(0, 5, Merged)]), []);
    }
}
