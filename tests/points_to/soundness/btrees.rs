// The values, keys and links of large B-trees, which are split, merged and rebalanced.
include!("../assertions.rs");

use std::collections::{BTreeMap, BTreeSet};

static A: u32 = 1;
static B: u32 = 2;
static C: u32 = 3;

fn chosen(number: usize) -> &'static u32 {
    match number % 3 {
        0 => &A,
        1 => &B,
        _ => &C,
    }
}

#[inline(never)]
fn fill(map: &mut BTreeMap<usize, (&'static u32, Box<&'static u32>)>, count: usize) {
    for number in 0..count {
        map.insert(number * 7 % count, (chosen(number * 7 % count), Box::new(&C)));
    }
}

fn main() {
    let mut map = BTreeMap::new();
    fill(&mut map, 1000);
    assert_may_alias(address(map[&999].0), address(&A));
    assert_may_alias(address(map[&1].0), address(&B));
    assert_may_alias(address(*map[&500].1), address(&C));
    for number in 0..900 {
        if number % 5 != 0 {
            map.remove(&number);
        }
    }
    assert_may_alias(address(map[&5].0), address(&C));
    let mut upper = map.split_off(&450);
    assert_may_alias(address(upper[&450].0), address(&A));
    let (_, (last, boxed)) = upper.pop_last().unwrap();
    assert_may_alias(address(last), address(&A));
    assert_may_alias(address(*boxed), address(&C));
    upper.append(&mut map);
    for (_, (value, _)) in upper.range_mut(10..11) {
        assert_may_alias(address(*value), address(&B));
        *value = &C;
    }
    assert_may_alias(address(upper[&10].0), address(&C));
    upper.retain(|number, _| number % 2 == 0);
    assert_may_alias(address(upper.into_values().next().unwrap().0), address(&A));

    // Pairs of keys, smaller than two words.
    let mut set: BTreeSet<(u8, *const u32)> = BTreeSet::new();
    for number in 0..200_u8 {
        set.insert((number, chosen(number.into())));
    }
    let (_, last) = set.range((199, std::ptr::null())..).next().unwrap();
    assert_may_alias(last.cast(), address(&B));
}
