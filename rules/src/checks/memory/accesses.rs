//! Loads and stores: through what, of what, and in which order.
//!
//! A synchronization scope on an access that is not atomic cannot be written, and LLVM-C does not
//! tell of it.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, Ordering, TypeFlag, TypeId, TypeKind, ValueId, Word};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Memory "memory";
    /// `load` and `store` go through a pointer.
    ///
    /// An integer becomes an address by `inttoptr` only, and a vector of pointers is for
    /// `llvm.masked.gather` and `llvm.masked.scatter`.
    deny NO_POINTER: "MEM001" "access-through-no-pointer" {
        message: "`{opcode}` goes through a pointer, not through a `{operand.type}`",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: Load operand must be a pointer.",
            "visitStoreInst: Store operand must be a pointer.",
        ],
    }

    /// What `load` reads and `store` writes has a size.
    ///
    /// Otherwise nobody could say which bytes are meant. Opaque structures, tokens, labels and
    /// metadata have none.
    deny UNSIZED: "MEM002" "access-to-unsized-type" {
        message: "`{opcode}` cannot access a `{detail}`, which has no size",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: loading unsized types is not allowed",
            "visitStoreInst: storing unsized types is not allowed",
        ],
    }

    /// A `load` is never `release` or `acq_rel`.
    ///
    /// `release` makes what was written before visible to those who read what is written now, and a
    /// `load` writes nothing.
    deny LOAD_RELEASES: "MEM003" "load-releases" {
        message: "a `load` cannot be `{detail}`",
        reference: "LangRef, load, and Atomic Memory Ordering Constraints",
        checks: ["visitLoadInst: Load cannot have Release ordering"],
    }

    /// A `store` is never `acquire` or `acq_rel`.
    ///
    /// `acquire` makes what others wrote before visible to what comes after, and a `store` reads
    /// nothing.
    deny STORE_ACQUIRES: "MEM004" "store-acquires" {
        message: "a `store` cannot be `{detail}`",
        reference: "LangRef, store, and Atomic Memory Ordering Constraints",
        checks: ["visitStoreInst: Store cannot have Acquire ordering"],
    }
}

datalog! { representatives;
    /// An access by `opcode` with this ordering breaks the rule.
    const MISORDERED(Opcode, Ordering, Rule) = [
        (Opcode::Load, Ordering::Release, LOAD_RELEASES),
        (Opcode::Load, Ordering::AcqRel, LOAD_RELEASES),
        (Opcode::Store, Ordering::Acquire, STORE_ACQUIRES),
        (Opcode::Store, Ordering::AcqRel, STORE_ACQUIRES),
    ];

    /// `instruction` reads or writes through its operand `position`, `address`.
    struct Through(InstructionId, u32, ValueId);

    Through(instruction, 0, address) <- load_instruction { instruction, address };

    Through(instruction, 1, address) <- store_instruction { instruction, address };

    violation(NO_POINTER, Subject::Operand(instruction, position)) <-
        Through(instruction, position, address),
        value { value: address, type },
        type_traits { type, kind, lanes },
        (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

    /// `instruction` reads or writes a value of type `type`.
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
        MISORDERED(opcode, ordering, rule);
}
