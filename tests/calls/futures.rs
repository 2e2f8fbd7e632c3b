//! Futures, polled by the program's own executor.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

struct CountWakes(AtomicUsize);

impl Wake for CountWakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

struct YieldOnce(bool);

impl Future for YieldOnce {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<()> {
        if self.0 {
            return Poll::Ready(());
        }
        self.0 = true;
        context.waker().wake_by_ref(); // calls: CountWakes::wake
        Poll::Pending
    }
}

async fn add(a: u32, b: u32) -> u32 { // named: add
    YieldOnce(false).await;
    a + b
}

fn block_on<F: Future>(future: F, waker: &Waker) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

type Task = Pin<Box<dyn Future<Output = ()>>>;

#[derive(Default)]
struct Executor {
    ready: VecDeque<Task>,
    done: usize,
}

impl Executor {
    fn spawn(&mut self, future: impl Future<Output = ()> + 'static) {
        self.ready.push_back(Box::pin(future));
    }

    fn run(&mut self, waker: &Waker) {
        let mut context = Context::from_waker(waker);
        while let Some(mut task) = self.ready.pop_front() {
            let polled = task.as_mut().poll(&mut context); // calls: YieldOnce::poll, spawned
            match polled {
                Poll::Ready(()) => self.done += 1,
                Poll::Pending => self.ready.push_back(task),
            }
        }
    }
}

fn main() {
    let wakes = Arc::new(CountWakes(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&wakes));
    let sum = block_on(add(1, 2), &waker);
    let mut executor = Executor::default();
    executor.spawn(YieldOnce(false));
    executor.spawn(async { // named: spawned
        YieldOnce(true).await;
    });
    executor.run(&waker);
    println!("{sum} {} {}", executor.done, wakes.0.load(Ordering::Relaxed));
}
