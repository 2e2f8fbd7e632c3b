//! Calls and exception handling.

use facts_schema::*;

use super::Extractor;
use super::instructions::Numbered;
use crate::llvm::{self, Form};

impl<'m> Extractor<'m> {
    /// The rows of a `call`, `invoke` or `callbr`.
    pub(super) fn call(
        &mut self,
        call: llvm::Call<'m>,
        instruction: InstructionId,
        opcode: Opcode,
    ) -> Option<()> {
        let row = CallInstruction {
            instruction,
            opcode,
            callee: self.value(call.callee()?),
            function_type: self.r#type(call.function_type()),
            calling_convention: self.calling_convention(call.calling_convention()),
        };
        self.facts.call_instruction.push(row);
        for (argument, position) in call.arguments().zip(0..) {
            if let Some(argument) = argument {
                let argument = self.value(argument);
                self.facts.call_argument.push(CallArgument { instruction, position, argument });
            }
        }
        for (bundle, position) in call.bundles().zip(0..) {
            let row = OperandBundle {
                instruction,
                position,
                tag: self.text(&bundle.tag),
                input_count: bundle.inputs.len() as u32,
            };
            self.facts.operand_bundle.push(row);
            for (input, input_position) in bundle.inputs.into_iter().zip(0..) {
                if let Some(input) = input {
                    let row = OperandBundleInput {
                        instruction,
                        bundle: position,
                        position: input_position,
                        value: self.value(input),
                    };
                    self.facts.operand_bundle_input.push(row);
                }
            }
        }
        self.call_attributes(call, instruction);
        if let Some(kind) = call.tail_call_kind(opcode) {
            self.facts.tail_call.push(TailCall { instruction, kind });
        }
        if let Some((normal, unwind)) = call.invoke_targets(opcode) {
            let row = InvokeInstruction {
                instruction,
                normal_target: self.block(normal?)?,
                unwind_target: self.block(unwind?)?,
            };
            self.facts.invoke_instruction.push(row);
        }
        if let Some((default, indirect)) = call.callbr_targets(opcode) {
            let default_target = self.block(default?)?;
            self.facts.callbr_instruction.push(CallBrInstruction { instruction, default_target });
            let targets = indirect.into_iter().map(|it| it.and_then(|it| self.block(it))).collect();
            self.indirect_targets(instruction, targets);
        }
        Some(())
    }

    /// The rows of an exception handling instruction.
    pub(super) fn exception(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction: llvm_instruction, id: instruction, opcode } = numbered;
        match llvm_instruction.form(opcode) {
            Form::Resume => {
                let value = self.operand(llvm_instruction, 0)?;
                self.facts.resume_instruction.push(ResumeInstruction { instruction, value });
            }
            Form::LandingPad(pad) => {
                for ((kind, value), position) in pad.clauses().zip(0..) {
                    let value = self.value(value);
                    let row = LandingPadClause { instruction, position, kind, value };
                    self.facts.landingpad_clause.push(row);
                }
            }
            Form::CatchSwitch(switch) => {
                let parent = self.operand(llvm_instruction, 0)?;
                self.facts.funclet_pad.push(FuncletPad { instruction, opcode, parent });
                for (handler, position) in switch.handlers().into_iter().zip(0..) {
                    let handler = self.block(handler?)?;
                    let row = CatchSwitchHandler { instruction, position, handler };
                    self.facts.catchswitch_handler.push(row);
                }
                self.unwind_target(instruction, switch.unwind_target());
            }
            Form::FuncletPad(pad) => {
                let count = pad.argument_count();
                // The parent comes after the arguments.
                let parent = self.operand(llvm_instruction, count)?;
                self.facts.funclet_pad.push(FuncletPad { instruction, opcode, parent });
                for position in 0..count {
                    let argument = self.operand(llvm_instruction, position)?;
                    let row = FuncletPadArgument { instruction, position, argument };
                    self.facts.funclet_pad_argument.push(row);
                }
            }
            Form::CatchRet => {
                let pad = self.operand(llvm_instruction, 0)?;
                let target = llvm_instruction.successors().next()??;
                let target = self.block(target)?;
                self.facts.catchret_instruction.push(CatchRetInstruction {
                    instruction,
                    pad,
                    target,
                });
            }
            Form::CleanupRet(cleanupret) => {
                let pad = self.operand(llvm_instruction, 0)?;
                self.facts.cleanupret_instruction.push(CleanupRetInstruction { instruction, pad });
                self.unwind_target(instruction, cleanupret.unwind_target());
            }
            _ => {}
        }
        Some(())
    }

    fn unwind_target(&mut self, instruction: InstructionId, target: Option<llvm::Block<'m>>) {
        if let Some(target) = target.and_then(|target| self.block(target)) {
            self.facts.unwind_target.push(UnwindTarget { instruction, target });
        }
    }
}
