//! The published predicates, on small handwritten modules.

mod module;
mod offer;

use crate::texts::datalog::{Program, load};
use crate::texts::souffle;
use crate::*;
use module::Module;

/// ```llvm
/// define i32 @f(i32 %x) {
/// entry:
///   %a = add i32 %x, 7
///   br label %next
/// next:
///   ret i32 %a
/// }
/// ```
fn addition() -> Module {
    let mut module = Module::default();
    let [label, pointer] = [(TypeKind::Label, "label"), (TypeKind::Pointer, "ptr")]
        .map(|(kind, symbol)| module.r#type(kind, symbol));
    let i32 = module.r#type(TypeKind::Integer, "i32");
    module.facts.integer_type.push(IntegerType { r#type: i32, width: 32 });
    let of_f = module.function_type(i32, "i32 (i32)");
    let f = module.function(of_f, pointer, "@f");
    let x = module.value(ValueKind::Argument, i32, "@f:%x");
    module.facts.argument.push(Argument { value: x, function: f, position: 0 });
    let seven = module.value(ValueKind::ConstantInteger, i32, "i32 7");
    let text = module.facts.texts.intern(b"7");
    module.facts.constant_integer.push(ConstantInteger {
        constant: seven,
        signed: text,
        unsigned: text,
    });
    let entry = module.block(f, label, "@f:%entry");
    let next = module.block(f, label, "@f:%next");

    let add = module.instruction(entry, Opcode::Add);
    module.facts.binary_instruction.push(BinaryInstruction {
        instruction: add,
        opcode: Opcode::Add,
        first_operand: x,
        second_operand: seven,
    });
    let sum = module.result(add, i32, "@f:%a");
    let branch = module.instruction(entry, Opcode::Br);
    module
        .facts
        .unconditional_branch
        .push(UnconditionalBranch { instruction: branch, target: next });
    module.ret(next, Some(sum));
    module
}

#[test]
fn instructions_follow_each_other_through_the_function() {
    // Table 85, "the next instruction (if it is not the last one)".
    let [next] = &addition().published(&["instruction_next"])[..] else { panic!("one answer") };
    assert_eq!(next, &["@f:#0, @f:#1", "@f:#1, @f:#2"]);
}

#[test]
fn operands_have_their_roles_and_types() {
    let rows = addition().published(&[
        "add_instruction_first_operand",  // table 88
        "add_instruction_second_operand", // table 89
        "operand_as_variable",            // table 80
        "operand_as_immediate",           // table 81
        "operand_type",                   // tables 78, 79
        "instruction_type",               // table 84
        "constant_toInt",                 // table 114
        "br_uncond_instruction_dest",
        "sub_instruction_first_operand",
    ]);
    let variables = ["@f:%a, @f:%a", "@f:%entry, @f:%entry", "@f:%next, @f:%next", "@f:%x, @f:%x"];
    let types = [
        "@f, ptr",
        "@f:%a, i32",
        "@f:%entry, label",
        "@f:%next, label",
        "@f:%x, i32",
        "i32 7, i32",
    ];
    let expected: [&[&str]; 9] = [
        &["@f:#0, @f:%x"],
        &["@f:#0, i32 7"],
        &variables,
        &["@f, @f", "i32 7, i32 7"],
        &types,
        &["@f:#0, i32"],
        &["i32 7, 7"],
        &["@f:#1, @f:%next"],
        &[],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn numbers_that_do_not_fit_have_no_row() {
    let mut module = Module::default();
    let i64 = module.r#type(TypeKind::Integer, "i64");
    for digits in ["999999999", "1000000000", "-99999999", "-100000000"] {
        let constant = module.value(ValueKind::ConstantInteger, i64, &format!("i64 {digits}"));
        let signed = module.facts.texts.intern(digits.as_bytes());
        let row = ConstantInteger { constant, signed, unsigned: signed };
        module.facts.constant_integer.push(row);
    }
    let rows = module.published(&["constant_toInt"]);
    assert_eq!(rows, [["i64 -99999999, -99999999", "i64 999999999, 999999999"]]);
}

/// Four functions: `@right` returns a value of its return type; `@nothing`, `@other` and `@something` break
/// rules 1, 2 and 3 of table 100.
fn returns(mention_void: bool) -> Module {
    let mut module = Module::default();
    let label = module.r#type(TypeKind::Label, "label");
    let pointer = module.r#type(TypeKind::Pointer, "ptr");
    let i32 = module.r#type(TypeKind::Integer, "i32");
    let i64 = module.r#type(TypeKind::Integer, "i64");
    let of_i32 = module.function_type(i32, "i32 ()");
    let of_i64 = module.function_type(i64, "i64 ()");
    let seven = module.value(ValueKind::ConstantInteger, i32, "i32 7");
    let function = |module: &mut Module, symbol: &str, r#type, value| {
        let function = module.function(r#type, pointer, symbol);
        let block = module.block(function, label, &format!("{symbol}:%0"));
        module.ret(block, value);
    };
    function(&mut module, "@right", of_i32, Some(seven));
    function(&mut module, "@nothing", of_i32, None);
    function(&mut module, "@other", of_i64, Some(seven));
    if mention_void {
        let void = module.r#type(TypeKind::Void, "void");
        let of_void = module.function_type(void, "void ()");
        function(&mut module, "@something", of_void, Some(seven));
        function(&mut module, "@procedure", of_void, None);
    }
    module
}

#[test]
fn a_function_that_returns_a_value_of_another_type_is_ill_formed() {
    let rows = returns(true).published(&["function_illformed", "function_wellformed"]);
    assert_eq!(rows[0], ["@nothing", "@other", "@something"]);
    assert_eq!(rows[1], ["@procedure", "@right"]);
}

#[test]
fn ret_void_is_rejected_even_without_a_void_type() {
    let rows = returns(false).published(&["function_illformed", "function_wellformed"]);
    assert_eq!(rows[0], ["@nothing", "@other"]);
    assert_eq!(rows[1], ["@right"]);
}

/// `%v = extractvalue { i8, [2 x i64] } %aggregate, 1, 0`
fn member_of_a_member() -> Module {
    let mut module = Module::default();
    let label = module.r#type(TypeKind::Label, "label");
    let pointer = module.r#type(TypeKind::Pointer, "ptr");
    let i8 = module.r#type(TypeKind::Integer, "i8");
    let i64 = module.r#type(TypeKind::Integer, "i64");
    let array = module.r#type(TypeKind::Array, "[2 x i64]");
    module.facts.array_type.push(ArrayType { r#type: array, element_type: i64, length: 2 });
    let structure = module.r#type(TypeKind::Struct, "{ i8, [2 x i64] }");
    module.facts.struct_type.push(StructType { r#type: structure, field_count: 2 });
    for (position, field) in [(0, i8), (1, array)] {
        module.facts.struct_field.push(StructField {
            r#type: structure,
            position,
            field_type: field,
        });
    }
    let of_f = module.function_type(i64, "i64 ({ i8, [2 x i64] })");
    let f = module.function(of_f, pointer, "@f");
    let aggregate = module.value(ValueKind::Argument, structure, "@f:%aggregate");
    let entry = module.block(f, label, "@f:%entry");
    let instruction = module.instruction(entry, Opcode::ExtractValue);
    let row = ExtractValueInstruction { instruction, aggregate };
    module.facts.extractvalue_instruction.push(row);
    for (position, index) in [(0, 1), (1, 0)] {
        module.facts.aggregate_index.push(AggregateIndex {
            instruction,
            position,
            member_index: index,
        });
    }
    module.result(instruction, i64, "@f:%v");
    module
}

#[test]
fn each_index_of_extractvalue_leads_to_a_type() {
    let rows = member_of_a_member().published(&[
        "extractvalue_instruction_base_type",   // table 118
        "extractvalue_instruction_index",       // table 112
        "extractvalue_instruction_nindices",    // table 112
        "extractvalue_instruction_interm_type", // tables 113 and 115
        "extractvalue_instruction_value_type",  // table 116
        "insertvalue_instruction_interm_type",
    ]);
    let interm = ["@f:#0, 0, { i8, [2 x i64] }", "@f:#0, 1, [2 x i64]", "@f:#0, 2, i64"];
    let expected: [&[&str]; 6] = [
        &["@f:#0, { i8, [2 x i64] }"],
        &["@f:#0, 0, 1", "@f:#0, 1, 0"],
        &["@f:#0, 2"],
        &interm,
        &["@f:#0, i64"],
        &[],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn vectors_are_compatible_if_they_have_the_same_size() {
    let mut module = Module::default();
    let float = module.r#type(TypeKind::Float, "float");
    for (length, symbol, kind) in [
        (4, "<4 x float>", TypeKind::Vector),
        (8, "<8 x float>", TypeKind::Vector),
        (4, "<vscale x 4 x float>", TypeKind::ScalableVector),
    ] {
        let r#type = module.r#type(kind, symbol);
        module.facts.vector_type.push(VectorType { r#type, element_type: float, length });
    }
    let rows = module.published(&["vector_compatible", "vector_type_fp"]);
    let each_with_itself = rows[1].iter().map(|it| format!("{it}, {it}")).collect::<Vec<_>>();
    assert_eq!(rows[0], each_with_itself);
    assert_eq!(rows[1].len(), 3);
}

/// `switch` with three cases, and one with none.
#[test]
fn totals_of_empty_lists_are_zero() {
    let mut module = addition();
    let entry = module.facts.block[0].block;
    let condition = module.facts.argument[0].value;
    for cases in [3, 0] {
        let instruction = module.instruction(entry, Opcode::Switch);
        let row = SwitchInstruction { instruction, condition, default_target: entry };
        module.facts.switch_instruction.push(row);
        for position in 0..cases {
            let row = SwitchCase { instruction, position, value: condition, target: entry };
            module.facts.switch_case.push(row);
        }
    }
    let rows = module.published(&["switch_instruction_ncases"]);
    assert_eq!(rows, [["@f:#3, 3", "@f:#4, 0"]]);
}

#[test]
fn rules_for_the_model_run_unchanged_in_a_component_that_inherits() {
    // Table 84, under another name, and a use of the model's unary `instruction`.
    let own = "
        .comp Mine : Published {
            .decl type_of(instruction: Instruction, type: Type)
            type_of(instruction, type) :-
                instruction_to(instruction, variable), variable_type(variable, type).

            .decl no_result(instruction: Instruction)
            no_result(instruction) :- instruction(instruction), !type_of(instruction, _).
        }
        .init mine = Mine";
    let module = addition();
    let program = Program::parse(&(souffle(Ids::Symbol, &[]) + own)).expect("it parses");
    let relations = program.run(load(&module.facts, Ids::Symbol));
    assert_eq!(module.rows(&program, &relations, "mine.type_of"), ["@f:#0, i32"]);
    assert_eq!(module.rows(&program, &relations, "mine.no_result"), ["@f:#1", "@f:#2"]);
}

/// ```llvm
/// define i32 @f(ptr %p, i64 %i) {
/// entry:
///   %direct = call i32 @f(ptr %p, i64 %i)
///   %indirect = call i32 %p(ptr %p, i64 %i)
///   %field = getelementptr [4 x { i8, i32 }], ptr %p, i64 %i, i64 %i, i32 1
///   %low = trunc i64 %i to i32
/// }
/// ```
fn calls_and_addresses() -> Module {
    let mut module = Module::default();
    let label = module.r#type(TypeKind::Label, "label");
    let pointer = module.r#type(TypeKind::Pointer, "ptr");
    let [i8, i32, i64] = ["i8", "i32", "i64"].map(|it| module.r#type(TypeKind::Integer, it));
    let structure = module.r#type(TypeKind::Struct, "{ i8, i32 }");
    for (position, field) in [(0, i8), (1, i32)] {
        module.facts.struct_field.push(StructField {
            r#type: structure,
            position,
            field_type: field,
        });
    }
    let array = module.r#type(TypeKind::Array, "[4 x { i8, i32 }]");
    module.facts.array_type.push(ArrayType { r#type: array, element_type: structure, length: 4 });
    let function_type = module.function_type(i32, "i32 (ptr, i64)");
    let f = module.function(function_type, pointer, "@f");
    let callee = module.facts.function[f.index()].value;
    let p = module.value(ValueKind::Argument, pointer, "@f:%p");
    let i = module.value(ValueKind::Argument, i64, "@f:%i");
    let one = module.value(ValueKind::ConstantInteger, i32, "i32 1");
    let text = module.facts.texts.intern(b"1");
    let row = ConstantInteger { constant: one, signed: text, unsigned: text };
    module.facts.constant_integer.push(row);
    let entry = module.block(f, label, "@f:%entry");

    for callee in [callee, p] {
        let opcode = Opcode::Call;
        let instruction = module.instruction(entry, opcode);
        let calling_convention = 0;
        let row =
            CallInstruction { instruction, opcode, callee, function_type, calling_convention };
        module.facts.call_instruction.push(row);
        for (position, argument) in [(0, p), (1, i)] {
            module.facts.call_argument.push(CallArgument { instruction, position, argument });
        }
    }
    let instruction = module.instruction(entry, Opcode::GetElementPtr);
    let row = GetElementPtrInstruction { instruction, source_type: array, base: p };
    module.facts.getelementptr_instruction.push(row);
    for (position, index) in [(0, i), (1, i), (2, one)] {
        let row = GetElementPtrIndex { instruction, position, index };
        module.facts.getelementptr_index.push(row);
    }
    let instruction = module.instruction(entry, Opcode::Trunc);
    let row =
        ConversionInstruction { instruction, opcode: Opcode::Trunc, operand: i, to_type: i32 };
    module.facts.conversion_instruction.push(row);
    module
}

#[test]
fn calls_are_direct_or_indirect_and_have_a_signature() {
    let rows = calls_and_addresses().published(&[
        "direct_call_instruction",      // tables 103 and 104
        "indirect_call_instruction",    // tables 103 and 104
        "call_instruction_arg",         // table 105
        "call_instruction_return_type", // table 106
        "invoke_instruction_arg",
    ]);
    let arguments = ["@f:#0, 0, @f:%p", "@f:#0, 1, @f:%i", "@f:#1, 0, @f:%p", "@f:#1, 1, @f:%i"];
    let expected: [&[&str]; 5] =
        [&["@f:#0"], &["@f:#1"], &arguments, &["@f:#0, i32", "@f:#1, i32"], &[]];
    assert_eq!(rows, expected);
}

#[test]
fn conversions_go_from_a_type_to_a_type() {
    let rows = calls_and_addresses().published(&[
        "trunc_instruction_from",      // table 93
        "trunc_instruction_from_type", // table 94
        "trunc_instruction_to_type",   // table 93
        "zext_instruction_from",
    ]);
    let expected: [&[&str]; 4] = [&["@f:#3, @f:%i"], &["@f:#3, i64"], &["@f:#3, i32"], &[]];
    assert_eq!(rows, expected);
}

#[test]
fn each_index_of_getelementptr_except_the_first_leads_to_a_type() {
    let rows = calls_and_addresses().published(&[
        "getelementptr_instruction_nindices",
        "getelementptr_instruction_interm_type",
        "getelementptr_instruction_value_type",
    ]);
    let interm = ["@f:#2, 1, [4 x { i8, i32 }]", "@f:#2, 2, { i8, i32 }", "@f:#2, 3, i32"];
    let expected: [&[&str]; 3] = [&["@f:#2, 3"], &interm, &["@f:#2, i32"]];
    assert_eq!(rows, expected);
}
