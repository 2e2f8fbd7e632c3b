//! The successors of a block.

use facts_schema::{Instruction, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashSet;

use crate::body::Body;
use crate::finding::{Cause, Finding};
use crate::machine::{End, Frame, Machine, Mode};
use crate::operations::truth;
use crate::state::State;
use crate::value::Value;

/// The continuation of control after a block.
pub(crate) enum Next {
    /// Control continues in these blocks, with these states.
    Blocks(Vec<(usize, State)>),
    /// Control returns to the caller, with this result and memory, by this instruction.
    Returns(Value, State, InstructionId),
    Ends(End),
}

impl<'f> Machine<'_, 'f> {
    /// Runs a block that is entered from `from`, in the mode of the frame.
    pub(crate) fn block(
        &mut self,
        frame: &mut Frame<'f>,
        mut state: State,
        block: usize,
        from: &[usize],
    ) -> Next {
        let body = std::rc::Rc::clone(&frame.body);
        let is_in_cycle = body.is_in_cycle.get(block).copied().unwrap_or(true);
        frame.may_repeat = frame.caller_repeats || (frame.mode == Mode::Flow && is_in_cycle);
        frame.may_stop = false;
        let rows = body.blocks.get(block).copied().unwrap_or_default();
        let phis = rows.iter().take_while(|it| it.opcode == Opcode::Phi).count();
        let (phis, rows) = rows.split_at(phis);
        self.phis(frame, &mut state, phis, from);
        let Some((terminator, rows)) = rows.split_last() else { return Next::Ends(End::NoReturn) };
        for row in rows {
            if let Err(end) = self.step(frame, &mut state, row) {
                return Next::Ends(end);
            }
        }
        self.terminator(frame, state, terminator, &body)
    }

    /// All phis of a block take their values simultaneously.
    fn phis(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        phis: &[Instruction],
        from: &[usize],
    ) {
        let mut found = Vec::new();
        for row in phis {
            self.count(frame);
            let incoming = self.view.phi_incoming.all(row.instruction).iter();
            let comes = incoming.filter(|it| {
                frame.body.number(it.block).is_some_and(|block| from.contains(&block))
            });
            let values: Vec<ValueId> = comes.map(|it| it.value).collect();
            let values: Vec<Value> =
                values.into_iter().map(|it| self.kept(frame, state, it)).collect();
            let joined = values.iter().copied().reduce(|one, other| one.join(other, frame.grows));
            let joined = joined.unwrap_or(Value::Unknown);
            if joined == Value::Unknown {
                values.into_iter().for_each(|it| state.escape(it));
            }
            found.push((row.instruction, joined));
        }
        for (instruction, value) in found {
            self.define(frame, state, instruction, value);
        }
    }

    fn terminator(
        &mut self,
        frame: &mut Frame<'f>,
        mut state: State,
        row: &Instruction,
        body: &Body,
    ) -> Next {
        let view = self.view;
        let instruction = row.instruction;
        let number = |block| body.number(block);
        match row.opcode {
            Opcode::Ret => {
                let operand = view.return_value.first(instruction).map(|it| it.value);
                let value = operand.map_or(Value::Unknown, |it| self.value(frame, &state, it));
                let finding = operand.and_then(|it| Finding::of_deferred(instruction, it, value));
                if let Some(finding) = finding.filter(|_| self.is_noundef_result(frame.function)) {
                    return Next::Ends(End::Undefined(finding));
                }
                Next::Returns(value, state, instruction)
            }
            Opcode::Unreachable => Next::Ends(End::NoReturn),
            Opcode::Br => {
                if let Some(row) = view.unconditional_branch.first(instruction) {
                    return Next::Blocks(
                        number(row.target).map(|it| (it, state)).into_iter().collect(),
                    );
                }
                let Some(row) = view.conditional_branch.first(instruction) else {
                    return Next::Ends(End::NoReturn);
                };
                let condition = self.value(frame, &state, row.condition);
                let finding = Finding::of_deferred(instruction, row.condition, condition);
                if let Some(finding) = finding {
                    return Next::Ends(End::Undefined(finding));
                }
                let [may_be_true, may_be_false] =
                    [true, false].map(|holds| match truth(condition) {
                        Some(known) => known == holds,
                        // If undef can also be chosen so that the condition has the other value, the branch is
                        // undefined.
                        None => {
                            let otherwise = -i128::from(!holds);
                            !self.can_be(frame, &state, row.condition, otherwise)
                        }
                    });
                if !may_be_true && !may_be_false {
                    // Each outcome can be chosen.
                    let finding = Finding::new(instruction, row.condition, Cause::Uninitialised);
                    return Next::Ends(End::Undefined(finding));
                }
                let (mut if_true, mut if_false) = (state.clone(), state);
                let mut blocks = Vec::new();
                if may_be_true && self.assume(frame, &mut if_true, row.condition, true) {
                    blocks.extend(number(row.true_target).map(|it| (it, if_true)));
                }
                if may_be_false && self.assume(frame, &mut if_false, row.condition, false) {
                    blocks.extend(number(row.false_target).map(|it| (it, if_false)));
                }
                Next::Blocks(blocks)
            }
            Opcode::Switch => self.switch(frame, state, instruction, body),
            Opcode::Invoke => self.invoke(frame, state, row, body),
            Opcode::CallBr => {
                let _ = self.step(frame, &mut state, row);
                self.all_successors(body, row, state)
            }
            Opcode::Resume => Next::Ends(End::NoReturn),
            _ => self.all_successors(body, row, state),
        }
    }

    fn switch(
        &mut self,
        frame: &Frame<'f>,
        mut state: State,
        instruction: InstructionId,
        body: &Body,
    ) -> Next {
        let view = self.view;
        let Some(row) = view.switch_instruction.first(instruction) else {
            return Next::Ends(End::NoReturn);
        };
        let condition = self.value(frame, &state, row.condition);
        let finding = Finding::of_deferred(instruction, row.condition, condition);
        if let Some(finding) = finding {
            return Next::Ends(End::Undefined(finding));
        }
        let mut blocks: Vec<(usize, State)> = Vec::new();
        let range = match condition {
            Value::Integer { range, .. } => Some(range),
            _ => None,
        };
        let mut is_default_possible = true;
        let mut covered = FxHashSet::default();
        let kept = self.operand(frame, row.condition);
        for case in view.switch_case.all(instruction) {
            let constant = self.constant(case.value);
            let value = match constant {
                Value::Integer { range, .. } => range.exact(),
                _ => None,
            };
            if let (Some(range), Some(value)) = (range, value) {
                if !range.contains(value) {
                    continue;
                }
                covered.insert(value);
                let is_complete = covered.len() as i128 > range.high - range.low;
                is_default_possible &= !is_complete;
            }
            let mut taken = state.clone();
            if self.learn_equality(&mut taken, kept, constant, true)
                && self.assume_case(&mut taken, condition, case.value)
            {
                blocks.extend(body.number(case.target).map(|it| (it, taken)));
            }
            is_default_possible &= self.learn_equality(&mut state, kept, constant, false);
        }
        if is_default_possible {
            blocks.extend(body.number(row.default_target).map(|it| (it, state)));
        }
        Next::Blocks(blocks)
    }

    fn invoke(
        &mut self,
        frame: &mut Frame<'f>,
        mut state: State,
        terminator: &Instruction,
        body: &Body,
    ) -> Next {
        let view = self.view;
        let instruction = terminator.instruction;
        let Some(row) = view.invoke_instruction.first(instruction) else {
            return Next::Ends(End::NoReturn);
        };
        let callee = view.call_instruction.first(instruction);
        let callee = callee.and_then(|it| view.as_function(it.callee));
        self.learn_passed(frame, &mut state, instruction, callee);
        // If the call throws, its effects are not known.
        let mut unwound = state.clone();
        let before = std::mem::replace(&mut frame.may_stop, false);
        let ended = self.step(frame, &mut state, terminator);
        let may_unwind = frame.may_stop || ended.is_err();
        frame.may_stop |= before;
        let mut blocks = Vec::new();
        match ended {
            Err(end @ End::Undefined(_)) => return Next::Ends(end),
            Err(End::NoReturn) => {}
            Ok(()) => blocks.extend(body.number(row.normal_target).map(|it| (it, state))),
        }
        if may_unwind {
            let arguments = view.call_argument.all(instruction).iter();
            let arguments: Vec<ValueId> = arguments.map(|it| it.argument).collect();
            self.unknown_call(frame, &mut unwound, &arguments);
            blocks.extend(body.number(row.unwind_target).map(|it| (it, unwound)));
        }
        Next::Blocks(blocks)
    }

    fn all_successors(&self, body: &Body, row: &Instruction, state: State) -> Next {
        let block = body.number(row.block);
        let successors = block.and_then(|it| body.successors.get(it));
        let targets = successors.into_iter().flatten();
        Next::Blocks(targets.map(|it| (*it, state.clone())).collect())
    }
}
