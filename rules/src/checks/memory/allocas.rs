//! Stack slots: of what, how many, and where.

use facts_schema::view::Lanes;
use facts_schema::{TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::target_types::can_be_local;
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Memory "memory";
    /// `alloca` reserves room for values of a sized type.
    ///
    /// There is no telling how much room an opaque structure needs.
    deny UNSIZED: "MEM020" "alloca-of-unsized-type" {
        message: "`{opcode}` cannot reserve room for a `{detail}`, which has no size",
        reference: "LangRef, alloca",
        checks: ["visitAllocaInst: Cannot allocate unsized type"],
    }

    /// The number of elements that `alloca` reserves room for is an integer.
    ///
    /// Any width will do; the number is taken as unsigned.
    deny COUNT: "MEM021" "alloca-count-not-integer" {
        message: "`{opcode}` counts elements by an integer, not by a `{operand.type}`",
        reference: "LangRef, alloca",
        checks: ["visitAllocaInst: Alloca array size must have integer type"],
    }

    /// `alloca` does not reserve room for target types that cannot live on the stack.
    ///
    /// Named barriers of AMD's GPUs lie in memory that a work group shares, and padding, in buffers.
    deny TARGET_TYPE: "MEM022" "alloca-of-target-type" {
        message: "`{opcode}` cannot reserve room for a `{detail}` on the stack",
        reference: "LangRef, Target Extension Type",
        checks: [],
    }

    /// In modules for AMD's GPUs, `alloca` reserves room in address space 5.
    ///
    /// There, the stack of a thread is private memory, which pointers of other address spaces do not
    /// reach.
    deny GPU_ADDRESS_SPACE: "MEM025" "alloca-address-space" {
        message: "`{opcode}` in address space {detail}, where this target has no stack",
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

    /// Somewhere in `type` there is a target type that cannot be on the stack.
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

/// The address space of the stack of AMD's GPUs.
const GPU_STACK: u32 = 5;

/// Whether a target is one of AMD's GPUs.
fn is_amd_gpu(triple: &str) -> bool {
    matches!(triple.split('-').next(), Some("amdgcn" | "r600"))
}
