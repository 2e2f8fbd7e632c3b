//! Functions of words whose kinds are known.

use crate::check::ir::Operation;
use crate::syntax::{Binary, Functor, Unary};
use crate::value::Primitive;

/// A function of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// The identity: a symbol as a number, or a word reinterpreted as another type.
    Same,
    Unary(Unary, Primitive),
    Binary(Binary, Primitive),
    Convert {
        from: Primitive,
        to: Primitive,
    },
    Min(Primitive),
    Max(Primitive),
    Cat,
    StrLen,
    SubStr,
}

impl Function {
    /// The function that an operation performs on operands of a kind.
    pub(crate) fn new(operation: Operation, kind: Primitive) -> Self {
        match operation {
            Operation::As(_) => Self::Same,
            Operation::Unary(operator) => Self::Unary(operator, kind),
            Operation::Binary(operator) => Self::Binary(operator, kind),
            Operation::Call(functor) => match functor {
                Functor::Cat => Self::Cat,
                Functor::StrLen => Self::StrLen,
                Functor::SubStr => Self::SubStr,
                Functor::Ord | Functor::Range => Self::Same,
                Functor::ToNumber => Self::Convert { from: kind, to: Primitive::Number },
                Functor::ToUnsigned => Self::Convert { from: kind, to: Primitive::Unsigned },
                Functor::ToFloat => Self::Convert { from: kind, to: Primitive::Float },
                Functor::ToString => Self::Convert { from: kind, to: Primitive::Symbol },
                Functor::Min => Self::Min(kind),
                Functor::Max => Self::Max(kind),
            },
        }
    }

    /// The kind of its value; `None` if it is the kind of its operand.
    pub(crate) fn kind(self) -> Option<Primitive> {
        match self {
            Self::Same => None,
            Self::Unary(_, kind) | Self::Binary(_, kind) | Self::Min(kind) | Self::Max(kind) => {
                Some(kind)
            }
            Self::Convert { to, .. } => Some(to),
            Self::Cat | Self::SubStr => Some(Primitive::Symbol),
            Self::StrLen => Some(Primitive::Number),
        }
    }

    /// Whether it reads or creates texts.
    pub(crate) fn needs_texts(self) -> bool {
        match self {
            Self::Same | Self::Unary(..) | Self::Binary(..) => false,
            Self::Min(kind) | Self::Max(kind) => kind == Primitive::Symbol,
            Self::Convert { from, to } => from == Primitive::Symbol || to == Primitive::Symbol,
            Self::Cat | Self::SubStr | Self::StrLen => true,
        }
    }

    /// Whether it has no value for some operands.
    pub(crate) fn may_fail(self) -> bool {
        match self {
            Self::Binary(operator, Primitive::Float) => !matches!(
                operator,
                Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Power
            ),
            Self::Binary(operator, _) => matches!(operator, Binary::Divide | Binary::Remainder),
            Self::Convert { from, to } => from == Primitive::Symbol && to != Primitive::Symbol,
            _ => false,
        }
    }
}
