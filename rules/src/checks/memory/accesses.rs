//! Loads and stores: addresses, types and orderings.
//!
//! A synchronisation scope on a non-atomic access cannot be written in textual IR, and LLVM's C API
//! does not expose it.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, Ordering, TypeFlag, TypeId, TypeKind, ValueId, Word};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Memory "memory";
    /// The address operand of `load` and `store` is a pointer.
    ///
    /// `inttoptr` converts an integer to a pointer. Vectors of pointers are accessed by
    /// `llvm.masked.gather` and `llvm.masked.scatter`.
    deny NO_POINTER: "MEM001" "address-not-pointer" {
        message: "the address operand of `{opcode}` has type `{operand.type}`, not a pointer type",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: Load operand must be a pointer.",
            "visitStoreInst: Store operand must be a pointer.",
        ],
    }

    /// The type that `load` reads or `store` writes is sized.
    ///
    /// The number of accessed bytes must be known. Opaque structures, tokens, labels and metadata
    /// have no size.
    deny UNSIZED: "MEM002" "access-to-unsized-type" {
        message: "`{opcode}` accesses a `{detail}`, which is not a sized type",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: loading unsized types is not allowed",
            "visitStoreInst: storing unsized types is not allowed",
        ],
    }

    /// The ordering of a `load` is not `release` or `acq_rel`.
    ///
    /// `release` makes earlier writes visible to threads that read the value written, and a `load`
    /// writes nothing.
    deny LOAD_RELEASES: "MEM003" "load-releases" {
        message: "a `load` cannot have the ordering `{detail}`",
        reference: "LangRef, load, and Atomic Memory Ordering Constraints",
        checks: ["visitLoadInst: Load cannot have Release ordering"],
    }

    /// The ordering of a `store` is not `acquire` or `acq_rel`.
    ///
    /// `acquire` makes earlier writes of other threads visible, and a `store` reads nothing.
    deny STORE_ACQUIRES: "MEM004" "store-acquires" {
        message: "a `store` cannot have the ordering `{detail}`",
        reference: "LangRef, store, and Atomic Memory Ordering Constraints",
        checks: ["visitStoreInst: Store cannot have Acquire ordering"],
    }
}

datalog! { representatives;
    /// An instruction with this opcode and this ordering violates the rule.
    const FORBIDDEN_ORDERINGS(Opcode, Ordering, Rule) = [
        (Opcode::Load, Ordering::Release, LOAD_RELEASES),
        (Opcode::Load, Ordering::AcqRel, LOAD_RELEASES),
        (Opcode::Store, Ordering::Acquire, STORE_ACQUIRES),
        (Opcode::Store, Ordering::AcqRel, STORE_ACQUIRES),
    ];

    /// `instruction` loads from or stores to `address`, its operand at `position`.
    struct AccessAddress(InstructionId, u32, ValueId);

    AccessAddress(instruction, 0, address) <- load_instruction { instruction, address };

    AccessAddress(instruction, 1, address) <- store_instruction { instruction, address };

    violation(NO_POINTER, Subject::Operand(instruction, position)) <-
        AccessAddress(instruction, position, address),
        value { value: address, type },
        type_traits { type, kind, lanes },
        (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

    /// `instruction` loads or stores a value of type `type`.
    struct Accesses(InstructionId, TypeId);

    Accesses(instruction, type) <- load_instruction { instruction, type };

    Accesses(instruction, type) <-
        store_instruction { instruction, value },
        value { value, type };

    violation(UNSIZED, instruction, type) <-
        Accesses(instruction, type),
        !type_flag { type, flag: TypeFlag::Sized };

    violation(rule, instruction, Detail::Word(ordering.as_str())) <-
        atomic_ordering { instruction, ordering },
        instruction { instruction, opcode },
        FORBIDDEN_ORDERINGS(opcode, ordering, rule);
}
