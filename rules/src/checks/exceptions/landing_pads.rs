//! Landing pads, `resume`, and what all exception handling asks of its function.
//!
//! **Scope: function**, for the functions that handle exceptions.

use facts_schema::{
    BlockId, ClauseKind, EntityId, Facts, FunctionId, InstructionFlag, InstructionFlagRow,
    InstructionId, InstructionResult, LandingPadClause, Opcode, ResumeInstruction, TypeId,
    TypeKind, ValueKind,
};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::handlers::{Handlers, is_pad};
use crate::bridge::violation_from;
use crate::by_key::ByKey;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Carries, Clause, Cleanup, Crepe, Edge, Entry, First, FirstCarrier, Handling, Invoke,
    Personality,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Exceptions "exceptions";
    /// A function that handles exceptions has a personality.
    ///
    /// The personality is the routine of the source language that decides, while the stack is
    /// unwound, what a handler gets. Landing pads, `resume` and the pads of funclets mean nothing
    /// without.
    deny NO_PERSONALITY: "EXC001" "no-personality" {
        message: "`{opcode}` handles exceptions, but `{function}` has no personality",
        reference: "LangRef, Personality Function",
        checks: [
            "visitLandingPadInst: LandingPadInst needs to be in a function with a personality.",
            "visitResumeInst: ResumeInst needs to be in a function with a personality.",
            "visitCatchPadInst: CatchPadInst needs to be in a function with a personality.",
            "visitCleanupPadInst: CleanupPadInst needs to be in a function with a personality.",
            "visitCatchSwitchInst: CatchSwitchInst needs to be in a function with a personality.",
        ],
    }

    /// The pad of an exception handler is the first instruction of its block, but for phis.
    ///
    /// The unwinder enters the handler at the pad.
    deny PAD_NOT_FIRST: "EXC002" "pad-not-at-top" {
        message: "`{opcode}` is not the first instruction of its block, but for phis",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: LandingPadInst not the first non-PHI instruction in the block.",
            "visitCatchPadInst: CatchPadInst not the first non-PHI instruction in the block.",
            "visitCleanupPadInst: CleanupPadInst not the first non-PHI instruction in the block.",
            "visitCatchSwitchInst: CatchSwitchInst not the first non-PHI instruction in the block.",
        ],
    }

    /// No exception handler begins in the entry of a function.
    ///
    /// The entry is executed when the function is called, not when something is thrown.
    deny PAD_IN_ENTRY: "EXC003" "pad-in-entry" {
        message: "`{opcode}` is in the entry of `{function}`",
        reference: "LangRef, Exception Handling",
        checks: ["visitEHPadPredecessors: EH pad cannot be in entry block."],
    }

    /// An invoke unwinds to a block that begins with a `landingpad` or the pad of a funclet.
    ///
    /// There the exception is received.
    deny UNWIND_TO_NO_PAD: "EXC004" "invoke-unwinds-to-no-pad" {
        message: "the invoke unwinds to `{detail}`, where no exception is received",
        reference: "LangRef, invoke",
        checks: ["visitInvokeInst: The unwind destination does not have an exception handling instruction!"],
        tables: [107, 108],
    }

    /// A landing pad has a clause, or is a cleanup.
    ///
    /// Otherwise it waits for nothing, and no exception would ever come there.
    deny NO_CLAUSE: "EXC010" "landingpad-without-clause" {
        message: "the landing pad has no clause and is no cleanup",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: LandingPadInst needs at least one clause or to be a cleanup."],
    }

    /// The block of a landing pad is entered only by invokes that unwind to it.
    ///
    /// Only the unwinder gives a landing pad its values. Neither a branch nor the normal return of an
    /// invoke does.
    deny LANDING_PAD_EDGE: "EXC011" "landingpad-entered-otherwise" {
        message: "control comes to the landing pad from `{detail}`, and not because an invoke there unwinds",
        reference: "LangRef, landingpad",
        checks: ["visitEHPadPredecessors: Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke."],
    }

    /// All landing pads and `resume`s of a function are of the same type.
    ///
    /// It is the type of what the personality hands over, and a function has one personality.
    deny TYPES_DIFFER: "EXC012" "exception-type-differs" {
        message: "this is an exception of another type than `{detail}` in the same function",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: The landingpad instruction should have a consistent result type inside a function.",
            "visitResumeInst: The resume instruction should have a consistent result type inside a function.",
        ],
    }

    /// A `catch` clause of a landing pad is a pointer.
    ///
    /// It is the address of what describes the type that is caught, or null for all.
    deny CATCH_TYPE: "EXC013" "catch-clause-not-pointer" {
        message: "the clause catches `{operand}`, a {operand.type}, which is no pointer",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Catch operand does not have pointer type!"],
    }

    /// A `filter` clause of a landing pad is an array of constants, written out.
    ///
    /// It lists what may be thrown, so that all else is caught.
    deny FILTER_VALUE: "EXC014" "filter-clause-not-array" {
        message: "the filter is `{operand}`, which is not an array of constants",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Filter operand is not an array of constants!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(handlers) = Handlers::of(context.facts) else { return vec![] };
    let rows = Rows::of(context.facts);
    let judge = |function: FunctionId| {
        let mut program = Crepe::new();
        rows.instructions(&handlers, function, &mut program);
        let edges = handlers.edges(function).iter();
        program.extend(edges.map(|row| Edge(row.block, row.successor)));
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        broken.into_iter().map(Violation::from).collect::<Vec<_>>()
    };
    handlers.functions().into_par_iter().flat_map_iter(judge).collect()
}

/// Rows to be found by their instruction or function.
struct Rows<'a> {
    facts: &'a Facts,
    personalities: ByKey<'a, facts_schema::Personality, FunctionId>,
    clauses: ByKey<'a, LandingPadClause, InstructionId>,
    flags: ByKey<'a, InstructionFlagRow, InstructionId>,
    results: ByKey<'a, InstructionResult, InstructionId>,
    resumes: ByKey<'a, ResumeInstruction, InstructionId>,
}

impl<'a> Rows<'a> {
    fn of(facts: &'a Facts) -> Self {
        Self {
            facts,
            personalities: ByKey::new(&facts.personality, |row| row.function),
            clauses: ByKey::new(&facts.landingpad_clause, |row| row.instruction),
            flags: ByKey::new(&facts.instruction_flag, |row| row.instruction),
            results: ByKey::new(&facts.instruction_result, |row| row.instruction),
            resumes: ByKey::new(&facts.resume_instruction, |row| row.instruction),
        }
    }

    /// What the program is to know of the instructions that handle exceptions.
    fn instructions(&self, handlers: &Handlers, function: FunctionId, program: &mut Crepe) {
        let mut first_carrier = None;
        let personality = self.personalities.of(function).first();
        program.extend(personality.map(|row| Personality(row.function)));
        for row in handlers.instructions(function) {
            let (instruction, block, opcode) = (row.instruction, row.block, row.opcode);
            program.extend([Handling(instruction, opcode, block, function)]);
            if let Some(invoke) = handlers.invoke(instruction) {
                let (normal, unwind) = (invoke.normal_target, invoke.unwind_target);
                program.extend([Invoke(instruction, block, normal, unwind)]);
                let first = handlers.first(unwind);
                program.extend(first.map(|row| First(unwind, row.instruction, row.opcode)));
            }
            if is_pad(opcode) {
                let first = handlers.first(block);
                program.extend(first.map(|row| First(block, row.instruction, row.opcode)));
                program.extend(handlers.is_entry(block).then_some(Entry(block)));
            }
            if opcode == Opcode::LandingPad {
                self.landing_pad(instruction, program);
            }
            if let Some(carried) = self.carried(instruction, opcode) {
                program.extend([Carries(instruction, carried)]);
                let (first, r#type) = *first_carrier.get_or_insert((instruction, carried));
                program.extend([FirstCarrier(first, r#type)]);
            }
        }
    }

    fn landing_pad(&self, instruction: InstructionId, program: &mut Crepe) {
        for clause in self.clauses.of(instruction) {
            let Some(value) = self.facts.value.get(clause.value.index()) else { continue };
            let Some(r#type) = self.facts.r#type.get(value.r#type.index()) else { continue };
            let (position, kind) = (clause.position, clause.kind);
            program.extend([Clause(instruction, position, kind, value.kind, r#type.kind)]);
        }
        let is_cleanup = |row: &InstructionFlagRow| row.flag == InstructionFlag::Cleanup;
        let is_cleanup = self.flags.of(instruction).iter().any(is_cleanup);
        program.extend(is_cleanup.then_some(Cleanup(instruction)));
    }

    /// The type of the exception that a landing pad or `resume` has.
    fn carried(&self, instruction: InstructionId, opcode: Opcode) -> Option<TypeId> {
        let value = match opcode {
            Opcode::LandingPad => self.results.of(instruction).first()?.result,
            Opcode::Resume => self.resumes.of(instruction).first()?.value,
            _ => return None,
        };
        Some(self.facts.value.get(value.index())?.r#type)
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction`, of `opcode`, in `block` of `function`, has a part in exception handling.
        pub struct Handling(pub InstructionId, pub Opcode, pub BlockId, pub FunctionId);

        @input
        /// `function` has a personality.
        pub struct Personality(pub FunctionId);

        @input
        /// The first instruction of `block` that is no phi is `instruction`, of `opcode`.
        pub struct First(pub BlockId, pub InstructionId, pub Opcode);

        @input
        /// `block` is the entry of its function.
        pub struct Entry(pub BlockId);

        @input
        /// The invoke `instruction` in `block` goes to `normal` or unwinds to `unwind`.
        pub struct Invoke(pub InstructionId, pub BlockId, pub BlockId, pub BlockId);

        @input
        /// Control may go from `predecessor` to `block`.
        pub struct Edge(pub BlockId, pub BlockId);

        @input
        /// The landing pad `instruction` has a clause `kind` at `position`, with a value of kind
        /// `value` whose type is of kind `type`.
        pub struct Clause(pub InstructionId, pub u32, pub ClauseKind, pub ValueKind, pub TypeKind);

        @input
        /// The landing pad `instruction` is a cleanup.
        pub struct Cleanup(pub InstructionId);

        @input
        /// The landing pad or `resume` `instruction` has an exception of type `type`.
        pub struct Carries(pub InstructionId, pub TypeId);

        @input
        /// So does `instruction`, the first in its function.
        pub struct FirstCarrier(pub InstructionId, pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NO_PERSONALITY, Subject::Instruction(instruction), Detail::None) <-
            Handling(instruction, opcode, _, function),
            (is_pad(opcode) || opcode == Opcode::Resume),
            !Personality(function);

        // `instruction`, of `opcode`, is a pad in `block`.
        struct Pad(InstructionId, Opcode, BlockId);

        Pad(instruction, opcode, block) <-
            Handling(instruction, opcode, block, _),
            (is_pad(opcode));

        Broken(PAD_NOT_FIRST, Subject::Instruction(instruction), Detail::None) <-
            Pad(instruction, _, block),
            !First(block, instruction, _);

        Broken(PAD_IN_ENTRY, Subject::Instruction(instruction), Detail::None) <-
            Pad(instruction, _, block),
            Entry(block);

        // `block` receives exceptions.
        struct Receives(BlockId);

        Receives(block) <- First(block, _, opcode), (is_pad(opcode));

        Broken(UNWIND_TO_NO_PAD, Subject::Instruction(invoke), Detail::Block(unwind)) <-
            Invoke(invoke, _, _, unwind),
            !Receives(unwind);

        Broken(NO_CLAUSE, Subject::Instruction(pad), Detail::None) <-
            Pad(pad, Opcode::LandingPad, _),
            !Clause(pad, _, _, _, _),
            !Cleanup(pad);

        // An invoke at the end of `predecessor` comes to `block` only when it unwinds.
        struct UnwindsTo(BlockId, BlockId);

        UnwindsTo(predecessor, unwind) <-
            Invoke(_, predecessor, normal, unwind),
            (normal != unwind);

        Broken(LANDING_PAD_EDGE, Subject::Instruction(pad), Detail::Block(predecessor)) <-
            Pad(pad, Opcode::LandingPad, block),
            Edge(predecessor, block),
            !UnwindsTo(predecessor, block);

        Broken(TYPES_DIFFER, Subject::Instruction(instruction), Detail::Instruction(first)) <-
            FirstCarrier(first, r#type),
            Carries(instruction, other),
            (other != r#type);

        Broken(CATCH_TYPE, Subject::Operand(pad, position), Detail::None) <-
            Clause(pad, position, ClauseKind::Catch, _, kind),
            (kind != TypeKind::Pointer);

        Broken(FILTER_VALUE, Subject::Operand(pad, position), Detail::None) <-
            Clause(pad, position, ClauseKind::Filter, kind, _),
            (!matches!(kind, ValueKind::ConstantArray | ValueKind::ZeroInitializer));
    }
}

violation_from! { Broken }
