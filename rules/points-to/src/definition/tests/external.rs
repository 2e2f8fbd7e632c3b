//! External code: the objects it owns, and what it learns, writes and calls.

use super::sample::{Sample, is_reachable, stored, targets};
use crate::constraints::FunctionKind::{Defined, Modelled};
use crate::constraints::*;
use crate::context::Context;
use crate::offsets::{Offsets, Step};
use crate::solution::{Instance, Solution};

const MAIN: Option<u32> = Some(0);

fn has_escaped(solution: &Solution, object: Object) -> bool {
    solution.is_escaped(Instance { object, context: Context::EMPTY })
}

fn capture(sample: &mut Sample, variable: Variable) {
    sample.body(MAIN).assigns.push(Assign { to: Variable::CAPTURED, from: variable });
}

#[test]
fn memory_passed_to_external_code_escapes_and_may_hold_external_pointers() {
    let mut sample = Sample::new(&[Defined]);
    let [given, kept] = [(); 2].map(|()| sample.object(MAIN, 16));
    let [address, other] = [given, kept].map(|object| sample.address(MAIN, object));
    capture(&mut sample, address);
    let loaded = sample.load(MAIN, address, 8);
    let from_kept = sample.load(MAIN, other, 8);
    let solution = sample.solve();
    assert!(has_escaped(&solution, given));
    assert!(!has_escaped(&solution, kept));
    assert_eq!(targets(&solution, loaded), [(Object::EXTERNAL, Offsets::At(0))]);
    assert_eq!(targets(&solution, from_kept), []);
}

#[test]
fn pointers_stored_in_escaped_memory_escape() {
    let mut sample = Sample::new(&[Defined]);
    let [given, inner, innermost] = [(); 3].map(|()| sample.object(MAIN, 16));
    let [address, second, third] =
        [given, inner, innermost].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, address, 8, second);
    sample.store(MAIN, second, 0, third);
    capture(&mut sample, address);
    let solution = sample.solve();
    assert!(has_escaped(&solution, inner));
    assert!(has_escaped(&solution, innermost));
    assert!(
        stored(&solution, innermost, Offsets::Every { start: 0, end: 16, stride: 1, first: 0 })
            .contains(&Object::EXTERNAL)
    );
}

#[test]
fn external_code_does_not_write_constants() {
    let mut sample = Sample::new(&[Defined]);
    let constant = sample.constant(8);
    let address = sample.address(MAIN, constant);
    capture(&mut sample, address);
    let loaded = sample.load(MAIN, address, 0);
    let solution = sample.solve();
    assert!(has_escaped(&solution, constant));
    assert_eq!(targets(&solution, loaded), []);
}

#[test]
fn pointers_stored_through_external_pointers_escape() {
    let mut sample = Sample::new(&[Defined]);
    let object = sample.object(MAIN, 8);
    let pointer = sample.address(MAIN, object);
    sample.store(MAIN, Variable::EXTERNAL, 40, pointer);
    let loaded = sample.load(MAIN, Variable::EXTERNAL, 8);
    let solution = sample.solve();
    assert!(has_escaped(&solution, object));
    // A pointer to escaped memory is a pointer to the external object.
    assert_eq!(targets(&solution, loaded), [(Object::EXTERNAL, Offsets::At(0))]);
}

#[test]
fn the_content_of_opaque_memory_is_not_followed() {
    let mut sample = Sample::new(&[Defined]);
    let [opaque, clear, inner] = [(); 3].map(|()| sample.object(MAIN, 16));
    let [first, second, third] = [opaque, clear, inner].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, first, 8, third);
    let transfer = Transfer { to: second, from: first, length: Length::Bytes(16) };
    sample.body(MAIN).transfers.push(transfer);
    let loaded = sample.load(MAIN, first, 8);
    let copied = sample.load(MAIN, second, 0);
    let solution = sample.solve_without(opaque);
    assert!(has_escaped(&solution, inner));
    assert!(!has_escaped(&solution, clear));
    for pointer in [loaded, copied] {
        assert_eq!(targets(&solution, pointer), [(Object::EXTERNAL, Offsets::At(0))]);
    }
}

#[test]
fn pointers_copied_to_opaque_memory_escape() {
    let mut sample = Sample::new(&[Defined]);
    let [opaque, clear, inner] = [(); 3].map(|()| sample.object(MAIN, 16));
    let [first, second, third] = [opaque, clear, inner].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, second, 8, third);
    let transfer = Transfer { to: first, from: second, length: Length::Bytes(16) };
    sample.body(MAIN).transfers.push(transfer);
    let solution = sample.solve_without(opaque);
    assert!(has_escaped(&solution, inner));
    assert!(!has_escaped(&solution, clear));
}

#[test]
fn external_memory_is_copied_to_each_offset() {
    let mut sample = Sample::new(&[Defined]);
    let memory = sample.object(MAIN, 32);
    let to = sample.address(MAIN, memory);
    let from = Variable::EXTERNAL;
    sample.body(MAIN).transfers.push(Transfer { to, from, length: Length::Bytes(16) });
    let inside = sample.load(MAIN, to, 8);
    let solution = sample.solve();
    assert_eq!(targets(&solution, inside), [(Object::EXTERNAL, Offsets::At(0))]);
}

#[test]
fn a_step_from_external_memory_stays_there() {
    let mut sample = Sample::new(&[Defined]);
    let to = sample.variable(MAIN);
    let from = Variable::EXTERNAL;
    sample.body(MAIN).shifts.push(Shift { to, from, step: Step::By(1000) });
    let solution = sample.solve();
    assert_eq!(targets(&solution, to), [(Object::EXTERNAL, Offsets::At(0))]);
}

#[test]
fn a_call_of_an_external_pointer_captures_arguments_and_returns_anything() {
    let mut sample = Sample::new(&[Defined]);
    let [passed, variable] = [(); 2].map(|()| sample.object(MAIN, 8));
    let [argument, passed_on] = [passed, variable].map(|object| sample.address(MAIN, object));
    let site = sample.call(0, Variable::EXTERNAL, &[argument]);
    let row = VariableArguments { site, variable: passed_on };
    sample.body(MAIN).variable_arguments.push(row);
    let result = sample.result(site);
    let solution = sample.solve();
    assert!(has_escaped(&solution, passed));
    assert!(has_escaped(&solution, variable));
    assert_eq!(targets(&solution, result), [(Object::EXTERNAL, Offsets::At(0))]);
    assert_eq!(solution.calls, []);
}

#[test]
fn external_code_calls_escaped_functions() {
    let mut sample = Sample::new(&[Defined, Defined, Defined]);
    let callback = sample.function_object(1);
    let parameter = sample.parameter(1);
    let variadic = sample.variadic(1);
    let local = sample.object(Some(1), 8);
    let returned = sample.address(Some(1), local);
    sample.returns(1, returned);
    let pointer = sample.address(MAIN, callback);
    capture(&mut sample, pointer);
    let solution = sample.solve();
    assert!(is_reachable(&solution, 1));
    assert!(!is_reachable(&solution, 2));
    assert_eq!(targets(&solution, parameter), [(Object::EXTERNAL, Offsets::At(0))]);
    assert_eq!(targets(&solution, variadic), [(Object::EXTERNAL, Offsets::At(0))]);
    assert!(has_escaped(&solution, local));
    assert_eq!(solution.calls, []);
}

#[test]
fn objects_allocated_by_functions_that_external_code_calls_have_the_empty_context() {
    let mut sample = Sample::new(&[Defined, Modelled]);
    let heap = sample.heap(1, Size::OfLayout);
    let allocated = sample.address(Some(1), heap);
    sample.returns(1, allocated);
    let allocator = sample.function_object(1);
    let pointer = sample.address(MAIN, allocator);
    capture(&mut sample, pointer);
    let solution = sample.solve();
    assert!(has_escaped(&solution, heap));
}
