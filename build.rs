//! Sets the run path of the `irlog` executable, so that it finds the LLVM library with which the
//! extractor is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Ok(folder) = std::env::var("DEP_IRLOG_LLVM_LIB") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
