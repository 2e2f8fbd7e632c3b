//! Accesses through addresses whose object is known, and addresses that outlive their object.

use facts_schema::{
    FunctionId, GlobalFlag, InstructionId, Opcode, TailCallKind, TypeId, ValueId, ValueKind,
};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Lint "lint";
    /// Nothing is read, written or called through a null pointer.
    ///
    /// That is undefined behavior, except in functions with the attribute `null_pointer_is_valid` and in
    /// address spaces other than 0.
    warn NULL_ADDRESS: "LNT009" "null-dereference" {
        message: "`{opcode}` goes through a null pointer, which is undefined behavior",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// Nothing is read, written or called through an undefined pointer.
    ///
    /// It points nowhere, so that using it is undefined behavior.
    warn UNDEFINED_ADDRESS: "LNT010" "undef-dereference" {
        message: "`{opcode}` goes through an undefined pointer, which is undefined behavior",
        reference: "LangRef, Undefined Values; LLVM's lint pass",
        checks: [],
    }

    /// The addresses 1 and -1 are no addresses of anything.
    ///
    /// They are used as marks that tell a special case from a pointer; the test for the mark was forgotten.
    warn MARK_AS_ADDRESS: "LNT011" "mark-dereference" {
        message: "`{opcode}` goes through `{operand}`, which is rather a mark than an address",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// Nothing is written to a global that is `constant`.
    ///
    /// It lies in memory that cannot be written, or not at all in memory.
    warn WRITE_TO_CONSTANT: "LNT012" "write-to-constant" {
        message: "`{opcode}` writes to `{detail}`, which is constant",
        reference: "LangRef, Global Variables; LLVM's lint pass",
        checks: [],
    }

    /// Nothing is written to code.
    ///
    /// Functions and blocks lie in memory that cannot be written.
    warn WRITE_TO_CODE: "LNT013" "write-to-code" {
        message: "`{opcode}` writes to the code at `{detail}`",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// Nothing is read from code.
    ///
    /// What stands there is up to the target, and not part of the program.
    warn READ_FROM_CODE: "LNT014" "read-from-code" {
        message: "`{opcode}` reads from the code at `{detail}`",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// The address of a block is not called.
    ///
    /// It serves `indirectbr` and `callbr` only; every other use is undefined behavior.
    warn CALL_TO_BLOCK: "LNT015" "call-to-block" {
        message: "`{opcode}` calls a block, `{detail}`, which is undefined behavior",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// `indirectbr` goes to the address of a block.
    ///
    /// Any other constant leads out of the function, which is undefined behavior.
    warn BRANCH_TO_NO_BLOCK: "LNT016" "branch-to-no-block" {
        message: "`{detail}` is not the address of a block",
        reference: "LangRef, indirectbr; LLVM's lint pass",
        checks: [],
    }

    /// An access lies within the object that the address points into.
    ///
    /// To access what is beside the object is undefined behavior.
    warn OUT_OF_BOUNDS: "LNT017" "out-of-bounds" {
        message: "`{opcode}` accesses bytes from offset {detail} of an object that ends before",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// An access is not said to be better aligned than the object and the offset within it make it.
    ///
    /// The code that is made for it may rely on the alignment; a wrong one is undefined behavior.
    warn MISALIGNED: "LNT018" "misaligned-access" {
        message: "`{opcode}` claims an alignment that this address, aligned to {detail}, does not have",
        reference: "LangRef, load and store; LLVM's lint pass",
        checks: [],
    }

    /// The address of a stack slot is not returned.
    ///
    /// The slot is gone when the function has returned, and nothing can be done with the address.
    warn RETURNS_SLOT: "LNT019" "returns-stack-address" {
        message: "`{operand}` is the address of a stack slot, which is gone when `{function}` has returned",
        reference: "LangRef, alloca; LLVM's lint pass",
        checks: [],
    }

    /// A call marked `tail` or `musttail` is not passed the address of a stack slot of its caller.
    ///
    /// Such a call may reuse the stack frame of the caller; to access the slot is undefined behavior.
    warn TAIL_CALL_GETS_SLOT: "LNT020" "tail-call-with-stack-address" {
        message: "`{operand}` is the address of a stack slot, which a tail call must not access",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }
}

/// What an address is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Read,
    Write,
    Call,
    Branch,
    Return,
    /// It is passed, not as a copy, by a tail call.
    TailCall,
}

datalog! { module;
    /// The kinds of values that are not constants.
    const LOCAL(ValueKind) = [
        ValueKind::Argument,
        ValueKind::Instruction,
        ValueKind::Block,
        ValueKind::Metadata,
        ValueKind::InlineAsm,
    ];

    /// What may be called, or has no address.
    const CALLABLE(ValueKind) = [ValueKind::Function, ValueKind::InlineAsm];

    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    /// The numbers that are marks, not addresses.
    const MARKS(&'static str) = ["1", "-1"];

    /// What computes the addresses that are followed.
    const ADDRESSES(Opcode) = [Opcode::Alloca, Opcode::GetElementPtr];

    /// The intrinsics that access memory through their arguments, which, and for what.
    const TRANSFERS(&'static str, u32, Purpose) = [
        ("llvm.memcpy", 0, Purpose::Write),
        ("llvm.memcpy", 1, Purpose::Read),
        ("llvm.memcpy.inline", 0, Purpose::Write),
        ("llvm.memcpy.inline", 1, Purpose::Read),
        ("llvm.memcpy.element.unordered.atomic", 0, Purpose::Write),
        ("llvm.memcpy.element.unordered.atomic", 1, Purpose::Read),
        ("llvm.memmove", 0, Purpose::Write),
        ("llvm.memmove", 1, Purpose::Read),
        ("llvm.memmove.element.unordered.atomic", 0, Purpose::Write),
        ("llvm.memmove.element.unordered.atomic", 1, Purpose::Read),
        ("llvm.memset", 0, Purpose::Write),
        ("llvm.memset.inline", 0, Purpose::Write),
        ("llvm.memset.element.unordered.atomic", 0, Purpose::Write),
    ];

    /// What must not be done at a constant, by its kind.
    const MISUSES(Purpose, ValueKind, Rule) = [
        (Purpose::Write, ValueKind::Function, WRITE_TO_CODE),
        (Purpose::Write, ValueKind::BlockAddress, WRITE_TO_CODE),
        (Purpose::Read, ValueKind::Function, READ_FROM_CODE),
        (Purpose::Read, ValueKind::BlockAddress, READ_FROM_CODE),
        (Purpose::Call, ValueKind::BlockAddress, CALL_TO_BLOCK),
    ];

    /// What must not be done with the address of a stack slot.
    const ESCAPES(Purpose, Rule) = [
        (Purpose::Return, RETURNS_SLOT),
        (Purpose::TailCall, TAIL_CALL_GETS_SLOT),
    ];

    /// Operand `position` of `instruction` is `address`, for `purpose`.
    struct Use(InstructionId, u32, Purpose, ValueId);

    Use(instruction, 0, Purpose::Write, list) <- va_arg_instruction { instruction, list };

    Use(instruction, 0, Purpose::Branch, address) <-
        indirectbr_instruction { instruction, address };

    Use(call, position, Purpose::Call, callee) <-
        call_instruction { instruction: call, callee },
        value { value: callee, kind },
        !CALLABLE(kind),
        instruction_operand { instruction: call, position, operand: callee },
        !instruction_operand { instruction: call, position: position + 1 };

    Use(ret, 0, Purpose::Return, value) <-
        return_value { instruction: ret, value },
        definition { value, instruction: source },
        instruction { instruction: source, opcode },
        ADDRESSES(opcode);

    Use(call, position, Purpose::TailCall, argument) <-
        tail_call { instruction: call, kind },
        (kind != TailCallKind::NoTail),
        call_argument { instruction: call, position, argument },
        definition { value: argument, instruction: source },
        instruction { instruction: source, opcode },
        ADDRESSES(opcode),
        !Copied(call, position);

    /// The argument of `call` at `position` is passed as a copy of what it points to.
    struct Copied(InstructionId, u32);

    Copied(call, position) <-
        call_argument_attribute { instruction: call, position, attribute },
        attribute { attribute, name: "byval" };

    /// The function that is, as an operand, `callee` accesses memory through its argument at
    /// `position`, for `purpose`.
    struct Transfers(ValueId, u32, Purpose);

    Transfers(callee, position, purpose) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        TRANSFERS(name, position, purpose),
        function { function, value: callee };

    Use(call, position, purpose, address) <-
        call_instruction { instruction: call, callee },
        Transfers(callee, position, purpose),
        call_argument { instruction: call, position, argument: address };

    /// `call` reads or writes `length` bytes through each of the pointers that are for that.
    struct Length(InstructionId, i64);

    Length(call, length) <-
        call_instruction { instruction: call, callee },
        Transfers(callee, 0, _),
        call_argument { instruction: call, position: 2, argument },
        constant_integer { constant: argument, signed },
        let Ok(length) = module.text(signed).parse::<i64>();

    /// Operand `position` of `instruction`, `address`, is a constant or a stack slot, and a value of
    /// `type` is read or written there, aligned to `alignment` bytes.
    struct Direct(InstructionId, u32, ValueId, TypeId, u32);

    Direct(instruction, position, address, type, alignment) <-
        memory_access { address, instruction, position, type, alignment },
        value { value: address, kind },
        !LOCAL(kind);

    // Most accesses are of stack slots, as what they were made for. They are all right.
    Direct(instruction, position, address, type, alignment) <-
        memory_access { address, instruction, position, type, alignment },
        definition { value: address, instruction: slot },
        alloca_instruction { instruction: slot, type: slot_type, alignment: slot_alignment },
        (type != slot_type || alignment > slot_alignment);

    Direct(instruction, position, address, type, alignment) <-
        memory_access { address, instruction, position, type, alignment },
        definition { value: address, instruction: slot },
        alloca_instruction { instruction: slot, element_count },
        !constant_integer { constant: element_count, signed: "1" };

    /// `address` is to be followed.
    struct Address(ValueId);

    Address(address) <- Use(_, _, _, address);

    Address(address) <- Direct(_, _, address, _, _);

    /// `object` is the stack slot that `instruction` reserves.
    struct Slot(ValueId, InstructionId);

    Slot(object, instruction) <-
        Address(object),
        definition { value: object, instruction },
        alloca_instruction { instruction };

    Slot(object, instruction) <-
        pointer_step { base: object },
        definition { value: object, instruction },
        alloca_instruction { instruction };

    /// `object` is a constant of kind `kind`, and not an address within something else.
    struct Constant(ValueId, ValueKind);

    Constant(object, kind) <-
        Address(object),
        value { value: object, kind },
        !LOCAL(kind),
        !constant_getelementptr { constant: object };

    Constant(object, kind) <-
        pointer_step { base: object },
        value { value: object, kind },
        !LOCAL(kind),
        !constant_getelementptr { constant: object };

    /// `address` points into `object`.
    struct Into(ValueId, ValueId);

    Into(object, object) <- Slot(object, _);

    Into(object, object) <- Constant(object, _);

    Into(address, object) <- Into(base, object), pointer_step { base, address };

    /// `address` points `offset` bytes behind the beginning of `object`.
    struct At(ValueId, ValueId, i64);

    At(object, object, 0) <- Slot(object, _);

    At(object, object, 0) <- Constant(object, _);

    At(address, object, offset.saturating_add(step)) <-
        At(base, object, offset),
        pointer_step { base, address },
        constant_step { address, offset: step };

    /// Through operand `position` of `instruction`, `address`, which points into an object, a value of
    /// `type` is read or written, aligned to `alignment` bytes.
    struct Access(InstructionId, u32, ValueId, TypeId, u32);

    Access(instruction, position, address, type, alignment) <-
        Direct(instruction, position, address, type, alignment);

    Access(instruction, position, address, type, alignment) <-
        memory_access { address, instruction, position, type, alignment },
        Into(address, object),
        (address != object);

    /// Operand `position` of `instruction` points, for `purpose`, into the constant `object`, which is
    /// of kind `kind`.
    struct Of(InstructionId, u32, Purpose, ValueId, ValueKind);

    Of(instruction, position, purpose, object, kind) <-
        Use(instruction, position, purpose, address),
        !ESCAPES(purpose, _),
        Into(address, object),
        Constant(object, kind);

    Of(instruction, position, Purpose::Read, object, kind) <-
        Access(instruction, position, address, _, _),
        Into(address, object),
        Constant(object, kind),
        load_instruction { instruction };

    Of(instruction, position, Purpose::Write, object, kind) <-
        Access(instruction, position, address, _, _),
        Into(address, object),
        Constant(object, kind),
        !load_instruction { instruction };

    /// In `function`, null may be an address.
    struct NullIsValid(FunctionId);

    NullIsValid(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "null_pointer_is_valid" };

    violation(NULL_ADDRESS, Subject::Operand(instruction, position)) <-
        Of(instruction, position, _, null, ValueKind::NullPointer),
        value { value: null, type },
        pointer_type { type, address_space: 0 },
        !Length(instruction, 0),
        instruction { instruction, function },
        !NullIsValid(function);

    violation(UNDEFINED_ADDRESS, Subject::Operand(instruction, position)) <-
        Of(instruction, position, _, _, kind),
        UNDEFINED(kind);

    violation(MARK_AS_ADDRESS, Subject::Operand(instruction, position)) <-
        Of(instruction, position, _, object, ValueKind::ConstantExpression),
        constant_operand { constant: object, operand },
        constant_integer { constant: operand, signed },
        let number = module.text(signed),
        MARKS(number);

    violation(WRITE_TO_CONSTANT, Subject::Operand(instruction, position), variable) <-
        Of(instruction, position, Purpose::Write, variable, ValueKind::GlobalVariable),
        global_flag { global: variable, flag: GlobalFlag::Constant };

    violation(rule, Subject::Operand(instruction, position), object) <-
        Of(instruction, position, purpose, object, kind),
        MISUSES(purpose, kind, rule);

    violation(BRANCH_TO_NO_BLOCK, Subject::Operand(instruction, position), object) <-
        Of(instruction, position, Purpose::Branch, object, kind),
        (kind != ValueKind::BlockAddress);

    violation(rule, Subject::Operand(instruction, position)) <-
        Use(instruction, position, purpose, address),
        ESCAPES(purpose, rule),
        Into(address, object),
        Slot(object, _);

    /// `variable`, of type `type`, is defined here and nowhere else.
    struct Defined(ValueId, TypeId);

    Defined(variable, type) <-
        Constant(variable, ValueKind::GlobalVariable),
        global_initializer { global: variable },
        global { global: variable, value_type: type },
        !interposable_global { global: variable };

    /// `object` is `size` bytes long.
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

    violation(OUT_OF_BOUNDS, Subject::Operand(instruction, position), Detail::Signed(offset)) <-
        Access(instruction, position, address, type, _),
        At(address, object, offset),
        Sized(object, end),
        type_layout { type, store_size },
        let Ok(size) = i64::try_from(store_size),
        (size > 0),
        (offset < 0 || offset.saturating_add(size) > end);

    violation(OUT_OF_BOUNDS, Subject::Operand(call, position), Detail::Signed(offset)) <-
        Length(call, length),
        (length > 0),
        Use(call, position, purpose, address),
        (matches!(purpose, Purpose::Read | Purpose::Write)),
        At(address, object, offset),
        Sized(object, end),
        (offset < 0 || offset.saturating_add(length) > end);

    violation(MISALIGNED, Subject::Operand(instruction, position), Detail::Number(actual)) <-
        Access(instruction, position, address, _, claimed),
        At(address, object, offset),
        Aligned(object, alignment),
        let actual = common_alignment(alignment, offset),
        (u64::from(claimed) > actual);
}

/// How many bytes `count`, a decimal number, elements of so many bytes take.
fn size_of_elements(count: &str, element: u64) -> Option<i64> {
    count.parse::<i64>().ok()?.checked_mul(i64::try_from(element).ok()?)
}

/// What an address `offset` bytes behind one aligned to `alignment` bytes is aligned to.
fn common_alignment(alignment: u32, offset: i64) -> u64 {
    match offset {
        0 => alignment.into(),
        _ => u64::from(alignment).min(1 << offset.trailing_zeros()),
    }
}
