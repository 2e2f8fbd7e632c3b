//! How pointers go into calls and come out of them.
//!
//! **Scope: function.**

use facts_schema::view::intrinsics::only_tells;
use facts_schema::{
    AttributeId, CallInstruction, EntityId, FunctionId, TailCallKind, TypeFlag, TypeId, ValueId,
};
use rules::bridge::input_from;
use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::Moves;
use super::source::Source;
use program::{
    Assembly, Call, CallArgument, CopiedVariableArgument, Escapes, Part, PassesOn, Program,
    Recovers, Result, ReturnOf, StartsList, TransparentAssembly, WithoutEffect,
};

/// What a call is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callee {
    /// Functions.
    Function,
    /// Inline assembly; if nothing is written in it, it only passes on its operands.
    Assembly { is_empty: bool },
    /// `llvm.va_start`.
    StartList,
    /// `llvm.localescape`.
    Escape,
    /// `llvm.localrecover`.
    Recover,
    /// An intrinsic that has no effect on pointers.
    Nothing,
}

/// More intrinsics that do nothing with the pointers that they get than those that only tell something.
const WITHOUT_EFFECT: &[&str] = &[
    "llvm.codeview.annotation",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.fake.use",
    "llvm.instrprof.",
    "llvm.pseudoprobe",
    "llvm.sideeffect",
    "llvm.stackrestore",
    "llvm.va_end",
    "llvm.var.annotation",
];

/// What is asked of the module for each call.
pub struct Calls {
    special: FxHashMap<ValueId, Callee>,
    /// The attribute of arguments of which a copy is passed.
    by_value: FxHashSet<AttributeId>,
}

impl Calls {
    /// The calls of a module.
    pub fn new(source: &Source) -> Self {
        let attributes = source.facts().attribute.iter();
        let by_value = attributes.filter(|row| source.view.text(row.name) == "byval");
        let by_value = by_value.map(|row| row.attribute).collect();
        Self { special: special(source), by_value }
    }

    /// The calls of a function that may do something with pointers.
    pub fn of<'s>(
        &'s self,
        source: &'s Source,
        function: FunctionId,
    ) -> impl Iterator<Item = &'s CallInstruction> {
        let calls =
            source.view.call_instruction.within(Some(source.view.instructions_of(function)));
        calls.iter().filter(|row| self.special.get(&row.callee) != Some(&Callee::Nothing))
    }

    /// Derives how pointers go into and out of a function's calls, and how they are returned.
    pub fn derive(&self, source: &Source, function: FunctionId, moves: &mut Moves) {
        let view = &source.view;
        let within = Some(view.instructions_of(function));
        let calls: Vec<_> = self.of(source, function).collect();
        let returns = view.return_value.within(within.clone()).iter();
        let returns = returns.filter(|row| source.holds(row.value)).map(ReturnOf::from);
        let returns: Vec<_> = returns.collect();
        let passes_on = view.tail_call.within(within.clone()).iter();
        let passes_on = passes_on.filter(|row| row.kind == TailCallKind::MustTail);
        let arguments = view.call_argument.within(within).iter();
        let arguments: Vec<_> = arguments.filter(|row| source.holds(row.argument)).collect();
        let results = calls.iter().map(|row| row.instruction);
        let results: Vec<_> =
            results.filter_map(|it| Some(Result(it, source.result(it)?))).collect();
        let mut values: FxHashSet<_> = arguments.iter().map(|row| row.argument).collect();
        values.extend(results.iter().map(|row| row.1));
        values.extend(returns.iter().map(|row| row.1));

        let mut program = Program::new();
        for &row in &calls {
            let instruction = row.instruction;
            match self.special.get(&row.callee).copied().unwrap_or(Callee::Function) {
                Callee::Function => program.extend([Call::from(row)]),
                Callee::Assembly { is_empty: false } => program.extend([Assembly(instruction)]),
                Callee::Assembly { is_empty: true } => {
                    program.extend([TransparentAssembly(instruction)]);
                }
                Callee::StartList => program.extend([StartsList(instruction, function)]),
                Callee::Escape => program.extend([Escapes(instruction)]),
                Callee::Recover => program.extend([Recovers(instruction)]),
                Callee::Nothing => program.extend([WithoutEffect(instruction)]),
            }
        }
        program.extend(arguments.into_iter().map(CallArgument::from));
        program.extend(results);
        program.extend(returns.iter().copied());
        program.extend(passes_on.map(PassesOn::from));
        program.extend(self.copied_variable_arguments(source, function));
        for value in values {
            let parts = source.parts(value);
            program.extend(parts.offsets.iter().map(|part| Part(value, *part)));
        }
        program.extend([program::Function(function)]);

        let derived = program.run();
        let (calls, arguments, results, passed_on, assigns, addresses, shifts, reads, writes) =
            derived;
        moves.calls.extend(calls.into_iter().map(|program::Calls(it, callee)| (it, callee)));
        let arguments = arguments.into_iter();
        moves.arguments.extend(
            arguments.map(|program::Passes(it, position, part, from)| (it, position, part, from)),
        );
        let results = results.into_iter();
        moves.results.extend(results.map(|program::Gets(it, part, to)| (it, part, to)));
        let passed_on = passed_on.into_iter();
        moves.variable_arguments.extend(passed_on.map(|program::PassesAll(it, from)| (it, from)));
        moves.assigns.extend(assigns.into_iter().map(|program::Assign(to, from)| (to, from)));
        let addresses = addresses.into_iter();
        moves.addresses.extend(addresses.map(|program::Address(to, object)| (to, object)));
        let shifts = shifts.into_iter();
        moves.shifts.extend(shifts.map(|program::Shift(to, from, step)| (to, from, step)));
        let reads = reads.into_iter();
        moves.loads.extend(reads.map(|program::Read(to, address)| (to, address, 0)));
        let writes = writes.into_iter();
        moves.stores.extend(writes.map(|program::Write(address, from)| (address, 0, from)));
    }

    /// The variable arguments that are passed as a copy of what they point to.
    fn copied_variable_arguments(
        &self,
        source: &Source,
        function: FunctionId,
    ) -> impl Iterator<Item = CopiedVariableArgument> {
        let view = &source.view;
        let rows = view.call_argument_attribute.within(Some(view.instructions_of(function))).iter();
        let copied = rows.filter(|row| self.by_value.contains(&row.attribute));
        let is_variable = |instruction, position| {
            let call = view.call_instruction.first(instruction);
            let called = call.and_then(|call| view.function_type.first(call.function_type));
            called.is_some_and(|it| position >= it.parameter_count)
        };
        copied
            .filter(move |row| is_variable(row.instruction, row.position))
            .map(|row| CopiedVariableArgument(row.instruction, row.position))
    }
}

/// Whether calls of this type may pass fewer arguments than their callees take.
pub fn is_unprototyped(source: &Source, function_type: TypeId) -> bool {
    let row = source.view.function_type.first(function_type);
    row.is_some_and(|row| row.parameter_count == 0)
        && source.view.has_type_flag(function_type, TypeFlag::VarArg)
}

/// The callees that are no functions with a body of constraints.
fn special(source: &Source) -> FxHashMap<ValueId, Callee> {
    let facts = source.facts();
    let intrinsics = facts.intrinsic.iter().filter_map(|row| {
        let callee = match source.view.text(row.intrinsic) {
            "llvm.va_start" => Callee::StartList,
            "llvm.localescape" => Callee::Escape,
            "llvm.localrecover" => Callee::Recover,
            name if only_tells(name) || WITHOUT_EFFECT.iter().any(|it| name.starts_with(it)) => {
                Callee::Nothing
            }
            _ => return None,
        };
        Some((facts.function.get(row.function.index())?.value, callee))
    });
    let assembly = facts.inline_asm.iter().map(|row| {
        // An operand behind an address may be what is passed on.
        let is_indirect = facts.text(row.constraints).contains(&b'*');
        let is_empty = facts.text(row.assembly).trim_ascii().is_empty() && !is_indirect;
        (row.value, Callee::Assembly { is_empty })
    });
    intrinsics.chain(assembly).collect()
}

mod program {
    use facts_schema::{FunctionId, InstructionId, ValueId};
    use rules_macros::datalog;

    use super::super::moves::{Key, Purpose};
    use crate::constraints::Origin;
    use crate::place::Step;

    datalog! { rows;
        @input
        /// The program is about `function`.
        struct Function(FunctionId);

        @input
        /// Byte `part` and following of `value` can hold a pointer.
        struct Part(ValueId, u32);

        @input
        /// The call `instruction` computes `result`, which can hold a pointer.
        struct Result(InstructionId, ValueId);

        @input
        /// `instruction` calls the function `callee`.
        struct Call(InstructionId, ValueId);

        @input
        /// The argument at `position` of the call `instruction` is `argument`, which can hold a
        /// pointer.
        struct CallArgument(InstructionId, u32, ValueId);

        @input
        /// The call `instruction` passes a copy of what its argument at `position` points to, as a
        /// variable argument.
        struct CopiedVariableArgument(InstructionId, u32);

        @input
        /// `instruction` is a `musttail` call, which passes on the variable arguments of its
        /// function.
        struct PassesOn(InstructionId);

        @input
        /// `instruction` is a call of inline assembly.
        struct Assembly(InstructionId);

        @input
        /// `instruction` is a call of inline assembly that has no instructions.
        struct TransparentAssembly(InstructionId);

        @input
        /// `instruction` makes its argument a list of the variable arguments of `function`.
        struct StartsList(InstructionId, FunctionId);

        @input
        /// `instruction` hands its arguments to the functions that handle its exceptions.
        struct Escapes(InstructionId);

        @input
        /// `instruction` gets what another function has handed out so.
        struct Recovers(InstructionId);

        @input
        /// `instruction` does nothing with pointers.
        struct WithoutEffect(InstructionId);

        @input
        /// `instruction` returns `value`, which can hold a pointer.
        struct ReturnOf(InstructionId, ValueId);

        @output
        /// `Calls(instruction, callee)`: the call is of what `callee` points to.
        struct Calls(InstructionId, Key);

        @output
        /// `Passes(instruction, position, part, from)`: the argument's part is what `from` holds.
        struct Passes(InstructionId, u32, u32, Key);

        @output
        /// `Gets(instruction, part, to)`: `to` gets this part of the result.
        struct Gets(InstructionId, u32, Key);

        @output
        /// `PassesAll(instruction, from)`: what `from` holds are variable arguments of the call.
        struct PassesAll(InstructionId, Key);

        @output
        struct Assign(Key, Key);

        @output
        struct Address(Key, Origin);

        @output
        struct Shift(Key, Key, Step);

        @output
        /// `Read(to, address)`: `to` gets what `address` points to.
        struct Read(Key, Key);

        @output
        /// `Write(address, from)`: what `from` holds is written to where `address` points.
        struct Write(Key, Key);

        // A call: who is called, what is passed, and what comes back.
        Calls(instruction, Key::Value(callee, 0)) <- Call(instruction, callee);

        Passes(instruction, position, part, Key::Value(argument, part)) <-
            Call(instruction, _),
            CallArgument(instruction, position, argument),
            Part(argument, part);

        Gets(instruction, part, Key::Value(result, part)) <-
            Call(instruction, _),
            Result(instruction, result),
            Part(result, part);

        // A copy passed as a variable argument: the pointers in it are.
        Shift(somewhere(instruction, position), Key::Value(argument, 0), Step::Anywhere) <-
            CopiedVariableArgument(instruction, position),
            Call(instruction, _),
            CallArgument(instruction, position, argument);

        Read(content(instruction, position), somewhere(instruction, position)) <-
            CopiedVariableArgument(instruction, position),
            Call(instruction, _);

        Passes(instruction, position, 0, content(instruction, position)) <-
            CopiedVariableArgument(instruction, position),
            Call(instruction, _);

        // A `musttail` call passes on all variable arguments.
        PassesAll(instruction, Key::Variadic(function)) <-
            PassesOn(instruction),
            Call(instruction, _),
            Function(function);

        // What is returned.
        Assign(Key::Return(function, part), Key::Value(value, part)) <-
            ReturnOf(_, value),
            Part(value, part),
            Function(function);

        // Assembly may do anything with what it gets,
        Assign(Key::Captured, Key::Value(argument, part)) <-
            Assembly(instruction),
            CallArgument(instruction, _, argument),
            Part(argument, part);

        // and give anything back.
        Assign(Key::Value(result, part), Key::External) <-
            Assembly(instruction),
            Result(instruction, result),
            Part(result, part);

        // Without instructions, it gives back what it gets.
        Assign(Key::Value(result, to), Key::Value(argument, from)) <-
            TransparentAssembly(instruction),
            CallArgument(instruction, _, argument),
            Part(argument, from),
            Result(instruction, result),
            Part(result, to);

        // A list of variable arguments holds, somewhere, a pointer to them.
        Address(variable_arguments(function), Origin::VariableArguments(function)) <-
            StartsList(_, function);

        Shift(somewhere(instruction, 0), Key::Value(list, 0), Step::Anywhere) <-
            StartsList(instruction, _),
            CallArgument(instruction, 0, list);

        Write(somewhere(instruction, 0), variable_arguments(function)) <-
            StartsList(instruction, function);

        // They lie there in an order that depends on the target.
        Shift(any_variable_argument(function), variable_arguments(function), Step::Anywhere) <-
            StartsList(_, function);

        Write(any_variable_argument(function), Key::Variadic(function)) <-
            StartsList(_, function);

        // What is handed to handlers of exceptions, which are other functions.
        Assign(Key::Captured, Key::Value(argument, 0)) <-
            Escapes(instruction),
            CallArgument(instruction, _, argument);

        Assign(Key::Value(result, 0), Key::External) <-
            Recovers(instruction),
            Result(instruction, result);
    }

    fn somewhere(instruction: InstructionId, position: u32) -> Key {
        Key::Step(Purpose::Somewhere, instruction.0, position, 0)
    }

    fn content(instruction: InstructionId, position: u32) -> Key {
        Key::Step(Purpose::Content, instruction.0, position, 0)
    }

    fn variable_arguments(function: FunctionId) -> Key {
        Key::Step(Purpose::Arguments, function.0, 0, 0)
    }

    fn any_variable_argument(function: FunctionId) -> Key {
        Key::Step(Purpose::Arguments, function.0, 0, 1)
    }
}

input_from! { Call(instruction, callee) from CallInstruction }
input_from! { CallArgument(instruction, position, argument) from CallArgument }
input_from! { ReturnOf(instruction, value) from ReturnValue }
input_from! { PassesOn(instruction) from TailCall }
