//! Calls that do not fit what they call.
//!
//! **Scope: sample** for the first part; for what depends on which value is passed, the calls for which
//! it can matter.

use facts_schema::{EntityId, FunctionId, InstructionId, TypeId, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Call, Copy, Crepe, Function, FunctionType, NoAlias, Parameter, Passed, Unnamed,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Lint "lint";
    /// The source and the destination of a `memcpy` are not the same place.
    ///
    /// They may not overlap unless they are equal, and then nothing is copied: `memmove` or nothing was meant.
    warn COPY_ONTO_ITSELF: "LNT021" "memcpy-overlap" {
        message: "source and destination of this copy are both `{operand}`",
        reference: "LangRef, llvm.memcpy; LLVM's lint pass",
        checks: [],
    }

    /// A function that other modules can see has a name.
    ///
    /// Nobody can call it otherwise, unless its address is passed on. `internal` may be forgotten.
    warn UNNAMED_FUNCTION: "LNT022" "unnamed-function" {
        message: "this function has no name, but can be seen by other modules",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// A call and the function that it calls agree on the calling convention.
    ///
    /// Otherwise arguments are looked for where they are not; the behavior is undefined.
    warn CONVENTIONS_DIFFER: "LNT023" "calling-conventions-differ" {
        message: "this call and `{callee}` have different calling conventions, which is undefined behavior",
        reference: "LangRef, Calling Conventions; LLVM's lint pass",
        checks: [],
    }

    /// A call passes as many arguments as the called function takes.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn ARGUMENT_COUNTS_DIFFER: "LNT024" "argument-counts-differ" {
        message: "`{callee}` does not take {detail} arguments, so that this call is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// A call expects a result of the type that the called function returns.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn RESULTS_DIFFER: "LNT025" "call-results-differ" {
        message: "`{callee}` returns `{detail}`, so that this call, which expects `{result.type}`, is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// A call passes arguments of the types that the called function takes.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn ARGUMENTS_DIFFER: "LNT026" "argument-types-differ" {
        message: "`{callee}` takes `{detail}` here, so that passing `{operand.type}` is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// What is passed as a `noalias` argument is not passed a second time.
    ///
    /// The function may assume that nothing else points there.
    warn PASSED_TWICE: "LNT027" "noalias-argument-passed-twice" {
        message: "`{operand}` is passed as a `noalias` argument and once more",
        reference: "LangRef, Parameter Attributes; LLVM's lint pass",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let mut program = Crepe::new();
    add_signatures(&mut program, context);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let mut violations = context.sample.everywhere(broken.into_iter().map(Violation::from));

    let mut program = Crepe::new();
    add_unnamed_functions(&mut program, context);
    add_arguments(&mut program, context);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    violations.extend(broken.into_iter().map(Violation::from));
    violations
}

/// Adds the calls whose type or convention is not that of the called function, and both types.
fn add_signatures(program: &mut Crepe, context: &Context) {
    let facts = context.facts;
    let functions: FxHashMap<ValueId, _> =
        facts.function.iter().map(|row| (row.value, row)).collect();
    let mut types: FxHashSet<TypeId> = FxHashSet::default();
    for call in &context.sample.facts.call_instruction {
        let Some(function) = functions.get(&call.callee) else { continue };
        let differ = call.function_type != function.function_type
            || call.calling_convention != function.calling_convention;
        if differ {
            types.extend([call.function_type, function.function_type]);
            program.extend([Call::from(call)]);
            program.extend([Function::from(*function)]);
        }
    }
    let variadic = facts.type_flag.iter().filter(|row| row.flag == facts_schema::TypeFlag::VarArg);
    let variadic: FxHashSet<TypeId> = variadic.map(|row| row.r#type).collect();
    let rows = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(rows.map(|row| {
        let is_variadic = variadic.contains(&row.r#type);
        FunctionType(row.r#type, row.return_type, row.parameter_count, is_variadic)
    }));
    let rows = facts.function_type_parameter.iter().filter(|row| types.contains(&row.r#type));
    program.extend(rows.map(Parameter::from));
}

fn add_unnamed_functions(program: &mut Crepe, context: &Context) {
    let facts = context.facts;
    let named: FxHashSet<ValueId> = facts.value_name.iter().map(|row| row.value).collect();
    let linkages: FxHashMap<ValueId, _> =
        facts.global.iter().map(|row| (row.global, row.linkage)).collect();
    let unnamed = facts.function.iter().filter(|row| !named.contains(&row.value));
    program
        .extend(unnamed.filter_map(|row| Some(Unnamed(row.function, *linkages.get(&row.value)?))));
}

/// Adds the arguments of calls that copy memory or have a parameter `noalias`.
fn add_arguments(program: &mut Crepe, context: &Context) {
    let facts = context.facts;
    let copies = facts
        .intrinsic
        .iter()
        .filter(|row| matches!(context.text(row.intrinsic), "llvm.memcpy" | "llvm.memcpy.inline"));
    let copies: FxHashSet<FunctionId> = copies.map(|row| row.function).collect();
    let noalias = context.attributes_named("noalias");
    let parameters = facts.parameter_attribute.iter();
    let mut parameters: Vec<_> =
        parameters.filter(|row| noalias.contains(&row.attribute)).collect();
    // The parameters of an intrinsic that copies are `noalias` too, and have a rule of their own.
    parameters.retain(|row| !copies.contains(&row.function));
    let judged = parameters.iter().map(|row| row.function).chain(copies.iter().copied());
    let by_value: FxHashMap<ValueId, FunctionId> = judged
        .filter_map(|function| Some((facts.function.get(function.index())?.value, function)))
        .collect();
    program.extend(parameters.iter().map(|row| NoAlias(row.function, row.position)));
    program.extend(copies.iter().copied().map(Copy));
    let pointers = facts.pointer_type.iter().map(|row| row.r#type);
    let pointers: FxHashSet<TypeId> = pointers.collect();
    for call in &facts.call_instruction {
        let Some(&function) = by_value.get(&call.callee) else { continue };
        let rows = &facts.call_argument;
        let start = rows.partition_point(|row| row.instruction < call.instruction);
        let own = rows[start..].iter().take_while(|row| row.instruction == call.instruction);
        program.extend(own.filter_map(|row| {
            let value = facts.value.get(row.argument.index())?;
            let is_object = !matches!(
                value.kind,
                ValueKind::NullPointer | ValueKind::Undef | ValueKind::Poison
            );
            let passed = Passed(row.instruction, function, row.position, row.argument);
            (is_object && pointers.contains(&value.r#type)).then_some(passed)
        }));
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::Linkage;

    crepe! {
        @input
        /// The `instruction` calls `callee` by a type and a calling convention.
        pub struct Call(pub InstructionId, pub ValueId, pub TypeId, pub u32);

        @input
        /// The function, as a value, has a type and a calling convention.
        pub struct Function(pub ValueId, pub TypeId, pub u32);

        @input
        /// The function type returns a type, takes so many parameters, and perhaps more.
        pub struct FunctionType(pub TypeId, pub TypeId, pub u32, pub bool);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        /// The function has no name.
        pub struct Unnamed(pub FunctionId, pub Linkage);

        @input
        /// The parameter at this position of the function is `noalias`.
        pub struct NoAlias(pub FunctionId, pub u32);

        @input
        /// The function copies memory.
        pub struct Copy(pub FunctionId);

        @input
        /// The call of the function passes, at this position, the pointer.
        pub struct Passed(pub InstructionId, pub FunctionId, pub u32, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(CONVENTIONS_DIFFER, Subject::Instruction(call), Detail::None) <-
            Call(call, callee, _, convention),
            Function(callee, _, other),
            (convention != other);

        // The call has type `type`, and what it calls has type `other`.
        struct Types(InstructionId, TypeId, TypeId);

        Types(call, r#type, other) <-
            Call(call, callee, r#type, _),
            Function(callee, other, _),
            (r#type != other);

        Broken(RESULTS_DIFFER, Subject::Instruction(call), Detail::Type(returned)) <-
            Types(call, r#type, other),
            FunctionType(r#type, expected, _, _),
            FunctionType(other, returned, _, _),
            (expected != returned);

        Broken(ARGUMENT_COUNTS_DIFFER, Subject::Instruction(call), Detail::Number(passed.into())) <-
            Types(call, r#type, other),
            FunctionType(r#type, _, passed, _),
            FunctionType(other, _, taken, variadic),
            (if variadic { passed < taken } else { passed != taken });

        Broken(ARGUMENTS_DIFFER, Subject::Operand(call, position), Detail::Type(taken)) <-
            Types(call, r#type, other),
            Parameter(r#type, position, passed),
            Parameter(other, position, taken),
            (passed != taken);

        Broken(UNNAMED_FUNCTION, Subject::Function(function), Detail::None) <-
            Unnamed(function, linkage),
            (!matches!(linkage, Linkage::Internal | Linkage::Private));

        Broken(COPY_ONTO_ITSELF, Subject::Operand(call, 1), Detail::None) <-
            Copy(function),
            Passed(call, function, 0, pointer),
            Passed(call, function, 1, pointer);

        Broken(PASSED_TWICE, Subject::Operand(call, position), Detail::None) <-
            NoAlias(function, position),
            Passed(call, function, position, pointer),
            Passed(call, function, other, pointer),
            (other != position);
    }
}

input_from! { Call(instruction, callee, function_type, calling_convention) from CallInstruction }
input_from! { Function(value, function_type, calling_convention) from Function }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
violation_from! { Broken }
