//! What many rules ask of a module that is not a row of its facts.
//!
//! Each entry of the list is a relation like those of the schema, found by its first column; but its
//! rows are worked out from the facts when they are first asked for. Rules name these relations as they
//! name those of the schema.

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

/// Operand `position` of `instruction` is `value`.
ValueUse value_use(value: ValueId, instruction: InstructionId, position: u32)

/// `value` is an argument of `function`, or the result of one of its instructions.
ValueOwner value_owner(value: ValueId, function: FunctionId)

/// The parameter at `position` of `function` is the argument `value`.
FunctionArgument function_argument(function: FunctionId, position: u32, value: ValueId)

/// A block is, as an operand, `value`.
ValueBlock value_block(value: ValueId, block: BlockId)

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

/// `metadata` wraps the integer constant `value` of type `type`, which has `width` bits.
MetadataInteger metadata_integer(metadata: MetadataId, r#type: TypeId, width: u32, value: ValueId)
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

/// How the rows of each relation are worked out, in any order.
mod rows {
    use super::*;

    pub fn value_function(view: &View) -> Vec<ValueFunction> {
        let functions = view.facts().function.iter();
        functions.map(|row| ValueFunction { value: row.value, function: row.function }).collect()
    }

    pub fn value_intrinsic(view: &View) -> Vec<ValueIntrinsic> {
        let intrinsics = view.facts().intrinsic.iter();
        intrinsics
            .flat_map(|row| {
                let functions = view.function.all(row.function).iter();
                functions.map(|it| ValueIntrinsic {
                    value: it.value,
                    intrinsic: row.intrinsic,
                    function_type: it.function_type,
                })
            })
            .collect()
    }

    pub fn definition(view: &View) -> Vec<Definition> {
        let results = view.facts().instruction_result.iter();
        results.map(|row| Definition { value: row.result, instruction: row.instruction }).collect()
    }

    pub fn value_use(view: &View) -> Vec<ValueUse> {
        let operands = view.facts().instruction_operand.iter();
        operands
            .map(|row| ValueUse {
                value: row.operand,
                instruction: row.instruction,
                position: row.position,
            })
            .collect()
    }

    pub fn value_owner(view: &View) -> Vec<ValueOwner> {
        let arguments = view.facts().argument.iter();
        let arguments =
            arguments.map(|row| ValueOwner { value: row.value, function: row.function });
        let results = view.facts().instruction_result.iter().flat_map(|row| {
            let instructions = view.instruction.all(row.instruction).iter();
            instructions.map(|it| ValueOwner { value: row.result, function: it.function })
        });
        arguments.chain(results).collect()
    }

    pub fn function_argument(view: &View) -> Vec<FunctionArgument> {
        let arguments = view.facts().argument.iter();
        arguments
            .map(|row| FunctionArgument {
                function: row.function,
                position: row.position,
                value: row.value,
            })
            .collect()
    }

    pub fn value_block(view: &View) -> Vec<ValueBlock> {
        let blocks = view.facts().block.iter();
        blocks.map(|row| ValueBlock { value: row.value, block: row.block }).collect()
    }

    pub fn block_instruction(view: &View) -> Vec<BlockInstruction> {
        let instructions = view.facts().instruction.iter();
        instructions
            .map(|row| BlockInstruction {
                block: row.block,
                instruction: row.instruction,
                opcode: row.opcode,
            })
            .collect()
    }

    pub fn block_predecessor(view: &View) -> Vec<BlockPredecessor> {
        let edges = view.facts().block_successor.iter();
        edges.map(|row| BlockPredecessor { block: row.successor, predecessor: row.block }).collect()
    }

    pub fn named_value(view: &View) -> Vec<NamedValue> {
        let names = view.facts().value_name.iter();
        names.map(|row| NamedValue { name: row.name, value: row.value }).collect()
    }

    pub fn constant_use(view: &View) -> Vec<ConstantUse> {
        let elements = view.facts().constant_element.iter();
        let elements =
            elements.map(|row| ConstantUse { constant: row.element, user: row.constant });
        let operands = view.facts().constant_operand.iter();
        let operands =
            operands.map(|row| ConstantUse { constant: row.operand, user: row.constant });
        let signed = view.facts().ptrauth.iter().flat_map(|row| {
            let parts = [row.pointer, row.key, row.discriminator, row.address_discriminator];
            parts.map(|part| ConstantUse { constant: part, user: row.constant })
        });
        elements.chain(operands).chain(signed).collect()
    }

    pub fn type_traits(view: &View) -> Vec<TypeTraits> {
        let types = view.facts().r#type.iter();
        types.filter_map(|row| traits_of(view, row)).collect()
    }

    pub fn metadata_integer(view: &View) -> Vec<MetadataInteger> {
        let wrapped = view.facts().value_metadata.iter();
        wrapped
            .filter_map(|row| {
                let value = view.value.first(row.value)?;
                let integer = view.type_traits().first(value.r#type)?;
                let is_integer =
                    value.kind == ValueKind::ConstantInteger && integer.kind == TypeKind::Integer;
                is_integer.then_some(MetadataInteger {
                    metadata: row.metadata,
                    r#type: value.r#type,
                    width: integer.measure,
                    value: row.value,
                })
            })
            .collect()
    }

    pub fn same_address(view: &View) -> Vec<SameAddress> {
        let expressions = view.facts().constant_expression.iter().filter(|row| match row.opcode {
            Opcode::BitCast | Opcode::AddrSpaceCast => true,
            Opcode::GetElementPtr => {
                let mut operands = view.constant_operand.all(row.constant).iter();
                operands.all(|row| row.position == 0 || is_zero(view, row.operand))
            }
            _ => false,
        });
        let first = |constant| {
            let mut operands = view.constant_operand.all(constant).iter();
            let operand = operands.find(|row| row.position == 0)?.operand;
            Some(SameAddress { constant, operand })
        };
        expressions.filter_map(|row| first(row.constant)).collect()
    }

    /// Whether a constant is the integer 0 or a vector of such.
    fn is_zero(view: &View, constant: ValueId) -> bool {
        let is_zero = |row: &ConstantInteger| view.facts().text(row.unsigned) == b"0";
        let kind = view.value.first(constant).map(|row| row.kind);
        kind == Some(ValueKind::ZeroInitializer)
            || view.constant_integer.all(constant).iter().any(is_zero)
    }

    fn traits_of(view: &View, row: &Type) -> Option<TypeTraits> {
        let vector = view.vector_type.first(row.r#type);
        let scalar = vector.map_or(row.r#type, |it| it.element_type);
        let kind = view.r#type.first(scalar)?.kind;
        let lanes = match (vector, row.kind) {
            (Some(vector), TypeKind::Vector) => Lanes::Fixed(vector.length),
            (Some(vector), TypeKind::ScalableVector) => Lanes::Scalable(vector.length),
            (None, _) => Lanes::Scalar,
            _ => return None,
        };
        let measure = match kind {
            TypeKind::Integer => view.integer_type.first(scalar)?.width,
            TypeKind::Pointer => view.pointer_type.first(scalar)?.address_space,
            kind => float_bits(kind),
        };
        Some(TypeTraits { r#type: row.r#type, scalar, kind, measure, lanes })
    }
}
