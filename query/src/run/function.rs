//! Functions of words.

use std::borrow::Cow;

use crate::plan::Function;
use crate::syntax::{Binary, Comparison, Unary};
use crate::value::{Primitive, Symbols, Word};

/// The value of a function, or the reason why it has none.
pub(crate) fn apply(
    function: Function,
    operands: &[Word],
    symbols: &mut Symbols,
) -> Result<Word, String> {
    match (function, operands) {
        (Function::Binary(operator, kind), [left, right]) => binary(operator, kind, *left, *right),
        (Function::Unary(operator, kind), [operand]) => Ok(match (operator, kind) {
            (Unary::Negate, Primitive::Float) => (-f32::from_bits(*operand)).to_bits(),
            (Unary::Negate, _) => operand.wrapping_neg(),
            (Unary::BitNot, _) => !operand,
            (Unary::LogicalNot, _) => Word::from(*operand == 0),
        }),
        (Function::Min(kind), operands) => Ok(extreme(operands, kind, Comparison::Less, symbols)),
        (Function::Max(kind), operands) => {
            Ok(extreme(operands, kind, Comparison::Greater, symbols))
        }
        (Function::Convert { from, to }, [operand]) => convert(*operand, from, to, symbols),
        (Function::Cat, operands) => {
            let text: Vec<u8> = operands.iter().flat_map(|it| symbols.text(*it)).copied().collect();
            Ok(symbols.intern(&text))
        }
        (Function::StrLen, [operand]) => Ok(symbols.text(*operand).len() as Word),
        (Function::SubStr, [text, start, length]) => {
            let text = symbols.text(*text);
            // As in Soufflé, a start outside of the text yields the empty text, and a substring
            // ends at the end of the text.
            let start = *start as i32;
            let part = match usize::try_from(start) {
                Ok(start) if start <= text.len() => &text[start..],
                _ => &[],
            };
            let length = usize::try_from(*length as i32).unwrap_or(part.len());
            let part = part[..length.min(part.len())].to_vec();
            Ok(symbols.intern(&part))
        }
        (_, operands) => Ok(operands.first().copied().unwrap_or_default()),
    }
}

/// Whether a comparison holds.
#[inline]
pub(crate) fn compare(
    comparison: Comparison,
    kind: Primitive,
    left: Word,
    right: Word,
    symbols: &Symbols,
) -> bool {
    fn holds<T: PartialOrd>(comparison: Comparison, left: T, right: T) -> bool {
        match comparison {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
    match (kind, comparison) {
        (Primitive::Float, _) => holds(comparison, f32::from_bits(left), f32::from_bits(right)),
        (Primitive::Unsigned, _) | (_, Comparison::Equal | Comparison::NotEqual) => {
            holds(comparison, left, right)
        }
        (Primitive::Number, _) => holds(comparison, left as i32, right as i32),
        (Primitive::Symbol, _) => holds(comparison, symbols.text(left), symbols.text(right)),
    }
}

fn extreme(operands: &[Word], kind: Primitive, is_better: Comparison, symbols: &Symbols) -> Word {
    let better = |one: Word, other: Word| {
        if compare(is_better, kind, other, one, symbols) { other } else { one }
    };
    operands.iter().copied().reduce(better).unwrap_or_default()
}

fn binary(operator: Binary, kind: Primitive, left: Word, right: Word) -> Result<Word, String> {
    if kind == Primitive::Float {
        let (left, right) = (f32::from_bits(left), f32::from_bits(right));
        let value = match operator {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => left / right,
            Binary::Power => left.powf(right),
            _ => return Err("this operator needs integers".to_owned()),
        };
        return Ok(value.to_bits());
    }
    if right == 0 && matches!(operator, Binary::Divide | Binary::Remainder) {
        return Err("division by zero".to_owned());
    }
    let is_signed = kind == Primitive::Number;
    Ok(match operator {
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide if is_signed => (left as i32).wrapping_div(right as i32) as Word,
        Binary::Divide => left / right,
        Binary::Remainder if is_signed => (left as i32).wrapping_rem(right as i32) as Word,
        Binary::Remainder => left % right,
        Binary::Power if is_signed => {
            let value = f64::from(left as i32).powf(f64::from(right as i32));
            let is_number = value > f64::from(i32::MIN) && value < -f64::from(i32::MIN);
            if is_number { value as i32 as Word } else { i32::MIN as Word }
        }
        Binary::Power => {
            let value = f64::from(left).powf(f64::from(right));
            // Soufflé first converts to 64 bits, and yields 0 for values that do not fit.
            if value < -(i64::MIN as f64) { value as i64 as Word } else { 0 }
        }
        Binary::BitAnd => left & right,
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::ShiftLeft => left.wrapping_shl(right),
        Binary::ShiftRight if is_signed => (left as i32).wrapping_shr(right) as Word,
        Binary::ShiftRight | Binary::ShiftRightUnsigned => left.wrapping_shr(right),
        Binary::LogicalAnd => Word::from(left != 0 && right != 0),
        Binary::LogicalOr => Word::from(left != 0 || right != 0),
        Binary::LogicalXor => Word::from((left != 0) != (right != 0)),
    })
}

fn convert(
    word: Word,
    from: Primitive,
    to: Primitive,
    symbols: &mut Symbols,
) -> Result<Word, String> {
    let wrong = |text: &str| {
        format!("`{text}` is not a value of type {}", crate::check::types::kind_name(to))
    };
    Ok(match (from, to) {
        (Primitive::Number, Primitive::Symbol) => {
            symbols.intern((word as i32).to_string().as_bytes())
        }
        (Primitive::Unsigned, Primitive::Symbol) => symbols.intern(word.to_string().as_bytes()),
        (Primitive::Float, Primitive::Symbol) => {
            symbols.intern(format!("{:.6}", f32::from_bits(word)).as_bytes())
        }
        (Primitive::Symbol, Primitive::Float) => {
            let text = String::from_utf8_lossy(symbols.text(word));
            float(&text).ok_or_else(|| wrong(&text))?.to_bits()
        }
        (Primitive::Symbol, Primitive::Number) => {
            let text: Cow<'_, str> = String::from_utf8_lossy(symbols.text(word));
            let value = integer(&text).and_then(|it| i32::try_from(it).ok());
            value.ok_or_else(|| wrong(&text))? as Word
        }
        (Primitive::Symbol, Primitive::Unsigned) => {
            let text = String::from_utf8_lossy(symbols.text(word));
            integer(&text).and_then(|it| Word::try_from(it).ok()).ok_or_else(|| wrong(&text))?
        }
        (Primitive::Number, Primitive::Float) => (word as i32 as f32).to_bits(),
        (Primitive::Unsigned, Primitive::Float) => (word as f32).to_bits(),
        (Primitive::Float, Primitive::Number) => f32::from_bits(word) as i32 as Word,
        (Primitive::Float, Primitive::Unsigned) => f32::from_bits(word) as Word,
        _ => word,
    })
}

/// The integer at the start of a text, parsed as in C: trailing characters are ignored.
fn integer(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (base, text) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(text), _) => (16, text),
        (_, Some(text)) => (2, text),
        _ => (10, text),
    };
    let end = text.find(|it: char| !it.is_digit(base)).unwrap_or(text.len());
    let value = i64::from_str_radix(&text[..end], base).ok()?;
    Some(if is_negative { -value } else { value })
}

/// The number at the start of a text.
fn float(text: &str) -> Option<f32> {
    let text = text.trim_start();
    let ends = text.char_indices().map(|(at, it)| at + it.len_utf8());
    ends.rev().find_map(|end| text[..end].parse().ok())
}
