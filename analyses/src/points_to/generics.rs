//! Names of Rust functions, completed with debug information where symbols are incomplete.
//!
//! Symbols in Rust's legacy mangling contain type parameters instead of types, omit the type
//! arguments of the function itself, and contain `{{closure}}` for each closure:
//! `<alloc::vec::Vec<T,A> as core::clone::Clone>::clone`, `core::mem::swap`, `main::{{closure}}`.

use super::demangle::split;

/// The debug information about a function.
#[derive(Clone, Debug, Default)]
pub struct Described {
    /// The name of its subprogram, with the type arguments for all type parameters: `clone<u8>`,
    /// `{closure#0}`.
    pub name: String,
    /// The names of the type parameters: those of the enclosing items first, then its own.
    pub parameters: Vec<String>,
    /// The names of the enclosing scopes, from the innermost outwards.
    pub scopes: Vec<String>,
}

impl Described {
    /// The demangled `name` of the function, with type arguments instead of type parameters, and
    /// numbered closures.
    pub fn complete(&self, name: &str) -> String {
        with_arguments(&self.with_closure_numbers(name), &self.arguments())
    }

    /// The name qualified by the scopes that have names: `std::pair<int, int>::pair`.
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

    /// The type parameters with their type arguments; empty if the assignment is ambiguous.
    fn arguments(&self) -> Vec<(&str, String)> {
        let list = self.name.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
        let all = split(list.unwrap_or_default(), ", ").into_iter();
        let types: Vec<&str> = all.filter(|it| !is_constant(it)).collect();
        if types.len() != self.parameters.len() {
            return Vec::new();
        }
        // Debug information names the type of a closure `closure_env`.
        let types = types.iter().map(|it| it.replace("{closure_env#", "{closure#"));
        self.parameters.iter().map(String::as_str).zip(types).collect()
    }
}

/// Whether a generic argument is empty or the value of a const parameter.
fn is_constant(argument: &str) -> bool {
    let is_start = |it: char| it.is_ascii_digit() || ['-', '\'', '{'].contains(&it);
    matches!(argument, "" | "true" | "false") || argument.starts_with(is_start)
}

/// The name with type arguments instead of type parameters. Arguments for parameters that do not
/// occur in the name are appended in Rust syntax: `<Type as Trait>::function::<Type>`.
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
    // The symbols of functions that the compiler generates for a type contain the type.
    let types = (!types.is_empty() && !function.ends_with('>')).then(|| types.join(", "));
    let types = types.map(|it| format!("<{it}>"));
    let parts = path.into_iter().chain([function.to_owned()]).chain(types);
    parts.chain(closures.into_iter().map(str::to_owned)).collect::<Vec<_>>().join("::")
}

/// The name with type arguments substituted for the type parameters in it, and which parameters
/// occurred.
fn substituted(name: &str, arguments: &[(&str, String)]) -> (String, Vec<bool>) {
    let mut is_used = vec![false; arguments.len()];
    let mut text = String::new();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let mut rest = name;
    while !rest.is_empty() {
        let end = rest.find(|it| !is_letter(it)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // A path segment is not a parameter.
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
    fn type_parameters_are_replaced_by_type_arguments() {
        let name = "<alloc::vec::Vec<T, A> as a::T>::clone";
        let whole = complete(name, "clone<[u8; 2], b::A>", &["T", "A"], &["{impl#0}"]);
        assert_eq!(whole, "<alloc::vec::Vec<[u8; 2], b::A> as a::T>::clone");
        let whole = complete("a::Array<T, N>::new", "new<u8, 4>", &["T"], &[]);
        assert_eq!(whole, "a::Array<u8, N>::new");
        // The assignment is ambiguous.
        assert_eq!(complete("a::f", "f<u8, u16>", &["T"], &[]), "a::f");
    }

    #[test]
    fn type_arguments_without_an_occurrence_follow_the_name() {
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
