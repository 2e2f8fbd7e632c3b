//! Stack slots: types, numbers of elements, and address spaces.

use facts_schema::view::Lanes;
use facts_schema::{TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::target_types::can_be_local;
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Memory "memory";
    /// The allocated type of an `alloca` is sized.
    ///
    /// The number of bytes to allocate must be known.
    deny UNSIZED: "MEM020" "alloca-of-unsized-type" {
        message: "`{opcode}` allocates a `{detail}`, which is not a sized type",
        reference: "LangRef, alloca",
        checks: ["visitAllocaInst: Cannot allocate unsized type"],
    }

    /// The number of elements of an `alloca` is an integer.
    ///
    /// The integer may have any width and is treated as unsigned.
    deny COUNT: "MEM021" "alloca-count-not-integer" {
        message: "the number of elements of `{opcode}` has type `{operand.type}`, not an integer type",
        reference: "LangRef, alloca",
        checks: ["visitAllocaInst: Alloca array size must have integer type"],
    }

    /// An `alloca` does not allocate a target extension type that the target does not allow on the
    /// stack.
    ///
    /// For example, a named barrier of AMDGPU is in memory that a work group shares, and padding
    /// types only describe the layout of buffers.
    deny TARGET_TYPE: "MEM022" "alloca-of-target-type" {
        message: "`{opcode}` allocates a `{detail}`, which cannot be on the stack",
        reference: "LangRef, Target Extension Type",
        checks: [],
    }

    /// In modules for AMDGPU, an `alloca` is in address space 5.
    ///
    /// Address space 5 is private memory, which contains the stack of each thread.
    deny GPU_ADDRESS_SPACE: "MEM025" "alloca-address-space" {
        message: "`{opcode}` is in address space {detail}, but the stack of this target is in another one",
        reference: "User Guide for AMDGPU Backend, Address Spaces",
        checks: [],
    }
}

datalog! { representatives;
    violation(UNSIZED, instruction, type) <-
        alloca_instruction { instruction, type },
        !type_flag { type, flag: TypeFlag::Sized };

    violation(COUNT, Subject::Operand(instruction, 0)) <-
        alloca_instruction { instruction, element_count },
        value { value: element_count, type },
        type_traits { type, kind, lanes },
        (kind != TypeKind::Integer || lanes != Lanes::Scalar);

    /// `type` is or contains a target extension type that cannot be on the stack.
    struct HoldsUnallocatable(TypeId);

    HoldsUnallocatable(type) <- target_type { type, name }, (!can_be_local(module.text(name)));

    HoldsUnallocatable(type) <-
        HoldsUnallocatable(element),
        array_type { type, element_type: element };

    HoldsUnallocatable(type) <- HoldsUnallocatable(field), struct_field { type, field_type: field };

    violation(TARGET_TYPE, instruction, type) <-
        alloca_instruction { instruction, type },
        HoldsUnallocatable(type);

    violation(GPU_ADDRESS_SPACE, instruction, Detail::Number(address_space.into())) <-
        module { target_triple },
        (is_amd_gpu(module.text(target_triple))),
        alloca_instruction { instruction, address_space },
        (address_space != GPU_STACK);
}

/// The address space of the stack on AMD GPUs.
const GPU_STACK: u32 = 5;

/// Whether the target is an AMD GPU.
fn is_amd_gpu(triple: &str) -> bool {
    matches!(triple.split('-').next(), Some("amdgcn" | "r600"))
}
