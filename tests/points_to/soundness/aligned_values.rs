// Values of different alignments behind trait objects. Their places depend on the alignment.
include!("../assertions.rs");

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

static A: u8 = 1;
static B: u8 = 2;
static C: u8 = 3;

trait Holder {
    fn held(&self) -> *const u8;
    fn hold(&mut self, target: &'static u8);
}

macro_rules! holder {
    ($name:ident, $($alignment:literal)?) => {
        $(#[repr(align($alignment))])?
        struct $name(&'static u8);

        impl Holder for $name {
            fn held(&self) -> *const u8 {
                self.0
            }
            fn hold(&mut self, target: &'static u8) {
                self.0 = target;
            }
        }
    };
}

holder!(Word,);
holder!(Wide, 16);
holder!(Line, 64);

/// A byte, which selects an address.
struct Byte(bool);

impl Holder for Byte {
    fn held(&self) -> *const u8 {
        if self.0 { &A } else { &B }
    }
    fn hold(&mut self, _: &'static u8) {
        self.0 = true;
    }
}

struct Tail<T: ?Sized> {
    before: &'static u8,
    count: u16,
    value: T,
}

fn main() {
    let shared: Vec<Rc<RefCell<dyn Holder>>> = vec![
        Rc::new(RefCell::new(Word(&A))),
        Rc::new(RefCell::new(Wide(&B))),
        Rc::new(RefCell::new(Line(&C))),
        Rc::new(RefCell::new(Byte(false))),
    ];
    for (holder, target) in shared.iter().zip([&A, &B, &C, &B]) {
        assert_may_alias(holder.borrow().held(), address(target));
    }
    shared[2].borrow_mut().hold(&A);
    assert_may_alias(shared[2].borrow().held(), &A);

    let locked: [Arc<Mutex<dyn Holder + Send>>; 2] = [Arc::new(Mutex::new(Line(&A))), Arc::new(Mutex::new(Word(&B)))];
    locked[1].lock().unwrap().hold(&C);
    assert_may_alias(locked[0].lock().unwrap().held(), &A);
    assert_may_alias(locked[1].lock().unwrap().held(), &C);

    let tails: [Box<Tail<dyn Holder>>; 3] = [
        Box::new(Tail { before: &A, count: 1, value: Wide(&B) }),
        Box::new(Tail { before: &B, count: 2, value: Line(&C) }),
        Box::new(Tail { before: &C, count: 3, value: Byte(true) }),
    ];
    for tail in &tails {
        let targets = match tail.count {
            1 => (&A, &B),
            2 => (&B, &C),
            _ => (&C, &A),
        };
        assert_may_alias(tail.before, targets.0);
        assert_may_alias(tail.value.held(), targets.1);
    }
}
