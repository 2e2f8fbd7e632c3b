//! `gc.statepoint`, and who uses its token.
//!
//! Its arguments are: 0 its identifier, 1 the number of bytes to leave for patching,
//! 2 the wrapped function, 3 the number of arguments for it, 4 flags, from 5 on these arguments, and
//! then twice the number 0, where once came transition and deoptimization arguments.
//!
//! **Scope: sample** for the statepoints themselves, **module** for the uses of their tokens.

use facts_schema::{
    CallArgument, InstructionId, InstructionOperand, Opcode, TypeFlag, TypeId, TypeKind, ValueId,
    ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{RELOCATE, RESULT, STATEPOINT};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Statepoints "statepoints";
    /// A statepoint may read and write all memory.
    ///
    /// During it the collector moves objects. A call that only reads, or touches nothing but what its
    /// arguments point to, could be moved past accesses to these objects.
    deny MEMORY: "GCS001" "statepoint-memory-effects" {
        message: "a statepoint has to be free to read and write all memory, but this one is restricted by `memory`",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics"],
    }

    /// A statepoint leaves no negative number of bytes for patching.
    ///
    /// It is the length of a sequence of instructions.
    deny PATCH_BYTES: "GCS002" "statepoint-patch-bytes" {
        message: "a statepoint cannot leave {operand} bytes for patching",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint number of patchable bytes must be positive"],
    }

    /// The wrapped function of a statepoint carries `elementtype` with its function type.
    ///
    /// Pointers are all alike. How the function is called has to be said beside.
    deny CALLEE_TYPE: "GCS003" "statepoint-callee-type" {
        message: "the function that the statepoint wraps has to carry `elementtype` with a function type",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint callee argument must have elementtype attribute",
            "verifyStatepoint: gc.statepoint callee elementtype must be function type",
        ],
    }

    /// A statepoint has as many arguments for the wrapped function as it says and as the function
    /// takes, and none after the two zeros that follow.
    ///
    /// A function with variable arguments can be given more than it names.
    deny ARGUMENT_COUNT: "GCS004" "statepoint-argument-count" {
        message: "the statepoint has another number of arguments than it says, or than the wrapped function takes",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint number of arguments to underlying call must be positive",
            "verifyStatepoint: gc.statepoint mismatch in number of vararg call args",
            "verifyStatepoint: gc.statepoint mismatch in number of call args",
            "verifyStatepoint: gc.statepoint too many arguments",
        ],
    }

    /// A function with variable arguments that a statepoint wraps returns nothing.
    ///
    /// LLVM has no way to lower the result of such a call.
    deny VARIADIC_RESULT: "GCS005" "statepoint-variadic-result" {
        message: "a statepoint cannot wrap a function of type `{detail}`, which has variable arguments and a result",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint doesn't support wrapping non-void vararg functions yet"],
    }

    /// The flags of a statepoint are 0 to 3.
    ///
    /// Bit 0 marks a transition between code that the collector knows and code that it does not, bit 1
    /// deoptimization arguments that need only live into the call. Other bits mean nothing yet.
    deny FLAGS: "GCS006" "statepoint-flags" {
        message: "{operand} has flags that no statepoint knows",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: unknown flag used in gc.statepoint flags argument"],
    }

    /// The arguments that a statepoint passes on have the types of the wrapped function's parameters.
    ///
    /// They are handed over as in any call, and nothing converts them.
    deny ARGUMENT_TYPE: "GCS007" "statepoint-argument-type" {
        message: "the wrapped function takes a `{detail}` where the statepoint passes a `{operand.type}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint call argument does not match wrapped function type"],
    }

    /// Parameters that a wrapped function with variable arguments names are not `sret`.
    ///
    /// Where a result in memory and variable arguments meet, the calling conventions do not say how
    /// they are passed.
    deny VARIADIC_SRET: "GCS008" "statepoint-variadic-sret" {
        message: "{operand} cannot be `sret`, as the wrapped function takes variable arguments",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: Attribute 'sret' cannot be used for vararg call arguments!"],
    }

    /// After the arguments that it passes on, a statepoint has the constant 0 twice.
    ///
    /// There once stood how many transition and deoptimization arguments would follow. Today these are
    /// operand bundles, `"gc-transition"` and `"deopt"`.
    deny INLINE_OPERANDS: "GCS009" "statepoint-inline-operands" {
        message: "a statepoint ends with the constant 0, twice; transition and deoptimization arguments go into operand bundles",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint number of transition arguments must be constant integer",
            "verifyStatepoint: gc.statepoint w/inline transition bundle is deprecated",
            "verifyStatepoint: gc.statepoint number of deoptimization arguments must be constant integer",
            "verifyStatepoint: gc.statepoint w/inline deopt operands is deprecated",
        ],
    }

    /// The token of a statepoint is used by nothing but `gc.result` and `gc.relocate`.
    ///
    /// It says what these two belong to, and means nothing to others.
    deny TOKEN_USE: "GCS010" "statepoint-token-use" {
        message: "`{opcode}` uses the token of a statepoint, which only `gc.result` and `gc.relocate` may",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: illegal use of statepoint token",
            "verifyStatepoint: gc.result or gc.relocate are the only value uses of a gc.statepoint",
        ],
    }

    /// A `gc.result` that uses the token of a statepoint takes it as its argument.
    ///
    /// Elsewhere, as in an operand bundle, the token would tie the result to a second statepoint.
    deny OTHER_STATEPOINT: "GCS011" "gc-result-of-other-statepoint" {
        message: "this `gc.result` uses the token of a statepoint that it is not the result of",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: [
            "verifyStatepoint: gc.result connected to wrong gc.statepoint",
            "verifyStatepoint: gc.relocate connected to wrong gc.statepoint",
        ],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let callees = super::callees(context, &[STATEPOINT, RESULT, RELOCATE]);
    if !callees.values().any(|name| *name == STATEPOINT) {
        return Vec::new();
    }
    let mut violations = signatures(context, &callees);
    violations.extend(uses(context, &callees));
    violations
}

/// What is wrong with statepoints as such.
fn signatures(context: &Context, callees: &FxHashMap<ValueId, &'static str>) -> Vec<Violation> {
    use signature::*;
    let (facts, sample) = (context.facts, &context.sample.facts);
    let calls = sample.call_instruction.iter();
    let statepoints: FxHashSet<InstructionId> = calls
        .filter(|row| callees.get(&row.callee) == Some(&STATEPOINT))
        .map(|row| row.instruction)
        .collect();
    let arguments: Vec<&CallArgument> =
        sample.call_argument.iter().filter(|row| statepoints.contains(&row.instruction)).collect();
    let used: FxHashSet<ValueId> = arguments.iter().map(|row| row.argument).collect();
    let name = |attribute: facts_schema::AttributeId| {
        let row = facts.attribute.iter().find(|row| row.attribute == attribute);
        row.map_or("", |row| context.text(row.name))
    };

    let mut program = Crepe::new();
    program.extend(statepoints.iter().map(|&it| Statepoint(it)));
    program.extend(arguments.iter().map(|row| Argument::from(*row)));
    let values = sample.value.iter().filter(|row| used.contains(&row.value));
    program.extend(values.map(|row| Value(row.value, row.r#type, row.kind)));
    let numbers = facts.constant_integer.iter().filter(|row| used.contains(&row.constant));
    program.extend(numbers.filter_map(|row| {
        // The number modulo 2^64, as a statepoint takes it.
        let number: u128 = context.text(row.unsigned).parse().ok()?;
        Some(Number(row.constant, number as u64))
    }));
    let attributes = sample.call_argument_attribute.iter();
    for row in attributes.filter(|row| statepoints.contains(&row.instruction)) {
        match name(row.attribute) {
            "elementtype" => {
                let types = facts.attribute_type.iter();
                let r#type = types.filter(|it| it.attribute == row.attribute).map(|it| it.r#type);
                program.extend(r#type.map(|it| ElementType(row.instruction, row.position, it)));
            }
            "sret" => program.extend([StructReturn(row.instruction, row.position)]),
            _ => {}
        }
    }
    let attributes = sample.call_attribute.iter();
    let attributes = attributes
        .filter(|row| statepoints.contains(&row.instruction) && name(row.attribute) == "memory");
    for row in attributes {
        let encoded = facts.attribute_integer.iter().find(|it| it.attribute == row.attribute);
        program.extend(encoded.map(|it| Memory(row.instruction, it.integer)));
    }
    program.extend(facts.function_type.iter().map(FunctionType::from));
    program.extend(facts.function_type_parameter.iter().map(Parameter::from));
    program.extend(facts.r#type.iter().map(KindOf::from));
    let variadic = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::VarArg);
    program.extend(variadic.map(|row| Variadic(row.r#type)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// What is wrong with the uses of their tokens.
fn uses(context: &Context, callees: &FxHashMap<ValueId, &'static str>) -> Vec<Violation> {
    use token_use::*;
    let facts = context.facts;
    let calls: FxHashMap<InstructionId, &'static str> = facts
        .call_instruction
        .iter()
        .filter_map(|row| Some((row.instruction, *callees.get(&row.callee)?)))
        .collect();
    let results = facts.instruction_result.iter();
    let tokens = results.filter(|row| calls.get(&row.instruction) == Some(&STATEPOINT));
    let tokens: FxHashSet<ValueId> = tokens.map(|row| row.result).collect();
    let operands = facts.instruction_operand.iter();
    let uses: Vec<&InstructionOperand> =
        operands.filter(|row| tokens.contains(&row.operand)).collect();
    let users: FxHashSet<InstructionId> = uses.iter().map(|row| row.instruction).collect();

    let mut program = Crepe::new();
    program.extend(uses.into_iter().map(TokenUse::from));
    let instructions = facts.instruction.iter();
    program.extend(instructions.filter(|row| users.contains(&row.instruction)).map(User::from));
    let calls = calls.into_iter().filter(|(instruction, _)| users.contains(instruction));
    program.extend(calls.map(|(instruction, name)| Calls(instruction, name)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

mod signature {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// The call is a statepoint.
        pub struct Statepoint(pub InstructionId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId, pub ValueKind);

        @input
        pub struct Number(pub ValueId, pub u64);

        @input
        /// The argument at `position` has the attribute `elementtype` with `type`.
        pub struct ElementType(pub InstructionId, pub u32, pub TypeId);

        @input
        /// The argument at `position` has the attribute `sret`.
        pub struct StructReturn(pub InstructionId, pub u32);

        @input
        /// The call has the attribute `memory`, encoded in two bits (reads, writes) for each kind of
        /// memory, that of arguments first.
        pub struct Memory(pub InstructionId, pub u64);

        @input
        pub struct FunctionType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct Variadic(pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // It writes nothing, or nothing but what arguments point to.
        Broken(MEMORY, Subject::Instruction(statepoint), Detail::None) <-
            Memory(statepoint, effects),
            (effects & 0xaaaa_aaaa_aaaa_aaaa == 0 || effects & !0b11 == 0);

        // The argument at `position` is the constant `number`.
        struct Constant(InstructionId, u32, u64);

        Constant(statepoint, position, number) <-
            Argument(statepoint, position, value),
            Number(value, number);

        Broken(PATCH_BYTES, Subject::Operand(statepoint, 1), Detail::None) <-
            Constant(statepoint, 1, number),
            ((number as u32 as i32) < 0);

        Broken(FLAGS, Subject::Operand(statepoint, 4), Detail::None) <-
            Constant(statepoint, 4, flags),
            (flags > 3);

        // `statepoint` wraps a function of `type`, which takes so many parameters.
        struct Wraps(InstructionId, TypeId, u32);

        Wraps(statepoint, r#type, count) <-
            ElementType(statepoint, 2, r#type),
            FunctionType(r#type, _, count);

        Broken(CALLEE_TYPE, Subject::Operand(statepoint, 2), Detail::None) <-
            Statepoint(statepoint),
            !Wraps(statepoint, _, _);

        Broken(VARIADIC_RESULT, Subject::Operand(statepoint, 2), Detail::Type(r#type)) <-
            Wraps(statepoint, r#type, _),
            Variadic(r#type),
            FunctionType(r#type, return_type, _),
            KindOf(return_type, kind),
            (kind != TypeKind::Void);

        // `statepoint` passes on the arguments from 5 up to `end`, as many as it says.
        struct Passes(InstructionId, u32);

        Passes(statepoint, 5 + number as u32) <-
            Constant(statepoint, 3, number),
            (number <= 1 << 30);

        struct Fits(InstructionId);

        Fits(statepoint) <-
            Passes(statepoint, end),
            Wraps(statepoint, r#type, count),
            (end == 5 + count),
            !Variadic(r#type);

        Fits(statepoint) <-
            Passes(statepoint, end),
            Wraps(statepoint, r#type, count),
            (end >= 5 + count),
            Variadic(r#type);

        Broken(ARGUMENT_COUNT, Subject::Operand(statepoint, 3), Detail::None) <-
            Wraps(statepoint, _, _),
            Constant(statepoint, 3, _),
            !Fits(statepoint);

        // There is something after the two zeros.
        Broken(ARGUMENT_COUNT, Subject::Operand(statepoint, end + 2), Detail::None) <-
            Passes(statepoint, end),
            Argument(statepoint, end + 2, _);

        Broken(ARGUMENT_TYPE, Subject::Operand(statepoint, position + 5), Detail::Type(parameter)) <-
            Wraps(statepoint, r#type, _),
            Parameter(r#type, position, parameter),
            Argument(statepoint, position + 5, argument),
            Value(argument, argument_type, _),
            (argument_type != parameter);

        Broken(VARIADIC_SRET, Subject::Operand(statepoint, position + 5), Detail::None) <-
            Wraps(statepoint, r#type, _),
            Variadic(r#type),
            Parameter(r#type, position, _),
            StructReturn(statepoint, position + 5);

        // The argument at `position` is the integer zero in 32 bits, all that LLVM looks at.
        struct Zero(InstructionId, u32);

        Zero(statepoint, position) <-
            Argument(statepoint, position, value),
            Value(value, _, ValueKind::ConstantInteger),
            Number(value, number),
            (number as u32 == 0);

        Broken(INLINE_OPERANDS, Subject::Instruction(statepoint), Detail::None) <-
            Passes(statepoint, end),
            !Zero(statepoint, end);

        Broken(INLINE_OPERANDS, Subject::Instruction(statepoint), Detail::None) <-
            Passes(statepoint, end),
            !Zero(statepoint, end + 1);
    }
}

mod token_use {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// The token of a statepoint is an operand of this instruction, at this position.
        pub struct TokenUse(pub InstructionId, pub u32, pub ValueId);

        @input
        /// This instruction uses the token of a statepoint.
        pub struct User(pub InstructionId, pub Opcode);

        @input
        /// It calls this intrinsic of garbage collection.
        pub struct Calls(pub InstructionId, pub &'static str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `gc.result` or `gc.relocate`, which cannot be invoked.
        struct Projection(InstructionId, &'static str);

        Projection(user, name) <-
            User(user, Opcode::Call),
            Calls(user, name),
            (name != STATEPOINT);

        Broken(TOKEN_USE, Subject::Operand(user, position), Detail::Value(token)) <-
            TokenUse(user, position, token),
            !Projection(user, _);

        Broken(OTHER_STATEPOINT, Subject::Operand(user, position), Detail::Value(token)) <-
            TokenUse(user, position, token),
            Projection(user, RESULT),
            !TokenUse(user, 0, token);
    }
}

use signature::{Argument, FunctionType, KindOf, Parameter};
use token_use::{TokenUse, User};

input_from! { Argument(instruction, position, argument) from CallArgument }
input_from! { FunctionType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { KindOf(r#type, kind) from Type }
input_from! { TokenUse(instruction, position, operand) from InstructionOperand }
input_from! { User(instruction, opcode) from Instruction }

impl From<signature::Broken> for Violation {
    fn from(signature::Broken(rule, subject, detail): signature::Broken) -> Self {
        Self { subject, rule, detail }
    }
}

impl From<token_use::Broken> for Violation {
    fn from(token_use::Broken(rule, subject, detail): token_use::Broken) -> Self {
        Self { subject, rule, detail }
    }
}
