//! Short names of functions and types, for lists.

use super::demangle::{Character, letters, split};

/// Stands for omitted generic arguments.
const OMITTED: &str = "<…>";

/// The short name of a function or type.
pub struct ShortName {
    /// The name without generic arguments, parameters, and the hash of a Rust function. The type at
    /// the beginning of a Rust path, as in `<T as Trait>::f`, remains, without its own arguments.
    pub text: String,
    /// Whether generic arguments, or the hash that stands for them, are omitted.
    pub is_generic: bool,
    /// The number of parameters.
    pub parameters: usize,
}

impl ShortName {
    /// Shortens a demangled name.
    pub fn of(name: &str) -> Self {
        let path = without_hash(name);
        let is_hashed = path.len() < name.len();
        let (text, parameters) = shortened(path);
        let is_generic = is_hashed || text.contains(OMITTED);
        Self { text, is_generic, parameters }
    }
}

fn without_hash(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|it| it.is_ascii_hexdigit()) => {
            path
        }
        _ => name,
    }
}

fn shortened(name: &str) -> (String, usize) {
    if !name.contains(['<', '(']) {
        return (name.to_owned(), 0);
    }
    let letters: Vec<Character> = letters(name).collect();
    // Arguments begin at depth 1 in the type at the beginning of a path, otherwise at depth 0.
    let (mut text, mut copied, mut depth, mut at) = (String::new(), 0, 0, 0);
    while let Some(it) = letters.get(at) {
        let here = &name[it.at..];
        // A bracket and its closing bracket have the same depth; everything between them is deeper.
        at += 1;
        let inside = letters[at..].iter().take_while(|inner| inner.depth > it.depth).count();
        let closing = || (at + inside < letters.len()).then_some(at + inside);
        match it.letter {
            '>' if it.depth == 0 => depth = 0,
            '<' if it.depth == 0 && (it.at == 0 || here.starts_with("<impl ")) => depth = 1,
            '<' if it.depth == depth => {
                text += &name[copied..it.at];
                text += OMITTED;
                copied = name.len();
                let Some(end) = closing() else { break };
                (copied, at) = (letters[end].at + 1, end + 1);
            }
            '(' if it.depth == 0 && !here.starts_with("(anonymous namespace)") => {
                text += &name[copied..it.at];
                let end = closing().map_or(name.len(), |end| letters[end].at);
                let after = name.get(end + 1..).unwrap_or_default();
                let after = after.strip_prefix(" const").unwrap_or(after);
                // The parameters may be those of a function that contains this one.
                if !after.starts_with("::") {
                    let inside = &name[it.at + 1..end];
                    let count = if inside.is_empty() { 0 } else { split(inside, ",").len() };
                    text.truncate(text.trim_end().len());
                    return (text, count);
                }
                text += "()";
                copied = name.len() - after.len();
                at += letters[at..].partition_point(|it| it.at < copied);
            }
            _ => {}
        }
    }
    (text + &name[copied..], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_parameters_are_omitted() {
        let names = [
            ("main", "main"),
            ("std::vector<int, A<int> >::push_back(int const&)", "std::vector<…>::push_back"),
            ("std::vector<int>::size() const", "std::vector<…>::size"),
            ("shop::operator<(shop::Item const&, shop::Item const&)", "shop::operator<"),
            ("std::operator<=><char, A<char> >(B<char> const&)", "std::operator<=><…>"),
            ("a::operator<< <char>(b&)", "a::operator<< <…>"),
            ("a::less<int>::operator()(int, int) const", "a::less<…>::operator()"),
            ("a::it<int*>::operator->() const", "a::it<…>::operator->"),
            ("operator new(unsigned long)", "operator new"),
            ("std::function<int (int const&)>::function(A&&)", "std::function<…>::function"),
            ("(anonymous namespace)::f(int)", "(anonymous namespace)::f"),
            ("g(int) const::{lambda(int)#1}::operator()(int)", "g()::{lambda(int)#1}::operator()"),
            ("class vector<int> (2)", "class vector<…>"),
            ("core::ptr::drop_in_place::<alloc::string::String>", "core::ptr::drop_in_place::<…>"),
            ("alloc::vec::Vec<T,A>::push::h0123456789abcdef", "alloc::vec::Vec<…>::push"),
            ("<a::Vec<u8> as b::Drop>::drop", "<a::Vec<…> as b::Drop>::drop"),
            ("a::<impl b::B<T> for c::C<T>>::f::<d>", "a::<impl b::B<…> for c::C<…>>::f::<…>"),
            ("f::<fn(i32) -> i64>", "f::<…>"),
            ("main::{{closure}}", "main::{{closure}}"),
        ];
        for (name, short) in names {
            assert_eq!(ShortName::of(name).text, short, "{name}");
        }
    }

    #[test]
    fn parameters_are_counted() {
        for (name, count) in
            [("f()", 0), ("f(a<b, c>)", 1), ("f<a, b>(c, d (*)(e, g))", 2), ("f", 0)]
        {
            assert_eq!(ShortName::of(name).parameters, count, "{name}");
        }
    }

    #[test]
    fn unbalanced_names_are_accepted() {
        for name in ["<", "a<b", ">a", "(", "a)", "{", "f(a", "é<é", "::h", "f(é)::", "a>(b<c)"]
        {
            let short = ShortName::of(name).text;
            assert!(short.len() <= name.len() + OMITTED.len(), "{name}: {short}");
        }
    }
}
