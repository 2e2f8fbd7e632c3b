//! Addresses whose object is known: what instructions access, call or branch to, followed back through
//! `getelementptr` to a constant or a stack slot.
//!
//! The lint rules report them, also where whether the access happens depends on a length; `undefined-behavior`
//! takes from them the null pointers that are undefined behaviour in every execution.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{
    Certainty, FunctionId, InstructionFlag, InstructionId, Opcode, TailCallKind, TypeId, UbCause,
    ValueId, ValueKind, Word,
};
use rules_macros::datalog;

/// What an address is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Memory is read there.
    Read,
    /// Memory is written there.
    Write,
    /// It is called.
    Call,
    /// Control branches to it.
    Branch,
    /// It is returned.
    Return,
    /// It is passed, not as a copy, by a tail call.
    TailCall,
}

/// How much is read or written at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The number of bytes, if it is constant.
    pub length: Option<i64>,
    /// The instruction says that the address is a multiple of this.
    pub alignment: u32,
}

impl Extent {
    /// What an instruction accesses whose size and alignment are not stated.
    const UNKNOWN: Self = Self { length: None, alignment: 1 };
}

/// `(instruction, position, purpose, object, offset, extent)`: operand `position` of `instruction` points, for
/// `purpose`, `offset` bytes behind the beginning of `object`, a constant or a stack slot; `extent` is accessed
/// there. Without an offset, some step to it is not constant.
pub type Points = (InstructionId, u32, Purpose, ValueId, Option<i64>, Extent);

/// `(instruction, position, cause, certainty)`: `instruction` accesses, calls or branches to its operand
/// `position`, which points nowhere: into what `cause` says. If the certainty is definite, that is undefined
/// behaviour in every execution that reaches the instruction.
pub type Nowhere = (InstructionId, u32, UbCause, Certainty);

/// The addresses that point into constants and stack slots. Accesses of a stack slot that is of the accessed
/// type, and no less aligned, are left out: those are all right.
pub fn points(scope: Scope) -> Vec<Points> {
    let (points, _) = program::run(scope, ValueKind::ALL.iter().copied());
    points.into_iter().map(|program::Points(a, b, c, d, e, f)| (a, b, c, d, e, f)).collect()
}

/// The addresses that point nowhere.
pub fn nowhere(scope: Scope) -> Vec<Nowhere> {
    let kinds = [ValueKind::NullPointer, ValueKind::Undef, ValueKind::Poison];
    let (_, nowhere) = program::run(scope, kinds);
    nowhere.into_iter().map(|program::Nowhere(a, b, c, d)| (a, b, c, d)).collect()
}

/// The position of the argument of a transfer that is the number of bytes.
const LENGTH: u32 = 2;

datalog! { module;
    @input
    /// Objects of the kind are followed; those that instructions compute are stack slots.
    struct Follows(ValueKind);

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

    /// What computes the addresses that are followed.
    const ADDRESSES(Opcode) = [Opcode::Alloca, Opcode::GetElementPtr];

    /// What instructions access memory for.
    const ACCESSES(Opcode, Purpose) = [
        (Opcode::Load, Purpose::Read),
        (Opcode::Store, Purpose::Write),
        (Opcode::AtomicRmw, Purpose::Write),
        (Opcode::CmpXchg, Purpose::Write),
    ];

    /// Uses that matter only of stack slots: the address outlives them.
    const OUTLIVES(Purpose) = [Purpose::Return, Purpose::TailCall];

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

    // Uses of addresses.

    /// Operand `position` of `instruction` is `address`, for `purpose`, and `extent` is accessed there.
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

    /// `call` reads or writes `length` bytes through each of the pointers that are for that.
    struct Length(InstructionId, i64);

    Length(call, length) <-
        call_instruction { instruction: call, callee },
        Transfers(callee, 0, _),
        call_argument { instruction: call, position: LENGTH, argument },
        constant_integer { constant: argument, signed },
        let Ok(length) = module.text(signed).parse::<i64>();

    /// Operand `position` of `call` is `address`, for `purpose`, and `call` accesses a number of bytes
    /// there that is its argument.
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

    // Most accesses are of stack slots, as what they were made for. They are all right.
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

    // Objects, and the addresses within them.

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

    /// `object` is a constant of kind `kind`, and not an address within something else.
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

    /// `address` points into `object`, `offset` bytes behind its beginning if all steps are constant.
    struct Into(ValueId, ValueId, Option<i64>);

    Into(object, object, Some(0)) <- Slot(object);

    Into(object, object, Some(0)) <- Constant(object, _);

    Into(address, object, Some(start.saturating_add(step))) <-
        Into(base, object, offset),
        let Some(start) = offset,
        pointer_step { base, address },
        constant_step { address, offset: step };

    Into(address, object, None) <-
        Into(base, object, offset),
        pointer_step { base, address },
        (offset.is_none());

    Into(address, object, None) <-
        Into(base, object, _),
        pointer_step { base, address },
        !constant_step { address };

    @output
    /// Operand `position` of `instruction` points, for `purpose`, `offset` bytes behind the beginning of
    /// `object`, a constant or a stack slot, and `extent` is accessed there.
    struct Points(InstructionId, u32, Purpose, ValueId, Option<i64>, Extent);

    Points(instruction, position, purpose, object, offset, extent) <-
        Use(instruction, position, purpose, address, extent),
        Into(address, object, offset),
        Slot(object);

    Points(instruction, position, purpose, object, offset, extent) <-
        Use(instruction, position, purpose, address, extent),
        !OUTLIVES(purpose),
        Into(address, object, offset),
        Constant(object, _);

    Points(instruction, position, purpose, object, offset, extent(module, type, alignment)) <-
        Into(address, object, offset),
        (address != object),
        memory_access { address, instruction, position, type, alignment },
        instruction { instruction, opcode },
        ACCESSES(opcode, purpose);

    // Addresses that point nowhere.

    /// The constants that are no address, and what they are called as a cause.
    const UNDEFINED(ValueKind, UbCause) = [
        (ValueKind::Undef, UbCause::Undef),
        (ValueKind::Poison, UbCause::Poison),
    ];

    /// In `function`, null may be an address.
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

    NullOrPoison(address) <- Into(address, null, Some(0)), Null(null);

    // The only address in bounds of null is null (LangRef, getelementptr). Without `inbounds`, the result
    // is an address like others.
    NullOrPoison(address) <-
        NullOrPoison(base),
        pointer_step { base, address },
        definition { value: address, instruction },
        instruction_flag { instruction, flag: InstructionFlag::InBounds };

    NullOrPoison(address) <-
        NullOrPoison(base),
        pointer_step { base, address },
        constant_flag { constant: address, flag: InstructionFlag::InBounds };

    /// `instruction` may access no byte at all.
    struct MayBeEmpty(InstructionId);

    MayBeEmpty(call) <- Transfer(call, _, _, _), !Length(call, _);

    MayBeEmpty(instruction) <-
        Points(instruction, _, _, _, _, extent),
        (extent.length == Some(0));

    /// `instruction` is volatile: its address need not be that of memory (LangRef, Volatile Memory Accesses).
    struct Volatile(InstructionId);

    Volatile(instruction) <-
        Points(instruction, _, _, _, _, _),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    // The last argument of a transfer says whether it is volatile; of an atomic one, how large the
    // elements are.
    Volatile(call) <-
        Transfer(call, _, _, _),
        call_argument { instruction: call, position: LENGTH + 1, argument },
        constant_integer { constant: argument, unsigned: "1" },
        value { value: argument, type },
        integer_type { type, width: 1 };

    /// Operand `position` of `instruction` points into null, where nothing is. A length of 0 makes no access.
    struct ThroughNull(InstructionId, u32);

    ThroughNull(instruction, position) <-
        Points(instruction, position, _, null, _, _),
        Null(null),
        !Length(instruction, 0),
        instruction { instruction, function },
        !NullIsValid(function);

    /// The same, and it is null or poison, so that the access is undefined behaviour.
    struct SurelyNull(InstructionId, u32);

    SurelyNull(instruction, position) <-
        ThroughNull(instruction, position),
        instruction_operand { instruction, position, operand: address },
        NullOrPoison(address),
        !MayBeEmpty(instruction),
        !Volatile(instruction);

    @output
    /// Operand `position` of `instruction`, through which it goes, points into what `cause` says.
    struct Nowhere(InstructionId, u32, UbCause, Certainty);

    Nowhere(instruction, position, UbCause::Null, Certainty::Definite) <-
        SurelyNull(instruction, position);

    Nowhere(instruction, position, UbCause::Null, Certainty::Conditional) <-
        ThroughNull(instruction, position),
        !SurelyNull(instruction, position);

    Nowhere(instruction, position, cause, Certainty::Definite) <-
        Points(instruction, position, _, object, _, _),
        value { value: object, kind },
        UNDEFINED(kind, cause),
        !MayBeEmpty(instruction);

    Nowhere(instruction, position, cause, Certainty::Conditional) <-
        Points(instruction, position, _, object, _, _),
        value { value: object, kind },
        UNDEFINED(kind, cause),
        MayBeEmpty(instruction);
}

/// What an instruction accesses that says it accesses a value of `type`, aligned so.
fn extent(module: Scope, r#type: TypeId, alignment: u32) -> Extent {
    let layout = module.whole().type_layout.first(r#type);
    let length = layout.and_then(|row| i64::try_from(row.store_size).ok());
    Extent { length, alignment }
}
