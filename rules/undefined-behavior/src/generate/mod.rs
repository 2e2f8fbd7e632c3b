//! Generates rows from facts: the effect of each instruction of a function on undef and poison.

mod body;
mod calls;
mod certain;
mod constants;
mod memory;
mod needs;
mod operations;
mod parts;
mod results;
mod verdicts;

use facts_schema::view::FunctionArgument;
use facts_schema::{DeferredReason, FunctionId, Instruction, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashSet;

use self::body::Body;
pub(crate) use self::constants::Constants;
use self::results::Results;
use crate::conditions::Conditions;
use crate::control::{Control, ProgramPoint};
use crate::module::{Module, Promise, has_parts};
use crate::parts::Part;
use crate::rows::{Demand, How, Incoming, Need, Pass, Rows, Source};
use crate::semantics::Deferred;
use crate::slots::MemoryFacts;

/// The rows of a function.
///
/// `memory` gives what its loads may read.
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
    let mut results = builder.results();
    for row in control.rows() {
        builder.instruction(row, &mut results);
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
    /// The constants whose rows have been added.
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

    fn instruction(&mut self, row: &Instruction, results: &mut Results) {
        let instruction = row.instruction;
        if let Some(result) = self.module.result(instruction) {
            self.rows.parts.extend(self.module.parts_of(result));
            match row.opcode {
                // A frozen operand may be a constant, whose rows are needed elsewhere.
                Opcode::Freeze => {
                    for operand in self.operands(instruction) {
                        self.can_be_deferred(operand);
                    }
                }
                Opcode::Load => self.load(instruction, result),
                Opcode::CmpXchg | Opcode::AtomicRmw => self.unknown(result, DeferredReason::Memory),
                opcode if UNDERSTOOD.contains(&opcode) || is_operation(opcode) => {
                    self.result(instruction, result, results);
                }
                _ => self.unknown(result, DeferredReason::Other),
            }
        }
        if row.opcode == Opcode::Store {
            self.store(instruction, self.control.place_of(row));
        }
    }

    /// The properties of the function that clauses need.
    fn body(&self) -> Body<'_> {
        let Self { module, control, conditions, function, .. } = self;
        Body { module, control, conditions, function: *function }
    }

    /// The operands of an instruction.
    fn operands(&self, instruction: InstructionId) -> Vec<ValueId> {
        let rows = self.module.index.instruction_operand.all(instruction);
        rows.iter().map(|row| row.operand).collect()
    }

    /// Adds that `part` may be `written` itself.
    fn source(&mut self, part: Part, written: Deferred, reason: DeferredReason) {
        self.rows.sources.push(Source { part, written, reason });
    }

    /// Adds that each part of `value` may be `written` itself.
    fn all_parts(&mut self, value: ValueId, written: Deferred, reason: DeferredReason) {
        for part in self.module.parts_of(value) {
            self.source(part, written, reason);
        }
    }

    /// Adds that nothing is known about `value`.
    fn unknown(&mut self, value: ValueId, reason: DeferredReason) {
        for kind in Deferred::ALL {
            self.all_parts(value, kind, reason);
        }
    }

    /// Adds that `value` is well defined, as otherwise there was undefined behaviour before.
    fn seal(&mut self, value: ValueId) {
        self.rows.sealed.extend(self.module.parts_of(value));
    }

    /// Adds that `to` is computed from `from`, part by part if they have the same parts.
    fn pass(&mut self, from: ValueId, to: ValueId, at: ProgramPoint, how: How) {
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
        // One part is computed from several: poison in any of them spreads, but undef in one does not make the
        // whole part undef.
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

    fn pass_part(&mut self, from: Part, to: Part, at: ProgramPoint, how: How) {
        if self.can_be_deferred(from.value) {
            self.rows.passes.push(Pass { from, to, at, how });
        }
    }

    /// Adds that there is undefined behaviour at `at` unless all parts of `value` satisfy `need`.
    fn demand(&mut self, at: ProgramPoint, value: ValueId, need: Need) {
        if self.can_be_deferred(value) {
            for part in self.module.parts_of(value) {
                self.rows.demands.push(Demand { at, part, need });
            }
        }
    }

    /// Whether `value` may be undef or poison at all; adds the rows of constants.
    fn can_be_deferred(&mut self, value: ValueId) -> bool {
        if has_parts(self.module.kind(value)) {
            self.constant(value);
        }
        self.module.may_be_deferred(value)
    }
}

/// The opcodes whose results the programs describe completely, in addition to operations of one or two operands.
const UNDERSTOOD: [Opcode; 14] = [
    Opcode::Alloca,
    Opcode::Call,
    Opcode::CallBr,
    Opcode::ExtractElement,
    Opcode::ExtractValue,
    Opcode::FCmp,
    Opcode::GetElementPtr,
    Opcode::ICmp,
    Opcode::InsertElement,
    Opcode::InsertValue,
    Opcode::Invoke,
    Opcode::Phi,
    Opcode::Select,
    Opcode::ShuffleVector,
];

fn is_operation(opcode: Opcode) -> bool {
    operations::HOW.iter().any(|(it, _)| *it == opcode)
}
