//! Functions without a body, in modules built by hand.

use facts_schema::*;

use super::*;
use crate::constraints::{Body, Constraints, Length, Size, Transfer};
use crate::generate::Roots;
use crate::model::{Callback, Effect, Entry, FreshSize, Models, Operand};
use crate::offsets::Step;

const PTR: TypeId = TypeId(0);
const I64: TypeId = TypeId(1);
const I32: TypeId = TypeId(2);
const VOID: TypeId = TypeId(3);
/// `{ ptr, ptr }`
const PAIR: TypeId = TypeId(4);
/// `<{ i32, ptr }>`
const PACKED: TypeId = TypeId(5);
/// `{ i32, i32 }`
const NUMBERS: TypeId = TypeId(6);

struct Module(Facts);

impl Module {
    fn new() -> Self {
        let mut facts = Facts::default();
        let kinds = [
            (TypeKind::Pointer, 64),
            (TypeKind::Integer, 64),
            (TypeKind::Integer, 32),
            (TypeKind::Void, 0),
            (TypeKind::Struct, 128),
            (TypeKind::Struct, 96),
            (TypeKind::Struct, 64),
        ];
        for (number, (kind, size)) in (0..).zip(kinds) {
            facts.r#type.push(Type { r#type: TypeId(number), kind });
            if size > 0 {
                facts.type_layout.push(TypeLayout {
                    r#type: TypeId(number),
                    bit_size: size,
                    store_size: size / 8,
                    allocation_size: size / 8,
                    abi_alignment: 8,
                    preferred_alignment: 8,
                });
            }
        }
        facts.pointer_type.push(PointerType { r#type: PTR, address_space: 0 });
        let widths = [(I64, 64), (I32, 32)];
        facts.integer_type.extend(widths.map(|(r#type, width)| IntegerType { r#type, width }));
        let structures = [(PAIR, [PTR, PTR], 8), (PACKED, [I32, PTR], 4), (NUMBERS, [I32; 2], 4)];
        for (r#type, fields, second) in structures {
            for (position, (field, offset)) in (0..).zip(fields.into_iter().zip([0, second])) {
                facts.struct_field.push(StructField { r#type, position, field_type: field });
                facts.struct_field_offset.push(StructFieldOffset { r#type, position, offset });
            }
        }
        Self(facts)
    }

    fn global(&mut self, name: &str, linkage: Linkage) -> ValueId {
        let facts = &mut self.0;
        let global = ValueId(facts.value.len() as u32);
        facts.value.push(Value { value: global, kind: ValueKind::Function, r#type: PTR });
        let name = facts.texts.intern(name.as_bytes());
        facts.value_name.push(ValueName { value: global, name });
        facts.global.push(Global {
            global,
            value_type: PTR,
            linkage,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            unnamed_address: UnnamedAddress::None,
        });
        global
    }

    fn declare(&mut self, name: &str, returned: TypeId, parameters: &[TypeId]) -> FunctionId {
        let value = self.global(name, Linkage::External);
        let facts = &mut self.0;
        let r#type = TypeId(facts.r#type.len() as u32);
        facts.r#type.push(Type { r#type, kind: TypeKind::Function });
        let parameter_count = parameters.len() as u32;
        facts.function_type.push(FunctionType { r#type, return_type: returned, parameter_count });
        for (position, &parameter) in (0..).zip(parameters) {
            let row = FunctionTypeParameter { r#type, position, parameter_type: parameter };
            facts.function_type_parameter.push(row);
        }
        facts.global_flag.push(GlobalFlagRow { global: value, flag: GlobalFlag::Declaration });
        let function = FunctionId(facts.function.len() as u32);
        facts.function.push(Function {
            function,
            value,
            function_type: r#type,
            calling_convention: 0,
        });
        function
    }

    fn variadic(&mut self, function: FunctionId) {
        let r#type = self.0.function[function.0 as usize].function_type;
        self.0.type_flag.push(TypeFlagRow { r#type, flag: TypeFlag::VarArg });
    }

    fn attribute(&mut self, name: &str, argument: Option<u64>) -> AttributeId {
        let facts = &mut self.0;
        let attribute = AttributeId(facts.attribute.len() as u32);
        let name = facts.texts.intern(name.as_bytes());
        facts.attribute.push(Attribute { attribute, name });
        if let Some(value) = argument {
            facts.attribute_integer.push(AttributeInteger { attribute, integer: value });
        }
        attribute
    }

    fn of_function(&mut self, function: FunctionId, name: &str, argument: Option<u64>) {
        let attribute = self.attribute(name, argument);
        self.0.function_attribute.push(FunctionAttribute { function, attribute });
    }

    fn of_parameter(
        &mut self,
        function: FunctionId,
        position: u32,
        name: &str,
        argument: Option<u64>,
    ) {
        let attribute = self.attribute(name, argument);
        let row = ParameterAttribute { function, position, attribute };
        self.0.parameter_attribute.push(row);
    }

    fn tuple(&mut self, operands: &[MetadataId]) -> MetadataId {
        let metadata = MetadataId(self.0.metadata.len() as u32);
        self.0.metadata.push(Metadata { metadata, kind: MetadataKind::Tuple });
        for (position, &operand) in (0..).zip(operands) {
            self.0.metadata_operand.push(MetadataOperandRow {
                metadata,
                position,
                operand_metadata: operand,
            });
        }
        metadata
    }

    fn number(&mut self, number: &str) -> MetadataId {
        let value = ValueId(1000 + self.0.metadata.len() as u32);
        let metadata = self.tuple(&[]);
        self.0.value_metadata.push(ValueMetadata { metadata, value });
        let text = self.0.texts.intern(number.as_bytes());
        let row = ConstantInteger { constant: value, signed: text, unsigned: text };
        self.0.constant_integer.push(row);
        metadata
    }

    fn constraints(&self, models: &Models, unknown: Unknown) -> Constraints {
        let empty = FunctionInfo::new(FunctionKind::Defined);
        let mut builder = Builder::new(vec![empty; self.0.function.len()]);
        let layout = builder.layout(crate::offsets::ObjectLayout::default());
        for global in self.0.global.iter().filter(|it| is_variable(&self.0, it.global)) {
            builder.object(crate::constraints::ObjectInfo {
                owner: None,
                origin: Origin::Global(global.global),
                layout,
                size: Size::OfLayout,
                is_writable: true,
            });
        }
        let roots = Roots::Program;
        let settings = Settings { models, unknown, roots: &roots };
        let source = Source::new(&self.0);
        let mut external_functions = ExternalFunctions::new(&mut builder, &source, settings);
        for row in &self.0.function {
            assert!(external_functions.is_one(row.function));
            external_functions.fill(&mut builder, row.function);
        }
        builder.finish()
    }

    fn unknown(&self) -> Constraints {
        self.constraints(&Models::default(), Unknown::Havoc)
    }
}

fn is_variable(facts: &Facts, global: ValueId) -> bool {
    facts.function.iter().all(|it| it.value != global)
}

fn operand(text: &str) -> Operand {
    text.parse().unwrap()
}

fn models(entries: &[(&str, FreshSize, Option<&str>, Vec<Effect>)]) -> Models {
    let entries = entries.iter().cloned().map(|(name, fresh, shared, effects)| {
        let shared_memory = shared.map(str::to_owned);
        let model = Model { fresh, shared_memory, effects, ..Model::default() };
        Entry { names: vec![name.to_owned()], patterns: Vec::new(), model }
    });
    Models::new(entries.collect()).unwrap()
}

fn info(constraints: &Constraints, function: FunctionId) -> &FunctionInfo {
    &constraints.functions[function.0 as usize]
}

fn parameter(constraints: &Constraints, function: FunctionId, position: u32) -> Variable {
    let parameters = &info(constraints, function).parameters;
    parameters.iter().find(|it| it.0 == position).unwrap().2
}

/// Whether all pointers in `from` flow to `to`, shifted or not.
fn flows(body: &Body, from: Variable, to: Variable) -> bool {
    let assigned = body.assigns.iter().map(|it| (it.from, it.to));
    let mut rows = assigned.chain(body.shifts.iter().map(|it| (it.from, it.to)));
    rows.any(|(source, target)| source == from && (target == to || flows(body, target, to)))
}

#[test]
fn an_allocator_returns_new_memory() {
    let mut module = Module::new();
    let malloc = module.declare("malloc", PTR, &[I64]);
    let effects = vec![Effect::Return(operand("fresh"))];
    let models = models(&[("malloc", FreshSize::Argument(0), None, effects)]);
    let constraints = module.constraints(&models, Unknown::Havoc);
    let malloc_info = info(&constraints, malloc);
    assert_eq!(malloc_info.kind, FunctionKind::Modelled);
    let [address] = malloc_info.body.addresses[..] else { panic!() };
    let object = constraints.objects[address.object.0 as usize];
    assert_eq!((object.origin, object.owner), (Origin::Heap(malloc), Some(malloc)));
    assert_eq!(object.size, Size::Argument(0));
    let [(0, returned)] = malloc_info.returns[..] else { panic!() };
    assert!(flows(&malloc_info.body, address.variable, returned));
}

#[test]
fn memory_is_copied_up_to_the_length_argument() {
    let mut module = Module::new();
    let memcpy = module.declare("memcpy", PTR, &[PTR, PTR, I64]);
    let copy = Effect::Copy { from: operand("1"), to: operand("0"), length: Some(2) };
    let models = models(&[("memcpy", FreshSize::Unknown, None, vec![copy])]);
    let constraints = module.constraints(&models, Unknown::Havoc);
    let [to, from] = [0, 1].map(|position| parameter(&constraints, memcpy, position));
    let transfers = &info(&constraints, memcpy).body.transfers;
    assert_eq!(transfers, &[Transfer { to, from, length: Length::Argument(2) }]);
}

#[test]
fn a_store_goes_where_an_argument_points() {
    let mut module = Module::new();
    let strtol = module.declare("strtol", I64, &[PTR, PTR, I32]);
    let store = Effect::Store { value: operand("0+?"), to: operand("1") };
    let models = models(&[("strtol", FreshSize::Unknown, None, vec![store])]);
    let constraints = module.constraints(&models, Unknown::Havoc);
    let body = &info(&constraints, strtol).body;
    let ([shift], [store]) = (&body.shifts[..], &body.stores[..]) else { panic!() };
    assert_eq!((shift.from, shift.step), (parameter(&constraints, strtol, 0), Step::Anywhere));
    assert_eq!((store.address, store.from), (parameter(&constraints, strtol, 1), shift.to));
    // An `i32` does not contain pointers.
    assert!(info(&constraints, strtol).parameters.iter().all(|it| it.0 != 2));
}

#[test]
fn functions_share_memory_and_call_their_arguments() {
    let mut module = Module::new();
    let create = module.declare("create", I32, &[PTR, PTR]);
    let join = module.declare("join", I32, &[PTR]);
    let call = Effect::Call(Callback {
        callee: operand("0"),
        with: vec![vec![], vec![operand("1")]],
        is_returned: false,
        result_to: vec![operand("static")],
    });
    let load = Effect::Store { value: operand("[static]"), to: operand("0") };
    let models = models(&[
        ("create", FreshSize::Unknown, Some("results"), vec![call]),
        ("join", FreshSize::Unknown, Some("results"), vec![load]),
    ]);
    let constraints = module.constraints(&models, Unknown::Havoc);
    let [one, other] = [create, join].map(|it| info(&constraints, it).body.addresses[0].object);
    assert_eq!(one, other);
    assert_eq!(constraints.objects[one.0 as usize].origin, Origin::Static(create));

    let body = &info(&constraints, create).body;
    let ([call], [argument]) = (&body.calls[..], &body.arguments[..]) else { panic!() };
    assert_eq!(call.callee, parameter(&constraints, create, 0));
    let passed = (argument.site, argument.position, argument.variable);
    assert_eq!(passed, (call.site, 1, parameter(&constraints, create, 1)));
    let [store] = &body.stores[..] else { panic!() };
    assert!(body.results.iter().any(|it| it.part == 0));
    assert!(body.results.iter().all(|it| (it.site, it.variable) == (call.site, store.from)));
    assert_eq!(constraints.sites[call.site.0 as usize].argument_count, 2);
}

#[test]
fn missing_arguments_have_no_effect() {
    let mut module = Module::new();
    let short = module.declare("short", VOID, &[PTR]);
    let old = module.declare("old", VOID, &[]);
    module.variadic(old);
    let effects = vec![Effect::Capture(operand("1"))];
    let models = models(&[
        ("short", FreshSize::Unknown, None, effects.clone()),
        ("old", FreshSize::Unknown, None, effects),
    ]);
    let constraints = module.constraints(&models, Unknown::Havoc);
    assert_eq!(info(&constraints, short).body, Body::default());
    // A function without prototype receives all its arguments as variable arguments.
    let old = info(&constraints, old);
    assert!(flows(&old.body, old.variadic.unwrap(), Variable::CAPTURED));
}

#[test]
fn an_unknown_function_captures_its_arguments() {
    let mut module = Module::new();
    let unknown = module.declare("unknown", PAIR, &[PTR]);
    let constraints = module.unknown();
    let it = info(&constraints, unknown);
    assert_eq!(it.kind, FunctionKind::Unknown);
    assert!(flows(&it.body, parameter(&constraints, unknown, 0), Variable::CAPTURED));
    assert!(flows(&it.body, Variable::EXTERNAL, Variable::UNTYPED));
    let [(0, returned), (8, other)] = it.returns[..] else { panic!("{:?}", it.returns) };
    assert_eq!(returned, other);
    assert!(flows(&it.body, Variable::EXTERNAL, returned));

    let ignored = module.constraints(&Models::default(), Unknown::Ignore);
    assert_eq!(info(&ignored, unknown).body, Body::default());
}

#[test]
fn pointers_in_arguments_and_results_are_passed_by_part() {
    let mut module = Module::new();
    let unknown = module.declare("unknown", PACKED, &[PACKED, NUMBERS]);
    let constraints = module.unknown();
    let it = info(&constraints, unknown);
    // The pointer is at its offset in the structure, and two small integers are not a pointer.
    let [(0, 4, argument)] = it.parameters[..] else { panic!("{:?}", it.parameters) };
    let [(4, returned)] = it.returns[..] else { panic!("{:?}", it.returns) };
    assert!(flows(&it.body, argument, Variable::CAPTURED));
    assert!(flows(&it.body, Variable::EXTERNAL, returned));
}

#[test]
fn attributes_determine_the_effects_on_an_argument() {
    let mut module = Module::new();
    let read = module.declare("read", VOID, &[PTR]);
    module.of_parameter(read, 0, "captures", Some(0));
    module.of_parameter(read, 0, "readonly", None);
    let written = module.declare("written", VOID, &[PTR]);
    module.of_parameter(written, 0, "nocapture", None);
    module.of_parameter(written, 0, "writeonly", None);
    // `captures(address)`: code that has only the address cannot access the memory.
    let compared = module.declare("compared", VOID, &[PTR]);
    module.of_parameter(compared, 0, "captures", Some(0x33));
    module.of_parameter(compared, 0, "readnone", None);
    let constraints = module.unknown();

    let captures = |function| {
        let body = &info(&constraints, function).body;
        let argument = parameter(&constraints, function, 0);
        let content = body.loads.iter().any(|it| it.to == Variable::CAPTURED);
        let written = body.stores.iter().any(|it| it.from == Variable::EXTERNAL);
        (flows(body, argument, Variable::CAPTURED), content, written)
    };
    assert_eq!(captures(read), (false, true, false));
    assert_eq!(captures(written), (false, false, true));
    assert_eq!(captures(compared), (false, false, false));
}

#[test]
fn attributes_determine_the_result() {
    let mut module = Module::new();
    let same = module.declare("same", PTR, &[PTR, PTR]);
    module.of_parameter(same, 1, "returned", None);
    let pure = module.declare("pure", PTR, &[PTR]);
    module.of_function(pure, "memory", Some(0));
    let fresh = module.declare("fresh", PTR, &[I64, I64]);
    module.of_function(fresh, "allockind", Some(1));
    module.of_function(fresh, "allocsize", Some(1 << 32));
    let constraints = module.unknown();
    let returned = |function| info(&constraints, function).returns[0].1;

    let body = &info(&constraints, same).body;
    assert!(flows(body, parameter(&constraints, same, 1), returned(same)));
    assert!(!flows(body, Variable::EXTERNAL, returned(same)));

    let body = &info(&constraints, pure).body;
    assert!(flows(body, parameter(&constraints, pure, 0), returned(pure)));
    assert!(!flows(body, parameter(&constraints, pure, 0), Variable::CAPTURED));

    // `allocsize(1, 0)`
    let body = &info(&constraints, fresh).body;
    let [address] = body.addresses[..] else { panic!() };
    assert_eq!(constraints.objects[address.object.0 as usize].size, Size::Product(1, 0));
    assert!(body.stores.is_empty() && flows(body, address.variable, returned(fresh)));
}

#[test]
fn callback_metadata_determines_the_called_argument() {
    let mut module = Module::new();
    let fork = module.declare("fork_call", VOID, &[PTR, I32, PTR]);
    module.variadic(fork);
    let numbers = ["2", "-1", "0", "-1"].map(|it| module.number(it));
    let encoding = module.tuple(&numbers);
    let metadata = module.tuple(&[encoding]);
    let kind = module.0.texts.intern(b"callback");
    let global = module.0.function[0].value;
    module.0.global_metadata.push(GlobalMetadata { global, attachment_kind: kind, metadata });
    let constraints = module.unknown();
    let it = info(&constraints, fork);
    let [call] = it.body.calls[..] else { panic!() };
    assert_eq!(call.callee, parameter(&constraints, fork, 2));
    let passed = |position| {
        let mut arguments = it.body.arguments.iter().filter(move |it| it.position == position);
        arguments.next().map(|it| it.variable)
    };
    assert_eq!(passed(0), Some(Variable::EXTERNAL));
    assert_eq!(passed(1), Some(parameter(&constraints, fork, 0)));
    assert_eq!((passed(2), passed(9)), (it.variadic, it.variadic));
    assert!(!flows(&it.body, parameter(&constraints, fork, 2), Variable::CAPTURED));
}

#[test]
fn an_unknown_function_may_use_exported_globals() {
    let mut module = Module::new();
    let exported = module.global("exported", Linkage::External);
    module.global("hidden", Linkage::Internal);
    let unknown = module.declare("unknown", VOID, &[]);
    module.declare("main", I32, &[]);
    let constraints = module.unknown();
    let [address] = constraints.module.addresses[..] else { panic!() };
    let origin = constraints.objects[address.object.0 as usize].origin;
    assert_eq!(origin, Origin::Global(exported));
    let body = &info(&constraints, unknown).body;
    assert!(flows(body, address.variable, Variable::CAPTURED));
}
