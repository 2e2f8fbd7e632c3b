//! Static pages that show a module: its IR, source, types, pointers, calls and findings, linked with each other.
//!
//! ```text
//! facts, points-to, reports, answers of queries ──▶ chunks of data ──▶ folder, or one file
//!                                       front end (HTML, CSS, JavaScript) ──▲
//! ```
//!
//! The pages are drawn in the browser by the front end in `front/`, which is plain JavaScript without a build step. It
//! loads the data that a page needs as classic scripts, since pages from disk can load nothing else: each file in
//! `data/` calls one function with a key and a value.
//!
//! | module | what it is |
//! |---|---|
//! | [`output`] | Where files go: a folder, or one page with everything in it. |
//! | [`program`] | What all pages are made from. |
//! | `index` | What every page needs: names, sizes, what is on the overview. |
//! | `function`, `code`, `flow` | Functions: their IR, and their control flow as a drawn graph. |
//! | `pointers`, `reasons` | What pointers point to, and why. |
//! | `objects`, `globals`, `types`, `rules_data`, `calls` | The other pages. |
//! | [`source`] | Lines of source files. |
//!
//! No text of the module becomes HTML or code: it is data in JSON, and the front end shows it as text only.

mod calls;
mod code;
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
/// When a file cannot be written: its name, and why.
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
