//! What is known of intrinsics by their names.

/// Whether an intrinsic only tells LLVM something: it writes to no memory, and keeps no address.
pub fn only_tells(intrinsic: &str) -> bool {
    ["llvm.assume", "llvm.dbg.", "llvm.lifetime."].iter().any(|it| intrinsic.starts_with(it))
}
