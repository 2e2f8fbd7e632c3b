//! The functions that have not been optimised: their variables are still in memory.
//!
//! **Scope: function.**

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, InstructionFlag, Opcode, TypeKind, ValueId};
use rayon::prelude::*;
use rules_macros::datalog;
use rustc_hash::FxHashSet;

/// The functions of a module that have not been optimised.
pub fn unoptimised(view: &View) -> FxHashSet<FunctionId> {
    let functions = view.facts().function.par_iter().flat_map_iter(|row| {
        let (found,) = program::run(Scope::function(view, row.function));
        found.into_iter().map(|program::Unoptimised(function)| function)
    });
    functions.collect::<Vec<_>>().into_iter().collect()
}

datalog! { functions;
    /// The kinds of types whose variables become values.
    const SCALARS(TypeKind) = [TypeKind::Integer, TypeKind::Pointer];

    /// The instructions that read and write variables, and the operand that is the address.
    const ACCESSES(Opcode, u32) = [(Opcode::Load, 0), (Opcode::Store, 1)];

    /// `address` is the address of a variable.
    struct Variable(ValueId);

    Variable(address) <-
        alloca_instruction { instruction, type },
        type { type, kind },
        SCALARS(kind),
        instruction_result { instruction, result: address };

    /// The variable at `address` has to be in memory. `mem2reg` would promote all others.
    struct InMemory(ValueId);

    InMemory(address) <-
        instruction_operand { instruction, position, operand: address },
        Variable(address),
        instruction { instruction, opcode },
        !ACCESSES(opcode, position);

    InMemory(address) <-
        instruction_operand { instruction, operand: address },
        Variable(address),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    @output
    /// `function` has not been optimised.
    struct Unoptimised(FunctionId);

    Unoptimised(function) <-
        load_instruction { instruction, address },
        Variable(address),
        !InMemory(address),
        instruction { instruction, function };

    Unoptimised(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "optnone" };
}
