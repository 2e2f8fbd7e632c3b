//! The targets of globals and other constants, and the initial content of global variables.
//!
//! **Scope: module.**

use facts_schema::view::View;
use facts_schema::{GlobalFlag, Linkage, Opcode, ValueId};
use rules_macros::datalog;

use super::moves::{Address, Assign, Key, Load, Purpose, Shift, Store};
use super::once;
use super::source::Source;
use crate::constraints::Origin;
use crate::libraries;
use crate::offsets::Step;

/// The streams of the C++ standard library. Programs access them through functions of the library.
const STREAMS: [&str; 8] = [
    "_ZSt3cin",
    "_ZSt4cout",
    "_ZSt4cerr",
    "_ZSt4clog",
    "_ZSt4wcin",
    "_ZSt5wcout",
    "_ZSt5wcerr",
    "_ZSt5wclog",
];

/// The part of the name of a thread-local variable that `RandomState::new` reads, in both mangling schemes.
const RANDOM_KEYS: &str = "11RandomState3new4KEYS";

datalog! { module;
    @context source: &'a Source<'a>;

    @output Address(Key, Origin);
    @output Assign(Key, Key);
    @output Store(Key, u32, Key);
    @output Shift(Key, Key, Step);
    @output Load(Key, Key, u32);

    /// The prefixes of the names of sections with tables of functions that the loader calls.
    const LOADER_SECTIONS(&str) = [
        ".init_array",
        ".fini_array",
        ".preinit_array",
        ".ctors",
        ".dtors",
        ".CRT$X",
        "__DATA,__mod_init_func",
        "__DATA,__mod_term_func",
    ];

    // Functions, global variables and blocks have addresses.
    Address(Key::Value(value, 0), Origin::Function(function)) <- function { function, value };

    Address(Key::Value(variable, 0), Origin::Global(variable)) <- global_variable { global: variable };

    Address(Key::Value(constant, 0), Origin::Block(constant)) <- block_address { constant };

    // An alias has the same address.
    Assign(Key::Value(alias, 0), Key::Value(aliasee, 0)) <- alias { alias, aliasee };

    Assign(Key::Value(constant, 0), Key::Value(global, 0)) <- dso_local_equivalent { constant, global };

    Assign(Key::Value(constant, 0), Key::Value(global, 0)) <- no_cfi { constant, global };

    Assign(Key::Value(constant, 0), Key::Value(pointer, 0)) <- ptrauth { constant, pointer };

    // An ifunc is the function that its resolver returns.
    Assign(Key::Value(ifunc, 0), Key::Return(function, 0)) <-
        ifunc { ifunc, resolver },
        value_function { value: resolver, function };

    /// `constant`, which contains an address, is in `variable` at byte `offset`.
    struct AddressAt(ValueId, u32, ValueId);

    // The tables of constructors and lists of used globals are for the linker only.
    AddressAt(variable, 0, initializer) <-
        global_initializer { global: variable, initializer },
        (source.is_aggregate(initializer) || source.holds(initializer)),
        !global { global: variable, linkage: Linkage::Appending };

    AddressAt(variable, offset.saturating_add(start), element) <-
        AddressAt(variable, offset, constant),
        constant_element { constant, position, element },
        (source.is_aggregate(element) || source.holds(element)),
        let Some(start) = source.offset(constant, position);

    // The parts of an initializer are stored in the variable.
    Store(Key::Value(variable, 0), offset.saturating_add(part), Key::Value(constant, part)) <-
        AddressAt(variable, offset, constant),
        (!source.is_aggregate(constant)),
        for part in source.parts_of(constant);

    /// Other files write to `variable`, or define it.
    struct External(ValueId);

    External(variable) <-
        global_variable { global: variable },
        !global_initializer { global: variable };

    External(variable) <-
        global_variable { global: variable },
        global_flag { global: variable, flag: GlobalFlag::ExternallyInitialized };

    External(variable) <-
        global_variable { global: variable },
        global { global: variable, linkage: Linkage::AvailableExternally },
        !global_flag { global: variable, flag: GlobalFlag::Constant };

    /// `variable` is a stream of the C++ standard library, or one of its tables for its own classes, or a variable of
    /// Rust's standard library.
    struct OfLibrary(ValueId);

    OfLibrary(variable) <-
        External(variable),
        value_name { value: variable, name },
        let text = module.text(name),
        (is_table_of_library(text) || STREAMS.contains(&text) || libraries::is_symbol_of_rust(text));

    /// `variable` is a variable of the C++ standard library in which the program leaves data for a function with a
    /// model. Its other content is null.
    struct ForModels(ValueId);

    ForModels(variable) <-
        External(variable),
        value_name { value: variable, name },
        ([once::CALL, once::CALLABLE].contains(&module.text(name)));

    /// `variable` has escaped to other files, which store pointers of external code there.
    struct Exposed(ValueId);

    Exposed(variable) <- External(variable), !OfLibrary(variable), !ForModels(variable);

    /// `variable` contains the random keys of Rust's hash tables, which are numbers.
    struct RandomKeys(ValueId);

    RandomKeys(variable) <-
        OfLibrary(variable),
        value_name { value: variable, name },
        (module.text(name).contains(RANDOM_KEYS));

    Store(inside(variable), 0, Key::Library) <-
        OfLibrary(variable),
        !OfThread(variable),
        !RandomKeys(variable);

    /// `variable` belongs to Rust's standard library, which keeps per-thread data there.
    struct OfThread(ValueId);

    OfThread(variable) <- External(variable), (is_of_thread(module.whole(), variable));

    // Memory of the same kind represents everything that the library's pointers lead to from there.
    Store(inside(variable), 0, inside(variable)) <- OfThread(variable), !RandomKeys(variable);

    // Every pointer in such a library leads to its private memory. That memory has escaped.
    Address(Key::Library, Origin::Library);

    Store(Key::Library, 0, Key::Library);

    Address(Key::Captured, Origin::Library);

    // A variable that another file controls has escaped, and holds the pointers of external code.
    Assign(Key::Captured, Key::Value(variable, 0)) <- Exposed(variable);

    Shift(inside(variable), Key::Value(variable, 0), Step::Anywhere) <- External(variable);

    Store(inside(variable), 0, Key::External) <- Exposed(variable);

    // The target of a truncated address is not followed, and may be reached again from anywhere. Tables of offsets
    // consist of such constants.
    Assign(Key::Captured, Key::Value(address, 0)) <-
        constant_expression { constant, opcode: Opcode::Trunc },
        (!source.holds(constant)),
        constant_operand { constant, operand: address },
        (source.holds(address));

    /// `table` lists functions that the loader calls.
    struct Loaded(ValueId);

    Loaded(table) <-
        global_section { global: table, section },
        LOADER_SECTIONS(beginning),
        (module.text(section).starts_with(beginning));

    Shift(inside(table), Key::Value(table, 0), Step::Anywhere) <- Loaded(table);

    Load(content(table), inside(table), 0) <- Loaded(table);

    Assign(Key::Captured, content(table)) <- Loaded(table);
}

/// Whether a variable is one of those in which Rust's standard library keeps data of threads, but no functions. The
/// program does not find its pointers there.
pub(super) fn is_of_thread(view: &View, variable: ValueId) -> bool {
    view.global_initializer.first(variable).is_none()
        && view.thread_local.first(variable).is_some()
        && libraries::is_symbol_of_rust(view.name_of(variable))
}

fn inside(variable: ValueId) -> Key {
    Key::Step(Purpose::Somewhere, variable.0, 0, 0)
}

fn content(variable: ValueId) -> Key {
    Key::Step(Purpose::Content, variable.0, 0, 0)
}

/// Whether this is a virtual table, a table of such tables, or a type info, of a class of the standard library or
/// of a type of the language.
pub(super) fn is_table_of_library(name: &str) -> bool {
    let classes = ["St", "NSt", "N10__cxxabiv1", "N9__gnu_cxx", "Sa", "Sb", "Ss", "Si", "So", "Sd"];
    let Some(mangled) = name.strip_prefix("_ZT") else { return false };
    let is_of_class = |table: &str| {
        mangled
            .strip_prefix(table)
            .is_some_and(|class| classes.iter().any(|it| class.starts_with(it)))
    };
    ["V", "T", "I", "C"].into_iter().any(is_of_class)
        || mangled.strip_prefix('I').is_some_and(|r#type| r#type.len() <= 3)
}
