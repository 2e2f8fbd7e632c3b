//! Allocation functions of C and C++, and the initial content of the memory that they allocate.

/// The initial content of allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing was written there.
    Uninitialised,
    /// Zeros.
    Zero,
}

/// The initial content of the memory that the function with this name allocates; none if it does not allocate
/// memory, or the content is not known.
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
