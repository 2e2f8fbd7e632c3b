// Integers that are cast to pointers by the program itself, in a function that only receives them. Some are computed by
// functions of core.
include!("../assertions.rs");

static TEXT: [u8; 8] = [0; 8];

#[inline(never)]
fn at(address: usize) -> *const u8 {
    address as *const u8
}

fn main() {
    let index = std::env::args().count();
    let start = TEXT.as_ptr() as usize;
    let addresses = [start, start + index, start + 8 - index];
    assert_may_alias(at(addresses[0]), &TEXT[0]);
    assert_may_alias(at(addresses[1]), &TEXT[1]);
    assert_may_alias(at(addresses[2]), &TEXT[7]);
    assert_may_alias(at(start.wrapping_add(index)), &TEXT[1]);
    assert_may_alias(at([start, index].iter().sum()), &TEXT[1]);
    assert_may_alias(at((start..start + 8 * index).step_by(4).last().unwrap()), &TEXT[4]);
    let addresses = std::collections::BTreeMap::from([(start + index, start + 2 * index)]);
    for (key, value) in addresses {
        assert_may_alias(at(key), &TEXT[1]);
        assert_may_alias(at(value), &TEXT[2]);
    }
}
