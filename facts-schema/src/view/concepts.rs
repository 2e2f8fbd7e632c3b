//! What many rules ask of a module that is not a row of its facts.
//!
//! Each entry of the list is a relation like those of the schema, found by its first column; but its
//! rows are worked out from the facts when they are first asked for. Rules name these relations as they
//! name those of the schema.

mod rows;

use std::sync::OnceLock;

use super::{Keyed, Rows, View};
use crate::*;

/// Calls the macro `$callback` with the list of these relations.
macro_rules! for_each_concept {
    ($callback:ident) => {
        $callback! {
/// `value`, as an operand, is `function`.
ValueFunction value_function(value: ValueId, function: FunctionId)

/// `value`, as an operand, is a function of type `function_type` that is the intrinsic `intrinsic`.
/// LLVM takes a call by another type for an indirect one.
ValueIntrinsic value_intrinsic(value: ValueId, intrinsic: Text, function_type: TypeId)

/// `value` is what `instruction` computes.
Definition definition(value: ValueId, instruction: InstructionId)

/// `representative` is the first value of the kind and type of `value`.
ValueRepresentative value_representative(value: ValueId, representative: ValueId)

/// Operand `position` of `instruction` is `value`.
ValueUse value_use(value: ValueId, instruction: InstructionId, position: u32)

/// `value` is an argument or a block of `function`, or the result of one of its instructions.
ValueOwner value_owner(value: ValueId, function: FunctionId)

/// The parameter at `position` of `function` is the argument `value`.
FunctionArgument function_argument(function: FunctionId, position: u32, value: ValueId)

/// The instruction `instruction` of `block` applies `opcode`. The instructions of a block are in order.
BlockInstruction block_instruction(block: BlockId, instruction: InstructionId, opcode: Opcode)

/// Control may come to `block` from `predecessor`, once for each way that its terminator has.
BlockPredecessor block_predecessor(block: BlockId, predecessor: BlockId)

/// `name` is the name of `value`.
NamedValue named_value(name: Text, value: ValueId)

/// `constant` is an operand of the constant `user`, or an element of it.
ConstantUse constant_use(constant: ValueId, user: ValueId)

/// `type` consists of `lanes` values of type `scalar`, of kind `kind`. `measure` is the width of
/// `scalar` in bits if it is a number, its address space if it is a pointer, else 0.
TypeTraits type_traits(r#type: TypeId, scalar: TypeId, kind: TypeKind, measure: u32, lanes: Lanes)

/// The constant expression `constant` is the same address as its operand `operand`: a cast, or a
/// `getelementptr` whose indices are all 0.
SameAddress same_address(constant: ValueId, operand: ValueId)

/// Only the module itself sees `global`.
LocalGlobal local_global(global: ValueId)

/// A definition that says something else may be linked in place of `global`.
InterposableGlobal interposable_global(global: ValueId)

/// The integer constant `constant` is `unsigned` as a plain binary number and `signed` in two's
/// complement, each if 128 bits can hold it.
ConstantNumber constant_number(constant: ValueId, unsigned: Option<u128>, signed: Option<i128>)

/// `metadata` wraps the integer constant `value` of type `type`, which has `width` bits.
MetadataInteger metadata_integer(metadata: MetadataId, r#type: TypeId, width: u32, value: ValueId)

/// The first instruction of `block` that is not a phi is `instruction`, which applies `opcode`.
BlockStart block_start(block: BlockId, instruction: InstructionId, opcode: Opcode)

/// Through its operand `position`, the pointer `address`, `instruction` reads or writes a value of type
/// `type`, aligned to `alignment` bytes.
MemoryAccess memory_access(address: ValueId, instruction: InstructionId, position: u32, r#type: TypeId, alignment: u32)

/// `address` is a `getelementptr`, an instruction or a constant, that steps from `base`.
PointerStep pointer_step(base: ValueId, address: ValueId)

/// The indices of the `getelementptr` `address` are constants, and step `offset` bytes.
ConstantStep constant_step(address: ValueId, offset: i64)

/// `metadata` is of kind `kind`, and the facts know its fields and operands. LLVM does not print
/// those of metadata that is an operand of an instruction.
DescribedMetadata described_metadata(kind: MetadataKind, metadata: MetadataId)

/// `field` of the node `metadata` holds metadata of kind `kind`: a node that it refers to, or a
/// string, constant, location or expression, which LLVM prints in place.
FieldKind field_kind(metadata: MetadataId, field: Text, kind: MetadataKind)

/// `metadata` is attached to `instruction` as an attachment of kind `attachment_kind`.
AttachedMetadata attached_metadata(attachment_kind: Text, instruction: InstructionId, metadata: MetadataId)

/// `part` is an operand of `metadata`, or a node that one of its fields refers to.
MetadataPart metadata_part(metadata: MetadataId, part: MetadataId)
        }
    };
}

macro_rules! define_concepts {
    ($(
        $(#[doc = $doc:literal])*
        $row:ident $relation:ident(
            $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
        )
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[allow(missing_docs, reason = "the relation's sentence names its columns")]
            pub struct $row {
                pub $first: $first_type,
                $(pub $column: $column_type,)*
            }

            impl Keyed for $row {
                type Key = $first_type;

                fn key(&self) -> $first_type {
                    self.$first
                }
            }
        )*

        /// The rows that have been asked for.
        #[derive(Default)]
        pub(super) struct Concepts {
            $($relation: OnceLock<Rows<'static, $row>>,)*
        }

        impl View<'_> {
            $(
                #[doc = concat!("The rows of `", stringify!($relation), "`.")]
                pub fn $relation(&self) -> &Rows<'static, $row> {
                    self.concepts.$relation.get_or_init(|| Rows::of(rows::$relation(self)))
                }
            )*
        }
    };
}

for_each_concept!(define_concepts);

/// How many values of a scalar type make up a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lanes {
    /// One: the type is not a vector.
    Scalar,
    /// This many, in a vector.
    Fixed(u32),
    /// This many times `vscale`, in a vector.
    Scalable(u32),
}

impl Lanes {
    /// The number of values, without `vscale`.
    pub fn count(self) -> u32 {
        match self {
            Self::Scalar => 1,
            Self::Fixed(count) | Self::Scalable(count) => count,
        }
    }
}

/// The size of a floating-point type in bits (LangRef, "Floating-Point Types"); 0 for others.
pub fn float_bits(kind: TypeKind) -> u32 {
    match kind {
        TypeKind::Half | TypeKind::BFloat => 16,
        TypeKind::Float => 32,
        TypeKind::Double => 64,
        TypeKind::X86Fp80 => 80,
        TypeKind::Fp128 | TypeKind::PpcFp128 => 128,
        _ => 0,
    }
}

/// Whether types of this kind are floating-point types.
pub fn is_float(kind: TypeKind) -> bool {
    float_bits(kind) > 0
}
