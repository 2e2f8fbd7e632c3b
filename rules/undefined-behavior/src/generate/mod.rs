//! From facts to rows: what each instruction of a function does to undef and poison.

mod body;
mod calls;
mod certain;
mod constants;
mod memory;
mod needs;
mod operations;
mod parts;
mod verdicts;

use facts_schema::view::FunctionArgument;
use facts_schema::{
    DeferredReason, FunctionId, Instruction, InstructionFlag, InstructionId, Opcode, ValueId,
};
use rustc_hash::FxHashSet;

use self::body::Body;
use self::operations::Operations;
use crate::conditions::Conditions;
use crate::control::{Control, Place};
use crate::module::{Module, Promise, has_parts};
use crate::parts::Part;
use crate::ranges::Ranges;
use crate::rows::{Demand, How, Incoming, Need, Pass, Rows, Source};
use crate::semantics::Deferred;
use crate::slots::MemoryFacts;

/// The rows of a function.
///
/// `memory` says what its loads may read.
pub fn rows<'f>(
    module: &Module<'f>,
    control: &Control<'f>,
    function: FunctionId,
    memory: &MemoryFacts,
) -> Rows {
    let mut builder = Builder {
        module,
        control,
        conditions: Conditions::of(module, control),
        function,
        memory,
        rows: Rows::default(),
        constants: FxHashSet::default(),
    };
    builder.arguments();
    builder.cells();
    let operations = builder.operations();
    for row in control.rows() {
        builder.instruction(row, &operations);
    }
    builder.needs();
    builder.certain();
    builder.rows
}

/// Collects the rows of a function.
struct Builder<'a, 'f> {
    module: &'a Module<'f>,
    control: &'a Control<'f>,
    conditions: Conditions,
    function: FunctionId,
    memory: &'a MemoryFacts,
    rows: Rows,
    /// The constants that have their rows.
    constants: FxHashSet<ValueId>,
}

impl Builder<'_, '_> {
    fn arguments(&mut self) {
        let function = self.function;
        for &FunctionArgument { position, value, .. } in
            self.module.index.function_argument().all(function)
        {
            let promise = self.module.parameter(function, position);
            self.rows.parts.extend(self.module.parts_of(value));
            if promise.is_well_defined() || promise.has(Promise::BYVAL) {
                self.seal(value);
            } else if !self.module.is_closed(function) {
                self.unknown(value, DeferredReason::Argument);
            } else {
                for part in self.module.parts_of(value) {
                    let from = Incoming::Argument(function, position, part.number);
                    self.rows.incoming.push((part, from));
                }
                if promise.has(Promise::CHECKED) {
                    self.all_parts(value, Deferred::Poison, DeferredReason::Attribute);
                }
            }
        }
    }

    fn instruction(&mut self, row: &Instruction, operations: &Operations) {
        let at = self.control.place_of(row);
        if let Some(result) = self.module.result(row.instruction) {
            self.rows.parts.extend(self.module.parts_of(result));
            self.result(row, result, at, operations);
        }
        if row.opcode == Opcode::Store {
            self.store(row.instruction, at);
        }
    }

    /// What the result is made of.
    fn result(&mut self, row: &Instruction, result: ValueId, at: Place, operations: &Operations) {
        match row.opcode {
            // What is frozen may be a constant, whose rows others ask for.
            Opcode::Freeze => {
                for operand in self.operands(row.instruction) {
                    self.can_be_deferred(operand);
                }
            }
            Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue => self.rearrange(row, result, at),
            Opcode::Alloca => {}
            Opcode::Load => self.load(row.instruction, result),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call(row, result, at),
            Opcode::CmpXchg | Opcode::AtomicRmw => self.unknown(result, DeferredReason::Memory),
            Opcode::Phi | Opcode::Select | Opcode::ICmp | Opcode::FCmp | Opcode::GetElementPtr => {
                self.operation(row, result, operations)
            }
            opcode if operations::HOW.iter().any(|(it, _)| *it == opcode) => {
                self.operation(row, result, operations);
            }
            _ => self.unknown(result, DeferredReason::Other),
        }
    }

    /// What clauses ask of the function.
    fn body(&self) -> Body<'_> {
        let Self { module, control, conditions, function, .. } = self;
        Body { module, control, conditions, function: *function }
    }

    /// What `value` may be at `at`.
    fn ranges(&self, value: ValueId, at: Place) -> Option<Ranges> {
        crate::ranges::at(self.module, self.control, &self.conditions, value, at)
    }

    /// The operands of an instruction.
    fn operands(&self, instruction: InstructionId) -> Vec<ValueId> {
        let rows = self.module.index.instruction_operand.all(instruction);
        rows.iter().map(|row| row.operand).collect()
    }

    fn flags(&self, instruction: InstructionId) -> Vec<InstructionFlag> {
        let rows = self.module.index.instruction_flag.all(instruction);
        rows.iter().map(|row| row.flag).collect()
    }

    /// `part` may be `written` by itself.
    fn source(&mut self, part: Part, written: Deferred, reason: DeferredReason) {
        self.rows.sources.push(Source { part, written, reason });
    }

    /// Each part of `value` may be `written` by itself.
    fn all_parts(&mut self, value: ValueId, written: Deferred, reason: DeferredReason) {
        for part in self.module.parts_of(value) {
            self.source(part, written, reason);
        }
    }

    /// Nothing is known of `value`.
    fn unknown(&mut self, value: ValueId, reason: DeferredReason) {
        for kind in Deferred::ALL {
            self.all_parts(value, kind, reason);
        }
    }

    /// `value` is well defined, or else there was undefined behavior before.
    fn seal(&mut self, value: ValueId) {
        self.rows.sealed.extend(self.module.parts_of(value));
    }

    /// `to` is made of `from`, part by part where they have the same parts.
    fn pass(&mut self, from: ValueId, to: ValueId, at: Place, how: How) {
        if !self.can_be_deferred(from) {
            return;
        }
        let (from_count, to_count) = (self.module.part_count(from), self.module.part_count(to));
        if from_count == to_count {
            for number in 0..from_count {
                self.pass_part(Part::new(from, number), Part::new(to, number), at, how);
            }
            return;
        }
        // One part is made of several: poison in any of them spreads, but undef in one does not make
        // all of it undef.
        let how = match how {
            How::Decided => How::Decided,
            _ if from_count > 1 && to_count > 1 => How::Chosen,
            How::Moves | How::Injective => How::Strict,
            how => how,
        };
        for one in self.module.parts_of(from) {
            for other in self.module.parts_of(to) {
                self.pass_part(one, other, at, how);
            }
        }
    }

    fn pass_part(&mut self, from: Part, to: Part, at: Place, how: How) {
        if self.can_be_deferred(from.value) {
            self.rows.passes.push(Pass { from, to, at, how });
        }
    }

    /// At `at`, there is undefined behavior unless all parts of `value` are as `need` says.
    fn demand(&mut self, at: Place, value: ValueId, need: Need) {
        if self.can_be_deferred(value) {
            for part in self.module.parts_of(value) {
                self.rows.demands.push(Demand { at, part, need });
            }
        }
    }

    /// Whether `value` may be undef or poison at all; gives constants their rows.
    fn can_be_deferred(&mut self, value: ValueId) -> bool {
        match has_parts(self.module.kind(value)) {
            true => self.constant(value),
            false => self.module.may_be_deferred(value),
        }
    }
}
