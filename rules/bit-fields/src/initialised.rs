//! Whether the word that an update of bit fields reads was written before.
//!
//! Memory of the stack and of allocators is initially uninitialised. Writes to it are analysed within the
//! function: a write of all bytes that always runs before initialises the word; a write that may run before, or a
//! use of the address that allows other code to write, leaves it open.
//!
//! **Scope: module.**

use facts_schema::view::intrinsics::is_informational;
use facts_schema::view::{Scope, View};
use facts_schema::{InstructionId, LeakReason, Opcode, ValueId, ValueKind};
use points_to::allocators::{Content, content_of};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use crate::copies::is_pointer;
use crate::execution::Execution;
use crate::places::{Address, destination};
use crate::recover::BitFields;
use crate::words::access_of;
use crate::writes::Update;

/// The reasons why the words of updates may not have been initialised, by the numbers of these updates.
pub(crate) fn uninitialised(
    found: &BitFields,
    numbers: impl Iterator<Item = usize>,
) -> FxHashMap<usize, LeakReason> {
    let view = &found.view;
    let asked = numbers.filter_map(|number| {
        let update = found.updates.get(number)?;
        let access = access_of(&found.words.accesses, update.store)?;
        let load = view.definition_of(*update.words.first()?)?;
        let Address { root, offset } = access.place;
        let end = offset.saturating_add(access.width.div_ceil(8).into());
        Some((number, load, root, (offset, end)))
    });
    let frozen: FxHashMap<InstructionId, bool> =
        found.updates.iter().map(|it| (it.store, is_frozen(found, it))).collect();
    let rewrites = frozen.into_iter().filter(|(_, is_frozen)| !is_frozen).map(|(store, _)| store);
    let execution = Execution::new(view);
    let (reasons,) = program::run(Scope::module(view), &execution, asked, rewrites);
    reasons.into_iter().map(|program::Reason(update, reason)| (update, reason)).collect()
}

/// Whether all kept bits of the word have been frozen.
pub(crate) fn is_frozen(found: &BitFields, update: &Update) -> bool {
    let view = &found.view;
    update.words.iter().all(|word| {
        let mut users = found.words.uses_of(*word).peekable();
        users.peek().is_some() && users.all(|user| view.opcode_of(user) == Some(Opcode::Freeze))
    })
}

/// The effect of an intrinsic on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// It sets bytes.
    Sets,
    /// It copies bytes.
    Copies,
    /// Nothing.
    Tells,
}

/// A range of bytes of an object: the first, and one past the last.
type Bytes = (i64, i64);

/// The range of bytes that starts at `place`.
fn bytes(place: Address, size: u64) -> Option<Bytes> {
    Some((place.offset, place.offset.checked_add(i64::try_from(size).ok()?)?))
}

/// The size of a value in memory, in bytes.
fn size_of(view: &View, value: ValueId) -> Option<u64> {
    view.types().size(view.type_of(value)?)
}

/// Whether written bytes, if they are known, certainly include all bytes that are read.
fn covers(written: Option<Bytes>, read: Bytes) -> bool {
    written.is_some_and(|(from, to)| from <= read.0 && read.1 <= to)
}

/// Whether written bytes may include bytes that are read.
fn overlaps(written: Option<Bytes>, read: Bytes) -> bool {
    written.is_none_or(|(from, to)| from < read.1 && read.0 < to)
}

datalog! { module;
    @context execution: &'a Execution<'a, 'a>;

    @input
    /// `update` reads these bytes of the target of `root` by `load`.
    struct Reads(usize, InstructionId, ValueId, Bytes);

    @input
    /// `store` writes back the bits that were read.
    struct Rewrites(InstructionId);

    /// Instructions that neither write to their address nor keep it.
    const INSPECTS(Opcode) = [Opcode::Load, Opcode::ICmp];

    /// Instructions that compute addresses from addresses.
    const STEPS(Opcode) = [
        Opcode::GetElementPtr,
        Opcode::BitCast,
        Opcode::AddrSpaceCast,
        Opcode::Freeze,
    ];

    /// Instructions whose effect on their address is known more precisely than that they may write anything there.
    const KNOWN_EFFECT(Opcode) = [Opcode::Store, Opcode::Call];

    /// The prefixes of the names of the intrinsics that write through their first argument.
    const WRITERS(&'static str, Effect) = [
        ("llvm.memset", Effect::Sets),
        ("llvm.memcpy", Effect::Copies),
        ("llvm.memmove", Effect::Copies),
    ];

    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    /// The instructions that call allocators.
    const ALLOCATES(Opcode) = [Opcode::Call, Opcode::Invoke];

    // The accesses of instructions to the memory.

    /// The memory that `root` points to is relevant.
    struct Root(ValueId);

    Root(root) <- Reads(_, _, root, _);

    /// Operand `position` of `instruction`, which applies `opcode`, leads to `place`.
    struct Use(InstructionId, Opcode, u32, Address);

    Use(instruction, opcode, position, place) <-
        instruction_operand { instruction, position, operand },
        (is_pointer(module.whole(), operand)),
        let place = destination(module.whole(), operand),
        Root(place.root),
        instruction { instruction, opcode },
        !INSPECTS(opcode);

    /// `call` calls an intrinsic with this effect.
    struct Calls(InstructionId, Effect);

    Calls(call, effect) <-
        Use(call, Opcode::Call, _, _),
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic },
        let name = module.text(intrinsic),
        WRITERS(beginning, effect),
        (name.starts_with(beginning));

    Calls(call, Effect::Tells) <-
        Use(call, Opcode::Call, _, _),
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic },
        (is_informational(module.text(intrinsic)));

    /// `instruction` may write to the target of `root`: all of these bytes, if they are known. The last column
    /// says whether the written content is known to be initialised.
    struct Write(ValueId, InstructionId, Option<Bytes>, bool);

    Write(place.root, instruction, None, false) <-
        Use(instruction, opcode, _, place),
        !STEPS(opcode),
        !KNOWN_EFFECT(opcode);

    // The result leads elsewhere, by a variable index.
    Write(place.root, instruction, None, false) <-
        Use(instruction, opcode, _, place),
        STEPS(opcode),
        instruction_result { instruction, result },
        (destination(module.whole(), result).root != place.root);

    // The address itself is stored.
    Write(place.root, store, None, false) <- Use(store, Opcode::Store, 0, place);

    Write(place.root, store, size.and_then(|it| bytes(place, it)), is_initialised) <-
        Use(store, Opcode::Store, 1, place),
        !Rewrites(store),
        store_instruction { instruction: store, value },
        let size = size_of(module.whole(), value),
        value { value, kind },
        let is_initialised = !UNDEFINED.contains(&kind);

    Write(place.root, call, None, false) <-
        Use(call, Opcode::Call, _, place),
        !Calls(call, _);

    Write(place.root, call, size.and_then(|it| bytes(place, it)), true) <-
        Use(call, Opcode::Call, 0, place),
        Calls(call, Effect::Sets),
        Length(call, size);

    // The first value of a variable is copied from a constant.
    Write(place.root, call, size.and_then(|it| bytes(place, it)), kind == ValueKind::GlobalVariable) <-
        Use(call, Opcode::Call, 0, place),
        Calls(call, Effect::Copies),
        Length(call, size),
        call_argument { instruction: call, position: 1, argument },
        value { value: destination(module.whole(), argument).root, kind };

    /// `call` writes this number of bytes, if it is known.
    struct Length(InstructionId, Option<u64>);

    Length(call, size) <-
        Calls(call, _),
        call_argument { instruction: call, position: 2, argument },
        let size = module.unsigned(argument).and_then(|it| u64::try_from(it).ok());

    // The initial content of memory.

    /// `call` allocates the target of `root`, with this initial content.
    struct Allocated(ValueId, Content);

    Allocated(root, content) <-
        Root(root),
        definition { value: root, instruction: call },
        call_instruction { instruction: call, opcode, callee },
        ALLOCATES(opcode),
        value_name { value: callee, name },
        let Some(content) = content_of(module.text(name));

    /// The target of `root` is initially uninitialised.
    struct Empty(ValueId);

    Empty(root) <-
        Root(root),
        definition { value: root, instruction },
        alloca_instruction { instruction };

    Empty(root) <- Allocated(root, Content::Uninitialised);

    /// The target of `root` is initially initialised.
    struct Initialised(ValueId);

    Initialised(root) <- Allocated(root, Content::Zero);

    // A global initially has the content of its initializer; if that is undefined, other functions may run before.
    Initialised(root) <- Root(root), global_variable { global: root }, !BeginsUndefined(root);

    /// The initializer of `global` is undefined.
    struct BeginsUndefined(ValueId);

    BeginsUndefined(global) <-
        Root(global),
        global_initializer { global, initializer },
        value { value: initializer, kind },
        UNDEFINED(kind);

    // The reads of updates.

    /// The bytes that `update` reads have certainly been written.
    struct Written(usize);

    Written(update) <-
        Reads(update, load, root, read),
        Write(root, write, written, true),
        (covers(written, read)),
        (execution.dominates(write, load));

    /// Some of the bytes that `update` reads may have been written.
    struct MayBeWritten(usize);

    MayBeWritten(update) <-
        Reads(update, load, root, read),
        !Written(update),
        Write(root, write, written, _),
        (overlaps(written, read)),
        (execution.may_precede(write, load));

    @output
    /// The word that `update` reads may not be initialised, for this reason.
    struct Reason(usize, LeakReason);

    Reason(update, LeakReason::Uninitialised) <-
        Reads(update, _, root, _),
        Empty(root),
        !Written(update),
        !MayBeWritten(update);

    Reason(update, LeakReason::Unknown) <- MayBeWritten(update), Reads(update, _, root, _), Empty(root);

    Reason(update, LeakReason::Unknown) <-
        Reads(update, _, root, _),
        !Empty(root),
        !Initialised(root),
        !Written(update);
}
