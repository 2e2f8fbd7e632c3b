//! The cases of switches.
//!
//! **Scope: function.** A sample of instructions does not tell cases apart; of each switch, one case of
//! each type goes into the program beside the numbers of all.

use facts_schema::{EntityId, Facts, InstructionId, SwitchCase, TypeId, ValueId};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::bridge::{ByFunction, input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Case, CaseOfType, Crepe, SwitchOn};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// The cases of a switch have the type of the value that it switches on.
    ///
    /// A case of another width would never be met, or not be the number that is written there.
    deny CASE_TYPE: "CFG024" "switch-case-type-differs" {
        message: "the switch is on a {operand.type}, but its case `{detail}` is a {detail.type}",
        reference: "LangRef, switch",
        checks: ["visitSwitchInst: Switch constants must all be same type as switch value!"],
    }

    /// No two cases of a switch are the same number.
    ///
    /// Only one of them could be followed.
    deny CASE_TWICE: "CFG025" "switch-case-twice" {
        message: "the switch has two cases for `{detail}`",
        reference: "LangRef, switch",
        checks: ["visitSwitchInst: Duplicate integer as switch case"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let function_of =
        |instruction: InstructionId| Some(facts.instruction.get(instruction.index())?.function);
    let switches = ByFunction::new(&facts.switch_instruction, |row| function_of(row.instruction));
    let cases = ByFunction::new(&facts.switch_case, |row| function_of(row.instruction));

    let judge = |function| {
        let mut program = Crepe::new();
        let conditions = switches.of(function).iter();
        program.extend(
            conditions
                .filter_map(|row| Some(SwitchOn(row.instruction, type_of(facts, row.condition)?))),
        );
        program.extend(cases.of(function).iter().map(Case::from));
        program.extend(cases_of_types(facts, cases.of(function)));
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        broken.into_iter().map(Violation::from).collect::<Vec<_>>()
    };
    cases.functions().into_par_iter().flat_map_iter(judge).collect()
}

fn type_of(facts: &Facts, value: ValueId) -> Option<TypeId> {
    Some(facts.value.get(value.index())?.r#type)
}

/// The first of the cases that follow each other in a switch and have the same type.
fn cases_of_types(facts: &Facts, cases: &[SwitchCase]) -> impl Iterator<Item = CaseOfType> {
    let mut previous = None;
    cases.iter().filter_map(move |row| {
        let r#type = type_of(facts, row.value)?;
        let is_new = previous.replace((row.instruction, r#type)) != Some((row.instruction, r#type));
        is_new.then_some(CaseOfType(row.instruction, row.value, r#type))
    })
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// The condition of the switch `instruction` has type `type`.
        pub struct SwitchOn(pub InstructionId, pub TypeId);

        @input
        /// The case at `position` of the switch `instruction` is `value`.
        pub struct Case(pub InstructionId, pub u32, pub ValueId);

        @input
        /// The case `value` of the switch `instruction` has type `type`.
        pub struct CaseOfType(pub InstructionId, pub ValueId, pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(CASE_TYPE, Subject::Operand(switch, 0), Detail::Value(value)) <-
            CaseOfType(switch, value, r#type),
            SwitchOn(switch, condition),
            (condition != r#type);

        Broken(CASE_TWICE, Subject::Instruction(switch), Detail::Value(value)) <-
            Case(switch, position, value),
            Case(switch, other, value),
            (position < other);
    }
}

input_from! { Case(instruction, position, value) from SwitchCase }
violation_from! { Broken }
