//! The parts of a module outside of functions.

use facts_schema::assembly::{metadata_name, quoted};
use facts_schema::*;

use super::Renderer;
use crate::index::Strict;

impl Renderer<'_> {
    /// Source file, target and module-level assembly.
    pub fn header(&self) -> Vec<String> {
        let &[module] = self.facts.module.as_slice() else { panic!("one module expected") };
        let mut lines = Vec::new();
        let texts = [
            ("source_filename", module.source_file),
            ("target datalayout", module.data_layout),
            ("target triple", module.target_triple),
        ];
        for (what, text) in texts {
            if !self.facts.text(text).is_empty() {
                lines.push(format!("{what} = {}", self.quoted(text)));
            }
        }
        let mut assembly = self.facts.module_assembly.clone();
        assembly.sort_by_key(|row| row.position);
        for (expected, row) in assembly.iter().enumerate() {
            assert_eq!(row.position as usize, expected);
            lines.push(format!("module asm {}", self.quoted(row.assembly)));
        }
        lines
    }

    pub fn comdats(&self) -> Vec<String> {
        let row =
            |row: &Comdat| format!("${} = comdat {}", self.name(row.name), row.selection.as_str());
        self.facts.comdat.iter().map(row).collect()
    }

    /// Variables, aliases and ifuncs.
    pub fn variables(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for global in self.globals_of_kind(ValueKind::GlobalVariable) {
            lines.push(self.line(|writer| writer.variable(&global)));
        }
        for kind in [ValueKind::Alias, ValueKind::IFunc] {
            for global in self.globals_of_kind(kind) {
                lines.push(self.line(|writer| writer.indirection(&global)));
            }
        }
        lines
    }

    /// The named metadata of the module.
    pub fn named_metadata(&self) -> Vec<String> {
        let mut rows = self.facts.named_metadata.clone();
        rows.sort_by_key(|row| row.position);
        rows.iter()
            .enumerate()
            .map(|(expected, row)| {
                assert_eq!(row.position as usize, expected);
                let operands = self.index.named_metadata_operand.list(row.name, |row| row.position);
                assert_eq!(operands.len(), row.operand_count as usize);
                let operands = operands.iter().map(|row| self.metadata(row.operand_metadata));
                let name = metadata_name(self.facts.text(row.name));
                format!("!{name} = !{{{}}}", super::commas(operands))
            })
            .collect()
    }

    /// The module flags: the operand position in `!llvm.module.flags`, behaviour, name, value.
    pub fn module_flags(&self) -> Vec<String> {
        let mut rows = self.facts.module_flag.clone();
        rows.sort_by_key(|row| row.position);
        rows.iter()
            .map(|row| {
                let name = quoted(self.facts.text(row.name));
                let (position, behavior) = (row.position, row.behavior.as_str());
                format!("{position} {behavior} {name} {}", self.metadata(row.metadata))
            })
            .collect()
    }
}
