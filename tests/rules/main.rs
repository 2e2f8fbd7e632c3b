//! Tests each rule on its example, and compares it with LLVM's verifier.
//!
//! An example consists of two modules: one that violates the rule, and, after the line `; Near miss`, one that is
//! almost the same but does not. LLVM's parser rejects many modules before its verifier runs; such modules are made by
//! changing a well-formed one in memory, with comments like `; Broken: erase @f:#1` (see `change`).
//!
//! LLVM must reject the first module if the rule is at level deny, and accept it if it is at level warn; irlog must
//! report the rule. LLVM must accept the near miss, for which irlog must report neither this rule nor any rule at level
//! deny.
//!
//! Rules about undefined behaviour apply to well-formed modules: LLVM must accept all their examples.

mod change;
mod named;
mod unchecked;

use std::collections::BTreeSet;

use extractor::Input;
use extractor::inkwell::context::Context;
use facts_schema::Facts;
use libtest_mimic::{Arguments, Failed, Trial};
use rules::{Group, Level, Rule, checks};
use undefined_behavior::{Analysis, Module, Options, SelectSemantics};

fn main() {
    let rules = checks::RULES.iter().chain(undefined_behavior::checks::RULES.iter());
    let trials = rules.map(|&rule| {
        let name = format!("{}::{}", rule.0.group.name(), rule.0.name);
        Trial::test(name, move || test(rule))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit()
}

fn test(rule: Rule) -> Result<(), Failed> {
    let (broken, near_miss) = rule.examples();
    let is_about_behavior = rule.0.group == Group::UndefinedBehavior;
    let violated = if is_about_behavior { undefined } else { ill_formed };
    let broken = Verdicts::of(broken, violated)?;
    let near_miss =
        Verdicts::of(near_miss, violated).map_err(|error| format!("near miss: {error}"))?;
    let found: Vec<&str> = broken.irlog.iter().map(|rule| rule.0.name).collect();
    if !broken.irlog.contains(&rule) {
        return Err(format!("is not reported as violated; these are: {found:?}").into());
    }
    match (rule.0.level, &broken.llvm) {
        (_, Some(message)) if is_about_behavior => {
            return Err(format!("LLVM rejects the example: {message}").into());
        }
        (Level::Deny, None) if !is_about_behavior => {
            return Err("LLVM accepts what the rule calls ill-formed".into());
        }
        (Level::Warn, Some(message)) => {
            return Err(format!(
                "LLVM rejects an example that should only be suspicious: {message}"
            )
            .into());
        }
        _ => {}
    }
    if let Some(message) = near_miss.llvm {
        return Err(format!("LLVM rejects the near miss: {message}").into());
    }
    let is_wrong = |it: &&Rule| it.0.level == Level::Deny || **it == rule;
    if let Some(wrong) = near_miss.irlog.iter().find(is_wrong) {
        return Err(format!("the near miss breaks {wrong:?}").into());
    }
    Ok(())
}

/// The violated rules about well-formedness.
fn ill_formed(facts: &Facts) -> BTreeSet<Rule> {
    checks::violations(facts).into_iter().map(|violation| violation.rule).collect()
}

/// The violated rules about undefined behaviour, in a semantics in which `select` on poison is undefined behaviour.
/// This includes more than LLVM's own semantics.
fn undefined(facts: &Facts) -> BTreeSet<Rule> {
    let options = Options { select: SelectSemantics::UbConditional, ..Options::default() };
    let (_, found) = Analysis::check(Module::new(facts), options, Default::default(), |_| true);
    found.into_iter().map(|violation| violation.rule).collect()
}

/// The verdicts about a module.
struct Verdicts {
    /// The error of LLVM's verifier, if it rejects the module.
    llvm: Option<String>,
    /// The rules that irlog reports.
    irlog: BTreeSet<Rule>,
}

impl Verdicts {
    fn of(text: &str, violated: fn(&Facts) -> BTreeSet<Rule>) -> Result<Self, String> {
        let context = Context::create();
        let input = Input { name: "example".to_owned(), content: text.as_bytes().to_vec() };
        let module = extractor::read(&context, &input).map_err(|error| error.to_string())?;
        for line in text.lines() {
            if let Some((_, change)) = line.strip_prefix("; ").and_then(|it| it.split_once(": ")) {
                change::apply(&module, change).map_err(|error| format!("`{line}`: {error}"))?;
            }
        }
        let facts = extractor::extract(&module);
        let llvm = module.verify().err().map(|message| message.to_string());
        Ok(Self { llvm, irlog: violated(&facts) })
    }
}
