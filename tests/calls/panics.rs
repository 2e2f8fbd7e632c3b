//! Panics with the program's own payload types, panic hooks, and threads that panic.

use std::panic::{self, AssertUnwindSafe};
use std::thread;

trait Report {
    fn report(&self) -> u32;
}

struct Missing(u32);
struct Broken;
struct Unused;

impl Report for Missing {
    fn report(&self) -> u32 {
        self.0
    }
}

impl Report for Broken {
    fn report(&self) -> u32 {
        100
    }
}

impl Report for Unused {
    fn report(&self) -> u32 {
        1000
    }
}

type Reason = Box<dyn Report + Send>;

fn fail(reason: Reason) -> u32 {
    panic::panic_any(reason)
}

fn caught(action: impl FnOnce() -> u32) -> u32 {
    match panic::catch_unwind(AssertUnwindSafe(action)) {
        Ok(value) => value,
        Err(payload) => match payload.downcast::<Reason>() {
            Ok(reason) => reason.report(), // calls: Missing::report, Broken::report
            Err(other) => panic::resume_unwind(other),
        },
    }
}

fn main() {
    panic::set_hook(Box::new(|info| {
        if let Some(reason) = info.payload().downcast_ref::<Reason>() {
            eprintln!("{}", reason.report()); // calls: Missing::report, Broken::report
        }
    }));
    let mut sum = caught(|| fail(Box::new(Missing(4))));
    sum += caught(|| 2);
    let named = thread::Builder::new().name("worker".to_owned());
    let worker = named.spawn(|| fail(Box::new(Broken))).unwrap();
    if let Err(payload) = worker.join() {
        sum += caught(|| panic::resume_unwind(payload));
    }
    let unused: &dyn Report = &Unused;
    sum += unused.report(); // calls: Unused::report
    drop(panic::take_hook());
    println!("{sum}");
}
