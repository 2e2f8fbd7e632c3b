//! Convergence control: which threads execute a convergent operation together.
//!
//! A convergent operation can take a *token* in an operand bundle `"convergencectrl"`. Tokens come
//! from three intrinsics: `entry` (those threads that entered the function together), `anchor` (some
//! threads), and `loop` (those that execute the same round of a loop, out of those of another token).

pub(super) mod operations;
pub(super) mod regions;
