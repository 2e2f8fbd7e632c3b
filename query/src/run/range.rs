//! Ranges of numbers.

use crate::value::{Primitive, Word};

/// The numbers from the first part, ascending or descending, to the second part, exclusive. The
/// third part is the step.
pub(crate) fn range(kind: Primitive, parts: &[Word]) -> impl Iterator<Item = Word> + use<> {
    let value = |it: Word| match kind {
        Primitive::Float => f64::from(f32::from_bits(it)),
        Primitive::Number => f64::from(it as i32),
        _ => f64::from(it),
    };
    let (start, end) = (value(parts[0]), value(parts[1]));
    let step = match parts.get(2) {
        Some(step) => value(*step),
        None if start <= end => 1.0,
        None => -1.0,
    };
    let mut next = Some(start);
    std::iter::from_fn(move || {
        let at = next?;
        let is_within =
            (step > 0.0 && at < end) || (step < 0.0 && at > end) || (step == 0.0 && at != end);
        if !is_within {
            return None;
        }
        next = match kind {
            _ if step == 0.0 => None,
            // Sums of floating-point numbers are rounded as in Soufflé.
            Primitive::Float => Some(f64::from(at as f32 + step as f32)),
            _ => Some(at + step),
        };
        Some(match kind {
            Primitive::Float => (at as f32).to_bits(),
            Primitive::Number => at as i32 as Word,
            _ => at as Word,
        })
    })
}
