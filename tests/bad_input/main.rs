//! What irlog does when it cannot do its job: one clear line, exit status 2, and nothing is left
//! behind that was not there before.

mod bitstream;
mod endings;
mod inputs;
mod mutations;
mod names;
mod outputs;
mod run_folder;
