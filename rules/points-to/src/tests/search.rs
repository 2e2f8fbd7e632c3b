//! The search for memory that escapes.

use facts_schema::{FunctionId, ValueId};

use crate::generate::builder::Builder;
use crate::offsets::{ObjectLayout, Offsets};
use crate::wave::{Limit, Search, Templates};
use crate::{
    Address, Call, CallSiteInfo, FunctionInfo, FunctionKind, Load, Object, ObjectInfo, Origin,
    Size, Store, Variable,
};

const ROOT: FunctionId = FunctionId(0);
const CALLED: FunctionId = FunctionId(1);

/// A new global variable.
fn global(builder: &mut Builder) -> Object {
    let layout =
        builder.layout(ObjectLayout { size: Some(8), alignment: 8, ..ObjectLayout::default() });
    let origin = Origin::Global(ValueId(builder.constraints().objects.len() as u32));
    let size = Size::OfLayout;
    builder.object(ObjectInfo { owner: None, origin, layout, size, is_writable: true })
}

fn take_address(builder: &mut Builder, function: FunctionId, variable: Variable, object: Object) {
    let row = Address { variable, object, offsets: Offsets::At(0) };
    builder.function(function).expect("a function of the test").body.addresses.push(row);
}

/// A new variable, which is loaded from where `from` is stored.
fn through_memory(builder: &mut Builder, from: Variable) -> Variable {
    let [address, to] = std::array::from_fn(|_| builder.temporary(Some(ROOT)));
    let memory = global(builder);
    take_address(builder, ROOT, address, memory);
    let body = &mut builder.function(ROOT).expect("the root").body;
    body.stores.push(Store { address, offset: 0, from });
    body.loads.push(Load { to, address, offset: 0 });
    to
}

/// Thirty pointers flow through ten variables, which exceeds the limit. The round stops there. It has not yet entered a
/// function whose many variables would reduce the average number of locations below the limit again.
#[test]
fn a_round_that_has_ended_early_stays_unfinished() {
    let defined = || FunctionInfo::new(FunctionKind::Defined);
    let mut builder = Builder::new(vec![defined(), defined()]);
    builder.constraints().roots.push(ROOT);
    let mut last = builder.temporary(Some(ROOT));
    for _ in 0..30 {
        let pointee = global(&mut builder);
        take_address(&mut builder, ROOT, last, pointee);
    }
    for _ in 0..10 {
        last = through_memory(&mut builder, last);
    }

    let pointer = builder.temporary(Some(ROOT));
    let (origin, size) = (Origin::Function(CALLED), Size::OfLayout);
    let function =
        builder.object(ObjectInfo { owner: None, origin, layout: 0, size, is_writable: false });
    take_address(&mut builder, ROOT, pointer, function);
    let callee = through_memory(&mut builder, pointer);
    let site = builder.site(CallSiteInfo::plain(ROOT, None));
    builder.function(ROOT).expect("the root").body.calls.push(Call { site, callee });
    for _ in 0..2000 {
        let variable = builder.temporary(Some(CALLED));
        let pointee = global(&mut builder);
        take_address(&mut builder, CALLED, variable, pointee);
    }

    let constraints = builder.finish();
    let templates = Templates::of(&constraints);
    let mut search = Search::with_limit(0, Some(Limit { few: 0, per_node: 1 }));
    assert!(!search.round(&templates).is_complete());
    search.give_up();
    assert!(search.round(&templates).is_complete());
}
