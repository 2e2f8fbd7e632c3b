//! How pointers move, as the programs say it: before variables, objects and sites have numbers.

use facts_schema::{BlockId, FunctionId, InstructionId, ValueId};

use crate::constraints::{Length, Moment, Origin};
use crate::place::Step;

/// What becomes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// What external code may have.
    External,
    /// What becomes known to external code.
    Captured,
    /// What libraries have that do nothing.
    Library,
    /// What has been thrown.
    Thrown,
    /// What has been thrown as this type.
    ThrownAs(ValueId),
    /// What a handler of this type catches.
    CaughtAs(ValueId),
    /// What has been thrown, as no type that is known.
    Untyped,
    /// What standard libraries throw, as a type of their own.
    ThrownByLibrary,
    /// The callable object that `std::call_once` leaves for an instance of its template; see `once`.
    LeftFor(FunctionId),
    /// A part of a value.
    Value(ValueId, u32),
    /// A part of what a function returns.
    Return(FunctionId, u32),
    /// The variable arguments that a function gets.
    Variadic(FunctionId),
    /// What lies in the cell of this number at a moment in a run of the function.
    Held(FunctionId, u32, Moment),
    /// What may ever lie in the cell of this number.
    Content(u32),
    /// What a part of a value is when control came along the edge of this number into the block on whose
    /// predecessors it depends.
    ValueAlong(ValueId, u32, u8),
    /// The same of a step on the way.
    StepAlong(Purpose, u32, u32, u32, u8),
    /// A step on the way to something else, which this number of an instruction or value, and the
    /// others, tell from the rest.
    Step(Purpose, u32, u32, u32),
}

/// What a step on the way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The address that `getelementptr` computes, before its last step.
    Address,
    /// A place somewhere behind an address.
    Somewhere,
    /// What lies in a variable on the stack when a block begins.
    Entry,
    /// What lies in a cell of memory when a block begins.
    HeldAtEntry,
    /// What lies in a cell of memory after a call.
    HeldAfter,
    /// What is read from memory.
    Content,
    /// What `atomicrmw` stores.
    Combined,
    /// The variable arguments of a function, as they lie in memory.
    Arguments,
    /// A pointer whose low bits have been tested.
    Tagged,
}

/// Declares the relations that programs derive, and their rows together.
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

            /// Brings all moves in order: programs give them in none, and several give the same.
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

    /// `Assign(to, from)`: `to` gets what `from` holds.
    Assign(Key, Key) in assigns,

    /// `Shift(to, from, step)`: `to` gets what `from` holds, moved by `step`.
    Shift(Key, Key, Step) in shifts,

    /// `Load(to, address, offset)`: `to` gets what lies `offset` bytes behind where `address` points.
    Load(Key, Key, u32) in loads,

    /// `Store(address, offset, from)`: what `from` holds is written `offset` bytes behind where
    /// `address` points.
    Store(Key, u32, Key) in stores,

    /// `Transfer(to, from, length)`: `length` bytes of what `from` points to are copied to where `to`
    /// points.
    Transfer(Key, Key, Length) in transfers,

    /// `Promoted(instruction, address)`: what lies in the memory at `address`, which `instruction` reserves, is
    /// followed without it.
    Promoted(InstructionId, ValueId) in promoted,

    /// `Merge(to, block, before, from)`: when control comes into `block` from `before`, `to` gets what `from`
    /// holds.
    Merge(Key, BlockId, BlockId, Key) in merges,

    /// `Calls(instruction, callee)`: the call is of what `callee` points to.
    Calls(InstructionId, Key) in calls,

    /// `Passes(instruction, position, part, from)`: this part of the call's argument is what `from` holds.
    Passes(InstructionId, u32, u32, Key) in arguments,

    /// `PassesAll(instruction, from)`: what `from` holds are variable arguments of the call.
    PassesAll(InstructionId, Key) in variable_arguments,

    /// `Known(instruction)`: what the load `instruction` gives is followed without memory.
    Known(InstructionId) in known,

    /// `PassesHeld(instruction, cell, from)`: when the call runs a cloned function, the cell holds what `from` holds.
    PassesHeld(InstructionId, u32, Key) in passed_cells,

    /// `GetsHeld(instruction, cell, to)`: `to` gets what the cell holds when the cloned function has run that the
    /// call runs.
    GetsHeld(InstructionId, u32, Key) in changed_cells,

    /// `Splits(instruction, edge)`: among the calls that `instruction` makes, those after control came along this
    /// edge are followed by themselves.
    Splits(InstructionId, u8) in splits,

    /// `PassesAlong(instruction, edge, position, part, from)`: in those, this part of the call's argument is what
    /// `from` holds.
    PassesAlong(InstructionId, u8, u32, u32, Key) in split_arguments,

    /// `Gets(instruction, part, to)`: `to` gets this part of the call's result.
    Gets(InstructionId, u32, Key) in results,
}

impl Moves {
    /// What is merged is assigned, wherever control comes from.
    pub fn add_merges(&mut self) {
        let merges = self.merges.iter().map(|Merge(to, _, _, from)| Assign(*to, *from));
        self.assigns.extend(merges);
    }

    /// The edges along which the calls that `instruction` makes are followed; none if that does not matter.
    pub fn edges_of(&self, instruction: InstructionId) -> impl Iterator<Item = Option<u8>> + '_ {
        let start = self.splits.partition_point(|row| row.0 < instruction);
        let edges = self.splits[start..].iter().take_while(move |row| row.0 == instruction);
        let edges = edges.map(|row| Some(row.1));
        let is_split = self.splits.get(start).is_some_and(|row| row.0 == instruction);
        edges.chain((!is_split).then_some(None))
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
