// The members of values behind trait objects are distinguished, though their places depend on the alignment.
include!("../assertions.rs");

use std::cell::RefCell;
use std::rc::Rc;

static A: u8 = 1;
static B: u8 = 2;

trait Pair {
    fn one(&self) -> *const u8;
    fn other(&self) -> *const u8;
}

struct Words(&'static u8, &'static u8);

impl Pair for Words {
    fn one(&self) -> *const u8 {
        self.0
    }
    fn other(&self) -> *const u8 {
        self.1
    }
}

struct Byte(u8);

impl Pair for Byte {
    fn one(&self) -> *const u8 {
        &A
    }
    fn other(&self) -> *const u8 {
        assert!(self.0 == 0);
        &B
    }
}

fn main() {
    let pairs: [Rc<RefCell<dyn Pair>>; 2] = [Rc::new(RefCell::new(Words(&A, &B))), Rc::new(RefCell::new(Byte(0)))];
    for pair in &pairs {
        let pair = pair.borrow();
        assert_may_alias(pair.one(), &A);
        assert_no_alias(pair.one(), &B);
        assert_may_alias(pair.other(), &B);
        assert_no_alias(pair.other(), &A);
    }
}
