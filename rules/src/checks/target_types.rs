//! The properties of target extension types. LLVM knows them for the types of its own targets.
//! Other target extension types do not have any of the properties.

/// Whether a global variable may have the target extension type `name`.
pub(crate) fn can_be_global(name: &str) -> bool {
    match name {
        "amdgcn.named.barrier" => true,
        "spirv.IntegralConstant" | "spirv.Literal" => false,
        _ => name.starts_with("spirv.") || name.starts_with("dx."),
    }
}

/// Whether a value of the target extension type `name` may be on the stack.
pub(crate) fn can_be_local(name: &str) -> bool {
    match name {
        "aarch64.svcount" | "riscv.vector.tuple" | "llvm.test.vectorelement" => true,
        "spirv.IntegralConstant" | "spirv.Literal" | "spirv.Padding" | "dx.Padding" => false,
        _ => name.starts_with("spirv.") || name.starts_with("dx."),
    }
}

/// Whether the size of the target extension type `name` is a multiple of `vscale`.
pub(crate) fn is_scalable(name: &str) -> bool {
    matches!(name, "aarch64.svcount" | "riscv.vector.tuple")
}
