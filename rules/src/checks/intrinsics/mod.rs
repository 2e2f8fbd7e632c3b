//! Calls of intrinsics: what holds of all, and what holds of each.
//!
//! **Scope: sample**, but for rules that look at the function around the call or at other
//! instructions. Each theme looks first whether the module declares its intrinsics at all.

use facts_schema::{
    AttributeId, CallArgument, CallInstruction, EntityId, FunctionId, InstructionId, MetadataId,
    TypeId, TypeKind, Value, ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::context::Context;
use crate::type_traits::{Lanes, TypeTraits};

pub(super) mod amdgpu;
pub(super) mod assume;
pub(super) mod constrained;
pub(super) mod control;
pub(super) mod frames;
pub(super) mod funclets;
pub(super) mod landing;
pub(super) mod matrices;
pub(super) mod memory;
pub(super) mod metadata;
pub(super) mod numbers;
mod pointers;
pub(super) mod preallocated;
pub(super) mod signature;
pub(super) mod targets;
pub(super) mod vector_predication;
pub(super) mod vectors;

/// Calls of some intrinsics, as the programs see them.
pub(super) struct Calls<'a> {
    /// The calls.
    pub calls: Vec<Call<'a>>,
    /// Their arguments.
    pub arguments: Vec<Argument>,
    /// The arguments that are constant integers.
    pub numbers: Vec<Number>,
}

/// `instruction` calls `function`, the intrinsic `name`, which returns a value of type `returned`.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub instruction: InstructionId,
    pub function: FunctionId,
    /// Without the suffix of overloaded types.
    pub name: &'a str,
    pub returned: TypeTraits,
}

/// The argument at `position` of `instruction` is `value`, of type `type`.
#[derive(Clone, Copy)]
pub(super) struct Argument {
    pub instruction: InstructionId,
    pub position: u32,
    pub value: Value,
    pub r#type: TypeTraits,
}

/// The argument at `position` of `instruction` is this number, as LLVM would read it with and
/// without a sign.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub instruction: InstructionId,
    pub position: u32,
    pub signed: i128,
    pub unsigned: u128,
}

/// Where a call has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// What it computes.
    Result,
    /// The argument at this position.
    Argument(u32),
}

impl<'a> Calls<'a> {
    /// The calls in the sample of the intrinsics that `matters` names. None if there are none.
    pub fn sampled(context: &Context<'a>, matters: impl Fn(&str) -> bool) -> Option<Self> {
        let rows = &context.sample.facts;
        Self::among(context, &rows.call_instruction, &rows.call_argument, matters)
    }

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

    /// The types of all results and arguments, and where these are.
    fn vectors(&self) -> impl Iterator<Item = (InstructionId, Place, TypeTraits)> {
        let results = self.calls.iter().map(|it| (it.instruction, Place::Result, it.returned));
        let arguments = self.arguments.iter();
        let arguments =
            arguments.map(|it| (it.instruction, Place::Argument(it.position), it.r#type));
        results.chain(arguments)
    }

    /// Whether the instruction is one of the calls.
    fn contains(&self, instruction: InstructionId) -> bool {
        self.calls.binary_search_by_key(&instruction, |call| call.instruction).is_ok()
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

/// The arguments that are metadata strings: the call, the position, the string.
fn strings<'a>(
    context: &Context<'a>,
    calls: &Calls,
) -> impl Iterator<Item = (InstructionId, u32, &'a str)> {
    let metadata = metadata_of(context, calls);
    let wanted: FxHashSet<MetadataId> = metadata.iter().map(|row| row.2).collect();
    let texts: FxHashMap<MetadataId, &str> = context
        .facts
        .metadata_string
        .iter()
        .filter(|row| wanted.contains(&row.metadata))
        .map(|row| (row.metadata, context.text(row.text)))
        .collect();
    metadata.into_iter().filter_map(move |(call, position, metadata)| {
        Some((call, position, *texts.get(&metadata)?))
    })
}

/// The arguments that are metadata: the call, the position, the metadata.
fn metadata_of(context: &Context, calls: &Calls) -> Vec<(InstructionId, u32, MetadataId)> {
    let is_metadata = |row: &&Argument| row.value.kind == ValueKind::Metadata;
    let arguments: Vec<&Argument> = calls.arguments.iter().filter(is_metadata).collect();
    let wanted: FxHashSet<ValueId> = arguments.iter().map(|row| row.value.value).collect();
    let known: FxHashMap<ValueId, MetadataId> = context
        .facts
        .metadata_value
        .iter()
        .filter(|row| wanted.contains(&row.value))
        .map(|row| (row.value, row.metadata))
        .collect();
    let row = |it: &Argument| Some((it.instruction, it.position, *known.get(&it.value.value)?));
    arguments.into_iter().filter_map(row).collect()
}

/// The arguments that the call, not the intrinsic, gives an attribute: the call, the position, and
/// the attribute's number (0 without one).
fn attributed(
    context: &Context,
    calls: &Calls,
    attribute: &str,
) -> impl Iterator<Item = (InstructionId, u32, u64)> {
    let facts = context.facts;
    let attributes = facts.attribute.iter().filter(|row| context.text(row.name) == attribute);
    let mut numbers: FxHashMap<AttributeId, u64> =
        attributes.map(|row| (row.attribute, 0)).collect();
    for row in &facts.attribute_integer {
        numbers.entry(row.attribute).and_modify(|number| *number = row.integer);
    }
    let rows = facts.call_argument_attribute.iter();
    let rows = rows.filter(|row| calls.contains(row.instruction));
    rows.filter_map(|row| Some((row.instruction, row.position, *numbers.get(&row.attribute)?)))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Whether the type is a pointer, and no vector of pointers.
fn is_pointer(r#type: TypeTraits) -> bool {
    r#type.kind == TypeKind::Pointer && r#type.lanes == Lanes::Scalar
}

/// Whether the type is an integer, and no vector of integers.
fn is_integer(r#type: TypeTraits) -> bool {
    r#type.kind == TypeKind::Integer && r#type.lanes == Lanes::Scalar
}

/// How many lanes there are at least.
fn least_lanes(lanes: Lanes) -> u128 {
    match lanes {
        Lanes::Scalar => 1,
        Lanes::Fixed(length) | Lanes::Scalable(length) => length.into(),
    }
}

/// Whether a metadata string names a mode to round in, other than the one that the program set.
fn is_static_rounding(word: &str) -> bool {
    matches!(
        word,
        "round.tonearest"
            | "round.tonearestaway"
            | "round.downward"
            | "round.upward"
            | "round.towardzero"
    )
}

/// Whether a metadata string is a predicate of floating-point numbers.
fn is_float_predicate(word: &str) -> bool {
    matches!(
        word,
        "oeq"
            | "ogt"
            | "oge"
            | "olt"
            | "ole"
            | "one"
            | "ord"
            | "uno"
            | "ueq"
            | "ugt"
            | "uge"
            | "ult"
            | "ule"
            | "une"
    )
}

/// Feeds calls to a program, into those of its inputs that are named: `Call`, `Argument`,
/// `Returned`, `Number`.
macro_rules! feed {
    ($program:ident from $calls:ident: $($input:ident),*) => {
        $(feed!(@$input $program $calls);)*
    };
    (@Call $program:ident $calls:ident) => {
        $program.extend($calls.calls.iter().map(|it| Call(it.instruction, it.name)));
    };
    (@Returned $program:ident $calls:ident) => {
        $program.extend($calls.calls.iter().map(|it| Returned(it.instruction, it.returned)));
    };
    (@Argument $program:ident $calls:ident) => {
        let arguments = $calls.arguments.iter();
        $program.extend(arguments.map(|it| Argument(it.instruction, it.position, it.r#type)));
    };
    (@Number $program:ident $calls:ident) => {
        let numbers = $calls.numbers.iter();
        $program.extend(
            numbers.map(|it| Number(it.instruction, it.position, it.signed, it.unsigned)),
        );
    };
}
use feed;
