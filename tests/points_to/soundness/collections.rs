// Maps and sets of the standard library.
include!("../assertions.rs");

use std::collections::{BTreeMap, BinaryHeap, HashMap, LinkedList};

static A: u8 = 1;
static B: u8 = 2;

fn main() {
    let mut hashed: HashMap<String, &u8> = HashMap::new();
    hashed.insert("one".to_owned(), &A);
    hashed.entry("two".to_owned()).or_insert(&B);
    assert_may_alias(hashed["two"], &B);
    assert_may_alias(address(hashed.get("one").unwrap()), address(&hashed["one"]));
    assert_may_alias(*hashed.values().find(|it| ***it == 1).unwrap(), &A);
    assert_may_alias(hashed.remove("one").unwrap(), &A);

    let mut tree: BTreeMap<usize, &u8> = BTreeMap::new();
    for key in 0..unknown(40) {
        tree.insert(key, if key < 20 { &A } else { &B });
    }
    assert_may_alias(tree[&30], &B);
    assert_may_alias(tree.range(..5).next_back().unwrap().1.to_owned(), &A);
    assert_may_alias(tree.pop_last().unwrap().1, &B);

    let mut list = LinkedList::new();
    list.push_back(&A);
    list.push_front(&B);
    assert_may_alias(list.pop_front().unwrap(), &B);
    let mut heap = BinaryHeap::from([&A]);
    heap.push(&B);
    assert_may_alias(heap.pop().unwrap(), &B);
}
