//! irlog
fn main() {
    println!("{:?}", extractor::llvm_version());
}
