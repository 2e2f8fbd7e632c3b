// Integers that are cast to pointers, after arithmetic: by a cast, or by functions of the standard library.
include!("../assertions.rs");

static TEXT: [u8; 8] = [0; 8];
static OTHER: [u8; 8] = [0; 8];

struct Address(usize);

impl Address {
    #[inline(never)]
    fn of(text: &'static [u8], index: usize) -> Self {
        Self(text.as_ptr().expose_provenance() + index)
    }

    #[inline(never)]
    fn next(&self) -> Self {
        Self(self.0 + 1)
    }

    #[inline(never)]
    fn pointer(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.0)
    }
}

fn main() {
    let index = std::env::args().count();
    let first = Address::of(&TEXT, 0);
    let second = first.next();
    let other = Address::of(&OTHER, index);
    assert_may_alias(first.pointer(), &TEXT[0]);
    assert_may_alias(second.pointer(), &TEXT[1]);
    assert_may_alias(other.next().pointer(), &OTHER[2]);
}
