//! Uses of the address of an intrinsic.

use facts_schema::{InstructionId, Opcode, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Functions "functions";
    /// An intrinsic is only called; its address is not taken.
    ///
    /// It represents an operation and need not exist as a function with an address.
    deny INTRINSIC_ADDRESS: "FUN040" "intrinsic-used-as-value" {
        message: "the address of the intrinsic `{detail}` is taken",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitFunction: Invalid user of intrinsic instruction!"],
    }
}

datalog! { representatives;
    /// Intrinsics that only give information to LLVM. Addresses in their operands do not count as
    /// uses.
    const ASSUME_LIKE(&'static str) = [
        "llvm.assume", "llvm.sideeffect", "llvm.pseudoprobe", "llvm.objectsize",
        "llvm.ptr.annotation", "llvm.var.annotation", "llvm.experimental.noalias.scope.decl",
    ];

    /// Name prefixes of further intrinsics that only give information.
    const ASSUME_LIKE_PREFIXES(&'static str) = ["llvm.dbg.", "llvm.invariant.", "llvm.lifetime."];

    /// The name of the function `value` has the prefix `llvm.`, which is reserved for intrinsics.
    struct Reserved(ValueId);

    Reserved(value) <-
        function { value },
        value_name { value, name },
        (module.text(name).starts_with("llvm."));

    /// The constant or global `whole` has the intrinsic `value` as an operand.
    struct PartOf(ValueId, ValueId);

    PartOf(whole, value) <- Reserved(value), constant_use { constant: value, user: whole };
    PartOf(whole, value) <-
        global_initializer { global: whole, initializer: value },
        Reserved(value);
    PartOf(whole, value) <- alias { alias: whole, aliasee: value }, Reserved(value);
    PartOf(whole, value) <- ifunc { ifunc: whole, resolver: value }, Reserved(value);

    /// The constant `cast` is a cast of the intrinsic `value`.
    struct Cast(ValueId, ValueId);

    Cast(cast, value) <-
        PartOf(cast, value),
        constant_expression { constant: cast, opcode: Opcode::BitCast };

    Cast(cast, value) <-
        PartOf(cast, value),
        constant_expression { constant: cast, opcode: Opcode::AddrSpaceCast };

    violation(INTRINSIC_ADDRESS, whole, value) <- PartOf(whole, value), !Cast(whole, value);

    violation(INTRINSIC_ADDRESS, function, value) <-
        personality { function, personality: value },
        Reserved(value);

    violation(INTRINSIC_ADDRESS, function, value) <-
        prefix_data { function, data: value },
        Reserved(value);

    violation(INTRINSIC_ADDRESS, function, value) <-
        prologue_data { function, data: value },
        Reserved(value);

    /// Operand `position` of `instruction` is the intrinsic `value`, or a cast of it.
    struct Uses(InstructionId, u32, ValueId);

    Uses(instruction, position, operand) <-
        instruction_operand { instruction, position, operand },
        Reserved(operand),
        !Calls(instruction, position);

    Uses(instruction, position, value) <-
        Cast(cast, value),
        instruction_operand { operand: cast, instruction, position };

    /// Operand `position` of `instruction` is its callee, an intrinsic.
    struct Calls(InstructionId, u32);

    Calls(instruction, position) <-
        call_instruction { instruction, callee },
        Reserved(callee),
        let Some(last) = module.scoped().instruction_operand.all(instruction).last(),
        let position = last.position;

    /// `instruction` calls an intrinsic that only gives information to LLVM.
    struct AssumeLike(InstructionId);

    AssumeLike(instruction) <-
        call_instruction { instruction, callee },
        value_intrinsic { value: callee, intrinsic },
        let name = module.text(intrinsic),
        ASSUME_LIKE(name);

    AssumeLike(instruction) <-
        call_instruction { instruction, callee },
        value_intrinsic { value: callee, intrinsic },
        ASSUME_LIKE_PREFIXES(beginning),
        (module.text(intrinsic).starts_with(beginning));

    /// A `clang.arc.attachedcall` bundle of `instruction` contains the intrinsic `value`.
    struct Attached(InstructionId, ValueId);

    Attached(instruction, value) <-
        operand_bundle { instruction, position, tag: "clang.arc.attachedcall" },
        operand_bundle_input { instruction, bundle: position, value },
        Reserved(value);

    violation(INTRINSIC_ADDRESS, Subject::Operand(instruction, position), value) <-
        Uses(instruction, position, value),
        !AssumeLike(instruction),
        !Attached(instruction, value);
}
