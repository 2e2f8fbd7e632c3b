// Each method of a trait object only runs for values of its own type, even if one container holds values of several
// types.
// BUILDS: O0
include!("../assertions.rs");

use std::cell::RefCell;
use std::rc::Rc;

static A: u32 = 1;
static B: u32 = 2;

trait Task {
    fn step(&mut self);
}

struct Fetch {
    delay: &'static u32,
    count: usize,
}

struct Poll {
    interval: &'static u32,
}

impl Task for Fetch {
    fn step(&mut self) {
        assert_no_alias(address(self.delay), address(&B));
        self.count += 1;
    }
}

impl Task for Poll {
    fn step(&mut self) {
        assert_no_alias(address(self.interval), address(&A));
    }
}

fn main() {
    let boxed: Vec<Box<dyn Task>> =
        vec![Box::new(Fetch { delay: &A, count: 0 }), Box::new(Poll { interval: &B })];
    for mut task in boxed {
        task.step();
    }
    let shared: Vec<Rc<RefCell<dyn Task>>> = vec![
        Rc::new(RefCell::new(Poll { interval: &B })),
        Rc::new(RefCell::new(Fetch { delay: &A, count: 0 })),
    ];
    for task in &shared {
        task.borrow_mut().step();
    }
}
