// A method of a trait object is found in a virtual table of its trait: not in those of other traits, even if the pointers
// to objects of both traits are mixed. The optimiser unites functions that differ in the traits of their parameters.
// BUILDS: O0
include!("../assertions.rs");

static A: u8 = 1;
static B: u8 = 2;

trait Shape {
    fn area(&self) -> *const u8;
}

trait Problem {
    fn cause(&self) -> *const u8;
}

struct Circle;
struct Failure;

impl Shape for Circle {
    #[inline(never)]
    fn area(&self) -> *const u8 {
        &A
    }
}

impl Problem for Failure {
    #[inline(never)]
    fn cause(&self) -> *const u8 {
        &B
    }
}

#[inline(never)]
fn shape(is_known: bool) -> Result<Box<dyn Shape>, Box<dyn Problem>> {
    if is_known { Ok(Box::new(Circle)) } else { Err(Box::new(Failure)) }
}

fn main() {
    for number in 0..2 {
        match shape(unknown(number) == 0) {
            Ok(shape) => {
                assert_may_alias(shape.area(), &A);
                assert_no_alias(shape.area(), &B);
            }
            Err(problem) => {
                assert_may_alias(problem.cause(), &B);
                assert_no_alias(problem.cause(), &A);
            }
        }
    }
}
