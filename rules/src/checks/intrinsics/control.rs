//! Intrinsics that have their place in the control flow: deoptimization, coroutines, exceptions,
//! patch points, and the targets of `callbr`.
//!
//! **Scope: module.** All calls of these intrinsics, which are few.

use facts_schema::{
    EntityId, FunctionId, GlobalFlag, InstructionId, Linkage, Opcode, TypeId, TypeKind, ValueId,
    ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::pointers::{casts, definition};
use super::{Calls, feed, returned, value};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::TypeTraits;
use crate::violation::Violation;
use program::{
    AnyRegister, Argument, Broken, Call, Caller, Cast, Crepe, Declared, Definition, DeoptBundle,
    Described, FunctionReturns, Kind, NextReturns, OpcodeOf, Result, Returned,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// Guards and deoptimizations are called, not invoked.
    ///
    /// They do not return into the function when they leave it, and no exception comes out of them.
    deny INVOKED: "INT100" "deoptimization-invoked" {
        message: "{callee} cannot be invoked",
        reference: "LangRef, Deoptimization Intrinsics",
        sites: [5851, 5859],
    }

    /// A guard or deoptimization has exactly one operand bundle `"deopt"`.
    ///
    /// It holds the state with which the interpreter goes on.
    deny STATE: "INT101" "deoptimization-state" {
        message: "{callee} needs exactly one operand bundle `\"deopt\"`",
        reference: "LangRef, Deoptimization Intrinsics",
        sites: [5852, 5861],
    }

    /// A deoptimization has the type that the function around it returns.
    ///
    /// What the interpreter returns is what the function returns.
    deny RESULT: "INT102" "deoptimization-result" {
        message: "the result of type `{result.type}` is to be returned as `{return.type}`",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        sites: [5864],
    }

    /// A deoptimization is followed by a `ret` of its result.
    ///
    /// Nothing is left to do when the interpreter has finished.
    deny RETURNED: "INT103" "deoptimization-not-returned" {
        message: "the result of this deoptimization is not returned at once",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        sites: [5869, 5873],
    }

    /// All deoptimizations of a module have the same calling convention.
    ///
    /// They all become calls of one function of the runtime.
    deny CONVENTION: "INT104" "deoptimization-convention" {
        message: "{subject} and `{detail}` have different calling conventions",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        sites: [7017],
    }

    /// What is asked of an exception is asked of the `catchpad` that caught it.
    ///
    /// `llvm.eh.exceptionpointer` and `llvm.eh.exceptioncode` find it through the pad.
    deny EXCEPTION: "INT105" "exception-without-catchpad" {
        message: "`{operand}` is no `catchpad`",
        reference: "LangRef, Exception Handling Intrinsics",
        sites: [5781],
    }

    /// A patch point with the convention `anyregcc` computes a value that fits a register.
    ///
    /// The convention leaves it to LLVM in which register the result comes back.
    deny PATCH_POINT: "INT106" "patch-point-result" {
        message: "a result of type `{result.type}` does not come back in any register",
        reference: "LLVM, Stack maps and patch points in LLVM",
        sites: [5774],
    }

    /// The description of a coroutine is null or a constant structure or array.
    ///
    /// Before a coroutine is split, it is null; afterwards it lists the parts, and other code must
    /// be able to read them there.
    deny COROUTINE: "INT107" "coroutine-description" {
        message: "`{operand}` does not list the parts of the coroutine",
        reference: "LangRef, llvm.coro.id Intrinsic",
        sites: [5404, 5408],
    }
}

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    leaves(name)
        || asks_of_exception(name)
        || matches!(name, "llvm.experimental.patchpoint" | "llvm.coro.id")
}

fn leaves(name: &str) -> bool {
    matches!(name, "llvm.experimental.guard" | DEOPTIMIZE)
}

const DEOPTIMIZE: &str = "llvm.experimental.deoptimize";

fn asks_of_exception(name: &str) -> bool {
    matches!(name, "llvm.eh.exceptionpointer" | "llvm.eh.exceptioncode")
}

/// The number of the calling convention `anyregcc`.
const ANY_REGISTER: u32 = 13;

/// Whether values of this type can be in a register.
fn fits_register(kind: TypeKind) -> bool {
    use TypeKind::*;
    !matches!(kind, Void | Label | Token | Metadata | Function | Struct | Array)
}

fn violations(context: &Context) -> Vec<Violation> {
    let mut program = Crepe::new();
    program.extend(deoptimizations(context));
    if let Some(calls) = Calls::all(context, matters) {
        feed!(program from calls: Call, Returned);
        let arguments = calls.arguments.iter();
        program.extend(arguments.map(|it| Argument(it.instruction, it.position, it.value.value)));
        add_calls(context, &calls, &mut program);
        add_descriptions(context, &calls, &mut program);
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

fn deoptimizations(context: &Context) -> impl Iterator<Item = Declared> {
    let rows = context.facts.intrinsic.iter();
    let rows = rows.filter(|row| context.text(row.intrinsic) == DEOPTIMIZE);
    rows.filter_map(|row| {
        let convention = context.facts.function.get(row.function.index())?.calling_convention;
        Some(Declared(row.function, convention))
    })
}

/// What the calls and the instructions around them are.
fn add_calls(context: &Context, calls: &Calls, program: &mut Crepe) {
    let facts = context.facts;
    for call in &calls.calls {
        let Some(row) = facts.instruction.get(call.instruction.index()) else { continue };
        program.extend([OpcodeOf(call.instruction, row.opcode)]);
        program.extend([Caller(call.instruction, row.function)]);
        if let Some(function) = facts.function.get(row.function.index())
            && let Some(returned) = returned(context, function.function_type)
        {
            program.extend([FunctionReturns(row.function, returned.r#type)]);
        }
        if let Some(next) = facts.instruction.get(call.instruction.index() + 1)
            && next.block == row.block
            && next.opcode == Opcode::Ret
        {
            let rows = &facts.return_value;
            let value = rows.binary_search_by_key(&next.instruction, |row| row.instruction);
            let value = value.ok().map(|row| rows[row].value);
            program.extend([NextReturns(call.instruction, value)]);
        }
        let rows = &facts.instruction_result;
        if let Ok(row) = rows.binary_search_by_key(&call.instruction, |row| row.instruction) {
            program.extend([Result(call.instruction, rows[row].result)]);
        }
    }
    let is_deopt = |row: &&facts_schema::OperandBundle| {
        calls.contains(row.instruction) && context.text(row.tag) == "deopt"
    };
    let bundles = facts.operand_bundle.iter().filter(is_deopt);
    program.extend(bundles.map(|row| DeoptBundle(row.instruction, row.position)));
    let conventions = facts.call_instruction.iter();
    let conventions = conventions.filter(|row| row.calling_convention == ANY_REGISTER);
    program.extend(conventions.map(|row| AnyRegister(row.instruction)));
}

/// What the arguments are and come from.
fn add_descriptions(context: &Context, calls: &Calls, program: &mut Crepe) {
    let arguments = || calls.arguments.iter().map(|it| it.value.value);
    let casts = casts(context, arguments());
    program.extend(casts.iter().map(|cast| Cast(cast.pointer, cast.origin)));
    let values = arguments().chain(casts.iter().map(|cast| cast.origin));
    for it in values {
        program.extend(value(context, it).map(|row| Kind(it, row.kind)));
        program.extend(definition(context, it).map(|(_, opcode)| Definition(it, opcode)));
        program.extend(is_description(context, it).then_some(Described(it)));
    }
}

/// Whether a value is a constant global variable whose content is known and lists something.
fn is_description(context: &Context, variable: ValueId) -> bool {
    let facts = context.facts;
    let initializers = &facts.global_initializer;
    let initializer = initializers.iter().find(|row| row.global == variable);
    let lists = initializer
        .and_then(|row| value(context, row.initializer))
        .is_some_and(|it| matches!(it.kind, ValueKind::ConstantStruct | ValueKind::ConstantArray));
    let flags: FxHashSet<GlobalFlag> =
        facts.global_flag.iter().filter(|row| row.global == variable).map(|row| row.flag).collect();
    let linkage = facts.global.iter().find(|row| row.global == variable).map(|row| row.linkage);
    let is_final = linkage.is_some_and(|linkage| {
        use Linkage::*;
        !matches!(linkage, Weak | LinkOnce | Common | ExternWeak)
    });
    lists
        && is_final
        && flags.contains(&GlobalFlag::Constant)
        && !flags.contains(&GlobalFlag::ExternallyInitialized)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        /// The argument at `position` of `instruction` is `value`.
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        pub struct OpcodeOf(pub InstructionId, pub Opcode);

        @input
        /// `instruction` is in `function`.
        pub struct Caller(pub InstructionId, pub FunctionId);

        @input
        pub struct FunctionReturns(pub FunctionId, pub TypeId);

        @input
        pub struct Result(pub InstructionId, pub ValueId);

        @input
        /// After `instruction` comes a `ret` of `value`, or of nothing.
        pub struct NextReturns(pub InstructionId, pub Option<ValueId>);

        @input
        /// The operand bundle at `position` of `instruction` has the tag `deopt`.
        pub struct DeoptBundle(pub InstructionId, pub u32);

        @input
        /// The call `instruction` has the convention `anyregcc`.
        pub struct AnyRegister(pub InstructionId);

        @input
        pub struct Cast(pub ValueId, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @input
        /// `value` is the result of an instruction that applies `opcode`.
        pub struct Definition(pub ValueId, pub Opcode);

        @input
        /// `variable` is a constant that lists something.
        pub struct Described(pub ValueId);

        @input
        /// `function` is a deoptimization with the number of its calling convention.
        pub struct Declared(pub FunctionId, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(INVOKED, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (leaves(name)),
            !OpcodeOf(instruction, Opcode::Call);

        Broken(STATE, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (leaves(name)),
            !DeoptBundle(instruction, _);

        Broken(STATE, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (leaves(name)),
            DeoptBundle(instruction, one),
            DeoptBundle(instruction, other),
            (one < other);

        Broken(RESULT, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, DEOPTIMIZE),
            Returned(instruction, result),
            Caller(instruction, function),
            !FunctionReturns(function, result.r#type);

        Broken(RETURNED, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, DEOPTIMIZE),
            OpcodeOf(instruction, Opcode::Call),
            !NextReturns(instruction, _);

        Broken(RETURNED, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, DEOPTIMIZE),
            Result(instruction, result),
            NextReturns(instruction, value),
            (value != Some(result));

        Broken(CONVENTION, Subject::Function(function), Detail::Function(other)) <-
            Declared(function, convention),
            Declared(other, another),
            (other < function),
            (convention != another);

        Broken(EXCEPTION, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, name),
            (asks_of_exception(name)),
            Argument(instruction, 0, pad),
            !Definition(pad, Opcode::CatchPad);

        Broken(PATCH_POINT, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.experimental.patchpoint"),
            AnyRegister(instruction),
            Returned(instruction, result),
            (!fits_register(result.kind));

        // `value` comes from `origin`, perhaps by more casts.
        struct Leads(ValueId, ValueId);

        Leads(value, value) <- Kind(value, _);

        Leads(value, origin) <- Leads(value, pointer), Cast(pointer, origin);

        Broken(COROUTINE, Subject::Operand(instruction, 3), Detail::None) <-
            Call(instruction, "llvm.coro.id"),
            Argument(instruction, 3, value),
            Leads(value, description),
            !Cast(description, _),
            !Kind(description, ValueKind::NullPointer),
            !Described(description);
    }
}

violation_from! { Broken }
