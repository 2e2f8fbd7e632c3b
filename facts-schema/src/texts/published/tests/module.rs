//! Handwritten modules, and the rows of published predicates for them.

use crate::texts::datalog::{Program, Relations, Scalar, load};
use crate::texts::souffle;
use crate::*;

/// A builder of modules.
#[derive(Default)]
pub struct Module {
    pub facts: Facts,
}

impl Module {
    pub fn symbol<I: EntityId>(&mut self, symbol: &str) -> I {
        let table = self.facts.symbols.table_mut(I::ENTITY);
        table.push(symbol.as_bytes());
        I::new(table.len() - 1)
    }

    pub fn r#type(&mut self, kind: TypeKind, symbol: &str) -> TypeId {
        let r#type = self.symbol(symbol);
        self.facts.r#type.push(Type { r#type, kind });
        r#type
    }

    pub fn value(&mut self, kind: ValueKind, r#type: TypeId, symbol: &str) -> ValueId {
        let value = self.symbol(symbol);
        self.facts.value.push(Value { value, kind, r#type });
        value
    }

    pub fn function_type(&mut self, return_type: TypeId, symbol: &str) -> TypeId {
        let r#type = self.r#type(TypeKind::Function, symbol);
        self.facts.function_type.push(FunctionType { r#type, return_type, parameter_count: 0 });
        r#type
    }

    pub fn function(&mut self, function_type: TypeId, pointer: TypeId, symbol: &str) -> FunctionId {
        let value = self.value(ValueKind::Function, pointer, symbol);
        let function = self.symbol(symbol);
        let calling_convention = 0;
        self.facts.function.push(Function { function, value, function_type, calling_convention });
        function
    }

    pub fn block(&mut self, function: FunctionId, label: TypeId, symbol: &str) -> BlockId {
        let value = self.value(ValueKind::Block, label, symbol);
        let block = self.symbol(symbol);
        let blocks = self.facts.block.iter().filter(|row| row.function == function);
        let position = blocks.count() as u32;
        self.facts.block.push(Block { block, function, position, value });
        block
    }

    /// An instruction at the end of `block`.
    pub fn instruction(&mut self, block: BlockId, opcode: Opcode) -> InstructionId {
        let function = self.facts.block[block.index()].function;
        let before = self.facts.instruction.iter().filter(|row| row.function == function);
        let position = before.count() as u32;
        let instruction = self.symbol(&format!("{}:#{position}", self.facts.symbol(function)));
        let row = Instruction { instruction, function, block, position, opcode };
        self.facts.instruction.push(row);
        instruction
    }

    pub fn result(&mut self, instruction: InstructionId, r#type: TypeId, symbol: &str) -> ValueId {
        let result = self.value(ValueKind::Instruction, r#type, symbol);
        self.facts.instruction_result.push(InstructionResult { instruction, result });
        result
    }

    pub fn ret(&mut self, block: BlockId, value: Option<ValueId>) {
        let instruction = self.instruction(block, Opcode::Ret);
        let row = value.map(|value| ReturnValue { instruction, value });
        self.facts.return_value.extend(row);
    }

    /// The rows of published predicates, with readable ids. Checks that they are equal for facts with
    /// numeric ids.
    pub fn published(&self, predicates: &[&str]) -> Vec<Vec<String>> {
        let rows = |ids| {
            let (program, relations) = self.run(ids);
            let rows = |name: &&str| self.rows(&program, &relations, &format!("published.{name}"));
            predicates.iter().map(rows).collect::<Vec<_>>()
        };
        let readable = rows(Ids::Symbol);
        assert_eq!(readable, rows(Ids::Numeric));
        readable
    }

    pub fn run(&self, ids: Ids) -> (Program, Relations) {
        let program = Program::parse(&souffle(ids, &[])).expect("it parses");
        let relations = program.run(load(&self.facts, ids));
        (program, relations)
    }

    /// The rows of a relation, with commas between the columns.
    pub fn rows(&self, program: &Program, relations: &Relations, name: &str) -> Vec<String> {
        let relation = program.relation(name).unwrap_or_else(|| panic!("{name} is not there"));
        let entity = |name: &str| Entity::ALL.iter().find(|it| it.name() == name.to_lowercase());
        let rows = relations.get(name).into_iter().flatten().map(|row| {
            let columns = row.iter().zip(&relation.columns);
            let texts = columns.map(|(value, (_, r#type))| match (value, entity(r#type)) {
                (Scalar::Symbol(text), _) => text.clone(),
                (&Scalar::Number(id), Some(&entity)) => {
                    self.facts.symbols.table(entity).get(id as u32)
                }
                (Scalar::Number(number), None) => number.to_string(),
            });
            texts.collect::<Vec<_>>().join(", ")
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort();
        rows
    }
}
