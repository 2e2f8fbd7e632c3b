//! Branches that may have been hoisted above a guard: their condition depends on a value that is only well defined
//! if the guard holds, and is not frozen.
//!
//! **Scope: function.**

use facts_schema::{BlockId, DeferredReason, InstructionId, Opcode, Predicate, ValueId, ValueKind};
use rules::{Detail, Rule, Subject, Violation, rules};
use rules_macros::datalog;

use super::{Known, UNKNOWABLE};
use crate::semantics::Deferred;

rules! { UndefinedBehavior "undefined-behavior";
    /// A branch that was hoisted out of a loop depends on a frozen value.
    ///
    /// In the loop, the branch is executed only if the loop body is. Before the loop, it is always executed, and if its
    /// condition is undef or poison, this adds undefined behaviour. Freeze the condition. The rule looks for a branch
    /// that chooses between two loops with the same instructions, and whose condition is not proven to be defined.
    ///
    /// Functions that a compiler optimised (with the attribute `"target-cpu"` and without `optnone`) are not
    /// reported. There, the compiler's passes hoisted the branch with proofs that the result no longer shows,
    /// or the source has two loops.
    warn UNSWITCHED: "UND010" "unswitched-without-freeze" {
        message: "`{operand}` may be {detail}, and chooses between two versions of a loop: freeze it",
        reference: "LLVM's UB manual, The Freeze Instruction; Azevedo 2020, section 3.2.1",
        checks: [],
    }

    /// No branch depends on a value whose operands are only tested later.
    ///
    /// A shift by at least the width, an element out of range, and a conversion that does not fit are poison;
    /// a test of the operand guards against this. If the test comes after a branch on the value, either the
    /// computation was hoisted above its guard and needs a freeze, or the guard comes too late.
    warn HOISTED: "UND011" "hoisted-without-freeze" {
        message: "`{operand}` depends on {detail}, which may be poison: its operand is only tested after this branch",
        reference: "LLVM's UB manual, Immediate UB; Azevedo 2020, section 3.3",
        checks: [],
    }
}

pub(super) fn violations(known: Known) -> Vec<Violation> {
    let (found,) = program::run(known.scope(), known);
    found.into_iter().map(|program::Found(violation)| violation).collect()
}

/// The maximum number of blocks between a branch and a loop that it selects: a preheader, and the rest of a block
/// after simplification.
const MAX_STEPS: u32 = 2;

datalog! { functions;
    @context known: Known<'a>;

    /// The reasons of sources about which nothing is known.
    const UNKNOWN(DeferredReason) = UNKNOWABLE;

    /// The predicates of comparisons that do not give a bound.
    const EQUALITIES(Predicate) = [Predicate::Eq, Predicate::Ne];

    const BOUNDS(ValueKind) = [ValueKind::ConstantInteger, ValueKind::ConstantFloat];

    /// The reasons for poison that a test of an operand guards against.
    const TESTABLE(DeferredReason) = [
        DeferredReason::ShiftAmount,
        DeferredReason::FloatToInteger,
        DeferredReason::ElementIndex,
    ];

    /// `header` is the header of the innermost loop around it.
    struct Header(BlockId);

    Header(header) <- for header in known.loop_headers();

    /// A path of `steps` edges leads from `block` to the header of a loop.
    struct NearLoop(BlockId, u32);

    NearLoop(header, 0) <- Header(header);

    NearLoop(predecessor, steps + 1) <-
        NearLoop(block, steps),
        (steps < MAX_STEPS),
        block_predecessor { block, predecessor };

    /// `block`, which is near a loop, has several successors.
    struct HasSeveralSuccessors(BlockId);

    HasSeveralSuccessors(block) <-
        NearLoop(block, _),
        block_successor { block, successor: one },
        block_successor { block, successor: other },
        (one != other);

    /// Control always goes from `block` to the loop of `header`, along `steps` edges.
    struct ReachesLoop(BlockId, BlockId, u32);

    ReachesLoop(header, header, 0) <- Header(header);

    ReachesLoop(predecessor, header, steps + 1) <-
        ReachesLoop(block, header, steps),
        (steps < MAX_STEPS),
        block_predecessor { block, predecessor },
        !Header(predecessor),
        !HasSeveralSuccessors(predecessor);

    /// `branch` on `condition` chooses between the loops of `one` and `other`.
    struct Chooses(InstructionId, ValueId, BlockId, BlockId);

    Chooses(branch, condition, one, other) <-
        conditional_branch { instruction: branch, condition, true_target, false_target },
        ReachesLoop(true_target, one, _),
        ReachesLoop(false_target, other, _),
        (one != other),
        instruction { instruction: branch, block },
        (known.is_reachable(block));

    /// `branch` is in the loop of `header`.
    struct Inside(InstructionId, BlockId);

    Inside(branch, header) <-
        Chooses(branch, _, _, _),
        instruction { instruction: branch, block },
        for cycle in known.loops(block),
        let Some(header) = known.header_of(cycle);

    /// The instruction of `header` that is `offset` positions before its terminator has this opcode.
    struct HasOpcode(BlockId, u32, Opcode);

    HasOpcode(header, terminator.0 - instruction.0, opcode) <-
        Chooses(_, _, header, _),
        block_terminator { block: header, instruction: terminator },
        block_instruction { block: header, instruction, opcode };

    HasOpcode(header, terminator.0 - instruction.0, opcode) <-
        Chooses(_, _, _, header),
        block_terminator { block: header, instruction: terminator },
        block_instruction { block: header, instruction, opcode };

    /// The headers `one` and `other` have different opcodes.
    struct Differ(BlockId, BlockId);

    Differ(one, other) <-
        Chooses(_, _, one, other),
        HasOpcode(one, offset, opcode),
        !HasOpcode(other, offset, opcode);

    Differ(one, other) <-
        Chooses(_, _, one, other),
        HasOpcode(other, offset, opcode),
        !HasOpcode(one, offset, opcode);

    /// `branch` on `condition` chooses between two versions of a loop.
    struct Unswitches(InstructionId, ValueId);

    // If there is no phi, variables are in memory, so loops have not been unswitched.
    Unswitches(branch, condition) <-
        Chooses(branch, condition, one, other),
        !Differ(one, other),
        HasOpcode(one, _, Opcode::Phi),
        !Inside(branch, one),
        !Inside(branch, other);

    /// `created` may be poison for `reason`.
    struct Created(ValueId, DeferredReason);

    Created(source.part.value, source.reason) <-
        for source in known.all_sources(),
        TESTABLE(source.reason);

    /// `created` may be poison, for `reason`, unless a test of `operand` guards it.
    struct Creates(ValueId, DeferredReason, ValueId);

    Creates(created, reason, amount) <-
        Created(created, reason),
        (reason == DeferredReason::ShiftAmount),
        definition { value: created, instruction },
        binary_instruction { instruction, second_operand: amount };

    Creates(created, reason, number) <-
        Created(created, reason),
        (reason == DeferredReason::FloatToInteger),
        definition { value: created, instruction },
        conversion_instruction { instruction, operand: number };

    Creates(created, reason, index) <-
        Created(created, reason),
        (reason == DeferredReason::ElementIndex),
        definition { value: created, instruction },
        extractelement_instruction { instruction, index };

    /// `operand` may make a value poison unless it is tested.
    struct IsTestable(ValueId);

    IsTestable(operand) <- Creates(_, _, operand);

    /// `branch` tests whether `operand` is less or greater than a constant.
    struct Tests(InstructionId, ValueId);

    Tests(branch, operand) <-
        conditional_branch { instruction: branch, condition },
        definition { value: condition, instruction },
        comparison_instruction { instruction, predicate, first_operand: operand, second_operand: bound },
        IsTestable(operand),
        !EQUALITIES(predicate),
        value { value: bound, kind },
        BOUNDS(kind),
        instruction { instruction: branch, block },
        (known.is_reachable(block));

    /// `operand` is tested only after `branch` on `condition`.
    struct TestsLater(InstructionId, ValueId, ValueId);

    TestsLater(branch, condition, operand) <-
        Tests(test, operand),
        conditional_branch { instruction: branch, condition },
        (known.dominates(branch, test));

    /// `branch` on `condition` may violate a rule.
    struct BranchesOn(InstructionId, ValueId);

    BranchesOn(branch, condition) <- Unswitches(branch, condition);

    BranchesOn(branch, condition) <- TestsLater(branch, condition, _);

    /// The condition of `branch` may be poison there.
    struct MayBePoison(InstructionId);

    MayBePoison(branch) <-
        BranchesOn(branch, condition),
        (known.could_be(condition, Deferred::Poison, branch));

    /// The condition of `branch` may be undef there, but not poison.
    struct MayBeUndef(InstructionId);

    MayBeUndef(branch) <-
        BranchesOn(branch, condition),
        !MayBePoison(branch),
        (known.could_be(condition, Deferred::Undef, branch));

    /// The condition of `branch` may be poison or undef, as named by `word`.
    struct MayBe(InstructionId, &'static str);

    MayBe(branch, "poison") <- MayBePoison(branch);

    MayBe(branch, "undef") <- MayBeUndef(branch);

    /// `branch` on `condition` violates `rule`.
    struct Violates(Rule, InstructionId, ValueId, Detail);

    Violates(UNSWITCHED, branch, condition, Detail::Word(word)) <-
        Unswitches(branch, condition),
        (!known.is_optimised_by_compiler()),
        MayBe(branch, word),
        for source in known.sources(condition),
        !UNKNOWN(source.reason);

    Violates(HOISTED, branch, condition, Detail::Value(created)) <-
        TestsLater(branch, condition, operand),
        MayBe(branch, _),
        for source in known.strict_sources(condition),
        let created = source.part.value,
        Creates(created, source.reason, operand);

    @output
    struct Found(Violation);

    Found(Violation { rule, subject: Subject::Operand(branch, position), detail }) <-
        Violates(rule, branch, condition, detail),
        instruction_operand { instruction: branch, position, operand: condition };
}
