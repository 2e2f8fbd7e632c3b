//! Properties of a module as a whole, looked up once.

use std::ops::Range;

use facts_schema::view::{Scope, View};
use facts_schema::{
    AttributeId, Certainty, EntityId, Facts, FunctionId, GlobalFlag, Instruction, InstructionId,
    Opcode, TypeId, TypeKind, UbCause, ValueId, ValueKind,
};
use interpretation::ModuleInfo;
use rules::known_addresses::invalid_addresses;
use rules::zero_divisors::zero_divisors;
use rustc_hash::FxHashMap;

use crate::generate::Constants;
use crate::memory::gaps::Gaps;
use crate::parts::{Part, Parts};
use crate::programs::callers::program as callers;
use crate::programs::intrinsics::{Computation, program as intrinsics};
pub use crate::programs::promises::Promise;
use crate::programs::promises::program as promises;

/// The module.
pub struct Module<'f> {
    /// All facts.
    pub facts: &'f Facts,
    /// The facts by their first columns, and derived facts.
    pub index: View<'f>,
    /// The parts of values.
    pub parts: Parts,
    /// By attribute.
    promises: Vec<Promise>,
    /// Whether any attribute says that a call may return twice.
    some_return_twice: bool,
    /// By function: the promises for its calls.
    of_function: Vec<Promise>,
    /// By function: the promises for its result.
    of_return: Vec<Promise>,
    /// By function and position.
    of_parameter: FxHashMap<(FunctionId, u32), Promise>,
    /// The functions that are intrinsics with a known computation.
    computations: FxHashMap<FunctionId, Computation>,
    /// The instructions that access memory through an operand that points nowhere, in order: the operand, and the
    /// cause.
    nowhere: Vec<(InstructionId, ValueId, UbCause)>,
    /// The instructions that divide by a constant that is zero in some lane, in order.
    zero_divisions: Vec<InstructionId>,
    /// What the interpreter needs to know.
    info: ModuleInfo,
    /// The constants and types with undefined bits.
    pub(crate) gaps: Gaps,
    /// The parts of constants.
    pub(crate) constants: Constants,
    /// By function: whether all its callers are known.
    closed: Vec<bool>,
    /// By function: whether calls of it run the definition in the module.
    exact: Vec<bool>,
}

impl<'f> Module<'f> {
    /// The module of these facts.
    pub fn new(facts: &'f Facts) -> Self {
        let index = View::new(facts);
        let parts = Parts::of(facts, &index);
        let count = facts.function.len();
        let mut module = Self {
            of_function: vec![Promise::default(); count],
            of_return: vec![Promise::default(); count],
            of_parameter: FxHashMap::default(),
            computations: FxHashMap::default(),
            nowhere: Vec::new(),
            zero_divisions: Vec::new(),
            info: ModuleInfo::of(&index),
            gaps: Gaps::of(Scope::module(&index)),
            constants: Constants::default(),
            closed: vec![false; count],
            exact: vec![false; count],
            facts,
            index,
            parts,
            some_return_twice: false,
            promises: vec![Promise::default(); facts.attribute.len()],
        };
        module.collect_promises();
        module.collect_callers();
        module.collect_computations();
        module.collect_faults();
        module.constants = Constants::of(&module);
        module
    }

    /// What the interpreter needs to know.
    pub fn info(&self) -> &ModuleInfo {
        &self.info
    }

    /// Whether nothing writes to a global.
    pub fn keeps_initializer(&self, global: ValueId) -> bool {
        self.index.has_flag(global, GlobalFlag::Constant) || self.info.unwritten.contains(global)
    }

    /// The initializer of a global, if the global is known to start with it.
    pub fn initializer(&self, global: ValueId) -> Option<ValueId> {
        let is_own = self.index.global.first(global)?.linkage.is_exact();
        let is_other = self.index.has_flag(global, GlobalFlag::ExternallyInitialized);
        let row = self.index.global_initializer.first(global)?;
        (is_own && !is_other).then_some(row.initializer)
    }

    /// Whether the content of a global is always its initializer, without undef, poison and padding.
    pub fn is_fully_defined(&self, global: ValueId) -> bool {
        let is_defined = |initializer: ValueId| {
            !self.gaps.constants.contains(&initializer)
                && !self.gaps.types.contains(&self.type_of(initializer))
        };
        self.keeps_initializer(global) && self.initializer(global).is_some_and(is_defined)
    }

    /// The global in which an address is, if it is computed from the address of a global.
    pub fn global_of(&self, address: ValueId) -> Option<ValueId> {
        self.index.bases(address).find(|it| self.kind(*it) == ValueKind::GlobalVariable)
    }

    /// Collects the promises of attributes.
    fn collect_promises(&mut self) {
        let (says, of_function, of_return, of_parameter) =
            promises::run(Scope::module(&self.index));
        let add = |all: &mut Vec<Promise>, index: usize, promise: Promise| {
            if let Some(all) = all.get_mut(index) {
                *all = all.and(promise);
            }
        };
        for promises::Says(attribute, promise) in says {
            add(&mut self.promises, attribute.index(), promise);
            self.some_return_twice |= promise.has(Promise::RETURNS_TWICE);
        }
        for promises::OfFunction(function, promise) in of_function {
            add(&mut self.of_function, function.index(), promise);
        }
        for promises::OfReturn(function, promise) in of_return {
            add(&mut self.of_return, function.index(), promise);
        }
        for promises::OfParameter(function, position, promise) in of_parameter {
            let all = self.of_parameter.entry((function, position)).or_default();
            *all = all.and(promise);
        }
    }

    /// Collects the computations of intrinsics.
    fn collect_computations(&mut self) {
        let (computes,) = intrinsics::run(Scope::module(&self.index));
        let rows = computes.into_iter();
        self.computations = rows.map(|intrinsics::Computes(it, how)| (it, how)).collect();
    }

    /// Finds the constants whose use is undefined behaviour.
    fn collect_faults(&mut self) {
        let scope = Scope::module(&self.index);
        for (instruction, position, cause, certainty) in
            rules::bridge::sorted(invalid_addresses(scope).into_iter())
        {
            let operands = self.index.instruction_operand.all(instruction).iter();
            let operand = operands.filter(|row| row.position == position).map(|row| row.operand);
            if certainty == Certainty::Definite {
                self.nowhere.extend(operand.map(|operand| (instruction, operand, cause)));
            }
        }
        let zeros = zero_divisors(scope).into_iter().filter(|(.., cause)| *cause == UbCause::Zero);
        self.zero_divisions = rules::bridge::sorted(zeros.map(|(instruction, ..)| instruction));
    }

    /// Finds the functions whose callers are all known, and those that run as they are defined.
    fn collect_callers(&mut self) {
        let (exact, closed) = callers::run(Scope::module(&self.index));
        let mark = |marks: &mut Vec<bool>, function: FunctionId| {
            if let Some(mark) = marks.get_mut(function.index()) {
                *mark = true;
            }
        };
        exact.into_iter().for_each(|callers::Exact(function)| mark(&mut self.exact, function));
        closed.into_iter().for_each(|callers::Closed(function)| mark(&mut self.closed, function));
    }

    /// The promise of an attribute.
    fn promise(&self, attribute: AttributeId) -> Promise {
        self.promises.get(attribute.index()).copied().unwrap_or_default()
    }

    fn promise_of(&self, attributes: impl Iterator<Item = AttributeId>) -> Promise {
        attributes.fold(Promise::default(), |all, it| all.and(self.promise(it)))
    }

    /// The instructions of a function, in order.
    pub fn instructions(&self, function: FunctionId) -> &'f [Instruction] {
        let range = self.index.instructions_of(function);
        self.facts.instruction.get(range.start.index()..range.end.index()).unwrap_or_default()
    }

    /// The result of `instruction`.
    pub fn result(&self, instruction: InstructionId) -> Option<ValueId> {
        self.index.result_of(instruction)
    }

    /// The instruction that computes `value`.
    pub fn definition(&self, value: ValueId) -> Option<&'f Instruction> {
        self.facts.instruction.get(self.index.definition_of(value)?.index())
    }

    /// The function that `value` is.
    pub fn function(&self, value: ValueId) -> Option<FunctionId> {
        self.index.as_function(value)
    }

    /// The kind of a value.
    pub fn kind(&self, value: ValueId) -> ValueKind {
        self.index.kind_of(value).unwrap_or(ValueKind::Metadata)
    }

    /// Whether a value may be undef or poison at all. Constants may if their elements may.
    pub fn may_be_deferred(&self, value: ValueId) -> bool {
        match self.kind(value) {
            ValueKind::Instruction => self
                .definition(value)
                .is_none_or(|row| !matches!(row.opcode, Opcode::Alloca | Opcode::Freeze)),
            kind => kind == ValueKind::Argument || has_parts(kind),
        }
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> TypeId {
        self.index.type_of(value).unwrap_or(TypeId(u32::MAX))
    }

    /// The kind of a type.
    pub fn type_kind(&self, r#type: TypeId) -> TypeKind {
        self.index.types().kind(r#type).unwrap_or(TypeKind::Void)
    }

    /// The number of parts of a value.
    pub fn part_count(&self, value: ValueId) -> u16 {
        self.parts.count(self.type_of(value))
    }

    /// The parts of a value.
    pub fn parts_of(&self, value: ValueId) -> impl Iterator<Item = Part> + use<> {
        (0..self.part_count(value)).map(move |number| Part::new(value, number))
    }

    /// The promise of the parameter at `position`, as seen inside the function.
    pub fn parameter(&self, function: FunctionId, position: u32) -> Promise {
        self.of_parameter.get(&(function, position)).copied().unwrap_or_default()
    }

    /// The promise of the argument at `position` of the call `instruction`: of the call, and of the function that
    /// it calls.
    pub fn call_argument(
        &self,
        instruction: InstructionId,
        callee: Option<FunctionId>,
        position: u32,
    ) -> Promise {
        let rows = self.index.call_argument_attribute.all(instruction).iter();
        let own = rows.filter(|row| row.position == position).map(|row| row.attribute);
        let callee = callee.map(|callee| self.parameter(callee, position)).unwrap_or_default();
        self.promise_of(own).and(callee)
    }

    /// The promise of the result of the call `instruction`.
    pub fn call_result(&self, instruction: InstructionId, callee: Option<FunctionId>) -> Promise {
        let own = self.index.call_return_attribute.all(instruction).iter();
        let callee = callee.map(|callee| self.returned(callee)).unwrap_or_default();
        self.promise_of(own.map(|row| row.attribute)).and(callee)
    }

    /// The promise of a function's result.
    pub fn returned(&self, function: FunctionId) -> Promise {
        self.of_return.get(function.index()).copied().unwrap_or_default()
    }

    /// The promises of a function for its calls.
    pub fn of_function(&self, function: FunctionId) -> Promise {
        self.of_function.get(function.index()).copied().unwrap_or_default()
    }

    /// The promises for the call `instruction`: of the call, and of the function that it calls.
    pub fn of_call(&self, instruction: InstructionId, callee: Option<FunctionId>) -> Promise {
        let own = self.index.call_attribute.all(instruction).iter();
        let callee = callee.map(|callee| self.of_function(callee)).unwrap_or_default();
        self.promise_of(own.map(|row| row.attribute)).and(callee)
    }

    /// The name of the intrinsic that a function is, without the types; empty if it is not an intrinsic.
    pub fn intrinsic(&self, function: FunctionId) -> &'f str {
        self.index.intrinsic_name(function).unwrap_or_default()
    }

    /// The computation of an intrinsic, if it is known.
    pub(crate) fn computation(&self, function: FunctionId) -> Option<Computation> {
        self.computations.get(&function).copied()
    }

    /// The instructions of a function that, in every execution, access memory through an operand that points
    /// nowhere: the operand, and the cause.
    pub(crate) fn nowhere(&self, function: FunctionId) -> &[(InstructionId, ValueId, UbCause)] {
        let range = self.index.instructions_of(function);
        within(&self.nowhere, range, |(instruction, ..)| *instruction)
    }

    /// The instructions of a function that divide by a constant that is zero in some lane.
    pub(crate) fn zero_divisions(&self, function: FunctionId) -> &[InstructionId] {
        within(&self.zero_divisions, self.index.instructions_of(function), |it| *it)
    }

    /// Whether all callers of a function are known, and each calls it with the function's own type.
    pub fn is_closed(&self, function: FunctionId) -> bool {
        self.closed.get(function.index()).copied().unwrap_or_default()
    }

    /// Whether calls of a function run the definition in the module, and return what it returns.
    pub fn is_exact(&self, function: FunctionId) -> bool {
        self.exact.get(function.index()).copied().unwrap_or_default()
    }

    /// Whether the call `instruction` may return twice, like `setjmp`.
    pub fn may_return_twice(&self, instruction: InstructionId) -> bool {
        if !self.some_return_twice {
            return false;
        }
        let call = self.index.call_instruction.first(instruction);
        let callee = call.and_then(|call| self.function(call.callee));
        self.of_call(instruction, callee).has(Promise::RETURNS_TWICE)
    }

    /// Whether control may fail to reach the instruction after `instruction`: it may unwind, end or wait.
    pub fn may_not_continue(&self, row: &Instruction) -> bool {
        match row.opcode {
            Opcode::Call => {
                let call = self.index.call_instruction.first(row.instruction);
                let callee = call.and_then(|call| self.function(call.callee));
                let said = self.of_call(row.instruction, callee);
                !(said.has(Promise::WILLRETURN) && said.has(Promise::NOUNWIND))
            }
            // A volatile store may have any effect on the target, but a volatile load may not.
            Opcode::Store => self
                .index
                .has_instruction_flag(row.instruction, facts_schema::InstructionFlag::Volatile),
            Opcode::Ret
            | Opcode::Unreachable
            | Opcode::Resume
            | Opcode::Invoke
            | Opcode::CallBr
            | Opcode::CatchSwitch
            | Opcode::CatchRet
            | Opcode::CleanupRet
            | Opcode::CatchPad
            | Opcode::CleanupPad => true,
            _ => false,
        }
    }
}

/// Whether constants of this kind may be undef or poison, or consist of constants that are.
pub(crate) fn has_parts(kind: ValueKind) -> bool {
    matches!(
        kind,
        ValueKind::Undef
            | ValueKind::Poison
            | ValueKind::ConstantArray
            | ValueKind::ConstantStruct
            | ValueKind::ConstantVector
            | ValueKind::ConstantExpression
    )
}

/// The `rows`, sorted by instruction, whose instructions are in `range`.
fn within<R>(rows: &[R], range: Range<InstructionId>, of: impl Fn(&R) -> InstructionId) -> &[R] {
    let start = rows.partition_point(|row| of(row) < range.start);
    let count = rows[start..].partition_point(|row| of(row) < range.end);
    &rows[start..start + count]
}
