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

/// What people call a function of a Rust trait: `<a::Type as b::Trait>::function` is
/// `a::Type::function`, and `b::Trait::function`.
pub fn of_trait(name: &str) -> Option<[String; 2]> {
    let mut depth = 0_usize;
    let mut middle = None;
    for (at, letter) in name.char_indices() {
        match letter {
            '<' => depth += 1,
            // The arrow of a function's type closes nothing.
            '>' if !name[..at].ends_with('-') => depth = depth.checked_sub(1)?,
            ' ' if depth == 1 && name[at..].starts_with(" as ") => middle = Some(at),
            _ => {}
        }
        if depth == 0 {
            let (implementer, rest) = (name.get(1..middle?)?, name.get(at + 1..)?);
            let described = name.get(middle? + " as ".len()..at)?;
            return Some([implementer, described].map(|it| format!("{it}{rest}")));
        }
    }
    None
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
    fn functions_of_traits_have_three_names() {
        let names = |one: &str, other: &str| Some([one.to_owned(), other.to_owned()]);
        assert_eq!(of_trait("<a::B as c::D>::e"), names("a::B::e", "c::D::e"));
        assert_eq!(
            of_trait("<B<fn(&C) -> D> as E<<F as G>::H>>::i"),
            names("B<fn(&C) -> D>::i", "E<<F as G>::H>::i")
        );
        assert_eq!(of_trait("a::B::e"), None);
        assert_eq!(of_trait("<a::B>::e"), None);
        assert_eq!(of_trait("<a as "), None);
        assert_eq!(of_trait(">"), None);
        assert_eq!(of_trait(""), None);
    }

    #[test]
    fn parameters_are_no_part_of_a_name() {
        assert_eq!(without_parameters("foo::bar(int (*)(char)) const"), "foo::bar");
        assert_eq!(without_parameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
        assert_eq!(without_parameters("C::operator()(int)"), "C::operator()");
        assert_eq!(without_parameters("main"), "main");
    }
}
