//! Calls of intrinsics as rows, for programs that are fed by hand.

use facts_schema::{
    CallArgument, CallInstruction, EntityId, FunctionId, InstructionId, TypeId, Value, ValueId,
};
use rustc_hash::FxHashMap;

use crate::checks::context::Context;
use crate::type_traits::TypeTraits;

/// Calls of some intrinsics, as the programs see them.
pub(in crate::checks) struct Calls<'a> {
    /// The calls.
    pub calls: Vec<Call<'a>>,
    /// Their arguments.
    pub arguments: Vec<Argument>,
    /// The arguments that are constant integers.
    pub numbers: Vec<Number>,
}

/// `instruction` calls `function`, the intrinsic `name`, which returns a value of type `returned`.
#[derive(Clone, Copy)]
pub(in crate::checks) struct Call<'a> {
    pub instruction: InstructionId,
    pub function: FunctionId,
    /// Without the suffix of overloaded types.
    pub name: &'a str,
    pub returned: TypeTraits,
}

/// The argument at `position` of `instruction` is `value`, of type `type`.
#[derive(Clone, Copy)]
pub(in crate::checks) struct Argument {
    pub instruction: InstructionId,
    pub position: u32,
    pub value: Value,
    pub r#type: TypeTraits,
}

/// The argument at `position` of `instruction` is this number, as LLVM would read it with and
/// without a sign.
#[derive(Clone, Copy)]
pub(in crate::checks) struct Number {
    pub instruction: InstructionId,
    pub position: u32,
    pub signed: i128,
    pub unsigned: u128,
}

impl<'a> Calls<'a> {
    /// All calls in the module of the intrinsics that `matters` names. None if there are none.
    pub fn all(context: &Context<'a>, matters: impl Fn(&str) -> bool) -> Option<Self> {
        let rows = context.facts;
        Self::among(context, &rows.call_instruction, &rows.call_argument, matters)
    }

    fn among(
        context: &Context<'a>,
        calls: &[CallInstruction],
        arguments: &[CallArgument],
        matters: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let intrinsics = declared(context, matters);
        if intrinsics.is_empty() {
            return None;
        }
        let mut result = Self { calls: Vec::new(), arguments: Vec::new(), numbers: Vec::new() };
        for row in calls {
            // LLVM takes a call by another type than the intrinsic's for an indirect one.
            if let Some(&(function, name, function_type)) = intrinsics.get(&row.callee)
                && function_type == row.function_type
                && let Some(returned) = returned(context, function_type)
            {
                result.calls.push(Call { instruction: row.instruction, function, name, returned });
                result.arguments_of(context, row.instruction, arguments);
            }
        }
        (!result.calls.is_empty()).then_some(result)
    }

    fn arguments_of(&mut self, context: &Context, call: InstructionId, rows: &[CallArgument]) {
        let first = rows.partition_point(|row| row.instruction < call);
        for row in rows[first..].iter().take_while(|row| row.instruction == call) {
            let Some(&value) = context.facts.value.get(row.argument.index()) else { continue };
            let Some(r#type) = traits(context, value.r#type) else { continue };
            let (instruction, position) = (call, row.position);
            self.arguments.push(Argument { instruction, position, value, r#type });
            if let Some((signed, unsigned)) = number(context, row.argument) {
                self.numbers.push(Number { instruction, position, signed, unsigned });
            }
        }
    }
}

/// By the value of the function: the intrinsics that the module declares and `matters` names, as
/// functions, by name, and their types.
fn declared<'a>(
    context: &Context<'a>,
    matters: impl Fn(&str) -> bool,
) -> FxHashMap<ValueId, (FunctionId, &'a str, TypeId)> {
    let rows = context.facts.intrinsic.iter();
    rows.filter_map(|row| {
        let name = context.text(row.intrinsic);
        let function = context.facts.function.get(row.function.index())?;
        matters(name).then_some((function.value, (row.function, name, function.function_type)))
    })
    .collect()
}

/// The traits of what functions of a type return.
fn returned(context: &Context, function_type: TypeId) -> Option<TypeTraits> {
    let rows = &context.facts.function_type;
    let row = rows.binary_search_by_key(&function_type, |row| row.r#type).ok()?;
    traits(context, rows[row].return_type)
}

fn value(context: &Context, value: ValueId) -> Option<Value> {
    context.facts.value.get(value.index()).copied()
}

fn traits(context: &Context, r#type: TypeId) -> Option<TypeTraits> {
    let rows = &context.traits;
    rows.binary_search_by_key(&r#type, |row| row.r#type).ok().map(|row| rows[row])
}

/// A constant integer, with and without a sign. One that is wider than 128 bits comes out as the
/// largest number.
fn number(context: &Context, constant: ValueId) -> Option<(i128, u128)> {
    let rows = &context.facts.constant_integer;
    let row = rows[rows.binary_search_by_key(&constant, |row| row.constant).ok()?];
    let signed = context.text(row.signed).parse().unwrap_or(i128::MAX);
    let unsigned = context.text(row.unsigned).parse().unwrap_or(u128::MAX);
    Some((signed, unsigned))
}
