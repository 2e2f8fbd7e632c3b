//! The examples work as documented.

#[allow(dead_code, reason = "its main function is for `cargo run`")]
#[path = "../examples/check_in_memory.rs"]
mod check_in_memory;

#[test]
fn a_module_in_memory_is_checked() {
    let text = check_in_memory::findings().expect("a module");
    assert!(text.contains("the operands of `add` have different types, `i32` and `i64`"), "{text}");
    assert!(text.contains(" | %sum = add i32 %0, i64 %1\n"), "{text}");
}
