//! Functions and their blocks.

use facts_schema::*;

use super::Extractor;
use super::instructions::Numbered;
use crate::Phase;
use crate::llvm;

impl<'m> Extractor<'m> {
    /// The functions and their contents.
    pub(super) fn functions(&mut self, on_phase: &mut dyn FnMut(Phase)) {
        let functions: Vec<_> = self.module.functions().collect();
        for (function, number) in functions.iter().zip(0..) {
            if number % 64 == 0 {
                on_phase(Phase::Extracting(number as usize, functions.len()));
            }
            self.enter(FunctionId(number));
            self.head(*function, FunctionId(number));
            self.body(*function, FunctionId(number));
        }
    }

    fn head(&mut self, function: llvm::Function<'m>, id: FunctionId) {
        let value = self.value(function.value());
        self.global(value, &function.value().global_parts());
        self.calling_convention(function.calling_convention());
        if let Some(intrinsic) = function.intrinsic() {
            let intrinsic = self.text(intrinsic);
            self.facts.intrinsic.push(Intrinsic { function: id, intrinsic });
        }
        if let Some(name) = function.intrinsic_name() {
            let name = self.text(&name);
            self.facts.intrinsic_name.push(IntrinsicName { function: id, name });
        }
        if !function.garbage_collector().is_empty() {
            let collector = self.text(function.garbage_collector());
            self.facts.garbage_collector.push(GarbageCollector { function: id, collector });
        }
        if let Some(personality) = function.personality() {
            let personality = self.value(personality);
            self.facts.personality.push(Personality { function: id, personality });
        }
        if let Some(data) = function.prefix_data() {
            let data = self.value(data);
            self.facts.prefix_data.push(PrefixData { function: id, data });
        }
        if let Some(data) = function.prologue_data() {
            let data = self.value(data);
            self.facts.prologue_data.push(PrologueData { function: id, data });
        }
        self.function_attributes(function, id);
    }

    /// Returns the number itself, after recording its name.
    pub(super) fn calling_convention(&mut self, number: u32) -> u32 {
        if self.calling_conventions.insert(number) {
            let name = self.scratch.calling_convention(number);
            let name = self.text(&name);
            self.facts.calling_convention.push(CallingConvention { number, name });
        }
        number
    }

    fn body(&mut self, function: llvm::Function<'m>, id: FunctionId) {
        let mut prefix = Vec::new();
        self.push_symbol(id, &mut prefix);
        prefix.extend_from_slice(b":#");
        let prefix = self.facts.symbols.table_mut(Entity::Instruction).prefix(&prefix);
        let mut position = 0;
        let first_block = self.local_keys[id.index()].first_block;
        for (block, number) in function.blocks().zip(first_block.0..) {
            let block_id = BlockId(number);
            for instruction in block.instructions() {
                let instruction_id = InstructionId(self.facts.instruction.len() as u32);
                let opcode = instruction.opcode();
                self.facts.symbols.table_mut(Entity::Instruction).push_number(prefix, position);
                self.facts.instruction.push(Instruction {
                    instruction: instruction_id,
                    function: id,
                    block: block_id,
                    position,
                    opcode,
                });
                position += 1;
                self.instruction(Numbered { instruction, id: instruction_id, opcode });
            }
            self.terminator(block, block_id);
        }
    }

    /// The rows of the terminator of a block whose instructions already have rows.
    fn terminator(&mut self, block: llvm::Block<'m>, id: BlockId) {
        let Some(terminator) = block.terminator() else { return };
        // The terminator is the last instruction of its block, and therefore the most recent row.
        let instruction = InstructionId(self.facts.instruction.len() as u32 - 1);
        self.facts.block_terminator.push(BlockTerminator { block: id, instruction });
        for (successor, position) in terminator.successors().zip(0..) {
            if let Some(successor) = successor.and_then(|it| self.block(it)) {
                let row = BlockSuccessor { block: id, position, successor };
                self.facts.block_successor.push(row);
            }
        }
    }
}
