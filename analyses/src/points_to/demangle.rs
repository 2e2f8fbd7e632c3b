//! Demangled names of functions.

use cpp_demangle::{DemangleOptions, Symbol};

/// The demangled name of a C++ or Rust function with this symbol; `None` for a C name.
pub fn demangled(symbol: &str) -> Option<String> {
    // LLVM and linkers append a suffix after a dot to the symbol of a local copy of a function.
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return Some(in_rust_notation(&format!("{name:#}")));
    }
    if !symbol.starts_with("_Z") {
        return None;
    }
    let options = DemangleOptions::new().no_return_type();
    let name = Symbol::new(symbol).ok()?.demangle_with_options(&options).ok()?;
    Some(thunk(symbol, &name).unwrap_or(name))
}

/// Whether the symbol uses Rust's legacy mangling, which omits generic arguments.
pub fn lacks_arguments(symbol: &str) -> bool {
    symbol.starts_with("_ZN") && rustc_demangle::try_demangle(symbol).is_ok()
}

/// The hash that distinguishes Rust functions with the same name: `h0123456789abcdef`.
pub fn hash(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    let (short, whole) = (format!("{name:#}"), name.to_string());
    whole.strip_prefix(&short)?.strip_prefix("::").map(str::to_owned)
}

/// In legacy Rust symbols, the arrow `->` is spelled `.>`, and there is no space after a comma.
fn in_rust_notation(name: &str) -> String {
    let spaced = name.replace(".>", "->").replace(", ", ",").replace(',', ", ");
    spaced.replace(", )", ",)")
}

/// A Rust name without the default allocator of collections.
pub fn without_default_allocator(name: &str) -> String {
    name.replace(", alloc::alloc::Global>", ">")
}

/// The name of a thunk, which adjusts `this` and continues in a virtual function.
fn thunk(symbol: &str, name: &str) -> Option<String> {
    let what = match symbol.get(..4)? {
        "_ZTh" => "non-virtual thunk",
        "_ZTv" => "virtual thunk",
        "_ZTc" => "covariant return thunk",
        _ => return None,
    };
    let parts = name.strip_prefix("{virtual override thunk(")?.strip_suffix(")}")?;
    Some(format!("{what} to {}", split(parts, ", ").pop()?))
}

/// A character of a name.
pub struct Character {
    /// Its offset in bytes.
    pub at: usize,
    /// The character.
    pub letter: char,
    /// The number of brackets around it. An outermost bracket has depth 0.
    pub depth: usize,
}

/// The characters of a name. Characters that look like brackets but are not, as in `operator<`, are
/// skipped.
pub fn letters(name: &str) -> impl Iterator<Item = Character> {
    const NO_BRACKETS: [&str; 15] = [
        "(anonymous namespace)",
        "->",
        "operator()",
        "operator[]",
        "operator<=>",
        "operator<<=",
        "operator>>=",
        "operator<<",
        "operator>>",
        "operator<=",
        "operator>=",
        "operator->*",
        "operator->",
        "operator<",
        "operator>",
    ];
    let (mut depth, mut end) = (0_usize, 0);
    name.char_indices().filter_map(move |(at, letter)| {
        if at < end {
            return None;
        }
        let is_start = !name[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_');
        let part = NO_BRACKETS.iter().find(|it| is_start && name[at..].starts_with(**it));
        if let Some(part) = part {
            end = at + part.len();
        } else if ['>', ')', ']', '}'].contains(&letter) {
            depth = depth.saturating_sub(1);
        }
        let here = depth;
        if at >= end && ['<', '(', '[', '{'].contains(&letter) {
            depth += 1;
        }
        Some(Character { at, letter, depth: here })
    })
}

/// Splits a name at `separator` outside of all brackets.
pub fn split<'n>(name: &'n str, separator: &str) -> Vec<&'n str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for Character { at, depth, .. } in letters(name) {
        if depth == 0 && at >= start && name[at..].starts_with(separator) {
            parts.push(&name[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&name[start..]);
    parts
}

/// The name without its parameters in parentheses and the qualifiers after them.
pub fn without_parameters(name: &str) -> &str {
    let is_start = |it: &Character| {
        it.letter == '(' && it.depth == 0 && !name[it.at..].starts_with("(anonymous namespace)")
    };
    letters(name).find(is_start).map_or(name, |it| &name[..it.at])
}

/// The name without generic arguments: `std::vector::push_back`. The type before a function of a
/// Rust trait is kept.
pub fn without_arguments(name: &str) -> String {
    let mut text = String::new();
    let (mut end, mut is_inside) = (0, false);
    for Character { at, letter, .. } in letters(name).filter(|it| it.depth == 0 && it.at > 0) {
        match letter {
            '<' => {
                text += name[end..at].trim_end_matches("::");
                is_inside = true;
            }
            '>' if is_inside => {
                end = at + 1;
                is_inside = false;
            }
            _ => {}
        }
    }
    text + &name[end..]
}

/// The usual names of a function of a Rust trait: `<a::Type as b::Trait>::function` is
/// `a::Type::function`, and `b::Trait::function`.
pub fn of_trait(name: &str) -> Option<[String; 2]> {
    let (whole, rest) =
        name.split_at(letters(name).find(|it| it.letter == '>' && it.depth == 0)?.at);
    let [implementer, described] = split(whole.strip_prefix('<')?, " as ")[..] else { return None };
    Some([implementer, described].map(|it| format!("{it}{}", &rest[1..])))
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
    fn rust_names_are_written_as_in_rust() {
        let drop = "_ZN1a64drop$LT$b$LT$$LP$u8$C$$RP$$C$fn$LP$$RP$$u20$.$GT$$u20$u8$GT$$GT$\
                    17h0123456789abcdefE";
        assert_eq!(demangled(drop).as_deref(), Some("a::drop<b<(u8,), fn() -> u8>>"));
        assert_eq!(hash(drop).as_deref(), Some("h0123456789abcdef"));
        assert_eq!(hash("_ZN3foo3barEi"), None);
        assert_eq!(without_default_allocator("Vec<u8, alloc::alloc::Global>"), "Vec<u8>");
    }

    #[test]
    fn thunks_name_their_function() {
        let name = |symbol| demangled(symbol).unwrap_or_default();
        assert_eq!(name("_ZThn8_N1A1fEii"), "non-virtual thunk to A::f(int, int)");
        assert_eq!(name("_ZTv0_n24_N1AD1Ev"), "virtual thunk to A::~A()");
        assert_eq!(name("_ZTchn8_h8_N1A1fEv"), "covariant return thunk to A::f()");
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
    fn parameters_are_not_part_of_a_name() {
        assert_eq!(without_parameters("foo::bar(int (*)(char)) const"), "foo::bar");
        assert_eq!(without_parameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
        assert_eq!(without_parameters("C::operator()(int)"), "C::operator()");
        assert_eq!(without_parameters("F<int (int)>::operator<(A<B>)"), "F<int (int)>::operator<");
        assert_eq!(without_parameters("<F<(A,)> as G>::call"), "<F<(A,)> as G>::call");
        assert_eq!(without_parameters("main"), "main");
    }

    #[test]
    fn generic_arguments_can_be_left_out() {
        assert_eq!(without_arguments("A<B<C>, (D)>::f<E>"), "A::f");
        assert_eq!(without_arguments("a::b::<C>::{closure#0}"), "a::b::{closure#0}");
        assert_eq!(without_arguments("<A<B> as C>::f::<D>"), "<A<B> as C>::f");
        assert_eq!(without_arguments("A<B>::operator<<"), "A::operator<<");
    }
}
