// Boxes are told apart by where they are made, once the functions of the standard library between are
// told apart by their callers. The optimizer inlines those that are deeper than that.
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
