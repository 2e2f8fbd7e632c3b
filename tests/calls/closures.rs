//! Closures in boxes, in structures, returned from functions, and passed by reference.

struct Button {
    label: &'static str,
    on_click: Option<Box<dyn FnMut(&str) -> usize>>,
}

impl Button {
    fn click(&mut self) -> usize {
        match &mut self.on_click {
            Some(action) => action(self.label), // calls: remember
            None => 0,
        }
    }
}

fn adder(by: i32) -> impl Fn(i32) -> i32 {
    move |x| x + by // named: adder
}

fn boxed_multiplier(by: i32) -> Box<dyn Fn(i32) -> i32> {
    Box::new(move |x| x * by) // named: multiplier
}

fn apply(f: &dyn Fn(i32) -> i32, x: i32) -> i32 {
    f(x) // calls: adder, double
}

fn apply_twice(f: &mut dyn FnMut(i32), x: i32) {
    f(x); // calls: push
    f(x + 1); // calls: push
}

fn run_once(task: Box<dyn FnOnce() -> String>) -> String {
    task() // calls: greet, give_back
}

fn double(x: i32) -> i32 {
    x * 2
}

fn triple(x: i32) -> i32 {
    x * 3
}

fn compose(f: fn(i32) -> i32, g: fn(i32) -> i32) -> impl Fn(i32) -> i32 {
    move |x| {
        let first = f(x); // calls: double
        g(first) // calls: triple
    }
}

fn main() {
    let mut seen = Vec::new();
    let mut button = Button {
        label: "ok",
        on_click: None,
    };
    let mut count = button.click();
    button.on_click = Some(Box::new(move |label| { // named: remember
        seen.push(label.to_string());
        seen.len()
    }));
    count += button.click();

    let mut sum = apply(&adder(2), 3) + apply(&double, 4);
    let times = boxed_multiplier(3);
    sum += times(5); // calls: multiplier
    let mut pushed = Vec::new();
    apply_twice(&mut |x| pushed.push(x), 7); // named: push
    sum += compose(double, triple)(2);

    let name = "you".to_string();
    let text = run_once(Box::new(|| "hello".to_string())); // named: greet
    let back = run_once(Box::new(move || name)); // named: give_back
    println!("{sum} {count} {text} {back} {pushed:?}");
}
