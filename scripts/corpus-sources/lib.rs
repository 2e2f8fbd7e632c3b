//! Empty: cargo requires a source file.
