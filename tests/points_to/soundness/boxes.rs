// Box, Vec, Rc, RefCell, and values moved into and out of them.
include!("../assertions.rs");

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

static A: u8 = 1;
static B: u8 = 2;

struct Node<'a> {
    payload: &'a u8,
    next: Option<Box<Node<'a>>>,
}

fn push<'a>(list: Option<Box<Node<'a>>>, payload: &'a u8) -> Option<Box<Node<'a>>> {
    Some(Box::new(Node { payload, next: list }))
}

struct Tree {
    parent: RefCell<Weak<Tree>>,
    children: RefCell<Vec<Rc<Tree>>>,
}

struct Dropped<'a>(&'a Cell<*const u8>, &'a u8);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

fn main() {
    let boxed = Box::new(&A);
    assert_may_alias(*boxed, &A);
    let list = push(push(None, &A), &B);
    let first = list.as_ref().unwrap();
    assert_may_alias(first.payload, &B);
    assert_may_alias(first.next.as_ref().unwrap().payload, &A);
    let raw = Box::into_raw(Box::new(&B));
    let again = unsafe { Box::from_raw(raw) };
    assert_may_alias(*again, &B);

    let mut vector = Vec::new();
    for index in 0..unknown(5) {
        vector.push(if index % 2 == 0 { &A } else { &B });
    }
    assert_may_alias(vector[unknown(1)], &B);
    assert_may_alias(vector.pop().unwrap(), &A);
    let mut moved = vector;
    moved.insert(0, &B);
    assert_may_alias(moved[0], &B);
    let place = address(&moved[2]);
    assert_may_alias(place, unsafe { moved.as_ptr().add(unknown(2)) }.cast());
    let mut queue = VecDeque::from([&A]);
    queue.push_front(&B);
    assert_may_alias(queue[unknown(0)], &B);

    let shared = Rc::new(RefCell::new(&A));
    let other = Rc::clone(&shared);
    *other.borrow_mut() = &B;
    assert_may_alias(*shared.borrow(), &B);
    assert_may_alias(address(&*shared), address(&*other));
    let leaf = Rc::new(Tree { parent: RefCell::default(), children: RefCell::default() });
    let root = Rc::new(Tree { parent: RefCell::default(), children: RefCell::new(vec![leaf]) });
    let leaf = Rc::clone(&root.children.borrow()[0]);
    *leaf.parent.borrow_mut() = Rc::downgrade(&root);
    let parent = leaf.parent.borrow().upgrade().unwrap();
    assert_may_alias(address(&*parent), address(&*root));

    let cell = Cell::new(std::ptr::null());
    drop(Dropped(&cell, &B));
    assert_may_alias(cell.get(), &B);
    let (mut one, mut other) = (&A, &B);
    std::mem::swap(&mut one, &mut other);
    assert_may_alias(one, &B);
    let replaced = std::mem::replace(&mut one, &A);
    assert_may_alias(replaced, &B);
}
