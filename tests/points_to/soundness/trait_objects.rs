// Trait objects and closures: methods found through vtables, and captured variables.
include!("../assertions.rs");

use std::any::Any;

static A: u8 = 1;
static B: u8 = 2;
static C: u8 = 3;

trait Shape {
    fn get<'a>(&'a self, given: &'a u8) -> &'a u8;
    fn name(&self) -> *const u8 {
        &C
    }
}

struct Holder(&'static u8);
struct Identity;

impl Shape for Holder {
    fn get<'a>(&'a self, _: &'a u8) -> &'a u8 {
        self.0
    }
}

impl Shape for Identity {
    fn get<'a>(&'a self, given: &'a u8) -> &'a u8 {
        given
    }
    fn name(&self) -> *const u8 {
        &A
    }
}

trait Parent {
    fn parent(&self) -> *const u8;
}
trait Child: Parent {
    fn child(&self) -> *const u8;
}
impl Parent for Holder {
    fn parent(&self) -> *const u8 {
        self.0
    }
}
impl Child for Holder {
    fn child(&self) -> *const u8 {
        &A
    }
}

#[inline(never)]
fn upcast(child: &dyn Child) -> &dyn Parent {
    child
}

#[inline(never)]
fn call<'a>(shape: &'a dyn Shape, given: &'a u8) -> &'a u8 {
    shape.get(given)
}

#[inline(never)]
fn adder(kept: &'static u8) -> Box<dyn Fn(&'static u8) -> [&'static u8; 2]> {
    Box::new(move |given| [kept, given])
}

#[inline(never)]
fn apply(function: &mut dyn FnMut(*const u8)) {
    function(&B);
}

fn first(_: *const u8) -> *const u8 {
    &A
}
fn same(given: *const u8) -> *const u8 {
    given
}
static TABLE: [(&str, fn(*const u8) -> *const u8); 2] = [("first", first), ("same", same)];

fn main() {
    let shapes: [Box<dyn Shape>; 2] = [Box::new(Holder(&A)), Box::new(Identity)];
    assert_may_alias(call(&*shapes[unknown(0)], &B), &A);
    assert_may_alias(call(&*shapes[unknown(1)], &B), &B);
    assert_may_alias(shapes[unknown(0)].name(), &C);
    assert_may_alias(shapes[unknown(1)].name(), &A);
    assert_may_alias(upcast(&Holder(&B)).parent(), &B);

    let function = adder(&A);
    assert_may_alias(function(&B)[0], &A);
    assert_may_alias(function(&B)[unknown(1)], &B);
    let mut seen = std::ptr::null();
    apply(&mut |given| seen = given);
    assert_may_alias(seen, &B);
    let once: Box<dyn FnOnce() -> *const u8> = Box::new(|| &C);
    assert_may_alias(once(), &C);

    assert_may_alias(TABLE[unknown(0)].1(&B), &A);
    assert_may_alias(TABLE[unknown(1)].1(&B), &B);
    let any: Box<dyn Any> = Box::new(Holder(&C));
    assert_may_alias(any.downcast_ref::<Holder>().unwrap().0, &C);
}
