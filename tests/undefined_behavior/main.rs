//! Compares the results of the analysis of undefined behaviour for values and instructions with the expected ones.
//!
//! Comments before a function in a module of this folder state the expectations, and the reasons:
//!
//! ```text
//! ; %x: poison nsw %x            may be poison, because the nsw of %x itself may not hold
//! ; %x.1: poison nsw %y, undef argument %p     of its second part
//! ; %x: well-defined
//! ; #3: definite zero            the 4th instruction divides by zero
//! ; #3: nothing
//! ```
//!
//! The expectations for a value or instruction must list all results about it. `; semantics: value-wise` and
//! `; select: arithmetic` at the top choose other semantics for a whole file, and `; points-to: yes` uses points-to for
//! loads.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, io};

use extractor::Input;
use facts_schema::{Entity, Facts, InstructionId, Word};
use libtest_mimic::{Arguments, Failed, Trial};
use points_to::model::files::built_in;
use points_to::{Roots, Unknown};
use undefined_behavior::chain::Chains;
use undefined_behavior::{
    Analysis, Deferred, Function, Memory, Module, Options, Part, SelectSemantics, Semantics,
};

fn main() -> io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/undefined_behavior");
    let mut trials = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ll") {
            let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.extend(of_file(&file, &fs::read_to_string(&path)?));
        }
    }
    if trials.is_empty() {
        return Err(io::Error::other("there are no modules in tests/undefined_behavior"));
    }
    trials.sort_by(|one, other| one.name().cmp(other.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// One test per function with expectations.
fn of_file(file: &str, text: &str) -> Vec<Trial> {
    let mut expected: Vec<(String, String)> = Vec::new();
    let mut trials = Vec::new();
    for line in text.lines() {
        if let Some(name) = function_name(line) {
            let (text, name) = (text.to_owned(), name.to_owned());
            let expected = std::mem::take(&mut expected);
            if !expected.is_empty() {
                let test = format!("{file}::{name}");
                trials.push(Trial::test(test, move || check(&text, &name, &expected)));
            }
        }
        let comment = line.strip_prefix("; ").and_then(|comment| comment.split_once(": "));
        if let Some((subject, what)) = comment.filter(|(it, _)| it.starts_with(['%', '#'])) {
            expected.push((subject.to_owned(), what.trim().to_owned()));
        }
    }
    trials
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("define ")?;
    let name = &rest[rest.find('@')? + 1..];
    name.split('(').next()
}

fn check(text: &str, function: &str, expected: &[(String, String)]) -> Result<(), Failed> {
    let input = Input { name: "module".to_owned(), content: text.as_bytes().to_vec() };
    let facts = extractor::load(&[input], &mut |_| {}).map_err(|error| error.to_string())?;
    let options = options(text)?;
    let module = Module::new(&facts);
    let memory = if text.contains("; points-to: yes") {
        undefined_behavior::memory(&points_to(&facts))
    } else {
        Memory::default()
    };
    let (analysis, _) = Analysis::check(module, options, memory, |_| false);
    let symbol = format!("@{function}");
    let row = facts.function.iter().find(|row| facts.symbol(row.function) == symbol);
    let known = analysis.function(row.ok_or("the function is not in the module")?.function);
    let said = Said::of(&facts, &analysis, &known, options);
    for (subject, what) in expected {
        let found = match subject.strip_prefix('#') {
            Some(_) => said.instruction(subject),
            None => said.value(subject)?,
        };
        let what: BTreeSet<String> = what.split(", ").map(str::to_owned).collect();
        if found != what {
            return Err(format!("{subject} is {found:?}, and expected is {what:?}").into());
        }
    }
    Ok(())
}

/// The points-to analysis, with all externally visible functions as roots.
fn points_to(facts: &Facts) -> points_to::Analysis<'_> {
    let options = points_to::Options {
        models: built_in().clone(),
        unknown: Unknown::Havoc,
        roots: Roots::default(),
        depth: 0,
        solver: None,
        escaped: None,
    };
    points_to::analyze(facts, &options)
}

fn options(text: &str) -> Result<Options, String> {
    let said = |what: &str| text.lines().find_map(|line| line.strip_prefix(what));
    Ok(Options {
        semantics: match said("; semantics: ") {
            None => Semantics::Llvm,
            Some("value-wise") => Semantics::ValueWise,
            Some(other) => return Err(format!("there are no semantics {other}")),
        },
        select: match said("; select: ") {
            None => SelectSemantics::Conditional,
            Some("ub-conditional") => SelectSemantics::UbConditional,
            Some("ub-either") => SelectSemantics::UbEither,
            Some("nondeterministic") => SelectSemantics::Nondeterministic,
            Some("arithmetic") => SelectSemantics::Arithmetic,
            Some(other) => return Err(format!("there is no select {other}")),
        },
    })
}

/// All results about a function.
struct Said {
    /// By value; by part if there are several.
    values: BTreeMap<String, BTreeSet<String>>,
    instructions: BTreeMap<String, BTreeSet<String>>,
}

impl Said {
    fn of(facts: &Facts, analysis: &Analysis, known: &Function, options: Options) -> Self {
        let module = &analysis.module;
        let chains = Chains::of(known, options);
        let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for &part in &known.rows.parts {
            let mut said = BTreeSet::new();
            for kind in Deferred::ALL.into_iter().filter(|&kind| known.may_be(part, kind)) {
                let word = if kind == Deferred::Poison { "poison" } else { "undef" };
                let source = chains.source(part, kind).map_or_else(String::new, |source| {
                    format!(" {} {}", source.reason.as_str(), name(facts, source.part.value))
                });
                said.insert(format!("{word}{source}"));
            }
            if known.well_defined().contains(&part) {
                said.insert("well-defined".to_owned());
            }
            values.insert(part_name(facts, module, part), said);
        }
        let mut instructions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let immediate = known.immediate().iter().filter_map(|found| {
            let said = format!("{} {}", found.certainty.as_str(), found.cause.as_str());
            Some((known.control.instruction(found.at)?, said))
        });
        let rows = known.control.rows();
        let is_own = |it: InstructionId| rows.iter().any(|row| row.instruction == it);
        let inevitable = analysis.inevitable.iter().filter(|it| is_own(it.instruction));
        let inevitable = inevitable
            .map(|it| (it.instruction, format!("definite {}", it.cause(module).as_str())));
        for (instruction, said) in immediate.chain(inevitable) {
            let id = facts.symbol(instruction);
            let number = id.split_once(':').map_or(id.as_str(), |(_, number)| number).to_owned();
            instructions.entry(number).or_default().insert(said);
        }
        Self { values, instructions }
    }

    fn value(&self, subject: &str) -> Result<BTreeSet<String>, String> {
        let found = self.values.get(subject).cloned();
        found.ok_or_else(|| format!("there is no value or part {subject}"))
    }

    fn instruction(&self, subject: &str) -> BTreeSet<String> {
        let nothing = || BTreeSet::from(["nothing".to_owned()]);
        self.instructions.get(subject).cloned().unwrap_or_else(nothing)
    }
}

fn part_name(facts: &Facts, module: &Module, part: Part) -> String {
    let name = name(facts, part.value);
    match module.part_count(part.value) {
        1 => name,
        _ => format!("{name}.{}", part.number),
    }
}

/// A local by its name, or a constant as LLVM prints it, but without spaces after commas.
fn name(facts: &Facts, value: facts_schema::ValueId) -> String {
    let id = facts.symbols.table(Entity::Value).get(value.0);
    let local = id.split_once(":%").filter(|(function, _)| function.starts_with('@'));
    local.map_or(id.replace(", ", ","), |(_, local)| format!("%{local}"))
}
