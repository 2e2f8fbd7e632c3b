//! Changes that inkwell does not permit. LLVM's own interface does not check them, so transformations can make them by
//! mistake.

use std::ffi::CString;
use std::ptr::null_mut;

use extractor::inkwell::AtomicOrdering;
use extractor::inkwell::llvm_sys::core::*;
use extractor::inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use extractor::inkwell::module::Module;
use extractor::inkwell::values::{AsValueRef, BasicValue};

use super::change::{builder_at, done};
use super::named::{instruction, integer, number, structure, value};

pub fn set_ordering(module: &Module, target: &str, ordering: &str) -> Result<(), String> {
    let target = instruction(module, target)?;
    let ordering = match ordering {
        "unordered" => AtomicOrdering::Unordered,
        "monotonic" => AtomicOrdering::Monotonic,
        "acquire" => AtomicOrdering::Acquire,
        "release" => AtomicOrdering::Release,
        _ => return Err(format!("this test does not support the ordering `{ordering}`")),
    };
    // SAFETY: the examples use this only for instructions that have an ordering.
    unsafe { LLVMSetOrdering(target.as_value_ref(), ordering.into()) };
    Ok(())
}

/// Initialises a global with a signed pointer.
pub fn initialise(
    module: &Module,
    global: &str,
    pointer: &str,
    key: &[&str],
    has_null: bool,
) -> Result<(), String> {
    let global = value(module, global)?.into_pointer_value();
    let initializer = signed_pointer(module, pointer, key, has_null)?;
    // SAFETY: the value is a global variable, and both values belong to this module.
    unsafe { LLVMSetInitializer(global.as_value_ref(), initializer) };
    Ok(())
}

/// A signed pointer, with a null pointer or a number as address discriminator.
#[cfg(feature = "rustc-llvm")]
fn signed_pointer(
    module: &Module,
    pointer: &str,
    key: &[&str],
    has_null: bool,
) -> Result<LLVMValueRef, String> {
    let [key_type, key, discriminator_type, discriminator] = key else {
        return Err("a signed pointer has a key and a discriminator".to_owned());
    };
    let pointer = value(module, pointer)?.into_pointer_value();
    let key = integer(module, key_type, key)?;
    let discriminator = integer(module, discriminator_type, discriminator)?;
    let address = match has_null {
        true => pointer.get_type().const_null().as_basic_value_enum(),
        false => integer(module, "i64", "0")?,
    };
    // SAFETY: all values are constants, and those that must be integers are.
    Ok(unsafe {
        LLVMConstantPtrAuth(
            pointer.as_value_ref(),
            key.as_value_ref(),
            discriminator.as_value_ref(),
            address.as_value_ref(),
        )
    })
}

/// LLVM 19 has signed pointers, but its C interface does not expose them.
#[cfg(not(feature = "rustc-llvm"))]
fn signed_pointer(_: &Module, _: &str, _: &[&str], _: bool) -> Result<LLVMValueRef, String> {
    Err("this LLVM's C interface cannot sign pointers".to_owned())
}

/// Declares a variable of a type that inkwell does not permit.
pub fn declare(module: &Module, name: &str, description: &[&str]) -> Result<(), String> {
    let name = CString::new(name.trim_start_matches('@')).map_err(|it| it.to_string())?;
    let r#type = described_type(module, description)?;
    // SAFETY: the type belongs to this module's context.
    unsafe { LLVMAddGlobal(module.as_mut_ptr(), r#type, name.as_ptr()) };
    Ok(())
}

/// The type that the words describe.
fn described_type(module: &Module, description: &[&str]) -> Result<LLVMTypeRef, String> {
    // SAFETY: LLVM built without assertions creates types from any types.
    unsafe {
        match description {
            ["vector", "of", length, element] => {
                Ok(LLVMVectorType(named_type(module, element)?, number(length)?))
            }
            ["array", "of", length, element] => {
                Ok(LLVMArrayType2(named_type(module, element)?, number(length)?.into()))
            }
            ["function", "from", parameter, "to", result] => {
                let mut parameters = [named_type(module, parameter)?];
                Ok(LLVMFunctionType(named_type(module, result)?, parameters.as_mut_ptr(), 1, 0))
            }
            [name] => named_type(module, name),
            _ => Err("this test cannot make such a type".to_owned()),
        }
    }
}

fn named_type(module: &Module, name: &str) -> Result<LLVMTypeRef, String> {
    let context = module.get_context().raw();
    // SAFETY: the context outlives this call.
    unsafe {
        match name {
            "void" => Ok(LLVMVoidTypeInContext(context)),
            "label" => Ok(LLVMLabelTypeInContext(context)),
            "structure" => Ok(LLVMStructTypeInContext(context, null_mut(), 0, 0)),
            _ => {
                let width = name.strip_prefix('i').and_then(|it| it.parse().ok());
                let width =
                    width.ok_or_else(|| format!("this test does not support the type {name}"))?;
                Ok(LLVMIntTypeInContext(context, width))
            }
        }
    }
}

/// Inserts the address of a structure in memory that was not allocated for it.
pub fn insert_getelementptr(module: &Module, r#type: &str, place: &str) -> Result<(), String> {
    let (builder, context) = (builder_at(module, place)?, module.get_context());
    let base = builder.build_alloca(context.i8_type(), "").map_err(|it| it.to_string())?;
    let one = context.i64_type().const_int(1, false);
    // SAFETY: the module is not run, so the address may be out of bounds.
    done(unsafe { builder.build_gep(structure(module, r#type)?, base, &[one], "") })
}
