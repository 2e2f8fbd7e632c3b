// Greenhouse controller on a tiny async executor with hand-written futures and wakers.
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::{pin, Pin};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};

// Wakers: a task's waker puts its id into the run queue, block_on's counts wake-ups.
type Queue = Mutex<VecDeque<usize>>;
struct TaskHandle { id: usize, ready: Arc<Queue> }
static TASK_VTABLE: RawWakerVTable = RawWakerVTable::new(task_clone, task_wake, task_wake_by_ref, task_drop);
static COUNT_VTABLE: RawWakerVTable = RawWakerVTable::new(count_clone, count_wake, count_wake, count_drop);
static WAKE_UPS: AtomicUsize = AtomicUsize::new(0);

unsafe fn task_clone(data: *const ()) -> RawWaker {
    Arc::increment_strong_count(data.cast::<TaskHandle>());
    RawWaker::new(data, &TASK_VTABLE)
}
unsafe fn task_wake(data: *const ()) {
    task_wake_by_ref(data);
    task_drop(data);
}
unsafe fn task_wake_by_ref(data: *const ()) {
    let task = &*data.cast::<TaskHandle>();
    task.ready.lock().unwrap().push_back(task.id);
}
unsafe fn task_drop(data: *const ()) { drop(Arc::from_raw(data.cast::<TaskHandle>())); }
unsafe fn count_clone(data: *const ()) -> RawWaker { RawWaker::new(data, &COUNT_VTABLE) }
unsafe fn count_wake(_: *const ()) { WAKE_UPS.fetch_add(1, Ordering::Relaxed); }
unsafe fn count_drop(_: *const ()) {}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = unsafe { Waker::from_raw(RawWaker::new(std::ptr::null(), &COUNT_VTABLE)) };
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
    }
}

// Executor and its virtual clock
#[derive(Default)]
struct Clock { now: Cell<u32>, timers: RefCell<BTreeMap<(u32, usize), Waker>> }
#[derive(Default)]
struct Executor {
    tasks: BTreeMap<usize, Pin<Box<dyn Future<Output = ()>>>>,
    ready: Arc<Queue>,
    clock: Rc<Clock>,
}

impl Executor {
    fn spawn(&mut self, task: Pin<Box<dyn Future<Output = ()>>>) {
        let id = self.tasks.len();
        self.tasks.insert(id, task);
        self.ready.lock().unwrap().push_back(id);
    }
    fn run(&mut self) {
        loop {
            let next = self.ready.lock().unwrap().pop_front();
            if let Some(id) = next {
                let handle = Arc::new(TaskHandle { id, ready: Arc::clone(&self.ready) });
                let raw = RawWaker::new(Arc::into_raw(handle).cast(), &TASK_VTABLE);
                let waker = unsafe { Waker::from_raw(raw) };
                let mut cx = Context::from_waker(&waker);
                if let Some(task) = self.tasks.get_mut(&id) {
                    let state = task.as_mut().poll(&mut cx); // calls: Sampler::poll, Irrigation::poll
                    if state.is_ready() {
                        self.tasks.remove(&id);
                    }
                }
            } else if let Some(((time, _), waker)) = self.clock.timers.borrow_mut().pop_first() {
                self.clock.now.set(time);
                waker.wake(); // calls: task_wake
            } else {
                return;
            }
        }
    }
}

// Leaf futures
struct Sleep { until: u32, clock: Rc<Clock> }
impl Future for Sleep {
    type Output = u32;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        if self.clock.now.get() >= self.until {
            return Poll::Ready(self.until);
        }
        let mut timers = self.clock.timers.borrow_mut();
        let key = (self.until, timers.len());
        timers.insert(key, cx.waker().clone()); // calls: task_clone
        Poll::Pending
    }
}
struct Yield(bool);
impl Future for Yield {
    type Output = u32;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        if self.0 {
            return Poll::Ready(1);
        }
        self.0 = true;
        cx.waker().wake_by_ref(); // calls: task_wake_by_ref, count_wake
        Poll::Pending
    }
}
struct Immediate(u32);
impl Future for Immediate {
    type Output = u32;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> { Poll::Ready(self.0) }
}

// Devices
trait Labelled {
    fn label(&self) -> String;
}
trait Sensor: Labelled + Any {
    fn read(&self, time: u32) -> i32;
    fn period(&self) -> u32 { 10 }
}
struct Thermometer;
struct Hygrometer { base: i32 }
struct Tank(&'static str);

impl Labelled for Thermometer {
    fn label(&self) -> String { "temperature".to_string() }
}
impl Labelled for Hygrometer {
    fn label(&self) -> String { format!("humidity from {}", self.base) }
}
impl Labelled for Tank {
    fn label(&self) -> String { self.0.to_string() }
}
impl Sensor for Thermometer {
    fn read(&self, time: u32) -> i32 { 18 + (time / 10) as i32 }
}
impl Sensor for Hygrometer {
    fn read(&self, time: u32) -> i32 { self.base + (time % 7) as i32 }
    fn period(&self) -> u32 { 15 }
}

trait Backoff {
    fn delay(&mut self) -> u32;
}
struct Steady(u32);
struct Doubling(u32);
impl Backoff for Steady {
    fn delay(&mut self) -> u32 { self.0 }
}
impl Backoff for Doubling {
    fn delay(&mut self) -> u32 {
        self.0 *= 2;
        self.0
    }
}

// Tasks
struct Sampler {
    sensor: Rc<dyn Sensor>,
    left: u32,
    wait: Pin<Box<dyn Future<Output = u32>>>,
    clock: Rc<Clock>,
    sink: Rc<RefCell<dyn FnMut(&dyn Labelled, i32)>>,
}
impl Future for Sampler {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        while self.left > 0 {
            match self.wait.as_mut().poll(cx) { // calls: Sleep::poll, Yield::poll
                Poll::Pending => return Poll::Pending,
                Poll::Ready(_) => self.left -= 1,
            }
            let now = self.clock.now.get();
            let value = self.sensor.read(now); // calls: Thermometer::read, Hygrometer::read
            (self.sink.borrow_mut())(&*self.sensor, value); // calls: log_sample
            let until = now + self.sensor.period(); // calls: Thermometer::period, Hygrometer::period
            self.wait = Box::pin(Sleep { until, clock: Rc::clone(&self.clock) });
        }
        Poll::Ready(())
    }
}
struct Irrigation {
    tank: Tank,
    backoff: RefCell<Box<dyn Backoff>>,
    pause: Option<Sleep>,
    rounds: u32,
    clock: Rc<Clock>,
    on_finish: Option<Box<dyn FnOnce(&dyn Labelled)>>,
}
impl Future for Irrigation {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(pause) = self.pause.as_mut() {
                if Pin::new(pause).poll(cx).is_pending() {
                    return Poll::Pending;
                }
            }
            if self.rounds == 0 {
                if let Some(finish) = self.on_finish.take() {
                    finish(&self.tank); // calls: valve_closed
                }
                return Poll::Ready(());
            }
            self.rounds -= 1;
            let wait = self.backoff.borrow_mut().delay(); // calls: Steady::delay, Doubling::delay
            if self.rounds == 2 {
                self.backoff.replace(Box::new(Doubling(wait)));
            }
            let until = self.clock.now.get() + wait;
            println!("{} opens until {until}", self.tank.0);
            self.pause = Some(Sleep { until, clock: Rc::clone(&self.clock) });
        }
    }
}

async fn self_test(probes: Vec<Pin<Box<dyn Future<Output = u32>>>>) -> u32 {
    let mut sum = 0;
    for probe in probes {
        sum += probe.await; // calls: Yield::poll, Immediate::poll
    }
    sum
}

fn main() {
    let sum = block_on(self_test(vec![Box::pin(Immediate(40)), Box::pin(Yield(false)), Box::pin(Immediate(1))]));
    println!("self test {sum}, {} wake-ups", WAKE_UPS.load(Ordering::Relaxed));

    let sensors: [Rc<dyn Sensor>; 2] = [Rc::new(Thermometer), Rc::new(Hygrometer { base: 55 })];
    let mut executor = Executor::default();
    let log = |source: &dyn Labelled, value: i32| { // named: log_sample
        println!("{} = {value}", source.label()); // calls: Thermometer::label, Hygrometer::label
    };
    let sink = Rc::new(RefCell::new(log));
    for sensor in &sensors {
        let (clock, sensor, sink) = (Rc::clone(&executor.clock), Rc::clone(sensor), sink.clone());
        executor.spawn(Box::pin(Sampler { sensor, left: 3, wait: Box::pin(Yield(false)), clock, sink }));
    }
    let closed = |tank: &dyn Labelled| { // named: valve_closed
        println!("{} closed", tank.label()); // calls: Tank::label
    };
    executor.spawn(Box::pin(Irrigation {
        tank: Tank("tank A"),
        backoff: RefCell::new(Box::new(Steady(4))),
        pause: None,
        rounds: 4,
        clock: Rc::clone(&executor.clock),
        on_finish: Some(Box::new(closed)),
    }));
    executor.run();

    for sensor in sensors {
        let any: &dyn Any = sensor.as_ref();
        if let Some(hygro) = any.downcast_ref::<Hygrometer>() {
            println!("finished at {}, base {}", executor.clock.now.get(), hygro.base);
        }
    }
}
