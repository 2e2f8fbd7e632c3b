//! Where a pointer comes from, behind casts that change nothing but its type.

use facts_schema::{CallArgument, EntityId, InstructionId, Opcode, TypeKind, ValueId, ValueKind};
use rustc_hash::FxHashSet;

use super::{number, traits, value};
use crate::checks::context::Context;
use crate::type_traits::Lanes;

/// `pointer` is `origin` with another type, an offset of nothing, or as a call hands it back.
#[derive(Clone, Copy)]
pub struct Cast {
    pub pointer: ValueId,
    pub origin: ValueId,
}

/// The casts on the way from these pointers to where they come from.
pub fn casts(context: &Context, pointers: impl Iterator<Item = ValueId>) -> Vec<Cast> {
    let mut casts = Vec::new();
    let mut seen = FxHashSet::default();
    for mut pointer in pointers {
        while seen.insert(pointer)
            && let Some(origin) = origin(context, pointer)
        {
            casts.push(Cast { pointer, origin });
            pointer = origin;
        }
    }
    casts
}

/// The instruction that computes a value.
pub fn definition(context: &Context, value: ValueId) -> Option<(InstructionId, Opcode)> {
    let rows = &context.facts.instruction_result;
    let row = rows.binary_search_by_key(&value, |row| row.result).ok()?;
    let instruction = rows[row].instruction;
    Some((instruction, context.facts.instruction.get(instruction.index())?.opcode))
}

fn origin(context: &Context, pointer: ValueId) -> Option<ValueId> {
    let row = value(context, pointer)?;
    let r#type = traits(context, row.r#type)?;
    if r#type.kind != TypeKind::Pointer || r#type.lanes != Lanes::Scalar {
        return None;
    }
    match row.kind {
        ValueKind::Instruction => instruction_origin(context, pointer),
        ValueKind::ConstantExpression => constant_origin(context, pointer),
        _ => None,
    }
}

fn instruction_origin(context: &Context, pointer: ValueId) -> Option<ValueId> {
    let (instruction, opcode) = definition(context, pointer)?;
    match opcode {
        Opcode::BitCast | Opcode::AddrSpaceCast => {
            let rows = &context.facts.conversion_instruction;
            let row = rows.binary_search_by_key(&instruction, |row| row.instruction).ok()?;
            Some(rows[row].operand)
        }
        Opcode::GetElementPtr => {
            let rows = &context.facts.getelementptr_index;
            let first = rows.partition_point(|row| row.instruction < instruction);
            let indices = rows[first..].iter().take_while(|row| row.instruction == instruction);
            all_zero(context, indices.map(|row| row.index)).then_some(())?;
            let rows = &context.facts.getelementptr_instruction;
            let row = rows.binary_search_by_key(&instruction, |row| row.instruction).ok()?;
            Some(rows[row].base)
        }
        Opcode::Call | Opcode::Invoke => returned_argument(context, instruction),
        _ => None,
    }
}

fn constant_origin(context: &Context, pointer: ValueId) -> Option<ValueId> {
    let rows = &context.facts.constant_expression;
    let row = rows.iter().find(|row| row.constant == pointer)?;
    let operands = context.facts.constant_operand.iter().filter(|row| row.constant == pointer);
    let operand = |wanted| operands.clone().find(|row| row.position == wanted);
    let unchanged = match row.opcode {
        Opcode::BitCast | Opcode::AddrSpaceCast => true,
        Opcode::GetElementPtr => {
            let indices = operands.clone().filter(|row| row.position > 0);
            all_zero(context, indices.map(|row| row.operand))
        }
        _ => false,
    };
    if unchanged { operand(0).map(|row| row.operand) } else { None }
}

fn all_zero(context: &Context, mut indices: impl Iterator<Item = ValueId>) -> bool {
    indices.all(|index| number(context, index).is_some_and(|(_, number)| number == 0))
}

/// The argument that a call is known to hand back: it or the function called says `returned`.
fn returned_argument(context: &Context, call: InstructionId) -> Option<ValueId> {
    let facts = context.facts;
    let named = |row: &&facts_schema::Attribute| context.text(row.name) == "returned";
    let returned = facts.attribute.iter().find(named)?.attribute;
    let rows = facts.call_argument_attribute.iter();
    let mut rows = rows.filter(|row| row.instruction == call && row.attribute == returned);
    let position = rows.next().map(|row| row.position).or_else(|| {
        let calls = &facts.call_instruction;
        let row = calls.binary_search_by_key(&call, |row| row.instruction).ok()?;
        let function = facts.function.iter().find(|it| it.value == calls[row].callee)?.function;
        let mut rows = facts.parameter_attribute.iter();
        let row = rows.find(|row| row.function == function && row.attribute == returned)?;
        Some(row.position)
    })?;
    let is_it = |row: &&CallArgument| row.instruction == call && row.position == position;
    facts.call_argument.iter().find(is_it).map(|row| row.argument)
}
