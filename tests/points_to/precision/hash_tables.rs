// The members of the elements of a hash table are distinguished.
include!("../assertions.rs");

use std::collections::HashMap;

static A: u8 = 1;
static B: u8 = 2;

fn main() {
    let mut map: HashMap<u64, (&u8, u64, &u8)> = HashMap::new();
    for number in 0..unknown(20) as u64 {
        map.insert(number, (&A, number, &B));
    }
    let (one, _, other) = map[&7];
    assert_may_alias(one, &A);
    assert_no_alias(one, &B);
    assert_may_alias(other, &B);
    assert_no_alias(other, &A);
    map.remove(&7);
    for (one, _, other) in map.values() {
        assert_may_alias(*one, &A);
        assert_no_alias(*one, &B);
        assert_may_alias(*other, &B);
        assert_no_alias(*other, &A);
    }
}
