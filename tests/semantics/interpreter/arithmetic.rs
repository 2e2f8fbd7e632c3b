//! Arithmetic on single integers of at most 64 bits.

use facts_schema::{Opcode, Predicate};

use super::types::Flags;

/// The outcome of an operation on single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This value.
    Value(u64),
    /// Poison.
    Poison,
    /// Undefined behaviour.
    Undefined,
}

/// The low `width` bits.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The value as a signed number.
pub fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if width > 0 && value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

/// The low bits of a number.
pub fn wrapped(value: i128, width: u32) -> u64 {
    value as u64 & mask(width)
}

/// Whether the number is out of the range of signed integers of this width.
pub fn overflows_signed(value: i128, width: u32) -> bool {
    signed(wrapped(value, width), width) != value
}

/// Whether the number is out of the range of unsigned integers of this width.
pub fn overflows_unsigned(value: i128, width: u32) -> bool {
    i128::from(wrapped(value, width)) != value
}

fn poison_if(is_poison: bool, value: u64) -> Outcome {
    if is_poison { Outcome::Poison } else { Outcome::Value(value) }
}

/// A binary operation: LangRef, "Binary Operations" and "Bitwise Binary Operations".
pub fn binary(
    opcode: Opcode,
    flags: Flags,
    width: u32,
    first: u64,
    second: u64,
) -> Option<Outcome> {
    let (a, b) = (i128::from(first), i128::from(second));
    let (sa, sb) = (signed(first, width), signed(second, width));
    let with_wrapping = |unsigned: i128, signed: i128| {
        let wraps = flags.nuw && overflows_unsigned(unsigned, width)
            || flags.nsw && overflows_signed(signed, width);
        poison_if(wraps, wrapped(unsigned, width))
    };
    let is_too_far = second >= u64::from(width);
    let smallest = -(1 << (width - 1));
    Some(match opcode {
        Opcode::Add => with_wrapping(a + b, sa + sb),
        Opcode::Sub => with_wrapping(a - b, sa - sb),
        Opcode::Mul => with_wrapping(a * b, sa * sb),
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem if second == 0 => {
            Outcome::Undefined
        }
        Opcode::SDiv | Opcode::SRem if sa == smallest && sb == -1 => Outcome::Undefined,
        Opcode::UDiv => poison_if(flags.exact && a % b != 0, wrapped(a / b, width)),
        Opcode::SDiv => poison_if(flags.exact && sa % sb != 0, wrapped(sa / sb, width)),
        Opcode::URem => Outcome::Value(wrapped(a % b, width)),
        Opcode::SRem => Outcome::Value(wrapped(sa % sb, width)),
        Opcode::Shl | Opcode::LShr | Opcode::AShr if is_too_far => Outcome::Poison,
        Opcode::Shl => with_wrapping(a << b, sa << b),
        Opcode::LShr => poison_if(flags.exact && (a >> b) << b != a, wrapped(a >> b, width)),
        Opcode::AShr => poison_if(flags.exact && (sa >> b) << b != sa, wrapped(sa >> b, width)),
        Opcode::And => Outcome::Value(first & second),
        Opcode::Or => poison_if(flags.disjoint && first & second != 0, first | second),
        Opcode::Xor => Outcome::Value(first ^ second),
        _ => return None,
    })
}

/// The outcome of a binary operation with a poison operand: poison, or UB if some value of the poison operand causes
/// it. `second` is the second operand; `None` if that is the poison one.
pub fn binary_of_poison(opcode: Opcode, width: u32, second: Option<u64>) -> Outcome {
    let divides = matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem);
    let is_signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
    match second {
        _ if !divides => Outcome::Poison,
        None | Some(0) => Outcome::Undefined,
        // The dividend may be the smallest signed integer.
        Some(second) if is_signed && second == mask(width) => Outcome::Undefined,
        Some(_) => Outcome::Poison,
    }
}

/// Whether the comparison holds: LangRef, "icmp".
pub fn compare(predicate: Predicate, width: u32, first: u64, second: u64) -> Option<bool> {
    let (a, b) = (signed(first, width), signed(second, width));
    Some(match predicate {
        Predicate::Eq => first == second,
        Predicate::Ne => first != second,
        Predicate::Ugt => first > second,
        Predicate::Uge => first >= second,
        Predicate::Ult => first < second,
        Predicate::Ule => first <= second,
        Predicate::Sgt => a > b,
        Predicate::Sge => a >= b,
        Predicate::Slt => a < b,
        Predicate::Sle => a <= b,
        _ => return None,
    })
}

/// A conversion between integers: LangRef, "Conversion Operations".
pub fn convert(opcode: Opcode, flags: Flags, from: u32, to: u32, value: u64) -> Option<Outcome> {
    let number = signed(value, from);
    Some(match opcode {
        Opcode::Trunc => {
            let loses = flags.nuw && overflows_unsigned(i128::from(value), to)
                || flags.nsw && overflows_signed(number, to);
            poison_if(loses, wrapped(i128::from(value), to))
        }
        Opcode::ZExt => poison_if(flags.nneg && number < 0, value),
        Opcode::SExt => Outcome::Value(wrapped(number, to)),
        _ => return None,
    })
}
