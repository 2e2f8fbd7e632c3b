//! Formatting: the standard library calls the program's implementations of its traits.

use std::fmt::{self, Write as _};
use std::io::Write as _;

struct Computed(fn() -> u32);

impl fmt::Display for Computed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let number = (self.0)(); // calls: seven, eight, nine
        write!(f, "{number}")
    }
}

struct Listed(fn() -> u32);

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let number = (self.0)(); // calls: ten
        f.debug_list().entry(&number).finish()
    }
}

struct Never(fn() -> u32);

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", (self.0)())
    }
}

fn seven() -> u32 {
    7
}

fn eight() -> u32 {
    8
}

fn nine() -> u32 {
    9
}

fn ten() -> u32 {
    10
}

fn main() {
    write!(std::io::stdout(), "{}\n", Computed(seven)).unwrap();
    let shown: Box<dyn fmt::Display> = Box::new(Computed(eight));
    let mut text = String::new();
    writeln!(text, "{shown:>4} {}", Computed(nine)).unwrap();
    text += &format!("{:?}", Some(Listed(ten)));
    let never = Never(seven);
    print!("{text} {}\n", (never.0)()); // calls: seven
}
