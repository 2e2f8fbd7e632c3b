use facts_schema::*;

use super::*;

/// This module, as facts:
///
/// ```llvm
/// source_filename = "demo.c"
///
/// define i32 @f(i32 %x) {
/// entry:
///   %y = add i32 %x, 1
///   ret i32 %y
/// dead:
///   br label %dead
/// }
///
/// declare void @g()
/// declare i32 @llvm.abs.i32(i32, i1)
/// ```
fn demo() -> Facts {
    let mut facts = Facts::default();
    let [source_file, empty, producer, intrinsic] =
        ["demo.c", "", "LLVM19.1.7", "llvm.abs"].map(|it| facts.texts.intern(it.as_bytes()));
    facts.module.push(Module { source_file, target_triple: empty, data_layout: empty });
    facts.bitcode_producer.push(BitcodeProducer { position: 0, producer, epoch: 0 });
    types_and_values(&mut facts);

    for (number, name) in (0..).zip(["@f", "@g", "@llvm.abs.i32"]) {
        facts.symbols.table_mut(Entity::Function).push(name.as_bytes());
        let (function, value) = (FunctionId(number), ValueId(number));
        let function_type = TypeId(5 + number);
        facts.function.push(Function { function, value, function_type, calling_convention: 0 });
        facts.global.push(Global {
            global: value,
            value_type: function_type,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            unnamed_address: UnnamedAddress::None,
        });
    }
    facts.intrinsic.push(Intrinsic { function: FunctionId(2), intrinsic });
    body_of_f(&mut facts);
    facts
}

fn types_and_values(facts: &mut Facts) {
    use ValueKind::*;
    let (i32, i1, pointer, label, void) = (TypeId(0), TypeId(1), TypeId(2), TypeId(3), TypeId(4));
    for (r#type, kind) in [
        (i32, TypeKind::Integer),
        (i1, TypeKind::Integer),
        (pointer, TypeKind::Pointer),
        (label, TypeKind::Label),
        (void, TypeKind::Void),
        (TypeId(5), TypeKind::Function),
        (TypeId(6), TypeKind::Function),
        (TypeId(7), TypeKind::Function),
    ] {
        facts.r#type.push(Type { r#type, kind });
    }
    // @f, @g, @llvm.abs.i32, %x, %entry, %dead, %y, i32 1
    let values = [
        (Function, pointer),
        (Function, pointer),
        (Function, pointer),
        (Argument, i32),
        (Block, label),
        (Block, label),
        (Instruction, i32),
        (ConstantInteger, i32),
    ];
    for (number, (kind, r#type)) in (0..).zip(values) {
        facts.value.push(Value { value: ValueId(number), kind, r#type });
    }
}

fn body_of_f(facts: &mut Facts) {
    let function = FunctionId(0);
    let (entry, dead) = (BlockId(0), BlockId(1));
    for (block, value) in [(entry, ValueId(4)), (dead, ValueId(5))] {
        facts.block.push(Block { block, function, position: block.0, value });
    }
    for (position, block, opcode, operands) in [
        (0, entry, Opcode::Add, [Some(ValueId(3)), Some(ValueId(7))]),
        (1, entry, Opcode::Ret, [Some(ValueId(6)), None]),
        (2, dead, Opcode::Br, [Some(ValueId(5)), None]),
    ] {
        let instruction = InstructionId(position);
        facts.instruction.push(Instruction { instruction, function, block, position, opcode });
        for (position, operand) in (0..).zip(operands.into_iter().flatten()) {
            facts.instruction_operand.push(InstructionOperand { instruction, position, operand });
        }
    }
    let add = InstructionId(0);
    facts.instruction_result.push(InstructionResult { instruction: add, result: ValueId(6) });
    for (block, instruction) in [(entry, InstructionId(1)), (dead, InstructionId(2))] {
        facts.block_terminator.push(BlockTerminator { block, instruction });
    }
    facts.block_successor.push(BlockSuccessor { block: dead, position: 0, successor: dead });
}

#[test]
fn a_small_module_has_a_summary() {
    assert_eq!(Summary::of(&demo()).to_string(), include_str!("demo.txt"));
}

#[test]
fn an_empty_module_has_a_summary() {
    let summary = Summary::of(&Facts::default());
    assert!(summary.entities.iter().all(|it| it.count == 0));
    assert_eq!(summary.functions, FunctionCounts { defined: 0, declared: 0, intrinsics: 0 });
    assert!(!summary.to_string().contains("NaN"));
}

#[test]
fn debug_information_is_counted() {
    let mut facts = demo();
    let location = MetadataId(0);
    for instruction in [InstructionId(0), InstructionId(1)] {
        facts.instruction_location.push(InstructionLocation { instruction, location });
    }
    let name = facts.texts.intern(b"f");
    facts.subprogram.push(Subprogram { subprogram: MetadataId(1), name, line: 1 });
    let summary = Summary::of(&facts);
    let expected = DebugCounts { located_instructions: 2, files: 0, subprograms: 1, variables: 0 };
    assert_eq!(summary.debug_information, expected);
    // 2 of 3 instructions.
    let line = format!("  {:20}{:>11}{:>7}", "located instruction", "2", "66.7%");
    assert!(summary.to_string().contains(&line), "{summary}");
}

#[test]
fn a_producer_of_several_inputs_is_named_once() {
    let mut facts = demo();
    let other = facts.texts.intern(b"LLVM18.1.8");
    let known = facts.bitcode_producer[0].producer;
    for (position, producer) in [(1, other), (2, known)] {
        facts.bitcode_producer.push(BitcodeProducer { position, producer, epoch: 0 });
    }
    assert_eq!(Summary::of(&facts).producers, ["LLVM19.1.7", "LLVM18.1.8"]);
}

#[test]
fn the_page_is_80_columns_wide_whatever_is_counted() {
    fn many<W: Word>() -> Vec<Count> {
        W::SPELLINGS.iter().map(|name| Count { name, count: 99_999_999 }).collect()
    }
    let mut summary = Summary::of(&demo());
    summary.opcodes = many::<Opcode>();
    summary.values = many::<ValueKind>();
    summary.types = many::<TypeKind>();
    summary.linkages = many::<Linkage>();
    let page = summary.to_string();
    for name in Opcode::SPELLINGS.iter().chain(ValueKind::SPELLINGS) {
        assert!(page.contains(name), "{name} is missing");
    }
    for line in page.lines() {
        assert!(line.len() <= 80 && line.trim_end() == line, "{line:?}");
    }
}

#[test]
fn the_first_of_many_functions_with_unreachable_blocks_are_named() {
    let mut summary = Summary::of(&demo());
    summary.functions_with_unreachable_blocks = (0..12)
        .map(|number| UnreachableBlocks {
            function: format!("@function{number}"),
            unreachable: 1,
            blocks: 2,
        })
        .collect();
    let page = summary.to_string();
    assert!(page.contains("@function9\n  and 2 more\n"), "{page}");
    assert!(!page.contains("@function10"), "{page}");
}
