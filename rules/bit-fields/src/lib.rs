//! The bit fields of a module, and the instructions that read and write them, in Datalog.
//!
//! A compiler turns a bit field into bits of a word, an integer in memory: to read the field, the code reads the
//! word, shifts and masks it; to write the field, it combines old and new bits of the word. This package recovers
//! the fields: without debug information from the operations on bits, and with debug information by name.
//!
//! ```text
//! facts ───flow────▶ bits that are read and written ──┐
//!   │                                                 ├──classify──▶ words of bit fields ──partition──▶ fields
//!   └───pointees───▶ what pointers point into ────────┘                                                │
//!                              derived relations ◀──layout, leaks, loads, counts──────────────────────┘
//! ```
//!
//! Callers use [`analyze`].
//!
//! | module | what it is |
//! |---|---|
//! | `flow`, `words` | The rules for the flow of bits of integers within a function, and their results for the whole module. |
//! | `slice` | Bits after shifts and masks. |
//! | `writes` | Stores that replace some bits of a word and keep the others. |
//! | `touches` | The operations on bits of words, which are evidence of fields. |
//! | `places`, `copies`, [`pointees`], `structures`, `tags` | The places that pointers lead to, the rules for copies of pointers, and the structures that pointers point into. |
//! | [`debug_info`] | The structures and bit fields that debug information declares. |
//! | `observations`, `classify`, `evidence` | The rules for the evidence about accesses, the rules that distinguish words of bit fields from integers that a program masks itself, and the choice of words to classify. |
//! | `unoptimised` | The functions that have not been optimised. |
//! | `members` | Members of structures according to the tags of alias analysis. |
//! | `member_loads` | Loads of several members at once that are not bit fields. |
//! | [`partition`] | Divides the runs of bits that are read and written into fields. |
//! | [`mod@recover`] | The fields and the accesses to them: combines the modules above. |
//! | [`layout`] | Layouts in which each bit field is a separate member. |
//! | [`leaks`], `initialised`, `execution` | Stores that may spread poison to neighbouring fields, initialisation of memory, and the order of execution. |
//! | [`loads`] | Loads of several members at once. |
//! | [`counts`] | The number of instructions with explicit packing. |
//! | `analysis` | The complete analysis. |
//! | [`derived`] | The derived relations of the schema. |
//!
//! Offsets in words are in bits from the lowest one. Offsets in structures are in bits as DWARF counts them: from
//! the beginning of the structure, and on big-endian targets from the highest bit.
//!
//! # To add an idiom
//!
//! An operation that moves bits is a `slice::Operation` and a clause of `flow`. Evidence that distinguishes fields
//! from flags is a `classify::Evidence`, a clause of `observations` and a rule of `classify`. Then add a structure to
//! `tests/bit_fields/` at the root, or a function to `tests/cli/bit-fields.ll`.

mod analysis;
mod classify;
mod copies;
pub mod counts;
pub mod debug_info;
pub mod derived;
mod evidence;
mod execution;
mod flow;
mod initialised;
pub mod layout;
pub mod leaks;
pub mod loads;
mod member_loads;
mod members;
mod observations;
pub mod partition;
mod places;
pub mod pointees;
pub mod recover;
mod slice;
mod structures;
mod tags;
mod touches;
mod unoptimised;
mod words;
mod writes;

pub use analysis::{Analysis, Outline, analyze};
pub use recover::recover;
pub use structures::source_name;
