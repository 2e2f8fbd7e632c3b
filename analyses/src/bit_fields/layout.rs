//! Layouts as text, in the notation for explicitly packed structures of "Value-wise poison"
//! (Azevedo 2020), section 4.3: `\{ i3, i4, i1, [3 x i8] }/`.

use bit_fields::layout::{Piece, StructLayout};
use bit_fields::partition::Span;
use facts_schema::{Facts, TypeId};

/// The layout as an explicitly packed structure; `None` if members overlap.
pub(super) fn explicitly_packed(layout: &StructLayout, facts: &Facts) -> Option<String> {
    if layout.pieces.is_empty() {
        return None;
    }
    let name = |r#type: TypeId| facts.symbol(r#type);
    let types: Vec<String> =
        layout.pieces.iter().map(|(span, it)| text(*it, *span, name)).collect();
    let (open, close) = if layout.is_packed { ("\\<{", "}>/") } else { ("\\{", "}/") };
    Some(format!("{open} {} {close}", types.join(", ")))
}

fn text(piece: Piece, span: Span, name: impl Fn(TypeId) -> String) -> String {
    let width = span.width();
    match piece {
        Piece::Member(Some(r#type)) => name(r#type),
        Piece::Member(None) if width.is_power_of_two() && width <= 64 => format!("i{width}"),
        Piece::Field(_) | Piece::Padding => format!("i{width}"),
        Piece::Member(None) | Piece::Bytes => format!("[{} x i8]", width / 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_written_as_in_the_thesis() {
        // Section 3.2.3: `unsigned a : 3, b : 4`, in an i8 and three bytes.
        let pieces =
            [(3, Piece::Field(0)), (4, Piece::Field(1)), (1, Piece::Padding), (24, Piece::Bytes)];
        let mut start = 0;
        let pieces = pieces.map(|(width, piece)| {
            let span = Span { start, end: start + width };
            start = span.end;
            (span, piece)
        });
        let layout = StructLayout { pieces: pieces.to_vec(), ..StructLayout::default() };
        let packed = explicitly_packed(&layout, &Facts::default());
        assert_eq!(packed.as_deref(), Some(r"\{ i3, i4, i1, [3 x i8] }/"));
    }
}
