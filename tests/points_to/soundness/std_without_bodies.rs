// What a program gets from std without bodies: errors with values of its own, parts of trees and sorts.
include!("../assertions.rs");

use std::collections::BTreeMap;
use std::{error, fmt, io};

static A: u8 = 1;
static B: u8 = 2;

struct Own(&'static u8);

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        assert_may_alias(self.0, &A);
        f.write_str("own")
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        assert_may_alias(self.0, &A);
        f.write_str("Own")
    }
}

impl error::Error for Own {}

// An error keeps the program's own, which it formats, and which comes back by reference and by value.
fn errors() {
    let error = io::Error::new(io::ErrorKind::Other, Own(&A));
    assert!(format!("{error} {error:?}").len() > unknown(0));
    let own = error.get_ref().and_then(|it| it.downcast_ref::<Own>());
    assert_may_alias(own.unwrap().0, &A);
    let own = error.into_inner().unwrap().downcast::<Own>();
    assert_may_alias(own.unwrap().0, &A);
    let text = io::Error::new(io::ErrorKind::Other, "text");
    assert_may_alias(text.get_ref().map_or(&B, |_| &A), &A);
}

// Keys that are numbers are moved by code of std, the values beside them by the program's.
fn trees() {
    let mut tree: BTreeMap<u64, &u8> = BTreeMap::new();
    for key in 0..unknown(60) as u64 {
        tree.insert(key, if key < 30 { &A } else { &B });
    }
    let upper = tree.split_off(&40);
    assert_may_alias(upper[&50], &B);
    tree.retain(|key, _| *key >= 10);
    assert_may_alias(tree[&20], &A);
    assert_may_alias(tree.remove(&35).unwrap(), &B);
}

// Strings change their places.
fn sorts() {
    let mut names: Vec<String> = (0..unknown(50)).rev().map(|it| format!("{it:02}")).collect();
    let last = names[49].as_ptr();
    names.sort();
    assert_may_alias(names[0].as_ptr(), last);
}

fn main() {
    errors();
    trees();
    sorts();
}
