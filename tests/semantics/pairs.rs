//! Pairs of functions, and whether the second one refines the first.
//!
//! Comments before each pair state the expectation and its source:
//!
//! - `; refines: yes under llvm, no under value-wise, from LangRef, "Undefined Values"`. The semantics are `llvm`,
//!   `value-wise`, `branch-choice` and `llvm-branch-choice`; the last two are value-wise and LLVM's semantics with a
//!   branch on poison or undef that goes to any successor.
//! - `; equals: yes under llvm, from …`: each function refines the other; `no`: not both do.
//! - `; table 2.1: yes no yes yes no, from …`: one verdict per column of the thesis' table.
//! - `; because: %x = undef`, after an expectation with a `no`: the beginning of the counterexample, or the text after
//!   its beginning.

use std::collections::BTreeMap;

use libtest_mimic::Trial;

use crate::interpreter::{Branch, Budget, Select, Semantics, Subject, refines};
use crate::{program, trial};

/// The expectation for a pair.
#[derive(Clone)]
struct Expectation {
    semantics: Semantics,
    /// The semantics, for the name of the test.
    name: String,
    holds: bool,
    /// Whether each function must refine the other.
    both_ways: bool,
    because: Option<String>,
}

/// One test per pair in a file and semantics with an expectation.
pub fn trials(file: &str, text: &str) -> Vec<Trial> {
    let cases = match parse(text) {
        Ok(cases) => cases,
        Err(error) => return vec![trial(format!("{file}::syntax"), || Err(error))],
    };
    let mut trials = Vec::new();
    for (pair, expectations) in cases {
        for expectation in expectations {
            let name = format!("{file}::{pair}::{}", expectation.name);
            let (text, pair) = (text.to_owned(), pair.clone());
            trials.push(trial(name, move || check(&text, &pair, &expectation)));
        }
    }
    trials
}

/// The expectations of each pair.
fn parse(text: &str) -> Result<BTreeMap<String, Vec<Expectation>>, String> {
    let mut cases = BTreeMap::new();
    let mut pending: Vec<Expectation> = Vec::new();
    for line in text.lines() {
        if let Some(directive) = line.strip_prefix("; ") {
            let known = [("refines: ", false), ("equals: ", true)];
            for (word, both_ways) in known {
                if let Some(rest) = directive.strip_prefix(word) {
                    pending.extend(clauses(rest, both_ways).ok_or_else(|| line.to_owned())?);
                }
            }
            if let Some(rest) = directive.strip_prefix("table 2.1: ") {
                pending.extend(columns(rest).ok_or_else(|| line.to_owned())?);
            }
            if let Some(rest) = directive.strip_prefix("because: ") {
                let refused = pending.iter_mut().filter(|it| !it.holds).last();
                refused.ok_or_else(|| line.to_owned())?.because = Some(rest.to_owned());
            }
        } else if line.starts_with("define ") {
            let name = line.split_once('@').and_then(|(_, rest)| rest.split_once('('));
            let name = name.map(|(name, _)| name).unwrap_or_default();
            if let Some(pair) = name.strip_suffix(".src") {
                if pending.is_empty() {
                    return Err(format!("there is no expectation for {pair}"));
                }
                cases.insert(pair.to_owned(), std::mem::take(&mut pending));
            }
        }
    }
    if !pending.is_empty() {
        return Err("what is expected at the end belongs to no pair".to_owned());
    }
    Ok(cases)
}

/// `yes under llvm and value-wise, no under branch-choice, from somewhere`
fn clauses(text: &str, both_ways: bool) -> Option<Vec<Expectation>> {
    let (clauses, _) = text.split_once(", from ")?;
    let mut expectations = Vec::new();
    for clause in clauses.split(", ") {
        let (verdict, names) = clause.split_once(" under ")?;
        let holds = verdict_of(verdict)?;
        for name in names.split(" and ") {
            let semantics = match name {
                "llvm" => Semantics::LLVM,
                "value-wise" => Semantics::VALUE_WISE,
                "branch-choice" => Semantics::VALUE_WISE.with_branch(Branch::Choice),
                "llvm-branch-choice" => Semantics::LLVM.with_branch(Branch::Choice),
                _ => return None,
            };
            let name = name.to_owned();
            expectations.push(Expectation { semantics, name, holds, both_ways, because: None });
        }
    }
    Some(expectations)
}

/// `yes no yes yes no, from somewhere`
fn columns(text: &str) -> Option<Vec<Expectation>> {
    let (verdicts, _) = text.split_once(", from ")?;
    let verdicts: Vec<_> = verdicts.split(' ').collect();
    if verdicts.len() != Select::COLUMNS.len() {
        return None;
    }
    let expectation = |(select, verdict): (Select, &str)| {
        Some(Expectation {
            semantics: Semantics::VALUE_WISE.with_select(select),
            name: format!("{select:?}"),
            holds: verdict_of(verdict)?,
            both_ways: false,
            because: None,
        })
    };
    Select::COLUMNS.into_iter().zip(verdicts).map(expectation).collect()
}

fn verdict_of(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn check(text: &str, pair: &str, expectation: &Expectation) -> Result<(), String> {
    let program = program(text)?;
    let subject = |suffix: &str| {
        let name = format!("{pair}.{suffix}");
        let function = program.find(&name).ok_or_else(|| format!("there is no @{name}"))?;
        Ok::<_, String>(Subject { program: &program, function })
    };
    let (source, target) = (subject("src")?, subject("tgt")?);
    let judge = |source, target| {
        let verdict = refines(source, target, expectation.semantics, Budget::default());
        verdict.map_err(|error| error.to_string())
    };
    let mut counterexample = judge(source, target)?;
    if expectation.both_ways && counterexample.is_none() {
        counterexample = judge(target, source)?;
    }
    match (counterexample, expectation.holds) {
        (None, true) => Ok(()),
        (None, false) => Err("the target may stand for the source, which is not expected".into()),
        (Some(counterexample), true) => Err(counterexample),
        (Some(counterexample), false) => match &expectation.because {
            Some(because) if !counterexample.contains(because) => {
                Err(format!("the counterexample is another: {counterexample}"))
            }
            _ => Ok(()),
        },
    }
}
