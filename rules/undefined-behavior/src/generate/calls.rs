//! Calls: what goes in, what comes back, and what intrinsics compute.

use facts_schema::{
    Certainty, DeferredReason, FunctionId, Instruction, InstructionId, UbCause, ValueId,
};

use super::Builder;
use crate::control::Place;
use crate::module::Promise;
use crate::parts::Part;
use crate::programs::intrinsics::Computation;
use crate::rows::{Exit, Fault, How, Incoming, Leave, Need};
use crate::semantics::Deferred;

impl Builder<'_, '_> {
    /// What the call returns.
    pub(super) fn call(&mut self, row: &Instruction, result: ValueId, at: Place) {
        let (module, instruction) = (self.module, row.instruction);
        let Some(call) = module.index.call_instruction.first(instruction) else { return };
        let callee = module.function(call.callee);
        let promise = module.call_result(instruction, callee);
        if promise.is_well_defined() {
            self.seal(result);
            return;
        }
        let flags = self.flags(instruction);
        self.float_flags(result, &flags);
        if promise.has(Promise::CHECKED) {
            self.all_parts(result, Deferred::Poison, DeferredReason::Attribute);
        }
        let arguments = module.index.call_argument.all(instruction);
        let returned = arguments.iter().find(|row| {
            module.call_argument(instruction, callee, row.position).has(Promise::RETURNED)
        });
        if let Some(row) = returned {
            self.pass(row.argument, result, at, How::Moves);
            return;
        }
        match callee {
            Some(callee) if !module.intrinsic(callee).is_empty() => {
                self.intrinsic(row, callee, result, at);
            }
            Some(callee)
                if module.is_exact(callee)
                    && self.function_type_of(callee) == Some(call.function_type) =>
            {
                for part in module.parts_of(result) {
                    self.rows.incoming.push((part, Incoming::Returned(callee, part.number)));
                }
            }
            _ => self.unknown(result, DeferredReason::Call),
        }
    }

    fn function_type_of(&self, function: FunctionId) -> Option<facts_schema::TypeId> {
        use facts_schema::EntityId;
        Some(self.module.facts.function.get(function.index())?.function_type)
    }

    fn intrinsic(&mut self, row: &Instruction, callee: FunctionId, result: ValueId, at: Place) {
        let module = self.module;
        let Some(computation) = module.computation(callee) else {
            self.unknown(result, DeferredReason::Call);
            return;
        };
        let arguments: Vec<ValueId> = module
            .index
            .call_argument
            .all(row.instruction)
            .iter()
            .map(|row| row.argument)
            .collect();
        match computation {
            Computation::Defined => return,
            Computation::First => {
                if let Some(&first) = arguments.first() {
                    self.pass(first, result, at, How::Moves);
                }
                return;
            }
            _ => arguments.iter().for_each(|&it| self.pass(it, result, at, How::Strict)),
        }
        let is_total = match computation {
            Computation::Defined | Computation::First | Computation::Total => true,
            Computation::UnlessFlag(position) => {
                let flag = arguments.get(position as usize);
                flag.is_some_and(|&flag| self.integer(flag) == Some(0))
            }
            Computation::ShiftBy(position) => arguments
                .get(position as usize)
                .and_then(|&amount| self.ranges(amount, at))
                .is_some_and(|amount| amount.unsigned.high < amount.width.into()),
        };
        if !is_total {
            let reason = match computation {
                Computation::ShiftBy(_) => DeferredReason::ShiftAmount,
                _ => DeferredReason::Intrinsic,
            };
            self.all_parts(result, Deferred::Poison, reason);
        }
    }

    /// What is assumed must be true.
    fn assumption(&mut self, instruction: InstructionId, at: Place) {
        let Some(row) = self.module.index.call_argument.first(instruction) else { return };
        let certainty = match self.integer(row.argument) {
            Some(0) => Certainty::Definite,
            Some(_) => return,
            None => Certainty::Conditional,
        };
        self.rows.faults.push(Fault { at, operand: row.argument, cause: UbCause::Zero, certainty });
    }

    /// What the call demands of its callee and its arguments, and where these go.
    pub(super) fn call_demands(&mut self, row: &Instruction, at: Place) {
        let (module, instruction) = (self.module, row.instruction);
        let index = &module.index;
        let Some(call) = index.call_instruction.first(instruction) else { return };
        let callee = module.function(call.callee);
        if callee.is_none() {
            self.address(at, call.callee);
        }
        let intrinsic = callee.map_or("", |callee| module.intrinsic(callee));
        if intrinsic == "llvm.assume" {
            self.assumption(instruction, at);
        }
        for argument in index.call_argument.all(instruction) {
            let (value, position) = (argument.argument, argument.position);
            let promise = module.call_argument(instruction, callee, position);
            let is_length = position == 2
                && (intrinsic.starts_with("llvm.memcpy")
                    || intrinsic.starts_with("llvm.memmove")
                    || intrinsic.starts_with("llvm.memset"));
            if promise.is_well_defined() || is_length {
                self.demand(at, value, Need::WellDefined);
            } else if let Some(callee) = callee.filter(|&callee| module.is_closed(callee))
                && self.can_be_deferred(value)
            {
                for part in module.parts_of(value) {
                    let exit = Exit::Argument(callee, position, part.number);
                    let part = Part::new(value, part.number);
                    self.rows.leaves.push(Leave { part, at, exit });
                }
            }
        }
        for bundle in index.operand_bundle.all(instruction) {
            if module.index.text(bundle.tag) != "noundef" {
                continue;
            }
            for input in index.operand_bundle_input.all(instruction) {
                if input.bundle == bundle.position {
                    self.demand(at, input.value, Need::WellDefined);
                }
            }
        }
    }
}
