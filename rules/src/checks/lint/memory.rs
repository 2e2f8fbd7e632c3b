//! Accesses to known objects, and addresses that outlive their object.

use facts_schema::{Certainty, GlobalFlag, InstructionId, TypeId, UbCause, ValueId, ValueKind};
use rules_macros::datalog;

use crate::known_addresses::{Extent, Purpose, invalid_addresses, points};
use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Lint "lint";
    /// The address of a memory access or call is not null.
    ///
    /// Dereferencing null is undefined behaviour, except in functions with the attribute
    /// `null_pointer_is_valid` and in address spaces other than 0.
    warn NULL_ADDRESS: "LNT009" "null-dereference" {
        message: "`{opcode}` dereferences a null pointer, which is undefined behaviour",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// The address of a memory access or call is not `undef`.
    ///
    /// Dereferencing it is undefined behaviour.
    warn UNDEFINED_ADDRESS: "LNT010" "undef-dereference" {
        message: "`{opcode}` dereferences an undefined pointer, which is undefined behaviour",
        reference: "LangRef, Undefined Values; LLVM's lint pass",
        checks: [],
    }

    /// The address of a memory access or call is not 1 or -1.
    ///
    /// These values are often used as sentinels, and a check for the sentinel may be missing.
    warn SENTINEL_ADDRESS: "LNT011" "sentinel-dereference" {
        message: "`{opcode}` dereferences `{operand}`, which is likely a sentinel",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// A `constant` global is not written to.
    ///
    /// It may be in read-only memory, or its memory may be optimised away.
    warn WRITE_TO_CONSTANT: "LNT012" "write-to-constant" {
        message: "`{opcode}` writes to `{detail}`, which is constant",
        reference: "LangRef, Global Variables; LLVM's lint pass",
        checks: [],
    }

    /// Functions and blocks are not written to.
    ///
    /// Code is in memory that may be read-only.
    warn WRITE_TO_CODE: "LNT013" "write-to-code" {
        message: "`{opcode}` writes to the code at `{detail}`",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// Functions and blocks are not read from.
    ///
    /// The machine code depends on the target and is not part of the program.
    warn READ_FROM_CODE: "LNT014" "read-from-code" {
        message: "`{opcode}` reads from the code at `{detail}`",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// The address of a block is not called.
    ///
    /// A block address only has defined behaviour as an operand of `indirectbr` or in a comparison
    /// with null.
    warn CALL_TO_BLOCK: "LNT015" "call-to-block" {
        message: "`{opcode}` calls the block `{detail}`, which is undefined behaviour",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// The address of an `indirectbr` is a block address.
    ///
    /// Branching to any other constant is undefined behaviour.
    warn BRANCH_TO_NON_BLOCK: "LNT016" "indirectbr-to-non-block" {
        message: "`{detail}` is not the address of a block",
        reference: "LangRef, indirectbr; LLVM's lint pass",
        checks: [],
    }

    /// An access is within the bounds of the underlying object.
    ///
    /// An access out of bounds is undefined behaviour.
    warn OUT_OF_BOUNDS: "LNT017" "out-of-bounds" {
        message: "`{opcode}` accesses memory from offset {detail}, out of bounds of the object",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// The alignment of an access is at most the alignment that the object and the offset
    /// guarantee.
    ///
    /// Code generation relies on the alignment. If the address is less aligned, the behaviour is
    /// undefined.
    warn MISALIGNED: "LNT018" "misaligned-access" {
        message: "the alignment of `{opcode}` is larger than the alignment {detail} of its address",
        reference: "LangRef, load and store; LLVM's lint pass",
        checks: [],
    }

    /// The address of an `alloca` is not returned.
    ///
    /// The memory is deallocated when the function returns, so the address cannot be used.
    warn RETURNS_SLOT: "LNT019" "returns-stack-address" {
        message: "`{operand}` is the address of an `alloca`, which is deallocated when `{function}` returns",
        reference: "LangRef, alloca; LLVM's lint pass",
        checks: [],
    }

    /// An argument of a `tail` or `musttail` call is not the address of an `alloca` in the caller.
    ///
    /// The callee may not access allocas of the caller, because the call may reuse the caller's
    /// stack frame.
    warn TAIL_CALL_GETS_SLOT: "LNT020" "tail-call-with-stack-address" {
        message: "`{operand}` is the address of an `alloca`, which the callee of a tail call may not access",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }
}

datalog! { module;
    @input
    /// Operand `position` of `instruction`, used for `purpose`, points `offset` bytes after the
    /// start of `object`, a constant or a stack slot, and the access has `extent`.
    struct Points(InstructionId, u32, Purpose, ValueId, Option<i64>, Extent) = points;

    @input
    /// `instruction` accesses, calls or branches to its operand `position`, which does not point to
    /// an object for the reason `cause`.
    struct InvalidAddress(InstructionId, u32, UbCause, Certainty) = invalid_addresses;

    /// The rules about addresses that do not point to an object.
    const NOWHERE(UbCause, Rule) = [
        (UbCause::Null, NULL_ADDRESS),
        (UbCause::Undef, UNDEFINED_ADDRESS),
        (UbCause::Poison, UNDEFINED_ADDRESS),
    ];

    /// Integers that programs use as sentinels, not as addresses.
    const SENTINELS(&'static str) = ["1", "-1"];

    /// Invalid uses of constants, by kind.
    const INVALID_USES(Purpose, ValueKind, Rule) = [
        (Purpose::Write, ValueKind::Function, WRITE_TO_CODE),
        (Purpose::Write, ValueKind::BlockAddress, WRITE_TO_CODE),
        (Purpose::Read, ValueKind::Function, READ_FROM_CODE),
        (Purpose::Read, ValueKind::BlockAddress, READ_FROM_CODE),
        (Purpose::Call, ValueKind::BlockAddress, CALL_TO_BLOCK),
    ];

    /// Invalid uses of the address of a stack slot.
    const ESCAPES(Purpose, Rule) = [
        (Purpose::Return, RETURNS_SLOT),
        (Purpose::TailCall, TAIL_CALL_GETS_SLOT),
    ];

    /// Operand `position` of `instruction`, used for `purpose`, points into `object`, which is of
    /// kind `kind`.
    struct PointsToKind(InstructionId, u32, Purpose, ValueId, ValueKind);

    PointsToKind(instruction, position, purpose, object, kind) <-
        Points(instruction, position, purpose, object, _, _),
        value { value: object, kind };

    violation(rule, Subject::Operand(instruction, position)) <-
        InvalidAddress(instruction, position, cause, _),
        NOWHERE(cause, rule);

    violation(SENTINEL_ADDRESS, Subject::Operand(instruction, position)) <-
        PointsToKind(instruction, position, _, object, ValueKind::ConstantExpression),
        constant_operand { constant: object, operand },
        constant_integer { constant: operand, signed },
        let number = module.text(signed),
        SENTINELS(number);

    violation(WRITE_TO_CONSTANT, Subject::Operand(instruction, position), variable) <-
        PointsToKind(instruction, position, Purpose::Write, variable, ValueKind::GlobalVariable),
        global_flag { global: variable, flag: GlobalFlag::Constant };

    violation(rule, Subject::Operand(instruction, position), object) <-
        PointsToKind(instruction, position, purpose, object, kind),
        INVALID_USES(purpose, kind, rule);

    violation(BRANCH_TO_NON_BLOCK, Subject::Operand(instruction, position), object) <-
        PointsToKind(instruction, position, Purpose::Branch, object, kind),
        (kind != ValueKind::BlockAddress && kind != ValueKind::Instruction);

    violation(rule, Subject::Operand(instruction, position)) <-
        PointsToKind(instruction, position, purpose, _, ValueKind::Instruction),
        ESCAPES(purpose, rule);

    /// Some operand points into `object`, which is of kind `kind`.
    struct Object(ValueId, ValueKind);

    Object(object, kind) <- PointsToKind(_, _, _, object, kind);

    /// `object` is the stack slot that `instruction` allocates.
    struct Slot(ValueId, InstructionId);

    Slot(object, instruction) <-
        Object(object, ValueKind::Instruction),
        definition { value: object, instruction };

    /// The definition of `variable`, of type `type`, in this module cannot be replaced by another.
    struct Defined(ValueId, TypeId);

    Defined(variable, type) <-
        Object(variable, ValueKind::GlobalVariable),
        global_initializer { global: variable },
        global { global: variable, value_type: type },
        !interposable_global { global: variable };

    /// The size of `object` is `size` bytes.
    struct Sized(ValueId, i64);

    Sized(slot, size) <-
        Slot(slot, instruction),
        alloca_instruction { instruction, type, element_count },
        type_layout { type, allocation_size },
        constant_integer { constant: element_count, signed },
        let Some(size) = size_of_elements(module.text(signed), allocation_size);

    Sized(variable, size) <-
        Defined(variable, type),
        type_layout { type, allocation_size },
        let Ok(size) = i64::try_from(allocation_size);

    /// `object` is aligned to `alignment` bytes.
    struct Aligned(ValueId, u32);

    Aligned(slot, alignment) <-
        Slot(slot, instruction),
        alloca_instruction { instruction, alignment };

    Aligned(variable, alignment) <-
        Defined(variable, _),
        global_alignment { global: variable, alignment };

    Aligned(variable, abi_alignment) <-
        Defined(variable, type),
        !global_alignment { global: variable },
        type_layout { type, abi_alignment };

    /// Operand `position` of `instruction` points `offset` bytes after the start of `object`, and
    /// the access has `extent`.
    struct At(InstructionId, u32, ValueId, i64, Extent);

    At(instruction, position, object, offset, extent) <-
        Points(instruction, position, _, object, known_offset, extent),
        let Some(offset) = known_offset;

    violation(OUT_OF_BOUNDS, Subject::Operand(instruction, position), Detail::Signed(offset)) <-
        At(instruction, position, object, offset, extent),
        let Some(length) = extent.length,
        (length > 0),
        Sized(object, end),
        (offset < 0 || offset.saturating_add(length) > end);

    violation(MISALIGNED, Subject::Operand(instruction, position), Detail::Number(actual)) <-
        At(instruction, position, object, offset, extent),
        Aligned(object, alignment),
        let actual = common_alignment(alignment, offset),
        (u64::from(extent.alignment) > actual);
}

/// The size in bytes of `count` elements of `element` bytes. `count` is a decimal number.
fn size_of_elements(count: &str, element: u64) -> Option<i64> {
    count.parse::<i64>().ok()?.checked_mul(i64::try_from(element).ok()?)
}

/// The alignment of an address `offset` bytes after an address with the alignment `alignment`.
fn common_alignment(alignment: u32, offset: i64) -> u64 {
    match offset {
        0 => alignment.into(),
        _ => u64::from(alignment).min(1 << offset.trailing_zeros()),
    }
}
