//! Definitions dominate their uses.

use facts_schema::{InstructionId, Opcode};
use rules_macros::datalog;

use crate::dominance::{ControlPoint, dominated};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Ssa "ssa";
    /// Within a block, a value is defined before it is used.
    ///
    /// The instructions of a block are executed in order. Before its definition, a value does not
    /// exist, or it is the value of the previous iteration of a loop.
    deny USE_BEFORE_DEFINITION: "SSA001" "use-before-definition" {
        message: "`{operand}` is used in its block before `{detail}` is defined",
        reference: "LangRef, Well-Formedness",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }

    /// The definition of a value dominates all its uses; a phi uses an incoming value on the edge
    /// from the corresponding predecessor.
    ///
    /// Otherwise a use could be reached on a path on which the value was never computed. Uses in
    /// unreachable code are not checked.
    deny NOT_DOMINATED: "SSA002" "definition-does-not-dominate-use" {
        message: "`{operand}`, defined in `{detail}`, does not dominate this use",
        reference: "LangRef, Well-Formedness",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }

    /// Only a phi may use its own result.
    ///
    /// In a loop, such a phi uses the value of the previous iteration. Any other instruction would
    /// need its result before it computes it.
    deny SELF_REFERENCE: "SSA004" "self-reference" {
        message: "`{operand}` uses its own result, but `{opcode}` is not a phi",
        reference: "LangRef, Well-Formedness",
        checks: ["visitInstruction: Only PHI nodes may reference their own value!"],
    }

    /// An instruction only uses arguments, blocks and results of its own function.
    ///
    /// Local values belong to one activation of a function; another function can only receive them
    /// as arguments or through memory. Textual IR cannot name values of another function, but a
    /// module built in memory can contain such uses.
    deny FOREIGN_LOCAL: "SSA005" "local-of-another-function" {
        message: "`{operand}` belongs to another function, `{detail}`",
        reference: "LangRef, Identifiers",
        checks: [
            "visitInstruction: Referring to a basic block in another function!",
            "visitInstruction: Referring to an argument in another function!",
            "visitInstruction: Referring to an instruction in another function!",
        ],
    }
}

datalog! { functions;
    /// The reachable control points of the function are numbered. `place` has the number `start`,
    /// and dominates the control points from `start` (inclusive) to `end` (exclusive). The range is
    /// empty if `place` is unreachable.
    @input struct Dominates(ControlPoint, u32, u32) = dominated;

    /// Operand `position` of `user`, which is not a phi, is the result of `definition`, which does
    /// not precede it. Both are in the same reachable block.
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

    // Definitions in the entry block are excluded, because it dominates all other blocks. The
    // results of invokes are excluded, because they are not available at the end of the block (see
    // `invokes`).
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

    // A phi uses a value at the end of the incoming block.
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
