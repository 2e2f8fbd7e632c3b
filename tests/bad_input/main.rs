//! Errors: irlog prints one clear line, exits with status 2, and leaves no new files.

mod bitstream;
mod endings;
mod inputs;
mod mutations;
mod names;
mod outputs;
mod run_folder;
