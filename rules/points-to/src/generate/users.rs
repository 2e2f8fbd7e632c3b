//! The instructions that use a value.

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode, ValueId};

use super::moves::{Key, User};

/// The instructions that may write a value to memory.
const WRITING: [Opcode; 6] = [
    Opcode::Store,
    Opcode::CmpXchg,
    Opcode::AtomicRmw,
    Opcode::Call,
    Opcode::Invoke,
    Opcode::CallBr,
];

/// The instructions that may be the user of a value.
pub fn of(view: &View, value: ValueId, user: User) -> Vec<InstructionId> {
    let is_computed = |key: Key, by: InstructionId| {
        key.value().is_some_and(|it| view.definition_of(it) == Some(by))
    };
    let is_loaded = |key: Key| {
        let by = key.value().and_then(|it| view.definition_of(it));
        by.is_some_and(|it| view.opcode_of(it) == Some(Opcode::Load))
    };
    let is_user = |it: &InstructionId| match (user, view.opcode_of(*it)) {
        // What is known of the memory that a load reads was written before.
        (User::Computing(key), opcode) if is_loaded(key) => {
            opcode.is_some_and(|it| WRITING.contains(&it))
        }
        (User::Computing(key) | User::Loading(key), _) => is_computed(key, *it),
        (User::Storing(address, stored), Some(Opcode::Store)) => {
            view.store_instruction.first(*it).is_some_and(|row| {
                (Some(row.address), Some(row.value)) == (address.value(), stored.value())
            })
        }
        (User::Storing(Key::Value(..), Key::Value(..)), opcode) => {
            matches!(opcode, Some(Opcode::CmpXchg | Opcode::AtomicRmw))
        }
        (User::Call(call), _) => call == *it,
        (User::Storing(..) | User::Unknown, _) => false,
    };
    let uses = view.value_use().all(value).iter().map(|it| it.instruction);
    let all: Vec<InstructionId> = uses.collect();
    let users: Vec<InstructionId> = all.iter().copied().filter(is_user).collect();
    if users.is_empty() { all } else { users }
}
