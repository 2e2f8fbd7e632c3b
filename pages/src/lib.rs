//! Static pages that show a module: its IR, source, types, pointers, calls and findings, with links
//! between them.
//!
//! ```text
//! facts, points-to, reports, answers of queries ──▶ chunks of data ──▶ folder, or one file
//!                                       front end (HTML, CSS, JavaScript) ──▲
//! ```
//!
//! The front end in `front/` renders the pages in the browser. It is plain JavaScript without a
//! build step. It loads the data for a page as classic scripts, because pages on disk cannot load
//! anything else: each file in `data/` calls one function with a key and a value.
//!
//! | module | contents |
//! |---|---|
//! | [`output`] | The output: a folder, or one page that contains everything. |
//! | [`program`] | The data from which all pages are generated. |
//! | `index` | The data that every page needs: names, sizes, the overview. |
//! | `families` | The functions that are instantiations of the same template, and short names. |
//! | `function`, `code`, `flow` | Functions: their IR, and drawings of their control flow. |
//! | `pointers`, `reasons` | Points-to sets, and the reasons for their elements. |
//! | `objects`, `globals`, `types`, `rules_data`, `calls` | The other pages. |
//! | [`source`] | Lines of source files. |
//!
//! Text from the module is never inserted as HTML or code: it is data in JSON, which the front end
//! only displays as text.

mod calls;
mod code;
mod families;
mod flow;
mod function;
mod globals;
mod index;
mod objects;
pub mod output;
mod pointers;
mod pool;
pub mod program;
mod reasons;
mod rules_data;
pub mod source;
mod type_names;
mod types;

use std::io;

use rayon::prelude::*;

use output::Output;
use program::{Content, Program};

/// Writes all files of the pages.
///
/// # Errors
///
/// When a file cannot be written: its name, and the error.
pub fn write(content: &Content, output: &Output) -> Result<(), (String, io::Error)> {
    let program = Program::new(content);
    let reasons = reasons::Reasons::of(&program);
    let tasks: [&(dyn Fn() -> output::Written + Sync); 6] = [
        &|| index::write(&program, &reasons, output),
        &|| globals::write(&program, output),
        &|| types::write(&program, output),
        &|| objects::write(&program, output),
        &|| calls::write(&program, output),
        &|| rules_data::write(&program, output),
    ];
    let chunks = (0..program.chunks.len()).into_par_iter();
    chunks.try_for_each(|chunk| function::write(&program, &reasons, chunk, output))?;
    tasks.into_par_iter().try_for_each(|task| task())?;
    reasons.write(&program, output)?;
    for (number, table) in content.tables.iter().enumerate() {
        output.chunk(&format!("q/{number}"), table)?;
    }
    output.finish(&program.title())
}
