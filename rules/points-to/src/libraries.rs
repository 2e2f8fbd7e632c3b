//! The functions that belong to libraries: those without a body, and those of the C++ and Rust standard libraries
//! that are copied into programs.

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{EntityId, Facts, FunctionId, MetadataId, MetadataKind, ValueId};

use crate::{Constraints, FunctionKind};

/// The namespaces of the standard libraries.
const NAMESPACES: [&str; 9] = [
    "std",
    "__gnu_cxx",
    "__cxxabiv1",
    "core",
    "alloc",
    "hashbrown",
    "std_detect",
    "panic_unwind",
    "__rustc",
];

/// The prefixes of the symbols of C++ functions in these namespaces, and of functions that compilers add.
const SYMBOLS: [&str; 8] = [
    "_ZNSt",
    "_ZNKSt",
    "_ZSt",
    "_ZN9__gnu_cxx",
    "_ZNK9__gnu_cxx",
    "_ZN10__cxxabiv1",
    "__clang_call_terminate",
    "__rust_try",
];

/// The crates of Rust's standard library, as written in symbols, and the crate of the functions that rustc adds.
const OF_RUST: [&str; 6] = ["3std", "4core", "5alloc", "9hashbrown", "10std_detect", "7___rustc"];

/// The functions of libraries.
pub struct Libraries {
    /// By function.
    is_library: Vec<bool>,
}

impl Libraries {
    /// The functions of a module that belong to libraries.
    pub fn of(facts: &Facts, constraints: &Constraints) -> Self {
        let view = View::new(facts);
        let functions = facts.function.iter().zip(&constraints.functions);
        let is_library = functions
            .map(|(row, info)| info.kind != FunctionKind::Defined || is_standard(&view, row.value));
        Self { is_library: is_library.collect() }
    }

    /// Whether the function belongs to a library.
    pub fn has(&self, function: FunctionId) -> bool {
        self.is_library.get(function.index()).copied().unwrap_or_default()
    }
}

/// Whether a symbol belongs to the C++ or Rust standard library, which does not know the program's names.
pub fn is_symbol_of_standard(symbol: &str) -> bool {
    is_symbol_of_standard_cxx(symbol) || is_symbol_of_rust(symbol)
}

/// Whether a symbol belongs to the C++ standard library.
pub fn is_symbol_of_standard_cxx(symbol: &str) -> bool {
    ["_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "__cxa_"]
        .iter()
        .any(|beginning| symbol.starts_with(beginning))
}

/// Whether a symbol belongs to one of Rust's own crates: the first crate in its path is one of them.
pub fn is_symbol_of_rust(symbol: &str) -> bool {
    let crates = ["3std", "4core", "5alloc"];
    path_of(symbol).is_some_and(|path| crates.iter().any(|it| path.starts_with(it)))
}

/// Whether a Rust symbol only names Rust's own crates: the function was not instantiated for another crate.
pub fn is_of_rust_alone(symbol: &str) -> bool {
    let mut others = symbol.match_indices("Cs").filter_map(|(start, _)| {
        // `Cs`, a disambiguator for crates of the same name, `_`, the length of the name, and the name.
        let (number, name) = symbol[start + 2..].split_once('_')?;
        let is_crate = number.bytes().all(|it| it.is_ascii_alphanumeric())
            && name.starts_with(|it: char| it.is_ascii_digit());
        (is_crate && !is_crate_of_rust(name)).then_some(name)
    });
    symbol.starts_with("_R")
        && path_of(symbol).is_some_and(is_crate_of_rust)
        && others.next().is_none()
}

/// Whether a part of a symbol that starts with the name of a crate belongs to one of Rust's own.
fn is_crate_of_rust(path: &str) -> bool {
    OF_RUST.iter().any(|it| path.starts_with(it))
}

/// The name of the first crate in the path of a Rust symbol.
pub fn crate_of(symbol: &str) -> Option<&str> {
    let path = path_of(symbol)?;
    let name = path.trim_start_matches(|it: char| it.is_ascii_digit());
    let length = path[..path.len() - name.len()].parse().ok()?;
    name.get(..length)
}

/// The part of a Rust function's symbol that starts with the name of the first crate.
fn path_of(symbol: &str) -> Option<&str> {
    match symbol.strip_prefix("_R") {
        None => symbol.strip_prefix("_ZN"),
        // A crate is `Cs`, a disambiguator for crates of the same name, `_`, and its name.
        Some(path) => {
            path.split_once("Cs").and_then(|(_, it)| it.split_once('_')).map(|(_, it)| it)
        }
    }
}

/// Whether a function belongs to a standard library, according to its debug information or otherwise its symbol.
pub fn is_standard(view: &View, function: ValueId) -> bool {
    let subprogram = view.debug_nodes().attachment(function);
    let by_namespace = subprogram.and_then(|it| is_in_standard(view, it));
    by_namespace.unwrap_or_else(|| is_standard_by_symbol(view.name_of(function)))
}

/// Whether a subprogram belongs to a standard library.
pub fn is_standard_subprogram(view: &View, subprogram: MetadataId) -> bool {
    let symbol = || view.debug_nodes().text(subprogram, Field::LinkageName);
    let by_symbol = || is_standard_by_symbol(&symbol());
    is_in_standard(view, subprogram).unwrap_or_else(by_symbol)
}

/// Whether the outermost namespace around a subprogram is one of a standard library; none if there is no namespace.
fn is_in_standard(view: &View, subprogram: MetadataId) -> Option<bool> {
    outermost_namespace(view, subprogram).map(|it| NAMESPACES.contains(&it.as_str()))
}

/// The outermost namespace around a subprogram: in Rust, its crate.
pub fn outermost_namespace(view: &View, subprogram: MetadataId) -> Option<String> {
    let nodes = view.debug_nodes();
    let is_namespace =
        |it: &_| view.metadata.first(*it).is_some_and(|row| row.kind == MetadataKind::Namespace);
    let namespace = nodes.scopes(subprogram).filter(is_namespace).last()?;
    Some(nodes.text(namespace, Field::Name))
}

fn is_standard_by_symbol(symbol: &str) -> bool {
    SYMBOLS.iter().any(|start| symbol.starts_with(start))
        || is_reserved(symbol)
        || path_of(symbol).is_some_and(is_crate_of_rust)
}

/// Whether a C++ symbol names a function outside of all namespaces whose name begins with two underscores. Such
/// names are reserved for the library (C++20, `[lex.name]`), for example `__gthread_once`.
fn is_reserved(symbol: &str) -> bool {
    let name = symbol.strip_prefix("_ZL").or_else(|| symbol.strip_prefix("_Z"));
    let name = name.map(|it| it.trim_start_matches(|it: char| it.is_ascii_digit()));
    name.is_some_and(|it| it.starts_with("__"))
}

#[cfg(test)]
mod tests {
    use super::{crate_of, is_of_rust_alone, is_reserved, is_symbol_of_rust};

    #[test]
    fn names_with_two_underscores_belong_to_the_library() {
        assert!(is_reserved("_ZL14__gthread_oncePiPFvvE"));
        assert!(!is_reserved("_ZL7computei") && !is_reserved("__gthread_once"));
        assert!(!is_reserved("_ZN4demo6__workEv"));
    }

    #[test]
    fn functions_of_std_are_instantiated_only_for_types_of_std() {
        assert!(is_of_rust_alone("_RNvMs_NtNtCsjrHSEGnQ3l9_3std6thread6threadNtB4_6Thread3new"));
        for symbol in [
            "_RNvMs_NtCslNYArtu3iFV_5alloc3vecINtB4_3VechE7reserveCs4X4t9plMPHF_9addr2line",
            "_RINvMs_NtCslNYArtu3iFV_5alloc3vecINtB5_3VecNtCs4VVcSd1KQcs_4demo5PointE4push",
            "_ZN4core9panicking5panic17h0123456789abcdefE",
        ] {
            assert!(!is_of_rust_alone(symbol), "{symbol}");
        }
    }

    #[test]
    fn symbols_contain_the_name_of_their_crate() {
        for symbol in [
            "_RNvCs4VVcSd1KQcs_4demo7examine",
            "_RNvXs_Cs4VVcSd1KQcs_4demoNtB4_5PointNtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmt",
            "_ZN4demo7examine17h0123456789abcdefE",
        ] {
            assert_eq!(crate_of(symbol), Some("demo"), "{symbol}");
        }
        assert_eq!(crate_of("_ZNSt6thread4joinEv"), None);
        assert_eq!(crate_of("main"), None);
    }

    #[test]
    fn symbols_name_their_crate_first() {
        for symbol in [
            "_RNvMs_NtNtCsjrHSEGnQ3l9_3std6thread6threadNtB4_6Thread3new",
            "_RNvNCNvNtNtCsjrHSEGnQ3l9_3std6thread9lifecycle15spawn_unchecked03MIN",
            "_ZN4core9panicking5panic17h0123456789abcdefE",
        ] {
            assert!(is_symbol_of_rust(symbol), "{symbol}");
        }
        // An implementation of a trait of std for a type of another crate, and a function of that crate with a
        // type of std.
        for symbol in [
            "_RNvXs_Cs4VVcSd1KQcs_4demoNtB4_5PointNtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmt",
            "_RINvCs4VVcSd1KQcs_4demo5printNtNtCslNYArtu3iFV_5alloc6string6StringE",
            "_ZNSt6thread4joinEv",
            "main",
        ] {
            assert!(!is_symbol_of_rust(symbol), "{symbol}");
        }
    }
}
