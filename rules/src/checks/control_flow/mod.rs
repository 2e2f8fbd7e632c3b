//! Blocks, phis and terminators.

pub(super) mod blocks;
pub(super) mod callbr;
pub(super) mod entries;
pub(super) mod phi;
pub(super) mod switches;
pub(super) mod terminators;
