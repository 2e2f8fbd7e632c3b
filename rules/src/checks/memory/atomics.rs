//! Atomic operations: of what they can be, and in which order.
//!
//! **Scope: sample.**

use facts_schema::{AtomicOperation, Ordering, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, is_float};
use crate::violation::Violation;
use program::{
    AtomicOrdering, AtomicRmw, Broken, CmpXchg, Crepe, Fence, Load, PointerSize, Store, Traits,
    Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Memory "memory";
    /// An atomic `load` or `store` is of an integer, a pointer, a floating-point number or a vector.
    ///
    /// Machines access one such value at a time. Structures and arrays are accessed member by
    /// member, or copied by `llvm.memcpy.element.unordered.atomic`.
    deny ACCESS_TYPE: "MEM010" "atomic-access-type" {
        message: "an atomic `{opcode}` cannot access a `{detail}`",
        reference: "LangRef, load and store",
        sites: [4209, 4235],
    }

    /// What is accessed atomically has a power of two of bits, and no fewer than eight.
    ///
    /// Machines have atomic operations on a byte, on two, four and so on; there is no way to leave
    /// the neighbours of an `i1` or an `i24` as they are.
    deny SIZE: "MEM011" "atomic-access-size" {
        message: "`{opcode}` cannot access a `{detail}` atomically: its size is not that of 1, 2, 4, 8 … bytes",
        reference: "LangRef, load, store, cmpxchg and atomicrmw",
        sites: [4191, 4192],
    }

    /// `cmpxchg` compares integers or pointers.
    ///
    /// It compares bits. Floating-point numbers that are equal can have different bits, so that it
    /// has to be said by `bitcast` that the bits are meant.
    deny EXCHANGED_TYPE: "MEM012" "cmpxchg-type" {
        message: "`{opcode}` compares integers or pointers, not a `{operand.type}`",
        reference: "LangRef, cmpxchg",
        sites: [4304],
    }

    /// `atomicrmw` applies its operation to what the operation is defined on.
    ///
    /// `xchg` takes integers, floating-point numbers and pointers; `fadd` and what else begins with
    /// `f` takes floating-point numbers and vectors of them, but not scalable ones; all others take
    /// integers.
    deny OPERATION_TYPE: "MEM013" "atomicrmw-type" {
        message: "`{opcode} {detail}` does not apply to a `{operand.type}`",
        reference: "LangRef, atomicrmw",
        sites: [4316, 4322, 4328],
    }

    /// `atomicrmw` is at least `monotonic`.
    ///
    /// `unordered` promises no more than that a value is read or written as a whole. An operation
    /// that depends on what was there has to have a place in the order of all changes to it.
    deny UNORDERED: "MEM014" "atomicrmw-unordered" {
        message: "`{opcode}` cannot be `unordered`",
        reference: "LangRef, atomicrmw",
        sites: [4311],
    }

    /// A `fence` is `acquire`, `release`, `acq_rel` or `seq_cst`.
    ///
    /// It accesses no memory; all that it does is to order the accesses before and after it, and
    /// weaker orderings order nothing.
    deny WEAK_FENCE: "MEM015" "fence-ordering" {
        message: "a `fence` cannot be `{detail}`",
        reference: "LangRef, fence",
        sites: [4341],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.sample.facts;
    let (exchanges, updates) = (&sample.cmpxchg_instruction, &sample.atomicrmw_instruction);
    if sample.atomic_ordering.is_empty() && exchanges.is_empty() {
        return Vec::new();
    }
    let (loads, stores) = (&sample.load_instruction, &sample.store_instruction);
    let values = stores
        .iter()
        .map(|row| row.value)
        .chain(exchanges.iter().map(|row| row.expected))
        .chain(updates.iter().map(|row| row.value));
    let fences = sample.instruction.iter().filter(|row| row.opcode == facts_schema::Opcode::Fence);

    let mut program = Crepe::new();
    program.extend(sample.atomic_ordering.iter().map(AtomicOrdering::from));
    program.extend(loads.iter().map(Load::from));
    program.extend(stores.iter().map(Store::from));
    program.extend(exchanges.iter().map(CmpXchg::from));
    program.extend(updates.iter().map(AtomicRmw::from));
    program.extend(fences.map(Fence::from));
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(context.facts.type_layout.iter().map(PointerSize::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// How many lanes there are, but for `vscale`.
fn count(lanes: Lanes) -> u64 {
    match lanes {
        Lanes::Scalar => 1,
        Lanes::Fixed(count) | Lanes::Scalable(count) => count.into(),
    }
}

/// Whether an atomic load or store can be of such a value.
fn is_accessible(kind: TypeKind, lanes: Lanes) -> bool {
    lanes != Lanes::Scalar || is_float(kind) || is_integer_or_pointer(kind)
}

fn is_integer_or_pointer(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Integer | TypeKind::Pointer)
}

/// Whether `atomicrmw` applies `operation` to such a value.
fn applies(operation: AtomicOperation, kind: TypeKind, lanes: Lanes) -> bool {
    use AtomicOperation::*;
    match operation {
        Xchg => lanes == Lanes::Scalar && (is_float(kind) || is_integer_or_pointer(kind)),
        FAdd | FSub | FMax | FMin | FMaximum | FMinimum => {
            !matches!(lanes, Lanes::Scalable(_)) && is_float(kind)
        }
        _ => lanes == Lanes::Scalar && kind == TypeKind::Integer,
    }
}

mod program {
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId, Word};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct AtomicOrdering(pub InstructionId, pub Ordering);

        @input
        pub struct Load(pub InstructionId, pub TypeId);

        @input
        pub struct Store(pub InstructionId, pub ValueId);

        @input
        pub struct CmpXchg(pub InstructionId, pub ValueId);

        @input
        pub struct AtomicRmw(pub InstructionId, pub AtomicOperation, pub ValueId);

        @input
        pub struct Fence(pub InstructionId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        /// A pointer of type `type` has `size` bits. (Other types have theirs, too.)
        pub struct PointerSize(pub TypeId, pub u64);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The atomic load or store `instruction` accesses a value of type `type`.
        struct Accesses(InstructionId, TypeId);

        Accesses(instruction, r#type) <-
            Load(instruction, r#type),
            AtomicOrdering(instruction, _);

        Accesses(instruction, r#type) <-
            Store(instruction, value),
            AtomicOrdering(instruction, _),
            Value(value, r#type);

        Broken(ACCESS_TYPE, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            Accesses(instruction, r#type),
            Traits(r#type, _, kind, _, lanes),
            (!is_accessible(kind, lanes));

        // The atomic `instruction` reads, writes or changes a value of type `type`.
        struct Touches(InstructionId, TypeId);

        Touches(instruction, r#type) <- Accesses(instruction, r#type);

        Touches(instruction, r#type) <- CmpXchg(instruction, value), Value(value, r#type);

        Touches(instruction, r#type) <- AtomicRmw(instruction, _, value), Value(value, r#type);

        // A value of type `type` has `size` bits, but for `vscale`.
        struct Size(TypeId, u64);

        Size(r#type, u64::from(width) * count(lanes)) <-
            Traits(r#type, _, kind, width, lanes),
            (kind == TypeKind::Integer || is_float(kind));

        Size(r#type, size * count(lanes)) <-
            Traits(r#type, scalar, TypeKind::Pointer, _, lanes),
            PointerSize(scalar, size);

        Broken(SIZE, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            Touches(instruction, r#type),
            Size(r#type, size),
            (size < 8 || !size.is_power_of_two());

        Broken(EXCHANGED_TYPE, Subject::Operand(instruction, 1), Detail::None) <-
            CmpXchg(instruction, value),
            Value(value, r#type),
            Traits(r#type, _, kind, _, lanes),
            (lanes != Lanes::Scalar || !is_integer_or_pointer(kind));

        Broken(OPERATION_TYPE, Subject::Operand(instruction, 1), Detail::Word(operation.as_str())) <-
            AtomicRmw(instruction, operation, value),
            Value(value, r#type),
            Traits(r#type, _, kind, _, lanes),
            (!applies(operation, kind, lanes));

        Broken(UNORDERED, Subject::Instruction(instruction), Detail::None) <-
            AtomicRmw(instruction, _, _),
            AtomicOrdering(instruction, Ordering::Unordered);

        Broken(WEAK_FENCE, Subject::Instruction(instruction), Detail::Word(ordering.as_str())) <-
            Fence(instruction),
            AtomicOrdering(instruction, ordering),
            (matches!(ordering, Ordering::Unordered | Ordering::Monotonic));

        Broken(WEAK_FENCE, Subject::Instruction(instruction), Detail::Word("without ordering")) <-
            Fence(instruction),
            !AtomicOrdering(instruction, _);
    }
}

input_from! { AtomicOrdering(instruction, ordering) from AtomicOrdering }
input_from! { Load(instruction, r#type) from LoadInstruction }
input_from! { Store(instruction, value) from StoreInstruction }
input_from! { CmpXchg(instruction, expected) from CmpXchgInstruction }
input_from! { AtomicRmw(instruction, operation, value) from AtomicRmwInstruction }
input_from! { Fence(instruction) from Instruction }
input_from! { Value(value, r#type) from Value }
input_from! { PointerSize(r#type, bit_size) from TypeLayout }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
