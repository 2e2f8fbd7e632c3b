//! Compares irlog's verdicts with LLVM's verifier on random modules: well-formed ones, and the same after random
//! changes, which usually make them ill-formed.
//!
//! For each module and each function, irlog must report a rule at level deny exactly if LLVM rejects it.
//! `PROPTEST_CASES=10000 cargo test --test verdicts` tries more modules than the default.

mod attributes;
mod change;
mod choices;
mod generate;
mod modules;

use std::collections::BTreeSet;

use extractor::inkwell::context::Context;
use extractor::inkwell::module::Module;
use facts_schema::FunctionId;
use proptest::prelude::*;
use rules::{Level, Rule, Subject, Violation, checks};

use choices::Choices;

/// Numbers for all decisions about a module. After the last number, the simplest option is taken.
fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..600)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn well_formed_modules_are_accepted(numbers in numbers()) {
        let context = Context::create();
        let module = generate::module(&context, &mut Choices::new(&numbers));
        if let Err(message) = module.verify() {
            panic!("the generator made an ill-formed module: {message}{}", module.print_to_string());
        }
        compare(&module)?;
    }

    #[test]
    fn irlog_and_llvm_agree_on_mutated_modules(
        numbers in numbers(),
        changes in prop::collection::vec(any::<u16>(), 1..12),
    ) {
        let context = Context::create();
        let module = generate::module(&context, &mut Choices::new(&numbers));
        change::apply(&context, &module, &mut Choices::new(&changes));
        compare(&module)?;
    }
}

/// Fails unless irlog and LLVM agree about the module and each of its functions.
fn compare(module: &Module) -> Result<(), TestCaseError> {
    let facts = extractor::extract(module);
    let mut violations = checks::violations(&facts);
    let broken = |violations: &[Violation]| -> BTreeSet<(Subject, Rule)> {
        violations.iter().map(|violation| (violation.subject, violation.rule)).collect()
    };
    prop_assert_eq!(broken(&violations), broken(&checks::violations_one_by_one(&facts)));
    violations.retain(|violation| violation.rule.0.level == Level::Deny);
    let found: BTreeSet<&str> = violations.iter().map(|it| it.rule.0.name).collect();
    let llvm = module.verify().map_err(|message| message.to_string());
    let text = || module.print_to_string().to_string();
    prop_assert_eq!(llvm.is_err(), !found.is_empty(), "{:?} {:?}\n{}", llvm, found, text());

    let blamed: BTreeSet<FunctionId> =
        violations.iter().filter_map(|violation| violation.subject.function(&facts)).collect();
    // LLVM rejects all functions from which an invalid node is reachable, and a misused intrinsic; irlog reports the
    // node, and the user of the intrinsic.
    let is_of_nodes = violations.iter().any(|it| matches!(it.subject, Subject::Metadata(_)));
    for (function, row) in module.get_functions().zip(&facts.function) {
        let refused = !function.verify(false);
        let blamed = blamed.contains(&row.function);
        let is_elsewhere = is_of_nodes || function.count_basic_blocks() == 0;
        prop_assert!(
            refused == blamed || refused && is_elsewhere,
            "{:?}: {:?} {:?}\n{}",
            function.get_name(),
            llvm,
            found,
            text()
        );
    }
    Ok(())
}
