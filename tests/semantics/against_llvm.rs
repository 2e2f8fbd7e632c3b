//! Tests the interpreter against LLVM.
//!
//! The output of LLVM's passes on random functions must refine the input; otherwise the interpreter or LLVM is wrong.
//! Each operation on 3-bit constants must have the result to which LLVM folds it.

use std::cell::RefCell;

use libtest_mimic::Trial;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::interpreter::{Budget, Error, Semantics, Subject, enumerate, refines};
use crate::optimize::optimize;
use crate::random::modules;
use crate::{judge_random_functions, program, trial};

/// Passes that run in sequence, as in `opt -passes=…`.
const PASSES: [(&str, &str); 3] = [
    ("instsimplify", "instsimplify"),
    ("instcombine", "instcombine<no-verify-fixpoint>"),
    (
        "others",
        "sroa,early-cse,simplifycfg,sccp,correlated-propagation,gvn,reassociate,bdce,jump-threading",
    ),
];

/// The maximum percentage of random functions with too many executions to enumerate.
const UNDECIDED: u32 = 10;

/// One test per sequence of passes.
pub fn trials() -> Vec<Trial> {
    let passes = PASSES.into_iter();
    let passes =
        passes.map(|(name, passes)| trial(format!("random::{name}"), move || check(passes)));
    let others = [
        trial("random::wrong-changes-are-found".to_owned(), wrong_changes_are_found),
        trial("constants::folded-as-LLVM-does".to_owned(), constants_are_folded_as_llvm_does),
    ];
    passes.chain(others).collect()
}

fn check(passes: &str) -> Result<(), String> {
    judge_random_functions(UNDECIDED, |before| {
        let after = optimize(before, passes)?;
        match compare(before, &after)? {
            Ok(None) => Ok(Ok(())),
            Ok(Some(counterexample)) => Err(format!("{counterexample}\n{after}")),
            Err(error @ Error::Budget(_)) => Ok(Err(error)),
            Err(error) => Err(format!("{error}\n{after}")),
        }
    })
}

/// Whether the function after the passes refines the one before; an error of the interpreter if this is undecided.
fn compare(before: &str, after: &str) -> Result<Result<Option<String>, Error>, String> {
    let (before, after) = (program(before)?, program(after)?);
    let find = |program: &crate::interpreter::Program| {
        program.find("f").ok_or_else(|| "the function is gone".to_owned())
    };
    let source = Subject { program: &before, function: find(&before)? };
    let target = Subject { program: &after, function: find(&after)? };
    let budget = Budget { steps: 1 << 18, ..Budget::default() };
    Ok(refines(source, target, Semantics::LLVM, budget))
}

/// Incorrect changes: they add flags that are not known to hold, or replace a freeze by an addition of zero.
const WRONG: [(&str, &str); 8] = [
    (" = add i", " = add nsw i"),
    (" = shl i", " = shl nuw i"),
    (" = freeze ", " = add "),
    (" = or i", " = or disjoint i"),
    (" = trunc i", " = trunc nuw i"),
    (" = lshr i", " = lshr exact i"),
    (" = zext i", " = zext nneg i"),
    (" = sub i", " = sub nuw i"),
];

/// The number of random functions, which is large enough for each change above to apply to one.
const CHANGED: u32 = 1000;

/// Tests that the random functions detect wrong changes, which they would not if they only returned poison.
fn wrong_changes_are_found() -> Result<(), String> {
    let found = RefCell::new([false; WRONG.len()]);
    let config = ProptestConfig { cases: CHANGED, failure_persistence: None, ..Default::default() };
    // A fixed seed, so that the result does not depend on chance.
    let numbers = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, numbers).run(&modules(), |before| {
        for (at, (from, to)) in WRONG.into_iter().enumerate() {
            let Some((start, rest)) = before.split_once(from) else { continue };
            if found.borrow()[at] {
                continue;
            }
            let after = match to {
                // Aggregates cannot be added.
                " = add " if rest.starts_with(['{', '[']) => continue,
                " = add " => unfrozen(start, rest),
                _ => format!("{start}{to}{rest}"),
            };
            let verdict = compare(&before, &after).map_err(TestCaseError::fail)?;
            if matches!(verdict, Ok(Some(_))) {
                found.borrow_mut()[at] = true;
            }
        }
        Ok(())
    });
    result.map_err(|error| error.to_string())?;
    let missed = WRONG.iter().zip(found.into_inner()).find(|(_, found)| !found);
    missed.map_or(Ok(()), |((from, _), _)| {
        Err(format!("no change of{from} was found to be incorrect"))
    })
}

/// The function with an addition of zero instead of the freeze; `rest` begins with the operand of the freeze.
fn unfrozen(start: &str, rest: &str) -> String {
    let (operand, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let zero = if operand.starts_with('<') { "zeroinitializer" } else { "0" };
    format!("{start} = add {operand}, {zero}\n{rest}")
}

/// Operations with two operands, without flags, which LLVM ignores when it folds constants.
const BINARY: [&str; 13] = [
    "add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "sdiv", "urem", "srem",
];
const COMPARISONS: [&str; 10] =
    ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];
/// Intrinsics with two operands.
const INTRINSICS: [&str; 12] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat",
    "sshl.sat", "ucmp", "scmp",
];
const OVERFLOWS: [&str; 6] = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];
/// Intrinsics with an operand and a flag that makes a special case poison.
const FLAGGED: [&str; 3] = ["abs", "ctlz", "cttz"];

/// One function without parameters for each operation on 3-bit constants.
fn operations() -> String {
    let mut functions = Vec::new();
    let mut declarations = std::collections::BTreeSet::new();
    let mut add = |result: &str, operation: String| functions.push((result.to_owned(), operation));
    for first in 0..8 {
        for second in 0..8 {
            for opcode in BINARY {
                add("i3", format!("{opcode} i3 {first}, {second}"));
            }
            for predicate in COMPARISONS {
                add("i1", format!("icmp {predicate} i3 {first}, {second}"));
            }
            for name in INTRINSICS {
                let name = match name {
                    "ucmp" | "scmp" => format!("{name}.i3.i3"),
                    name => format!("{name}.i3"),
                };
                add("i3", format!("call i3 @llvm.{name}(i3 {first}, i3 {second})"));
                declarations.insert(format!("declare i3 @llvm.{name}(i3, i3)\n"));
            }
            for name in OVERFLOWS {
                let callee = format!("@llvm.{name}.with.overflow.i3");
                add("{ i3, i1 }", format!("call {{ i3, i1 }} {callee}(i3 {first}, i3 {second})"));
                declarations.insert(format!("declare {{ i3, i1 }} {callee}(i3, i3)\n"));
            }
            for name in ["fshl", "fshr"] {
                let operands = format!("i3 {first}, i3 5, i3 {second}");
                add("i3", format!("call i3 @llvm.{name}.i3({operands})"));
                declarations.insert(format!("declare i3 @llvm.{name}.i3(i3, i3, i3)\n"));
            }
        }
        for (name, flag) in FLAGGED.into_iter().flat_map(|name| [(name, false), (name, true)]) {
            // LLVM 19 folds this poison result to undef, which is a correct refinement.
            if cfg!(feature = "llvm19-1") && (name, flag, first) == ("abs", true, 4) {
                continue;
            }
            add("i3", format!("call i3 @llvm.{name}.i3(i3 {first}, i1 {flag})"));
            declarations.insert(format!("declare i3 @llvm.{name}.i3(i3, i1)\n"));
        }
        for name in ["ctpop", "bitreverse"] {
            add("i3", format!("call i3 @llvm.{name}.i3(i3 {first})"));
            declarations.insert(format!("declare i3 @llvm.{name}.i3(i3)\n"));
        }
        for (opcode, to) in [("trunc", "i2"), ("zext", "i5"), ("sext", "i5")] {
            add(to, format!("{opcode} i3 {first} to {to}"));
        }
    }
    let function = |(number, (result, operation)): (usize, &(String, String))| {
        format!("define {result} @f{number}() {{\n  %r = {operation}\n  ret {result} %r\n}}\n")
    };
    let functions = functions.iter().enumerate().map(function);
    functions.chain(declarations).collect()
}

fn constants_are_folded_as_llvm_does() -> Result<(), String> {
    let text = operations();
    let folded = optimize(&text, "instsimplify")?;
    // LLVM does not fold these operations; `instructions.ll` compares them with other operations.
    let is_left = |line: &&str| line.starts_with("  %") && !line.contains("shl.sat");
    if let Some(line) = folded.lines().find(is_left) {
        return Err(format!("LLVM does not fold `{line}`"));
    }
    let (before, after) = (program(&text)?, program(&folded)?);
    let defined = before.names().iter().filter(|name| name.starts_with('f'));
    for name in defined {
        let of = |program| Subject { program, function: program.find(name).unwrap_or(NOWHERE) };
        let (source, target) = (of(&before), of(&after));
        let judge = |source, target| {
            refines(source, target, Semantics::LLVM, Budget::default())
                .map_err(|error| format!("{name}: {error}"))
        };
        let is_undefined = enumerate(&before, source.function, Semantics::LLVM, Budget::default())
            .map_err(|error| error.to_string())?
            .0
            .iter()
            .any(|(_, behaviours)| behaviours.is_undefined);
        // LLVM folds undefined behaviour to poison.
        let back = if is_undefined { None } else { judge(target, source)? };
        if let Some(difference) = judge(source, target)?.or(back) {
            let operation = text.split(&format!("@{name}()")).nth(1).unwrap_or_default();
            let operation = operation.lines().nth(1).unwrap_or_default();
            return Err(format!("{difference}: {operation}"));
        }
    }
    Ok(())
}

/// The number of a function that does not exist.
const NOWHERE: facts_schema::FunctionId = facts_schema::FunctionId(u32::MAX);
