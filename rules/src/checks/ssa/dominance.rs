//! Definitions come before uses.

use facts_schema::{InstructionId, Opcode};
use rules_macros::datalog;

use crate::dominance::{ControlPoint, dominated};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Ssa "ssa";
    /// An instruction uses a value of its own block only after it is defined there.
    ///
    /// A block is executed from its first instruction to its last; before its definition a value
    /// does not exist, or is still that of the previous round of a loop.
    deny USE_BEFORE_DEFINITION: "SSA001" "use-before-definition" {
        message: "`{operand}` is used before it is defined in the same block, by `{detail}`",
        reference: "LangRef, Well-Formedness",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }

    /// The definition of a value dominates its uses: every path from the entry of the function to a
    /// use passes the definition. A phi uses its values at the end of the blocks that it names.
    ///
    /// Otherwise control could come to the use by a way on which the value was never computed. Code
    /// that cannot be reached is not asked.
    deny NOT_DOMINATED: "SSA002" "definition-does-not-dominate-use" {
        message: "control can come here without passing `{detail}`, where `{operand}` is defined",
        reference: "LangRef, Well-Formedness",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }

    /// Only a phi may use its own result.
    ///
    /// A phi does so in a loop, where it means the value of the round before. Any other instruction
    /// would need its result before it computed it.
    deny SELF_REFERENCE: "SSA004" "self-reference" {
        message: "`{operand}` is computed from itself, but `{opcode}` is no phi",
        reference: "LangRef, Well-Formedness",
        checks: ["visitInstruction: Only PHI nodes may reference their own value!"],
    }

    /// Instructions use arguments, blocks and results of their own function only.
    ///
    /// Locals live in one activation of one function; another function gets them as arguments or
    /// through memory. Textual IR cannot even name them, but a module that is built in memory can
    /// mix them up.
    deny FOREIGN_LOCAL: "SSA005" "local-of-another-function" {
        message: "`{operand}` belongs to `{detail}`",
        reference: "LangRef, Identifiers",
        checks: [
            "visitInstruction: Referring to a basic block in another function!",
            "visitInstruction: Referring to an argument in another function!",
            "visitInstruction: Referring to an instruction in another function!",
        ],
    }
}

datalog! { functions;
    /// The reachable places of the function are numbered. `place` dominates those from `start` up
    /// to, but not including, `end`. The number of a reachable place is `start`; an unreachable one
    /// dominates none.
    @input struct Dominates(ControlPoint, u32, u32) = dominated;

    /// Operand `position` of `user`, which is not a phi, is the result of `definition`, which does
    /// not come before it. Both are in one reachable block.
    struct EarlyUse(InstructionId, u32, InstructionId);

    EarlyUse(user, position, definition) <-
        instruction_operand { instruction: user, position, operand },
        definition { value: operand, instruction: definition },
        (user <= definition),
        instruction { instruction: user, block, opcode },
        (opcode != Opcode::Phi),
        instruction { instruction: definition, block },
        Dominates(ControlPoint::Block(block), start, end),
        (start < end);

    violation(SELF_REFERENCE, Subject::Operand(user, position)) <-
        EarlyUse(user, position, definition),
        (user == definition);

    violation(USE_BEFORE_DEFINITION, Subject::Operand(user, position), definition) <-
        EarlyUse(user, position, definition),
        (user < definition);

    // The entry dominates all other blocks. The result of an invoke is not available at the end of its
    // block (see `invokes`).
    violation(NOT_DOMINATED, Subject::Operand(user, position), from) <-
        Dominates(place, number, last),
        let ControlPoint::Block(at) = place,
        (number < last),
        block_instruction { block: at, instruction: user, opcode: using },
        (using != Opcode::Phi),
        instruction_operand { instruction: user, position, operand },
        definition { value: operand, instruction: definition },
        instruction { instruction: definition, block: from, opcode: defining },
        (from != at && defining != Opcode::Invoke),
        !block { block: from, position: 0 },
        Dominates(ControlPoint::Block(from), start, end),
        (!(start..end).contains(&number));

    // A phi uses a value in the block that control comes from.
    violation(NOT_DOMINATED, Subject::Operand(phi, position), from) <-
        phi_incoming { instruction: phi, position, value, block: at },
        definition { value, instruction: definition },
        instruction { instruction: definition, block: from, opcode },
        (from != at && opcode != Opcode::Invoke),
        !block { block: from, position: 0 },
        Dominates(ControlPoint::Block(from), start, end),
        Dominates(ControlPoint::Block(at), number, last),
        (number < last && !(start..end).contains(&number));

    violation(FOREIGN_LOCAL, Subject::Operand(user, position), owner) <-
        function { function },
        instruction_operand { instruction: user, position, operand },
        value_owner { value: operand, function: owner },
        (owner != function);
}
