//! State machines: a state as a trait object, as a function, and as an enum.

trait State {
    fn next(self: Box<Self>, input: char) -> Box<dyn State>;
    fn is_final(&self) -> bool {
        false
    }
}

struct Start;
struct Inside(usize);
struct End;

impl State for Start {
    fn next(self: Box<Self>, input: char) -> Box<dyn State> {
        if input == '(' { Box::new(Inside(1)) } else { self }
    }
}

impl State for Inside {
    fn next(self: Box<Self>, input: char) -> Box<dyn State> {
        match input {
            ')' => Box::new(End),
            _ => Box::new(Inside(self.0 + 1)),
        }
    }
}

impl State for End {
    fn next(self: Box<Self>, _input: char) -> Box<dyn State> {
        self
    }

    fn is_final(&self) -> bool {
        true
    }
}

struct Step(fn(u32) -> Step);

fn idle(input: u32) -> Step {
    if input > 2 { Step(busy) } else { Step(idle) }
}

fn busy(input: u32) -> Step {
    if input > 5 { Step(idle) } else { Step(busy) }
}

enum Shape {
    Round(Box<dyn Fn(u32) -> u32>),
    Flat(fn(u32) -> u32),
}

impl Shape {
    fn apply(&self, x: u32) -> u32 {
        match self {
            Shape::Round(f) => f(x), // calls: scaled
            Shape::Flat(f) => f(x), // calls: flat
        }
    }
}

fn flat(x: u32) -> u32 {
    x - 1
}

fn main() {
    let mut state: Box<dyn State> = Box::new(Start);
    for letter in "a(b)c".chars() {
        state = state.next(letter); // calls: Start::next, Inside::next, End::next
    }
    let is_final = state.is_final(); // calls: End::is_final
    println!("{is_final}");

    let mut step = Step(idle);
    for input in 0..8 {
        step = (step.0)(input); // calls: idle, busy
    }
    let scale = 3;
    let shapes = [Shape::Round(Box::new(move |x| x * scale)), Shape::Flat(flat)]; // named: scaled
    let mut sum = 0;
    for shape in &shapes {
        sum += shape.apply(4);
    }
    let only: Box<dyn State> = Box::new(Inside(0));
    let after = only.next(')'); // calls: Inside::next
    let done = after.is_final(); // calls: End::is_final
    println!("{sum} {done}");
}
