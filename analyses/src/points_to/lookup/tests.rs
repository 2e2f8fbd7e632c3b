use facts_schema::{BlockId, Function, Instruction, InstructionResult, TypeId, Value, ValueName};
use points_to::offsets::{ObjectLayout, Offsets};
use points_to::{Location, ObjectInfo, Origin, Size, Variable};

use super::*;

const MAIN: FunctionId = FunctionId(0);
const F: FunctionId = FunctionId(1);
const G: ValueId = ValueId(2);
/// An alloca, and a pointer that is loaded.
const LATER: ValueId = ValueId(3);
const P: ValueId = ValueId(4);
/// The objects that [`module`] creates, after [`Object::EXTERNAL`].
const G_OBJECT: Object = Object(1);
const LATER_OBJECT: Object = Object(2);

/// Functions `main` and `f`, a global variable `g`, and in `main` an alloca and a pointer.
fn module() -> (Facts, Constraints) {
    let mut facts = Facts::default();
    let values = [
        ("@main", ValueKind::Function),
        ("@f", ValueKind::Function),
        ("@g", ValueKind::GlobalVariable),
        ("@main:%later", ValueKind::Instruction),
        ("@main:%p", ValueKind::Instruction),
    ];
    for (number, (symbol, kind)) in (0..).zip(values) {
        facts.symbols.table_mut(Entity::Value).push(symbol.as_bytes());
        facts.value.push(Value { value: ValueId(number), kind, r#type: TypeId(0) });
    }
    for (number, name) in (0..).zip(["main", "f"]) {
        let (function, value) = (FunctionId(number), ValueId(number));
        facts.symbols.table_mut(Entity::Function).push(format!("@{name}").as_bytes());
        let (function_type, calling_convention) = (TypeId(0), 0);
        facts.function.push(Function { function, value, function_type, calling_convention });
        let name = facts.texts.intern(name.as_bytes());
        facts.value_name.push(ValueName { value, name });
    }
    for (position, (opcode, result)) in (0..).zip([(Opcode::Alloca, LATER), (Opcode::Load, P)]) {
        let (instruction, function, block) = (InstructionId(position), MAIN, BlockId(0));
        facts.instruction.push(Instruction { instruction, function, block, position, opcode });
        facts.instruction_result.push(InstructionResult { instruction, result });
    }
    let object = |origin| {
        let (owner, layout, size) = (None, 0, Size::OfLayout);
        ObjectInfo { owner, origin, layout, size, is_writable: true }
    };
    let origins = [Origin::External, Origin::Global(G), Origin::Stack(InstructionId(0))];
    let constraints = Constraints {
        objects: origins.map(object).to_vec(),
        layouts: vec![ObjectLayout { size: Some(16), alignment: 8, ..ObjectLayout::default() }],
        values: vec![(P, 0, Variable(0))],
        ..Constraints::default()
    };
    (facts, constraints)
}

fn at(object: Object) -> Location {
    let instance = Instance { object, context: Context::EMPTY };
    Location { instance, offsets: Offsets::At(0) }
}

#[test]
fn names_are_resolved() {
    let (facts, constraints) = module();
    let locations = vec![at(G_OBJECT), at(LATER_OBJECT)];
    let solution = Solution { locations, ..Solution::default() };
    let names = Names::of(&facts, &constraints);
    let lookup = Lookup::new(&names);
    assert_eq!(lookup.functions("f").unwrap(), [F]);
    assert_eq!(lookup.functions("@main").unwrap(), [MAIN]);
    assert_eq!(lookup.subjects("@main:%p", None).unwrap(), [Subject::Value(P)]);
    assert_eq!(lookup.subjects("%p", Some(MAIN)).unwrap(), [Subject::Value(P)]);
    assert_eq!(lookup.subjects("g", None).unwrap(), [Subject::Value(G), Subject::Memory(G_OBJECT)]);
    assert_eq!(lookup.objects("@main:%later", &solution).unwrap(), [at(LATER_OBJECT).instance]);
    let error = lookup.subjects("%pp", Some(MAIN)).unwrap_err().to_string();
    assert_eq!(error, "no value or variable is called `%pp`; did you mean `%p`?");
    let error = lookup.functions("mian").unwrap_err().to_string();
    assert_eq!(error, "no function is called `mian`; did you mean `main`?");
}

#[test]
fn a_line_is_named_by_the_end_of_its_file() {
    let place = crate::source::FileLocation {
        file: "lib/list.c".to_owned(),
        directory: "/src".to_owned(),
        line: 7,
        column: 3,
    };
    let contains = |text: &str| text.parse::<Line>().unwrap().contains(&place);
    for line in ["list.c:7", "lib/list.c:7", "./lib/list.c:7", "/src/lib/list.c:7"] {
        assert!(contains(line), "{line}");
    }
    for line in ["list.c:8", "st.c:7", "other/list.c:7"] {
        assert!(!contains(line), "{line}");
    }
    for text in ["list.c", "7", ":7", "list.c:x"] {
        assert!(text.parse::<Line>().is_err(), "{text}");
    }
}
