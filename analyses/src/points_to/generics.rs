//! Names of Rust functions, with what symbols leave out and debug information has.
//!
//! Symbols in Rust's older mangling have type parameters where there should be types, nothing at all for those of
//! the function itself, and `{{closure}}` for each closure: `<alloc::vec::Vec<T,A> as core::clone::Clone>::clone`,
//! `core::mem::swap`, `main::{{closure}}`.

use super::demangle::split;

/// What debug information says of a function.
#[derive(Clone, Debug, Default)]
pub struct Described {
    /// The name of its subprogram, with the types that stand for all type parameters: `clone<u8>`, `{closure#0}`.
    pub name: String,
    /// The names of the type parameters: those of the surroundings, then its own.
    pub parameters: Vec<String>,
    /// The names of the scopes that it lies in, from the inside out.
    pub scopes: Vec<String>,
}

impl Described {
    /// The demangled `name` of the function, with types for type parameters, and closures by number.
    pub fn complete(&self, name: &str) -> String {
        with_arguments(&self.with_closure_numbers(name), &self.arguments())
    }

    /// The name that the scopes make, as far as they have names: `std::pair<int, int>::pair`.
    pub fn qualified(&self) -> String {
        let scopes = self.scopes.iter().rev().map(String::as_str).filter(|it| !it.is_empty());
        scopes.chain([self.name.as_str()]).collect::<Vec<_>>().join("::")
    }

    fn with_closure_numbers(&self, name: &str) -> String {
        let mut parts = split(name, "::");
        let scopes = std::iter::once(&self.name).chain(&self.scopes);
        for (part, scope) in parts.iter_mut().rev().zip(scopes) {
            if *part == "{{closure}}" && scope.starts_with("{closure#") {
                *part = scope.split('<').next().unwrap_or(scope);
            }
        }
        parts.join("::")
    }

    /// The type parameters, each with the type that stands for it; none if it is not clear which is which.
    fn arguments(&self) -> Vec<(&str, String)> {
        let list = self.name.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
        let all = split(list.unwrap_or_default(), ", ").into_iter();
        let types: Vec<&str> = all.filter(|it| !is_constant(it)).collect();
        if types.len() != self.parameters.len() {
            return Vec::new();
        }
        // Debug information calls a closure's type its environment.
        let types = types.iter().map(|it| it.replace("{closure_env#", "{closure#"));
        self.parameters.iter().map(String::as_str).zip(types).collect()
    }
}

/// Whether a generic argument is empty or the value of a constant parameter.
fn is_constant(argument: &str) -> bool {
    let is_start = |it: char| it.is_ascii_digit() || ['-', '\'', '{'].contains(&it);
    matches!(argument, "" | "true" | "false") || argument.starts_with(is_start)
}

/// The name with types for type parameters. Those that do not occur in it stand where the language has them:
/// `<Type as Trait>::function::<Type>`.
fn with_arguments(name: &str, arguments: &[(&str, String)]) -> String {
    let (name, is_used) = substituted(name, arguments);
    let unused = arguments.iter().zip(is_used).filter(|(_, is_used)| !is_used).map(|(it, _)| it);
    let (own_type, unused): (Vec<_>, Vec<_>) = unused.partition(|(name, _)| *name == "Self");
    let mut path = split(&name, "::");
    let closures = path.iter().rev().take_while(|it| it.starts_with('{')).count();
    let closures = path.split_off(path.len() - closures);
    let Some(function) = path.pop() else { return name };
    let path = match own_type.as_slice() {
        [(_, own_type), ..] => vec![format!("<{own_type} as {}>", path.join("::"))],
        [] => path.into_iter().map(str::to_owned).collect(),
    };
    let types: Vec<&str> = unused.iter().map(|(_, it)| it.as_str()).collect();
    // The symbols of what the compiler itself makes for a type have the type.
    let types = (!types.is_empty() && !function.ends_with('>')).then(|| types.join(", "));
    let types = types.map(|it| format!("<{it}>"));
    let parts = path.into_iter().chain([function.to_owned()]).chain(types);
    parts.chain(closures.into_iter().map(str::to_owned)).collect::<Vec<_>>().join("::")
}

/// The name with types for the type parameters in it, and which of these there are.
fn substituted(name: &str, arguments: &[(&str, String)]) -> (String, Vec<bool>) {
    let mut is_used = vec![false; arguments.len()];
    let mut text = String::new();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let mut rest = name;
    while !rest.is_empty() {
        let end = rest.find(|it| !is_letter(it)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // What is part of a path is no parameter.
        let is_part = text.ends_with("::") || behind.starts_with("::");
        match arguments.iter().position(|(parameter, _)| *parameter == word && !is_part) {
            Some(position) => {
                is_used[position] = true;
                text += &arguments[position].1;
            }
            None => text += word,
        }
        let other = behind.find(is_letter).unwrap_or(behind.len());
        text += &behind[..other];
        rest = &behind[other..];
    }
    (text, is_used)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(name: &str, own: &str, parameters: &[&str], scopes: &[&str]) -> String {
        let strings = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
        let (parameters, scopes) = (strings(parameters), strings(scopes));
        Described { name: own.to_owned(), parameters, scopes }.complete(name)
    }

    #[test]
    fn types_stand_for_type_parameters() {
        let name = "<alloc::vec::Vec<T, A> as a::T>::clone";
        let whole = complete(name, "clone<[u8; 2], b::A>", &["T", "A"], &["{impl#0}"]);
        assert_eq!(whole, "<alloc::vec::Vec<[u8; 2], b::A> as a::T>::clone");
        let whole = complete("a::Array<T, N>::new", "new<u8, 4>", &["T"], &[]);
        assert_eq!(whole, "a::Array<u8, N>::new");
        // It is not known which is which.
        assert_eq!(complete("a::f", "f<u8, u16>", &["T"], &[]), "a::f");
    }

    #[test]
    fn types_that_do_not_occur_stand_behind_the_function() {
        assert_eq!(complete("a::swap", "swap<u8>", &["T"], &["a"]), "a::swap::<u8>");
        let whole = complete("a::Tr::map", "map<a::S, fn(u8) -> u8>", &["Self", "F"], &[]);
        assert_eq!(whole, "<a::S as a::Tr>::map::<fn(u8) -> u8>");
        let whole = complete("a::drop<b::S>", "drop<b::S>", &["T"], &[]);
        assert_eq!(whole, "a::drop<b::S>");
    }

    #[test]
    fn closures_have_numbers() {
        let scopes = ["{closure#1}", "run<u8>", "a"];
        let whole =
            complete("a::run::{{closure}}::{{closure}}", "{closure#0}<u8>", &["F"], &scopes);
        assert_eq!(whole, "a::run::<u8>::{closure#1}::{closure#0}");
        let whole = complete("a::f", "f<a::g::{closure_env#2}>", &["F"], &["a"]);
        assert_eq!(whole, "a::f::<a::g::{closure#2}>");
        assert_eq!(complete("a::f::{{closure}}", "", &[], &[]), "a::f::{{closure}}");
    }
}
