//! Functions and blocks.

use facts_schema::*;

use super::Renderer;
use crate::index::Strict;

impl Renderer<'_> {
    /// All functions, line by line.
    pub fn functions(&self) -> Vec<String> {
        self.facts.function.iter().flat_map(|function| self.function(function)).collect()
    }

    fn function(&self, function: &Function) -> Vec<String> {
        let blocks = self.blocks.list(function.function, |row| row.position);
        let is_declared = self.index.global_flag.all(function.value);
        let is_declared = is_declared.iter().any(|row| row.flag == GlobalFlag::Declaration);
        assert_eq!(is_declared, blocks.is_empty(), "a function is declared when it has no block");
        let mut lines = vec![self.line(|writer| writer.signature(function))];
        for block in &blocks {
            self.block(block, &mut lines);
        }
        if !blocks.is_empty() {
            lines.push("}".to_owned());
        }
        lines
    }

    fn block(&self, block: &Block, lines: &mut Vec<String>) {
        let is_named = self.index.value_name.find(block.value).is_some();
        // LLVM omits the number of the entry block.
        if is_named || block.position > 0 {
            let label = &self.locals[&block.value];
            lines.push(format!("{}:", label.strip_prefix('%').expect("a local name")));
        }
        for instruction in self.block_instructions(block.block) {
            self.debug_records(instruction.instruction, lines);
            let text = self.line(|writer| writer.instruction(instruction.instruction));
            lines.extend(text.lines().map(str::to_owned));
        }
    }
}
