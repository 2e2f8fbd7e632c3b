//! Trait objects in boxes, behind references and in reference counters; supertraits and default methods.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

trait Named {
    fn name(&self) -> String;
}

trait Shape: Named + Debug {
    fn area(&self) -> f64;

    fn describe(&self) -> String {
        let name = self.name();
        format!("{name} of {}", self.area())
    }

    fn grow(&mut self, _factor: f64) {}
}

#[derive(Debug)]
struct Circle(f64);

#[derive(Debug)]
struct Square(f64);

#[derive(Debug)]
struct Unit;

impl Named for Circle {
    fn name(&self) -> String {
        "circle".to_string()
    }
}

impl Named for Square {
    fn name(&self) -> String {
        "square".to_string()
    }
}

impl Named for Unit {
    fn name(&self) -> String {
        "unit".to_string()
    }
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.14 * self.0 * self.0
    }

    fn grow(&mut self, factor: f64) {
        self.0 *= factor;
    }
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }

    fn grow(&mut self, factor: f64) {
        self.0 *= factor;
    }
}

impl Shape for Unit {
    fn area(&self) -> f64 {
        1.0
    }
}

impl Drop for Square {
    fn drop(&mut self) {
        println!("a square goes");
    }
}

fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    let mut sum = 0.0;
    for shape in shapes {
        sum += shape.area(); // calls: Circle::area, Square::area
    }
    sum
}

fn name_of(named: &dyn Named) -> String {
    named.name() // calls: Unit::name
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(1.0)), Box::new(Square(2.0))];
    println!("{}", total(&shapes));
    let name = shapes[1].name(); // calls: Square::name
    println!("{name}");
    drop(shapes); // calls: Square::drop

    let unit = Unit;
    println!("{}", name_of(&unit));
    let shared: Rc<RefCell<dyn Shape>> = Rc::new(RefCell::new(Circle(2.0)));
    let other = Rc::clone(&shared);
    other.borrow_mut().grow(2.0); // calls: Circle::grow
    let area = shared.borrow().area(); // calls: Circle::area
    println!("{area}");

    let everywhere: Arc<dyn Shape + Send + Sync> = Arc::new(Unit);
    let copy = Arc::clone(&everywhere);
    let describe = copy.describe(); // calls: Unit::describe
    println!("{describe}");
    let upcast: &dyn Named = &*copy;
    let name = upcast.name(); // calls: Unit::name
    println!("{name}");
}
