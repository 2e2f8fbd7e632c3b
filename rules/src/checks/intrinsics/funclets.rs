//! Intrinsics that become calls, within funclets.
//!
//! **Scope: module**, but only the functions with such calls and a personality with funclets.

use facts_schema::{BlockId, EntityId, FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::pointers::{casts, definition};
use super::{Call, Calls, value};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Bundled, CatchReturns, Crepe, Entry, Inside, Pad, Successor};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// An intrinsic that becomes a call names the funclet in which it stands.
    ///
    /// Where exceptions are handled by funclets, each call in one has an operand bundle `"funclet"`,
    /// and the intrinsics of Objective-C become calls. Without the bundle, the code would be removed.
    deny FUNCLET: "INT127" "intrinsic-funclet-missing" {
        message: "this call of {callee} stands in a funclet, and has no operand bundle `\"funclet\"`",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitIntrinsicCall: Missing funclet token on intrinsic call"],
    }
}

/// Whether an intrinsic may become a call.
fn becomes_call(name: &str) -> bool {
    name.starts_with("llvm.objc.")
        && !name.starts_with("llvm.objc.clang.arc.")
        && !name.starts_with("llvm.objc.arc.annotation.")
}

/// Whether exceptions are handled by funclets.
fn has_funclets(personality: &str) -> bool {
    matches!(
        personality,
        "__CxxFrameHandler3"
            | "__C_specific_handler"
            | "__gxx_wasm_personality_v0"
            | "ProcessCLRException"
            | "_except_handler3"
            | "_except_handler4"
    )
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::all(context, becomes_call) else { return Vec::new() };
    let facts = context.facts;
    let with_funclets = functions_with_funclets(context);
    let place = |call: &Call| {
        let row = facts.instruction.get(call.instruction.index())?;
        with_funclets.contains(&row.function).then_some((row.function, row.block))
    };
    let functions: FxHashSet<FunctionId> =
        calls.calls.iter().filter_map(|call| Some(place(call)?.0)).collect();
    if functions.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(
        calls.calls.iter().filter_map(|call| Some(Inside(call.instruction, place(call)?.1))),
    );
    let bundles = facts.operand_bundle.iter().filter(|row| calls.contains(row.instruction));
    let bundles = bundles.filter(|row| context.text(row.tag) == "funclet");
    program.extend(bundles.map(|row| Bundled(row.instruction)));
    let blocks: FxHashSet<BlockId> = facts
        .block
        .iter()
        .filter(|row| functions.contains(&row.function))
        .map(|row| row.block)
        .collect();
    let entries = facts.block.iter().filter(|row| row.position == 0 && blocks.contains(&row.block));
    program.extend(entries.map(|row| Entry(row.block)));
    let edges = facts.block_successor.iter().filter(|row| blocks.contains(&row.block));
    program.extend(edges.map(|row| Successor(row.block, row.successor)));
    program.extend(pads(context, &blocks));
    program.extend(catch_returns(context, &blocks));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

fn functions_with_funclets(context: &Context) -> FxHashSet<FunctionId> {
    let name = |value: ValueId| {
        let casts = casts(context, std::iter::once(value));
        context.name(casts.last().map_or(value, |cast| cast.origin))
    };
    let rows = context.facts.personality.iter();
    let rows = rows.filter(|row| has_funclets(name(row.personality)));
    rows.map(|row| row.function).collect()
}

/// The blocks that begin with a pad; whether it is the pad of a funclet.
fn pads(context: &Context, blocks: &FxHashSet<BlockId>) -> Vec<Pad> {
    let mut pads = Vec::new();
    let mut begun = FxHashSet::default();
    for row in context.facts.instruction.iter().filter(|row| blocks.contains(&row.block)) {
        if row.opcode == Opcode::Phi || !begun.insert(row.block) {
            continue;
        }
        match row.opcode {
            Opcode::CatchPad | Opcode::CleanupPad => pads.push(Pad(row.block, true)),
            Opcode::CatchSwitch | Opcode::LandingPad => pads.push(Pad(row.block, false)),
            _ => {}
        }
    }
    pads
}

/// The blocks that end with `catchret`, and the block with the pad around the one that they leave; if
/// there is none, the entry.
fn catch_returns(context: &Context, blocks: &FxHashSet<BlockId>) -> Vec<CatchReturns> {
    let facts = context.facts;
    let block = |it: InstructionId| Some(facts.instruction.get(it.index())?.block);
    let entry = |it: BlockId| {
        let block = facts.block.get(it.index())?;
        Some(BlockId(block.block.0.checked_sub(block.position)?))
    };
    let parent = |pad: ValueId| {
        let (pad, _) = definition(context, pad)?;
        Some(facts.funclet_pad.iter().find(|row| row.instruction == pad)?.parent)
    };
    let row = |row: &facts_schema::CatchRetInstruction| {
        let left = block(row.instruction)?;
        let around = parent(parent(row.pad)?)?;
        let is_none = value(context, around)?.kind == ValueKind::TokenNone;
        let outer = if is_none { entry(left)? } else { block(definition(context, around)?.0)? };
        blocks.contains(&left).then_some(CatchReturns(left, outer))
    };
    facts.catchret_instruction.iter().filter_map(row).collect()
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
        /// The call `instruction` has an operand bundle `funclet`.
        pub struct Bundled(pub InstructionId);

        @input
        pub struct Entry(pub BlockId);

        @input
        pub struct Successor(pub BlockId, pub BlockId);

        @input
        /// `block` begins with a pad; whether with that of a funclet.
        pub struct Pad(pub BlockId, pub bool);

        @input
        /// `block` ends with a `catchret` to code that belongs to what begins at `outer`.
        pub struct CatchReturns(pub BlockId, pub BlockId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // Control comes to `block` from code that belongs to the funclet of `pad`, or to the
        // function's own code, which begins at the entry.
        struct Reached(BlockId, BlockId);

        // `block` belongs to the funclet that begins at `pad`, or to the function's own code.
        struct Belongs(BlockId, BlockId);

        Reached(entry, entry) <- Entry(entry);

        Belongs(block, block) <- Reached(block, _), Pad(block, _);

        Belongs(block, pad) <- Reached(block, pad), !Pad(block, _);

        Reached(next, pad) <- Belongs(block, pad), Successor(block, next), !CatchReturns(block, _);

        Reached(next, outer) <-
            Belongs(block, _),
            CatchReturns(block, outer),
            Successor(block, next);

        Broken(FUNCLET, Subject::Instruction(instruction), Detail::None) <-
            Inside(instruction, block),
            !Bundled(instruction),
            Belongs(block, pad),
            Pad(pad, true);
    }
}

violation_from! { Broken }
