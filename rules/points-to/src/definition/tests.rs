//! Tests each rule separately, on constraints written by hand.

mod calls;
mod external;
mod memory;
mod sample;
mod variables;
