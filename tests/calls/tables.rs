//! Tables of functions: constant, in maps, and sorted by comparators.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

type Operation = fn(f64, f64) -> f64;

fn add(a: f64, b: f64) -> f64 {
    a + b
}

fn subtract(a: f64, b: f64) -> f64 {
    a - b
}

fn divide(a: f64, b: f64) -> f64 {
    a / b
}

static OPERATIONS: [(char, Operation); 2] = [('+', add), ('-', subtract)];

fn evaluate(symbol: char, a: f64, b: f64) -> Option<f64> {
    let (_, operation) = OPERATIONS.iter().find(|it| it.0 == symbol)?;
    Some(operation(a, b)) // calls: add, subtract
}

struct Command {
    name: &'static str,
    run: fn(&[&str]) -> usize,
}

fn help(_arguments: &[&str]) -> usize {
    1
}

fn list(arguments: &[&str]) -> usize {
    arguments.len()
}

const COMMANDS: &[Command] = &[Command { name: "help", run: help }, Command { name: "list", run: list }];

fn by_length(a: &String, b: &String) -> Ordering {
    a.len().cmp(&b.len())
}

fn reversed(a: &String, b: &String) -> Ordering {
    b.cmp(a)
}

fn sort(words: &mut Vec<String>, order: fn(&String, &String) -> Ordering) {
    words.sort_by(order); // calls: by_length, reversed
}

fn main() {
    let mut sum = evaluate('+', 1.0, 2.0).unwrap() + evaluate('-', 4.0, 1.0).unwrap();
    for command in COMMANDS {
        let count = (command.run)(&["a", "b"]); // calls: help, list
        println!("{} {count}", command.name);
    }
    let mut by_name: HashMap<String, Operation> = HashMap::new();
    by_name.insert("divide".to_string(), divide);
    by_name.insert("add".to_string(), add);
    for name in ["divide", "add"] {
        sum += by_name[name](6.0, 3.0); // calls: divide, add
    }
    let mut ordered: BTreeMap<u32, Operation> = BTreeMap::new();
    ordered.insert(1, subtract);
    if let Some(operation) = ordered.get(&1) {
        sum += operation(9.0, 4.0); // calls: subtract
    }
    let mut words: Vec<String> = ["pear", "fig", "banana"].map(String::from).to_vec();
    sort(&mut words, by_length);
    sort(&mut words, reversed);
    println!("{sum} {words:?}");
}
