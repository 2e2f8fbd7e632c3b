// Statics, thread-local state, and values sent between threads.
include!("../assertions.rs");

use std::cell::Cell;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;

static A: u8 = 1;
static B: u8 = 2;
static TABLE: [&u8; 2] = [&A, &B];
static ONCE: OnceLock<&u8> = OnceLock::new();
static LOCKED: Mutex<Vec<&u8>> = Mutex::new(Vec::new());
static ATOMIC: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    static LOCAL: Cell<&'static u8> = const { Cell::new(&A) };
    static LAZY: Vec<&'static u8> = vec![&B];
}

fn main() {
    assert_may_alias(TABLE[unknown(1)], &B);
    assert_may_alias(*ONCE.get_or_init(|| &B), &B);
    assert_may_alias(*ONCE.get().unwrap(), &B);
    LOCKED.lock().unwrap().push(&A);
    assert_may_alias(LOCKED.lock().unwrap()[unknown(0)], &A);
    ATOMIC.store((&raw const B).cast_mut(), Ordering::SeqCst);
    assert_may_alias(ATOMIC.load(Ordering::SeqCst), &B);
    let before = ATOMIC.swap((&raw const A).cast_mut(), Ordering::SeqCst);
    assert_may_alias(before, &B);
    assert_may_alias(LOCAL.replace(&B), &A);
    assert_may_alias(LOCAL.get(), &B);
    LAZY.with(|list| assert_may_alias(list[0], &B));

    let (sender, receiver) = mpsc::channel::<&u8>();
    let thread = thread::spawn(move || {
        sender.send(&A).unwrap();
        &B
    });
    assert_may_alias(receiver.recv().unwrap(), &A);
    assert_may_alias(thread.join().unwrap(), &B);
    let local = 7;
    let outside = &local;
    let shared = Arc::new(Mutex::new(&A));
    thread::scope(|scope| {
        let other = Arc::clone(&shared);
        let given = outside;
        scope.spawn(move || {
            assert_may_alias(given, outside);
            *other.lock().unwrap() = &B;
        });
    });
    assert_may_alias(*shared.lock().unwrap(), &B);
}
