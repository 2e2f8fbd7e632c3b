//! Tests the rules about undefined behaviour on random functions against all their executions.
//!
//! - A value that could not be poison or undef never is, nor is it as an operand of an instruction.
//! - Undefined behaviour that is certain occurs in each execution that reaches the instruction; undefined behaviour
//!   that is not possible occurs in none.
//! - A function in which calls require all well-defined values to be well defined still refines the original one. This
//!   also tests values that are well defined only because they always reach a sink later.
//! - So does a function that runs into `unreachable` before each branch and call that always leads to undefined
//!   behaviour.

use std::collections::BTreeSet;

use facts_schema::{Certainty, Facts, Instruction, Opcode};
use libtest_mimic::Trial;
use undefined_behavior::control::ProgramPoint;
use undefined_behavior::{
    Analysis, Deferred, Function, Module, Options, SelectSemantics, Semantics,
};

use crate::interpreter::{
    self, Budget, Error, Observations, Program, Select, Subject, enumerate, refines,
};
use crate::{facts, judge_random_functions, trial};

/// The maximum percentage of random functions with too many executions to enumerate.
const UNDECIDED: u32 = 20;

/// One test per semantics.
pub fn trials() -> Vec<Trial> {
    let columns = [
        ("ub-conditional", SelectSemantics::UbConditional, Select::UndefinedOrConditional),
        ("ub-either", SelectSemantics::UbEither, Select::UndefinedOrEither),
        ("nondeterministic", SelectSemantics::Nondeterministic, Select::ChoiceOrConditional),
        ("conditional", SelectSemantics::Conditional, Select::ConditionalOrCondition),
        ("arithmetic", SelectSemantics::Arithmetic, Select::Any),
    ];
    let kinds = [
        ("llvm", Semantics::Llvm, interpreter::Semantics::LLVM),
        ("value-wise", Semantics::ValueWise, interpreter::Semantics::VALUE_WISE),
    ];
    let mut trials = Vec::new();
    for (name, semantics, interpreted) in kinds {
        for (column, select, interpreted_select) in columns {
            let options = Options { semantics, select };
            let interpreted = interpreted.with_select(interpreted_select);
            trials.push(trial(format!("rules::{name}::{column}"), move || {
                judge_random_functions(UNDECIDED, |text| compare(text, options, interpreted))
            }));
        }
    }
    trials
}

/// Compares the results for the function `@f` of a module with its executions, if these can be enumerated.
fn compare(
    text: &str,
    options: Options,
    semantics: interpreter::Semantics,
) -> Result<Result<(), Error>, String> {
    let facts = facts(text)?;
    let program = Program::new(&facts);
    let function = program.find("f").ok_or("there is no function")?;
    let budget = Budget { steps: 1 << 18, ..Budget::default() };
    let observations = match enumerate(&program, function, semantics, budget) {
        Ok((_, observations)) => observations,
        Err(error) => return Ok(Err(error)),
    };
    let (analysis, _) =
        Analysis::check(Module::new(&facts), options, Default::default(), |_| false);
    for row in &facts.function {
        let known = analysis.function(row.function);
        values(&facts, &analysis.module, &known, &observations)?;
        instructions(&facts, &analysis.module, &known, &observations)?;
    }
    let known = analysis.function(function);
    let source = Subject { program: &program, function };
    let required = require(text, &facts, &analysis.module, &known);
    let found = is_refined(source, &required, semantics, budget)?;
    if found.is_err() || analysis.inevitable.is_empty() {
        return Ok(found);
    }
    is_refined(source, &end(text, &facts, &analysis), semantics, budget)
}

/// Checks that the function `@f` of a module refines another function, if that can be decided.
fn is_refined(
    source: Subject,
    text: &str,
    semantics: interpreter::Semantics,
    budget: Budget,
) -> Result<Result<(), Error>, String> {
    let facts = facts(text).map_err(|error| format!("{error}\n{text}"))?;
    let program = Program::new(&facts);
    let function = program.find("f").ok_or("there is no function")?;
    let target = Subject { program: &program, function };
    Ok(match refines(source, target, semantics, budget) {
        Ok(None) => Ok(()),
        Ok(Some(counterexample)) => return Err(format!("{counterexample}\n{text}")),
        Err(error) => Err(error),
    })
}

/// The module with a call of a function that runs into `unreachable` before each instruction of `@f` that always leads
/// to undefined behaviour.
fn end(text: &str, facts: &Facts, analysis: &Analysis) -> String {
    let ids = analysis.inevitable.iter().map(|it| facts.symbol(it.instruction));
    let ids: BTreeSet<String> = ids.collect();
    let mut ended = String::new();
    let (mut is_in_function, mut number) = (false, 0);
    for line in text.lines() {
        is_in_function |= line.starts_with("define ") && line.contains(" @f(");
        is_in_function &= line != "}";
        if is_in_function && line.starts_with("  ") {
            if ids.contains(&format!("@f:#{number}")) {
                ended += "  call void @unreachable.here()\n";
            }
            number += 1;
        }
        ended.push_str(line);
        ended.push('\n');
    }
    ended + "define void @unreachable.here() {\n  unreachable\n}\n"
}

/// Checks that a part that could not be poison or undef never is.
fn values(
    facts: &Facts,
    module: &Module,
    known: &Function,
    observations: &Observations,
) -> Result<(), String> {
    for &part in &known.rows.parts {
        let observed = observations.value(part.value);
        let name = facts.symbol(part.value);
        for (kind, lanes) in
            [(Deferred::Poison, observed.poison_lanes), (Deferred::Undef, observed.undef_lanes)]
        {
            if !known.could_be(part, kind) && lanes & (1 << part.number) != 0 {
                return Err(format!("part {} of {name} is {kind:?} after all", part.number));
            }
        }
    }
    for row in known.control.rows() {
        let at = known.control.place_of(row);
        for operand in module.index.instruction_operand.all(row.instruction) {
            // The incoming value of a phi is used at the end of another block.
            if row.opcode == Opcode::Phi {
                continue;
            }
            let observed = observations.operand(row.instruction, operand.operand);
            for part in module.parts_of(operand.operand) {
                let lane = 1 << part.number;
                for (kind, lanes) in [
                    (Deferred::Poison, observed.poison_lanes),
                    (Deferred::Undef, observed.undef_lanes),
                ] {
                    if !known.could_be_at(part, kind, at) && lanes & lane != 0 {
                        let (value, user) =
                            (facts.symbol(operand.operand), facts.symbol(row.instruction));
                        return Err(format!("{value} is {kind:?} at {user} after all"));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Checks that undefined behaviour occurs only where it is reported, and always where it is certain.
fn instructions(
    facts: &Facts,
    module: &Module,
    known: &Function,
    observations: &Observations,
) -> Result<(), String> {
    // A promise about the result is violated after the `ret`, which itself does not count as undefined.
    let is_ret = |opcode| opcode == Opcode::Ret;
    for row in known.control.rows().iter().filter(|row| !is_ret(row.opcode)) {
        let at = known.control.place_of(row);
        let reached = observations.instruction(row.instruction);
        let mut said = known.immediate().iter().filter(|found| found.at == at).peekable();
        let id = facts.symbol(row.instruction);
        let is_known = said.peek().is_some() || is_said_elsewhere(module, row);
        if reached.undefined > 0 && !is_known {
            return Err(format!("{id} has undefined behaviour that is not mentioned"));
        }
        let is_definite = said.any(|found| found.certainty == Certainty::Definite);
        if is_definite && reached.undefined < reached.times {
            return Err(format!("{id} has no undefined behaviour in some executions"));
        }
    }
    Ok(())
}

/// Whether the analysis reports nothing at an instruction by design: undefined behaviour in a callee is reported there,
/// the promises of `!noundef` and `noundef` about a result are assumed, and a loaded address may always be null.
fn is_said_elsewhere(module: &Module, row: &Instruction) -> bool {
    match row.opcode {
        Opcode::Unreachable => true,
        Opcode::Load if !module.index.instruction_metadata.all(row.instruction).is_empty() => true,
        Opcode::Load | Opcode::Store => {
            let (load, store) = (&module.index.load_instruction, &module.index.store_instruction);
            let address = load.first(row.instruction).map(|row| row.address);
            let address = address.or(store.first(row.instruction).map(|row| row.address));
            let definition = address.and_then(|address| module.definition(address));
            definition.is_some_and(|row| row.opcode == Opcode::Load)
        }
        _ => {
            let call = module.index.call_instruction.first(row.instruction);
            let callee = call.and_then(|row| module.function(row.callee));
            callee.is_some_and(|callee| !module.instructions(callee).is_empty())
        }
    }
}

/// The module with a call after each well-defined value that requires it to be well defined.
fn require(text: &str, facts: &Facts, module: &Module, known: &Function) -> String {
    let mut required = String::new();
    let mut declarations: Vec<String> = Vec::new();
    let mut pending: Vec<String> = Vec::new();
    let call = |name: &str, declarations: &mut Vec<String>| -> Option<String> {
        let id = format!("@f:{name}");
        let value = facts.value.iter().find(|row| facts.symbol(row.value) == id)?.value;
        let at = match module.definition(value) {
            Some(row) => ProgramPoint::behind(row.position),
            None => ProgramPoint(0),
        };
        if !known.is_well_defined_at(module, value, at) {
            return None;
        }
        let r#type = facts.symbol(module.type_of(value));
        let number = declarations.iter().position(|known| *known == r#type).unwrap_or_else(|| {
            declarations.push(r#type.clone());
            declarations.len() - 1
        });
        Some(format!("  call void @require.{number}({type} noundef {name})\n"))
    };
    for argument in module.index.function_argument().all(known.function) {
        let id = facts.symbol(argument.value);
        pending.extend(id.split_once(':').map(|(_, name)| name.to_owned()));
    }
    for line in text.lines() {
        let is_instruction = line.starts_with("  ");
        let is_phi = line.contains(" = phi ");
        if is_instruction && !is_phi {
            for name in std::mem::take(&mut pending) {
                required.extend(call(&name, &mut declarations));
            }
        }
        required.push_str(line);
        required.push('\n');
        let result = line.strip_prefix("  ").and_then(|line| line.split_once(" = "));
        if let Some((name, _)) = result.filter(|(name, _)| name.starts_with('%')) {
            match is_phi {
                true => pending.push(name.to_owned()),
                false => required.extend(call(name, &mut declarations)),
            }
        }
    }
    for (number, r#type) in declarations.iter().enumerate() {
        required +=
            &format!("define void @require.{number}({type} noundef %value) {{\n  ret void\n}}\n");
    }
    required
}
