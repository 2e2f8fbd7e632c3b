//! Atomic operations: types and orderings.

use facts_schema::view::Lanes;
use facts_schema::{AtomicOperation, InstructionId, Opcode, Ordering, TypeId, TypeKind, Word};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Memory "memory";
    /// An atomic `load` or `store` accesses an integer, a pointer, a floating-point number or a
    /// vector.
    ///
    /// Machines access one such value at a time. Aggregates are accessed member by member or copied
    /// by `llvm.memcpy.element.unordered.atomic`.
    deny ACCESS_TYPE: "MEM010" "atomic-access-type" {
        message: "an atomic `{opcode}` cannot access the type `{detail}`",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: atomic load operand must have integer, pointer, or floating point type!",
            "visitStoreInst: atomic store operand must have integer, pointer, or floating point type!",
        ],
    }

    /// The size of an atomic access is a power of two and at least one byte.
    ///
    /// Machines have atomic operations on 1, 2, 4, 8 and more bytes. They cannot access an `i1` or
    /// an `i24` without the neighbouring bits.
    deny SIZE: "MEM011" "atomic-access-size" {
        message: "`{opcode}` accesses a `{detail}` atomically, but its size in bytes is not a power of two",
        reference: "LangRef, load, store, cmpxchg and atomicrmw",
        checks: [
            "checkAtomicMemAccessSize: atomic memory access' size must be byte-sized",
            "checkAtomicMemAccessSize: atomic memory access' operand must have a power-of-two size",
        ],
    }

    /// `cmpxchg` compares integers or pointers.
    ///
    /// It compares bits, and floating-point numbers that are equal can have different bits. A
    /// `bitcast` makes clear that the bits are compared.
    deny EXCHANGED_TYPE: "MEM012" "cmpxchg-type" {
        message: "`{opcode}` requires integers or pointers, but its operand has type `{operand.type}`",
        reference: "LangRef, cmpxchg",
        checks: ["visitAtomicCmpXchgInst: cmpxchg operand must have integer or pointer type"],
    }

    /// The operand of `atomicrmw` has a type that its operation is defined on.
    ///
    /// `xchg` takes integers, floating-point numbers and pointers; operations whose names begin
    /// with `f` take floating-point numbers and vectors of them, but not scalable vectors; all
    /// others take integers.
    deny OPERATION_TYPE: "MEM013" "atomicrmw-type" {
        message: "`{opcode} {detail}` is not defined on the type `{operand.type}`",
        reference: "LangRef, atomicrmw",
        checks: [
            "visitAtomicRMWInst: atomicrmw <..> operand must have integer or floating point type!",
            "visitAtomicRMWInst: atomicrmw <..> operand must have floating-point or fixed vector of floating-point type!",
            "visitAtomicRMWInst: atomicrmw <..> operand must have integer type!",
        ],
    }

    /// The ordering of `atomicrmw` is not `unordered`.
    ///
    /// `unordered` only guarantees that a value is read or written as a whole. A read-modify-write
    /// operation needs a position in the modification order of the memory it accesses.
    deny UNORDERED: "MEM014" "atomicrmw-unordered" {
        message: "`{opcode}` cannot have the ordering `unordered`",
        reference: "LangRef, atomicrmw",
        checks: ["visitAtomicRMWInst: atomicrmw instructions cannot be unordered."],
    }

    /// The ordering of a `fence` is `acquire`, `release`, `acq_rel` or `seq_cst`.
    ///
    /// A fence accesses no memory. It only orders the accesses before and after it, and weaker
    /// orderings order nothing.
    deny WEAK_FENCE: "MEM015" "fence-ordering" {
        message: "a `fence` cannot have the ordering `{detail}`",
        reference: "LangRef, fence",
        checks: ["visitFenceInst: fence instructions may only have acquire, release, acq_rel, or seq_cst ordering."],
    }
}

datalog! { representatives;
    /// `atomicrmw` can apply the operation to scalars of this class and, if the flag is set, to
    /// vectors of them.
    const APPLIES(AtomicOperation, Scalar, bool) = [
        (AtomicOperation::Xchg, Scalar::Integer, false),
        (AtomicOperation::Xchg, Scalar::Float, false),
        (AtomicOperation::Xchg, Scalar::Pointer, false),
        (AtomicOperation::Add, Scalar::Integer, false),
        (AtomicOperation::Sub, Scalar::Integer, false),
        (AtomicOperation::And, Scalar::Integer, false),
        (AtomicOperation::Nand, Scalar::Integer, false),
        (AtomicOperation::Or, Scalar::Integer, false),
        (AtomicOperation::Xor, Scalar::Integer, false),
        (AtomicOperation::Max, Scalar::Integer, false),
        (AtomicOperation::Min, Scalar::Integer, false),
        (AtomicOperation::UMax, Scalar::Integer, false),
        (AtomicOperation::UMin, Scalar::Integer, false),
        (AtomicOperation::UIncWrap, Scalar::Integer, false),
        (AtomicOperation::UDecWrap, Scalar::Integer, false),
        (AtomicOperation::USubCond, Scalar::Integer, false),
        (AtomicOperation::USubSat, Scalar::Integer, false),
        (AtomicOperation::FAdd, Scalar::Float, true),
        (AtomicOperation::FSub, Scalar::Float, true),
        (AtomicOperation::FMax, Scalar::Float, true),
        (AtomicOperation::FMin, Scalar::Float, true),
        (AtomicOperation::FMaximum, Scalar::Float, true),
        (AtomicOperation::FMinimum, Scalar::Float, true),
    ];

    /// The orderings that fences cannot have.
    const TOO_WEAK(Ordering) = [Ordering::Unordered, Ordering::Monotonic];

    /// The atomic load or store `instruction` accesses a value of type `type`.
    struct Accesses(InstructionId, TypeId);

    Accesses(instruction, type) <-
        atomic_ordering { instruction },
        load_instruction { instruction, type };

    Accesses(instruction, type) <-
        atomic_ordering { instruction },
        store_instruction { instruction, value },
        value { value, type };

    violation(ACCESS_TYPE, instruction, type) <-
        Accesses(instruction, type),
        type_traits { type, kind, lanes: Lanes::Scalar },
        (Scalar::of(kind).is_none());

    /// The atomic instruction `instruction` accesses a value of type `type`.
    struct AccessedType(InstructionId, TypeId);

    AccessedType(instruction, type) <- Accesses(instruction, type);

    AccessedType(instruction, type) <-
        cmpxchg_instruction { instruction, expected },
        value { value: expected, type };

    AccessedType(instruction, type) <-
        atomicrmw_instruction { instruction, value },
        value { value, type };

    /// The scalars of `type` have `size` bits.
    struct ScalarSize(TypeId, u64);

    ScalarSize(type, measure.into()) <-
        AccessedType(_, type),
        type_traits { type, kind, measure },
        (matches!(Scalar::of(kind), Some(Scalar::Integer | Scalar::Float)));

    ScalarSize(type, size) <-
        AccessedType(_, type),
        type_traits { type, scalar, kind: TypeKind::Pointer },
        type_layout { type: scalar, bit_size: size };

    violation(SIZE, instruction, type) <-
        AccessedType(instruction, type),
        ScalarSize(type, scalar_size),
        type_traits { type, lanes },
        let size = scalar_size * u64::from(lanes.count()),
        (size < 8 || !size.is_power_of_two());

    violation(EXCHANGED_TYPE, Subject::Operand(instruction, 1)) <-
        cmpxchg_instruction { instruction, expected },
        value { value: expected, type },
        type_traits { type, kind, lanes },
        (lanes != Lanes::Scalar || !matches!(kind, TypeKind::Integer | TypeKind::Pointer));

    /// The type of the operand of `instruction` is valid for its operation.
    struct ValidOperand(InstructionId);

    ValidOperand(instruction) <-
        atomicrmw_instruction { instruction, operation, value },
        value { value, type },
        type_traits { type, kind, lanes },
        APPLIES(operation, scalar, takes_vectors),
        (Scalar::of(kind) == Some(scalar)),
        (lanes == Lanes::Scalar || takes_vectors && matches!(lanes, Lanes::Fixed(_)));

    violation(
        OPERATION_TYPE,
        Subject::Operand(instruction, 1),
        Detail::Word(operation.as_str())
    ) <-
        atomicrmw_instruction { instruction, operation },
        !ValidOperand(instruction);

    violation(UNORDERED, instruction) <-
        atomicrmw_instruction { instruction },
        atomic_ordering { instruction, ordering: Ordering::Unordered };

    violation(WEAK_FENCE, instruction, Detail::Word(ordering.as_str())) <-
        instruction { instruction, opcode: Opcode::Fence },
        atomic_ordering { instruction, ordering },
        TOO_WEAK(ordering);

    violation(WEAK_FENCE, instruction, Detail::Word("not_atomic")) <-
        instruction { instruction, opcode: Opcode::Fence },
        !atomic_ordering { instruction };
}
