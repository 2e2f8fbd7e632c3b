//! Convergence control: which threads execute a convergent operation together.
//!
//! A convergent operation can use a *token* in an operand bundle `"convergencectrl"`. Three
//! intrinsics produce tokens: `entry` (the threads that entered the function together), `anchor`
//! (an implementation-defined set of threads), and `loop` (the threads, of those of another token,
//! that execute the same iteration of a loop).

pub(super) mod operations;
pub(super) mod regions;
