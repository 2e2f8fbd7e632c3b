//! Properties of intrinsics that follow from their names.

/// The prefixes of the names of intrinsics that only convey information to LLVM.
const INFORMATIONAL: [&str; 5] =
    ["llvm.assume", "llvm.dbg.", "llvm.invariant.", "llvm.lifetime.", "llvm.prefetch"];

/// Whether an intrinsic only conveys information to LLVM: it neither writes memory nor captures
/// pointers.
pub fn is_informational(intrinsic: &str) -> bool {
    INFORMATIONAL.iter().any(|it| intrinsic.starts_with(it))
}
