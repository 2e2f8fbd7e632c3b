//! Stack slots for Swift errors (`swifterror`).

use facts_schema::view::Lanes;
use facts_schema::{InstructionFlag, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Memory "memory";
    /// A `swifterror` alloca allocates a pointer.
    ///
    /// It represents the register in which Swift functions pass a thrown error.
    deny SWIFT_ERROR_TYPE: "MEM023" "swifterror-alloca-type" {
        message: "a `swifterror` alloca must allocate a pointer, not a `{detail}`",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["visitAllocaInst: swifterror alloca must have pointer type"],
    }

    /// A `swifterror` alloca is not an array allocation.
    ///
    /// It represents a single register.
    deny SWIFT_ERROR_ARRAY: "MEM024" "swifterror-alloca-array" {
        message: "a `swifterror` alloca must allocate one element, not `{operand}` elements",
        reference: "LangRef, Parameter Attributes, swifterror",
        checks: ["visitAllocaInst: swifterror alloca must not be array allocation"],
    }
}

// The scope is the module, because the number of elements does not belong to an instruction's
// shape.
datalog! { module;
    violation(SWIFT_ERROR_TYPE, instruction, type) <-
        instruction_flag { instruction, flag: InstructionFlag::SwiftError },
        alloca_instruction { instruction, type },
        type_traits { type, kind, lanes },
        (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

    violation(SWIFT_ERROR_ARRAY, Subject::Operand(instruction, 0)) <-
        instruction_flag { instruction, flag: InstructionFlag::SwiftError },
        alloca_instruction { instruction, element_count },
        !constant_integer { constant: element_count, unsigned: "1" };
}
