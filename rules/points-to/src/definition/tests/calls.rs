//! Calls: parameters, results, pointers to functions, contexts.

use facts_schema::{FunctionId, InstructionId};

use super::sample::{Sample, is_reachable, targets};
use crate::argument_class::{ArgumentClass, ArgumentClasses};
use crate::constraints::FunctionKind::{Defined, Modelled};
use crate::constraints::*;
use crate::context::Context;
use crate::offsets::{Given, Offsets, Step};
use crate::solution::{CallEdge, Node, Solution};

const MAIN: Option<u32> = Some(0);

#[test]
fn arguments_flow_to_parameters_and_results_back() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let [one, other] = [(); 2].map(|()| sample.object(MAIN, 8));
    let [first, second] = [one, other].map(|object| sample.address(MAIN, object));
    let parameters = [(); 2].map(|()| sample.parameter(1));
    sample.returns(1, parameters[1]);
    let site = sample.direct_call(0, 1, &[first, second]);
    let result = sample.result(site);
    let solution = sample.solve();
    assert_eq!(targets(&solution, parameters[0]), [(one, Offsets::At(0))]);
    assert_eq!(targets(&solution, parameters[1]), [(other, Offsets::At(0))]);
    assert_eq!(targets(&solution, result), [(other, Offsets::At(0))]);
    let context = Context::EMPTY;
    let edge = CallEdge { site, context, function: FunctionId(1), callee_context: context };
    assert_eq!(solution.calls, [edge]);
}

#[test]
fn parts_of_values_are_passed_separately() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let [one, other] = [(); 2].map(|()| sample.object(MAIN, 8));
    let [first, second] = [one, other].map(|object| sample.address(MAIN, object));
    let [low, high] = [(); 2].map(|()| sample.variable(Some(1)));
    let info = sample.function(1);
    info.parameter_count = 1;
    info.parameters = vec![(0, 0, low), (0, 8, high)];
    info.returns = vec![(0, high), (8, low)];
    let site = sample.direct_call(0, 1, &[first]);
    let argument = Argument { site, position: 0, part: 8, variable: second };
    sample.body(MAIN).arguments.push(argument);
    let [result_low, result_high] = [0, 8].map(|part| {
        let variable = sample.variable(MAIN);
        sample.body(MAIN).results.push(CallResult { site, part, variable });
        variable
    });
    let solution = sample.solve();
    assert_eq!(targets(&solution, low), [(one, Offsets::At(0))]);
    assert_eq!(targets(&solution, high), [(other, Offsets::At(0))]);
    assert_eq!(targets(&solution, result_low), [(other, Offsets::At(0))]);
    assert_eq!(targets(&solution, result_high), [(one, Offsets::At(0))]);
}

#[test]
fn a_call_through_memory_runs_each_function_found_there() {
    let mut sample = Sample::new(&[Defined, Defined, Defined, Defined]);
    let table = sample.constant(16);
    let address = sample.address(None, table);
    for (offset, function) in [(0, 1), (8, 2)] {
        let function = sample.function_object(function);
        let pointer = sample.address(None, function);
        sample.store(None, address, offset, pointer);
    }
    let callee = sample.load(MAIN, address, 8);
    sample.call(0, callee, &[]);
    let solution = sample.solve();
    assert!(!is_reachable(&solution, 1));
    assert!(is_reachable(&solution, 2));
    assert!(!is_reachable(&solution, 3));
}

#[test]
fn a_call_with_too_few_arguments_does_not_run_the_function() {
    for (is_unprototyped, expected) in [(false, false), (true, true)] {
        let mut sample = Sample::new(&[Defined, Defined]);
        sample.parameter(1);
        let site = sample.direct_call(0, 1, &[]);
        sample.constraints().sites[site.0 as usize].is_unprototyped = is_unprototyped;
        assert_eq!(is_reachable(&sample.solve(), 1), expected);
    }
}

#[test]
fn a_call_of_another_type_does_not_run_a_strict_function() {
    let instruction = Some(InstructionId(0));
    let (nothing, number) = (ArgumentClass::Nothing, ArgumentClass::General(32));
    for (is_strict, instruction, arguments, result, expected) in [
        (true, instruction, 1, nothing, true),
        (true, instruction, 2, nothing, false),
        (true, instruction, 1, number, false),
        (true, None, 2, nothing, true),
        (false, instruction, 2, number, true),
    ] {
        let mut sample = Sample::new(&[Defined, Defined]);
        sample.parameter(1);
        sample.function(1).shapes.result = nothing;
        sample.function(1).is_strict = is_strict;
        let argument = sample.variable(MAIN);
        let site = sample.direct_call(0, 1, &vec![argument; arguments]);
        let info = &mut sample.constraints().sites[site.0 as usize];
        (info.instruction, info.result) = (instruction, result);
        assert_eq!(is_reachable(&sample.solve(), 1), expected);
    }
}

#[test]
fn a_call_whose_arguments_do_not_fit_does_not_run_the_function() {
    for (bits, expected) in [(32, false), (64, true)] {
        let mut sample = Sample::new(&[Defined, Defined]);
        sample.parameter(1);
        let argument = sample.variable(MAIN);
        let site = sample.direct_call(0, 1, &[argument]);
        let shapes = |bits| ArgumentClasses {
            parameters: vec![ArgumentClass::General(bits)],
            result: ArgumentClass::Nothing,
        };
        sample.constraints().sites[site.0 as usize].shapes = shapes(64);
        sample.function(1).shapes = shapes(bits);
        assert_eq!(is_reachable(&sample.solve(), 1), expected);
    }
}

#[test]
fn a_placeholder_function_is_not_a_callee() {
    let mut sample = Sample::new(&[Defined, Defined]);
    sample.direct_call(0, 1, &[]);
    sample.function(1).is_never_called = true;
    assert!(!is_reachable(&sample.solve(), 1));
}

#[test]
fn additional_arguments_are_variable_arguments() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let objects = [(); 3].map(|()| sample.object(MAIN, 8));
    let arguments = objects.map(|object| sample.address(MAIN, object));
    let parameter = sample.parameter(1);
    let variadic = sample.variadic(1);
    sample.direct_call(0, 1, &arguments);
    let solution = sample.solve();
    assert_eq!(targets(&solution, parameter), [(objects[0], Offsets::At(0))]);
    assert_eq!(
        targets(&solution, variadic),
        [(objects[1], Offsets::At(0)), (objects[2], Offsets::At(0))]
    );
}

#[test]
fn additional_arguments_of_other_functions_are_dropped() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let object = sample.object(MAIN, 8);
    let argument = sample.address(MAIN, object);
    let parameter = sample.parameter(1);
    let nothing = sample.variable(MAIN);
    sample.direct_call(0, 1, &[nothing, argument]);
    let solution = sample.solve();
    assert!(is_reachable(&solution, 1));
    assert_eq!(targets(&solution, parameter), []);
}

#[test]
fn variable_arguments_are_passed_on() {
    let mut sample = Sample::new(&[Defined, Defined, Defined]);
    let object = sample.object(MAIN, 8);
    let argument = sample.address(MAIN, object);
    let outer = sample.variadic(1);
    let inner = sample.variadic(2);
    sample.direct_call(0, 1, &[argument]);
    let site = sample.direct_call(1, 2, &[]);
    let row = VariableArguments { site, variable: outer };
    sample.body(Some(1)).variable_arguments.push(row);
    let solution = sample.solve();
    assert_eq!(targets(&solution, inner), [(object, Offsets::At(0))]);
}

/// An identity function that is called twice, and the results of the calls.
fn identity_called_twice() -> (Sample, [Object; 2], [Variable; 2]) {
    let mut sample = Sample::new(&[Defined, Defined]);
    let parameter = sample.parameter(1);
    sample.returns(1, parameter);
    let objects = [(); 2].map(|()| sample.object(MAIN, 8));
    let results = objects.map(|object| {
        let argument = sample.address(MAIN, object);
        let site = sample.direct_call(0, 1, &[argument]);
        sample.result(site)
    });
    (sample, objects, results)
}

#[test]
fn without_contexts_calls_are_mixed() {
    let (sample, [one, other], results) = identity_called_twice();
    let solution = sample.solve();
    for result in results {
        assert_eq!(targets(&solution, result), [(one, Offsets::At(0)), (other, Offsets::At(0))]);
    }
}

#[test]
fn contexts_distinguish_calls() {
    let (sample, objects, results) = identity_called_twice();
    let (_, solution) = sample.solve_with(1);
    for (object, result) in objects.into_iter().zip(results) {
        assert_eq!(targets(&solution, result), [(object, Offsets::At(0))]);
    }
    assert_eq!(solution.reachable.len(), 3);
}

/// `malloc`, which is called twice by the main function.
fn two_allocations() -> (Sample, Object, [CallSite; 2], [Variable; 2]) {
    let mut sample = Sample::new(&[Defined, Modelled]);
    sample.function(1).parameter_count = 1;
    let heap = sample.heap(1, Size::Argument(0));
    let allocated = sample.address(Some(1), heap);
    sample.returns(1, allocated);
    let nothing = sample.variable(MAIN);
    let sites = [(); 2].map(|()| sample.direct_call(0, 1, &[nothing]));
    let results = sites.map(|site| sample.result(site));
    (sample, heap, sites, results)
}

/// The heap object that the variable points to: its first call site.
fn allocated_at(solution: &Solution, variable: Variable) -> Vec<Option<CallSite>> {
    let node = Node { variable, context: Context::EMPTY };
    solution.points_to(node).map(|it| it.instance.context.sites().next()).collect()
}

#[test]
fn each_call_of_an_allocator_makes_an_object_even_without_contexts() {
    let (sample, _, sites, results) = two_allocations();
    let solution = sample.solve();
    for (site, result) in sites.into_iter().zip(results) {
        assert_eq!(allocated_at(&solution, result), [Some(site)]);
    }
}

#[test]
fn the_call_determines_the_allocated_size() {
    let (mut sample, heap, sites, results) = two_allocations();
    sample.constraints().sites[sites[0].0 as usize].constants.push((0, 8));
    let moved = results.map(|from| {
        let to = sample.variable(MAIN);
        let step = Step::By(64);
        sample.body(MAIN).shifts.push(Shift { to, from, step });
        to
    });
    let solution = sample.solve();
    assert_eq!(targets(&solution, moved[0]), []);
    assert_eq!(targets(&solution, moved[1]), [(heap, Offsets::At(64))]);
}

/// A function that returns its parameter only where the number passed at position 1 is 3.
fn returning_for_three(sample: &mut Sample) -> Variable {
    let parameter = sample.parameter(1);
    let result = sample.variable(Some(1));
    let step = Step::Given(Given::new(1, 32, 3, true));
    sample.body(Some(1)).shifts.push(Shift { to: result, from: parameter, step });
    sample.returns(1, result);
    result
}

#[test]
fn a_step_for_a_number_applies_where_the_caller_passes_it_or_an_unknown_number() {
    let mut sample = Sample::new(&[Defined, Defined]);
    returning_for_three(&mut sample);
    sample.function(1).is_cloned_behind_pointers = true;
    let object = sample.object(MAIN, 8);
    let address = sample.address(MAIN, object);
    let results = [Some(3), Some(4), None, Some(3 | 1 << 32)].map(|number| {
        let site = sample.direct_call(0, 1, &[address]);
        let info = &mut sample.constraints().sites[site.0 as usize];
        info.constants.extend(number.map(|it| (1, it)));
        sample.result(site)
    });
    let solution = sample.solve();
    let found = results.map(|it| !targets(&solution, it).is_empty());
    // Bits above the parameter's own do not count.
    assert_eq!(found, [true, false, true, true]);
}

#[test]
fn a_step_for_a_number_applies_in_a_function_that_all_callers_share() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let result = returning_for_three(&mut sample);
    let object = sample.object(MAIN, 8);
    let address = sample.address(MAIN, object);
    let site = sample.direct_call(0, 1, &[address]);
    sample.constraints().sites[site.0 as usize].constants.push((1, 4));
    assert_eq!(targets(&sample.solve(), result), [(object, Offsets::At(0))]);
}

#[test]
fn wrappers_of_allocators_are_distinguished_by_contexts() {
    for (depth, expected) in [(0, 1), (1, 2)] {
        let mut sample = Sample::new(&[Defined, Defined, Modelled]);
        let heap = sample.heap(2, Size::OfLayout);
        let allocated = sample.address(Some(2), heap);
        sample.returns(2, allocated);
        let inner = sample.direct_call(1, 2, &[]);
        let result = sample.result(inner);
        sample.returns(1, result);
        let sites = [(); 2].map(|()| sample.direct_call(0, 1, &[]));
        let results = sites.map(|site| sample.result(site));
        let (_, solution) = sample.solve_with(depth);
        for result in results {
            assert_eq!(allocated_at(&solution, result), [Some(inner)]);
        }
        let mut instances: Vec<_> = solution
            .locations
            .iter()
            .map(|it| it.instance)
            .filter(|instance| instance.object == heap)
            .collect();
        instances.dedup();
        assert_eq!(instances.len(), expected);
    }
}

#[test]
fn locals_of_a_recursive_function_exist_once_for_each_context() {
    let mut sample = Sample::new(&[Defined, Defined]);
    let local = sample.object(Some(1), 8);
    let address = sample.address(Some(1), local);
    let parameter = sample.parameter(1);
    let recursion = sample.direct_call(1, 1, &[address]);
    let nothing = sample.variable(MAIN);
    let first = sample.direct_call(0, 1, &[nothing]);
    let (_, solution) = sample.solve_with(1);
    let contexts: Vec<_> = solution
        .contexts_of(parameter)
        .iter()
        .map(|(node, set)| {
            let from: Vec<_> =
                solution.set(*set).map(|it| it.instance.context.sites().next()).collect();
            (node.context.sites().next(), from)
        })
        .collect();
    assert_eq!(contexts, [(Some(recursion), vec![Some(recursion), Some(first)])]);
}

#[test]
fn only_functions_are_called() {
    let mut sample = Sample::new(&[Defined]);
    let object = sample.object(MAIN, 8);
    let pointer = sample.address(MAIN, object);
    let site = sample.call(0, pointer, &[pointer]);
    let result = sample.result(site);
    let solution = sample.solve();
    assert_eq!(targets(&solution, result), []);
    assert_eq!(solution.calls, []);
    assert_eq!(solution.escaped.len(), 1);
}
