// The heights of a tree are not pointers, though the node of another variant of an enum is in the same word, and though
// the program itself casts integers to pointers.
// BUILDS: O0
include!("../assertions.rs");

use std::collections::BTreeMap;

static A: u32 = 1;
static B: u32 = 2;
static BYTES: [u8; 16] = [0; 16];

/// The byte at this distance from the address of another one.
#[inline(never)]
fn byte_at(address: usize, distance: usize) -> *const u8 {
    (address + distance) as *const u8
}

fn main() {
    let distance = std::env::args().count();
    let byte = byte_at(BYTES.as_ptr().expose_provenance(), distance);
    assert_may_alias(byte, &BYTES[1]);
    let mut map: BTreeMap<&u32, &u32> = BTreeMap::new();
    map.insert(&A, &B);
    for (key, value) in map {
        assert_may_alias(address(key), address(&A));
        assert_no_alias(address(key), address(&B));
        assert_may_alias(address(value), address(&B));
        assert_no_alias(address(value), address(&A));
    }
}
