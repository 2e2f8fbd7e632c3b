//! Definitions come before uses.
//!
//! **Scope: function.** Only uses that are not plainly in order are looked at (see `uses`). Which
//! block dominates which is found by petgraph for the functions that have such uses; the program
//! gets the pairs of places that it asks about and where control can avoid the definition, and runs
//! only where there are any.

use facts_schema::{BlockId, EntityId, Facts, FunctionId, InstructionId, Opcode};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::uses::{self, ForeignUse, Use};
use crate::bridge::{ByFunction, violation_from};
use crate::checks::context::{Context, Program};
use crate::dominance::{Dominance, Place};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Avoidable, Broken, Crepe, Foreign, InvokeResult, Reachable, UseOf, UseWithin};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

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

    /// The result of an invoke is used only where control comes from its normal return.
    ///
    /// When the call unwinds there is no result. If the normal destination has other predecessors,
    /// the result may have been skipped there as well; a phi can tell them apart.
    deny INVOKE_RESULT: "SSA003" "invoke-result-without-return" {
        message: "control can come here without a normal return of `{detail}`, which computes `{operand}`",
        reference: "LangRef, invoke",
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

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let suspects = uses::suspects(facts);
    let function_of = |user: InstructionId| Some(facts.instruction.get(user.index())?.function);
    let uses = ByFunction::new(&suspects.uses, |row| function_of(row.user));
    let foreign = ByFunction::new(&suspects.foreign, |row| function_of(row.user));

    let functions = uses.functions();
    let flow = Flow::new(facts, &functions);
    let mut found: Vec<Violation> = functions
        .into_par_iter()
        .flat_map_iter(|function| {
            let uses = uses.of(function);
            judge(facts, uses, &flow.dominance(facts, function, uses))
        })
        .collect();
    for function in foreign.functions() {
        let mut program = Crepe::new();
        program.extend(foreign.of(function).iter().map(Foreign::from));
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        found.extend(broken.into_iter().map(Violation::from));
    }
    found
}

/// The edges between the blocks of some functions.
struct Flow {
    successors: ByFunction<facts_schema::BlockSuccessor>,
    invokes: ByFunction<facts_schema::InvokeInstruction>,
}

impl Flow {
    fn new(facts: &Facts, functions: &[FunctionId]) -> Self {
        let mut is_asked_for = vec![false; facts.function.len()];
        for function in functions {
            if let Some(entry) = is_asked_for.get_mut(function.index()) {
                *entry = true;
            }
        }
        let asked_for = |function: FunctionId| {
            is_asked_for.get(function.index()).is_some_and(|&it| it).then_some(function)
        };
        Self {
            successors: ByFunction::new(&facts.block_successor, |row| {
                asked_for(facts.block.get(row.block.index())?.function)
            }),
            invokes: ByFunction::new(&facts.invoke_instruction, |row| {
                asked_for(facts.instruction.get(row.instruction.index())?.function)
            }),
        }
    }

    fn dominance(&self, facts: &Facts, function: FunctionId, uses: &[Use]) -> Dominance {
        let blocks = {
            let start = facts.block.partition_point(|row| row.function < function);
            let end = facts.block.partition_point(|row| row.function <= function);
            &facts.block[start..end.max(start)]
        };
        let is_asked_for = uses.iter().any(|row| matches!(row.from, Place::NormalEdge(_)));
        let invokes = if is_asked_for { self.invokes.of(function) } else { &[] };
        let normal_edges: Vec<(BlockId, BlockId)> = invokes
            .iter()
            .filter(|row| row.normal_target != row.unwind_target)
            .filter_map(|row| {
                let instruction = facts.instruction.get(row.instruction.index())?;
                Some((instruction.block, row.normal_target))
            })
            .collect();
        Dominance::of(blocks, self.successors.of(function), &normal_edges)
    }
}

/// The violations among the suspect uses of a function.
fn judge(facts: &Facts, uses: &[Use], dominance: &Dominance) -> Vec<Violation> {
    let uses: Vec<Use> = uses
        .iter()
        .filter(|row| row.is_within_block || !dominance.dominates(row.from, row.at))
        .copied()
        .collect();
    if uses.is_empty() {
        return vec![];
    }
    let mut program = Crepe::new();
    for row in &uses {
        if row.is_within_block {
            program.extend([UseWithin(row.user, row.position, row.definition, row.at)]);
        } else {
            program.extend([UseOf(row.user, row.position, row.definition, row.from, row.at)]);
            program.extend([Avoidable(row.from, row.at)]);
        }
        if dominance.is_reachable(row.at) {
            program.extend([Reachable(row.at)]);
        }
        let definition = facts.instruction.get(row.definition.index());
        if definition.is_some_and(|row| row.opcode == Opcode::Invoke) {
            program.extend([InvokeResult(row.definition)]);
        }
    }
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
        /// Operand `position` of `user`, which is no phi, is the result of `definition`; both are in
        /// the block `at`.
        pub struct UseWithin(pub InstructionId, pub u32, pub InstructionId, pub Place);

        @input
        /// Operand `position` of `user` is the result of `definition`, which is there once control
        /// has come to `from`, and is used `at` another place.
        pub struct UseOf(pub InstructionId, pub u32, pub InstructionId, pub Place, pub Place);

        @input
        /// A path leads from the entry to the place `at`, and not through `from`: `from` does not
        /// dominate `at`.
        pub struct Avoidable(pub Place, pub Place);

        @input
        /// A path leads from the entry to `place`.
        pub struct Reachable(pub Place);

        @input
        /// `instruction` is an invoke.
        pub struct InvokeResult(pub InstructionId);

        @input
        /// Operand `position` of `user` belongs to `owner`, which is not the function of `user`.
        pub struct Foreign(pub InstructionId, pub u32, pub FunctionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(SELF_REFERENCE, Subject::Operand(user, position), Detail::None) <-
            UseWithin(user, position, definition, at),
            (user == definition),
            Reachable(at);

        Broken(USE_BEFORE_DEFINITION, Subject::Operand(user, position), Detail::Instruction(definition)) <-
            UseWithin(user, position, definition, at),
            (user < definition),
            Reachable(at);

        Broken(NOT_DOMINATED, Subject::Operand(user, position), Detail::Block(block)) <-
            UseOf(user, position, definition, from, at),
            Avoidable(from, at),
            !InvokeResult(definition),
            let Place::Block(block) = from;

        Broken(INVOKE_RESULT, Subject::Operand(user, position), Detail::Instruction(definition)) <-
            UseOf(user, position, definition, from, at),
            Avoidable(from, at),
            InvokeResult(definition);

        Broken(FOREIGN_LOCAL, Subject::Operand(user, position), Detail::Function(owner)) <-
            Foreign(user, position, owner);
    }
}

impl From<&ForeignUse> for Foreign {
    fn from(row: &ForeignUse) -> Self {
        Self(row.user, row.position, row.owner)
    }
}

violation_from! { Broken }
