//! Which functions are of libraries: those without a body, and those of the standard libraries of C++ and Rust,
//! which programs have copies of.

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{EntityId, Facts, FunctionId, MetadataKind, ValueId};

use crate::{Constraints, FunctionKind};

/// The namespaces of the standard libraries.
const NAMESPACES: [&str; 7] =
    ["std", "__gnu_cxx", "__cxxabiv1", "core", "alloc", "hashbrown", "std_detect"];

/// How the symbols of functions in these namespaces begin, and those of functions that compilers add.
const SYMBOLS: [&str; 12] = [
    "_ZNSt",
    "_ZNKSt",
    "_ZSt",
    "_ZN9__gnu_cxx",
    "_ZNK9__gnu_cxx",
    "_ZN10__cxxabiv1",
    "_ZN3std",
    "_ZN4core",
    "_ZN5alloc",
    "_ZN9hashbrown",
    "__clang_call_terminate",
    "__rust_try",
];

/// The functions of libraries.
pub struct Libraries {
    /// By function.
    is_library: Vec<bool>,
}

impl Libraries {
    /// The functions of libraries among those of a module.
    pub fn of(facts: &Facts, constraints: &Constraints) -> Self {
        let view = View::new(facts);
        let functions = facts.function.iter().zip(&constraints.functions);
        let is_library = functions
            .map(|(row, info)| info.kind != FunctionKind::Defined || is_standard(&view, row.value));
        Self { is_library: is_library.collect() }
    }

    /// Whether the function is of a library.
    pub fn has(&self, function: FunctionId) -> bool {
        self.is_library.get(function.index()).copied().unwrap_or_default()
    }
}

/// Whether a function is of a standard library: as its debug information says, or else its symbol.
fn is_standard(view: &View, function: ValueId) -> bool {
    let nodes = view.debug_nodes();
    let scopes = nodes.attachment(function).into_iter().flat_map(|it| nodes.scopes(it));
    let is_namespace =
        |it: &_| view.metadata.first(*it).is_some_and(|row| row.kind == MetadataKind::Namespace);
    match scopes.filter(is_namespace).last() {
        Some(namespace) => NAMESPACES.contains(&nodes.text(namespace, Field::Name).as_str()),
        None => {
            let symbol = view.name_of(function);
            SYMBOLS.iter().any(|start| symbol.starts_with(start))
        }
    }
}
