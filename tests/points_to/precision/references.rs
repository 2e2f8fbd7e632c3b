// Boxes, fields, closures and trait objects of different kinds are distinguished.
include!("../assertions.rs");

static A: u8 = 1;
static B: u8 = 2;
static TABLE: [&u8; 2] = [&A, &B];

struct Pair<'a> {
    first: &'a u8,
    number: u64,
    second: &'a u8,
}

trait Shape {
    fn get(&self) -> *const u8;
}
struct One;
struct Other;
impl Shape for One {
    fn get(&self) -> *const u8 {
        &A
    }
}
impl Shape for Other {
    fn get(&self) -> *const u8 {
        &B
    }
}

#[inline(never)]
fn call(shape: &dyn Shape) -> *const u8 {
    shape.get()
}

#[inline(never)]
fn both<'a>(first: &'a u8, second: &'a u8) -> Pair<'a> {
    Pair { first, number: 0, second }
}

fn main() {
    assert_no_alias(&A, &B);
    assert_no_alias(TABLE[0], TABLE[1]);
    let pair = both(&A, &B);
    assert_no_alias(pair.first, pair.second);
    assert_no_alias(address(&pair.number), address(&pair.second));
    assert_may_alias(pair.second, &B);
    let unused = Other;
    assert_no_alias(call(&One), &B);
    assert_no_alias(address(&unused), &A);
    let (one, other) = (1u8, 2u8);
    assert_no_alias(&one, &other);
}
