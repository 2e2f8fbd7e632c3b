// Allocations in the same standard library functions are distinguished by caller.
// BUILDS: O0
include!("../assertions.rs");

fn main() {
    let one = Box::new(1u64);
    let other = Box::new(2u64);
    assert_no_alias(address(&*one), address(&*other));
    let first = vec![1];
    let second = vec![2];
    assert_no_alias(first.as_ptr().cast(), second.as_ptr().cast());
}
