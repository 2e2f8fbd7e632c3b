// Numbers that are stored in the same memory as pointers. The results of arithmetic with them are not pointers, because
// the program does not cast integers to pointers.
include!("../assertions.rs");

static TEXT: [u8; 8] = [0; 8];

#[derive(Clone, Copy)]
union Word {
    pointer: *const u8,
    number: usize,
}

#[inline(never)]
fn number_at(words: &[Word], index: usize) -> usize {
    unsafe { words[index].number }
}

/// A number that is incremented, and one that is only copied.
#[inline(never)]
fn counts(words: &[Word; 2], index: usize) -> [Word; 2] {
    let number = number_at(words, index);
    [Word { number: number + 1 }, Word { number }]
}

fn main() {
    let index = std::env::args().count();
    let words = [Word { pointer: TEXT.as_ptr() }, Word { number: 1 }];
    let [next, _] = counts(&words, index.min(1));
    let [_, same] = counts(&words, index - 1);
    unsafe {
        assert_may_alias(words[0].pointer, &TEXT[0]);
        assert_may_alias(same.pointer, &TEXT[0]);
        assert_no_alias(next.pointer, &TEXT[0]);
        assert_no_alias(next.pointer, &TEXT[1]);
        assert_no_alias(next.pointer, &TEXT[2]);
    }
}
