//! The scalars that operations distinguish.

use facts_schema::TypeKind;

use facts_schema::view::is_float;

/// What operations are defined on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    Integer,
    Float,
    Pointer,
}

impl Scalar {
    /// The scalars that types of this kind hold.
    pub fn of(kind: TypeKind) -> Option<Self> {
        match kind {
            TypeKind::Integer => Some(Self::Integer),
            TypeKind::Pointer => Some(Self::Pointer),
            kind => is_float(kind).then_some(Self::Float),
        }
    }
}
