//! Whether the word that an update of bit fields reads has been written to before.
//!
//! Memory of the stack and of allocators begins uninitialised. What has been written to it is judged
//! within the function: a write of all bytes that always runs before initialises the word; one that
//! only may run before, or a use of the address that allows other code to write, leaves it open.
//!
//! **Scope: module.**

use facts_schema::view::intrinsics::only_tells;
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

/// Why the words of updates may not have been initialised, by the numbers of these updates.
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

/// Whether all that is kept of the word has been frozen.
pub(crate) fn is_frozen(found: &BitFields, update: &Update) -> bool {
    let view = &found.view;
    update.words.iter().all(|word| {
        let mut users = found.words.uses_of(*word).peekable();
        users.peek().is_some() && users.all(|user| view.opcode_of(user) == Some(Opcode::Freeze))
    })
}

/// What an intrinsic does with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// It sets bytes.
    Sets,
    /// It copies bytes.
    Copies,
    /// Nothing.
    Tells,
}

/// Bytes from the beginning of an object on: the first, and the one behind the last.
type Bytes = (i64, i64);

/// The bytes of which the first is at `place`.
fn bytes(place: Address, size: u64) -> Option<Bytes> {
    Some((place.offset, place.offset.checked_add(i64::try_from(size).ok()?)?))
}

/// How many bytes a value has in memory.
fn size_of(view: &View, value: ValueId) -> Option<u64> {
    view.types().size(view.type_of(value)?)
}

/// Whether bytes that are written, if they are known, surely include all that are read.
fn covers(written: Option<Bytes>, read: Bytes) -> bool {
    written.is_some_and(|(from, to)| from <= read.0 && read.1 <= to)
}

/// Whether bytes that are written may be among those that are read.
fn meets(written: Option<Bytes>, read: Bytes) -> bool {
    written.is_none_or(|(from, to)| from < read.1 && read.0 < to)
}

datalog! { module;
    @context execution: &'a Execution<'a, 'a>;

    @input
    /// `update` reads these bytes of what `root` points to by `load`.
    struct Reads(usize, InstructionId, ValueId, Bytes);

    @input
    /// `store` writes back what it has read.
    struct Rewrites(InstructionId);

    /// What neither writes to its address nor keeps it.
    const LOOKS(Opcode) = [Opcode::Load, Opcode::ICmp];

    /// What computes addresses from addresses.
    const STEPS(Opcode) = [
        Opcode::GetElementPtr,
        Opcode::BitCast,
        Opcode::AddrSpaceCast,
        Opcode::Freeze,
    ];

    /// What makes more of its address than that it may write anything there.
    const UNDERSTOOD(Opcode) = [Opcode::Store, Opcode::Call];

    /// How the names of the intrinsics begin that write through their first argument.
    const WRITERS(&'static str, Effect) = [
        ("llvm.memset", Effect::Sets),
        ("llvm.memcpy", Effect::Copies),
        ("llvm.memmove", Effect::Copies),
    ];

    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    /// What calls allocators.
    const ALLOCATES(Opcode) = [Opcode::Call, Opcode::Invoke];

    // What instructions do with the memory.

    /// The memory that `root` points to matters.
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
        !LOOKS(opcode);

    /// `call` is of an intrinsic that does this.
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
        (only_tells(module.text(intrinsic)));

    /// `instruction` may write to what `root` points to: surely all of these bytes, if they are known;
    /// and what it writes is initialised itself, if that is so.
    struct Write(ValueId, InstructionId, Option<Bytes>, bool);

    Write(place.root, instruction, None, false) <-
        Use(instruction, opcode, _, place),
        !STEPS(opcode),
        !UNDERSTOOD(opcode);

    // The result leads somewhere else, by an index that varies.
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

    /// `call` writes this many bytes, if that is known.
    struct Length(InstructionId, Option<u64>);

    Length(call, size) <-
        Calls(call, _),
        call_argument { instruction: call, position: 2, argument },
        let size = module.unsigned(argument).and_then(|it| u64::try_from(it).ok());

    // How the memory begins.

    /// `call` allocates what `root` points to, and the memory begins as this.
    struct Allocated(ValueId, Content);

    Allocated(root, content) <-
        Root(root),
        definition { value: root, instruction: call },
        call_instruction { instruction: call, opcode, callee },
        ALLOCATES(opcode),
        value_name { value: callee, name },
        let Some(content) = content_of(module.text(name));

    /// What `root` points to begins uninitialised.
    struct Empty(ValueId);

    Empty(root) <-
        Root(root),
        definition { value: root, instruction },
        alloca_instruction { instruction };

    Empty(root) <- Allocated(root, Content::Uninitialised);

    /// What `root` points to begins initialised.
    struct Full(ValueId);

    Full(root) <- Allocated(root, Content::Zero);

    // A global begins with its initializer; if that is undefined, other functions may run before.
    Full(root) <- Root(root), global_variable { global: root }, !BeginsUndefined(root);

    /// The initializer of `global` is undefined.
    struct BeginsUndefined(ValueId);

    BeginsUndefined(global) <-
        Root(global),
        global_initializer { global, initializer },
        value { value: initializer, kind },
        UNDEFINED(kind);

    // What the updates read.

    /// What `update` reads has surely been written.
    struct Written(usize);

    Written(update) <-
        Reads(update, load, root, read),
        Write(root, write, written, true),
        (covers(written, read)),
        (execution.dominates(write, load));

    /// Something that `update` reads may have been written.
    struct MayBeWritten(usize);

    MayBeWritten(update) <-
        Reads(update, load, root, read),
        !Written(update),
        Write(root, write, written, _),
        (meets(written, read)),
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
        !Full(root),
        !Written(update);
}
