//! Constants that are undef or poison in some part, and types with bits that do not belong to any member.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashSet;

/// Constants and types for which memory may contain undefined bits although something is stored there.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// The constants that are undef or poison in some part.
    pub constants: FxHashSet<ValueId>,
    /// The types whose values have bits between their members, or beside them.
    pub types: FxHashSet<TypeId>,
}

impl Gaps {
    /// The gaps of a module.
    pub fn of(scope: Scope) -> Self {
        let (constants, types) = program::run(scope);
        Self {
            constants: constants.into_iter().map(|program::Undefined(it)| it).collect(),
            types: types.into_iter().map(|program::HasGaps(it)| it).collect(),
        }
    }
}

/// The total size in bytes of the fields of a structure.
fn size_of_fields(scope: Scope, r#type: TypeId) -> u64 {
    let view = scope.whole();
    let fields = view.struct_field.all(r#type).iter();
    let layouts = fields.filter_map(|row| view.type_layout.first(row.field_type));
    layouts.map(|row| row.allocation_size).sum()
}

datalog! { module;
    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    const AGGREGATES(TypeKind) = [TypeKind::Struct, TypeKind::Array];

    @output
    /// `constant` is undef or poison in some part.
    struct Undefined(ValueId);

    Undefined(constant) <- value { value: constant, kind }, UNDEFINED(kind);

    Undefined(constant) <-
        Undefined(element),
        constant_use { constant: element, user: constant },
        constant_element { constant };

    Undefined(constant) <-
        Undefined(operand),
        constant_use { constant: operand, user: constant },
        constant_operand { constant };

    @output
    /// Values of `type` have bits between their members, or beside them.
    struct HasGaps(TypeId);

    HasGaps(type) <- type { type }, !type_layout { type };

    HasGaps(type) <-
        type_layout { type, bit_size, allocation_size },
        type { type, kind },
        !AGGREGATES(kind),
        (bit_size != 8 * allocation_size);

    HasGaps(type) <-
        struct_type { type },
        type_layout { type, allocation_size },
        (size_of_fields(module, type) != allocation_size);

    HasGaps(type) <- struct_field { type, field_type }, HasGaps(field_type);

    HasGaps(type) <- array_type { type, element_type }, HasGaps(element_type);
}
