//! The writes of instructions to memory.
//!
//! **Scope: module.**

use facts_schema::view::Scope;
use facts_schema::{InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use super::initial::Initials;

/// The content that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// The value of a store.
    Store(InstructionId, ValueId),
    /// Bytes that are neither undef nor poison.
    Defined,
    /// Anything.
    Unknown,
}

/// The effect of an intrinsic on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// It sets bytes.
    Sets,
    /// It copies bytes.
    Copies,
}

/// An instruction, the address that it writes to, the number of bytes if it is known, and the content.
pub(super) type Write = (InstructionId, ValueId, Option<u32>, What);

/// The writes of the module's instructions, in order.
pub(super) fn writes(initials: &Initials) -> Vec<Write> {
    let (writes,) = program::run(Scope::module(&initials.module.index), initials);
    let writes = writes.into_iter().map(|program::Writes(a, b, c, d)| (a, b, c, d));
    let mut writes: Vec<Write> = writes.collect();
    writes.sort_by_key(|(instruction, ..)| *instruction);
    writes
}

datalog! { module;
    @context known: &'a Initials<'a, 'a>;

    /// The prefixes of the names of the intrinsics that write to their first argument.
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

    /// `Transfers(call, effect, address, source, size)`: `call` calls an intrinsic that copies `size` bytes, if
    /// the number is known, from `source` to `address`.
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

    /// The content that `call` writes is neither undef nor poison.
    struct IsDefined(InstructionId);

    IsDefined(call) <-
        Transfers(call, effect, _, source, _),
        (effect == Effect::Sets),
        value { value: source, kind: ValueKind::ConstantInteger };

    IsDefined(call) <-
        Transfers(call, effect, _, source, _),
        (effect == Effect::Copies),
        (known.is_fully_defined(source));

    Writes(call, address, size, What::Defined) <-
        Transfers(call, _, address, _, size),
        IsDefined(call);

    Writes(call, address, size, What::Unknown) <-
        Transfers(call, _, address, _, size),
        !IsDefined(call);
}
