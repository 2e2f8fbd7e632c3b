//! Nothing to build: cargo asks for a file.
