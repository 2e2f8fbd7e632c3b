// In optimised code, the keys, values and parents of nodes are told apart, too.
// BUILDS: O1 O2
include!("../assertions.rs");

use std::collections::BTreeMap;

static A: u32 = 1;
static B: u32 = 2;
static C: u32 = 3;

fn main() {
    let mut pairs: BTreeMap<&u32, Option<&u32>> = BTreeMap::new();
    pairs.insert(&A, Some(&B));
    pairs.insert(&C, Some(&B));
    let (last, _) = pairs.last_key_value().unwrap();
    assert_may_alias(address(*last), address(&C));
    for (key, value) in &pairs {
        assert_no_alias(address(*key), address(&B));
        assert_may_alias(address(value.unwrap()), address(&B));
        assert_no_alias(address(value.unwrap()), address(&A));
    }
}
