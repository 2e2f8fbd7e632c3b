//! Classes of scalar types.

use facts_schema::TypeKind;

use facts_schema::view::is_float;

/// A class of scalar types for which operations are defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    Integer,
    Float,
    Pointer,
}

impl Scalar {
    /// The class of scalars or vector elements of this kind.
    pub fn of(kind: TypeKind) -> Option<Self> {
        match kind {
            TypeKind::Integer => Some(Self::Integer),
            TypeKind::Pointer => Some(Self::Pointer),
            kind => is_float(kind).then_some(Self::Float),
        }
    }
}
