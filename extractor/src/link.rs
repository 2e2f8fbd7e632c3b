//! Links several modules into one bitcode file.

use inkwell::GlobalVisibility;
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::values::GlobalValue;
use rustc_hash::FxHashSet;

use crate::{Error, Input, Phase, input, llvm};

/// Changes to the linked module before it is written.
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    /// Remove functions and variables that are not reachable from exported symbols.
    pub remove_unreachable: bool,
    /// The number of inputs, counted from the first, whose exports stay exported. Symbols that only
    /// the other inputs export become internal.
    pub exporting: Option<usize>,
}

/// Links the inputs, and returns the bitcode of the linked module.
///
/// # Errors
///
/// When an input is not a module or cannot be linked.
pub fn link(
    inputs: &[Input],
    options: &LinkOptions,
    on_phase: &mut dyn FnMut(Phase),
) -> Result<Vec<u8>, Error> {
    let context = Context::create();
    let module = input::read_and_link(&context, inputs, on_phase)?;
    if let Some(exporting) = options.exporting {
        let exporting = &inputs[..exporting.min(inputs.len())];
        keep_only(&module, &exports(exporting, on_phase)?);
    }
    if options.remove_unreachable {
        llvm::passes::run(&module, c"globaldce").map_err(Error::Change)?;
    }
    Ok(module.write_bitcode_to_memory().as_slice().to_vec())
}

/// The names that these modules export. Hidden symbols are for other parts of the same library.
fn exports(inputs: &[Input], on_phase: &mut dyn FnMut(Phase)) -> Result<FxHashSet<Vec<u8>>, Error> {
    let context = Context::create();
    let mut names = FxHashSet::default();
    for input in inputs {
        on_phase(Phase::Reading(&input.name));
        let module = input::read(&context, input)?;
        let is_visible = |value: &GlobalValue| value.get_visibility() != GlobalVisibility::Hidden;
        let functions = module.get_functions().filter(|it| it.count_basic_blocks() > 0);
        let functions = functions.filter(|it| is_visible(&it.as_global_value()));
        names.extend(functions.map(|it| it.get_name().to_bytes().to_vec()));
        let globals = module.get_globals().filter(|it| it.get_initializer().is_some());
        let globals = globals.filter(is_visible);
        names.extend(globals.map(|it| it.get_name().to_bytes().to_vec()));
    }
    Ok(names)
}

/// Makes all exported definitions internal whose names are not in `names`.
fn keep_only(module: &Module, names: &FxHashSet<Vec<u8>>) {
    let is_internal = |linkage| matches!(linkage, Linkage::Internal | Linkage::Private);
    for function in module.get_functions().filter(|it| it.count_basic_blocks() > 0) {
        if !is_internal(function.get_linkage()) && !names.contains(function.get_name().to_bytes()) {
            function.as_global_value().set_visibility(GlobalVisibility::Default);
            function.set_linkage(Linkage::Internal);
        }
    }
    for global in module.get_globals().filter(|it| it.get_initializer().is_some()) {
        // The linkage of LLVM's own variables (llvm.used, llvm.global_ctors) is significant.
        let name = global.get_name().to_bytes();
        let is_llvms = name.starts_with(b"llvm.");
        if !is_internal(global.get_linkage()) && !is_llvms && !names.contains(name) {
            global.set_visibility(GlobalVisibility::Default);
            global.set_linkage(Linkage::Internal);
        }
    }
}
