//! Calls: what goes in, what comes back, and what intrinsics compute.

use facts_schema::{DeferredReason, FunctionId, Instruction, ValueId};

use super::Builder;
use crate::control::Place;
use crate::module::Promise;
use crate::programs::intrinsics::Computation;
use crate::rows::{How, Incoming};
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
}
