use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::tests::random;
use crate::{Opaque, definition};

/// Checks that each step has its premises before it, and that the last one is the goal.
fn check_order(derivation: &Derivation, goal: Fact) -> Result<(), TestCaseError> {
    let Derivation { steps } = derivation;
    prop_assert_eq!(steps.last().map(|step| step.fact), Some(goal));
    for (index, step) in steps.iter().enumerate() {
        prop_assert!(step.premises.iter().all(|premise| *premise < index));
    }
    let facts: BTreeSet<Fact> = steps.iter().map(|step| step.fact).collect();
    prop_assert_eq!(facts.len(), steps.len());
    Ok(())
}

/// Checks a derivation by the definition: only the constraints that it names are left, and still the
/// goal follows. What is said of sites and functions is kept, and so are the roots.
fn check_by_definition(
    constraints: &Constraints,
    depth: usize,
    derivation: &Derivation,
    goal: Fact,
) -> Result<(), TestCaseError> {
    let mut rest = constraints.clone();
    rest.module = Default::default();
    for function in &mut rest.functions {
        function.body = Default::default();
    }
    for Owned { owner, constraint, .. } in derivation.steps.iter().filter_map(|it| it.constraint) {
        let body = match owner {
            Some(function) => &mut rest.functions[function.0 as usize].body,
            None => &mut rest.module,
        };
        match constraint {
            Constraint::Address(row) => body.addresses.push(row),
            Constraint::Assign(row) => body.assigns.push(row),
            Constraint::Shift(row) => body.shifts.push(row),
            Constraint::Load(row) => body.loads.push(row),
            Constraint::Store(row) => body.stores.push(row),
            Constraint::Transfer(row) => body.transfers.push(row),
            Constraint::Call(row) => body.calls.push(row),
            Constraint::Argument(row) => body.arguments.push(row),
            Constraint::VariableArguments(row) => body.variable_arguments.push(row),
            Constraint::CallResult(row) => body.results.push(row),
        }
    }
    // What a call says of its callee is part of the call.
    for (function, info) in rest.functions.iter_mut().enumerate() {
        let all = &constraints.functions[function].body;
        let sites: BTreeSet<_> = info
            .body
            .arguments
            .iter()
            .map(|row| row.site)
            .chain(info.body.variable_arguments.iter().map(|row| row.site))
            .chain(info.body.results.iter().map(|row| row.site))
            .collect();
        info.body.calls.extend(all.calls.iter().filter(|row| sites.contains(&row.site)));
    }
    let solution = definition::solve(&rest, depth, &Opaque::default());
    for step in &derivation.steps {
        prop_assert!(solution.holds(step.fact), "{:?}", step);
    }
    prop_assert!(solution.holds(goal));
    Ok(())
}

proptest! {
    #[test]
    fn each_fact_has_a_derivation(
        constraints in random::constraints(),
        depth in 0..=2_usize,
        first: Index,
    ) {
        // Constraints that differ tell more than facts of the same ones, and each costs as much: an
        // index of the solution, and for some a solution of their own.
        const GOALS: usize = 12;
        // One sample in thousands has thousands of facts, and each costs seconds.
        const MOST_WORK: usize = 5000;

        let solution = definition::solve(&constraints, depth, &Opaque::default());
        let all: Vec<Fact> = solution.tuples().facts().collect();
        let step = 1 + all.len() / GOALS;
        let goals = all.iter().skip(first.index(step)).step_by(step);
        for (number, goal) in goals.take(MOST_WORK / all.len().max(1)).enumerate() {
            let derivation = explain(&constraints, &solution, *goal);
            prop_assert!(derivation.is_some(), "{:?}", goal);
            let derivation = derivation.expect("a derivation");
            check_order(&derivation, *goal)?;
            check_order(&derivation.clone().essential(), *goal)?;
            if number % 4 == 0 {
                check_by_definition(&constraints, depth, &derivation, *goal)?;
            }
        }
    }
}

#[test]
fn what_the_solution_does_not_say_is_not_explained() {
    let constraints = crate::generate::builder::Builder::new(Vec::new()).finish();
    let solution = definition::solve(&constraints, 0, &Opaque::default());
    let goal = Fact::PointsTo(crate::Node::CAPTURED, crate::Location::EXTERNAL);
    assert_eq!(explain(&constraints, &solution, goal), None);
}

#[test]
fn a_copy_is_explained_by_the_address_that_it_copies() {
    let mut builder = crate::generate::builder::Builder::new(Vec::new());
    let [one, other] = [(); 2].map(|()| builder.temporary(None));
    let place = crate::place::Place::At(0);
    let address = Address { variable: one, object: crate::Object::EXTERNAL, place };
    let assigns = [Assign { to: other, from: one }, Assign { to: one, from: other }];
    builder.constraints().module.addresses.push(address);
    builder.constraints().module.assigns.extend(assigns);
    let constraints = builder.finish();
    let solution = definition::solve(&constraints, 0, &Opaque::default());
    let node = constraints.node(other, Context::EMPTY);
    let goal = Fact::PointsTo(node, crate::Location::EXTERNAL);
    let derivation = explain(&constraints, &solution, goal).expect("a derivation");
    let rules: Vec<Rule> = derivation.steps.iter().map(|step| step.rule).collect();
    assert_eq!(rules, [Rule::Address, Rule::Assign]);
    let constraint = derivation.steps[1].constraint.expect("a constraint").constraint;
    assert_eq!(constraint, Constraint::Assign(assigns[0]));
    let essential = derivation.essential();
    let rules: Vec<Rule> = essential.steps.iter().map(|step| step.rule).collect();
    assert_eq!(rules, [Rule::Assign]);
}
