// Boxes are distinguished by allocation site if the standard library functions on the way to the allocator are
// distinguished by caller. The optimiser inlines deeper calls than the call strings cover.
// CONTEXT: 2
// BUILDS: O1 O2
include!("../assertions.rs");

fn main() {
    let one = Box::new(unknown(1));
    let other = Box::new(unknown(2));
    assert_no_alias(address(&*one), address(&*other));
    let list = vec![unknown(1); unknown(3)];
    assert_no_alias(list.as_ptr().cast(), address(&*one));
}
