//! Metadata about source code: locations, scopes, files, variables and debug records.

use facts_schema::*;

use crate::extract::Extractor;
use crate::extract::fields::{FieldValue, PrintedNode};
use crate::llvm;

impl<'m> Extractor<'m> {
    pub(super) fn location(&mut self, location: MetadataId, parts: llvm::LocationParts<'m>) {
        if let Some(scope) = parts.scope {
            let row = SourceLocation {
                location,
                line: parts.line,
                column: parts.column,
                scope: self.metadata(scope),
            };
            self.facts.source_location.push(row);
        }
        if let Some(call) = parts.inlined_at {
            let call_location = self.metadata(call);
            self.facts.inlined_at.push(InlinedAt { location, call_location });
        }
    }

    /// Adds the source information that a reference carries.
    pub(super) fn source_reference(
        &mut self,
        id: MetadataId,
        kind: MetadataKind,
        field: &[u8],
        target: MetadataId,
    ) {
        let is_block = matches!(kind, MetadataKind::LexicalBlock | MetadataKind::LexicalBlockFile);
        if field == b"scope" && is_block {
            self.metadata.parents.insert(id, target);
        }
        if field == b"file" && (is_block || kind == MetadataKind::Subprogram) {
            self.facts.scope_file.push(ScopeFile { scope: id, file: target });
        }
    }

    /// Adds the source information that a node carries.
    pub(super) fn source_entity(&mut self, id: MetadataId, kind: MetadataKind, node: &PrintedNode) {
        let value = |name: &[u8]| node.fields.iter().find(|field| field.0 == name).map(|it| &it.1);
        let string = |name: &[u8]| match value(name) {
            Some(FieldValue::String(text)) => text.as_slice(),
            _ => b"",
        };
        let line = match value(b"line") {
            Some(FieldValue::Text(digits)) => {
                std::str::from_utf8(digits).ok().and_then(|it| it.parse().ok()).unwrap_or(0)
            }
            _ => 0,
        };
        match kind {
            MetadataKind::File => {
                let name = self.text(string(b"filename"));
                let directory = self.text(string(b"directory"));
                self.facts.source_file.push(SourceFile { file: id, name, directory });
            }
            MetadataKind::Subprogram => {
                let name = self.text(string(b"name"));
                self.facts.subprogram.push(Subprogram { subprogram: id, name, line });
            }
            MetadataKind::LocalVariable | MetadataKind::GlobalVariable => {
                let name = self.text(string(b"name"));
                self.facts.source_variable.push(SourceVariable { variable: id, name, line });
            }
            _ => {}
        }
    }

    /// Follows each scope to its subprogram. Ill-formed scopes may lead nowhere or form a cycle.
    pub(in crate::extract) fn resolve_scopes(&mut self) {
        let kinds = &self.facts.metadata;
        let rows = kinds.iter().filter_map(|row| {
            let scope = row.metadata;
            let subprogram = std::iter::successors(Some(scope), |scope| {
                self.metadata.parents.get(scope).copied()
            })
            .take(self.metadata.parents.len() + 1)
            .find(|scope| kinds[scope.index()].kind == MetadataKind::Subprogram)?;
            Some(ScopeSubprogram { scope, subprogram })
        });
        self.facts.scope_subprogram = rows.collect();
    }

    /// The debug records before an instruction.
    #[cfg(not(feature = "llvm19-1"))]
    pub(in crate::extract) fn debug_records(
        &mut self,
        llvm_instruction: llvm::Instruction<'m>,
        instruction: InstructionId,
    ) {
        for (record, position) in llvm_instruction.debug_records().zip(0..) {
            let kind = record.kind();
            self.facts.debug_record.push(DebugRecord { instruction, position, kind });
            if let Some((variable, expression)) = record.variable() {
                let variable = self.metadata(variable);
                let expression = self.metadata(expression);
                let row = DebugRecordVariable { instruction, position, variable, expression };
                self.facts.debug_record_variable.push(row);
                let count = self.metadata.operand_counts.get(&expression).copied().unwrap_or(1);
                for operand_position in 0..count {
                    if let Some(operand) = record.operand(operand_position) {
                        let operand = self.value(operand);
                        self.facts.debug_record_operand.push(DebugRecordOperand {
                            instruction,
                            position,
                            operand_position,
                            operand,
                        });
                    }
                }
            }
            if let Some(location) = record.location() {
                let location = self.metadata(location);
                let row = DebugRecordLocation { instruction, position, location };
                self.facts.debug_record_location.push(row);
            }
        }
    }
}
