//! A violation: the rule, and the entity that violates it.

use facts_schema::view::Scope;
use facts_schema::{
    AttributeId, BlockId, EntityId, Facts, FunctionId, InstructionId, MetadataId, Text, TypeId,
    ValueId,
};

use crate::rule::Rule;

/// `subject` violates `rule`.
///
/// The rule's message may contain placeholders in braces:
///
/// | placeholder | replacement |
/// |---|---|
/// | `{subject}` | the subject's readable id |
/// | `{function}` | the function that the subject is, or that contains it |
/// | `{opcode}` | the instruction's opcode |
/// | `{result.type}` | the type of the instruction's result (`void` without one), or of the value |
/// | `{operand}`, `{operand.type}` | the marked operand, and its type (without one, the result's type) |
/// | `{operand:N}`, `{operand:N.type}` | operand N of the instruction, and its type |
/// | `{callee}` | the callee of the call |
/// | `{return.type}` | the return type of the function that contains the instruction |
/// | `{detail}` | the detail |
/// | `{detail.type}` | the type of the detail if it is a value, or the detail if it is a type |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// The entity that violates the rule.
    pub subject: Subject,
    /// The rule.
    pub rule: Rule,
    /// Another entity that the message mentions.
    pub detail: Detail,
}

/// The violations that a program has derived.
pub(crate) fn violations(rows: Vec<(Rule, Subject, Detail)>) -> Vec<Violation> {
    let violation = |(rule, subject, detail)| Violation { subject, rule, detail };
    rows.into_iter().map(violation).collect()
}

/// An entity that can violate a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The module as a whole.
    Module,
    /// The comdat, named metadata or module flag with this name.
    Named(Text),
    /// A type.
    Type(TypeId),
    /// A global, an argument or a constant.
    Value(ValueId),
    /// A metadata node.
    Metadata(MetadataId),
    /// A function: its signature, its attributes, its body as a whole.
    Function(FunctionId),
    /// A block.
    Block(BlockId),
    /// An instruction.
    Instruction(InstructionId),
    /// The operand at this position of an instruction, in the order of `instruction_operand`.
    Operand(InstructionId, u32),
    /// The debug record at this position before an instruction.
    DebugRecord(InstructionId, u32),
}

/// Another entity that the message mentions besides the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the types say it")]
pub enum Detail {
    None,
    Type(TypeId),
    Value(ValueId),
    Block(BlockId),
    Function(FunctionId),
    Instruction(InstructionId),
    Metadata(MetadataId),
    Attribute(AttributeId),
    Text(Text),
    Word(&'static str),
    Number(u64),
    Signed(i64),
}

macro_rules! from_ids {
    ($target:ident: $($id:ident => $variant:ident,)*) => {
        $(impl From<$id> for $target {
            fn from(id: $id) -> Self {
                Self::$variant(id)
            }
        })*
    };
}

from_ids! { Subject:
    Text => Named,
    TypeId => Type,
    ValueId => Value,
    MetadataId => Metadata,
    FunctionId => Function,
    BlockId => Block,
    InstructionId => Instruction,
}

from_ids! { Detail:
    TypeId => Type,
    ValueId => Value,
    BlockId => Block,
    FunctionId => Function,
    InstructionId => Instruction,
    MetadataId => Metadata,
    AttributeId => Attribute,
    Text => Text,
}

impl Subject {
    /// A global, or a function if the global is one.
    pub(crate) fn of_global(module: Scope, global: ValueId) -> Self {
        module.whole().as_function(global).map_or(Self::Value(global), Self::Function)
    }

    /// The instruction that the subject is or belongs to.
    pub fn instruction(self) -> Option<InstructionId> {
        match self {
            Self::Instruction(it) | Self::Operand(it, _) | Self::DebugRecord(it, _) => Some(it),
            _ => None,
        }
    }

    /// The function that the subject is, or that contains it.
    pub fn function(self, facts: &Facts) -> Option<FunctionId> {
        match self {
            Self::Function(function) => Some(function),
            Self::Block(block) => Some(facts.block.get(block.index())?.function),
            Self::Value(value) => {
                let argument = facts.argument.iter().find(|row| row.value == value);
                let function = || facts.function.iter().find(|row| row.value == value);
                argument.map(|row| row.function).or_else(|| Some(function()?.function))
            }
            subject => Some(facts.instruction.get(subject.instruction()?.index())?.function),
        }
    }

    /// The same subject at another instruction.
    pub(crate) fn at(self, instruction: InstructionId) -> Self {
        match self {
            Self::Instruction(_) => Self::Instruction(instruction),
            Self::Operand(_, position) => Self::Operand(instruction, position),
            Self::DebugRecord(_, position) => Self::DebugRecord(instruction, position),
            other => other,
        }
    }
}
