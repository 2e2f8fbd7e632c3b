//! The places that pointers lead to: a root and an offset from it in bytes.
//!
//! A root is any pointer that is not computed by constant steps from another one.

use facts_schema::view::{Step, View};
use facts_schema::{Opcode, ValueId, ValueKind};

/// The maximum number of steps that are followed; only ill-formed modules have more, in a cycle.
const STEPS: usize = 256;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// A pointer,
    pub root: ValueId,
    /// and the offset of the place from it, in bytes.
    pub offset: i64,
}

/// The place that a pointer leads to.
pub fn destination(view: &View, pointer: ValueId) -> Address {
    let mut place = Address { root: pointer, offset: 0 };
    for _ in 0..STEPS {
        if let Some(Step { base, whole: Some(bytes), .. }) = view.step(place.root) {
            place = Address { root: base, offset: place.offset.saturating_add(bytes) };
            continue;
        }
        match same_pointer(view, place.root) {
            Some(root) => place.root = root,
            None => break,
        }
    }
    place
}

/// The pointer that this one is a copy of, in another address space or frozen.
fn same_pointer(view: &View, pointer: ValueId) -> Option<ValueId> {
    match view.kind_of(pointer)? {
        ValueKind::Alias => view.alias.first(pointer).map(|row| row.aliasee),
        ValueKind::ConstantExpression => {
            let opcode = view.constant_expression.first(pointer)?.opcode;
            let cast = matches!(opcode, Opcode::AddrSpaceCast | Opcode::BitCast);
            let operand = view.constant_operand.first(pointer)?.operand;
            cast.then_some(operand)
        }
        ValueKind::Instruction => {
            let instruction = view.definition_of(pointer)?;
            match view.opcode_of(instruction)? {
                Opcode::AddrSpaceCast | Opcode::BitCast => {
                    Some(view.conversion_instruction.first(instruction)?.operand)
                }
                Opcode::Freeze => view.unary_instruction.first(instruction).map(|it| it.operand),
                _ => None,
            }
        }
        _ => None,
    }
}
