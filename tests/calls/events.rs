//! An event bus with boxed listeners, weak observers, and middleware.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

type Listener = Box<dyn Fn(&Event)>;

struct Event {
    name: &'static str,
    value: u32,
}

#[derive(Default)]
struct Bus {
    listeners: HashMap<&'static str, Vec<Listener>>,
}

impl Bus {
    fn on(&mut self, name: &'static str, listener: impl Fn(&Event) + 'static) {
        self.listeners.entry(name).or_default().push(Box::new(listener));
    }

    fn emit(&self, event: &Event) {
        for listener in self.listeners.get(event.name).into_iter().flatten() {
            listener(event); // calls: opened, closed
        }
    }
}

trait Observer {
    fn notify(&self, value: u32);
}

struct Log(RefCell<Vec<u32>>);
struct Last(Cell<u32>);

impl Observer for Log {
    fn notify(&self, value: u32) {
        self.0.borrow_mut().push(value);
    }
}

impl Observer for Last {
    fn notify(&self, value: u32) {
        self.0.set(value);
    }
}

#[derive(Default)]
struct Subject {
    observers: Vec<Weak<dyn Observer>>,
}

impl Subject {
    fn publish(&self, value: u32) {
        for observer in &self.observers {
            if let Some(observer) = observer.upgrade() {
                observer.notify(value); // calls: Log::notify, Last::notify
            }
        }
    }
}

type Next<'a> = &'a dyn Fn(u32) -> u32;

fn doubling(value: u32, next: Next) -> u32 {
    next(value * 2) // calls: call_limit
}

fn limiting(value: u32, next: Next) -> u32 {
    next(value.min(50)) // calls: innermost
}

fn main() {
    let count = Rc::new(Cell::new(0));
    let mut bus = Bus::default();
    let opened = Rc::clone(&count);
    bus.on("open", move |event| opened.set(opened.get() + event.value)); // named: opened
    let closed = Rc::clone(&count);
    bus.on("close", move |_| closed.set(closed.get() - 1)); // named: closed
    bus.emit(&Event { name: "open", value: 5 });
    bus.emit(&Event { name: "close", value: 0 });

    let log: Rc<dyn Observer> = Rc::new(Log(RefCell::default()));
    let last = Rc::new(Last(Cell::new(0)));
    let mut subject = Subject::default();
    subject.observers.push(Rc::downgrade(&log));
    let weak: Weak<dyn Observer> = Rc::<Last>::downgrade(&last);
    subject.observers.push(weak);
    subject.publish(4);
    log.notify(5); // calls: Log::notify

    let innermost = |value| value + 1; // named: innermost
    let call_limit = |value| limiting(value, &innermost); // named: call_limit
    let result = doubling(40, &call_limit);
    println!("{} {} {result}", count.get(), last.0.get());
}
