//! Facts as Parquet: a folder with one file for each relation, and a manifest.
//!
//! Readable ids, words and texts are strings, written as in every other format: a text is escaped, an id only if it
//! must be. Numbers are unsigned integers of 32 or 64 bits. No column is optional. The rows of a file are in the order
//! of the module.

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
