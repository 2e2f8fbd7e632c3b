//! SSA form: operands are valid values that are available at their uses.

pub(super) mod dominance;
pub(super) mod invokes;
pub(super) mod operands;
