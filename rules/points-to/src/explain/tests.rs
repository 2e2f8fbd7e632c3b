use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::definition::Rule;
use crate::tests::random;
use crate::{Opaque, definition};

/// Checks that the premises of each step precede it, and that the last step is the goal.
fn check_order(derivation: &Derivation, goal: Fact) -> Result<(), TestCaseError> {
    let Derivation { steps } = derivation;
    prop_assert_eq!(steps.last().map(|step| step.claim), Some(Claim::Fact(goal)));
    for (index, step) in steps.iter().enumerate() {
        prop_assert!(step.premises.iter().all(|premise| *premise < index));
    }
    let facts: BTreeSet<Claim> = steps.iter().map(|step| step.claim).collect();
    prop_assert_eq!(facts.len(), steps.len());
    Ok(())
}

/// Checks each limit: it is not exceeded, and the steps that are not cut are complete.
fn check_limit(derivation: &Derivation, goal: Fact) -> Result<(), TestCaseError> {
    for limit in 1..=derivation.steps.len() {
        let limited = derivation.clone().limited(limit);
        prop_assert!(limited.steps.len() <= limit);
        check_order(&limited, goal)?;
        for step in &limited.steps {
            let whole = derivation.steps.iter().find(|it| it.claim == step.claim);
            let whole = whole.map(|it| it.premises.len());
            let expected = if step.cut.is_some() { 0 } else { whole.unwrap_or(usize::MAX) };
            prop_assert_eq!(step.premises.len(), expected);
        }
    }
    Ok(())
}

/// Checks a derivation by the definition: the goal must follow from only those constraints that it names. The
/// properties of sites and functions, and the roots, are kept.
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
    // The rows about a callee are part of the call.
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
        let Claim::Fact(fact) = step.claim else { continue };
        prop_assert!(solution.holds(fact), "{:?}", step);
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
        // Different constraints test more than other facts of the same constraints, and every fact costs as much: an
        // index of the solution, and for some facts a separate solution.
        const GOALS: usize = 12;
        // One sample in thousands has thousands of facts, each of which takes seconds.
        const MAX_WORK: usize = 5000;

        let solution = definition::solve(&constraints, depth, &Opaque::default());
        let all: Vec<Fact> = solution.tuples().facts().collect();
        let step = 1 + all.len() / GOALS;
        let goals = all.iter().skip(first.index(step)).step_by(step);
        for (number, goal) in goals.take(MAX_WORK / all.len().max(1)).enumerate() {
            let derivation = explain(&constraints, depth, &solution, *goal);
            prop_assert!(derivation.is_some(), "{:?}", goal);
            let derivation = derivation.expect("a derivation");
            check_order(&derivation, *goal)?;
            check_order(&derivation.clone().essential(), *goal)?;
            check_limit(&derivation, *goal)?;
            if number % 4 == 0 {
                check_by_definition(&constraints, depth, &derivation, *goal)?;
            }
        }
    }
}

proptest! {
    #[test]
    fn facts_derived_from_opaque_memory_have_a_derivation(
        constraints in random::constraints(),
        depth in 0..=2_usize,
        choice: u64,
        first: Index,
    ) {
        const GOALS: usize = 12;
        const MAX_WORK: usize = 5000;

        let opaque = random::opaque(&constraints, depth, choice);
        let solution = definition::solve(&constraints, depth, &opaque);
        let all: Vec<Fact> = solution.tuples().facts().collect();
        let step = 1 + all.len() / GOALS;
        let goals = all.iter().skip(first.index(step)).step_by(step);
        for goal in goals.take(MAX_WORK / all.len().max(1)) {
            let derivation = explain(&constraints, depth, &solution, *goal);
            prop_assert!(derivation.is_some(), "{:?}", goal);
            let derivation = derivation.expect("a derivation");
            check_order(&derivation, *goal)?;
            for step in &derivation.steps {
                let holds = match step.claim {
                    Claim::Fact(fact) => solution.holds(fact),
                    Claim::Opaque(instance) => solution.opaque.contains(instance),
                    Claim::Remembered(..) | Claim::MayCall(..) => false,
                };
                prop_assert!(holds, "{:?}", step);
            }
        }
    }
}

#[test]
fn a_long_derivation_omits_the_targets_of_addresses() {
    let fact = |number| Fact::PointsTo(node(number), crate::Location::EXTERNAL);
    let node_of = |number| Claim::Fact(fact(number));
    let step = |claim, premises: Vec<usize>, rule| {
        let reason = Reason::Rule(rule);
        Step { claim, reason, premises, constraint: None, cut: None }
    };
    // Fifty steps derive an address, from which the last two steps load.
    let instance = Instance { object: crate::Object(7), context: Context::EMPTY };
    let offsets = crate::offsets::Offsets::At(0);
    let pointee = crate::Location { instance, offsets };
    let address = |number| Claim::Fact(Fact::PointsTo(node(number), pointee));
    let mut steps = vec![step(address(0), vec![], Rule::Address)];
    for number in 1..50 {
        steps.push(step(address(number), vec![number as usize - 1], Rule::Assign));
    }
    let stored = Claim::Fact(Fact::Stored(pointee, crate::Location::EXTERNAL));
    steps.push(step(stored, vec![], Rule::Store));
    steps.push(step(node_of(60), vec![49, 50], Rule::Load));
    steps.push(step(node_of(61), vec![51], Rule::Assign));
    let short = Derivation { steps }.essential();
    let claims: Vec<Claim> = short.steps.iter().map(|step| step.claim).collect();
    assert_eq!(claims, [address(49), stored, node_of(60), node_of(61)]);
    let cut: Vec<bool> = short.steps.iter().map(|step| step.cut.is_some()).collect();
    assert_eq!(cut, [true, false, false, false]);
    assert_eq!(short.steps[2].premises, [0, 1]);
}

#[test]
fn a_limit_leaves_the_steps_nearest_to_the_goal() {
    let step = |number, premises: &[usize]| {
        let claim = Claim::Fact(Fact::PointsTo(node(number), crate::Location::EXTERNAL));
        let (reason, premises) = (Reason::Rule(Rule::Assign), premises.to_vec());
        Step { claim, reason, premises, constraint: None, cut: None }
    };
    // The goal follows from 0 along a chain, and from 4 and 5 along another.
    let steps = vec![
        step(0, &[]),
        step(1, &[0]),
        step(2, &[1]),
        step(3, &[2]),
        step(4, &[]),
        step(5, &[4]),
        step(6, &[3, 5]),
    ];
    let whole = Derivation { steps };
    let limited = |limit| {
        let steps = whole.clone().limited(limit).steps;
        let row = |step: &Step| match step.claim {
            Claim::Fact(Fact::PointsTo(node, _)) => {
                (node.variable.0, step.premises.clone(), step.cut == Some(Cut::Limit))
            }
            _ => panic!("no pointer"),
        };
        steps.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(limited(1), [(6, vec![], true)]);
    // The limit does not permit both premises of the goal.
    assert_eq!(limited(2), [(6, vec![], true)]);
    assert_eq!(limited(3), [(3, vec![], true), (5, vec![], true), (6, vec![0, 1], false)]);
    let five = [
        (2, vec![], true),
        (3, vec![0], false),
        (4, vec![], false),
        (5, vec![2], false),
        (6, vec![1, 3], false),
    ];
    assert_eq!(limited(5), five);
    assert_eq!(whole.clone().limited(7), whole);
}

fn node(number: u32) -> crate::Node {
    crate::Node { variable: crate::Variable(number), context: Context::EMPTY }
}

#[test]
fn facts_outside_the_solution_are_not_explained() {
    let constraints = crate::generate::builder::Builder::new(Vec::new()).finish();
    let solution = definition::solve(&constraints, 0, &Opaque::default());
    let goal = Fact::PointsTo(crate::Node::CAPTURED, crate::Location::EXTERNAL);
    assert_eq!(explain(&constraints, 0, &solution, goal), None);
}

#[test]
fn a_copy_is_explained_by_the_address_that_it_copies() {
    let mut builder = crate::generate::builder::Builder::new(Vec::new());
    let [one, other] = [(); 2].map(|()| builder.temporary(None));
    let offsets = crate::offsets::Offsets::At(0);
    let address = Address { variable: one, object: crate::Object::EXTERNAL, offsets };
    let assigns = [Assign { to: other, from: one }, Assign { to: one, from: other }];
    builder.constraints().module.addresses.push(address);
    builder.constraints().module.assigns.extend(assigns);
    let constraints = builder.finish();
    let solution = definition::solve(&constraints, 0, &Opaque::default());
    let node = constraints.node(other, Context::EMPTY);
    let goal = Fact::PointsTo(node, crate::Location::EXTERNAL);
    let derivation = explain(&constraints, 0, &solution, goal).expect("a derivation");
    let rules: Vec<Reason> = derivation.steps.iter().map(|step| step.reason).collect();
    assert_eq!(rules, [Reason::Rule(Rule::Address), Reason::Rule(Rule::Assign)]);
    let constraint = derivation.steps[1].constraint.expect("a constraint").constraint;
    assert_eq!(constraint, Constraint::Assign(assigns[0]));
    let essential = derivation.essential();
    let rules: Vec<Reason> = essential.steps.iter().map(|step| step.reason).collect();
    assert_eq!(rules, [Reason::Rule(Rule::Assign)]);
}
