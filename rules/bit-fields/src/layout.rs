//! The layout of a structure in which each bit field is a separate member: the explicitly packed structure of
//! "Value-wise poison" (Azevedo 2020), section 4.3. Also the elements that a vector load of a word would need, section
//! 4.2.

use facts_schema::{TypeFlag, TypeId, TypeKind};

use crate::debug_info::Declared;
use crate::partition::Span;
use crate::recover::BitFields;

/// The content of a structure, bit by bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructLayout {
    /// The members and the padding, in order, without gaps. Empty if members overlap, as in unions.
    pub pieces: Vec<(Span, Piece)>,
    /// Whether the structure is packed in the sense of LLVM: members are not aligned.
    pub is_packed: bool,
    /// The words in which bit fields are stored.
    pub words: Vec<Word>,
}

/// A part of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The bit field with this number.
    Field(usize),
    /// Bits of a word that do not belong to any field.
    Padding,
    /// Another member, with its type if the module names it.
    Member(Option<TypeId>),
    /// Bytes between members.
    Bytes,
}

/// The storage of some bit fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its bits.
    pub span: Span,
    /// The numbers of the fields that have bits in it.
    pub fields: Vec<usize>,
    /// Its bits that do not belong to any field.
    pub padding: Vec<Span>,
    /// The maximum width of vector elements for which each field and each padding is a whole number of elements.
    pub element_width: u64,
}

/// Members that are not bit fields, and words.
#[derive(Default)]
struct Frame {
    members: Vec<(Span, Option<TypeId>)>,
    words: Vec<Span>,
    size: Option<u64>,
    is_packed: bool,
}

/// The layout of the structure with this number.
pub(crate) fn layout(
    found: &BitFields,
    number: usize,
    r#type: Option<TypeId>,
    declared: Option<&Declared>,
) -> StructLayout {
    let Some(structure) = found.structures.get(number) else { return StructLayout::default() };
    let fields: Vec<Span> = structure.fields.iter().map(|it| it.span).collect();
    let frame = match (r#type, declared) {
        (Some(r#type), _) => frame_of_type(found, r#type, &fields),
        (None, Some(declared)) => frame_of_declaration(found, number, declared, &fields),
        (None, None) => Frame { words: accessed(found, number, &fields), ..Frame::default() },
    };
    let mut words: Vec<Word> = frame.words.iter().map(|span| word(*span, &fields)).collect();
    words.retain(|word| !word.fields.is_empty());
    StructLayout { pieces: pieces(&fields, &frame), is_packed: frame.is_packed, words }
}

fn frame_of_type(found: &BitFields, r#type: TypeId, fields: &[Span]) -> Frame {
    let view = &found.view;
    let mut frame = Frame {
        size: view.types().size(r#type).and_then(|it| it.checked_mul(8)),
        is_packed: view.has_type_flag(r#type, TypeFlag::Packed),
        ..Frame::default()
    };
    for (field, offset) in view.types().fields(r#type) {
        let Some(start) = offset.checked_mul(8) else { continue };
        let Some(bits) = view.types().size(field).and_then(|it| it.checked_mul(8)) else {
            continue;
        };
        let span = Span { start, end: start.saturating_add(bits) };
        let is_word = fields.iter().any(|it| it.overlaps(span));
        match view.types().kind(field) {
            _ if is_word => frame.words.push(span),
            // Bytes that represent padding.
            Some(TypeKind::Array) if is_bytes(found, field) => {}
            _ => frame.members.push((span, Some(field))),
        }
    }
    frame
}

fn is_bytes(found: &BitFields, r#type: TypeId) -> bool {
    let element = found.view.types().elements(r#type);
    element.is_some_and(|(element, _)| found.view.types().width(element) == 8)
}

fn frame_of_declaration(
    found: &BitFields,
    number: usize,
    declared: &Declared,
    fields: &[Span],
) -> Frame {
    let mut frame = Frame { size: Some(declared.size), ..Frame::default() };
    for member in declared.members.iter().filter(|it| !it.is_bit_field && it.size > 0) {
        let span = Span { start: member.offset, end: member.offset.saturating_add(member.size) };
        frame.members.push((span, None));
    }
    frame.words = accessed(found, number, fields);
    frame
}

/// The words that are read or written, or, if there are none, the bytes that have bit fields.
fn accessed(found: &BitFields, number: usize, fields: &[Span]) -> Vec<Span> {
    let accesses = found.accesses.iter().filter(|it| it.structure == number).map(|it| it.span);
    let accesses = accesses.filter(|span| fields.iter().any(|it| it.overlaps(*span)));
    let bytes = fields
        .iter()
        .map(|it| Span { start: it.start / 8 * 8, end: it.end.div_ceil(8).saturating_mul(8) });
    let mut all: Vec<Span> = accesses.chain(bytes).collect();
    all.sort_unstable();
    let mut words: Vec<Span> = Vec::new();
    for span in all {
        match words.last_mut() {
            Some(last) if last.overlaps(span) => last.end = last.end.max(span.end),
            _ => words.push(span),
        }
    }
    words
}

fn word(span: Span, fields: &[Span]) -> Word {
    let mut inside: Vec<_> =
        fields.iter().copied().enumerate().filter(|(_, it)| it.overlaps(span)).collect();
    inside.sort_by_key(|(_, it)| *it);
    let mut padding = Vec::new();
    let mut divisor = 0;
    let mut at = span.start;
    for (_, field) in &inside {
        if field.start > at {
            padding.push(Span { start: at, end: field.start });
        }
        let part = field.end.min(span.end).saturating_sub(field.start.max(span.start));
        divisor = greatest_common_divisor(divisor, part);
        at = at.max(field.end);
    }
    if at < span.end {
        padding.push(Span { start: at, end: span.end });
    }
    for it in &padding {
        divisor = greatest_common_divisor(divisor, it.width());
    }
    let fields = inside.into_iter().map(|(field, _)| field).collect();
    Word { span, fields, padding, element_width: divisor }
}

/// The greatest common divisor; for 0 and a number, it is the number.
pub(crate) fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn pieces(fields: &[Span], frame: &Frame) -> Vec<(Span, Piece)> {
    let fields = fields.iter().enumerate().map(|(field, span)| (*span, Piece::Field(field)));
    let members = frame.members.iter().map(|(span, it)| (*span, Piece::Member(*it)));
    let mut known: Vec<_> = fields.chain(members).collect();
    known.sort_by_key(|(span, _)| *span);
    if known.windows(2).any(|pair| pair[0].0.overlaps(pair[1].0)) {
        return Vec::new();
    }
    let words_end = frame.words.iter().map(|it| it.end).max().unwrap_or(0);
    let known_end = known.last().map_or(0, |(span, _)| span.end);
    let end = frame.size.unwrap_or_else(|| words_end.max(known_end));
    let mut pieces = Vec::new();
    let mut at = 0;
    for (span, piece) in known {
        fill(&mut pieces, &frame.words, at, span.start);
        at = span.end;
        pieces.push((span, piece));
    }
    fill(&mut pieces, &frame.words, at, end);
    pieces
}

/// Adds the space between two members: the rest of words, and whole bytes.
fn fill(pieces: &mut Vec<(Span, Piece)>, words: &[Span], start: u64, end: u64) {
    let mut at = start;
    while at < end {
        let gap = Span { start: at, end };
        let word = words.iter().find(|it| it.start <= at && at < it.end);
        let next_word = words.iter().map(|it| it.start).filter(|it| *it > at).min();
        let (until, piece) = match word {
            Some(word) => (word.end.min(end), Piece::Padding),
            None if !at.is_multiple_of(8) => (at.next_multiple_of(8).min(end), Piece::Padding),
            None => (next_word.map_or(end, |it| it.min(end)), Piece::Bytes),
        };
        if until <= at {
            break;
        }
        pieces.push((Span { end: until, ..gap }, piece));
        at = until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, end: u64) -> Span {
        Span { start, end }
    }

    /// A structure of a word and the bytes after it.
    fn packed(fields: &[Span], word_width: u64, size: u64) -> (Vec<(u64, Piece)>, u64) {
        let words = vec![span(0, word_width)];
        let frame = Frame { words: words.clone(), size: Some(size), ..Frame::default() };
        let pieces = pieces(fields, &frame).into_iter().map(|(span, it)| (span.width(), it));
        (pieces.collect(), word(words[0], fields).element_width)
    }

    #[test]
    fn structures_of_the_thesis() {
        use Piece::{Bytes, Field, Padding};
        // Section 3.2.3: `unsigned a : 3, b : 4`, in an i8 and three bytes.
        let (pieces, _) = packed(&[span(0, 3), span(3, 7)], 8, 32);
        assert_eq!(pieces, [(3, Field(0)), (4, Field(1)), (1, Padding), (24, Bytes)]);
        // Section 4.3: `char c : 2; int i : 2`.
        let (pieces, _) = packed(&[span(0, 2), span(2, 4)], 8, 32);
        assert_eq!(pieces, [(2, Field(0)), (2, Field(1)), (4, Padding), (24, Bytes)]);
    }

    #[test]
    fn elements_of_the_thesis() {
        // Section 4.2: fields of 2 and 6 bits in a word of 8: elements of 2 bits.
        assert_eq!(packed(&[span(0, 2), span(2, 8)], 8, 8).1, 2);
        // Figure 4.2: fields of 3 and 6 bits in a word of 16, and 7 bits of padding: 1.
        assert_eq!(packed(&[span(0, 3), span(3, 9)], 16, 32).1, 1);
        // Two of 15 bits in 32, and 2 bits of padding.
        assert_eq!(packed(&[span(0, 15), span(15, 30)], 32, 32).1, 1);
    }

    #[test]
    fn overlapping_members_have_no_layout() {
        let frame = Frame { size: Some(8), ..Frame::default() };
        assert!(pieces(&[span(0, 3), span(0, 8)], &frame).is_empty());
    }
}
