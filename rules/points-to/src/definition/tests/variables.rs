//! Addresses, assignments, shifts, and reachable functions.

use facts_schema::FunctionId;

use super::sample::{Sample, is_reachable, targets};
use crate::constraints::*;
use crate::context::Context;
use crate::offsets::{Offsets, Step};
use crate::solution::Location;

const MAIN: Option<u32> = Some(0);

#[test]
fn an_address_points_to_its_object() {
    let mut sample = Sample::new(&[FunctionKind::Defined]);
    let object = sample.object(MAIN, 8);
    let pointer = sample.address(MAIN, object);
    let solution = sample.solve();
    assert_eq!(targets(&solution, pointer), [(object, Offsets::At(0))]);
    assert_eq!(solution.reachable, [(FunctionId(0), Context::EMPTY)]);
}

#[test]
fn assignments_flow_in_one_direction() {
    let mut sample = Sample::new(&[FunctionKind::Defined]);
    let [one, other] = [(); 2].map(|()| sample.object(MAIN, 8));
    let [first, second] = [one, other].map(|object| sample.address(MAIN, object));
    let merged = sample.assign(MAIN, first);
    sample.body(MAIN).assigns.push(Assign { to: merged, from: second });
    let solution = sample.solve();
    assert_eq!(targets(&solution, first), [(one, Offsets::At(0))]);
    assert_eq!(targets(&solution, merged), [(one, Offsets::At(0)), (other, Offsets::At(0))]);
}

#[test]
fn assignments_may_form_cycles() {
    let mut sample = Sample::new(&[FunctionKind::Defined]);
    let object = sample.object(MAIN, 8);
    let first = sample.address(MAIN, object);
    let second = sample.assign(MAIN, first);
    sample.body(MAIN).assigns.push(Assign { to: first, from: second });
    let [empty, emptier] = [(); 2].map(|()| sample.variable(MAIN));
    sample.body(MAIN).assigns.push(Assign { to: empty, from: emptier });
    sample.body(MAIN).assigns.push(Assign { to: emptier, from: empty });
    let solution = sample.solve();
    assert_eq!(targets(&solution, second), [(object, Offsets::At(0))]);
    assert_eq!(targets(&solution, empty), []);
}

#[test]
fn a_step_moves_within_the_object_and_not_out_of_it() {
    let mut sample = Sample::new(&[FunctionKind::Defined]);
    let object = sample.object(MAIN, 16);
    let from = sample.address(MAIN, object);
    let [inside, behind, outside] = [8, 16, 24].map(|distance| {
        let to = sample.variable(MAIN);
        sample.body(MAIN).shifts.push(Shift { to, from, step: Step::By(distance) });
        to
    });
    let solution = sample.solve();
    assert_eq!(targets(&solution, inside), [(object, Offsets::At(8))]);
    assert_eq!(targets(&solution, behind), [(object, Offsets::At(16))]);
    assert_eq!(targets(&solution, outside), []);
}

#[test]
fn functions_that_do_not_run_contribute_nothing() {
    let mut sample = Sample::new(&[FunctionKind::Defined, FunctionKind::Defined]);
    let global = sample.object(None, 8);
    let unused = sample.address(Some(1), global);
    let kept = sample.variable(None);
    sample.body(Some(1)).assigns.push(Assign { to: kept, from: unused });
    let solution = sample.solve();
    assert_eq!(targets(&solution, unused), []);
    assert_eq!(targets(&solution, kept), []);
    assert!(!is_reachable(&solution, 1));
}

#[test]
fn the_body_of_the_module_holds_without_any_function() {
    let mut sample = Sample::new(&[]);
    let global = sample.object(None, 8);
    let pointer = sample.address(None, global);
    let copy = sample.assign(None, pointer);
    let solution = sample.solve();
    assert_eq!(targets(&solution, copy), [(global, Offsets::At(0))]);
    assert_eq!(solution.reachable, []);
}

#[test]
fn thrown_values_reach_landing_pads_of_other_functions() {
    let mut sample = Sample::new(&[FunctionKind::Defined, FunctionKind::Defined]);
    let exception = sample.object(Some(1), 8);
    let thrown = sample.address(Some(1), exception);
    sample.body(Some(1)).assigns.push(Assign { to: Variable::THROWN, from: thrown });
    let caught = sample.assign(MAIN, Variable::THROWN);
    sample.direct_call(0, 1, &[]);
    let solution = sample.solve();
    assert_eq!(targets(&solution, caught), [(exception, Offsets::At(0))]);
}

#[test]
fn only_external_exists_initially() {
    let solution = Sample::new(&[]).solve();
    assert_eq!(solution.locations, [Location::EXTERNAL]);
    assert_eq!(targets(&solution, Variable::EXTERNAL), [(Object::EXTERNAL, Offsets::At(0))]);
    assert_eq!(solution.points_to.len(), 1);
    assert_eq!(solution.stored.len(), 1);
    assert_eq!(solution.stored[0].0, Location::EXTERNAL);
    assert_eq!(solution.escaped.len(), 1);
}
