//! Describes violations: replaces ids by names, and instructions by text.

use facts_schema::assembly::{Assembly, Spelling};
use facts_schema::debug_info::DebugFields;
use facts_schema::{
    Block, BlockId, EntityId, Facts, FunctionId, Instruction, InstructionId, TypeId, ValueId,
    ValueKind, Word,
};
use rules::{Detail, Level, Subject, Violation};

use super::finding::{Finding, Marked};
use super::message::{Part, Placeholder, parts};
use crate::points_to::functions::Functions;
use crate::source::{FileLocations, Inlined};

/// Describes subjects.
pub(super) struct Describer<'f> {
    facts: &'f Facts,
    assembly: Assembly<'f>,
    debug_fields: DebugFields,
    functions: Functions<'f>,
}

/// The placeholder in messages for missing facts.
const UNKNOWN: &str = "<unknown>";

impl<'f> Describer<'f> {
    pub fn new(facts: &'f Facts) -> Self {
        Self {
            facts,
            assembly: Assembly::new(facts),
            debug_fields: DebugFields::new(facts),
            functions: Functions::new(facts),
        }
    }

    /// The position of findings about a subject in a report: first those outside of functions, then
    /// function by function, from top to bottom.
    pub fn position(&self, subject: Subject) -> (Option<FunctionId>, u32) {
        let enclosing = self.enclosing(subject);
        let first_of_block = || {
            let instructions = self.instructions_of(self.block(enclosing.block?)?);
            instructions.first().map(|row| row.position)
        };
        let own = enclosing.instruction.and_then(|it| self.facts.instruction.get(it.index()));
        let position = own.map(|row| row.position + 1).or_else(first_of_block);
        (enclosing.function, position.unwrap_or_default())
    }

    /// The violation as a finding.
    pub fn finding(&self, violation: &Violation, level: Level) -> Finding {
        let enclosing = self.enclosing(violation.subject);
        let (place, inlined_at) = self.place(violation.subject, &enclosing).unzip();
        Finding {
            rule: violation.rule,
            level,
            message: self.message(violation, &enclosing),
            subject: self.subject(violation.subject),
            function: enclosing.function.map(|it| self.facts.symbol(it)),
            function_name: enclosing.function.and_then(|it| self.functions.source_name(it)),
            block: enclosing.block.map(|it| self.facts.symbol(it)),
            instruction: enclosing.instruction.map(|it| self.facts.symbol(it)),
            position: enclosing.position,
            operand: self.operand(&enclosing, None).map(|it| self.facts.symbol(it)),
            assembly: self.assembly_of(violation),
            detail: self.detail_text(violation.detail),
            explanation: Vec::new(),
            place,
            inlined_at: inlined_at.unwrap_or_default(),
        }
    }

    fn enclosing(&self, subject: Subject) -> Enclosing {
        match subject {
            Subject::Function(function) => {
                Enclosing { function: Some(function), ..Enclosing::default() }
            }
            Subject::Block(block) => {
                let function = self.block(block).map(|row| row.function);
                Enclosing { function, block: Some(block), ..Enclosing::default() }
            }
            Subject::Value(value) => {
                let argument = self.assembly.index().argument.first(value);
                let function = argument.map(|row| row.function);
                let function = function.or_else(|| self.assembly.function_of(value));
                Enclosing { function, ..Enclosing::default() }
            }
            Subject::Instruction(it) | Subject::DebugRecord(it, _) => self.enclosing_of(it, None),
            Subject::Operand(it, position) => self.enclosing_of(it, Some(position)),
            _ => Enclosing::default(),
        }
    }

    fn enclosing_of(&self, instruction: InstructionId, position: Option<u32>) -> Enclosing {
        let row = self.facts.instruction.get(instruction.index());
        Enclosing {
            function: row.map(|row| row.function),
            block: row.map(|row| row.block),
            instruction: row.map(|row| row.instruction),
            position,
        }
    }

    fn block(&self, block: BlockId) -> Option<&'f Block> {
        self.facts.block.get(block.index())
    }

    /// The instructions of a block. The relation lists instructions in the order of functions,
    /// blocks and positions.
    fn instructions_of(&self, block: &Block) -> &'f [Instruction] {
        let rows = &self.facts.instruction;
        let key = (block.function, block.block);
        let start = rows.partition_point(|row| (row.function, row.block) < key);
        let count = rows[start..].partition_point(|row| (row.function, row.block) == key);
        &rows[start..start + count]
    }

    fn subject(&self, subject: Subject) -> String {
        match subject {
            Subject::Module => "module".to_owned(),
            Subject::Named(text) => self.facts.display(text).into_owned(),
            Subject::Type(it) => self.facts.symbol(it),
            Subject::Value(it) => self.facts.symbol(it),
            Subject::Metadata(it) => self.facts.symbol(it),
            Subject::Function(it) => self.facts.symbol(it),
            Subject::Block(it) => self.facts.symbol(it),
            Subject::Instruction(it) | Subject::Operand(it, _) | Subject::DebugRecord(it, _) => {
                self.facts.symbol(it)
            }
        }
    }

    /// The subject as LLVM prints it. If the detail is metadata attached to an instruction or
    /// function, the metadata is marked.
    fn assembly_of(&self, violation: &Violation) -> Option<Marked> {
        let mut marked = self.text(violation.subject)?;
        if let (Subject::Instruction(_) | Subject::Function(_), Detail::Metadata(node)) =
            (violation.subject, violation.detail)
        {
            let name = self.facts.symbol(node);
            let is_end = |rest: &str| rest.is_empty() || rest.starts_with([',', ' ']);
            let mut places = marked.text.rmatch_indices(&name);
            let found = places.find(|(start, _)| is_end(&marked.text[start + name.len()..]));
            if let Some((start, _)) = found {
                (marked.start, marked.end) = (start, start + name.len());
            }
        }
        Some(marked)
    }

    /// The text that LLVM would print for the detail, if the subject only refers to it.
    fn detail_text(&self, detail: Detail) -> Option<String> {
        match detail {
            Detail::Metadata(node) => self.assembly.metadata_node(node).map(|it| it.text),
            Detail::Instruction(it) => Some(self.assembly.instruction(it).text),
            _ => None,
        }
    }

    /// The text that LLVM would print for the subject.
    fn text(&self, subject: Subject) -> Option<Marked> {
        let assembly = &self.assembly;
        let marked = match subject {
            Subject::Module | Subject::Named(_) | Subject::Type(_) => None,
            Subject::Value(it) => self.value_text(it),
            Subject::Metadata(it) => assembly.metadata_node(it),
            Subject::Function(it) => assembly.function(it),
            Subject::Block(it) => return self.block_text(it),
            Subject::Instruction(it) => Some(assembly.instruction(it)),
            Subject::Operand(it, position) => Some(assembly.operand(it, position)),
            Subject::DebugRecord(it, position) => assembly.debug_record(it, position),
        };
        marked.map(Marked::from)
    }

    /// The text of a global, or the header of an argument's function.
    fn value_text(&self, value: ValueId) -> Option<facts_schema::assembly::Marked> {
        let Some(argument) = self.assembly.index().argument.first(value) else {
            return self.assembly.global(value);
        };
        let mut marked = self.assembly.function(argument.function)?;
        let name = self.assembly.value(value, Some(argument.function));
        let is_end = |rest: &str| rest.starts_with([',', ')']);
        let mut places = marked.text.match_indices(&name);
        let found = places.find(|(start, _)| is_end(&marked.text[start + name.len()..]));
        if let Some((start, _)) = found {
            marked.span = start..start + name.len();
        }
        Some(marked)
    }

    /// The label of a block and its last instruction.
    fn block_text(&self, block: BlockId) -> Option<Marked> {
        let row = self.block(block)?;
        let name = self.assembly.value(row.value, Some(row.function));
        let label = format!("{}:", name.trim_start_matches('%'));
        let instructions = self.instructions_of(row);
        let end = label.len();
        let mut text = label;
        if instructions.len() > 1 {
            text += "\n  …";
        }
        if let Some(last) = instructions.last() {
            text += &format!("\n  {}", self.assembly.instruction(last.instruction).text);
        }
        Some(Marked { text, start: 0, end })
    }

    fn place(&self, subject: Subject, enclosing: &Enclosing) -> Option<Inlined> {
        let places = FileLocations::new(self.facts, self.assembly.index(), &self.debug_fields);
        let own = match subject {
            Subject::Metadata(node) => places.node(node).map(|place| (place, Vec::new())),
            Subject::Value(value) => places.global(value).map(|place| (place, Vec::new())),
            Subject::DebugRecord(it, position) => places.debug_record(it, position),
            _ => None,
        };
        let of_instruction = || places.instruction(enclosing.instruction?);
        let of_function = || Some((places.function(enclosing.function?)?, Vec::new()));
        own.or_else(of_instruction).or_else(of_function)
    }

    fn message(&self, violation: &Violation, enclosing: &Enclosing) -> String {
        let parts = parts(violation.rule.0.message).map(|part| match part {
            Part::Literal(text) => text.to_owned(),
            Part::Unknown(name) => format!("{{{name}}}"),
            Part::Placeholder(placeholder) => {
                self.fill(placeholder, violation, enclosing).unwrap_or_else(|| UNKNOWN.to_owned())
            }
        });
        parts.collect()
    }

    fn fill(
        &self,
        what: Placeholder,
        violation: &Violation,
        enclosing: &Enclosing,
    ) -> Option<String> {
        let symbol = |r#type: TypeId| self.facts.symbol(r#type);
        Some(match what {
            Placeholder::Subject => self.subject(violation.subject),
            Placeholder::Function => self.facts.symbol(enclosing.function?),
            Placeholder::Opcode => self
                .facts
                .instruction
                .get(enclosing.instruction?.index())?
                .opcode
                .as_str()
                .to_owned(),
            Placeholder::ResultType => self.result_type(violation.subject, enclosing)?,
            Placeholder::Operand(position) => {
                self.assembly.value(self.operand(enclosing, position)?, enclosing.function)
            }
            Placeholder::OperandType(None) if enclosing.position.is_none() => {
                self.result_type(violation.subject, enclosing)?
            }
            Placeholder::OperandType(position) => {
                symbol(self.assembly.type_of(self.operand(enclosing, position)?)?)
            }
            Placeholder::Callee => {
                let row = self.assembly.index().call_instruction.first(enclosing.instruction?)?;
                self.assembly.value(row.callee, enclosing.function)
            }
            Placeholder::ReturnType => {
                let function = self.facts.function.get(enclosing.function?.index())?;
                let index = self.assembly.index();
                symbol(index.function_type.first(function.function_type)?.return_type)
            }
            Placeholder::Detail => self.detail(violation.detail, enclosing)?,
            Placeholder::DetailType => match violation.detail {
                Detail::Value(value) => symbol(self.assembly.type_of(value)?),
                Detail::Type(r#type) => symbol(r#type),
                _ => return None,
            },
        })
    }

    fn result_type(&self, subject: Subject, enclosing: &Enclosing) -> Option<String> {
        if let Subject::Value(value) = subject {
            return Some(self.facts.symbol(self.assembly.type_of(value)?));
        }
        let result = self.assembly.index().instruction_result.first(enclosing.instruction?);
        Some(match result {
            Some(row) => self.facts.symbol(self.assembly.type_of(row.result)?),
            None => "void".to_owned(),
        })
    }

    /// The operand at `position` of the instruction, or the operand that is the subject.
    fn operand(&self, enclosing: &Enclosing, position: Option<u32>) -> Option<ValueId> {
        let position = position.or(enclosing.position)?;
        let rows = self.assembly.index().instruction_operand.all(enclosing.instruction?);
        rows.iter().find(|row| row.position == position).map(|row| row.operand)
    }

    fn detail(&self, detail: Detail, enclosing: &Enclosing) -> Option<String> {
        Some(match detail {
            Detail::None => return None,
            Detail::Type(it) => self.facts.symbol(it),
            Detail::Value(it) => self.value(it, enclosing),
            Detail::Block(it) => self.value(self.block(it)?.value, enclosing),
            Detail::Function(it) => self.facts.symbol(it),
            Detail::Instruction(it) => match self.assembly.index().instruction_result.first(it) {
                Some(row) => self.value(row.result, enclosing),
                None => self.facts.symbol(it),
            },
            Detail::Metadata(it) => self.facts.symbol(it),
            Detail::Attribute(it) => self.facts.symbol(it),
            Detail::Text(it) => self.facts.display(it).into_owned(),
            Detail::Word(it) => it.to_owned(),
            Detail::Number(it) => it.to_string(),
            Detail::Signed(it) => it.to_string(),
        })
    }

    /// A local by its name, any other value by its id.
    fn value(&self, value: ValueId, enclosing: &Enclosing) -> String {
        let kind = self.facts.value.get(value.index()).map(|row| row.kind);
        match kind {
            Some(ValueKind::Argument | ValueKind::Instruction | ValueKind::Block) => {
                self.assembly.value(value, enclosing.function)
            }
            _ => self.facts.symbol(value),
        }
    }
}

/// The entities that a subject is or belongs to.
#[derive(Default)]
struct Enclosing {
    function: Option<FunctionId>,
    block: Option<BlockId>,
    instruction: Option<InstructionId>,
    position: Option<u32>,
}
