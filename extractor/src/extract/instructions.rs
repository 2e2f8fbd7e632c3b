//! Instructions: their common properties, and the relation of each form.

use facts_schema::*;

use super::Extractor;
use crate::llvm::{self, Form};

/// An instruction that is already numbered.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'m> {
    pub instruction: llvm::Instruction<'m>,
    pub id: InstructionId,
    pub opcode: Opcode,
}

impl<'m> Extractor<'m> {
    /// The rows of an instruction.
    pub(super) fn instruction(&mut self, numbered: Numbered<'m>) {
        let Numbered { instruction, id, opcode } = numbered;
        #[cfg(not(feature = "llvm19-1"))]
        self.debug_records(instruction, id);
        let value = instruction.value();
        if value.r#type().kind() != TypeKind::Void {
            let result = self.value(value);
            self.facts.instruction_result.push(InstructionResult { instruction: id, result });
        }
        for position in 0..instruction.operand_count() {
            if let Some(operand) = instruction.operand(position) {
                let operand = self.value(operand);
                let row = InstructionOperand { instruction: id, position, operand };
                self.facts.instruction_operand.push(row);
            }
        }
        for flag in instruction.flags(opcode) {
            self.facts.instruction_flag.push(InstructionFlagRow { instruction: id, flag });
        }
        self.form(numbered);
        self.attachments(instruction, id);
    }

    /// The metadata and the source location of an instruction.
    fn attachments(&mut self, instruction: llvm::Instruction<'m>, id: InstructionId) {
        if let Some(location) = instruction.location() {
            let location = self.metadata(location);
            self.facts.instruction_location.push(InstructionLocation { instruction: id, location });
        }
        for (kind, metadata) in instruction.metadata() {
            let kind = self.metadata_kind(kind);
            let metadata = self.metadata(metadata);
            let row = InstructionMetadata { instruction: id, attachment_kind: kind, metadata };
            self.facts.instruction_metadata.push(row);
        }
    }

    /// The id of an operand, none if it is missing.
    pub(super) fn operand(
        &mut self,
        instruction: llvm::Instruction<'m>,
        position: u32,
    ) -> Option<ValueId> {
        instruction.operand(position).map(|operand| self.value(operand))
    }

    /// The row of the instruction's form. There is no row if parts of the form are missing, which
    /// happens only in modules under construction or deconstruction.
    fn form(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        match instruction.form(opcode) {
            Form::Ret | Form::Br(_) | Form::Switch(_) | Form::IndirectBr => {
                self.branch(numbered)?;
            }
            Form::Unreachable => {}
            Form::Call(call) => self.call(call, id, opcode)?,
            Form::Resume
            | Form::LandingPad(_)
            | Form::CatchSwitch(_)
            | Form::FuncletPad(_)
            | Form::CatchRet
            | Form::CleanupRet(_) => self.exception(numbered)?,
            Form::Alloca(_) | Form::GetElementPtr(_) => self.address(numbered)?,
            Form::Load(_)
            | Form::Store(_)
            | Form::Fence(_)
            | Form::CmpXchg(_)
            | Form::AtomicRmw(_) => self.access(numbered)?,
            Form::ExtractElement
            | Form::InsertElement
            | Form::ShuffleVector(_)
            | Form::ExtractValue(_)
            | Form::InsertValue(_) => self.aggregate_access(numbered)?,
            _ => self.computation(numbered)?,
        }
        Some(())
    }

    fn computation(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        let first = self.operand(instruction, 0);
        match instruction.form(opcode) {
            Form::Unary => {
                let row = UnaryInstruction { instruction: id, opcode, operand: first? };
                self.facts.unary_instruction.push(row);
            }
            Form::Binary => {
                let row = BinaryInstruction {
                    instruction: id,
                    opcode,
                    first_operand: first?,
                    second_operand: self.operand(instruction, 1)?,
                };
                self.facts.binary_instruction.push(row);
            }
            Form::Conversion => {
                let to_type = self.r#type(instruction.value().r#type());
                let row =
                    ConversionInstruction { instruction: id, opcode, operand: first?, to_type };
                self.facts.conversion_instruction.push(row);
            }
            Form::Comparison(comparison) => {
                let row = ComparisonInstruction {
                    instruction: id,
                    opcode,
                    predicate: comparison.predicate(opcode),
                    first_operand: first?,
                    second_operand: self.operand(instruction, 1)?,
                };
                self.facts.comparison_instruction.push(row);
            }
            Form::Phi(phi) => {
                for ((value, block), position) in phi.incoming().zip(0..) {
                    let value = value.map(|value| self.value(value));
                    let block = block.and_then(|block| self.block(block));
                    if let (Some(value), Some(block)) = (value, block) {
                        let row = PhiIncoming { instruction: id, position, value, block };
                        self.facts.phi_incoming.push(row);
                    }
                }
            }
            Form::Select => {
                let row = SelectInstruction {
                    instruction: id,
                    condition: first?,
                    true_value: self.operand(instruction, 1)?,
                    false_value: self.operand(instruction, 2)?,
                };
                self.facts.select_instruction.push(row);
            }
            Form::VAArg => {
                let r#type = self.r#type(instruction.value().r#type());
                let row = VAArgInstruction { instruction: id, list: first?, r#type };
                self.facts.va_arg_instruction.push(row);
            }
            _ => {}
        }
        Some(())
    }

    fn aggregate_access(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        let first = self.operand(instruction, 0)?;
        let mut indices: &[u32] = &[];
        match instruction.form(opcode) {
            Form::ExtractElement => {
                let index = self.operand(instruction, 1)?;
                let row = ExtractElementInstruction { instruction: id, vector: first, index };
                self.facts.extractelement_instruction.push(row);
            }
            Form::InsertElement => {
                let row = InsertElementInstruction {
                    instruction: id,
                    vector: first,
                    element: self.operand(instruction, 1)?,
                    index: self.operand(instruction, 2)?,
                };
                self.facts.insertelement_instruction.push(row);
            }
            Form::ShuffleVector(shuffle) => {
                let row = ShuffleVectorInstruction {
                    instruction: id,
                    first_vector: first,
                    second_vector: self.operand(instruction, 1)?,
                };
                self.facts.shufflevector_instruction.push(row);
                self.facts.shuffle_mask.extend(shuffle.mask().zip(0..).filter_map(
                    |(element, position)| {
                        Some(ShuffleMask { instruction: id, position, element_index: element? })
                    },
                ));
            }
            Form::ExtractValue(extract) => {
                indices = extract.indices();
                let row = ExtractValueInstruction { instruction: id, aggregate: first };
                self.facts.extractvalue_instruction.push(row);
            }
            Form::InsertValue(insert) => {
                indices = insert.indices();
                let value = self.operand(instruction, 1)?;
                let row = InsertValueInstruction { instruction: id, aggregate: first, value };
                self.facts.insertvalue_instruction.push(row);
            }
            _ => {}
        }
        self.facts.aggregate_index.extend((0..).zip(indices).map(|(position, &index)| {
            AggregateIndex { instruction: id, position, member_index: index }
        }));
        Some(())
    }

    fn branch(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        let first = self.operand(instruction, 0);
        let successors: Vec<_> = instruction.successors().collect();
        let targets: Vec<_> =
            successors.into_iter().map(|it| it.and_then(|it| self.block(it))).collect();
        let target = |position: usize| targets.get(position).copied().flatten();
        match instruction.form(opcode) {
            Form::Br(br) if br.is_conditional() => {
                self.facts.conditional_branch.push(ConditionalBranch {
                    instruction: id,
                    condition: first?,
                    true_target: target(0)?,
                    false_target: target(1)?,
                });
            }
            Form::Br(_) => {
                let row = UnconditionalBranch { instruction: id, target: target(0)? };
                self.facts.unconditional_branch.push(row);
            }
            Form::Switch(switch) => self.switch(switch, id, first?)?,
            Form::IndirectBr => {
                let row = IndirectBranch { instruction: id, address: first? };
                self.facts.indirectbr_instruction.push(row);
                self.indirect_targets(id, targets);
            }
            Form::Ret => {
                if let Some(value) = first {
                    self.facts.return_value.push(ReturnValue { instruction: id, value });
                }
            }
            _ => {}
        }
        Some(())
    }

    fn switch(
        &mut self,
        switch: llvm::Switch<'m>,
        id: InstructionId,
        condition: ValueId,
    ) -> Option<()> {
        let default_target = self.block(switch.default_target()?)?;
        self.facts.switch_instruction.push(SwitchInstruction {
            instruction: id,
            condition,
            default_target,
        });
        for ((value, target), position) in switch.cases().zip(0..) {
            let value = self.value(value?);
            let target = self.block(target?)?;
            self.facts.switch_case.push(SwitchCase { instruction: id, position, value, target });
        }
        Some(())
    }

    pub(super) fn indirect_targets(
        &mut self,
        instruction: InstructionId,
        targets: Vec<Option<BlockId>>,
    ) {
        self.facts.indirect_target.extend((0..).zip(targets).filter_map(|(position, target)| {
            Some(IndirectTarget { instruction, position, target: target? })
        }));
    }
}
