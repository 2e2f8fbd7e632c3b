//! Loads, stores and copies of memory.

use super::sample::{Sample, stored, targets};
use crate::constraints::*;
use crate::offsets::{Offsets, Step};

const MAIN: Option<u32> = Some(0);

fn main_only() -> Sample {
    Sample::new(&[FunctionKind::Defined])
}

#[test]
fn stored_pointers_are_loaded_only_from_the_same_offset() {
    let mut sample = main_only();
    let [memory, target] = [16, 8].map(|size| sample.object(MAIN, size));
    let [address, pointer] = [memory, target].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, address, 8, pointer);
    let same = sample.load(MAIN, address, 8);
    let other = sample.load(MAIN, address, 0);
    let outside = sample.load(MAIN, address, 16);
    let solution = sample.solve();
    assert_eq!(targets(&solution, same), [(target, Offsets::At(0))]);
    assert_eq!(targets(&solution, other), []);
    assert_eq!(targets(&solution, outside), []);
    assert_eq!(stored(&solution, memory, Offsets::At(8)), [target]);
}

#[test]
fn a_store_at_an_unknown_offset_is_read_at_each_offset() {
    let mut sample = main_only();
    let [memory, target, other] = [16, 8, 8].map(|size| sample.object(MAIN, size));
    let [address, pointer, second] =
        [memory, target, other].map(|object| sample.address(MAIN, object));
    let somewhere = sample.variable(MAIN);
    sample.body(MAIN).shifts.push(Shift { to: somewhere, from: address, step: Step::Anywhere });
    sample.store(MAIN, somewhere, 0, pointer);
    sample.store(MAIN, address, 8, second);
    let at_start = sample.load(MAIN, address, 0);
    let at_end = sample.load(MAIN, address, 8);
    let anywhere = sample.load(MAIN, somewhere, 0);
    let solution = sample.solve();
    assert_eq!(targets(&solution, at_start), [(target, Offsets::At(0))]);
    assert_eq!(targets(&solution, at_end), [(target, Offsets::At(0)), (other, Offsets::At(0))]);
    assert_eq!(targets(&solution, anywhere), [(target, Offsets::At(0)), (other, Offsets::At(0))]);
}

#[test]
fn a_copy_keeps_distances_and_stops_at_its_length() {
    let mut sample = main_only();
    let [source, destination, near, far] = [32, 64, 8, 8].map(|size| sample.object(MAIN, size));
    let [from, to, to_near, to_far] =
        [source, destination, near, far].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, from, 8, to_near);
    sample.store(MAIN, from, 24, to_far);
    let inner = sample.variable(MAIN);
    sample.body(MAIN).shifts.push(Shift { to: inner, from: to, step: Step::By(16) });
    let length = Length::Bytes(16);
    sample.body(MAIN).transfers.push(Transfer { to: inner, from, length });
    let solution = sample.solve();
    assert_eq!(stored(&solution, destination, Offsets::At(24)), [near]);
    assert_eq!(
        solution.stored.iter().filter(|(it, _)| it.instance.object == destination).count(),
        1
    );
}

#[test]
fn a_copy_of_unknown_length_copies_all() {
    let mut sample = main_only();
    let [source, destination, target] = [32, 32, 8].map(|size| sample.object(MAIN, size));
    let [from, to, pointer] =
        [source, destination, target].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, from, 24, pointer);
    sample.body(MAIN).transfers.push(Transfer { to, from, length: Length::Unknown });
    let solution = sample.solve();
    assert_eq!(stored(&solution, destination, Offsets::At(24)), [target]);
}

#[test]
fn the_length_of_a_copy_may_be_an_argument_of_the_call() {
    let mut sample = Sample::new(&[FunctionKind::Defined, FunctionKind::Modelled]);
    let to = sample.parameter(1);
    let from = sample.parameter(1);
    sample.function(1).parameter_count = 3;
    sample.body(Some(1)).transfers.push(Transfer { to, from, length: Length::Argument(2) });

    let [source, destination, near, far] = [16, 16, 8, 8].map(|size| sample.object(MAIN, size));
    let [source_address, destination_address, to_near, to_far] =
        [source, destination, near, far].map(|object| sample.address(MAIN, object));
    sample.store(MAIN, source_address, 0, to_near);
    sample.store(MAIN, source_address, 8, to_far);
    let site = sample.direct_call(0, 1, &[destination_address, source_address]);
    let info = &mut sample.constraints().sites[site.0 as usize];
    info.argument_count = 3;
    info.constants.push((2, 8));
    let solution = sample.solve();
    assert_eq!(stored(&solution, destination, Offsets::At(0)), [near]);
    assert_eq!(stored(&solution, destination, Offsets::At(8)), []);
}

#[test]
fn constants_hold_only_the_pointers_in_their_initializers() {
    let mut sample = main_only();
    let table = sample.constant(16);
    let [initial, other] = [(); 2].map(|()| sample.object(None, 8));
    let address = sample.address(None, table);
    let [to_initial, to_other] = [initial, other].map(|object| sample.address(None, object));
    sample.store(None, address, 0, to_initial);
    sample.store(MAIN, address, 8, to_other);
    let copied = sample.object(MAIN, 16);
    let from = sample.address(MAIN, copied);
    sample.store(MAIN, from, 8, to_other);
    sample.body(MAIN).transfers.push(Transfer { to: address, from, length: Length::Unknown });
    let read = sample.load(MAIN, address, 0);
    let solution = sample.solve();
    assert_eq!(stored(&solution, table, Offsets::At(0)), [initial]);
    assert_eq!(stored(&solution, table, Offsets::At(8)), []);
    assert_eq!(targets(&solution, read), [(initial, Offsets::At(0))]);
}

#[test]
fn memory_may_hold_pointers_to_itself() {
    let mut sample = main_only();
    let list = sample.object(MAIN, 16);
    let address = sample.address(MAIN, list);
    sample.store(MAIN, address, 8, address);
    let next = sample.load(MAIN, address, 8);
    let after_next = sample.load(MAIN, next, 8);
    let solution = sample.solve();
    assert_eq!(targets(&solution, after_next), [(list, Offsets::At(0))]);
}
