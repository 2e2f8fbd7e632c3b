//! The effect of arithmetic on addresses, and comparisons of numbers.

use facts_schema::{Opcode, Predicate};

use crate::offsets::Step;

/// The step that `opcode` with the constant `number` as its second operand makes with a pointer in the first operand,
/// which has `rank` less significant bytes below it; none if the result is not a pointer.
pub fn by_constant(opcode: Opcode, number: i64, rank: u32) -> Option<Step> {
    let higher = match number < 0 {
        true => Some(Step::Computed),
        false => Some(Step::By(0)),
    };
    match opcode {
        Opcode::And if rank > 0 => (number < 0).then_some(Step::By(0)),
        Opcode::Add | Opcode::Sub | Opcode::Or | Opcode::Xor if rank > 0 => higher,
        Opcode::Add => Some(Step::By(number)),
        Opcode::Sub => Some(Step::By(number.checked_neg()?)),
        Opcode::And => Some(Step::And(number as u64)),
        Opcode::Or => Some(Step::Or(number as u64)),
        Opcode::Xor => Some(Step::Xor(number as u64)),
        _ => None,
    }
}

/// The step of a pointer of `bytes` bytes in an integer that is shifted by `bits` bits. The pointer has `ranks[0]` less
/// significant bytes below it before the shift, and `ranks[1]` after it. None if it leaves this position.
pub fn shifted(opcode: Opcode, bits: i64, bytes: u32, ranks: [u32; 2]) -> Option<Step> {
    let bits = match opcode {
        Opcode::Shl => bits,
        Opcode::LShr | Opcode::AShr => bits.checked_neg()?,
        _ => return None,
    };
    let [from, to] = ranks.map(|rank| i64::from(rank) * 8);
    let apart = from.checked_add(bits)?.checked_sub(to)?;
    match apart {
        0 => Some(Step::By(0)),
        _ if apart.unsigned_abs() < u64::from(bytes) * 8 => Some(Step::Computed),
        _ => None,
    }
}

/// The result of comparing unsigned numbers; none for signed comparisons.
pub fn compared(predicate: Predicate, number: u64, other: u64) -> Option<bool> {
    match predicate {
        Predicate::Eq => Some(number == other),
        Predicate::Ne => Some(number != other),
        Predicate::Ult => Some(number < other),
        Predicate::Ule => Some(number <= other),
        Predicate::Ugt => Some(number > other),
        Predicate::Uge => Some(number >= other),
        _ => None,
    }
}
