//! Functions of words, whose kinds are known.

use crate::check::ir::Operation;
use crate::syntax::{Binary, Functor, Unary};
use crate::value::Kind;

/// A function of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// The word itself: a symbol as a number, or a word seen as one of another type.
    Same,
    Unary(Unary, Kind),
    Binary(Binary, Kind),
    Convert {
        from: Kind,
        to: Kind,
    },
    Min(Kind),
    Max(Kind),
    Cat,
    StrLen,
    SubStr,
}

impl Function {
    /// What an operation does on operands of a kind.
    pub(crate) fn new(operation: Operation, kind: Kind) -> Self {
        match operation {
            Operation::As(_) => Self::Same,
            Operation::Unary(operator) => Self::Unary(operator, kind),
            Operation::Binary(operator) => Self::Binary(operator, kind),
            Operation::Call(functor) => match functor {
                Functor::Cat => Self::Cat,
                Functor::StrLen => Self::StrLen,
                Functor::SubStr => Self::SubStr,
                Functor::Ord | Functor::Range => Self::Same,
                Functor::ToNumber => Self::Convert { from: kind, to: Kind::Number },
                Functor::ToUnsigned => Self::Convert { from: kind, to: Kind::Unsigned },
                Functor::ToFloat => Self::Convert { from: kind, to: Kind::Float },
                Functor::ToString => Self::Convert { from: kind, to: Kind::Symbol },
                Functor::Min => Self::Min(kind),
                Functor::Max => Self::Max(kind),
            },
        }
    }
}
