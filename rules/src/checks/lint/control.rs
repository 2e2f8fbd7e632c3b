//! Where instructions stand: code that is never of use, and stack slots in the wrong place.
//!
//! **Scope: module**, on the few rows that are not the most common case: stack slots outside of the
//! entry block, `indirectbr`, what precedes an `unreachable`, returns of functions that do not return.

use facts_schema::{
    AttributeId, EntityId, Facts, FunctionId, InstructionFlag, InstructionId, Opcode, ValueId,
    ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Alloca, Atomic, Block, Broken, Call, CallPromise, CalleePromise, Crepe, Indirect,
    IndirectTarget, NoReturn, Precedes, Returns, Volatile,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Lint "lint";
    /// A stack slot of fixed size is allocated in the entry block.
    ///
    /// Elsewhere it is taken for a dynamic allocation: the stack grows each time that control comes by, and
    /// the slot is not promoted to a register.
    warn ALLOCA_OUTSIDE_ENTRY: "LNT005" "static-alloca-outside-entry" {
        message: "this stack slot of fixed size is allocated outside of the entry block of `{function}`",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// An `indirectbr` has destinations.
    ///
    /// It goes to one of those listed; without any, executing it is undefined behavior.
    warn NO_DESTINATION: "LNT006" "indirectbr-without-destination" {
        message: "this `indirectbr` has no destination, so that reaching it is undefined behavior",
        reference: "LangRef, indirectbr; LLVM's lint pass",
        checks: [],
    }

    /// What comes directly before `unreachable` has an effect.
    ///
    /// An instruction without effect before a point that is never reached is never of use. Often a call that
    /// does not return was meant.
    warn USELESS_BEFORE_UNREACHABLE: "LNT007" "useless-before-unreachable" {
        message: "this `{opcode}` has no effect, and directly after it comes `unreachable`",
        reference: "LangRef, unreachable; LLVM's lint pass",
        checks: [],
    }

    /// A function with the attribute `noreturn` does not return.
    ///
    /// Callers rely on it: to return is undefined behavior.
    warn NORETURN_RETURNS: "LNT008" "noreturn-returns" {
        message: "`{function}` has the attribute `noreturn`, but returns here",
        reference: "LangRef, Function Attributes; LLVM's lint pass",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let mut program = Crepe::new();
    add_returns(&mut program, context);
    add_allocas(&mut program, facts);
    add_what_precedes_unreachable(&mut program, context);
    program.extend(facts.indirectbr_instruction.iter().map(Indirect::from));
    if !facts.indirectbr_instruction.is_empty() {
        program.extend(facts.indirect_target.iter().map(IndirectTarget::from));
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Adds the returns of functions that are said not to return.
fn add_returns(program: &mut Crepe, context: &Context) {
    let facts = context.facts;
    let attributes = context.attributes_named("noreturn");
    let functions = facts.function_attribute.iter();
    let functions: FxHashSet<FunctionId> = functions
        .filter(|row| attributes.contains(&row.attribute))
        .map(|row| row.function)
        .collect();
    program.extend(functions.iter().copied().map(NoReturn));
    if !functions.is_empty() {
        let returns = facts.instruction.iter().filter(|row| row.opcode == Opcode::Ret);
        program.extend(returns.map(Returns::from));
    }
}

/// Adds the stack slots outside of entry blocks.
fn add_allocas(program: &mut Crepe, facts: &Facts) {
    for row in &facts.alloca_instruction {
        let instruction = facts.instruction.get(row.instruction.index());
        let block = instruction.and_then(|row| facts.block.get(row.block.index()));
        let count = facts.value.get(row.element_count.index());
        if let (Some(block), Some(count)) = (block.filter(|block| block.position > 0), count) {
            program.extend([Alloca(row.instruction, block.block, count.kind)]);
            program.extend([Block::from(block)]);
        }
    }
}

/// Adds the instructions before an `unreachable` in the same block, and what is known of them.
fn add_what_precedes_unreachable(program: &mut Crepe, context: &Context) {
    let facts = context.facts;
    let mut before: FxHashSet<InstructionId> = FxHashSet::default();
    for row in facts.instruction.iter().filter(|row| row.opcode == Opcode::Unreachable) {
        let Some(previous) = row.instruction.0.checked_sub(1).map(InstructionId) else { continue };
        let Some(previous) = facts.instruction.get(previous.index()) else { continue };
        if previous.block == row.block {
            before.insert(previous.instruction);
            program.extend([Precedes(previous.instruction, previous.opcode)]);
        }
    }
    let volatile = facts
        .instruction_flag
        .iter()
        .filter(|row| row.flag == InstructionFlag::Volatile && before.contains(&row.instruction));
    program.extend(volatile.map(|row| Volatile(row.instruction)));
    let atomic = facts.atomic_ordering.iter().filter(|row| before.contains(&row.instruction));
    program.extend(atomic.map(|row| Atomic(row.instruction)));
    let calls: Vec<_> =
        facts.call_instruction.iter().filter(|row| before.contains(&row.instruction)).collect();
    let callees: FxHashSet<_> = calls.iter().map(|row| row.callee).collect();
    let callees = facts.function.iter().filter(|row| callees.contains(&row.value));
    let callees: FxHashMap<_, _> = callees.map(|row| (row.function, row.value)).collect();
    program.extend(calls.into_iter().map(Call::from));
    program.extend(facts.function_attribute.iter().filter_map(|row| {
        let promise = promise(context, row.attribute);
        Some(CalleePromise(*callees.get(&row.function)?, promise?))
    }));
    let attributes = facts.call_attribute.iter().filter(|row| before.contains(&row.instruction));
    program
        .extend(attributes.filter_map(|row| {
            Some(CallPromise(row.instruction, promise(context, row.attribute)?))
        }));
}

/// What an attribute of a call or of its callee promises, as far as it matters for the call's effects.
fn promise(context: &Context, attribute: AttributeId) -> Option<&'static str> {
    let facts = context.facts;
    let value = || facts.attribute_integer.iter().find(|row| row.attribute == attribute);
    match context.text(facts.attribute.get(attribute.index())?.name) {
        "nounwind" => Some("nounwind"),
        "willreturn" => Some("willreturn"),
        "memory" if value()?.integer & MAY_WRITE == 0 => Some("readonly"),
        _ => None,
    }
}

/// In the argument of `memory`, which has two bits for each kind of location, the bits that say that it
/// may be written.
const MAY_WRITE: u64 = 0xaaaa_aaaa_aaaa_aaaa;

fn may_have_effect(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Store | Fence | CmpXchg | AtomicRmw | VAArg | LandingPad | CatchPad | CleanupPad
    )
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::BlockId;

    crepe! {
        @input
        pub struct NoReturn(pub FunctionId);

        @input
        pub struct Returns(pub InstructionId, pub FunctionId);

        @input
        /// `instruction` allocates, in `block`, as many elements as a value of such a kind says.
        pub struct Alloca(pub InstructionId, pub BlockId, pub ValueKind);

        @input
        pub struct Block(pub BlockId, pub u32);

        @input
        pub struct Indirect(pub InstructionId);

        @input
        pub struct IndirectTarget(pub InstructionId);

        @input
        /// Directly after the `instruction`, with such an opcode, comes `unreachable`.
        pub struct Precedes(pub InstructionId, pub Opcode);

        @input
        pub struct Atomic(pub InstructionId);

        @input
        pub struct Volatile(pub InstructionId);

        @input
        /// The `instruction` calls `callee`.
        pub struct Call(pub InstructionId, pub ValueId);

        @input
        /// The attributes of the function `callee` make such a promise.
        pub struct CalleePromise(pub ValueId, pub &'static str);

        @input
        /// The attributes of the call `instruction` make such a promise.
        pub struct CallPromise(pub InstructionId, pub &'static str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NORETURN_RETURNS, Subject::Instruction(instruction), Detail::None) <-
            Returns(instruction, function),
            NoReturn(function);

        Broken(ALLOCA_OUTSIDE_ENTRY, Subject::Instruction(instruction), Detail::None) <-
            Alloca(instruction, block, ValueKind::ConstantInteger),
            Block(block, position),
            (position > 0);

        Broken(NO_DESTINATION, Subject::Instruction(instruction), Detail::None) <-
            Indirect(instruction),
            !IndirectTarget(instruction);

        // Executing `instruction` can be told from not executing it.
        struct Effect(InstructionId);

        Effect(instruction) <- Precedes(instruction, opcode), (may_have_effect(opcode));

        Effect(instruction) <- Atomic(instruction);

        Effect(instruction) <- Volatile(instruction);

        struct Promise(InstructionId, &'static str);

        Promise(call, promise) <- CallPromise(call, promise);

        Promise(call, promise) <- Call(call, callee), CalleePromise(callee, promise);

        Effect(call) <- Call(call, _), !Promise(call, "nounwind");

        Effect(call) <- Call(call, _), !Promise(call, "willreturn");

        Effect(call) <- Call(call, _), !Promise(call, "readonly");

        Broken(USELESS_BEFORE_UNREACHABLE, Subject::Instruction(instruction), Detail::None) <-
            Precedes(instruction, _),
            !Effect(instruction);
    }
}

input_from! { Returns(instruction, function) from Instruction }
input_from! { Block(block, position) from Block }
input_from! { Call(instruction, callee) from CallInstruction }
input_from! { Indirect(instruction) from IndirectBranch }
input_from! { IndirectTarget(instruction) from IndirectTarget }
violation_from! { Broken }
