//! How pointers move, as the programs say it: before variables, objects and sites have numbers.

use facts_schema::{FunctionId, InstructionId, ValueId};

use crate::constraints::{Length, Origin};
use crate::place::Step;

/// What becomes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// What external code may have.
    External,
    /// What becomes known to external code.
    Captured,
    /// What has been thrown.
    Thrown,
    /// A part of a value.
    Value(ValueId, u32),
    /// A part of what a function returns.
    Return(FunctionId, u32),
    /// The variable arguments that a function gets.
    Variadic(FunctionId),
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
    /// What is read from memory.
    Content,
    /// What `atomicrmw` stores.
    Combined,
    /// The variable arguments of a function, as they lie in memory.
    Arguments,
}

/// All moves of a function or of the module. Their columns are those of the constraints of the same
/// name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Variable and object.
    pub addresses: Vec<(Key, Origin)>,
    /// To and from.
    pub assigns: Vec<(Key, Key)>,
    /// To, from and step.
    pub shifts: Vec<(Key, Key, Step)>,
    /// To, address and offset.
    pub loads: Vec<(Key, Key, u32)>,
    /// Address, offset and from.
    pub stores: Vec<(Key, u32, Key)>,
    /// To, from and length.
    pub transfers: Vec<(Key, Key, Length)>,
    /// The call and the callee.
    pub calls: Vec<(InstructionId, Key)>,
    /// The call, position, part and what is passed.
    pub arguments: Vec<(InstructionId, u32, u32, Key)>,
    /// The call, and what it passes on.
    pub variable_arguments: Vec<(InstructionId, Key)>,
    /// The call, the part of its result, and what gets it.
    pub results: Vec<(InstructionId, u32, Key)>,
}

impl Moves {
    /// Brings all moves in order: programs give them in none.
    pub fn sort(&mut self) {
        self.addresses.sort_unstable();
        self.assigns.sort_unstable();
        self.shifts.sort_unstable();
        self.loads.sort_unstable();
        self.stores.sort_unstable();
        self.transfers.sort_unstable();
        self.calls.sort_unstable();
        self.arguments.sort_unstable();
        self.variable_arguments.sort_unstable();
        self.results.sort_unstable();
        self.addresses.dedup();
        self.assigns.dedup();
        self.shifts.dedup();
        self.loads.dedup();
        self.stores.dedup();
        self.transfers.dedup();
    }
}
