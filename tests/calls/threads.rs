//! Threads, channels of boxed closures, and a worker that runs jobs.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

type Task = Box<dyn FnOnce() -> u32 + Send>;

struct Worker {
    sender: Option<Sender<Task>>,
    thread: Option<JoinHandle<u32>>,
}

impl Worker {
    fn start() -> Self {
        let (sender, receiver) = mpsc::channel::<Task>();
        let thread = thread::spawn(move || {
            let mut sum = 0;
            for task in receiver {
                sum += task(); // calls: seven, captured
            }
            sum
        });
        Worker { sender: Some(sender), thread: Some(thread) }
    }

    fn submit(&self, task: Task) {
        self.sender.as_ref().unwrap().send(task).unwrap();
    }

    fn finish(mut self) -> u32 {
        drop(self.sender.take());
        self.thread.take().unwrap().join().unwrap()
    }
}

trait Handler: Send + Sync {
    fn handle(&self, input: u32) -> u32;
}

struct Echo;
struct Add(u32);
struct Unused;

impl Handler for Echo {
    fn handle(&self, input: u32) -> u32 {
        input
    }
}

impl Handler for Add {
    fn handle(&self, input: u32) -> u32 {
        input + self.0
    }
}

impl Handler for Unused {
    fn handle(&self, input: u32) -> u32 {
        input * 100
    }
}

fn work() -> u32 {
    12
}

fn main() {
    let worker = Worker::start();
    let number = 4;
    worker.submit(Box::new(|| 7)); // named: seven
    worker.submit(Box::new(move || number)); // named: captured
    let mut sum = worker.finish();

    let handlers: Vec<Arc<dyn Handler>> = vec![Arc::new(Echo), Arc::new(Add(3))];
    let total = Arc::new(Mutex::new(0));
    let mut threads = Vec::new();
    for handler in handlers {
        let total = Arc::clone(&total);
        threads.push(thread::spawn(move || {
            let handled = handler.handle(5); // calls: Echo::handle, Add::handle
            *total.lock().unwrap() += handled;
        }));
    }
    for thread in threads {
        thread.join().unwrap();
    }
    let single: &dyn Handler = &Unused;
    sum += single.handle(2); // calls: Unused::handle
    let spawned = thread::spawn(work); // calls later: work
    sum += spawned.join().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| sum += 1);
    });
    println!("{sum} {}", total.lock().unwrap());
}
