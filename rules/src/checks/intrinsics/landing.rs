//! `llvm.callbr.landingpad`, which passes on the outputs of a `callbr` in one of its targets.
//!
//! **Scope: module.** All its calls, which are few.

use facts_schema::{BlockId, EntityId, InstructionId, Opcode};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Calls;
use super::pointers::definition;
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, EndsInCallBr, First, Inside, Of, Successor, Target};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// The argument of `llvm.callbr.landingpad` is the result of a `callbr`.
    ///
    /// The intrinsic stands for those outputs in a target that is not the fallthrough.
    deny ARGUMENT: "INT110" "callbr-landing-argument" {
        message: "`{operand}` is no result of a `callbr`",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: ["visitIntrinsicCall: intrinstic requires callbr operand"],
    }

    /// `llvm.callbr.landingpad` stands in an indirect target of its `callbr`, which no other block
    /// goes to.
    ///
    /// The outputs are in the registers where the assembly left them, and no other way into the
    /// block would leave anything there.
    deny BLOCK: "INT111" "callbr-landing-block" {
        message: "this block is entered otherwise than from the `callbr` of `{operand:0}`",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: [
            "visitIntrinsicCall: Intrinsic in block must have 1 unique predecessor",
            "visitIntrinsicCall: Intrinsic must have corresponding callbr in predecessor",
            "visitIntrinsicCall: Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list",
        ],
    }

    /// `llvm.callbr.landingpad` is the first instruction of its block.
    ///
    /// Any other instruction could overwrite the registers.
    deny FIRST: "INT112" "callbr-landing-first" {
        message: "other instructions come before this one in its block",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: ["visitIntrinsicCall: No other instructions may proceed intrinsic"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::all(context, |name| name == "llvm.callbr.landingpad") else {
        return Vec::new();
    };
    let facts = context.facts;
    let instruction = |it: InstructionId| facts.instruction.get(it.index());
    let mut program = Crepe::new();
    let mut blocks = FxHashSet::default();
    for call in &calls.calls {
        let Some(row) = instruction(call.instruction) else { continue };
        blocks.insert(row.block);
        program.extend([Inside(call.instruction, row.block)]);
        let before = call.instruction.index().checked_sub(1);
        let before = before.and_then(|before| facts.instruction.get(before));
        if before.is_none_or(|before| before.block != row.block) {
            program.extend([First(call.instruction)]);
        }
    }
    for argument in calls.arguments.iter().filter(|it| it.position == 0) {
        if let Some((callbr, Opcode::CallBr)) = definition(context, argument.value.value) {
            program.extend([Of(argument.instruction, callbr)]);
        }
    }
    let edges = facts.block_successor.iter().filter(|row| blocks.contains(&row.successor));
    program.extend(edges.map(|row| Successor(row.block, row.successor)));
    program.extend(facts.indirect_target.iter().map(|row| Target(row.instruction, row.target)));
    let ends = facts.block_terminator.iter();
    let ends = ends
        .filter(|row| instruction(row.instruction).is_some_and(|it| it.opcode == Opcode::CallBr));
    program.extend(ends.map(|row| EndsInCallBr(row.block)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// The call `instruction` is in `block`.
        pub struct Inside(pub InstructionId, pub BlockId);

        @input
        /// The call `instruction` is the first of its block.
        pub struct First(pub InstructionId);

        @input
        /// The argument of `instruction` is the result of `callbr`.
        pub struct Of(pub InstructionId, pub InstructionId);

        @input
        pub struct Successor(pub BlockId, pub BlockId);

        @input
        /// `block` is an indirect target of `callbr`.
        pub struct Target(pub InstructionId, pub BlockId);

        @input
        pub struct EndsInCallBr(pub BlockId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(ARGUMENT, Subject::Operand(instruction, 0), Detail::None) <-
            Inside(instruction, _),
            !Of(instruction, _);

        Broken(FIRST, Subject::Instruction(instruction), Detail::None) <-
            Of(instruction, _),
            !First(instruction);

        Broken(BLOCK, Subject::Instruction(instruction), Detail::None) <-
            Of(instruction, callbr),
            Inside(instruction, block),
            !Target(callbr, block);

        Broken(BLOCK, Subject::Instruction(instruction), Detail::None) <-
            Of(instruction, _),
            Inside(instruction, block),
            !Successor(_, block);

        Broken(BLOCK, Subject::Instruction(instruction), Detail::None) <-
            Of(instruction, _),
            Inside(instruction, block),
            Successor(predecessor, block),
            !EndsInCallBr(predecessor);

        Broken(BLOCK, Subject::Instruction(instruction), Detail::None) <-
            Of(instruction, _),
            Inside(instruction, block),
            Successor(one, block),
            Successor(other, block),
            (one != other);
    }
}

violation_from! { Broken }
