//! Calls of intrinsics in funclets.
//!
//! **Scope: function**, for the functions with funclets that call such intrinsics.

use facts_schema::{
    BlockId, BlockSuccessor, EntityId, Facts, FunctionId, Instruction, InstructionId, Opcode,
    ValueId,
};
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::handlers::{Handlers, Scope, is_pad};
use crate::bridge::{ByFunction, violation_from};
use crate::by_key::ByKey;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Bundled, CatchReturn, Crepe, Edge, Entry, Head, Intrinsic};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Exceptions "exceptions";
    /// Where a function handles exceptions by funclets, calls of intrinsics that may become real calls
    /// have the operand bundle `funclet` if they are in a funclet.
    ///
    /// A call that does not say in which funclet it lies is taken to be unreachable, and all that
    /// follows it would be cut off without a word.
    deny WITHOUT_FUNCLET: "EXC050" "intrinsic-without-funclet" {
        message: "the call of `{callee}` lies in a funclet, and has no operand bundle `funclet` that says so",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitIntrinsicCall: Missing funclet token on intrinsic call"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.funclet_pad.is_empty() {
        return vec![];
    }
    let calls = calls(context);
    if calls.is_empty() {
        return vec![];
    }
    let Some(handlers) = Handlers::of(facts) else { return vec![] };
    let bundles = facts.operand_bundle.iter().filter(|row| context.text(row.tag) == "funclet");
    let bundled: FxHashSet<InstructionId> = bundles.map(|row| row.instruction).collect();
    let calls = ByFunction::new(&calls, |row| Some(row.function));
    let edges = ByFunction::new(&facts.block_successor, |row| {
        Some(facts.block.get(row.block.index())?.function)
    });

    let judge = |function: FunctionId| {
        if !unwinds_by_funclets(context, function) {
            return vec![];
        }
        let mut program = Crepe::new();
        for call in calls.of(function) {
            program.extend([Intrinsic(call.instruction, call.block)]);
            let has_bundle = bundled.contains(&call.instruction);
            program.extend(has_bundle.then_some(Bundled(call.instruction)));
        }
        blocks(facts, &handlers, function, edges.of(function), &mut program);
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        broken.into_iter().map(Violation::from).collect()
    };
    calls.functions().into_par_iter().flat_map_iter(judge).collect()
}

/// The calls of intrinsics that may become real calls: those of Objective-C's runtime.
fn calls(context: &Context) -> Vec<Instruction> {
    let facts = context.facts;
    let intrinsics = context.intrinsics().filter(|(_, name)| is_runtime_call(name));
    let intrinsics: FxHashSet<ValueId> = intrinsics.map(|(function, _)| function).collect();
    if intrinsics.is_empty() {
        return vec![];
    }
    let calls = facts.call_instruction.iter().filter(|row| intrinsics.contains(&row.callee));
    calls.filter_map(|row| facts.instruction.get(row.instruction.index()).copied()).collect()
}

fn is_runtime_call(intrinsic: &str) -> bool {
    /// These mark what happens to a reference, and never become code.
    const MARKS: &[&str] = &["arc.annotation.", "clang.arc.use", "clang.arc.noop.use"];

    let Some(name) = intrinsic.strip_prefix("llvm.objc.") else { return false };
    !MARKS.iter().any(|mark| name.starts_with(mark))
}

/// Whether the personality of `function` is one of those that funclets are for.
fn unwinds_by_funclets(context: &Context, function: FunctionId) -> bool {
    let personalities = ByKey::new(&context.facts.personality, |row| row.function);
    let personality = personalities.of(function).first();
    let name = personality.map_or("", |row| context.name(row.personality));
    matches!(
        name,
        "_except_handler3"
            | "_except_handler4"
            | "__C_specific_handler"
            | "__CxxFrameHandler3"
            | "ProcessCLRException"
            | "__gxx_wasm_personality_v0"
    )
}

/// The edges of a function, and the pads in its blocks.
fn blocks(
    facts: &Facts,
    handlers: &Handlers,
    function: FunctionId,
    edges: &[BlockSuccessor],
    program: &mut Crepe,
) {
    let start = facts.block.partition_point(|row| row.function < function);
    let entry = facts.block.get(start).map(|row| row.block);
    program.extend(entry.map(Entry));
    program.extend(edges.iter().map(|row| Edge(row.block, row.successor)));
    for row in handlers.instructions(function) {
        let is_first = || handlers.first(row.block).map(|it| it.instruction);
        if is_pad(row.opcode) && is_first() == Some(row.instruction) {
            program.extend([Head(row.block, row.opcode)]);
        }
        if row.opcode == Opcode::CatchRet
            && let (Some(Scope::Pad(pad)), Some(entry)) = (handlers.left(row.instruction), entry)
            && let Scope::Pad(switch) = handlers.parent(pad)
        {
            let outer = match handlers.parent(switch) {
                Scope::Pad(outer) => facts.instruction.get(outer.index()).map(|it| it.block),
                _ => Some(entry),
            };
            program.extend(outer.map(|outer| CatchReturn(row.block, outer)));
        }
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction` calls an intrinsic that may become a real call, in `block`.
        pub struct Intrinsic(pub InstructionId, pub BlockId);

        @input
        /// The call `instruction` has the operand bundle `funclet`.
        pub struct Bundled(pub InstructionId);

        @input
        /// `block` is the entry of the function.
        pub struct Entry(pub BlockId);

        @input
        /// Control may go from `block` to `successor`.
        pub struct Edge(pub BlockId, pub BlockId);

        @input
        /// `block` begins with a pad of `opcode`.
        pub struct Head(pub BlockId, pub Opcode);

        @input
        /// `block` ends with a `catchret` into the funclet that begins with `outer`, the entry if it
        /// is none.
        pub struct CatchReturn(pub BlockId, pub BlockId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // Control may be in `block` as part of the funclet that begins with `head`.
        struct Within(BlockId, BlockId);

        Within(block, block) <- Entry(block);

        Within(successor, successor) <-
            Within(block, _),
            Edge(block, successor),
            Head(successor, _);

        Within(successor, head) <-
            Within(block, head),
            Edge(block, successor),
            !Head(successor, _),
            !CatchReturn(block, _);

        Within(successor, outer) <-
            Within(block, _),
            CatchReturn(block, outer),
            Edge(block, successor),
            !Head(successor, _);

        Broken(WITHOUT_FUNCLET, Subject::Instruction(call), Detail::None) <-
            Intrinsic(call, block),
            !Bundled(call),
            Within(block, head),
            Head(head, opcode),
            (matches!(opcode, Opcode::CatchPad | Opcode::CleanupPad));
    }
}

violation_from! { Broken }
