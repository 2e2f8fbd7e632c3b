//! A syntax tree with visitors as trait objects, and double dispatch.

trait Visitor {
    fn number(&mut self, value: i64);
    fn binary(&mut self, binary: &Binary);
}

trait Node {
    fn accept(&self, visitor: &mut dyn Visitor);
}

struct Number(i64);

struct Binary {
    left: Box<dyn Node>,
    right: Box<dyn Node>,
    operate: fn(i64, i64) -> i64,
}

impl Node for Number {
    fn accept(&self, visitor: &mut dyn Visitor) {
        visitor.number(self.0); // calls: Evaluator::number, Counter::number
    }
}

impl Node for Binary {
    fn accept(&self, visitor: &mut dyn Visitor) {
        visitor.binary(self); // calls: Evaluator::binary, Counter::binary
    }
}

#[derive(Default)]
struct Evaluator {
    stack: Vec<i64>,
}

impl Visitor for Evaluator {
    fn number(&mut self, value: i64) {
        self.stack.push(value);
    }

    fn binary(&mut self, binary: &Binary) {
        binary.left.accept(self); // calls: Number::accept
        binary.right.accept(self); // calls: Number::accept, Binary::accept
        let right = self.stack.pop().unwrap();
        let left = self.stack.pop().unwrap();
        let result = (binary.operate)(left, right); // calls: add, multiply
        self.stack.push(result);
    }
}

#[derive(Default)]
struct Counter {
    nodes: usize,
}

impl Visitor for Counter {
    fn number(&mut self, _value: i64) {
        self.nodes += 1;
    }

    fn binary(&mut self, binary: &Binary) {
        self.nodes += 1;
        for child in [&binary.left, &binary.right] {
            child.accept(self); // calls: Number::accept, Binary::accept
        }
    }
}

fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn multiply(a: i64, b: i64) -> i64 {
    a * b
}

fn number(value: i64) -> Box<dyn Node> {
    Box::new(Number(value))
}

fn main() {
    let sum = Binary { left: number(1), right: number(2), operate: add };
    let product = Binary { left: number(3), right: Box::new(sum), operate: multiply };
    let tree: Box<dyn Node> = Box::new(product);
    let mut evaluator = Evaluator::default();
    tree.accept(&mut evaluator); // calls: Binary::accept
    let mut counter = Counter::default();
    tree.accept(&mut counter); // calls: Binary::accept
    println!("{:?} {}", evaluator.stack, counter.nodes);
}
