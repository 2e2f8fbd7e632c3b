use facts_schema::{
    BlockId, FunctionId, Instruction, InstructionResult, Opcode, Value as ValueRow, ValueKind, Word,
};
use proptest::prelude::*;

use super::*;

const I32: TypeId = TypeId(0);
const POINTER: TypeId = TypeId(1);
const LABEL: TypeId = TypeId(2);

/// A module with these values, and for each of `results` an instruction with this result or without
/// one.
fn module(values: &[(ValueKind, TypeId)], results: &[Option<ValueId>]) -> Facts {
    let mut facts = Facts::default();
    for (number, &(kind, r#type)) in (0..).zip(values) {
        facts.value.push(ValueRow { value: ValueId(number), kind, r#type });
    }
    for (position, result) in (0..).zip(results) {
        let instruction = InstructionId(position);
        facts.instruction.push(Instruction {
            instruction,
            function: FunctionId(0),
            block: BlockId(0),
            position,
            opcode: Opcode::Add,
        });
        if let &Some(result) = result {
            facts.instruction_result.push(InstructionResult { instruction, result });
        }
    }
    facts
}

/// The classification of each kind of value in the model and in LangRef. The match must be
/// exhaustive.
fn expected_variable(kind: ValueKind) -> bool {
    use ValueKind::*;
    match kind {
        Argument | Instruction | Block => true,
        Function | GlobalVariable | Alias | IFunc | InlineAsm | Metadata | ConstantInteger
        | ConstantFloat | NullPointer | TokenNone | TargetNone | ZeroInitializer | Undef
        | Poison | ConstantArray | ConstantStruct | ConstantVector | DataArray | DataVector
        | ConstantExpression | BlockAddress | DsoLocalEquivalent | NoCfi | PtrAuth => false,
    }
}

#[test]
fn each_kind_of_value_is_a_variable_or_an_immediate() {
    let values: Vec<_> = ValueKind::ALL.iter().map(|&kind| (kind, I32)).collect();
    let facts = module(&values, &[]);
    let typing = Typing::of(&facts);
    for (value, &kind) in (0..).map(ValueId).zip(ValueKind::ALL) {
        assert_eq!(typing.is_variable(value), expected_variable(kind), "{kind:?}");
        assert_eq!(typing.is_immediate(value), !expected_variable(kind), "{kind:?}");
    }
}

#[test]
fn an_operand_has_the_type_of_its_variable_or_immediate() {
    let values = [
        (ValueKind::Argument, I32),
        (ValueKind::Argument, POINTER),
        (ValueKind::ConstantInteger, I32),
        (ValueKind::Argument, I32),
        (ValueKind::Function, POINTER),
        (ValueKind::Block, LABEL),
    ];
    let facts = module(&values, &[]);
    let typing = Typing::of(&facts);
    for (value, (_, r#type)) in (0..).map(ValueId).zip(values) {
        assert_eq!(typing.operand_type(value), Some(r#type), "{value:?}");
    }
}

#[test]
fn an_instruction_has_the_type_of_its_result() {
    let values = [
        (ValueKind::Instruction, I32),
        (ValueKind::Instruction, POINTER),
        (ValueKind::Instruction, I32),
    ];
    let results = [Some(ValueId(0)), None, Some(ValueId(1)), Some(ValueId(2))];
    let facts = module(&values, &results);
    let typing = Typing::of(&facts);
    let types = (0..4).map(|number| typing.instruction_type(InstructionId(number)));
    assert_eq!(types.collect::<Vec<_>>(), [Some(I32), None, Some(POINTER), Some(I32)]);
}

/// In table 84 the type comes from the variable to which the instruction assigns; a constant is not
/// a variable.
#[test]
fn an_instruction_whose_result_is_no_variable_has_no_type() {
    let facts = module(&[(ValueKind::ConstantInteger, I32)], &[Some(ValueId(0))]);
    let typing = Typing::of(&facts);
    assert_eq!(typing.instruction_type(InstructionId(0)), None);
}

#[test]
fn nothing_is_known_about_values_outside_the_module() {
    let facts = module(&[(ValueKind::Argument, I32)], &[Some(ValueId(9))]);
    let typing = Typing::of(&facts);
    assert_eq!(typing.operand_type(ValueId(9)), None);
    assert!(!typing.is_variable(ValueId(9)) && !typing.is_immediate(ValueId(9)));
    assert_eq!(typing.instruction_type(InstructionId(0)), None);
    assert_eq!(typing.instruction_type(InstructionId(9)), None);
}

proptest! {
    /// The result for each value and instruction, which representatives determine, follows from its
    /// own kind and type.
    #[test]
    fn violations_of_representatives_apply_to_all_instructions(
        values in prop::collection::vec((prop::sample::select(ValueKind::ALL), 0..3_u32), 0..40),
        results in prop::collection::vec(prop::option::of(0..40_u32), 0..40),
    ) {
        let values: Vec<_> = values.into_iter().map(|(kind, it)| (kind, TypeId(it))).collect();
        let results: Vec<_> = results.into_iter().map(|it| it.map(ValueId)).collect();
        let facts = module(&values, &results);
        let typing = Typing::of(&facts);

        for (number, value) in (0..40).map(|number| (number, ValueId(number as u32))) {
            let is_variable = values.get(number).map(|(kind, _)| expected_variable(*kind));
            prop_assert_eq!(typing.operand_type(value), values.get(number).map(|it| it.1));
            prop_assert_eq!(typing.is_variable(value), is_variable == Some(true));
            prop_assert_eq!(typing.is_immediate(value), is_variable == Some(false));
        }
        for (number, instruction) in (0..40).map(|it| (it, InstructionId(it as u32))) {
            let result = results.get(number).copied().flatten();
            let result = result.and_then(|it| values.get(it.0 as usize));
            let expected = result.filter(|(kind, _)| expected_variable(*kind)).map(|it| it.1);
            prop_assert_eq!(typing.instruction_type(instruction), expected);
        }
    }
}
