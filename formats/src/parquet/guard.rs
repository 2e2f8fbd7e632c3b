//! Handles damaged files, on which the decoders of the `parquet` crate may panic.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use facts_schema::folder::ReadProblem;

thread_local! {
    static DECODED: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// The file that this thread is decoding. For use in a panic hook: where panics cannot be caught, a
/// panic during decoding means that the file is damaged.
pub fn decoded_file() -> Option<PathBuf> {
    DECODED.with(|file| file.try_borrow().ok()?.clone())
}

/// Decodes a part of `file`.
pub(super) fn guard<T>(
    file: &Path,
    decode: impl FnOnce() -> Result<T, ReadProblem>,
) -> Result<T, ReadProblem> {
    DECODED.with(|decoded| *decoded.borrow_mut() = Some(file.into()));
    let result = catch_unwind(AssertUnwindSafe(decode));
    DECODED.with(|decoded| *decoded.borrow_mut() = None);
    result.unwrap_or_else(|_| Err(ReadProblem::Damaged("the file is damaged".into())))
}
