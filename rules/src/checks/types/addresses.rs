//! `getelementptr`: the base, the indices, and the types that they select.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, TypeFlag, TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// The base of `getelementptr` is a pointer or a vector of pointers.
    ///
    /// Use `inttoptr` to convert an integer to a pointer.
    deny NO_POINTER: "TYP060" "getelementptr-base-not-pointer" {
        message: "the base of `{opcode}` has type `{operand:0.type}`, not a pointer type",
        reference: "LangRef, getelementptr",
        checks: ["visitGetElementPtrInst: GEP base pointer is not a vector or a vector of pointers"],
    }

    /// The source element type of `getelementptr` is sized.
    ///
    /// The first index is scaled by the size of the element type. Opaque structures and functions
    /// have no size.
    deny UNSIZED: "TYP061" "getelementptr-over-unsized-type" {
        message: "the source element type `{detail}` of `{opcode}` is not sized",
        reference: "LangRef, getelementptr",
        checks: ["visitGetElementPtrInst: GEP into unsized type!"],
    }

    /// `getelementptr` does not index into a structure that contains scalable vectors.
    ///
    /// The offsets of its fields are unknown at compile time. The address of a field can be
    /// computed with `llvm.vscale`.
    deny SCALABLE_STRUCTURE: "TYP062" "getelementptr-into-scalable-structure" {
        message: "`{opcode}` indexes into `{detail}`, whose fields have no fixed offsets",
        reference: "LangRef, getelementptr and Structure Type",
        checks: ["visitGetElementPtrInst: getelementptr cannot target structure that contains scalable vectortype"],
    }

    /// The indices of `getelementptr` are integers or vectors of integers.
    ///
    /// The integers may have any width.
    deny INDEX_KIND: "TYP063" "getelementptr-index-not-integer" {
        message: "an index of `{opcode}` has type `{operand.type}`, not an integer type",
        reference: "LangRef, getelementptr",
        checks: [
            "visitGetElementPtrInst: GEP indexes must be integers",
            "visitGetElementPtrInst: All GEP indices should be of integer type",
        ],
    }

    /// Each index of `getelementptr` after the first indexes into a structure, an array or a
    /// vector.
    ///
    /// The first index steps over whole elements. `getelementptr` never reads memory, so it does
    /// not follow a pointer inside an element.
    deny NO_AGGREGATE: "TYP064" "getelementptr-into-scalar" {
        message: "the index `{operand}` indexes into a `{detail}`, which has no members",
        reference: "LangRef, getelementptr",
        checks: ["visitGetElementPtrInst: Invalid indices for GEP pointer type!"],
    }

    /// An index of `getelementptr` into a structure is a constant `i32` that is the number of a
    /// field.
    ///
    /// The fields have different types, so the field must be known at compile time. In a vector of
    /// indices, all elements must be the same constant.
    deny NO_FIELD: "TYP065" "getelementptr-field" {
        message: "the index `{operand.type} {operand}` is not the number of a field of `{detail}`",
        reference: "LangRef, getelementptr",
        checks: ["visitGetElementPtrInst: Invalid indices for GEP pointer type!"],
    }

    /// The result of `getelementptr` is in the address space of its base.
    ///
    /// Use `addrspacecast` to convert to another address space.
    deny ADDRESS_SPACE: "TYP066" "getelementptr-address-space" {
        message: "`{opcode}` on a `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, getelementptr",
        checks: ["visitGetElementPtrInst: GEP address space doesn't match type"],
    }

    /// The vector operands of `getelementptr` have as many lanes as its result.
    ///
    /// Addresses are computed lane by lane; a scalar operand applies to all lanes.
    deny LANES_DIFFER: "TYP067" "getelementptr-lanes-differ" {
        message: "`{opcode}` has a result of type `{result.type}`, but an operand of type `{operand.type}`",
        reference: "LangRef, getelementptr, Vector of pointers",
        checks: [
            "visitGetElementPtrInst: Vector GEP result width doesn't match operand's",
            "visitGetElementPtrInst: Invalid GEP index vector width",
        ],
    }
}

datalog! { representatives;
    violation(NO_POINTER, Subject::Operand(instruction, 0)) <-
        getelementptr_instruction { instruction, base },
        value { value: base, type },
        type_traits { type, kind },
        (kind != TypeKind::Pointer);

    violation(UNSIZED, instruction, source_type) <-
        getelementptr_instruction { instruction, source_type },
        !type_flag { type: source_type, flag: TypeFlag::Sized };

    /// `type` is or contains a scalable vector.
    struct HoldsScalable(TypeId);

    HoldsScalable(type) <- type_traits { type, lanes }, (matches!(lanes, Lanes::Scalable(_)));

    HoldsScalable(type) <- HoldsScalable(element), array_type { type, element_type: element };

    HoldsScalable(type) <- HoldsScalable(field), struct_field { type, field_type: field };

    violation(SCALABLE_STRUCTURE, instruction, source_type) <-
        getelementptr_instruction { instruction, source_type },
        struct_type { type: source_type },
        HoldsScalable(source_type);

    violation(INDEX_KIND, Subject::Operand(instruction, position + 1)) <-
        getelementptr_index { instruction, position, index },
        value { value: index, type },
        type_traits { type, kind },
        (kind != TypeKind::Integer);

    /// `index` is a vector of 32-bit integers with a fixed number of lanes.
    struct IndexVector(ValueId);

    IndexVector(index) <-
        getelementptr_index { index },
        value { value: index, type },
        type_traits { type, kind: TypeKind::Integer, measure: 32, lanes },
        (matches!(lanes, Lanes::Fixed(_)));

    /// The vector `index` has elements that differ.
    struct NotSplat(ValueId);

    NotSplat(index) <-
        IndexVector(index),
        constant_element { constant: index, position: 0, element: first },
        constant_element { constant: index, element: other },
        (other != first);

    /// As an index into a structure, `index` selects the field with the number `number`. In a
    /// vector, all lanes are equal.
    struct FieldNumber(ValueId, u32);

    FieldNumber(index, number) <-
        getelementptr_index { index },
        value { value: index, type },
        type_traits { type, kind: TypeKind::Integer, measure: 32, lanes: Lanes::Scalar },
        constant_integer { constant: index, unsigned },
        let Ok(number) = module.text(unsigned).parse();

    FieldNumber(index, number) <-
        IndexVector(index),
        !NotSplat(index),
        constant_element { constant: index, position: 0, element },
        constant_integer { constant: element, unsigned },
        let Ok(number) = module.text(unsigned).parse();

    FieldNumber(index, 0) <-
        IndexVector(index),
        value { value: index, kind: ValueKind::ZeroInitializer };

    /// `type` is an array or vector with elements of type `element`.
    struct Sequence(TypeId, TypeId);

    Sequence(type, element) <- array_type { type, element_type: element };

    Sequence(type, element) <- vector_type { type, element_type: element };

    /// The index of `instruction` at `position` applies to a value of type `type`.
    struct IndexedType(InstructionId, u32, TypeId);

    IndexedType(instruction, 1, source_type) <-
        getelementptr_instruction { instruction, source_type },
        getelementptr_index { instruction, position: 1 };

    IndexedType(instruction, position + 1, element) <-
        IndexedType(instruction, position, type),
        getelementptr_index { instruction, position },
        Sequence(type, element);

    IndexedType(instruction, position + 1, field) <-
        IndexedType(instruction, position, type),
        getelementptr_index { instruction, position, index },
        FieldNumber(index, number),
        struct_field { type, position: number, field_type: field };

    violation(NO_AGGREGATE, Subject::Operand(instruction, position + 1), type) <-
        IndexedType(instruction, position, type),
        getelementptr_index { instruction, position },
        !Sequence(type, _),
        !struct_type { type };

    violation(NO_FIELD, Subject::Operand(instruction, position + 1), type) <-
        IndexedType(instruction, position, type),
        struct_type { type },
        getelementptr_index { instruction, position },
        !IndexedType(instruction, position + 1, _);

    /// The result of `instruction` has type `type`.
    struct ResultType(InstructionId, TypeId);

    ResultType(instruction, type) <-
        getelementptr_instruction { instruction },
        instruction_result { instruction, result },
        value { value: result, type };

    violation(ADDRESS_SPACE, Subject::Operand(instruction, 0)) <-
        getelementptr_instruction { instruction, base },
        value { value: base, type: base_type },
        type_traits { type: base_type, kind: TypeKind::Pointer, measure: from },
        ResultType(instruction, type),
        type_traits { type, kind: TypeKind::Pointer, measure: to },
        (from != to);

    /// `operand` is the operand of `instruction` at `position`.
    struct Operand(InstructionId, u32, ValueId);

    Operand(instruction, 0, base) <- getelementptr_instruction { instruction, base };

    Operand(instruction, position + 1, index) <-
        getelementptr_index { instruction, position, index };

    violation(LANES_DIFFER, Subject::Operand(instruction, position)) <-
        Operand(instruction, position, operand),
        value { value: operand, type: operand_type },
        type_traits { type: operand_type, lanes },
        (lanes != Lanes::Scalar),
        ResultType(instruction, type),
        type_traits { type, lanes: result_lanes },
        (result_lanes != Lanes::Scalar && result_lanes != lanes);
}
