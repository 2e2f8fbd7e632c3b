//! `bitcast` and `ptrtoaddr`, which look at a value as another type. What they may do is judged in
//! instructions and in constants alike.
//!
//! **Scope: sample**, and the constants of these two kinds, which are few.

use facts_schema::{EntityId, Facts, Opcode, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::constants::judged_constants;
use crate::checks::context::{Context, Program};
use crate::data_layout;
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::{Subject, Violation};
use program::{AddressWidth, Broken, Cast, Crepe, Traits, Value};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// `bitcast` takes and yields numbers, vectors of numbers, or pointers.
    ///
    /// Structures and arrays have no bits in a row: between their members there may be padding.
    deny UNSUITABLE: "TYP020" "bitcast-of-aggregate" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` looks at the bits of an aggregate",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// `bitcast` goes from pointers to pointers, or between types that both hold none.
    ///
    /// A pointer is more than the bits of its address. It becomes an integer by `ptrtoint`, and
    /// comes from one by `inttoptr`.
    deny POINTER_AND_NUMBER: "TYP021" "bitcast-of-pointer-and-number" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` mixes pointers and numbers",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// The two types of a `bitcast` have as many bits.
    ///
    /// It changes nothing but how the bits are looked at. A scalable vector has no fixed number of
    /// bits, so that its bits can only become another scalable vector.
    deny SIZES_DIFFER: "TYP022" "bitcast-sizes-differ" {
        message: "`{detail.type}` and `{result.type}` do not have the same size",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// `bitcast` of pointers changes neither their address space nor their number.
    ///
    /// `addrspacecast` goes from one address space to another.
    deny POINTERS_DIFFER: "TYP023" "bitcast-pointers-differ" {
        message: "`bitcast` from `{detail.type}` to `{result.type}` changes the pointers",
        reference: "LangRef, bitcast .. to",
        checks: [
            "visitBitCastInst: Invalid bitcast",
            "visitConstantExpr: Invalid bitcast",
        ],
    }

    /// `ptrtoaddr` goes from a pointer to an integer, or from a vector of pointers to a vector of
    /// integers with as many lanes.
    ///
    /// It yields the address alone, where `ptrtoint` yields all bits of a pointer.
    deny NO_ADDRESS: "TYP024" "ptrtoaddr-types" {
        message: "`ptrtoaddr` goes from pointers to integers, not from `{detail.type}` to `{result.type}`",
        reference: "LangRef, ptrtoaddr .. to",
        checks: [],
    }

    /// The result of `ptrtoaddr` is as wide as addresses are in the pointer's address space.
    ///
    /// That is the index width of the data layout. To widen or narrow an address there are `zext`
    /// and `trunc`.
    deny ADDRESS_WIDTH: "TYP025" "ptrtoaddr-width" {
        message: "the addresses of `{detail.type}` are not as wide as `{result.type}`",
        reference: "LangRef, ptrtoaddr .. to, and Data Layout",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let mut casts = instructions(&context.sample.facts);
    casts.extend(constants(context));
    if casts.is_empty() {
        return Vec::new();
    }
    let layout = context.data_layout();
    let mut program = Crepe::new();
    program.extend(context.rows_of(casts.iter().map(|cast| cast.2)).map(Value::from));
    program.extend(casts);
    program.extend(context.traits.iter().map(Traits::from));
    let widths = context.facts.pointer_type.iter().map(|row| row.address_space);
    program
        .extend(widths.map(|space| AddressWidth(space, data_layout::address_width(layout, space))));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn instructions(facts: &Facts) -> Vec<Cast> {
    let is_judged = |opcode| matches!(opcode, Opcode::BitCast | Opcode::PtrToAddr);
    let rows = facts.conversion_instruction.iter().filter(|row| is_judged(row.opcode));
    rows.map(|row| {
        Cast(Subject::Instruction(row.instruction), row.opcode, row.operand, row.to_type)
    })
    .collect()
}

/// The casts among the constants that LLVM judges: not all can be reached from where it looks.
fn constants(context: &Context) -> Vec<Cast> {
    let facts = context.facts;
    let is_judged = |opcode| matches!(opcode, Opcode::BitCast | Opcode::PtrToAddr);
    let candidates: Vec<_> =
        facts.constant_expression.iter().filter(|row| is_judged(row.opcode)).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let judged = judged_constants(context);
    let operand_of = |constant| {
        let mut operands = facts.constant_operand.iter();
        operands.find(|row| row.constant == constant).map(|row| row.operand)
    };
    let rows = candidates.into_iter().filter(|row| judged.contains(&row.constant));
    rows.filter_map(|row| {
        let to_type = facts.value.get(row.constant.index())?.r#type;
        Some(Cast(Subject::Value(row.constant), row.opcode, operand_of(row.constant)?, to_type))
    })
    .collect()
}

/// Whether values of this kind have no bits that `bitcast` could look at.
fn is_unsuitable(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Void | TypeKind::Function | TypeKind::Struct | TypeKind::Array)
}

/// The bits of a number of this kind, so many of them, and whether that is to be multiplied by
/// `vscale`. What is no number has none.
fn bits(kind: TypeKind, width: u32, lanes: Lanes) -> (u64, bool) {
    let width = if kind == TypeKind::X86Amx { 8192 } else { u64::from(width) };
    match lanes {
        Lanes::Scalar => (width, false),
        Lanes::Fixed(count) => (width * u64::from(count), false),
        Lanes::Scalable(count) => (width * u64::from(count), true),
    }
}

mod program {
    use crepe::crepe;
    use facts_schema::{TypeId, ValueId};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;

    crepe! {
        @input
        /// The instruction or constant `subject` looks at `operand` as `type`, as `opcode` says.
        pub struct Cast(pub Subject, pub Opcode, pub ValueId, pub TypeId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @input
        /// Addresses in `address_space` are `width` bits wide.
        pub struct AddressWidth(pub u32, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `subject` looks at `lanes` scalars of `kind` and `measure`, which `operand` consists of.
        struct From(Subject, Opcode, ValueId, TypeKind, u32, Lanes);

        From(subject, opcode, operand, kind, measure, lanes) <-
            Cast(subject, opcode, operand, _),
            Value(operand, r#type),
            Traits(r#type, _, kind, measure, lanes);

        // `subject` yields `lanes` scalars of `kind` and `measure`.
        struct To(Subject, TypeKind, u32, Lanes);

        To(subject, kind, measure, lanes) <-
            Cast(subject, _, _, r#type),
            Traits(r#type, _, kind, measure, lanes);

        Broken(UNSUITABLE, subject, Detail::Value(operand)) <-
            From(subject, Opcode::BitCast, operand, from, _, _),
            To(subject, to, _, _),
            (is_unsuitable(from) || is_unsuitable(to));

        Broken(POINTER_AND_NUMBER, subject, Detail::Value(operand)) <-
            From(subject, Opcode::BitCast, operand, from, _, _),
            To(subject, to, _, _),
            (!is_unsuitable(from) && !is_unsuitable(to)),
            ((from == TypeKind::Pointer) != (to == TypeKind::Pointer));

        Broken(SIZES_DIFFER, subject, Detail::Value(operand)) <-
            From(subject, Opcode::BitCast, operand, from, from_width, from_lanes),
            To(subject, to, to_width, to_lanes),
            (!is_unsuitable(from) && !is_unsuitable(to)),
            (from != TypeKind::Pointer && to != TypeKind::Pointer),
            (bits(from, from_width, from_lanes) != bits(to, to_width, to_lanes));

        Broken(POINTERS_DIFFER, subject, Detail::Value(operand)) <-
            From(subject, Opcode::BitCast, operand, TypeKind::Pointer, from_space, from_lanes),
            To(subject, TypeKind::Pointer, to_space, to_lanes),
            (from_space != to_space || one_is_scalar(from_lanes) != one_is_scalar(to_lanes));

        Broken(NO_ADDRESS, subject, Detail::Value(operand)) <-
            From(subject, Opcode::PtrToAddr, operand, from, _, from_lanes),
            To(subject, to, _, to_lanes),
            (from != TypeKind::Pointer || to != TypeKind::Integer || from_lanes != to_lanes);

        Broken(ADDRESS_WIDTH, subject, Detail::Value(operand)) <-
            From(subject, Opcode::PtrToAddr, operand, TypeKind::Pointer, space, _),
            To(subject, TypeKind::Integer, width, _),
            AddressWidth(space, address_width),
            (width != address_width);
    }
}

/// The number of lanes, where a vector of one lane is as good as a scalar.
fn one_is_scalar(lanes: Lanes) -> Lanes {
    if lanes == Lanes::Fixed(1) { Lanes::Scalar } else { lanes }
}

input_from! { Value(value, r#type) from Value }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
