//! Queries about a module built by hand: `main` and `f`, a global `g`, and their pointers.

use facts_schema::{
    Block, BlockId, CallInstruction, CallKind, DllStorage, Entity, Facts, Function, FunctionId,
    Global, Instruction, InstructionId, InstructionResult, Linkage, Opcode, TypeId, UnnamedAddress,
    UnresolvedReason, Value, ValueId, ValueKind, ValueName, Visibility,
};

use crate::alias::Alias;
use crate::escape_roots::{Cause, EscapeRoot};
use crate::generate::builder::Builder;
use crate::offsets::{ObjectLayout, Offsets};
use crate::{
    Address, Analysis, Assign, Call, CallEdge, CallSiteInfo, Constraints, Context, FunctionInfo,
    FunctionKind, Instance, Location, Node, Object, ObjectInfo, Opaque, Origin, SetId, Size,
    Solution, Variable, VariableOf, definition,
};

const MAIN: FunctionId = FunctionId(0);
const F: FunctionId = FunctionId(1);
const G: ValueId = ValueId(2);
/// Allocas in the entry of main, in a later block of main, and in f.
const ALLOCAS: [ValueId; 3] = [ValueId(3), ValueId(4), ValueId(5)];
/// Pointers of unknown origin in main.
const P: ValueId = ValueId(6);
const Q: ValueId = ValueId(7);
/// A global variable whose bytes are not distinguished.
const TEXT: ValueId = ValueId(8);

/// The module, and its constraints without the points-to sets of P and Q.
fn module() -> (Facts, Builder) {
    (facts(), constraints())
}

fn facts() -> Facts {
    let mut facts = Facts::default();
    let values = [
        ("@main", ValueKind::Function),
        ("@f", ValueKind::Function),
        ("@g", ValueKind::GlobalVariable),
        ("@main:%entry", ValueKind::Instruction),
        ("@main:%later", ValueKind::Instruction),
        ("@f:%local", ValueKind::Instruction),
        ("@main:%p", ValueKind::Instruction),
        ("@main:%q", ValueKind::Instruction),
        ("@text", ValueKind::GlobalVariable),
    ];
    for (number, (symbol, kind)) in (0..).zip(values) {
        facts.symbols.table_mut(Entity::Value).push(symbol.as_bytes());
        facts.value.push(Value { value: ValueId(number), kind, r#type: TypeId(0) });
    }
    for (number, name) in (0..).zip(["main", "f"]) {
        let value = ValueId(number);
        facts.symbols.table_mut(Entity::Function).push(format!("@{name}").as_bytes());
        let (function, function_type) = (FunctionId(number), TypeId(0));
        facts.function.push(Function { function, value, function_type, calling_convention: 0 });
        let name = facts.texts.intern(name.as_bytes());
        facts.value_name.push(ValueName { value, name });
        facts.global.push(Global {
            global: value,
            value_type: TypeId(0),
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            unnamed_address: UnnamedAddress::None,
        });
    }
    let blocks = [(MAIN, 0), (MAIN, 1), (F, 0)];
    for (number, (function, position)) in (0..).zip(blocks) {
        let (block, value) = (BlockId(number), ValueId(0));
        facts.block.push(Block { block, function, position, value });
    }
    let instructions = [
        (MAIN, 0, Opcode::Alloca, ALLOCAS[0]),
        (MAIN, 1, Opcode::Alloca, ALLOCAS[1]),
        (MAIN, 1, Opcode::Load, P),
        (MAIN, 1, Opcode::Call, Q),
        (F, 2, Opcode::Alloca, ALLOCAS[2]),
    ];
    for (number, (function, block, opcode, result)) in (0..).zip(instructions) {
        let instruction = InstructionId(number);
        let symbol = format!("@{}:#{number}", if function == MAIN { "main" } else { "f" });
        facts.symbols.table_mut(Entity::Instruction).push(symbol.as_bytes());
        let (block, position) = (BlockId(block), number);
        facts.instruction.push(Instruction { instruction, function, block, position, opcode });
        facts.instruction_result.push(InstructionResult { instruction, result });
    }
    facts.call_instruction.push(CallInstruction {
        instruction: InstructionId(3),
        opcode: Opcode::Call,
        callee: P,
        function_type: TypeId(0),
        calling_convention: 0,
    });
    facts
}

fn constraints() -> Builder {
    let function = FunctionInfo::new(FunctionKind::Defined);
    let mut builder = Builder::new(vec![function; 2]);
    let layout =
        builder.layout(ObjectLayout { size: Some(16), alignment: 8, ..ObjectLayout::default() });
    let origins = [
        (None, Origin::Function(MAIN)),
        (None, Origin::Function(F)),
        (None, Origin::Global(G)),
        (Some(MAIN), Origin::Stack(InstructionId(0))),
        (Some(MAIN), Origin::Stack(InstructionId(1))),
        (Some(F), Origin::Stack(InstructionId(4))),
    ];
    for (owner, origin) in origins {
        let size = Size::OfLayout;
        builder.object(ObjectInfo { owner, origin, layout, size, is_writable: true });
    }
    let layout =
        builder.layout(ObjectLayout { size: Some(0), alignment: 1, ..ObjectLayout::default() });
    let (origin, size) = (Origin::Global(TEXT), Size::OfLayout);
    builder.object(ObjectInfo { owner: None, origin, layout, size, is_writable: false });
    for value in [P, Q] {
        builder.variable(Some(MAIN), VariableOf::Value { value, part: 0 });
    }
    let site = builder.site(CallSiteInfo::plain(MAIN, Some(InstructionId(3))));
    let callee = builder.variable(Some(MAIN), VariableOf::Value { value: P, part: 0 });
    if let Some(main) = builder.function(MAIN) {
        main.body.calls.push(Call { site, callee });
    }
    builder
}

const fn at(object: u32, offset: u32) -> Location {
    let instance = Instance { object: Object(object), context: Context::EMPTY };
    Location { instance, offsets: Offsets::At(offset) }
}

/// [`Object::EXTERNAL`], and, after [`Object::LIBRARY`], the objects in the order in which [`module`] creates
/// them.
const EXTERNAL: Location = at(0, 0);
const MAIN_OBJECT: Location = at(2, 0);
const F_OBJECT: Location = at(3, 0);
const G_OBJECT: Location = at(4, 0);
const ENTRY: Location = at(5, 0);
const LATER: Location = at(6, 0);
const LOCAL: Location = at(7, 0);
const TEXT_OBJECT: Location = at(8, 0);

/// A solution in which P points to the first locations, and Q to the second.
fn solution(constraints: &Constraints, p: &[Location], q: &[Location]) -> Solution {
    let mut locations: Vec<_> = p.iter().chain(q).copied().collect();
    locations.sort_unstable();
    locations.dedup();
    let index = |it: &Location| locations.binary_search(it).unwrap() as u32;
    let sets = [p, q].map(|set| {
        let mut set: Vec<u32> = set.iter().map(index).collect();
        set.sort_unstable();
        set.into_boxed_slice()
    });
    let variable = |value| constraints.parts_of(value).next().unwrap().1;
    let node = |value| Node { variable: variable(value), context: Context::EMPTY };
    let rows = [(node(P), SetId(0)), (node(Q), SetId(1))];
    let points_to = rows.into_iter().filter(|(_, set)| !sets[set.0 as usize].is_empty()).collect();
    let reachable = vec![(MAIN, Context::EMPTY)];
    Solution { locations, sets: sets.into(), points_to, reachable, ..Solution::default() }
}

fn alias_with(p: &[Location], q: &[Location], escaped: &[Location]) -> (Alias, bool) {
    let (facts, builder) = module();
    let constraints = builder.finish();
    let mut solution = solution(&constraints, p, q);
    solution.escaped = escaped.iter().map(|location| location.instance).collect();
    let answer = Analysis { facts: &facts, constraints, depth: 0, solution }.alias(P, Q);
    (answer.alias, answer.in_external)
}

fn alias(p: &[Location], q: &[Location]) -> Alias {
    alias_with(p, q, &[]).0
}

#[test]
fn pointers_alias_if_they_share_a_byte() {
    assert_eq!(alias(&[G_OBJECT, LATER], &[LATER]), Alias::May);
    assert_eq!(alias(&[G_OBJECT], &[LATER]), Alias::No);
    let in_g = |offset| Location { offsets: Offsets::At(offset), ..G_OBJECT };
    assert_eq!(alias(&[in_g(8)], &[G_OBJECT]), Alias::No);
    let every = Offsets::Every { start: 0, end: 16, stride: 8, first: 0 };
    let all = Location { offsets: every, ..G_OBJECT };
    assert_eq!(alias(&[all], &[in_g(8)]), Alias::May);
    assert_eq!(alias(&[all], &[in_g(4)]), Alias::No);
    assert_eq!(alias(&[all], &[all]), Alias::May);
    assert_eq!(alias(&[], &[G_OBJECT]), Alias::No);
}

#[test]
fn must_alias_requires_an_object_that_exists_once() {
    assert_eq!(alias(&[G_OBJECT], &[G_OBJECT]), Alias::Must);
    assert_eq!(alias(&[F_OBJECT], &[F_OBJECT]), Alias::Must);
    assert_eq!(alias(&[ENTRY], &[ENTRY]), Alias::Must);
    // The block may be in a loop, and f may be called again.
    assert_eq!(alias(&[LATER], &[LATER]), Alias::May);
    assert_eq!(alias(&[LOCAL], &[LOCAL]), Alias::May);
    // The second pointer may point further into the text than the first.
    assert_eq!(alias(&[TEXT_OBJECT], &[TEXT_OBJECT]), Alias::May);
    // External code can call main again if main has escaped.
    assert_eq!(alias_with(&[ENTRY], &[ENTRY], &[MAIN_OBJECT]).0, Alias::May);
}

#[test]
fn external_pointers_may_alias_escaped_objects() {
    assert_eq!(alias_with(&[EXTERNAL], &[G_OBJECT], &[]), (Alias::No, false));
    assert_eq!(alias_with(&[EXTERNAL], &[G_OBJECT], &[G_OBJECT]), (Alias::May, true));
    assert_eq!(alias_with(&[G_OBJECT], &[EXTERNAL], &[G_OBJECT]), (Alias::May, true));
    assert_eq!(alias_with(&[EXTERNAL], &[EXTERNAL], &[]), (Alias::May, true));
    assert_eq!(alias_with(&[LATER], &[LATER, EXTERNAL], &[G_OBJECT]), (Alias::May, false));
}

#[test]
fn a_pointer_must_alias_itself_unless_it_points_to_nothing() {
    let (facts, builder) = module();
    let constraints = builder.finish();
    let solution = solution(&constraints, &[LATER, LOCAL], &[]);
    let analysis = Analysis { facts: &facts, constraints, depth: 0, solution };
    assert_eq!(analysis.alias(P, P).alias, Alias::Must);
    assert_eq!(analysis.alias(Q, Q).alias, Alias::No);
}

/// The reason why the call through P is unresolved, and the number of its edges.
fn call_through(p: &[Location], called: &[FunctionId]) -> (Option<UnresolvedReason>, usize) {
    let (facts, builder) = module();
    let constraints = builder.finish();
    let mut solution = solution(&constraints, p, &[]);
    solution.calls = called
        .iter()
        .map(|function| CallEdge {
            site: crate::CallSite(0),
            context: Context::EMPTY,
            function: *function,
            callee_context: Context::EMPTY,
        })
        .collect();
    let graph = Analysis { facts: &facts, constraints, depth: 0, solution }.call_graph();
    assert!(graph.edges.iter().all(|edge| edge.kind == CallKind::Indirect));
    (graph.unresolved.first().map(|call| call.reason), graph.edges.len())
}

#[test]
fn calls_that_are_not_resolved_have_a_reason() {
    assert_eq!(call_through(&[F_OBJECT], &[F]), (None, 1));
    assert_eq!(call_through(&[], &[]), (Some(UnresolvedReason::Nowhere), 0));
    assert_eq!(call_through(&[G_OBJECT], &[]), (Some(UnresolvedReason::Nowhere), 0));
    assert_eq!(call_through(&[F_OBJECT], &[]), (Some(UnresolvedReason::Arguments), 0));
    let both = call_through(&[EXTERNAL, F_OBJECT], &[F]);
    assert_eq!(both, (Some(UnresolvedReason::External), 1));
}

#[test]
fn roots_of_escape_are_counted_alone_and_together() {
    let (facts, mut builder) = module();
    let [p, q] =
        [P, Q].map(|value| builder.variable(Some(MAIN), VariableOf::Value { value, part: 0 }));
    let (external, captured) = (Variable::EXTERNAL, Variable::CAPTURED);
    let entry = builder.temporary(Some(MAIN));
    if let Some(main) = builder.function(MAIN) {
        main.body.assigns.extend([Assign { to: p, from: external }, Assign { to: q, from: p }]);
        let address =
            Address { variable: entry, object: ENTRY.instance.object, offsets: Offsets::At(0) };
        main.body.addresses.push(address);
        main.body.assigns.push(Assign { to: captured, from: entry });
    }
    let other = builder.temporary(Some(F));
    let shared = builder.temporary(None);
    builder.constraints().module.assigns.push(Assign { to: q, from: shared });
    if let Some(f) = builder.function(F) {
        f.body.assigns.push(Assign { to: shared, from: external });
        let object = TEXT_OBJECT.instance.object;
        f.body.addresses.push(Address { variable: other, object, offsets: Offsets::At(0) });
        f.body.assigns.push(Assign { to: captured, from: other });
    }
    builder.constraints().roots = vec![MAIN, F];
    let constraints = builder.finish();
    let solution = definition::solve(&constraints, 0, &Opaque::default());
    let analysis = Analysis { facts: &facts, constraints, depth: 0, solution };
    let root = |cause, counts: [usize; 4]| {
        let [pointers, only_pointers, objects, only_objects] = counts;
        EscapeRoot { cause, pointers, only_pointers, objects, only_objects }
    };
    // P calls its target without arguments.
    let roots = analysis.escape_roots();
    assert_eq!(
        roots,
        [root(Cause::Function(MAIN), [2, 1, 1, 1]), root(Cause::Function(F), [1, 0, 1, 1]),]
    );
}
