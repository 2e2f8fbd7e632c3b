// Pointers in integers, transmuted pointers, pointers carried by panics, and futures polled by hand.
include!("../assertions.rs");

use std::future::Future;
use std::panic;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

static A: u8 = 1;
static B: u8 = 2;
static BYTES: [u8; 4] = [0; 4];

union Word {
    pointer: *const u8,
    integer: usize,
}

#[inline(never)]
fn tagged(pointer: *const u16, tag: usize) -> usize {
    pointer.addr() | tag
}

struct Later<'a>(&'a u8, bool);

impl<'a> Future for Later<'a> {
    type Output = &'a u8;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<&'a u8> {
        if std::mem::replace(&mut self.1, true) { Poll::Ready(self.0) } else { Poll::Pending }
    }
}

async fn chosen<'a>(first: &'a u8, second: &'a u8) -> &'a u8 {
    let kept = Later(first, false).await;
    let other = Later(second, false).await;
    if *kept > *other { kept } else { other }
}

struct Dropped(&'static u8);

impl Drop for Dropped {
    // A copy that is inlined where std drops a payload that it has already taken never runs.
    #[inline(never)]
    fn drop(&mut self) {
        assert_may_alias(self.0, &A);
    }
}

fn main() {
    let integer = BYTES.as_ptr() as usize + unknown(2);
    assert_may_alias(integer as *const u8, &BYTES[2]);
    let aligned = [0u16; 2];
    let word = tagged(&aligned[1], 1);
    assert_may_alias((word & !1) as *const u8, address(&aligned[1]));
    let word = Word { pointer: &A };
    assert_may_alias(unsafe { word.integer } as *const u8, &A);
    let words: [usize; 2] = unsafe { std::mem::transmute([&A, &B]) };
    assert_may_alias(words[unknown(1)] as *const u8, &B);
    let offset = unsafe { BYTES.as_ptr().add(unknown(3)).offset(-2) };
    assert_may_alias(offset, &BYTES[1]);

    panic::set_hook(Box::new(|_| {}));
    let caught = panic::catch_unwind(|| panic::panic_any(&A as &'static u8)).unwrap_err();
    assert_may_alias(*caught.downcast::<&u8>().unwrap(), &A);
    drop(panic::catch_unwind(|| panic::panic_any(Dropped(&A))).unwrap_err());
    let kept = panic::catch_unwind(|| TABLE[unknown(1)]).unwrap();
    assert_may_alias(kept, &B);

    let mut future = pin!(chosen(&A, &B));
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut context) {
            assert_may_alias(result, &B);
            break;
        }
    }
}

static TABLE: [&u8; 2] = [&A, &B];
