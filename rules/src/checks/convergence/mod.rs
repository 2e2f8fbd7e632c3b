//! Convergence control: which threads execute a convergent operation together.
//!
//! A convergent operation can take a *token* in an operand bundle `"convergencectrl"`. Tokens come
//! from three intrinsics: `entry` (those threads that entered the function together), `anchor` (some
//! threads), and `loop` (those that execute the same round of a loop, out of those of another token).

pub(super) mod operations;
pub(super) mod regions;

use facts_schema::{EntityId, FunctionId, InstructionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::context::Context;

const ENTRY: &str = "llvm.experimental.convergence.entry";
const ANCHOR: &str = "llvm.experimental.convergence.anchor";
const LOOP: &str = "llvm.experimental.convergence.loop";

/// The bundle that takes a token.
const BUNDLE: &str = "convergencectrl";

/// What controls convergence in a module.
struct Control {
    /// The calls of the three intrinsics.
    intrinsics: FxHashMap<InstructionId, &'static str>,
    /// The calls that have the operand bundle, and the positions of their bundles.
    bundles: Vec<(InstructionId, u32, u32)>,
}

impl Control {
    /// Looks for it, and finds mostly none.
    fn of(context: &Context) -> Option<Self> {
        let facts = context.facts;
        let known = |name: &str| [ENTRY, ANCHOR, LOOP].into_iter().find(|it| *it == name);
        let functions = context.intrinsics();
        let functions: FxHashMap<ValueId, &'static str> =
            functions.filter_map(|(function, name)| Some((function, known(name)?))).collect();
        let is_bundle = |row: &&facts_schema::OperandBundle| context.text(row.tag) == BUNDLE;
        let bundles: Vec<_> = facts
            .operand_bundle
            .iter()
            .filter(is_bundle)
            .map(|row| (row.instruction, row.position, row.input_count))
            .collect();
        if functions.is_empty() && bundles.is_empty() {
            return None;
        }
        let calls = facts.call_instruction.iter();
        let intrinsics =
            calls.filter_map(|row| Some((row.instruction, *functions.get(&row.callee)?))).collect();
        Some(Self { intrinsics, bundles })
    }

    /// The functions that have it.
    fn functions(&self, context: &Context) -> FxHashSet<FunctionId> {
        let bundles = self.bundles.iter().map(|row| row.0);
        let instructions = self.intrinsics.keys().copied().chain(bundles);
        let function_of = |it: InstructionId| context.facts.instruction.get(it.index());
        instructions.filter_map(|it| Some(function_of(it)?.function)).collect()
    }

    /// The inputs of the bundles: the call, the bundle's position, and the input.
    fn inputs(&self, context: &Context) -> Vec<(InstructionId, u32, ValueId)> {
        let bundles: FxHashSet<(InstructionId, u32)> =
            self.bundles.iter().map(|row| (row.0, row.1)).collect();
        let inputs = context.facts.operand_bundle_input.iter();
        let inputs = inputs.filter(|row| bundles.contains(&(row.instruction, row.bundle)));
        inputs.map(|row| (row.instruction, row.bundle, row.value)).collect()
    }

    /// The results of the three intrinsics: the tokens.
    fn tokens(&self, context: &Context) -> FxHashMap<ValueId, InstructionId> {
        let results = context.facts.instruction_result.iter();
        let results = results.filter(|row| self.intrinsics.contains_key(&row.instruction));
        results.map(|row| (row.result, row.instruction)).collect()
    }
}
