//! Errors as trait objects, downcasts, and types with their own Display.

use std::any::Any;
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct ParseError {
    line: u32,
}

#[derive(Debug)]
struct IoError;

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "error in line {}", self.line)
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("input is lost")
    }
}

impl Error for ParseError {}

impl Error for IoError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        None
    }
}

fn parse(text: &str) -> Result<u32, Box<dyn Error>> {
    if text.is_empty() {
        return Err(Box::new(IoError));
    }
    text.parse().map_err(|_| ParseError { line: 1 }.into())
}

trait Component: Any {
    fn update(&mut self) -> u32;
    fn as_any(&self) -> &dyn Any;
}

struct Position(u32);
struct Health(u32);

impl Component for Position {
    fn update(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Component for Health {
    fn update(&mut self) -> u32 {
        self.0 -= 1;
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

type Callback = Box<dyn Fn() -> u32>;

fn main() {
    for text in ["", "x", "12"] {
        match parse(text) {
            Ok(number) => println!("{number}"),
            Err(error) => {
                let text = error.to_string(); // calls: ParseError::fmt, IoError::fmt
                println!("{text}");
            }
        }
    }
    let mut sum = 0;
    let mut components: Vec<Box<dyn Component>> = vec![Box::new(Position(3)), Box::new(Health(9))];
    for component in &mut components {
        sum += component.update(); // calls: Position::update, Health::update
        let any = component.as_any(); // calls: Position::as_any, Health::as_any
        if let Some(health) = any.downcast_ref::<Health>() {
            sum += health.0;
        }
    }
    let boxed: Box<dyn Any> = Box::new(Box::new(|| 5u32) as Callback); // named: five
    if let Ok(callback) = boxed.downcast::<Callback>() {
        sum += callback(); // calls: five
    }
    let error: Box<dyn fmt::Display> = Box::new(ParseError { line: 4 });
    println!("{error} {sum}"); // calls: ParseError::fmt
}
