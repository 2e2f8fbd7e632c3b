//! Resolves the names in a change: the entities of a module, and numbers.

use std::num::NonZeroU32;

use extractor::inkwell::module::Module;
use extractor::inkwell::types::StructType;
use extractor::inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, FunctionValue, GlobalValue, InstructionValue,
};

/// The function `@f`.
pub fn function<'c>(module: &Module<'c>, id: &str) -> Result<FunctionValue<'c>, String> {
    let function = module.get_function(id.trim_start_matches('@'));
    function.ok_or_else(|| format!("there is no function {id}"))
}

/// The instruction `@f:#3`.
pub fn instruction<'c>(module: &Module<'c>, id: &str) -> Result<InstructionValue<'c>, String> {
    let unknown = || format!("there is no instruction {id}");
    let (name, position) = id.split_once(":#").ok_or_else(unknown)?;
    let function = function(module, name)?;
    let position = position.parse().map_err(|_| unknown())?;
    let mut instructions =
        function.get_basic_block_iter().flat_map(|block| block.get_instructions());
    instructions.nth(position).ok_or_else(unknown)
}

/// The variable or function `@g`.
pub fn global<'c>(module: &Module<'c>, id: &str) -> Result<GlobalValue<'c>, String> {
    let name = id.trim_start_matches('@');
    let variable = || module.get_global(name);
    let function = || Some(module.get_function(name)?.as_global_value());
    variable().or_else(function).ok_or_else(|| format!("there is no global {id}"))
}

/// The argument or instruction `@f:%x`, or the global `@g`.
pub fn value<'c>(module: &Module<'c>, id: &str) -> Result<BasicValueEnum<'c>, String> {
    let unknown = || format!("there is no value {id}");
    let Some((function, name)) = id.split_once(":%") else {
        return Ok(global(module, id)?.as_pointer_value().into());
    };
    let function = self::function(module, function)?;
    let is_named = |value: &BasicValueEnum| value.get_name().to_bytes() == name.as_bytes();
    let arguments = function.get_param_iter();
    let instructions = function
        .get_basic_block_iter()
        .flat_map(|block| block.get_instructions())
        .filter_map(|it| BasicValueEnum::try_from(it.as_any_value_enum()).ok());
    arguments.chain(instructions).find(is_named).ok_or_else(unknown)
}

/// The constant `i32 7`.
pub fn integer<'c>(
    module: &Module<'c>,
    r#type: &str,
    number: &str,
) -> Result<BasicValueEnum<'c>, String> {
    let unknown = || format!("there is no constant {type} {number}");
    let width = r#type.strip_prefix('i').and_then(|it| it.parse().ok()).ok_or_else(unknown)?;
    let width = NonZeroU32::new(width).ok_or_else(unknown)?;
    let number = number.parse().map_err(|_| unknown())?;
    let r#type = module.get_context().custom_width_int_type(width).map_err(|_| unknown())?;
    Ok(r#type.const_int(number, false).as_basic_value_enum())
}

/// The structure `%T`.
pub fn structure<'c>(module: &Module<'c>, id: &str) -> Result<StructType<'c>, String> {
    let found = module.get_struct_type(id.trim_start_matches('%'));
    found.ok_or_else(|| format!("there is no type {id}"))
}

pub fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}
