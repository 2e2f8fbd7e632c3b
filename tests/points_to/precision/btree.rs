// Two maps of the same type have nodes of their own, and in nodes, keys, values and other nodes are told apart.
// BUILDS: O0
include!("../assertions.rs");

use std::collections::BTreeMap;

static A: u32 = 1;
static B: u32 = 2;
static C: u32 = 3;

fn main() {
    let mut one: BTreeMap<u32, &u32> = BTreeMap::new();
    let mut other: BTreeMap<u32, &u32> = BTreeMap::new();
    one.insert(1, &A);
    other.insert(1, &B);
    assert_may_alias(address(one[&1]), address(&A));
    assert_no_alias(address(one[&1]), address(&B));
    for value in other.values() {
        assert_may_alias(address(*value), address(&B));
        assert_no_alias(address(*value), address(&A));
    }

    let mut pairs: BTreeMap<&u32, Option<&u32>> = BTreeMap::new();
    pairs.insert(&A, Some(&B));
    pairs.entry(&A).or_insert(Some(&B));
    pairs.insert(&C, None);
    pairs.remove(&C);
    for (key, value) in &pairs {
        assert_may_alias(address(*key), address(&A));
        assert_no_alias(address(*key), address(&B));
        assert_may_alias(address(value.unwrap()), address(&B));
        assert_no_alias(address(value.unwrap()), address(&A));
    }
}
