//! A mail sorting office: workers in threads, a registry of handlers behind a mutex, results through channels.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, RwLock};
use std::thread;

#[derive(Clone)]
struct Letter {
    town: &'static str,
    grams: u32,
}

/// What a letter costs.
trait Tariff: Send + Sync {
    fn postage(&self, letter: &Letter) -> u32;

    fn surcharge(&self) -> u32 {
        0
    }
}

struct Inland;
struct Abroad {
    zone: u32,
}
struct Express<T: Tariff>(T);

impl Tariff for Inland {
    fn postage(&self, letter: &Letter) -> u32 {
        85 + letter.grams / 50
    }
}

impl Tariff for Abroad {
    fn postage(&self, letter: &Letter) -> u32 {
        110 * self.zone + letter.grams
    }

    fn surcharge(&self) -> u32 {
        self.zone
    }
}

impl<T: Tariff> Tariff for Express<T> {
    fn postage(&self, letter: &Letter) -> u32 {
        2 * self.0.postage(letter)
    }
}

type Handler = Box<dyn Fn(&Letter) -> u32 + Send + Sync>;
type Job = Box<dyn FnOnce(&Counter) + Send>;

#[derive(Default)]
struct Counter {
    counts: Mutex<HashMap<&'static str, u32>>,
}

impl Counter {
    fn add(&self, town: &'static str, cents: u32) {
        *self.counts.lock().unwrap().entry(town).or_default() += cents;
    }

    fn update(&self, town: &'static str, change: &dyn Fn(u32) -> u32) {
        let mut counts = self.counts.lock().unwrap();
        if let Some(count) = counts.get_mut(town) {
            *count = change(*count); // calls: rebate, round_up
        }
    }
}

#[derive(Default)]
struct Registry {
    handlers: RwLock<HashMap<String, Handler>>,
}

impl Registry {
    fn register<F>(&self, town: &str, handler: F)
    where
        F: Fn(&Letter) -> u32 + Send + Sync + 'static,
    {
        self.handlers.write().unwrap().insert(town.to_string(), Box::new(handler));
    }

    fn handle(&self, letter: &Letter) -> Option<u32> {
        let handlers = self.handlers.read().unwrap();
        let handler = handlers.get(letter.town)?;
        Some(handler(letter)) // calls: by_tariff, flat, weighed
    }
}

fn weighed(letter: &Letter) -> u32 {
    letter.grams * 3
}

fn priced(tariff: Arc<dyn Tariff>) -> impl Fn(&Letter) -> u32 {
    move |letter| { // named: by_tariff
        let base = tariff.postage(letter); // calls: Inland::postage, Abroad::postage, Express::postage
        base + tariff.surcharge() // calls: Inland::surcharge, Abroad::surcharge, Express::surcharge
    }
}

fn round_up(cents: u32) -> u32 {
    cents.next_multiple_of(10)
}

fn clerk(jobs: Receiver<Job>, counter: Arc<Counter>, done: Sender<usize>) {
    let mut count = 0;
    for job in jobs {
        job(&counter); // calls: sort_letter, close_day
        count += 1;
    }
    done.send(count).unwrap();
}

fn audit() -> u32 {
    7
}

fn main() {
    let registry = Arc::new(Registry::default());
    registry.register("Ulm", priced(Arc::new(Inland)));
    registry.register("Lyon", priced(Arc::new(Abroad { zone: 2 })));
    registry.register("Bonn", priced(Arc::new(Express(Inland))));
    registry.register("Hof", |_| 70); // named: flat
    registry.register("Linz", weighed);

    let counter = Arc::new(Counter::default());
    let (done, finished) = mpsc::channel();
    let mut senders: Vec<Sender<Job>> = Vec::new();
    let mut clerks = Vec::new();
    for _ in 0..2 {
        let (sender, receiver) = mpsc::channel();
        let (counter, done) = (Arc::clone(&counter), done.clone());
        senders.push(sender);
        clerks.push(thread::spawn(move || clerk(receiver, counter, done)));
    }
    let towns = ["Ulm", "Lyon", "Bonn", "Hof", "Linz", "Nowhere"];
    for (i, town) in towns.into_iter().enumerate() {
        let registry = Arc::clone(&registry);
        let letter = Letter { town, grams: 20 * i as u32 };
        let sort_letter = move |counter: &Counter| { // named: sort_letter
            if let Some(cents) = registry.handle(&letter) {
                counter.add(letter.town, cents);
            }
        };
        senders[i % 2].send(Box::new(sort_letter)).unwrap();
    }
    for sender in senders {
        sender.send(Box::new(|counter| counter.add("closed", 1))).unwrap(); // named: close_day
    }
    for clerk in clerks {
        clerk.join().unwrap();
    }
    drop(done);
    let handled: usize = finished.iter().sum();
    let discount = 5;
    counter.update("Lyon", &|cents| cents - discount); // named: rebate
    counter.update("Ulm", &round_up);
    let audited = thread::spawn(audit).join().unwrap(); // calls later: audit
    let express = Express(Abroad { zone: 1 });
    let tariff: &dyn Tariff = &express;
    let extra = tariff.surcharge(); // calls: Express::surcharge
    let counts = counter.counts.lock().unwrap();
    let mut lines: Vec<_> = counts.iter().collect();
    lines.sort();
    println!("{lines:?} {handled} {audited} {extra}");
}
