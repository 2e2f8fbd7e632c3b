// Methods of trait objects whose value is in memory that was allocated as another type, or in a constant.
include!("../assertions.rs");

use std::cell::{Cell, RefCell};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::rc::Rc;

static A: u32 = 1;
static B: u32 = 2;
static C: u32 = 3;
static D: u32 = 4;
static E: u32 = 5;
static F: u32 = 6;
static G: u32 = 7;
static H: u32 = 8;
static I: u32 = 9;
static J: u32 = 10;
static K: u32 = 11;
static L: u32 = 12;
static M: u32 = 13;
static N: u32 = 14;
static O: u32 = 15;
static P: u32 = 16;
static Q: u32 = 17;
static R: u32 = 18;
static S: u32 = 19;

trait Holder {
    fn held(&self) -> *const u8;
}

struct Plain {
    other: usize,
    held: &'static u32,
}

impl Holder for Plain {
    #[inline(never)]
    fn held(&self) -> *const u8 {
        if self.other == 7 { address(self.held) } else { std::ptr::null() }
    }
}

fn plain(held: &'static u32) -> Plain {
    Plain { other: 7, held }
}

/// The same memory with another type argument, as in libraries that erase the types of errors.
#[repr(C)]
struct Erased<T> {
    held: &'static u32,
    value: T,
}

impl<T> Holder for Erased<T> {
    #[inline(never)]
    fn held(&self) -> *const u8 {
        address(self.held)
    }
}

#[repr(transparent)]
struct Transparent(Plain);

impl Holder for Transparent {
    #[inline(never)]
    fn held(&self) -> *const u8 {
        address(self.0.held)
    }
}

struct Single(&'static u32);

impl Holder for Single {
    #[inline(never)]
    fn held(&self) -> *const u8 {
        address(self.0)
    }
}

/// It has no pointers, and returns its own address.
struct Numbers(u32, u32);

impl Holder for Numbers {
    #[inline(never)]
    fn held(&self) -> *const u8 {
        address(self)
    }
}

enum Choice {
    Number(u64),
    Plain { number: u8, plain: Plain },
}

struct Outer {
    before: [u16; 3],
    several: [Plain; 2],
    pair: (u8, Plain),
}

#[inline(never)]
fn held(holder: &dyn Holder) -> *const u8 {
    holder.held()
}

fn main() {
    let erased = Box::into_raw(Box::new(Erased { held: &A, value: String::from("x") }));
    assert_may_alias(held(unsafe { &*erased.cast::<Erased<()>>() }), address(&A));
    drop(unsafe { Box::from_raw(erased) });

    assert_may_alias(held(&Box::new(Transparent(plain(&B))).0), address(&B));
    let transparent = Box::into_raw(Box::new(plain(&C))).cast::<Transparent>();
    assert_may_alias(held(unsafe { &(*transparent).0 }), address(&C));
    assert_may_alias(held(unsafe { &*transparent }), address(&C));

    let mut choice = Box::new(Choice::Number(3));
    if let Choice::Number(number) = *choice {
        *choice = Choice::Plain { number: number as u8, plain: plain(&D) };
    }
    if let Choice::Plain { number: 3, plain } = &*choice {
        assert_may_alias(held(plain), address(&D));
    }

    let several = [plain(&E), plain(&F)];
    let outer = Box::new(Outer { before: [1; 3], several, pair: (1, plain(&G)) });
    assert_may_alias(held(&outer.several[usize::from(outer.before[0])]), address(&F));
    assert_may_alias(held(&outer.pair.1), address(&G));

    let mut later = Box::new(MaybeUninit::<Plain>::uninit());
    assert_may_alias(held(later.write(plain(&H))), address(&H));
    let kept = Rc::new(RefCell::new(ManuallyDrop::new(plain(&I))));
    assert_may_alias(held(&**kept.borrow()), address(&I));
    let optional = Rc::new(Cell::new(Some(plain(&J))));
    assert_may_alias(held(&optional.take().unwrap()), address(&J));
    let optional = Box::new((1, Some(plain(&K))));
    assert_may_alias(held(optional.1.as_ref().unwrap()), address(&K));

    let mut bytes = Box::new([0u64; 4]);
    let inside = bytes.as_mut_ptr().cast::<Plain>();
    unsafe {
        inside.write(plain(&L));
        assert_may_alias(held(&*inside), address(&L));
    }

    let shared: Rc<dyn Holder> = Rc::from(Box::new(plain(&M)) as Box<dyn Holder>);
    assert_may_alias(held(&*shared), address(&M));

    assert_may_alias(held(&Plain { other: 7, held: &N }), address(&N));
    assert_may_alias(held(&Single(&O)), address(&O));
    assert_may_alias(held(&Transparent(Plain { other: 7, held: &P })), address(&P));
    let numbers = &Numbers(1, 2);
    assert_may_alias(held(numbers), address(numbers));
    static STATIC: Single = Single(&Q);
    assert_may_alias(held(&STATIC), address(&Q));
    let pair = (plain(&R), Single(&S));
    assert_may_alias(held(&pair.0), address(&R));
    assert_may_alias(held(&pair.1), address(&S));
}
