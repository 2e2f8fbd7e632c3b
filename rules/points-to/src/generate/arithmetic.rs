//! What arithmetic does to an address.

use facts_schema::{AtomicOperation, Opcode};

use crate::place::Step;

/// How `opcode` with the constant `number` as its second operand moves the pointer whose lowest byte
/// has so many lower ones in the first operand; not at all, if no pointer is left.
pub fn by_constant(opcode: Opcode, number: i64, rank: u32) -> Option<Step> {
    let higher = match number < 0 {
        true => Some(Step::Anywhere),
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

/// Whether the result of `opcode` may point to the object that its first operand points to, but
/// nobody knows where.
pub fn keeps_place(opcode: Opcode) -> bool {
    commutes(opcode) || opcode == Opcode::Sub
}

/// Whether that holds of the second operand too.
pub fn commutes(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Add | Opcode::And | Opcode::Or | Opcode::Xor)
}

/// What becomes of a pointer of `bytes` bytes when the number is shifted by so many bits, and what
/// lies above so many lower bytes goes above so many others.
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
        _ if apart.unsigned_abs() < u64::from(bytes) * 8 => Some(Step::Anywhere),
        _ => None,
    }
}

/// How the atomic `operation` with the constant `number` moves the pointer that it finds in memory; not
/// at all, if it leaves none.
pub fn atomic_by_constant(operation: AtomicOperation, number: i64) -> Option<Step> {
    use AtomicOperation as Operation;
    match operation {
        Operation::Add => by_constant(Opcode::Add, number, 0),
        Operation::Sub => by_constant(Opcode::Sub, number, 0),
        Operation::And => by_constant(Opcode::And, number, 0),
        Operation::Or => by_constant(Opcode::Or, number, 0),
        Operation::Xor => by_constant(Opcode::Xor, number, 0),
        operation => atomic_by_anything(operation),
    }
}

/// How the atomic `operation` moves the pointer that it finds in memory; not at all, if it leaves none.
pub fn atomic_by_anything(operation: AtomicOperation) -> Option<Step> {
    use AtomicOperation as Operation;
    match operation {
        Operation::Max | Operation::Min | Operation::UMax | Operation::UMin => Some(Step::By(0)),
        Operation::Add
        | Operation::Sub
        | Operation::And
        | Operation::Nand
        | Operation::Or
        | Operation::Xor
        | Operation::UIncWrap
        | Operation::UDecWrap
        | Operation::USubCond
        | Operation::USubSat => Some(Step::Anywhere),
        _ => None,
    }
}

/// How the atomic `operation` moves the pointer that is its operand, before it stores it; not at all,
/// if nothing of the operand is stored.
pub fn atomic_operand(operation: AtomicOperation) -> Option<Step> {
    use AtomicOperation as Operation;
    match operation {
        Operation::Xchg
        | Operation::Max
        | Operation::Min
        | Operation::UMax
        | Operation::UMin
        // It wraps around to its operand.
        | Operation::UDecWrap => Some(Step::By(0)),
        Operation::Add
        | Operation::And
        | Operation::Nand
        | Operation::Or
        | Operation::Xor => Some(Step::Anywhere),
        _ => None,
    }
}
