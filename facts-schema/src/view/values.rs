//! Properties of a single value, instruction or function.

use std::ops::Range;

use super::{FunctionArgument, View};
use crate::*;

impl<'f> View<'f> {
    /// The kind of a value.
    pub fn kind_of(&self, value: ValueId) -> Option<ValueKind> {
        Some(self.facts.value.get(value.index())?.kind)
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        Some(self.facts.value.get(value.index())?.r#type)
    }

    /// The instruction that computes a value.
    pub fn definition_of(&self, value: ValueId) -> Option<InstructionId> {
        let definitions = self.definitions.get_or_init(|| {
            let mut definitions = vec![None; self.facts.value.len()];
            for row in &self.facts.instruction_result {
                if let Some(definition) = definitions.get_mut(row.result.index()) {
                    *definition = Some(row.instruction);
                }
            }
            definitions
        });
        *definitions.get(value.index())?
    }

    /// The name of a value, for comparison with names that rules know; empty if it has none.
    pub fn name_of(&self, value: ValueId) -> &'f str {
        self.value_name.first(value).map_or("", |row| self.text(row.name))
    }

    /// The name of a function, for comparison with names that rules know; empty if it has none.
    pub fn name_of_function(&self, function: FunctionId) -> &'f str {
        self.function.first(function).map_or("", |row| self.name_of(row.value))
    }

    /// The name of the intrinsic that a function is, without the types.
    pub fn intrinsic_name(&self, function: FunctionId) -> Option<&'f str> {
        self.intrinsic.first(function).map(|row| self.text(row.intrinsic))
    }

    /// The name of the intrinsic that an instruction calls, without the types.
    pub fn called_intrinsic(&self, instruction: InstructionId) -> Option<&'f str> {
        let callee = self.call_instruction.first(instruction)?.callee;
        self.intrinsic_name(self.as_function(callee)?)
    }

    /// The function that contains an argument, a block or the result of an instruction.
    pub fn owner_of(&self, value: ValueId) -> Option<FunctionId> {
        Some(self.value_owner().first(value)?.function)
    }

    /// The function that a value denotes.
    pub fn as_function(&self, value: ValueId) -> Option<FunctionId> {
        Some(self.value_function().first(value)?.function)
    }

    /// Whether a function may return, according to its attributes.
    pub fn may_return(&self, function: FunctionId) -> bool {
        !self.has_attribute(function, "noreturn")
    }

    /// Whether a function has the attribute with this name.
    pub fn has_attribute(&self, function: FunctionId, name: &str) -> bool {
        let attributes = self.function_attribute.all(function).iter();
        attributes.map(|row| row.attribute).any(|it| self.is_attribute(it, name))
    }

    /// Whether an attribute has this name.
    pub fn is_attribute(&self, attribute: AttributeId, name: &str) -> bool {
        self.attribute.first(attribute).is_some_and(|it| self.text(it.name) == name)
    }

    /// The metadata attached to an instruction as this kind; the first, if there are several.
    pub fn attachment(&self, instruction: InstructionId, kind: &str) -> Option<MetadataId> {
        let attachments = self.instruction_metadata.all(instruction).iter();
        Some(attachments.into_iter().find(|it| self.text(it.attachment_kind) == kind)?.metadata)
    }

    /// Whether a function was compiled from source code, recognised by its attribute for the target
    /// processor. Clang, rustc and other compilers add the attribute to each function, and LLVM's
    /// tools preserve it; handwritten IR does not need it.
    pub fn is_compiled(&self, function: FunctionId) -> bool {
        self.has_attribute(function, "target-cpu")
    }

    /// The signed value of an integer constant, if it fits into 128 bits.
    pub fn signed(&self, constant: ValueId) -> Option<i128> {
        self.constant_number().first(constant)?.signed
    }

    /// The unsigned value of an integer constant, if it fits into 128 bits.
    pub fn unsigned(&self, constant: ValueId) -> Option<u128> {
        self.constant_number().first(constant)?.unsigned
    }

    /// Whether a global variable, function, alias or ifunc has a flag.
    pub fn has_flag(&self, global: ValueId, flag: GlobalFlag) -> bool {
        self.global_flag.all(global).iter().any(|row| row.flag == flag)
    }

    /// Whether a type has a flag.
    pub fn has_type_flag(&self, r#type: TypeId, flag: TypeFlag) -> bool {
        self.type_flag.all(r#type).iter().any(|row| row.flag == flag)
    }

    /// Whether an instruction has a flag.
    pub fn has_instruction_flag(&self, instruction: InstructionId, flag: InstructionFlag) -> bool {
        self.instruction_flag.all(instruction).iter().any(|row| row.flag == flag)
    }

    /// Whether a load or store is neither volatile nor atomic.
    pub fn is_simple_access(&self, instruction: InstructionId) -> bool {
        !self.has_instruction_flag(instruction, InstructionFlag::Volatile)
            && self.atomic_ordering.first(instruction).is_none()
    }

    /// Whether a value is the address of a whole object: a global variable or an alloca.
    pub fn is_object(&self, value: ValueId) -> bool {
        let opcode = self.definition_of(value).and_then(|it| self.opcode_of(it));
        opcode == Some(Opcode::Alloca) || self.kind_of(value) == Some(ValueKind::GlobalVariable)
    }

    /// The result of an instruction.
    pub fn result_of(&self, instruction: InstructionId) -> Option<ValueId> {
        let results = self.results.get_or_init(|| {
            let mut results = vec![None; self.facts.instruction.len()];
            for row in &self.facts.instruction_result {
                if let Some(result) = results.get_mut(row.instruction.index()) {
                    *result = Some(row.result);
                }
            }
            results
        });
        *results.get(instruction.index())?
    }

    /// The function that contains an instruction.
    pub fn function_of(&self, instruction: InstructionId) -> Option<FunctionId> {
        Some(self.facts.instruction.get(instruction.index())?.function)
    }

    /// The opcode of an instruction.
    pub fn opcode_of(&self, instruction: InstructionId) -> Option<Opcode> {
        Some(self.facts.instruction.get(instruction.index())?.opcode)
    }

    /// The instructions of a function, which have consecutive numbers.
    pub fn instructions_of(&self, function: FunctionId) -> Range<InstructionId> {
        let range = self.bodies().instructions.of_function(function);
        InstructionId(range.start)..InstructionId(range.end)
    }

    /// The blocks of a function, which have consecutive numbers.
    pub fn blocks_of(&self, function: FunctionId) -> Range<BlockId> {
        let range = self.bodies().blocks.of_function(function);
        BlockId(range.start)..BlockId(range.end)
    }

    fn bodies(&self) -> &Bodies {
        self.bodies.get_or_init(|| Bodies {
            instructions: Ranges::of(self.facts.instruction.iter().map(|row| row.function)),
            blocks: Ranges::of(self.facts.block.iter().map(|row| row.function)),
        })
    }

    /// Whether a function has blocks.
    pub fn has_body(&self, function: FunctionId) -> bool {
        !self.blocks_of(function).is_empty()
    }

    /// The parameter at `position` of a function, as a value.
    pub fn argument(&self, function: FunctionId, position: u32) -> Option<ValueId> {
        let is_it = |row: &&FunctionArgument| row.position == position;
        Some(self.function_argument().all(function).iter().find(is_it)?.value)
    }

    /// The argument that a call passes at `position`.
    pub fn argument_of_call(&self, call: InstructionId, position: u32) -> Option<ValueId> {
        let arguments = self.call_argument.all(call);
        Some(arguments.iter().find(|row| row.position == position)?.argument)
    }
}

/// The ranges of the rows of each function.
pub struct Bodies {
    instructions: Ranges,
    blocks: Ranges,
}

/// The row numbers of each function, which are consecutive.
struct Ranges {
    /// By function: its first row, or the first row of a later function; the last element is the
    /// number of rows.
    starts: Vec<u32>,
}

impl Ranges {
    /// The ranges of rows that belong to these functions, in order.
    fn of(functions: impl Iterator<Item = FunctionId>) -> Self {
        let mut starts = vec![0];
        let mut count = 0;
        for function in functions {
            starts.resize(starts.len().max(function.index() + 1), count);
            count += 1;
        }
        starts.push(count);
        Self { starts }
    }

    fn of_function(&self, function: FunctionId) -> Range<u32> {
        let end = self.starts.last().copied().unwrap_or(0);
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(end);
        start(function.index())..start(function.index().saturating_add(1))
    }
}
