use facts_schema::{
    BinaryInstruction, Block, BlockId, Facts, Function, FunctionId, FunctionType, Instruction,
    InstructionId, InstructionOperand, InstructionResult, IntegerType, Opcode, SymbolTable, Type,
    TypeId, TypeKind, Value, ValueId, ValueKind,
};

use super::*;

/// A function with `count` sums of an `i32` and an `i64`.
pub(super) fn sums(count: u32) -> Facts {
    let mut facts = Facts::default();
    let (types, values): (Vec<(_, u32)>, _) = (vec![("i32", 32), ("i64", 64)], count + 4);
    for (number, (symbol, width)) in (0..).zip(types) {
        facts.symbols.table_mut(facts_schema::Entity::Type).push(symbol.as_bytes());
        let r#type = TypeId(number);
        facts.r#type.push(Type { r#type, kind: TypeKind::Integer });
        facts.integer_type.push(IntegerType { r#type, width });
    }
    facts.symbols.table_mut(facts_schema::Entity::Type).push(b"i32 (i32, i64)");
    facts.r#type.push(Type { r#type: TypeId(2), kind: TypeKind::Function });
    facts.function_type.push(FunctionType {
        r#type: TypeId(2),
        return_type: TypeId(0),
        parameter_count: 2,
    });
    for number in 0..values {
        let (kind, r#type, symbol) = match number {
            0 => (ValueKind::Function, TypeId(0), "@f".to_owned()),
            1 => (ValueKind::Argument, TypeId(0), "@f:%a".to_owned()),
            2 => (ValueKind::Argument, TypeId(1), "@f:%b".to_owned()),
            3 => (ValueKind::Block, TypeId(0), "@f:%entry".to_owned()),
            _ => (ValueKind::Instruction, TypeId(0), format!("@f:%{}", number - 4)),
        };
        push(facts.symbols.table_mut(facts_schema::Entity::Value), &symbol);
        facts.value.push(Value { value: ValueId(number), kind, r#type });
    }
    let (function, block) = (FunctionId(0), BlockId(0));
    push(facts.symbols.table_mut(facts_schema::Entity::Function), "@f");
    push(facts.symbols.table_mut(facts_schema::Entity::Block), "@f:%entry");
    facts.function.push(Function {
        function,
        value: ValueId(0),
        function_type: TypeId(2),
        calling_convention: 0,
    });
    facts.block.push(Block { block, function, position: 0, value: ValueId(3) });
    for number in 0..count {
        let (instruction, opcode) = (InstructionId(number), Opcode::Add);
        push(facts.symbols.table_mut(facts_schema::Entity::Instruction), &format!("@f:#{number}"));
        facts.instruction.push(Instruction {
            instruction,
            function,
            block,
            position: number,
            opcode,
        });
        let (first_operand, second_operand) = (ValueId(1), ValueId(2));
        facts.binary_instruction.push(BinaryInstruction {
            instruction,
            opcode,
            first_operand,
            second_operand,
        });
        for (position, operand) in [(0, first_operand), (1, second_operand)] {
            facts.instruction_operand.push(InstructionOperand { instruction, position, operand });
        }
        facts
            .instruction_result
            .push(InstructionResult { instruction, result: ValueId(number + 4) });
    }
    facts
}

fn push(table: &mut SymbolTable, symbol: &str) {
    table.push(symbol.as_bytes());
}

/// Levels that enable only the rule that [`sums`] violates.
fn levels() -> Levels {
    let mut levels = Levels::default();
    levels.select(vec!["binary-operands-differ".parse().unwrap()]);
    levels
}

/// The finding in sum number `number`.
pub(super) fn finding(number: usize) -> Finding {
    check(&sums(number as u32 + 1), &levels()).findings[number].clone()
}

pub(super) fn report(findings: Vec<Finding>) -> Report {
    Report { findings, ..check(&Facts::default(), &levels()) }
}

#[test]
fn a_finding_has_a_message_and_a_location() {
    let finding = finding(2);
    assert_eq!(finding.message, "the operands of `add` have different types, `i32` and `i64`");
    assert_eq!(finding.subject, "@f:#2");
    assert_eq!(finding.function.as_deref(), Some("@f"));
    assert_eq!(finding.block.as_deref(), Some("@f:%entry"));
    assert_eq!(finding.position, Some(1));
    assert_eq!(finding.operand.as_deref(), Some("@f:%b"));
    let assembly = finding.assembly.unwrap();
    assert_eq!(assembly.text, "%2 = add i32 %a, i64 %b");
    assert_eq!(&assembly.text[assembly.start..assembly.end], "i64 %b");
}

#[test]
fn json_has_the_names_of_columns_as_keys() {
    let report = check(&sums(1), &levels());
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    let finding = &json["findings"][0];
    assert_eq!(finding["rule"], "binary-operands-differ");
    assert_eq!(finding["level"], "deny");
    assert_eq!(finding["instruction"], "@f:#0");
    assert_eq!(finding["operand"], "@f:%b");
    assert_eq!(finding.get("line"), None);
    assert_eq!((&json["deny"], &json["warn"]), (&1.into(), &0.into()));
}

#[test]
fn findings_have_the_level_of_their_rule() {
    let mut levels = levels();
    levels.set("types".parse().unwrap(), Level::Warn);
    let report = check(&sums(3), &levels);
    assert_eq!((report.count(Level::Warn), report.has_errors()), (3, false));
    levels.set("TYP001".parse().unwrap(), Level::Allow);
    assert!(check(&sums(3), &levels).findings.is_empty());
}

#[test]
fn text_gives_the_number_of_findings_that_are_not_shown() {
    let report = check(&sums(5), &levels());
    let text = text::render(&report, &text::Options { limit: Some(2), colors: false });
    assert_eq!(text.matches("error[TYP001 binary-operands-differ]").count(), 2, "{text}");
    assert!(text.contains("3 more findings of binary-operands-differ not shown;"), "{text}");
    assert!(text.contains("5 errors"), "{text}");
    assert_eq!(report.to_string().matches("error[TYP001").count(), 5);
}

/// With quadratic work in the number of findings, this test would not finish.
#[test]
fn a_hundred_thousand_findings_are_reported() {
    let report = check(&sums(100_000), &levels());
    assert_eq!(report.findings.len(), 100_000);
    assert_eq!(report.findings[99_999].subject, "@f:#99999");
}

/// Contradictory facts are described as far as possible.
#[test]
fn facts_with_gaps_do_not_cause_panics() {
    let mut facts = sums(2);
    facts.function.clear();
    facts.block.clear();
    facts.instruction_operand.clear();
    facts.instruction_result.clear();
    let text = check(&facts, &levels()).to_string();
    assert!(text.contains("<unknown>"), "{text}");
}
