//! Names of functions as their authors wrote them.

use cpp_demangle::{DemangleOptions, Symbol};

/// The name of a C++ or Rust function that is called `symbol` in the module; none for a name of C.
pub fn demangled(symbol: &str) -> Option<String> {
    // Of a local copy of a function, LLVM and linkers say so behind a dot.
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return Some(format!("{name:#}"));
    }
    if !symbol.starts_with("_Z") {
        return None;
    }
    let options = DemangleOptions::new().no_return_type();
    Symbol::new(symbol).ok()?.demangle_with_options(&options).ok()
}

/// The name without what comes in parentheses: parameters, and qualifiers behind them.
pub fn without_parameters(name: &str) -> &str {
    // `(anonymous namespace)` and `operator()` are part of the name.
    const PARTS: [&str; 2] = ["(anonymous namespace)", "operator()"];
    let mut start = 0;
    loop {
        let rest = &name[start..];
        let Some(open) = rest.find('(') else { return name };
        let part = PARTS.iter().find_map(|part| {
            let at = open.checked_sub(part.find('(')?)?;
            rest.get(at..)?.starts_with(part).then_some(at + part.len())
        });
        match part {
            Some(end) => start += end,
            None => return &name[..start + open],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_cpp_and_rust_get_their_names() {
        assert_eq!(demangled("_ZN3foo3barEi").as_deref(), Some("foo::bar(int)"));
        let rust = demangled("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE");
        assert_eq!(rust.as_deref(), Some("core::fmt::Write::write_fmt"));
        assert_eq!(demangled("_RNvC6_123foo3bar").as_deref(), Some("123foo::bar"));
        assert_eq!(demangled("malloc"), None);
        assert_eq!(demangled("_Zebra("), None);
    }

    #[test]
    fn parameters_are_no_part_of_a_name() {
        assert_eq!(without_parameters("foo::bar(int (*)(char)) const"), "foo::bar");
        assert_eq!(without_parameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
        assert_eq!(without_parameters("C::operator()(int)"), "C::operator()");
        assert_eq!(without_parameters("main"), "main");
    }
}
