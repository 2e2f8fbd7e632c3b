//! What a `callbr` may call.
//!
//! **Scope: module**, on the rows of the `callbr` instructions; there are none in most modules.

use facts_schema::{BlockId, EntityId, InlineAsmFlag, InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Assembly, Broken, Bundle, CallBr, Crepe, FirstCallee, FirstInstruction, Intrinsic, Target,
    Unwinding,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// `callbr` calls inline assembly or one of few intrinsics.
    ///
    /// Only these can jump to labels that they are given; a function can only return.
    deny CALLEE: "CFG030" "callbr-callee" {
        message: "`callbr` calls `{callee}`, which is neither inline assembly nor an intrinsic that jumps",
        reference: "LangRef, callbr",
        checks: ["visitCallBrInst: Callbr is currently only used for asm-goto!"],
    }

    /// Inline assembly that a `callbr` calls does not unwind.
    ///
    /// A `callbr` says where control goes by its labels; it has none for exceptions.
    deny UNWINDING: "CFG031" "callbr-unwinds" {
        message: "the inline assembly is marked `unwind`, but `callbr` has no place to unwind to",
        reference: "LangRef, callbr",
        checks: ["visitCallBrInst: Unwinding from Callbr is not allowed"],
    }

    /// A `callbr` of `llvm.amdgcn.kill` has one indirect target, which does nothing but not be
    /// reached, and no operand bundles.
    ///
    /// The target is where the lanes go that are switched off. They do not come back.
    deny KILL: "CFG032" "callbr-kill-target" {
        message: "`callbr` of `{callee}` wants one indirect target that begins with `unreachable`, and no operand bundles",
        reference: "LangRef, callbr",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.callbr_instruction.is_empty() {
        return vec![];
    }
    let mut program = Crepe::new();
    let rows = facts.call_instruction.iter().filter(|row| row.opcode == Opcode::CallBr);
    let rows: Vec<_> = rows.collect();
    let calls: FxHashSet<InstructionId> = rows.iter().map(|row| row.instruction).collect();
    program.extend(rows.iter().map(|row| CallBr(row.instruction, row.callee)));
    for callee in rows.iter().map(|row| row.callee) {
        let kind = facts.value.get(callee.index()).map(|row| row.kind);
        if kind == Some(ValueKind::InlineAsm) {
            program.extend([Assembly(callee)]);
        }
    }
    let unwinding = facts.inline_asm_flag.iter().filter(|row| row.flag == InlineAsmFlag::Unwind);
    program.extend(unwinding.map(|row| Unwinding(row.value)));
    program.extend(context.intrinsics().map(|(function, name)| Intrinsic(function, name)));
    let bundles = facts.operand_bundle.iter().filter(|row| calls.contains(&row.instruction));
    program.extend(bundles.map(|row| Bundle(row.instruction)));
    targets(context, &calls, &mut program);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The indirect targets of the calls, and what these begin with.
fn targets<'a>(context: &Context<'a>, calls: &FxHashSet<InstructionId>, program: &mut Crepe<'a>) {
    let facts = context.facts;
    let targets = facts.indirect_target.iter().filter(|row| calls.contains(&row.instruction));
    let targets: Vec<_> = targets.collect();
    program.extend(targets.iter().map(|row| Target(row.instruction, row.position, row.target)));

    let mut first: FxHashMap<BlockId, InstructionId> = FxHashMap::default();
    for row in facts.instruction.iter().rev() {
        first.insert(row.block, row.instruction);
    }
    let callees: FxHashMap<InstructionId, ValueId> =
        facts.call_instruction.iter().map(|row| (row.instruction, row.callee)).collect();
    for target in targets {
        let Some(&instruction) = first.get(&target.target) else { continue };
        let Some(row) = facts.instruction.get(instruction.index()) else { continue };
        program.extend([FirstInstruction(target.target, instruction, row.opcode)]);
        let callee = callees.get(&instruction);
        program.extend(callee.map(|&callee| FirstCallee(target.target, callee)));
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction` is a `callbr` of `callee`.
        pub struct CallBr(pub InstructionId, pub ValueId);

        @input
        /// `value` is inline assembly.
        pub struct Assembly(pub ValueId);

        @input
        /// `value` is inline assembly that may unwind.
        pub struct Unwinding(pub ValueId);

        @input
        /// `function` is the intrinsic `name`.
        pub struct Intrinsic<'a>(pub ValueId, pub &'a str);

        @input
        /// The `callbr` `instruction` has an operand bundle.
        pub struct Bundle(pub InstructionId);

        @input
        /// The indirect target at `position` of the `callbr` `instruction` is `block`.
        pub struct Target(pub InstructionId, pub u32, pub BlockId);

        @input
        /// `block` begins with `instruction`, of `opcode`.
        pub struct FirstInstruction(pub BlockId, pub InstructionId, pub Opcode);

        @input
        /// `block` begins with a call of `callee`.
        pub struct FirstCallee(pub BlockId, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct Kill(InstructionId);

        Kill(call) <- CallBr(call, callee), Intrinsic(callee, "llvm.amdgcn.kill");

        Broken(CALLEE, Subject::Instruction(call), Detail::None) <-
            CallBr(call, callee),
            !Assembly(callee),
            !Kill(call);

        Broken(UNWINDING, Subject::Instruction(call), Detail::None) <-
            CallBr(call, callee),
            Unwinding(callee);

        struct Unreachable(BlockId);

        Unreachable(block) <- FirstInstruction(block, _, Opcode::Unreachable);

        Unreachable(block) <-
            FirstCallee(block, callee),
            Intrinsic(callee, "llvm.amdgcn.unreachable");

        Broken(KILL, Subject::Instruction(call), Detail::None) <- Kill(call), !Target(call, 0, _);

        Broken(KILL, Subject::Instruction(call), Detail::None) <- Kill(call), Target(call, 1, _);

        Broken(KILL, Subject::Instruction(call), Detail::None) <-
            Kill(call),
            Target(call, 0, block),
            !Unreachable(block);

        Broken(KILL, Subject::Instruction(call), Detail::None) <- Kill(call), Bundle(call);
    }
}

violation_from! { Broken }
