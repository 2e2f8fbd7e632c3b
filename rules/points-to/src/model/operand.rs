//! The notation of operands: `0`, `0+8`, `0+1w`, `0+?`, `0+8..64`, `0+text`, `[0]`, `[0+8]+?`, `...`, `fresh`,
//! `static`, `@name`.

use std::fmt;

use super::{Base, Move, Operand};

/// A text that is not an operand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not an operand; write an argument number, `...`, `fresh`, `static`, `environment`, `external`, \
     `library`, `thrown`, `body` or `@NAME`, in brackets for the contents of its target, with `+8`, `+1w`, `+?`, \
     `+8..64` or `+text` for an offset"
)]
pub struct OperandError(String);

const WORDS: &[(&str, Base)] = &[
    ("...", Base::VariableArguments),
    ("fresh", Base::Fresh),
    ("static", Base::Static),
    ("environment", Base::Environment),
    ("external", Base::External),
    ("library", Base::Library),
    ("thrown", Base::Thrown),
    ("body", Base::Body),
];

/// The word for an offset forward in a text.
const TEXT: &str = "text";

/// The maximum nesting of brackets.
const MAX_NESTING: usize = 8;

/// Reads an operand.
pub fn parse(text: &str) -> Result<Operand, OperandError> {
    parse_whole(text).ok_or_else(|| OperandError(text.to_owned()))
}

fn parse_whole(text: &str) -> Option<Operand> {
    let inner = text.trim_start_matches('[');
    let depth = text.len() - inner.len();
    if depth > MAX_NESTING {
        return None;
    }
    let (base, mut rest) = parse_base(inner)?;
    let (mut moves, mut open) = (Vec::new(), depth);
    while let Some(sign) = rest.chars().next() {
        rest = &rest[1..];
        moves.push(match sign {
            ']' => {
                open = open.checked_sub(1)?;
                Move::Content
            }
            '+' if rest.starts_with('?') => {
                rest = &rest[1..];
                Move::Anywhere
            }
            '+' if rest.starts_with(TEXT) => {
                rest = &rest[TEXT.len()..];
                Move::InText
            }
            '+' | '-' => {
                let (number, behind) = parse_number(rest)?;
                rest = behind;
                let distance = i64::from(number);
                let distance = if sign == '-' { -distance } else { distance };
                if let Some(behind) = rest.strip_prefix('w') {
                    rest = behind;
                    Move::ByWords(distance)
                } else if let Some(behind) = rest.strip_prefix("..")
                    && sign == '+'
                {
                    let (end, behind) = parse_number(behind).filter(|(end, _)| *end > number)?;
                    rest = behind;
                    Move::Within(number, end)
                } else {
                    Move::By(distance)
                }
            }
            _ => return None,
        });
    }
    (open == 0).then_some(Operand { base, moves })
}

/// The number at the beginning of the text, and the rest of the text.
fn parse_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// The base at the beginning of the text, and the rest of the text.
fn parse_base(text: &str) -> Option<(Base, &str)> {
    for (word, base) in WORDS {
        if let Some(rest) = text.strip_prefix(word) {
            return Some((base.clone(), rest));
        }
    }
    if let Some(name) = text.strip_prefix('@') {
        let end = name.find(['+', '-', '[', ']']).unwrap_or(name.len());
        return (end > 0).then(|| (Base::Global(name[..end].to_owned()), &name[end..]));
    }
    let (position, rest) = parse_number(text)?;
    Some((Base::Argument(position), rest))
}

/// Writes the operand so that it can be read again.
pub fn write(operand: &Operand, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for _ in operand.moves.iter().filter(|it| **it == Move::Content) {
        f.write_str("[")?;
    }
    match &operand.base {
        Base::Argument(position) => write!(f, "{position}")?,
        Base::Global(name) => write!(f, "@{name}")?,
        base => {
            let word = WORDS.iter().find(|(_, it)| it == base);
            f.write_str(word.map_or("", |(word, _)| word))?;
        }
    }
    for step in &operand.moves {
        match step {
            Move::By(distance) => write!(f, "{distance:+}")?,
            Move::ByWords(count) => write!(f, "{count:+}w")?,
            Move::Anywhere => f.write_str("+?")?,
            Move::Within(start, end) => write!(f, "+{start}..{end}")?,
            Move::InText => write!(f, "+{TEXT}")?,
            Move::Content => f.write_str("]")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_read_and_written() {
        let operand = parse("[[1+8]+?]-16").unwrap();
        assert_eq!(operand.base, Base::Argument(1));
        let moves = [Move::By(8), Move::Content, Move::Anywhere, Move::Content, Move::By(-16)];
        assert_eq!(operand.moves, moves);
        let texts = [
            "0",
            "0+3w",
            "[1-1w]",
            "12+?",
            "[0+0..384]",
            "[0]+text",
            "...",
            "[...]",
            "fresh+8",
            "[static+?]",
            "@optarg",
            "[@a.b$c]+?",
        ];
        for text in texts.into_iter().chain([
            "[[1+8]+?]-16",
            "external",
            "library",
            "thrown",
            "body",
            "[environment+?]",
        ]) {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        let texts = [
            "", "x", "-1", "0+", "0+x", "[0", "0]", "0 + 8", "@", "freshly", "0+?8", "0+w", "0[1]",
            "0-text", "0+8..", "0+8..8", "0-8..16", "0..16",
        ];
        for text in texts.into_iter().chain(["99999999999", "[[[[[[[[[0]]]]]]]]]"]) {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse("x").unwrap_err().to_string().starts_with("`x` is not an operand; write"));
    }
}
