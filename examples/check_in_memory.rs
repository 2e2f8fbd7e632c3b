//! Builds a broken module in memory with inkwell, and prints what irlog finds wrong with it.
//!
//! ```text
//! cargo run --example check_in_memory
//! ```
//!
//! Such a module cannot be written to a file, because LLVM's parser would reject it.

use analyses::check::Levels;
use extractor::inkwell::builder::BuilderError;
use extractor::inkwell::context::Context;
use extractor::inkwell::module::Module;

fn main() -> Result<(), BuilderError> {
    print!("{}", findings()?);
    Ok(())
}

/// The findings in the module, as text.
pub fn findings() -> Result<String, BuilderError> {
    let context = Context::create();
    let module = broken_module(&context)?;

    let facts = extractor::extract(&module);
    let report = analyses::check(&facts, &Levels::default());
    Ok(report.to_string())
}

/// A function that adds numbers of different types, stores the sum through a value that is not a
/// pointer, and does not return.
fn broken_module(context: &Context) -> Result<Module<'_>, BuilderError> {
    let module = context.create_module("broken");
    let (narrow, wide) = (context.i32_type(), context.i64_type());
    let pointer = context.ptr_type(Default::default());
    let parameters = [narrow.into(), wide.into(), pointer.into()];
    let function = module.add_function("f", context.void_type().fn_type(&parameters, false), None);
    let [number, other, place] = [0, 1, 2].map(|position| function.get_nth_param(position));
    let (Some(number), Some(other), Some(place)) = (number, other, place) else {
        unreachable!("the function has three parameters");
    };

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let number = number.into_int_value();
    let sum = builder.build_int_add(number, number, "sum")?;
    let store = builder.build_store(place.into_pointer_value(), sum)?;

    // The builder makes well-formed instructions; what comes after it need not keep them so.
    if let Some(add) = sum.as_instruction() {
        add.set_operand(1, other);
    }
    store.set_operand(1, number);
    Ok(module)
}
