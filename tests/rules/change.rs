//! Changes to a module that make it ill-formed, in the syntax of the comments in examples:
//!
//! ```text
//! set operand 1 of @f:#0 to @f:%b
//! set operand 1 of @f:#0 to i32 7
//! set operand 0 of @f:#1 to operand 0 of @f:#0
//! set ordering of @f:#0 to release
//! set linkage of @f to common
//! set initializer of @g to initializer of @h
//! initialise @g with ptrauth @h i32 2 i64 0 null
//! replace @g by @h
//! rename @f to g
//! erase @f:#3
//! move @g:#0 before @f:#0
//! call @g with @f:%a @f:%b before @f:#0
//! build a switch on @f:%a with two cases 7 before @f:#0
//! insert alloca %T at @f:#0
//! insert getelementptr %T at @f:#0
//! insert trunc of @f:%a to type of @f:%b at @f:#0
//! declare @f with %T
//! declare @g of type vector of 0 i32
//! declare @f of type function from i32 to label
//! add nonnull to @f
//! add align(8) to result of @f
//! add cold to parameter 0 of @f
//! add sret i32 to parameter 0 of @f
//! ```
//!
//! `@f:#3` is the fourth instruction of `@f`, `@f:%a` its argument or instruction `%a`.

use extractor::inkwell::attributes::{Attribute, AttributeLoc};
use extractor::inkwell::builder::{Builder, BuilderError};
use extractor::inkwell::module::{Linkage, Module};
use extractor::inkwell::types::AnyType;
use extractor::inkwell::values::{BasicValueEnum, InstructionOpcode};

use super::named::{function, global, instruction, integer, number, structure, value};
use super::unchecked;

/// Applies a change to the module; other text has no effect.
pub fn apply(module: &Module, change: &str) -> Result<(), String> {
    let words: Vec<&str> = change.split_whitespace().collect();
    match words.as_slice() {
        ["set", "operand", position, "of", target, "to", new] => {
            set_operand(module, position, target, value(module, new)?)
        }
        ["set", "operand", position, "of", target, "to", r#type, constant] => {
            set_operand(module, position, target, integer(module, r#type, constant)?)
        }
        ["set", "operand", position, "of", target, "to", "operand", other, "of", source] => {
            set_operand(module, position, target, operand(module, other, source)?)
        }
        ["set", "ordering", "of", target, "to", ordering] => {
            unchecked::set_ordering(module, target, ordering)
        }
        ["set", "linkage", "of", target, "to", linkage] => set_linkage(module, target, linkage),
        ["set", "initializer", "of", target, "to", "initializer", "of", source] => {
            set_initializer(module, target, source)
        }
        ["initialise", target, "with", "ptrauth", pointer, key @ .., address] => {
            unchecked::initialise(module, target, pointer, key, *address == "null")
        }
        ["replace", old, "by", new] => replace(module, old, new),
        ["rename", target, "to", name] => rename(module, target, name),
        ["erase", target] => erase(module, target),
        ["move", target, "before", other] => r#move(module, target, other),
        ["call", callee, "with", arguments @ .., "before", place] => {
            call(module, callee, arguments, place)
        }
        ["build", "a", "switch", "on", on, "with", "two", "cases", case, "before", place] => {
            build_switch(module, on, case, place)
        }
        ["insert", "alloca", r#type, "at", place] => insert_alloca(module, r#type, place),
        ["insert", "getelementptr", r#type, "at", place] => {
            unchecked::insert_getelementptr(module, r#type, place)
        }
        ["insert", "trunc", "of", operand, "to", "type", "of", other, "at", place] => {
            insert_trunc(module, operand, other, place)
        }
        ["declare", name, "with", r#type] => declare(module, name, r#type),
        ["declare", name, "of", "type", r#type @ ..] => unchecked::declare(module, name, r#type),
        ["add", attribute, "to", target] => {
            add_attribute(module, attribute, AttributeLoc::Function, target)
        }
        ["add", attribute, "to", "result", "of", target] => {
            add_attribute(module, attribute, AttributeLoc::Return, target)
        }
        ["add", attribute, "to", "parameter", position, "of", target] => {
            add_attribute(module, attribute, AttributeLoc::Param(number(position)?), target)
        }
        ["add", attribute, "i32", "to", "parameter", position, "of", target] => {
            add_type_attribute(module, attribute, AttributeLoc::Param(number(position)?), target)
        }
        [verb, ..] if VERBS.contains(verb) => {
            Err("is not a change that this test supports".to_owned())
        }
        _ => Ok(()),
    }
}

/// The first words of changes, and of no other comment after `; Broken: `.
const VERBS: &[&str] = &[
    "set",
    "initialise",
    "replace",
    "rename",
    "erase",
    "move",
    "call",
    "build",
    "insert",
    "declare",
    "add",
];

fn set_operand<'c>(
    module: &Module<'c>,
    position: &str,
    target: &str,
    value: BasicValueEnum<'c>,
) -> Result<(), String> {
    if !instruction(module, target)?.set_operand(number(position)?, value) {
        return Err("there is no such operand".to_owned());
    }
    Ok(())
}

fn operand<'c>(
    module: &Module<'c>,
    position: &str,
    target: &str,
) -> Result<BasicValueEnum<'c>, String> {
    let operand = instruction(module, target)?.get_operand(number(position)?);
    operand.and_then(|it| it.value()).ok_or_else(|| "there is no such operand".to_owned())
}

fn set_linkage(module: &Module, target: &str, linkage: &str) -> Result<(), String> {
    let linkage = match linkage {
        "internal" => Linkage::Internal,
        "common" => Linkage::Common,
        _ => return Err(format!("this test does not support the linkage `{linkage}`")),
    };
    global(module, target)?.set_linkage(linkage);
    Ok(())
}

fn set_initializer(module: &Module, target: &str, source: &str) -> Result<(), String> {
    let initializer = global(module, source)?.get_initializer();
    let initializer = initializer.ok_or_else(|| format!("{source} has no initializer"))?;
    global(module, target)?.set_initializer(&initializer);
    Ok(())
}

fn replace(module: &Module, old: &str, new: &str) -> Result<(), String> {
    let (old, new) = (value(module, old)?, value(module, new)?);
    old.into_pointer_value().replace_all_uses_with(new.into_pointer_value());
    Ok(())
}

fn rename(module: &Module, target: &str, name: &str) -> Result<(), String> {
    function(module, target)?.as_global_value().set_name(name);
    Ok(())
}

fn erase(module: &Module, target: &str) -> Result<(), String> {
    instruction(module, target)?.erase_from_basic_block();
    Ok(())
}

fn r#move(module: &Module, target: &str, other: &str) -> Result<(), String> {
    let (target, builder) = (instruction(module, target)?, builder_at(module, other)?);
    target.remove_from_basic_block();
    builder.insert_instruction(&target, None);
    Ok(())
}

fn call(module: &Module, callee: &str, arguments: &[&str], place: &str) -> Result<(), String> {
    let arguments: Result<Vec<_>, String> =
        arguments.iter().map(|id| Ok(value(module, id)?.into())).collect();
    let builder = builder_at(module, place)?;
    done(builder.build_direct_call(function(module, callee)?, &arguments?, ""))
}

/// Both cases have the same destination as the branch at `place`.
fn build_switch(module: &Module, on: &str, case: &str, place: &str) -> Result<(), String> {
    let target = instruction(module, place)?.get_operand(1).and_then(|it| it.block());
    let target = target.ok_or_else(|| format!("{place} is not a conditional branch"))?;
    let on = value(module, on)?.into_int_value();
    let case = on.get_type().const_int(number(case)?.into(), false);
    let cases = [(case, target), (case, target)];
    done(builder_at(module, place)?.build_switch(on, target, &cases))
}

fn insert_alloca(module: &Module, r#type: &str, place: &str) -> Result<(), String> {
    done(builder_at(module, place)?.build_alloca(structure(module, r#type)?, ""))
}

fn insert_trunc(module: &Module, operand: &str, other: &str, place: &str) -> Result<(), String> {
    let (operand, to_type) = (value(module, operand)?, value(module, other)?.get_type());
    let builder = builder_at(module, place)?;
    done(builder.build_cast(InstructionOpcode::Trunc, operand, to_type, ""))
}

/// Declares a function with a parameter of the type `%T`.
fn declare(module: &Module, name: &str, r#type: &str) -> Result<(), String> {
    let parameters = [structure(module, r#type)?.into()];
    let function_type = module.get_context().void_type().fn_type(&parameters, false);
    module.add_function(name.trim_start_matches('@'), function_type, None);
    Ok(())
}

/// Adds an attribute, with an integer argument if it is written.
fn add_attribute(
    module: &Module,
    attribute: &str,
    place: AttributeLoc,
    target: &str,
) -> Result<(), String> {
    let (name, argument) = attribute.split_once('(').unwrap_or((attribute, "0)"));
    let argument = argument.trim_end_matches(')').parse().map_err(|_| "is not a number")?;
    let attribute = module.get_context().create_enum_attribute(attribute_kind(name)?, argument);
    function(module, target)?.add_attribute(place, attribute);
    Ok(())
}

/// Adds a type attribute with the type `i32`.
fn add_type_attribute(
    module: &Module,
    attribute: &str,
    place: AttributeLoc,
    target: &str,
) -> Result<(), String> {
    let r#type = module.get_context().i32_type().as_any_type_enum();
    let attribute = module.get_context().create_type_attribute(attribute_kind(attribute)?, r#type);
    function(module, target)?.add_attribute(place, attribute);
    Ok(())
}

fn attribute_kind(name: &str) -> Result<u32, String> {
    match Attribute::get_named_enum_kind_id(name) {
        0 => Err(format!("there is no attribute {name}")),
        kind => Ok(kind),
    }
}

/// Builds instructions before the one at `place`.
pub fn builder_at<'c>(module: &Module<'c>, place: &str) -> Result<Builder<'c>, String> {
    let builder = module.get_context().create_builder();
    builder.position_before(&instruction(module, place)?);
    Ok(builder)
}

/// Discards the built instruction, and converts the error.
pub fn done<T>(built: Result<T, BuilderError>) -> Result<(), String> {
    built.map(drop).map_err(|error| error.to_string())
}
