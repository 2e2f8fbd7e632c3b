//! Observers behind weak references, tables of functions by name, lazily created closures, iterators as trait objects.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};
use std::sync::{LazyLock, OnceLock};

trait Listener {
    fn heard(&mut self, what: u32) -> bool;
    fn done(&self) -> u32 {
        1
    }
}

struct Counter(u32);
struct Silent;

impl Listener for Counter {
    fn heard(&mut self, what: u32) -> bool {
        self.0 += what;
        true
    }
    fn done(&self) -> u32 {
        self.0
    }
}

impl Listener for Silent {
    fn heard(&mut self, _: u32) -> bool {
        false
    }
}

#[derive(Default)]
struct Station {
    listeners: Vec<Weak<RefCell<dyn Listener>>>,
}

impl Station {
    fn send(&self, what: u32) -> usize {
        let mut count = 0;
        for listener in &self.listeners {
            if let Some(listener) = listener.upgrade() {
                count += usize::from(listener.borrow_mut().heard(what)); // calls: Counter::heard, Silent::heard
            }
        }
        count
    }
}

fn twice(x: u32) -> u32 {
    2 * x
}

fn next(x: u32) -> u32 {
    x + 1
}

fn last_digit(x: &u32) -> u32 {
    x % 10
}

static TABLE: LazyLock<BTreeMap<&'static str, fn(u32) -> u32>> = LazyLock::new(|| { // named: make_table
    let mut table: BTreeMap<&'static str, fn(u32) -> u32> = BTreeMap::new();
    table.insert("twice", twice);
    table.insert("next", next);
    table
});

static HOOK: OnceLock<Box<dyn Fn(u32) -> u32 + Send + Sync>> = OnceLock::new();

fn numbers(down: bool) -> Box<dyn Iterator<Item = u32>> {
    if down { Box::new((0..4).rev().map(|x| x + 1)) } else { Box::new(std::iter::once(9)) } // named: plus_one
}

fn title(text: &str) -> Cow<'_, str> {
    if text.is_empty() { Cow::Owned("none".to_string()) } else { Cow::Borrowed(text) }
}

fn main() {
    let counter = Rc::new(RefCell::new(Counter(0)));
    let silent: Rc<RefCell<dyn Listener>> = Rc::new(RefCell::new(Silent));
    let mut station = Station::default();
    let weak: Weak<RefCell<dyn Listener>> = Rc::downgrade(&(counter.clone() as Rc<RefCell<dyn Listener>>));
    station.listeners.push(weak);
    station.listeners.push(Rc::downgrade(&silent));
    let mut total = station.send(5) as u32;
    total += silent.borrow().done(); // calls: Silent::done

    let table = &*TABLE; // calls: make_table
    let function = table[title("twice").as_ref()];
    total += function(3) + table["next"](4); // calls: twice, next
    HOOK.get_or_init(|| Box::new(|x| x * 100)); // named: hundredfold
    total += HOOK.get().unwrap()(2); // calls: hundredfold
    for number in numbers(true).chain(numbers(false)) { // calls: plus_one
        total += number;
    }
    let mut queue: VecDeque<Box<dyn FnMut(u32) -> u32>> = VecDeque::new();
    let mut sum = 0;
    queue.push_back(Box::new(move |x| { // named: adding
        sum += x;
        sum
    }));
    queue.push_back(Box::new(next));
    while let Some(mut step) = queue.pop_front() {
        total += step(total); // calls: adding, next
    }
    let mut values = [41, 12, 33];
    let key: fn(&u32) -> u32 = last_digit;
    values.sort_by_key(key); // calls: last_digit
    println!("{total} {values:?}");
}
