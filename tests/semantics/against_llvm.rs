//! The interpreter against LLVM.
//!
//! What LLVM's passes make of random functions has to be a refinement of them; if it is not, the
//! interpreter is wrong, or LLVM. And each operation on constants of three bits has to be what LLVM
//! folds it to.

use std::cell::RefCell;

use libtest_mimic::Trial;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::interpreter::{Budget, Error, Semantics, Subject, enumerate, refines};
use crate::optimize::optimize;
use crate::random::modules;
use crate::{judge_random_functions, program, trial};

/// Passes that are run one after the other, as for `opt -passes=…`.
const PASSES: [(&str, &str); 3] = [
    ("instsimplify", "instsimplify"),
    ("instcombine", "instcombine<no-verify-fixpoint>"),
    (
        "others",
        "sroa,early-cse,simplifycfg,sccp,correlated-propagation,gvn,reassociate,bdce,jump-threading",
    ),
];

/// How many of the random functions may be too much to try, in percent.
const UNDECIDED: u32 = 10;

/// A test for each choice of passes.
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

/// Whether the functions are refined, if that can be decided.
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

/// Changes that are wrong wherever they matter: flags that are not known to hold, and a freeze that
/// freezes no more.
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

/// Enough functions that each change above is met.
const CHANGED: u32 = 1000;

/// If the random functions returned nothing but poison, no wrong change would be found.
fn wrong_changes_are_found() -> Result<(), String> {
    let found = RefCell::new([false; WRONG.len()]);
    let config = ProptestConfig { cases: CHANGED, failure_persistence: None, ..Default::default() };
    // The same functions each time: whether a change is met is no matter of luck.
    let numbers = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, numbers).run(&modules(), |before| {
        for (at, (from, to)) in WRONG.into_iter().enumerate() {
            let Some((start, rest)) = before.split_once(from) else { continue };
            if found.borrow()[at] {
                continue;
            }
            let after = match to {
                // There is no addition of aggregates.
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
    missed.map_or(Ok(()), |((from, _), _)| Err(format!("no change of{from} was found wrong")))
}

/// The function with an addition of zero in place of a freeze, whose operand begins `rest`.
fn unfrozen(start: &str, rest: &str) -> String {
    let (operand, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let zero = if operand.starts_with('<') { "zeroinitializer" } else { "0" };
    format!("{start} = add {operand}, {zero}\n{rest}")
}

/// Operations of two operands, without flags: LLVM folds as if there were none.
const BINARY: [&str; 13] = [
    "add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "sdiv", "urem", "srem",
];
const COMPARISONS: [&str; 10] =
    ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];
/// Intrinsics of two operands.
const INTRINSICS: [&str; 12] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat",
    "sshl.sat", "ucmp", "scmp",
];
const OVERFLOWS: [&str; 6] = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];
/// Intrinsics of an operand and a flag: what is poison if it holds.
const FLAGGED: [&str; 3] = ["abs", "ctlz", "cttz"];

/// A function without parameters for each operation on each constant of three bits.
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
            // LLVM 19 folds what is poison here to undef, which it may.
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
    // These LLVM leaves alone; they are held against other operations in `instructions.ll`.
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
        // LLVM folds what is undefined to poison.
        let back = if is_undefined { None } else { judge(target, source)? };
        if let Some(difference) = judge(source, target)?.or(back) {
            let operation = text.split(&format!("@{name}()")).nth(1).unwrap_or_default();
            let operation = operation.lines().nth(1).unwrap_or_default();
            return Err(format!("{difference}: {operation}"));
        }
    }
    Ok(())
}

/// No function has this number.
const NOWHERE: facts_schema::FunctionId = facts_schema::FunctionId(u32::MAX);
