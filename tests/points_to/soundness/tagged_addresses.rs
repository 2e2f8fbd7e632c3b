// Pointers whose addresses are changed without casts of integers, and pointers that are copied as integers.
include!("../assertions.rs");

use std::mem::{MaybeUninit, swap};
use std::sync::atomic::{AtomicPtr, Ordering};

static TEXT: [u16; 4] = [0; 4];
static OTHER: [u16; 4] = [0; 4];

#[inline(never)]
fn tagged(pointer: *const u16, tag: usize) -> *const u16 {
    pointer.map_addr(|address| address | tag)
}

#[inline(never)]
fn without_tag(pointer: *const u16) -> *const u16 {
    pointer.map_addr(|address| address & !1)
}

#[inline(never)]
fn next(pointer: *const u16, count: usize) -> *const u16 {
    pointer.with_addr(pointer.addr() + 2 * count)
}

/// A pointer, or a number.
#[derive(Clone, Copy)]
union Word {
    pointer: *const u16,
    bytes: [MaybeUninit<u8>; size_of::<usize>()],
}

fn main() {
    let count = std::env::args().count();
    let marked = tagged(TEXT.as_ptr(), count);
    assert_may_alias(without_tag(marked).cast(), TEXT.as_ptr().cast());
    assert_may_alias(next(OTHER.as_ptr(), count).cast(), OTHER[1..].as_ptr().cast());

    let mut words = [Word { pointer: TEXT.as_ptr() }, Word { pointer: &OTHER[3] }];
    let [one, other] = &mut words;
    swap(one, other);
    let copy = Word { bytes: unsafe { words[count].bytes } };
    assert_may_alias(unsafe { words[0].pointer }.cast(), (&raw const OTHER[3]).cast());
    assert_may_alias(unsafe { copy.pointer }.cast(), TEXT.as_ptr().cast());

    let shared = AtomicPtr::new(TEXT.as_ptr().cast_mut());
    let before = shared.swap(next(TEXT.as_ptr(), count).cast_mut(), Ordering::SeqCst);
    assert_may_alias(before.cast(), TEXT.as_ptr().cast());
    assert_may_alias(shared.load(Ordering::SeqCst).cast(), TEXT[1..].as_ptr().cast());
}
