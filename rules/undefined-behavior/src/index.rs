//! The facts by their first columns; those that are asked for again and again without a long search.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use facts_schema::{
    ArrayType, BinaryInstruction, CallArgument, CallArgumentAttribute, CallAttribute,
    CallInstruction, CallReturnAttribute, ComparisonInstruction, ConditionalBranch,
    ConstantInteger, ConversionInstruction, EntityId, Facts, GetElementPtrIndex,
    GetElementPtrInstruction, InstructionFlagRow, InstructionId, InstructionMetadata,
    InstructionOperand, IntegerType, LoadInstruction, OperandBundle, PhiIncoming, PointerType,
    SelectInstruction, StoreInstruction, StructField, TypeId, TypeLayout, ValueId, VectorType,
};

macro_rules! define_index {
    ($($relation:ident: $row:ident by $key:ident: $key_type:ty,)*) => {
        /// All facts by their first columns.
        pub struct Index<'f> {
            others: facts_schema::Index<'f>,
            $(
                #[doc = concat!("The rows of `", stringify!($relation), "`.")]
                pub $relation: Rows<'f, $row>,
            )*
        }

        impl<'f> Index<'f> {
            /// An index of `facts`. What is never asked for costs nothing.
            pub fn new(facts: &'f Facts) -> Self {
                Self {
                    others: facts_schema::Index::new(facts),
                    $($relation: Rows { rows: &facts.$relation, table: OnceLock::new() },)*
                }
            }
        }

        $(
            impl Keyed for $row {
                type Key = $key_type;

                fn key(&self) -> $key_type {
                    self.$key
                }
            }
        )*
    };
}

define_index! {
    array_type: ArrayType by r#type: TypeId,
    binary_instruction: BinaryInstruction by instruction: InstructionId,
    call_argument: CallArgument by instruction: InstructionId,
    call_argument_attribute: CallArgumentAttribute by instruction: InstructionId,
    call_attribute: CallAttribute by instruction: InstructionId,
    call_instruction: CallInstruction by instruction: InstructionId,
    call_return_attribute: CallReturnAttribute by instruction: InstructionId,
    comparison_instruction: ComparisonInstruction by instruction: InstructionId,
    conditional_branch: ConditionalBranch by instruction: InstructionId,
    constant_integer: ConstantInteger by constant: ValueId,
    conversion_instruction: ConversionInstruction by instruction: InstructionId,
    getelementptr_index: GetElementPtrIndex by instruction: InstructionId,
    getelementptr_instruction: GetElementPtrInstruction by instruction: InstructionId,
    instruction_flag: InstructionFlagRow by instruction: InstructionId,
    instruction_metadata: InstructionMetadata by instruction: InstructionId,
    instruction_operand: InstructionOperand by instruction: InstructionId,
    integer_type: IntegerType by r#type: TypeId,
    load_instruction: LoadInstruction by instruction: InstructionId,
    operand_bundle: OperandBundle by instruction: InstructionId,
    phi_incoming: PhiIncoming by instruction: InstructionId,
    pointer_type: PointerType by r#type: TypeId,
    select_instruction: SelectInstruction by instruction: InstructionId,
    store_instruction: StoreInstruction by instruction: InstructionId,
    struct_field: StructField by r#type: TypeId,
    type_layout: TypeLayout by r#type: TypeId,
    vector_type: VectorType by r#type: TypeId,
}

impl<'f> Deref for Index<'f> {
    type Target = facts_schema::Index<'f>;

    fn deref(&self) -> &Self::Target {
        &self.others
    }
}

/// A row with an id in its first column.
pub trait Keyed: Copy {
    /// What kind of id.
    type Key: EntityId + Ord;

    /// The id.
    fn key(&self) -> Self::Key;
}

/// The rows of a relation by their first column.
pub struct Rows<'f, R: Keyed> {
    rows: &'f [R],
    table: OnceLock<Table<'f, R>>,
}

impl<R: Keyed> Rows<'_, R> {
    /// All rows with this key, in the order of the facts.
    pub fn all(&self, key: R::Key) -> &[R] {
        self.table.get_or_init(|| Table::of(self.rows)).all(key)
    }

    /// The first row with this key.
    pub fn first(&self, key: R::Key) -> Option<R> {
        self.all(key).first().copied()
    }
}

/// Rows in the order of their keys, and where to look for a key.
struct Table<'f, R: Keyed> {
    rows: Cow<'f, [R]>,
    /// By key, shifted to the right: where its rows start, and at the end, where the last ones end.
    starts: Vec<u32>,
    /// By so much that there are no more starts than rows, however far apart the keys are.
    shift: u32,
}

impl<'f, R: Keyed> Table<'f, R> {
    fn of(rows: &'f [R]) -> Self {
        let mut rows = Cow::Borrowed(rows);
        if !rows.is_sorted_by_key(R::key) {
            rows.to_mut().sort_by_key(R::key);
        }
        let last = rows.last().map_or(0, |row| row.key().number());
        let mut shift = 0;
        while (last >> shift) as usize > rows.len() {
            shift += 1;
        }
        let mut starts = Vec::with_capacity((last >> shift) as usize + 2);
        for (position, row) in (0..).zip(rows.iter()) {
            let bucket = (row.key().number() >> shift) as usize;
            starts.resize(starts.len().max(bucket + 1), position);
        }
        starts.push(rows.len() as u32);
        Self { rows, starts, shift }
    }

    fn all(&self, key: R::Key) -> &[R] {
        let bucket = (key.number() >> self.shift) as usize;
        let (Some(&start), Some(&end)) = (self.starts.get(bucket), self.starts.get(bucket + 1))
        else {
            return &[];
        };
        let rows = &self.rows[start as usize..end as usize];
        let start = rows.partition_point(|row| row.key() < key);
        let count = rows[start..].partition_point(|row| row.key() == key);
        &rows[start..start + count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_whatever_their_order_and_their_keys() {
        let row = |number: u32, width: u32| IntegerType { r#type: TypeId(number), width };
        let keys = [[0, 1, 1, 2], [2, 1, 1, 0], [7, 900, 900, u32::MAX], [u32::MAX, 3, 3, 0]];
        for keys in keys {
            let rows: Vec<IntegerType> =
                keys.into_iter().zip(0..).map(|(key, number)| row(key, number)).collect();
            let table = Rows { rows: &rows, table: OnceLock::new() };
            for key in keys.into_iter().chain([0, 4, 8, 899, 901, u32::MAX - 1]) {
                let expected: Vec<IntegerType> =
                    rows.iter().copied().filter(|row| row.r#type == TypeId(key)).collect();
                assert_eq!(table.all(TypeId(key)), expected);
                assert_eq!(table.first(TypeId(key)), expected.first().copied());
            }
        }
    }

    #[test]
    fn a_relation_without_rows_has_none() {
        let table = Rows::<IntegerType> { rows: &[], table: OnceLock::new() };
        assert!(table.all(TypeId(0)).is_empty() && table.all(TypeId(u32::MAX)).is_empty());
    }
}
