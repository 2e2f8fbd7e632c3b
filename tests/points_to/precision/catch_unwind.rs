// `catch_unwind` keeps its closure, and later the result or the payload of a panic, in a union. What the closure captures
// is not mixed with results and payloads.
// BUILDS: O0
include!("../assertions.rs");

use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() {
    let (one, other) = (Box::new(1u64), Box::new(2u64));
    let (captured, returned) = (&*one, &*other);
    // In the union, the result overwrites the first reference that the closure captures.
    let result = catch_unwind(AssertUnwindSafe(move || {
        assert_may_alias(address(captured), address(captured));
        assert_no_alias(address(captured), address(returned));
        returned
    }));
    let result = result.unwrap();
    assert_may_alias(address(result), address(&*other));
    assert_no_alias(address(result), address(&*one));
}
