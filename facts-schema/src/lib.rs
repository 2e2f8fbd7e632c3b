//! The relations of irlog: one list, from which everything else is generated.
//!
//! A module of LLVM IR becomes [`Facts`], a vector of rows for each relation.
//! [`for_each_relation!`] is the list; row types, schema texts and file formats are generated from
//! it. This package depends neither on LLVM nor on rules.

mod answer;
pub mod assembly;
mod cells;
pub mod debug_info;
mod equality;
mod escape;
mod facts;
pub mod folder;
mod format;
mod ids;
mod relations;
mod symbols;
pub mod texts;
pub mod view;
mod vocabulary;

pub use answer::Answer;
pub use escape::{escape_symbol, escape_symbol_parts, escape_text};
pub use facts::*;
pub use folder::Ids;
pub use format::{FactsFormat, Format, TableFormat};
pub use ids::*;
pub use symbols::{Prefix, SymbolTable, Symbols, Texts};
pub use vocabulary::*;
