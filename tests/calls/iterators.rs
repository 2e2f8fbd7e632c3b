//! Iterators with closures, boxed iterators, and functions as arguments of the standard library.

struct Fibonacci {
    a: u64,
    b: u64,
}

impl Iterator for Fibonacci {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let next = self.a;
        self.a = self.b;
        self.b += next;
        Some(next)
    }
}

struct Countdown(u64);

impl Iterator for Countdown {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

fn sequence(kind: &str) -> Box<dyn Iterator<Item = u64>> {
    match kind {
        "fibonacci" => Box::new(Fibonacci { a: 0, b: 1 }),
        _ => Box::new(Countdown(5)),
    }
}

fn is_even(x: &u64) -> bool {
    x % 2 == 0
}

fn square(x: u64) -> u64 {
    x * x
}

fn increment(x: u64) -> u64 {
    x + 1
}

fn main() {
    let mut sum = 0;
    for kind in ["fibonacci", "countdown"] {
        let mut numbers = sequence(kind);
        while let Some(number) = numbers.next() { // calls: Fibonacci::next, Countdown::next
            sum += number;
            if number > 20 {
                break;
            }
        }
    }

    let steps: [fn(u64) -> u64; 2] = [square, increment];
    for step in steps {
        sum += step(3); // calls: square, increment
    }
    let chosen: fn(u64) -> u64 = steps[0];
    sum += Some(4).map(chosen).unwrap_or(0); // calls: square

    let filter: &dyn Fn(&u64) -> bool = &is_even;
    let passes = |x: &u64| { // named: passes
        filter(x) // calls: is_even
    };
    sum += (0..10u64).filter(passes).count() as u64; // calls: passes
    let mut order: Vec<Box<dyn Fn(&u64) -> u64>> = Vec::new();
    order.push(Box::new(|x| 100 - x)); // named: reversed
    order.push(Box::new(|x| x % 3)); // named: remainder
    let mut numbers = vec![5, 3, 8];
    for key in &order {
        let by_key = |x: &u64| { // named: by_key
            key(x) // calls: reversed, remainder
        };
        numbers.sort_by_key(by_key); // calls: by_key
    }
    let mut evens: Box<dyn Iterator<Item = u64>> = Box::new(Fibonacci { a: 1, b: 2 });
    sum += evens.next().unwrap_or(0); // calls: Fibonacci::next
    println!("{sum} {numbers:?}");
}
