//! Random changes to a module, as a faulty transformation might make them.

use extractor::inkwell::attributes::{Attribute, AttributeLoc};
use extractor::inkwell::context::Context;
use extractor::inkwell::module::{Linkage, Module};
use extractor::inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
};
use extractor::inkwell::{AtomicOrdering, GlobalVisibility};

use crate::choices::Choices;
use crate::generate::types;

/// Makes one or two changes.
pub fn apply(context: &Context, module: &Module, choices: &mut Choices) {
    let defined: Vec<_> =
        module.get_functions().filter(|function| function.count_basic_blocks() > 0).collect();
    let Some(function) = choices.pick_any(&defined) else { return };
    for _ in 0..1 + choices.below(2) {
        match choices.below(10) {
            0..=4 => change_operand(context, function, choices),
            5 => move_or_erase(function, choices),
            6 => add_instruction(context, function, choices),
            7 => change_ordering(function, choices),
            8 => change_symbol(module, function, choices),
            _ => add_attribute(context, function, choices),
        }
    }
}

fn instructions<'c>(function: FunctionValue<'c>) -> Vec<InstructionValue<'c>> {
    function.get_basic_block_iter().flat_map(|block| block.get_instructions()).collect()
}

/// All arguments and instruction results of the function.
fn values<'c>(function: FunctionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    let results = instructions(function).into_iter();
    let results = results.filter_map(|it| BasicValueEnum::try_from(it.as_any_value_enum()).ok());
    function.get_param_iter().chain(results).collect()
}

/// Replaces an operand by a random value of the function, or a constant of a random type.
fn change_operand(context: &Context, function: FunctionValue, choices: &mut Choices) {
    let Some(instruction) = choices.pick_any(&instructions(function)) else { return };
    let is_value = |&position: &u32| {
        instruction.get_operand(position).is_some_and(|operand| operand.value().is_some())
    };
    let positions: Vec<u32> = (0..instruction.get_num_operands()).filter(is_value).collect();
    let Some(position) = choices.pick_any(&positions) else { return };
    // LLVM assumes that the cases of a switch are constants, even in its verifier.
    if instruction.get_opcode() == InstructionOpcode::Switch && position > 0 {
        return;
    }
    let mut candidates = values(function);
    candidates.extend(types(context).into_iter().map(|r#type| r#type.const_zero()));
    instruction.set_operand(position, choices.pick(&candidates));
}

/// Moves an instruction to the beginning of a random block, or erases a terminator.
fn move_or_erase(function: FunctionValue, choices: &mut Choices) {
    let Some(instruction) = choices.pick_any(&instructions(function)) else { return };
    if instruction.is_terminator() {
        instruction.erase_from_basic_block();
        return;
    }
    let blocks = function.get_basic_blocks();
    let Some(target) = choices.pick_any(&blocks).and_then(|block| block.get_first_instruction())
    else {
        return;
    };
    if target == instruction {
        return;
    }
    instruction.remove_from_basic_block();
    let context = function.get_type().get_context();
    let builder = context.create_builder();
    builder.position_before(&target);
    builder.insert_instruction(&instruction, None);
}

/// Adds a conversion between types that may not fit.
fn add_instruction(context: &Context, function: FunctionValue, choices: &mut Choices) {
    use InstructionOpcode::*;
    let Some(value) = choices.pick_any(&values(function)) else { return };
    let Some(definition) = value.as_instruction_value() else { return };
    let Some(next) = definition.get_next_instruction() else { return };
    let builder = context.create_builder();
    builder.position_before(&next);
    let opcode = choices.pick(&[
        Trunc,
        ZExt,
        SExt,
        FPTrunc,
        FPExt,
        FPToUI,
        FPToSI,
        UIToFP,
        SIToFP,
        PtrToInt,
        IntToPtr,
        BitCast,
        AddrSpaceCast,
    ]);
    let target = choices.pick(&types(context));
    let _ = builder.build_cast(opcode, value, target, "added");
}

/// Changes the ordering of an atomic instruction.
fn change_ordering(function: FunctionValue, choices: &mut Choices) {
    use AtomicOrdering::*;
    let mut memory = instructions(function);
    memory
        .retain(|it| matches!(it.get_opcode(), InstructionOpcode::Load | InstructionOpcode::Store));
    let Some(instruction) = choices.pick_any(&memory) else { return };
    let ordering = choices.pick(&[
        Unordered,
        Monotonic,
        Acquire,
        Release,
        AcquireRelease,
        SequentiallyConsistent,
    ]);
    // The change may be rejected; then nothing changes.
    let _ = instruction.set_atomic_ordering(ordering);
}

/// Changes the linkage or visibility of a global or function.
fn change_symbol(module: &Module, function: FunctionValue, choices: &mut Choices) {
    use Linkage::*;
    let linkage = choices.pick(&[
        Appending,
        AvailableExternally,
        Common,
        External,
        ExternalWeak,
        Internal,
        LinkOnceAny,
        LinkOnceODR,
        Private,
        WeakAny,
        WeakODR,
    ]);
    let globals: Vec<_> = module.get_globals().collect();
    match choices.pick_any(&globals) {
        Some(global) if choices.below(3) > 0 => {
            global.set_linkage(linkage);
            if choices.below(3) == 1 {
                global.set_visibility(GlobalVisibility::Hidden);
            }
        }
        _ => function.set_linkage(linkage),
    }
}

/// Adds a random attribute to the function, its result or a parameter.
fn add_attribute(context: &Context, function: FunctionValue, choices: &mut Choices) {
    let names = [
        "noundef",
        "nonnull",
        "zeroext",
        "signext",
        "noalias",
        "returned",
        "nest",
        "inreg",
        "readonly",
        "readnone",
        "writeonly",
        "noreturn",
        "nounwind",
        "optnone",
        "noinline",
        "alwaysinline",
        "optsize",
        "minsize",
        "naked",
        "immarg",
        "swiftself",
        "swifterror",
        "jumptable",
        "cold",
        "hot",
        "writable",
        "nofree",
        "convergent",
        "speculatable",
    ];
    let kind = Attribute::get_named_enum_kind_id(choices.pick(&names));
    let place = match choices.below(3) {
        0 => AttributeLoc::Function,
        1 => AttributeLoc::Return,
        _ if function.count_params() == 0 => AttributeLoc::Function,
        _ => AttributeLoc::Param(choices.below(function.count_params() as usize) as u32),
    };
    function.add_attribute(place, context.create_enum_attribute(kind, 0));
}
