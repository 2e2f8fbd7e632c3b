//! From facts to rows: what each instruction of a function does to undef and poison.

mod body;
mod calls;
mod certain;
mod constants;
mod memory;
mod needs;
mod operations;
mod parts;

use facts_schema::view::FunctionArgument;
use facts_schema::{
    DeferredReason, FunctionId, Instruction, InstructionFlag, InstructionId, Opcode, ValueId,
    ValueKind,
};
use rustc_hash::FxHashSet;

use crate::conditions::Conditions;
use crate::control::{Control, Place};
use crate::module::{Module, Promise};
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
    for row in control.rows() {
        builder.instruction(row);
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

    fn instruction(&mut self, row: &Instruction) {
        let at = self.control.place_of(row);
        if let Some(result) = self.module.result(row.instruction) {
            self.rows.parts.extend(self.module.parts_of(result));
            self.result(row, result, at);
        }
        if row.opcode == Opcode::Store {
            self.store(row.instruction, at);
        }
    }

    /// What the result is made of.
    fn result(&mut self, row: &Instruction, result: ValueId, at: Place) {
        match row.opcode {
            // What is frozen may be a constant, whose rows others ask for.
            Opcode::Freeze => {
                for operand in self.operands(row.instruction) {
                    self.can_be_deferred(operand);
                }
            }
            Opcode::FNeg
            | Opcode::Add
            | Opcode::FAdd
            | Opcode::Sub
            | Opcode::FSub
            | Opcode::Mul
            | Opcode::FMul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::FDiv
            | Opcode::URem
            | Opcode::SRem
            | Opcode::FRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::ICmp
            | Opcode::FCmp
            | Opcode::GetElementPtr => {
                let operands = self.operands(row.instruction);
                let flags = self.flags(row.instruction);
                self.operation(row.opcode, result, &operands, &flags, at);
            }
            Opcode::Phi => self.phi(row, result),
            Opcode::Select => self.select(row.instruction, result, at),
            Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue => self.rearrange(row, result, at),
            Opcode::Alloca => {}
            Opcode::Load => self.load(row.instruction, result),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call(row, result, at),
            Opcode::CmpXchg | Opcode::AtomicRmw => self.unknown(result, DeferredReason::Memory),
            _ => self.unknown(result, DeferredReason::Other),
        }
    }

    /// Each incoming value counts at the end of the block that it comes from.
    fn phi(&mut self, row: &Instruction, result: ValueId) {
        let incoming = self.module.index.phi_incoming.all(row.instruction);
        let flags = self.flags(row.instruction);
        self.float_flags(result, &flags);
        let how = if incoming.len() == 1 { How::Moves } else { How::Chosen };
        let control = self.control;
        for row in incoming {
            // From where control does not come, nothing comes.
            if let Some(end) = control.end_of(row.block)
                && control.is_reachable(row.block)
            {
                self.pass(row.value, result, end, how);
            }
        }
    }

    fn select(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let Some(row) = self.module.index.select_instruction.first(instruction) else { return };
        let flags = self.flags(instruction);
        self.float_flags(result, &flags);
        let known = match self.module.kind(row.condition) {
            ValueKind::ConstantInteger => {
                crate::ranges::of(self.module, row.condition).and_then(|it| it.only())
            }
            _ => None,
        };
        match known {
            Some(0) => {
                self.pass(row.true_value, result, at, How::Unselected);
                self.pass(row.false_value, result, at, How::Selected);
            }
            Some(_) => {
                self.pass(row.true_value, result, at, How::Selected);
                self.pass(row.false_value, result, at, How::Unselected);
            }
            None => {
                self.pass(row.true_value, result, at, How::Selected);
                self.pass(row.false_value, result, at, How::Selected);
            }
        }
        self.pass(row.condition, result, at, How::Decided);
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
        match self.module.kind(value) {
            ValueKind::Argument => true,
            ValueKind::Instruction => self
                .module
                .definition(value)
                .is_none_or(|row| !matches!(row.opcode, Opcode::Alloca | Opcode::Freeze)),
            ValueKind::Undef
            | ValueKind::Poison
            | ValueKind::ConstantArray
            | ValueKind::ConstantStruct
            | ValueKind::ConstantVector
            | ValueKind::ConstantExpression => self.constant(value),
            _ => false,
        }
    }
}
