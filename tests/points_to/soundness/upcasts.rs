// Trait objects of derived traits as objects of their bases: they keep their virtual tables. Optimisers unite methods
// with the same instructions, so that tables have the names of other methods.
include!("../assertions.rs");

static A: u8 = 1;
static B: u8 = 2;
static C: u8 = 3;

trait Named {
    fn name(&self) -> *const u8;
    fn alias(&self) -> *const u8 {
        &C
    }
}

trait Tool: Named {
    fn owner(&self) -> *const u8;
}

trait Machine: Tool + Send {
    fn part(&self) -> *const u8;
}

trait Unrelated {
    fn unrelated(&self) -> *const u8;
}

struct Hammer(&'static u8);
struct Label;

impl Named for Hammer {
    #[inline(never)]
    fn name(&self) -> *const u8 {
        self.0
    }
}

impl Tool for Hammer {
    #[inline(never)]
    fn owner(&self) -> *const u8 {
        self.0
    }
}

impl Machine for Hammer {
    #[inline(never)]
    fn part(&self) -> *const u8 {
        self.0
    }
}

impl Unrelated for Hammer {
    #[inline(never)]
    fn unrelated(&self) -> *const u8 {
        self.0
    }
}

impl Named for Label {
    #[inline(never)]
    fn name(&self) -> *const u8 {
        &B
    }
    #[inline(never)]
    fn alias(&self) -> *const u8 {
        &A
    }
}

#[inline(never)]
fn name(named: &dyn Named) -> *const u8 {
    named.name()
}

#[inline(never)]
fn base(machine: Box<dyn Machine>) -> Box<dyn Tool> {
    machine
}

#[inline(never)]
fn changed(function: &mut dyn FnMut(usize) -> &'static u8) -> *const u8 {
    function(unknown(1))
}

#[inline(never)]
fn unchanged<'a>(function: &'a mut dyn Fn(usize) -> &'static u8) -> &'a mut dyn FnMut(usize) -> &'static u8 {
    function
}

fn main() {
    let tool: Box<dyn Tool> = Box::new(Hammer(&A));
    assert_may_alias(tool.owner(), &A);
    let machine: Box<dyn Machine> = Box::new(Hammer(&C));
    assert_may_alias(machine.part(), &C);
    let unrelated: Box<dyn Unrelated> = Box::new(Hammer(&B));
    assert_may_alias(unrelated.unrelated(), &B);
    let base = base(machine);
    assert_may_alias(base.owner(), &C);
    let all: [Box<dyn Named>; 3] = [Box::new(Label), tool, base];
    assert_may_alias(name(&*all[unknown(0)]), &B);
    assert_may_alias(name(&*all[unknown(1)]), &A);
    assert_may_alias(name(&*all[unknown(2)]), &C);
    assert_may_alias(all[unknown(0)].alias(), &A);
    assert_may_alias(all[unknown(2)].alias(), &C);

    let (mut number, kept) = (unknown(0), [&A, &B]);
    assert_may_alias(changed(&mut |by| {
        number += by;
        [&B, &C][number]
    }), &C);
    assert_may_alias(changed(unchanged(&mut move |index| kept[index])), &B);
}
