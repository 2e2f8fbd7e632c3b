//! SSA form: operands are values that are there when they are used.

pub(super) mod dominance;
pub(super) mod invokes;
pub(super) mod operands;
