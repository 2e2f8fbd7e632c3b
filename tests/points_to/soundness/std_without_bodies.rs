// Pointers that pass through std without its bodies: errors with custom payloads, parts of trees and sorts.
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

// An error keeps a payload of the program, formats it, and returns it by reference and by value.
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

// Code of std moves the keys, which are numbers; code of the program moves the values.
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

// Sorting moves strings.
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
