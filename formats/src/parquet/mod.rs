//! Facts as Parquet: a folder with one file per relation, and a manifest.
//!
//! Readable ids, words and texts are strings, written as in all other formats: texts are escaped,
//! ids only if necessary. Numbers are unsigned 32-bit or 64-bit integers. Columns are not optional.
//! The rows of a file are in the order of the module.

mod cells;
mod columns;
mod deltas;
mod guard;
mod pages;
mod read;
mod runs;
mod write;

pub use guard::decoded_file;
pub use read::read;
pub use write::{write, write_table};
