//! The nodes that attachments lead to, and what the rules ask of them.

use facts_schema::{
    EntityId, Metadata, MetadataId, MetadataOperandRow, MetadataTuple, TypeId, TypeKind, ValueId,
    ValueKind, ValueMetadata,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::context::Context;

/// Nodes, and all that they lead to through the operands of tuples.
#[derive(Default)]
pub(super) struct Nodes<'a> {
    /// What kind of metadata each is.
    pub metadata: Vec<Metadata>,
    /// The tuples.
    pub tuple: Vec<MetadataTuple>,
    /// The operands of the tuples.
    pub operand: Vec<MetadataOperandRow>,
    /// The texts of the strings.
    pub string: Vec<(MetadataId, &'a str)>,
    /// The values that are wrapped.
    pub value: Vec<WrappedValue>,
    /// The integers among them.
    pub integer: Vec<WrappedInteger>,
    /// The nodes that are distinct.
    pub distinct: Vec<MetadataId>,
}

/// `metadata` wraps `value`, which is of type `type`.
#[derive(Clone, Copy)]
pub(super) struct WrappedValue {
    pub metadata: MetadataId,
    pub value: ValueId,
    pub r#type: TypeId,
}

/// `metadata` is the integer constant `number`, as a plain binary number, of type `type`, which has
/// `width` bits. A number that takes more than 128 bits is not told.
#[derive(Clone, Copy)]
pub(super) struct WrappedInteger {
    pub metadata: MetadataId,
    pub r#type: TypeId,
    pub width: u32,
    number: Option<u128>,
}

impl WrappedInteger {
    /// The number, or the greatest one of 64 bits if it is greater.
    pub fn saturated(&self) -> u64 {
        self.number.and_then(|number| number.try_into().ok()).unwrap_or(u64::MAX)
    }
}

impl<'a> Nodes<'a> {
    /// `roots`, and all that they lead to.
    pub fn from(context: &Context<'a>, roots: FxHashSet<MetadataId>) -> Self {
        if roots.is_empty() {
            return Self::default();
        }
        let facts = context.facts;
        let reached = reach(context, roots);
        let is_reached = |metadata: MetadataId| reached.get(metadata.index()) == Some(&true);
        macro_rules! keep {
            ($relation:ident) => {
                facts.$relation.iter().filter(|row| is_reached(row.metadata)).copied().collect()
            };
        }
        let wrapped: Vec<ValueMetadata> = keep!(value_metadata);
        let strings = facts.metadata_string.iter().filter(|row| is_reached(row.metadata));
        let distinct = facts.distinct_metadata.iter().filter(|row| is_reached(row.metadata));
        Self {
            metadata: keep!(metadata),
            tuple: keep!(metadata_tuple),
            operand: keep!(metadata_operand),
            string: strings.map(|row| (row.metadata, context.text(row.text))).collect(),
            value: values(context, &wrapped),
            integer: integers(context, &wrapped),
            distinct: distinct.map(|row| row.metadata).collect(),
        }
    }

    /// The integers that 128 bits can hold, as plain binary numbers.
    pub fn numbers(&self) -> impl Iterator<Item = (MetadataId, u128)> {
        self.integer.iter().filter_map(|row| Some((row.metadata, row.number?)))
    }
}

/// By metadata: whether `roots` lead to it.
fn reach(context: &Context, roots: FxHashSet<MetadataId>) -> Vec<bool> {
    let facts = context.facts;
    let mut reached = vec![false; facts.metadata.len()];
    for root in roots {
        if let Some(entry) = reached.get_mut(root.index()) {
            *entry = true;
        }
    }
    // Nodes are numbered before their operands, so there are few rounds.
    let mut is_growing = true;
    while is_growing {
        is_growing = false;
        for row in &facts.metadata_operand {
            let is_new = reached.get(row.metadata.index()) == Some(&true)
                && reached.get(row.operand_metadata.index()) == Some(&false);
            if is_new {
                reached[row.operand_metadata.index()] = true;
                is_growing = true;
            }
        }
    }
    reached
}

fn values(context: &Context, wrapped: &[ValueMetadata]) -> Vec<WrappedValue> {
    let value_of = |row: &ValueMetadata| {
        let value = context.facts.value.get(row.value.index())?;
        let &ValueMetadata { metadata, value: id } = row;
        Some(WrappedValue { metadata, value: id, r#type: value.r#type })
    };
    wrapped.iter().filter_map(value_of).collect()
}

fn integers(context: &Context, wrapped: &[ValueMetadata]) -> Vec<WrappedInteger> {
    let facts = context.facts;
    let mut numbers: FxHashMap<ValueId, Option<u128>> =
        wrapped.iter().map(|row| (row.value, None)).collect();
    for row in &facts.constant_integer {
        if let Some(number) = numbers.get_mut(&row.constant) {
            *number = context.text(row.unsigned).parse().ok();
        }
    }
    let integer_of = |row: &ValueMetadata| {
        let value = facts.value.get(row.value.index())?;
        let traits = context.traits.iter().find(|it| it.r#type == value.r#type)?;
        let is_integer =
            value.kind == ValueKind::ConstantInteger && traits.kind == TypeKind::Integer;
        is_integer.then_some(WrappedInteger {
            metadata: row.metadata,
            r#type: value.r#type,
            width: traits.measure,
            number: numbers.get(&row.value).copied().flatten(),
        })
    };
    wrapped.iter().filter_map(integer_of).collect()
}
