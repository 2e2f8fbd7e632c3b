//! What instructions write to memory.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use super::initial::Initials;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// What a store writes.
    Store(InstructionId, ValueId),
    /// Bytes that are neither undef nor poison.
    Defined,
    /// Anything.
    Unknown,
}

/// What an intrinsic does with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// It sets bytes.
    Sets,
    /// It copies bytes.
    Copies,
}

/// An instruction, the address that it writes to, how many bytes if that is known, and what.
pub(super) type Write = (InstructionId, ValueId, Option<u32>, What);

/// What the instructions of the module write, in order.
pub(super) fn writes(initials: &Initials) -> Vec<Write> {
    let (writes,) = program::run(Scope::module(&initials.module.index), initials);
    let writes = writes.into_iter().map(|program::Writes(a, b, c, d)| (a, b, c, d));
    let mut writes: Vec<Write> = writes.collect();
    writes.sort_by_key(|(instruction, ..)| *instruction);
    writes
}

datalog! { module;
    @context known: &'a Initials<'a, 'a>;

    /// How the names of the intrinsics begin that write to their first argument.
    const WRITERS(&'static str, Effect) = [
        ("llvm.memset", Effect::Sets),
        ("llvm.memcpy", Effect::Copies),
        ("llvm.memmove", Effect::Copies),
    ];

    @output
    /// `Writes(instruction, address, size, what)`: `instruction` writes `size` bytes to `address`; without a
    /// size, any number of bytes.
    struct Writes(InstructionId, ValueId, Option<u32>, What);

    Writes(store, address, known.size_of(value), What::Store(store, value)) <-
        store_instruction { instruction: store, address, value };

    Writes(instruction, address, known.size_of(value), What::Unknown) <-
        atomicrmw_instruction { instruction, address, value };

    Writes(instruction, address, None, What::Unknown) <-
        cmpxchg_instruction { instruction, address };

    /// `Transfers(call, effect, address, source, size)`: `call` is of an intrinsic that writes `size` bytes to
    /// `address`, if the number is known, which it takes from `source`.
    struct Transfers(InstructionId, Effect, ValueId, ValueId, Option<u32>);

    Transfers(call, effect, address, source, size) <-
        call_instruction { instruction: call, opcode: Opcode::Call, callee },
        value_intrinsic { value: callee, intrinsic },
        let name = module.text(intrinsic),
        WRITERS(beginning, effect),
        (name.starts_with(beginning)),
        call_argument { instruction: call, position: 0, argument: address },
        call_argument { instruction: call, position: 1, argument: source },
        call_argument { instruction: call, position: 2, argument: length },
        let size = known.number(length);

    /// What `call` writes is neither undef nor poison.
    struct IsDefined(InstructionId);

    IsDefined(call) <-
        Transfers(call, effect, _, source, _),
        (effect == Effect::Sets),
        value { value: source, kind: ValueKind::ConstantInteger };

    IsDefined(call) <-
        Transfers(call, effect, _, source, _),
        (effect == Effect::Copies),
        (known.is_solid(source));

    Writes(call, address, size, What::Defined) <-
        Transfers(call, _, address, _, size),
        IsDefined(call);

    Writes(call, address, size, What::Unknown) <-
        Transfers(call, _, address, _, size),
        !IsDefined(call);
}
