//! The bit fields of a module, and the instructions that read and write them, as Datalog.
//!
//! A compiler turns a bit field into bits of a word, a number in memory: it reads the word, shifts and
//! masks it, and to write a field it puts the word together from old bits and new ones. This package
//! finds the fields again, without debug information from what is done with bits, and with it by name.
//!
//! ```text
//! facts ───flow────▶ bits that are read and written ──┐
//!   │                                                 ├──judge──▶ words of bit fields ──partition──▶ fields
//!   └───pointees───▶ what pointers point into ────────┘                                                │
//!                              derived relations ◀──layout, leaks, loads, counts──────────────────────┘
//! ```
//!
//! Callers use [`analyze`].
//!
//! | module | what it is |
//! |---|---|
//! | `flow`, `words` | The rules: what becomes of the bits of integers within a function; and what they derive, for the whole module. |
//! | `slice` | Bits that went through shifts and masks. |
//! | `writes` | Stores that replace some bits of a word and keep the others. |
//! | `touches` | What happens to which bits of words: what shows fields, and how well. |
//! | `places`, `copies`, [`pointees`], `structures`, `tags` | Where pointers lead, the rules that say which are copies of which, and which structures they point into. |
//! | [`debug_info`] | The structures and bit fields that debug information declares. |
//! | `sights`, `judge`, `evidence` | The rules for what is seen of accesses, those that tell words of bit fields from numbers that a program masks itself, and which words are judged. |
//! | `unoptimised` | The functions that have not been optimised. |
//! | `members` | What the tags of alias analysis say of members. |
//! | `member_loads` | Loads of several members at once that are no bit fields. |
//! | [`partition`] | From the runs of bits that are read and written to fields. |
//! | [`mod@recover`] | The fields and the accesses to them: the modules above put together. |
//! | [`layout`] | Layouts in which each bit field is a member of its own. |
//! | [`leaks`], `initialised`, `execution` | Stores that may spread poison to neighbouring fields, whether memory has been initialised, and what runs before what. |
//! | [`loads`] | Loads of several members at once. |
//! | [`counts`] | The number of instructions with explicit packing. |
//! | `analysis` | All of it put together. |
//! | [`derived`] | The derived relations of the schema. |
//!
//! Offsets in words are in bits from the lowest one. Offsets in structures are in bits as DWARF counts
//! them: from the beginning of the structure, and where the highest byte of a number comes first, from
//! the highest bit of it.
//!
//! # To add an idiom
//!
//! An operation that moves bits is a `slice::Operation` and a clause of `flow`. What tells fields from
//! flags is a `judge::Evidence`, a clause of `sights` and a rule of `judge`. Then write a structure into
//! `tests/bit_fields/` at the root, or a function into `tests/cli/bit-fields.ll`.

mod analysis;
mod copies;
pub mod counts;
pub mod debug_info;
pub mod derived;
mod evidence;
mod execution;
mod flow;
mod initialised;
mod judge;
pub mod layout;
pub mod leaks;
pub mod loads;
mod member_loads;
mod members;
pub mod partition;
mod places;
pub mod pointees;
pub mod recover;
mod sights;
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
