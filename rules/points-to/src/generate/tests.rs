use facts_schema::{
    Argument as ArgumentRow, ArrayType, Block, BlockId, ConstantElement, ConstantExpression,
    ConstantOperand, Facts, Function as FunctionRow, FunctionType, GetElementPtrIndex,
    GetElementPtrInstruction, Global, GlobalFlag, GlobalFlagRow, GlobalInitializer, GlobalVariable,
    Instruction, InstructionId, InstructionResult, IntegerType, Linkage, LoadInstruction, Module,
    Opcode, PhiIncoming, PointerType, ReturnValue, StoreInstruction, StructField,
    StructFieldOffset, Type, TypeId, TypeKind, TypeLayout, UnnamedAddress, Value, ValueId,
    ValueKind, ValueName, Visibility,
};

use super::*;
use crate::constraints::{Assign, Body, Load, Object, Shift, Variable};
use crate::offsets::{Offsets, Step};
use crate::{Opaque, definition};

const POINTER: TypeId = TypeId(0);
const INT: TypeId = TypeId(1);
const PAIR: TypeId = TypeId(2);
const FUNCTION: TypeId = TypeId(3);

/// `ptr`, `i32`, `{ i32, ptr }` and `ptr (ptr)`, and a function of that type.
fn module(name: &str) -> Facts {
    let mut facts = Facts::default();
    let [empty, layout] = ["", "e-p:64:64"].map(|it| facts.texts.intern(it.as_bytes()));
    facts.module.push(Module { source_file: empty, target_triple: empty, data_layout: layout });
    let types = [
        (POINTER, TypeKind::Pointer, 8),
        (INT, TypeKind::Integer, 4),
        (PAIR, TypeKind::Struct, 16),
        (FUNCTION, TypeKind::Function, 0),
    ];
    push_types(&mut facts, &types);
    facts.pointer_type.push(PointerType { r#type: POINTER, address_space: 0 });
    facts.integer_type.push(IntegerType { r#type: INT, width: 32 });
    for (position, field, offset) in [(0, INT, 0), (1, POINTER, 8)] {
        facts.struct_field.push(StructField { r#type: PAIR, position, field_type: field });
        facts.struct_field_offset.push(StructFieldOffset { r#type: PAIR, position, offset });
    }
    let r#type = FUNCTION;
    facts.function_type.push(FunctionType { r#type, return_type: POINTER, parameter_count: 1 });

    let value = push_value(&mut facts, ValueKind::Function, POINTER);
    let function = FunctionId(0);
    facts.function.push(FunctionRow {
        function,
        value,
        function_type: FUNCTION,
        calling_convention: 0,
    });
    facts.global.push(Global {
        global: value,
        value_type: FUNCTION,
        linkage: Linkage::External,
        visibility: Visibility::Default,
        dll_storage: facts_schema::DllStorage::Default,
        unnamed_address: UnnamedAddress::None,
    });
    let name = facts.texts.intern(name.as_bytes());
    facts.value_name.push(ValueName { value, name });
    let argument = push_value(&mut facts, ValueKind::Argument, POINTER);
    facts.argument.push(ArgumentRow { value: argument, function, position: 0 });
    let block = push_value(&mut facts, ValueKind::Block, POINTER);
    facts.block.push(Block { block: BlockId(0), function, position: 0, value: block });
    facts
}

/// Types with their sizes in bytes; 0 if they have no size.
fn push_types(facts: &mut Facts, types: &[(TypeId, TypeKind, u64)]) {
    for &(r#type, kind, bytes) in types {
        facts.r#type.push(Type { r#type, kind });
        if bytes > 0 {
            facts.type_layout.push(TypeLayout {
                r#type,
                bit_size: bytes * 8,
                store_size: bytes,
                allocation_size: bytes,
                abi_alignment: 8,
                preferred_alignment: 8,
            });
        }
    }
}

/// The function's argument.
const ARGUMENT: ValueId = ValueId(1);

fn push_value(facts: &mut Facts, kind: ValueKind, r#type: TypeId) -> ValueId {
    let value = ValueId(facts.value.len() as u32);
    facts.value.push(Value { value, kind, r#type });
    value
}

fn number(facts: &mut Facts, number: i32) -> ValueId {
    let constant = push_value(facts, ValueKind::ConstantInteger, INT);
    let signed = facts.texts.intern(number.to_string().as_bytes());
    let unsigned = facts.texts.intern((number as u32).to_string().as_bytes());
    facts.constant_integer.push(facts_schema::ConstantInteger { constant, signed, unsigned });
    constant
}

/// An instruction with a result of this type.
fn instruction(facts: &mut Facts, opcode: Opcode, r#type: TypeId) -> (InstructionId, ValueId) {
    let position = facts.instruction.len() as u32;
    let instruction = InstructionId(position);
    let (function, block) = (FunctionId(0), BlockId(0));
    facts.instruction.push(Instruction { instruction, function, block, position, opcode });
    let result = push_value(facts, ValueKind::Instruction, r#type);
    facts.instruction_result.push(InstructionResult { instruction, result });
    (instruction, result)
}

fn load(facts: &mut Facts, r#type: TypeId, address: ValueId) -> ValueId {
    let (instruction, result) = self::instruction(facts, Opcode::Load, r#type);
    facts.load_instruction.push(LoadInstruction { instruction, r#type, address, alignment: 8 });
    result
}

/// An internal variable.
fn global(facts: &mut Facts, name: &str, value_type: TypeId) -> ValueId {
    let global = push_value(facts, ValueKind::GlobalVariable, POINTER);
    facts.global_variable.push(GlobalVariable { global, address_space: 0 });
    facts.global.push(Global {
        global,
        value_type,
        linkage: Linkage::Internal,
        visibility: Visibility::Default,
        dll_storage: facts_schema::DllStorage::Default,
        unnamed_address: UnnamedAddress::None,
    });
    let name = facts.texts.intern(name.as_bytes());
    facts.value_name.push(ValueName { value: global, name });
    global
}

fn aggregate(facts: &mut Facts, kind: ValueKind, r#type: TypeId, elements: &[ValueId]) -> ValueId {
    let constant = push_value(facts, kind, r#type);
    for (position, &element) in (0..).zip(elements) {
        facts.constant_element.push(ConstantElement { constant, position, element });
    }
    constant
}

fn address(facts: &mut Facts, base: ValueId, indices: &[ValueId]) -> ValueId {
    address_in(facts, PAIR, base, indices)
}

fn address_in(
    facts: &mut Facts,
    source_type: TypeId,
    base: ValueId,
    indices: &[ValueId],
) -> ValueId {
    let (instruction, result) = self::instruction(facts, Opcode::GetElementPtr, POINTER);
    facts.getelementptr_instruction.push(GetElementPtrInstruction {
        instruction,
        source_type,
        base,
    });
    for (position, &index) in (0..).zip(indices) {
        facts.getelementptr_index.push(GetElementPtrIndex { instruction, position, index });
    }
    result
}

fn constraints(facts: &Facts, roots: &Roots) -> Constraints {
    let models = Models::default();
    generate(facts, &Settings { models: &models, unknown: Unknown::Havoc, roots })
}

/// The variable of a value that has one part.
fn variable(constraints: &Constraints, value: ValueId) -> Variable {
    let mut parts = constraints.parts_of(value);
    let (part, variable) = parts.next().expect("it holds a pointer");
    assert_eq!(part, 0);
    assert_eq!(parts.next(), None);
    variable
}

/// `getelementptr { i32, ptr }, ptr %0, i32 0, i32 1`, and a load from there that is returned.
#[test]
fn a_field_is_read_at_its_offset() {
    let mut facts = module("f");
    let (zero, one) = (number(&mut facts, 0), number(&mut facts, 1));
    let field = address(&mut facts, ARGUMENT, &[zero, one]);
    let (load, loaded) = instruction(&mut facts, Opcode::Load, POINTER);
    let row = LoadInstruction { instruction: load, r#type: POINTER, address: field, alignment: 8 };
    facts.load_instruction.push(row);
    facts.return_value.push(ReturnValue { instruction: load, value: loaded });

    let constraints = constraints(&facts, &Roots::Program);
    let [argument, field, loaded] = [ARGUMENT, field, loaded].map(|it| variable(&constraints, it));
    let function = &constraints.functions[0];
    assert_eq!(function.parameters, [(0, 0, argument)]);
    let step = Step::By(8);
    assert_eq!(function.body.shifts, [Shift { to: field, from: argument, step }]);
    assert_eq!(function.body.loads, [Load { to: loaded, address: field, offset: 0 }]);
    let [(0, returned)] = function.returns[..] else { panic!("it returns one pointer") };
    assert_eq!(function.body.assigns, [Assign { to: returned, from: loaded }]);
}

/// `%p = phi [%0], [%q]`, `%q = getelementptr { i32, ptr }, ptr %p, i32 1`
#[test]
fn a_pointer_incremented_in_a_loop_points_to_all_elements() {
    let mut facts = module("f");
    let one = number(&mut facts, 1);
    let (phi, walking) = instruction(&mut facts, Opcode::Phi, POINTER);
    let next = address(&mut facts, walking, &[one]);
    for (position, value) in [(0, ARGUMENT), (1, next)] {
        facts.phi_incoming.push(PhiIncoming {
            instruction: phi,
            position,
            value,
            block: BlockId(0),
        });
    }
    let constraints = constraints(&facts, &Roots::Program);
    let [walking, next] = [walking, next].map(|it| variable(&constraints, it));
    let step = Step::Over { stride: 16, count: None };
    let shifts = &constraints.functions[0].body.shifts;
    assert_eq!(*shifts, [Shift { to: next, from: walking, step }]);
}

/// `@_ZTV` is `{ [4 x ptr] [16, null, @_ZTI, @main] }`, and `@object` has room for four pointers:
///
/// ```llvm
/// %1 = getelementptr i8, ptr @_ZTV, i32 24
/// store ptr %1, ptr @object
/// %2 = load ptr, ptr @object
/// %3 = getelementptr i8, ptr %2, i32 -24
/// %4 = load i64, ptr %3
/// %5 = getelementptr i8, ptr @object, i64 %4
/// ```
#[test]
fn the_vtable_gives_the_offset_of_a_virtual_base() {
    const LONG: TypeId = TypeId(4);
    const ARRAY: TypeId = TypeId(5);
    const TABLE: TypeId = TypeId(6);
    const BYTE: TypeId = TypeId(7);
    let mut facts = module("main");
    let types = [
        (LONG, TypeKind::Integer, 8),
        (ARRAY, TypeKind::Array, 32),
        (TABLE, TypeKind::Struct, 32),
        (BYTE, TypeKind::Integer, 1),
    ];
    push_types(&mut facts, &types);
    for (r#type, width) in [(LONG, 64), (BYTE, 8)] {
        facts.integer_type.push(IntegerType { r#type, width });
    }
    facts.array_type.push(ArrayType { r#type: ARRAY, element_type: POINTER, length: 4 });
    facts.struct_field.push(StructField { r#type: TABLE, position: 0, field_type: ARRAY });
    facts.struct_field_offset.push(StructFieldOffset { r#type: TABLE, position: 0, offset: 0 });

    let info = global(&mut facts, "_ZTI", POINTER);
    let distance = number(&mut facts, 16);
    let as_pointer = push_value(&mut facts, ValueKind::ConstantExpression, POINTER);
    let (constant, opcode) = (as_pointer, Opcode::IntToPtr);
    facts.constant_expression.push(ConstantExpression { constant, opcode, operand_count: 1 });
    facts.constant_operand.push(ConstantOperand { constant, position: 0, operand: distance });
    let null = push_value(&mut facts, ValueKind::NullPointer, POINTER);
    let main = facts.function[0].value;
    let array =
        aggregate(&mut facts, ValueKind::ConstantArray, ARRAY, &[constant, null, info, main]);
    let initializer = aggregate(&mut facts, ValueKind::ConstantStruct, TABLE, &[array]);
    let table = global(&mut facts, "_ZTV", TABLE);
    facts.global_initializer.push(GlobalInitializer { global: table, initializer });
    facts.global_flag.push(GlobalFlagRow { global: table, flag: GlobalFlag::Constant });
    let object = global(&mut facts, "object", ARRAY);
    let initializer = push_value(&mut facts, ValueKind::ZeroInitializer, ARRAY);
    facts.global_initializer.push(GlobalInitializer { global: object, initializer });

    let [ahead, back] = [24, -24].map(|it| number(&mut facts, it));
    let entry = address_in(&mut facts, BYTE, table, &[ahead]);
    let instruction = self::instruction(&mut facts, Opcode::Store, POINTER).0;
    let row = StoreInstruction { instruction, value: entry, address: object, alignment: 8 };
    facts.store_instruction.push(row);
    let loaded = load(&mut facts, POINTER, object);
    let offsets = address_in(&mut facts, BYTE, loaded, &[back]);
    let distance = load(&mut facts, LONG, offsets);
    let base = address_in(&mut facts, BYTE, object, &[distance]);

    let mut constraints = constraints(&facts, &Roots::Program);
    let base = variable(&constraints, base);
    let targets = |constraints: &Constraints| {
        let solution = definition::solve(constraints, 0, &Opaque::default());
        let targets = solution.contexts_of(base).iter().flat_map(|(_, set)| solution.set(*set));
        targets.map(|it| it.offsets).collect::<Vec<_>>()
    };
    let whole = Offsets::Every { start: 0, end: 32, stride: 1, first: 0 };
    assert_eq!(targets(&constraints), [whole]);
    let mut steps = TableSteps::of(&facts, &constraints);
    let solve = |it: &Constraints| Some(definition::solve(it, 0, &Opaque::default()));
    let solution = steps.solve(&facts, &mut constraints, solve);
    assert_eq!(targets(&constraints), [Offsets::At(16)]);
    // The result is the solution of the final constraints.
    assert_eq!(solution, solve(&constraints));
    let solution = solution.expect("there is one");
    assert!(steps.update_bases(&facts, &mut constraints, &solution));
    assert_eq!(targets(&constraints), [Offsets::At(16)]);
    // If there is no solution, nothing has changed.
    assert_eq!(steps.solve(&facts, &mut constraints, |_| None), None);
    assert_eq!(targets(&constraints), [whole]);
}

#[test]
fn a_narrow_integer_does_not_hold_a_pointer() {
    let mut facts = module("f");
    let (load, loaded) = instruction(&mut facts, Opcode::Load, INT);
    let row = LoadInstruction { instruction: load, r#type: INT, address: ARGUMENT, alignment: 4 };
    facts.load_instruction.push(row);
    let constraints = constraints(&facts, &Roots::Program);
    assert_eq!(constraints.parts_of(loaded).next(), None);
    assert_eq!(constraints.functions[0].body, Body::default());
}

#[test]
fn a_program_starts_at_main_and_a_library_anywhere() {
    let is_captured = |constraints: &Constraints| {
        let mut assigns = constraints.module.assigns.iter();
        assigns.any(|it| it.to == Variable::CAPTURED)
    };
    let program = constraints(&module("main"), &Roots::Program);
    assert_eq!((&program.roots[..], is_captured(&program)), (&[FunctionId(0)][..], false));
    let library = constraints(&module("f"), &Roots::Program);
    assert_eq!((&library.roots[..], is_captured(&library)), (&[][..], true));
    let asked = constraints(&module("f"), &Roots::Functions(vec![FunctionId(0)]));
    assert_eq!((&asked.roots[..], is_captured(&asked)), (&[FunctionId(0)][..], true));
}

#[test]
fn without_facts_only_the_fixed_variables_and_objects_exist() {
    let constraints = constraints(&Facts::default(), &Roots::Program);
    let Body { addresses, assigns, stores, .. } = &constraints.module;
    assert!(addresses.iter().all(|row| row.object == Object::LIBRARY));
    let variables = assigns.iter().flat_map(|row| [row.to, row.from]);
    let variables = variables.chain(stores.iter().flat_map(|row| [row.address, row.from]));
    assert!(variables.into_iter().all(|it| Variable::FIXED.contains(&it)));
    assert_eq!(constraints.variables.len(), Variable::FIXED.len());
    assert_eq!(constraints.objects.len(), 2);
}
