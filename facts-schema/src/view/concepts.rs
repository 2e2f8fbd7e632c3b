//! Properties of a module that many rules need, but that are not rows of its facts.
//!
//! Each entry of the list is a relation like those of the schema, indexed by its first column, but
//! its rows are computed from the facts on first use. Rules refer to these relations by name, as
//! they do to those of the schema.

mod rows;

use std::sync::OnceLock;

use super::{Keyed, Rows, View};
use crate::*;

/// Calls the macro `$callback` with the list of these relations.
macro_rules! for_each_concept {
    ($callback:ident) => {
        $callback! {
/// The operand `value` denotes `function`.
ValueFunction value_function(value: ValueId, function: FunctionId)

/// The operand `value` denotes a function of type `function_type` that is the intrinsic
/// `intrinsic`. LLVM treats a call with another function type as an indirect call.
ValueIntrinsic value_intrinsic(value: ValueId, intrinsic: Text, function_type: TypeId)

/// `value` is the result of `instruction`.
Definition definition(value: ValueId, instruction: InstructionId)

/// `representative` is the first value with the kind and type of `value`.
ValueRepresentative value_representative(value: ValueId, representative: ValueId)

/// Operand `position` of `instruction` is `value`.
ValueUse value_use(value: ValueId, instruction: InstructionId, position: u32)

/// `value` is an argument or a block of `function`, or the result of one of its instructions.
ValueOwner value_owner(value: ValueId, function: FunctionId)

/// The parameter at `position` of `function` is the argument `value`.
FunctionArgument function_argument(function: FunctionId, position: u32, value: ValueId)

/// `instruction` of `block` has the opcode `opcode`. The instructions of a block are in order.
BlockInstruction block_instruction(block: BlockId, instruction: InstructionId, opcode: Opcode)

/// `predecessor` is a predecessor of `block`, with one row for each edge between them.
BlockPredecessor block_predecessor(block: BlockId, predecessor: BlockId)

/// `name` is the name of `value`.
NamedValue named_value(name: Text, value: ValueId)

/// `constant` is an operand of the constant `user`, or an element of it.
ConstantUse constant_use(constant: ValueId, user: ValueId)

/// `type` consists of `lanes` values of type `scalar`, which has kind `kind`. `measure` is the
/// width of `scalar` in bits if it is a number, its address space if it is a pointer, and 0
/// otherwise.
TypeTraits type_traits(r#type: TypeId, scalar: TypeId, kind: TypeKind, measure: u32, lanes: Lanes)

/// The constant expression `constant` has the same address as its operand `operand`. It is a cast,
/// or a `getelementptr` whose indices are all 0.
SameAddress same_address(constant: ValueId, operand: ValueId)

/// `global` is visible only in the module.
LocalGlobal local_global(global: ValueId)

/// The linker may replace the definition of `global` by one with different semantics.
InterposableGlobal interposable_global(global: ValueId)

/// The integer constant `constant` has the unsigned value `unsigned` and the signed value `signed`,
/// each if it fits into 128 bits.
ConstantNumber constant_number(constant: ValueId, unsigned: Option<u128>, signed: Option<i128>)

/// `metadata` wraps the integer constant `value` of type `type`, which has `width` bits.
MetadataInteger metadata_integer(metadata: MetadataId, r#type: TypeId, width: u32, value: ValueId)

/// `instruction`, whose opcode is `opcode`, is the first instruction of `block` that is not a phi.
BlockStart block_start(block: BlockId, instruction: InstructionId, opcode: Opcode)

/// `instruction` reads or writes a value of type `type`, aligned to `alignment` bytes, through the
/// pointer `address`, which is its operand `position`.
MemoryAccess memory_access(address: ValueId, instruction: InstructionId, position: u32, r#type: TypeId, alignment: u32)

/// `address` is a `getelementptr`, an instruction or a constant, with base pointer `base`.
PointerStep pointer_step(base: ValueId, address: ValueId)

/// The indices of the `getelementptr` `address` are constant, and add up to `offset` bytes.
ConstantStep constant_step(address: ValueId, offset: i64)

/// `metadata` has kind `kind`, and the facts contain its fields and operands. LLVM does not print
/// the fields and operands of metadata that is an operand of an instruction.
DescribedMetadata described_metadata(kind: MetadataKind, metadata: MetadataId)

/// `field` of the node `metadata` contains metadata of kind `kind`: a node that it refers to, or a
/// string, constant, location or expression, which LLVM prints inline.
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

        /// The rows that have been computed.
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

/// The number of scalar values in a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lanes {
    /// One: the type is not a vector type.
    Scalar,
    /// The number of elements of a fixed-length vector.
    Fixed(u32),
    /// The number of elements of a scalable vector, to be multiplied by `vscale`.
    Scalable(u32),
}

impl Lanes {
    /// The number of values, not multiplied by `vscale`.
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
