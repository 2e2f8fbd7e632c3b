//! `bitcast` and `ptrtoaddr`, in instructions and in constants.

use facts_schema::view::Lanes;
use facts_schema::view::data_layout::address_width;
use facts_schema::{Opcode, TypeId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::checks::visited_constants::visited_constants;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// `bitcast` converts between types that are not aggregates.
    ///
    /// The members of structures and arrays may have padding between them, so aggregates do not
    /// define one sequence of bits.
    deny UNSUITABLE: "TYP020" "bitcast-of-aggregate" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` involves an aggregate",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// `bitcast` converts a pointer only to a pointer, and a non-pointer only to a non-pointer.
    ///
    /// A pointer is more than the bits of its address. Use `ptrtoint` and `inttoptr` to convert
    /// between pointers and integers.
    deny POINTER_AND_NUMBER: "TYP021" "bitcast-of-pointer-and-number" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` converts between pointers and non-pointers",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// The source and the destination type of a `bitcast` have the same size in bits.
    ///
    /// A `bitcast` does not change any bits. A scalable vector does not have a fixed size and can
    /// only be cast to another scalable vector.
    deny SIZES_DIFFER: "TYP022" "bitcast-sizes-differ" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` changes the size",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// A `bitcast` of pointers changes neither their address space nor their number.
    ///
    /// Use `addrspacecast` to convert to another address space.
    deny POINTERS_DIFFER: "TYP023" "bitcast-pointers-differ" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` changes the address space or the number of pointers",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// `ptrtoaddr` converts a pointer to an integer, or a vector of pointers to a vector of
    /// integers with the same number of lanes.
    ///
    /// Its result is only the address, whereas `ptrtoint` yields all bits of a pointer.
    deny NO_ADDRESS: "TYP024" "ptrtoaddr-types" {
        message: "`ptrtoaddr` cannot convert `{detail.type}` to `{result.type}`",
        reference: "LangRef, ptrtoaddr .. to",
        checks: [],
    }

    /// The result of `ptrtoaddr` has the address width of the pointer's address space.
    ///
    /// The address width is the index width in the data layout. Use `zext` or `trunc` to change the
    /// width of an address.
    deny ADDRESS_WIDTH: "TYP025" "ptrtoaddr-width" {
        message: "the addresses of `{detail.type}` do not have the width of `{result.type}`",
        reference: "LangRef, ptrtoaddr .. to, and Data Layout",
        checks: [],
    }
}

datalog! { representatives;
    /// LLVM's verifier visits `constant`.
    @input struct Visited(ValueId) = visited_constants;

    /// The casts that are checked in instructions and in constants.
    const CASTS(Opcode) = [Opcode::BitCast, Opcode::PtrToAddr];

    /// The kinds of types that cannot be bitcast.
    const WITHOUT_BITS(TypeKind) =
        [TypeKind::Void, TypeKind::Function, TypeKind::Struct, TypeKind::Array];

    /// The instruction or constant `subject` casts `operand` to `type`, with this opcode.
    struct Cast(Subject, Opcode, ValueId, TypeId);

    Cast(Subject::Instruction(instruction), opcode, operand, to_type) <-
        conversion_instruction { instruction, opcode, operand, to_type },
        CASTS(opcode);

    Cast(Subject::Value(constant), opcode, operand, type) <-
        Visited(constant),
        constant_expression { constant, opcode },
        CASTS(opcode),
        constant_operand { constant, position: 0, operand },
        value { value: constant, type };

    /// The operand of the cast `subject` consists of `lanes` scalars of this kind and measure.
    struct From(Subject, Opcode, ValueId, TypeKind, u32, Lanes);

    From(subject, opcode, operand, kind, measure, lanes) <-
        Cast(subject, opcode, operand, _),
        value { value: operand, type },
        type_traits { type, kind, measure, lanes };

    /// The result of the cast `subject` consists of `lanes` scalars of this kind and measure.
    struct To(Subject, TypeKind, u32, Lanes);

    To(subject, kind, measure, lanes) <-
        Cast(subject, _, _, type),
        type_traits { type, kind, measure, lanes };

    violation(UNSUITABLE, subject, operand) <-
        From(subject, Opcode::BitCast, operand, from, _, _),
        WITHOUT_BITS(from);

    violation(UNSUITABLE, subject, operand) <-
        From(subject, Opcode::BitCast, operand, _, _, _),
        To(subject, to, _, _),
        WITHOUT_BITS(to);

    violation(POINTER_AND_NUMBER, subject, operand) <-
        From(subject, Opcode::BitCast, operand, from, _, _),
        To(subject, to, _, _),
        !WITHOUT_BITS(from),
        !WITHOUT_BITS(to),
        ((from == TypeKind::Pointer) != (to == TypeKind::Pointer));

    violation(SIZES_DIFFER, subject, operand) <-
        From(subject, Opcode::BitCast, operand, from, from_width, from_lanes),
        To(subject, to, to_width, to_lanes),
        !WITHOUT_BITS(from),
        !WITHOUT_BITS(to),
        (from != TypeKind::Pointer && to != TypeKind::Pointer),
        (bits(from, from_width, from_lanes) != bits(to, to_width, to_lanes));

    violation(POINTERS_DIFFER, subject, operand) <-
        From(subject, Opcode::BitCast, operand, TypeKind::Pointer, from_space, from_lanes),
        To(subject, TypeKind::Pointer, to_space, to_lanes),
        (from_space != to_space || one_is_scalar(from_lanes) != one_is_scalar(to_lanes));

    violation(NO_ADDRESS, subject, operand) <-
        From(subject, Opcode::PtrToAddr, operand, from, _, from_lanes),
        To(subject, to, _, to_lanes),
        (from != TypeKind::Pointer || to != TypeKind::Integer || from_lanes != to_lanes);

    violation(ADDRESS_WIDTH, subject, operand) <-
        From(subject, Opcode::PtrToAddr, operand, TypeKind::Pointer, space, _),
        To(subject, TypeKind::Integer, width, _),
        (width != address_width(module.data_layout(), space));
}

/// The number of bits of a value, and whether it is multiplied by `vscale`.
fn bits(kind: TypeKind, width: u32, lanes: Lanes) -> (u64, bool) {
    let width = if kind == TypeKind::X86Amx { 8192 } else { width };
    (u64::from(width) * u64::from(lanes.count()), matches!(lanes, Lanes::Scalable(_)))
}

/// The lanes, where a vector with one lane is equivalent to a scalar.
fn one_is_scalar(lanes: Lanes) -> Lanes {
    if lanes == Lanes::Fixed(1) { Lanes::Scalar } else { lanes }
}
