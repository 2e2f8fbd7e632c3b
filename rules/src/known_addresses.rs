//! Addresses whose object is known: operands through which instructions access, call or branch,
//! traced back through `getelementptr` to a constant or a stack slot.
//!
//! The lint rules report them even if the access depends on a length; `undefined-behavior` uses the
//! null pointers whose access is undefined behaviour in every execution.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{
    Certainty, FunctionId, InstructionFlag, InstructionId, Opcode, TailCallKind, TypeId, UbCause,
    ValueId, ValueKind, Word,
};
use rules_macros::datalog;

/// The use of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Memory is read through it.
    Read,
    /// Memory is written through it.
    Write,
    /// It is called.
    Call,
    /// Control branches to it.
    Branch,
    /// It is returned.
    Return,
    /// It is passed by a tail call, not as a copy.
    TailCall,
}

/// The size and alignment of an access at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The number of bytes, if it is constant.
    pub length: Option<i64>,
    /// The alignment that the instruction asserts.
    pub alignment: u32,
}

impl Extent {
    /// The extent of an access whose size and alignment are unknown.
    const UNKNOWN: Self = Self { length: None, alignment: 1 };
}

/// `(instruction, position, purpose, object, offset, extent)`: operand `position` of `instruction`,
/// which it uses for `purpose`, points `offset` bytes after the start of `object`, a constant or a
/// stack slot. The access has `extent`. The offset is `None` if some index is not constant.
pub type Points = (InstructionId, u32, Purpose, ValueId, Option<i64>, Extent);

/// `(instruction, position, cause, certainty)`: `instruction` accesses, calls or branches to its
/// operand `position`, which does not point to an object for the reason `cause`. If the certainty
/// is definite, this is undefined behaviour in every execution that reaches the instruction.
pub type InvalidAddress = (InstructionId, u32, UbCause, Certainty);

/// The addresses that point into constants and stack slots. Accesses of a stack slot that have its
/// type and require no greater alignment are omitted, because they are valid.
pub fn points(scope: Scope) -> Vec<Points> {
    let (points, _) = program::run(scope, ValueKind::ALL.iter().copied());
    points.into_iter().map(|program::Points(a, b, c, d, e, f)| (a, b, c, d, e, f)).collect()
}

/// The addresses that do not point to an object.
pub fn invalid_addresses(scope: Scope) -> Vec<InvalidAddress> {
    let kinds = [ValueKind::NullPointer, ValueKind::Undef, ValueKind::Poison];
    let (_, invalid_addresses) = program::run(scope, kinds);
    invalid_addresses.into_iter().map(|program::InvalidAddress(a, b, c, d)| (a, b, c, d)).collect()
}

/// The position of the length argument of a memory transfer.
const LENGTH: u32 = 2;

datalog! { module;
    @input
    /// Objects of this kind are tracked; those that instructions compute are stack slots.
    struct Follows(ValueKind);

    /// The kinds of values that are not constants.
    const LOCAL(ValueKind) = [
        ValueKind::Argument,
        ValueKind::Instruction,
        ValueKind::Block,
        ValueKind::Metadata,
        ValueKind::InlineAsm,
    ];

    /// Values that can be called, or do not have an address.
    const CALLABLE(ValueKind) = [ValueKind::Function, ValueKind::InlineAsm];

    /// The instructions whose addresses are tracked.
    const ADDRESSES(Opcode) = [Opcode::Alloca, Opcode::GetElementPtr];

    /// The instructions that access memory, with the purpose.
    const ACCESSES(Opcode, Purpose) = [
        (Opcode::Load, Purpose::Read),
        (Opcode::Store, Purpose::Write),
        (Opcode::AtomicRmw, Purpose::Write),
        (Opcode::CmpXchg, Purpose::Write),
    ];

    /// Uses that are only relevant for stack slots, because the address outlives them.
    const OUTLIVES(Purpose) = [Purpose::Return, Purpose::TailCall];

    /// The intrinsics that access memory through their arguments, with the position of the argument
    /// and the purpose.
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

    // Uses of addresses.

    /// Operand `position` of `instruction` is `address`, used for `purpose`, and the access has
    /// `extent`.
    struct Use(InstructionId, u32, Purpose, ValueId, Extent);

    Use(instruction, 0, Purpose::Write, list, Extent::UNKNOWN) <-
        va_arg_instruction { instruction, list };

    Use(instruction, 0, Purpose::Branch, address, Extent::UNKNOWN) <-
        indirectbr_instruction { instruction, address };

    Use(call, position, Purpose::Call, callee, Extent::UNKNOWN) <-
        call_instruction { instruction: call, callee },
        value { value: callee, kind },
        !CALLABLE(kind),
        instruction_operand { instruction: call, position, operand: callee },
        !instruction_operand { instruction: call, position: position + 1 };

    Use(ret, 0, Purpose::Return, value, Extent::UNKNOWN) <-
        Follows(ValueKind::Instruction),
        return_value { instruction: ret, value },
        definition { value, instruction: source },
        instruction { instruction: source, opcode },
        ADDRESSES(opcode);

    Use(call, position, Purpose::TailCall, argument, Extent::UNKNOWN) <-
        Follows(ValueKind::Instruction),
        tail_call { instruction: call, kind },
        (kind != TailCallKind::NoTail),
        call_argument { instruction: call, position, argument },
        definition { value: argument, instruction: source },
        instruction { instruction: source, opcode },
        ADDRESSES(opcode),
        !Copied(call, position);

    /// The argument of `call` at `position` is passed as a copy of its pointee.
    struct Copied(InstructionId, u32);

    Copied(call, position) <-
        call_argument_attribute { instruction: call, position, attribute },
        attribute { attribute, name: "byval" };

    /// The function that the operand `callee` denotes accesses memory through its argument at
    /// `position`, for `purpose`.
    struct Transfers(ValueId, u32, Purpose);

    Transfers(callee, position, purpose) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        TRANSFERS(name, position, purpose),
        function { function, value: callee };

    /// `call` reads or writes `length` bytes through each of its transfer pointers.
    struct Length(InstructionId, i64);

    Length(call, length) <-
        call_instruction { instruction: call, callee },
        Transfers(callee, 0, _),
        call_argument { instruction: call, position: LENGTH, argument },
        constant_integer { constant: argument, signed },
        let Ok(length) = module.text(signed).parse::<i64>();

    /// Operand `position` of `call` is `address`, used for `purpose`, and an argument of `call` is
    /// the number of bytes accessed.
    struct Transfer(InstructionId, u32, Purpose, ValueId);

    Transfer(call, position, purpose, address) <-
        call_instruction { instruction: call, callee },
        Transfers(callee, position, purpose),
        call_argument { instruction: call, position, argument: address };

    Use(call, position, purpose, address, Extent { length: Some(length), alignment: 1 }) <-
        Transfer(call, position, purpose, address),
        Length(call, length);

    Use(call, position, purpose, address, Extent::UNKNOWN) <-
        Transfer(call, position, purpose, address),
        !Length(call, _);

    Use(instruction, position, purpose, address, extent(module, type, alignment)) <-
        memory_access { address, instruction, position, type, alignment },
        value { value: address, kind },
        !LOCAL(kind),
        Follows(kind),
        instruction { instruction, opcode },
        ACCESSES(opcode, purpose);

    // Most accesses are to stack slots of the matching type, and are valid.
    Use(instruction, position, purpose, address, extent(module, type, alignment)) <-
        Follows(ValueKind::Instruction),
        alloca_instruction { instruction: slot, type: slot_type, alignment: slot_alignment },
        instruction_result { instruction: slot, result: address },
        memory_access { address, instruction, position, type, alignment },
        (type != slot_type || alignment > slot_alignment),
        instruction { instruction, opcode },
        ACCESSES(opcode, purpose);

    Use(instruction, position, purpose, address, extent(module, type, alignment)) <-
        Follows(ValueKind::Instruction),
        alloca_instruction { instruction: slot, element_count },
        !constant_integer { constant: element_count, signed: "1" },
        instruction_result { instruction: slot, result: address },
        memory_access { address, instruction, position, type, alignment },
        instruction { instruction, opcode },
        ACCESSES(opcode, purpose);

    // Objects, and addresses within them.

    /// `object` is a stack slot.
    struct Slot(ValueId);

    Slot(object) <-
        Follows(ValueKind::Instruction),
        Use(_, _, _, object, _),
        definition { value: object, instruction },
        alloca_instruction { instruction };

    Slot(object) <-
        Follows(ValueKind::Instruction),
        alloca_instruction { instruction },
        instruction_result { instruction, result: object },
        pointer_step { base: object };

    /// `object` is a constant of kind `kind` that is not an address within another object.
    struct Constant(ValueId, ValueKind);

    Constant(object, kind) <-
        Use(_, _, _, object, _),
        value { value: object, kind },
        !LOCAL(kind),
        Follows(kind),
        !constant_getelementptr { constant: object };

    Constant(object, kind) <-
        pointer_step { base: object },
        value { value: object, kind },
        !LOCAL(kind),
        Follows(kind),
        !constant_getelementptr { constant: object };

    /// `address` points into `object`, `offset` bytes after its start if all indices are constant.
    struct PointsInto(ValueId, ValueId, Option<i64>);

    PointsInto(object, object, Some(0)) <- Slot(object);

    PointsInto(object, object, Some(0)) <- Constant(object, _);

    PointsInto(address, object, Some(start.saturating_add(step))) <-
        PointsInto(base, object, offset),
        let Some(start) = offset,
        pointer_step { base, address },
        constant_step { address, offset: step };

    PointsInto(address, object, None) <-
        PointsInto(base, object, offset),
        pointer_step { base, address },
        (offset.is_none());

    PointsInto(address, object, None) <-
        PointsInto(base, object, _),
        pointer_step { base, address },
        !constant_step { address };

    @output
    /// Operand `position` of `instruction`, used for `purpose`, points `offset` bytes after the
    /// start of `object`, a constant or a stack slot, and the access has `extent`.
    struct Points(InstructionId, u32, Purpose, ValueId, Option<i64>, Extent);

    Points(instruction, position, purpose, object, offset, extent) <-
        Use(instruction, position, purpose, address, extent),
        PointsInto(address, object, offset),
        Slot(object);

    Points(instruction, position, purpose, object, offset, extent) <-
        Use(instruction, position, purpose, address, extent),
        !OUTLIVES(purpose),
        PointsInto(address, object, offset),
        Constant(object, _);

    Points(instruction, position, purpose, object, offset, extent(module, type, alignment)) <-
        PointsInto(address, object, offset),
        (address != object),
        memory_access { address, instruction, position, type, alignment },
        instruction { instruction, opcode },
        ACCESSES(opcode, purpose);

    // Addresses that do not point to an object.

    /// The constants that are not addresses, and the corresponding causes.
    const UNDEFINED(ValueKind, UbCause) = [
        (ValueKind::Undef, UbCause::Undef),
        (ValueKind::Poison, UbCause::Poison),
    ];

    /// Null may be a valid address in `function`.
    struct NullIsValid(FunctionId);

    NullIsValid(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "null_pointer_is_valid" };

    /// `null` is the null pointer of address space 0.
    struct Null(ValueId);

    Null(null) <-
        Constant(null, ValueKind::NullPointer),
        value { value: null, type },
        pointer_type { type, address_space: 0 };

    /// `address` is null or poison.
    struct NullOrPoison(ValueId);

    NullOrPoison(address) <- PointsInto(address, null, Some(0)), Null(null);

    // The only address in bounds of null is null (LangRef, getelementptr). Without `inbounds`, the
    // result may be any address.
    NullOrPoison(address) <-
        NullOrPoison(base),
        pointer_step { base, address },
        definition { value: address, instruction },
        instruction_flag { instruction, flag: InstructionFlag::InBounds };

    NullOrPoison(address) <-
        NullOrPoison(base),
        pointer_step { base, address },
        constant_flag { constant: address, flag: InstructionFlag::InBounds };

    /// `instruction` may access zero bytes.
    struct MayBeEmpty(InstructionId);

    MayBeEmpty(call) <- Transfer(call, _, _, _), !Length(call, _);

    MayBeEmpty(instruction) <-
        Points(instruction, _, _, _, _, extent),
        (extent.length == Some(0));

    /// `instruction` is volatile, so its address need not be an address of memory (LangRef,
    /// Volatile Memory Accesses).
    struct Volatile(InstructionId);

    Volatile(instruction) <-
        Points(instruction, _, _, _, _, _),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    // The last argument of a memory transfer is its volatile flag; the last argument of an atomic
    // transfer is the size of its elements.
    Volatile(call) <-
        Transfer(call, _, _, _),
        call_argument { instruction: call, position: LENGTH + 1, argument },
        constant_integer { constant: argument, unsigned: "1" },
        value { value: argument, type },
        integer_type { type, width: 1 };

    /// Operand `position` of `instruction` points to an offset from null. An access of length 0 is
    /// not included.
    struct BasedOnNull(InstructionId, u32);

    BasedOnNull(instruction, position) <-
        Points(instruction, position, _, null, _, _),
        Null(null),
        !Length(instruction, 0),
        instruction { instruction, function },
        !NullIsValid(function);

    /// Like `BasedOnNull`, and the operand is null or poison, so that the access is undefined
    /// behaviour.
    struct DefinitelyNull(InstructionId, u32);

    DefinitelyNull(instruction, position) <-
        BasedOnNull(instruction, position),
        instruction_operand { instruction, position, operand: address },
        NullOrPoison(address),
        !MayBeEmpty(instruction),
        !Volatile(instruction);

    @output
    /// Operand `position` of `instruction`, through which it accesses memory or transfers control,
    /// does not point to an object for the reason `cause`.
    struct InvalidAddress(InstructionId, u32, UbCause, Certainty);

    InvalidAddress(instruction, position, UbCause::Null, Certainty::Definite) <-
        DefinitelyNull(instruction, position);

    InvalidAddress(instruction, position, UbCause::Null, Certainty::Conditional) <-
        BasedOnNull(instruction, position),
        !DefinitelyNull(instruction, position);

    InvalidAddress(instruction, position, cause, Certainty::Definite) <-
        Points(instruction, position, _, object, _, _),
        value { value: object, kind },
        UNDEFINED(kind, cause),
        !MayBeEmpty(instruction);

    InvalidAddress(instruction, position, cause, Certainty::Conditional) <-
        Points(instruction, position, _, object, _, _),
        value { value: object, kind },
        UNDEFINED(kind, cause),
        MayBeEmpty(instruction);
}

/// The extent of an access of a value of `type` with this alignment.
fn extent(module: Scope, r#type: TypeId, alignment: u32) -> Extent {
    let layout = module.whole().type_layout.first(r#type);
    let length = layout.and_then(|row| i64::try_from(row.store_size).ok());
    Extent { length, alignment }
}
