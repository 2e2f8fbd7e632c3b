// Elements of hash tables, after the table has moved them to other memory or to other places in its memory.
include!("../assertions.rs");

use std::collections::{HashMap, HashSet};

static A: u8 = 1;
static B: u8 = 2;
static C: u8 = 3;

#[derive(Clone)]
struct Large<'a> {
    first: &'a u8,
    numbers: [u64; 5],
    last: Box<&'a u8>,
}

fn get<'m, 'a>(map: &'m HashMap<String, Large<'a>>, key: &str) -> &'m Large<'a> {
    map.get(key).unwrap()
}

fn main() {
    let mut map = HashMap::new();
    for number in 0..unknown(100) {
        let target = if number < 50 { &A } else { &B };
        let large = Large { first: target, numbers: [number as u64; 5], last: Box::new(&C) };
        map.insert(number.to_string(), large);
    }
    assert_may_alias(get(&map, "3").first, &A);
    assert_may_alias(get(&map, "70").first, &B);
    assert_may_alias(*get(&map, "70").last, &C);
    for number in 0..unknown(90) {
        map.remove(&number.to_string());
    }
    // The table is full of deleted elements, and moves the others.
    for number in 200..200 + unknown(15) {
        let large = Large { first: &C, numbers: [0; 5], last: Box::new(&A) };
        map.insert(number.to_string(), large);
    }
    assert_may_alias(get(&map, "95").first, &B);
    assert_may_alias(get(&map, "201").first, &C);
    assert_may_alias(*get(&map, "201").last, &A);
    let copy = map.clone();
    map.retain(|_, large| *large.first == 2);
    map.shrink_to_fit();
    assert_may_alias(get(&map, "95").first, &B);
    assert_may_alias(get(&copy, "205").first, &C);
    let numbers: u64 = copy.values().map(|it| it.numbers[2]).sum();
    assert!(numbers > 0);
    let drained: Vec<_> = map.drain().map(|(_, large)| large.first).collect();
    assert_may_alias(drained[0], &B);
    let taken = copy.into_values().find(|it| *it.first == 3).unwrap();
    assert_may_alias(taken.first, &C);

    let words: HashSet<&str> = ["one", "two"].into_iter().collect();
    let word: &&str = words.get("two").unwrap();
    assert_may_alias(address(*word), address(*words.iter().find(|it| it.len() == 3 && **it > "p").unwrap()));
    let empty: HashMap<u8, &u8> = HashMap::new();
    assert!(empty.get(&0).is_none());
}
