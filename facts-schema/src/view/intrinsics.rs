//! What is known of intrinsics by their names.

/// The beginnings of the names of intrinsics that only tell LLVM something.
const ONLY_TELL: [&str; 5] =
    ["llvm.assume", "llvm.dbg.", "llvm.invariant.", "llvm.lifetime.", "llvm.prefetch"];

/// Whether an intrinsic only tells LLVM something: it writes to no memory, and keeps no address.
pub fn only_tells(intrinsic: &str) -> bool {
    ONLY_TELL.iter().any(|it| intrinsic.starts_with(it))
}
