//! The moves of pointers that the Datalog programs derive, before variables, objects and sites have numbers.

use facts_schema::{BlockId, FunctionId, InstructionId, ValueId};

use crate::constraints::{Length, Moment, Origin};
use crate::offsets::Step;

/// A key, which becomes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The pointers of external code.
    External,
    /// The pointers that escape to external code.
    Captured,
    /// Pointers of libraries that do not use the program's memory.
    Library,
    /// The thrown values.
    Thrown,
    /// The values thrown with this type.
    ThrownAs(ValueId),
    /// The values that a handler of this type catches.
    CaughtAs(ValueId),
    /// The values thrown with an unknown type.
    Untyped,
    /// The values that standard libraries throw, with a type of their own.
    ThrownByLibrary,
    /// The address of the callable that a function receives or leaves; see `once`.
    Callable(FunctionId),
    /// A part of a value.
    Value(ValueId, u32),
    /// A part of a function's result.
    Return(FunctionId, u32),
    /// The variable arguments that a function gets.
    Variadic(FunctionId),
    /// The content of the cell of this number at a moment in a run of the function.
    Held(FunctionId, u32, Moment),
    /// All content that the cell of this number ever has.
    Content(u32),
    /// A part of a value if control came along the edge of this number into the block on whose predecessors the
    /// value depends.
    ValueAlong(ValueId, u32, u8),
    /// The same for an intermediate step.
    StepAlong(Purpose, u32, u32, u32, u8),
    /// An intermediate step, identified by its purpose, by the number of an instruction or value, and by the other
    /// numbers.
    Step(Purpose, u32, u32, u32),
}

impl Key {
    /// The value that the key is a part of.
    pub fn value(self) -> Option<ValueId> {
        match self {
            Self::Value(value, _) => Some(value),
            _ => None,
        }
    }
}

/// The purpose of an intermediate step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The address that `getelementptr` computes, before its last step.
    Address,
    /// An unknown distance after an address.
    Somewhere,
    /// The content of a stack variable at the beginning of a block.
    Entry,
    /// The content of a cell of memory at the beginning of a block.
    HeldAtEntry,
    /// The content of a cell of memory after a call.
    HeldAfter,
    /// A value read from memory.
    Content,
    /// The value that `atomicrmw` stores.
    Combined,
    /// The variable arguments of a function, as laid out in memory.
    Arguments,
    /// The exceptions that a handler receives.
    Handled,
    /// The address of a closure in a union.
    Closure,
    /// A pointer whose low bits have been tested.
    Tagged,
    /// A pointer that is `this` of an inlined function.
    Receiver,
    /// A pointer that is not known to point to allocated memory yet.
    Allocated,
    /// The address of a method in the virtual table of a trait object.
    Method,
    /// The address of the callable that an instruction leaves; see `once`.
    Callable,
    /// A phi without the entries that its uses never see.
    Seen,
    /// A phi or select without a value that it differs from at its uses.
    Different,
    /// Pointers in some cases of a function; see `cases`.
    Given,
}

/// Declares the relations that programs derive, together with their rows.
macro_rules! moves {
    ($(
        $(#[doc = $doc:literal])*
        $row:ident($($column:ty),*) in $rows:ident,
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $row($(pub $column),*);

            impl Extend<$row> for Moves {
                fn extend<I: IntoIterator<Item = $row>>(&mut self, rows: I) {
                    self.$rows.extend(rows);
                }
            }
        )*

        /// All moves of a function or of the module.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Moves {
            $(
                $(#[doc = $doc])*
                pub $rows: Vec<$row>,
            )*
        }

        impl Moves {
            /// Adds other moves.
            pub fn add(&mut self, other: Self) {
                $(self.$rows.extend(other.$rows);)*
            }

            /// Sorts all moves and removes duplicates: programs derive them in any order, and several may derive
            /// the same.
            pub fn sort(&mut self) {
                $(
                    self.$rows.sort_unstable();
                    self.$rows.dedup();
                )*
            }
        }
    };
}

moves! {
    /// `Address(variable, object)`: `variable` is the address of `object`.
    Address(Key, Origin) in addresses,

    /// `Assign(to, from)`: `to` holds everything that `from` holds.
    Assign(Key, Key) in assigns,

    /// `Shift(to, from, step)`: `to` holds everything that `from` holds, moved by `step`.
    Shift(Key, Key, Step) in shifts,

    /// `Load(to, address, offset)`: `to` holds the content `offset` bytes after the target of `address`.
    Load(Key, Key, u32) in loads,

    /// `Store(address, offset, from)`: everything that `from` holds is written `offset` bytes after the target of
    /// `address`.
    Store(Key, u32, Key) in stores,

    /// `Transfer(to, from, length)`: `length` bytes are copied from the target of `from` to the target of `to`.
    Transfer(Key, Key, Length) in transfers,

    /// `Promoted(instruction, address)`: the content of the memory at `address`, which `instruction` reserves, is
    /// followed without the memory.
    Promoted(InstructionId, ValueId) in promoted,

    /// `Merge(to, block, before, from)`: when control reaches `block` from `before`, `to` holds what `from`
    /// holds.
    Merge(Key, BlockId, BlockId, Key) in merges,

    /// `Calls(instruction, callee)`: the call calls everything that `callee` points to.
    Calls(InstructionId, Key) in calls,

    /// `RunsOnce(instruction, invoker, callable)`: the call also calls `invoker`, with the address of a callable; see
    /// `once`.
    RunsOnce(InstructionId, ValueId, Key) in runs_once,

    /// `Passes(instruction, position, part, from)`: `from` holds this part of the call's argument.
    Passes(InstructionId, u32, u32, Key) in arguments,

    /// `PassesAll(instruction, from)`: everything that `from` holds is passed as variable arguments of the call.
    PassesAll(InstructionId, Key) in variable_arguments,

    /// `Known(instruction)`: the result of the load `instruction` is followed without memory.
    Known(InstructionId) in known,

    /// `PassesHeld(instruction, cell, from)`: when the call runs a cloned function, the cell holds what `from`
    /// holds.
    PassesHeld(InstructionId, u32, Key) in passed_cells,

    /// `GetsHeld(instruction, cell, to)`: `to` holds the content of the cell after the call has run a cloned
    /// function.
    GetsHeld(InstructionId, u32, Key) in changed_cells,

    /// `Splits(instruction, edge)`: the calls that `instruction` makes after control came along this edge are
    /// followed separately.
    Splits(InstructionId, u8) in splits,

    /// `PassesAlong(instruction, edge, position, part, from)`: in those calls, `from` holds this part of the
    /// call's argument.
    PassesAlong(InstructionId, u8, u32, u32, Key) in split_arguments,

    /// `Gets(instruction, part, to)`: `to` holds this part of the call's result.
    Gets(InstructionId, u32, Key) in results,
}

/// What uses the key that a move starts from.
#[derive(Clone, Copy, Debug)]
pub enum User {
    /// The computation of this key, or the forwarding of memory to it.
    Computing(Key),
    /// A load into this key.
    Loading(Key),
    /// A store to this address of this value.
    Storing(Key, Key),
    /// A call.
    Call(InstructionId),
    /// Any instruction.
    Unknown,
}

impl Moves {
    /// Turns merges into assignments, independent of where control comes from.
    pub fn add_merges(&mut self) {
        let merges = self.merges.iter().map(|Merge(to, _, _, from)| Assign(*to, *from));
        self.assigns.extend(merges);
    }

    /// The edges along which the calls that `instruction` makes are followed; none if they are not distinguished.
    pub fn edges_of(&self, instruction: InstructionId) -> impl Iterator<Item = Option<u8>> + '_ {
        let start = self.splits.partition_point(|row| row.0 < instruction);
        let edges = self.splits[start..].iter().take_while(move |row| row.0 == instruction);
        let edges = edges.map(|row| Some(row.1));
        let is_split = self.splits.get(start).is_some_and(|row| row.0 == instruction);
        edges.chain((!is_split).then_some(None))
    }

    /// The keys whose pointers are moved, or moved through, before calls are split.
    pub fn sources_mut(&mut self) -> impl Iterator<Item = (User, &mut Key)> {
        let assigns = self.assigns.iter_mut().map(|row| (User::Computing(row.0), &mut row.1));
        let shifts = self.shifts.iter_mut().map(|row| (User::Computing(row.0), &mut row.1));
        let loads = self.loads.iter_mut().map(|row| (User::Loading(row.0), &mut row.1));
        let stores = self.stores.iter_mut().flat_map(|row| {
            let user = User::Storing(row.0, row.2);
            [(user, &mut row.0), (user, &mut row.2)]
        });
        let transfers = self.transfers.iter_mut().flat_map(|row| [&mut row.0, &mut row.1]);
        let merges = self.merges.iter_mut().map(|row| &mut row.3);
        let once = self.runs_once.iter_mut().map(|row| &mut row.2);
        let cells = self.passed_cells.iter_mut().map(|row| &mut row.2);
        let others = transfers.chain(merges).chain(once).chain(cells);
        let calls = self.calls.iter_mut().map(|row| (User::Call(row.0), &mut row.1));
        let arguments = self.arguments.iter_mut().map(|row| (User::Call(row.0), &mut row.3));
        let variable = self.variable_arguments.iter_mut();
        let variable = variable.map(|row| (User::Call(row.0), &mut row.1));
        let others = others.map(|key| (User::Unknown, key));
        let values = assigns.chain(shifts).chain(loads).chain(stores);
        values.chain(calls).chain(arguments).chain(variable).chain(others)
    }

    /// The values that pointers come from.
    pub fn used_values(&self) -> impl Iterator<Item = ValueId> {
        let assigns = self.assigns.iter().map(|row| row.1);
        let shifts = self.shifts.iter().map(|row| row.1);
        let stores = self.stores.iter().map(|row| row.2);
        let arguments = self.arguments.iter().map(|row| row.3);
        let split = self.split_arguments.iter().map(|row| row.4);
        let keys = assigns.chain(shifts).chain(stores).chain(arguments).chain(split);
        keys.filter_map(|key| match key {
            Key::Value(value, _) => Some(value),
            _ => None,
        })
    }
}
