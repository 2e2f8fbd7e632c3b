//! Functions of C and C++ that allocate memory, and what is in it at first.

/// What allocated memory begins as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing was written there.
    Uninitialised,
    /// Zeros.
    Zero,
}

/// What the memory begins as that the function with this name allocates; none if it allocates none, or
/// that is not known.
pub fn content_of(name: &str) -> Option<Content> {
    match name {
        "malloc"
        | "aligned_alloc"
        | "_Znwm"
        | "_Znam"
        | "_Znwj"
        | "_Znaj"
        | "_ZnwmSt11align_val_t"
        | "_ZnamSt11align_val_t"
        | "_ZnwmRKSt9nothrow_t"
        | "_ZnamRKSt9nothrow_t" => Some(Content::Uninitialised),
        "calloc" => Some(Content::Zero),
        _ => None,
    }
}
