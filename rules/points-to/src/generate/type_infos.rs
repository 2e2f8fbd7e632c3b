//! The types of exceptions that a C++ handler catches: the type that it names, and types derived from it.
//!
//! A type of C++ is represented by a global variable, its type info. The Itanium C++ ABI, 2.9.5, defines its
//! content: a pointer to a virtual table, the type's name, and, for a class, the type infos of its bases.
//!
//! **Scope: module.**

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Text, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashSet;

datalog! { module;
    @output
    /// In `function`, a landing pad only passes on the exceptions that its clauses catch; other exceptions
    /// continue unchanged.
    struct Selective(FunctionId);

    @output
    /// An exception thrown as `thrown` may be caught as `caught`.
    struct Catches(ValueId, ValueId);

    @output
    /// The global variable is a type info, or used as one.
    struct TypeInfo(ValueId);

    @input
    /// A call throws something as `thrown`.
    struct Thrown(ValueId);

    /// The suffixes of the names of the personalities that C, C++ and Rust use on systems without funclets.
    const SELECTIVE(&str) = [
        "__gcc_personality_v0",
        "__gxx_personality_seh0",
        "__gxx_personality_sj0",
        "__gxx_personality_v0",
        "rust_eh_personality",
    ];

    /// Exceptions of the standard library, and each class that they are derived from.
    const LIBRARY(&str, &str) = [
        ("_ZTINSt8ios_base7failureB5cxx11E", "_ZTISt12system_error"),
        ("_ZTINSt8ios_base7failureB5cxx11E", "_ZTISt13runtime_error"),
        ("_ZTINSt8ios_base7failureB5cxx11E", "_ZTISt9exception"),
        ("_ZTISt10bad_typeid", "_ZTISt9exception"),
        ("_ZTISt11logic_error", "_ZTISt9exception"),
        ("_ZTISt11range_error", "_ZTISt13runtime_error"),
        ("_ZTISt11range_error", "_ZTISt9exception"),
        ("_ZTISt12bad_weak_ptr", "_ZTISt9exception"),
        ("_ZTISt12domain_error", "_ZTISt11logic_error"),
        ("_ZTISt12domain_error", "_ZTISt9exception"),
        ("_ZTISt12future_error", "_ZTISt11logic_error"),
        ("_ZTISt12future_error", "_ZTISt9exception"),
        ("_ZTISt12length_error", "_ZTISt11logic_error"),
        ("_ZTISt12length_error", "_ZTISt9exception"),
        ("_ZTISt12out_of_range", "_ZTISt11logic_error"),
        ("_ZTISt12out_of_range", "_ZTISt9exception"),
        ("_ZTISt12system_error", "_ZTISt13runtime_error"),
        ("_ZTISt12system_error", "_ZTISt9exception"),
        ("_ZTISt13bad_exception", "_ZTISt9exception"),
        ("_ZTISt13runtime_error", "_ZTISt9exception"),
        ("_ZTISt14overflow_error", "_ZTISt13runtime_error"),
        ("_ZTISt14overflow_error", "_ZTISt9exception"),
        ("_ZTISt15underflow_error", "_ZTISt13runtime_error"),
        ("_ZTISt15underflow_error", "_ZTISt9exception"),
        ("_ZTISt16invalid_argument", "_ZTISt11logic_error"),
        ("_ZTISt16invalid_argument", "_ZTISt9exception"),
        ("_ZTISt17bad_function_call", "_ZTISt9exception"),
        ("_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"),
        ("_ZTISt20bad_array_new_length", "_ZTISt9exception"),
        ("_ZTISt8bad_cast", "_ZTISt9exception"),
        ("_ZTISt9bad_alloc", "_ZTISt9exception"),
        ("_ZTISt9exception", "_ZTISt9exception"),
    ];

    Selective(function) <-
        personality { function, personality },
        value_name { value: personality, name },
        SELECTIVE(ending),
        (module.text(name).ends_with(ending));

    /// A landing pad catches exceptions of type `caught`.
    struct Caught(ValueId);

    Caught(caught) <- landingpad_clause { value: caught }, global_variable { global: caught };

    TypeInfo(caught) <- Caught(caught);

    TypeInfo(thrown) <- Thrown(thrown);

    TypeInfo(r#type) <-
        global_variable { global: r#type },
        value_name { value: r#type, name },
        (module.text(name).starts_with("_ZTI"));

    /// A value of type `derived` is also of type `base`.
    struct Is(ValueId, ValueId);

    Is(r#type, r#type) <- TypeInfo(r#type);

    Is(derived, base) <- Is(derived, between), Base(between, base);

    /// The class `derived` lists `base` as a base.
    struct Base(ValueId, ValueId);

    // The first two elements are the virtual table and the name.
    Base(derived, base) <-
        TypeInfo(derived),
        !NoBases(derived),
        global_initializer { global: derived, initializer },
        constant_element { constant: initializer, position, element: base },
        (position >= 2),
        global_variable { global: base };

    Base(derived, base) <-
        Named(derived, name),
        LIBRARY(module.text(name), base_name),
        Named(base, other),
        (module.text(other) == base_name);

    struct Named(ValueId, Text);

    Named(r#type, name) <- TypeInfo(r#type), value_name { value: r#type, name };

    /// The type is not a class.
    struct NoBases(ValueId);

    NoBases(r#type) <- Named(r#type, name), (TypeName::of(module.text(name)) != TypeName::Other);

    /// All bases of a type are known.
    struct Known(ValueId);

    Known(r#type) <- TypeInfo(r#type), global_initializer { global: r#type };

    Known(r#type) <- NoBases(r#type);

    Known(r#type) <- Named(r#type, name), LIBRARY(module.text(name), _);

    /// A type may have unknown bases.
    struct Open(ValueId);

    Open(derived) <- Is(derived, base), !Known(base);

    // A handler for a class catches exceptions of derived classes.
    Catches(caught, thrown) <- Is(thrown, caught), Caught(caught);

    Catches(caught, thrown) <- Open(thrown), Caught(caught);

    // Pointers are converted.
    Catches(caught, thrown) <-
        Caught(caught),
        Named(caught, to),
        (TypeName::of(module.text(to)).is_pointer()),
        Named(thrown, from),
        (TypeName::of(module.text(from)).is_converted(TypeName::of(module.text(to))));
}

/// The kinds of types, as encoded in the names of type infos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypeName<'a> {
    /// An arithmetic type or similar.
    Fundamental,
    /// The type of `nullptr`.
    Null,
    /// A pointer to this type, without qualifiers such as `const`.
    Pointer(&'a str),
    /// A pointer to a member.
    Member,
    Other,
}

impl<'a> TypeName<'a> {
    fn of(name: &'a str) -> Self {
        let Some(mangled) = name.strip_prefix("_ZTI") else { return Self::Other };
        match mangled.as_bytes() {
            b"Dn" => Self::Null,
            [b'a'..=b'z'] | [b'D', _] => Self::Fundamental,
            [b'P', ..] => Self::Pointer(mangled[1..].trim_start_matches(['r', 'V', 'K'])),
            [b'M', ..] => Self::Member,
            _ => Self::Other,
        }
    }

    fn is_pointer(self) -> bool {
        matches!(self, Self::Pointer(_) | Self::Member)
    }

    /// Whether an exception of this type may be caught as that pointer. Of two classes, one may be a base of the
    /// other.
    fn is_converted(self, to: Self) -> bool {
        let is_class = |pointee: &str| pointee.len() > 1;
        match (self, to) {
            (Self::Null, _) | (Self::Member, Self::Member) => true,
            (Self::Pointer(from), Self::Pointer(to)) => {
                from == to || to == "v" || is_class(from) && is_class(to)
            }
            _ => false,
        }
    }
}

/// The base of a class that has exactly one base, which is public and not virtual. The type info of such a class has
/// one element after the virtual table and the name.
pub fn only_base(view: &View, type_info: ValueId) -> Option<ValueId> {
    let initializer = view.global_initializer.first(type_info)?.initializer;
    match view.constant_element.all(initializer) {
        [_, _, base] => Some(base.element),
        _ => None,
    }
}

/// Whether the type info of this name belongs to a class outside of the namespaces of the standard library.
pub fn is_of_program(name: &str) -> bool {
    let library = ["_ZTISt", "_ZTINSt", "_ZTINKSt", "_ZTIN9__gnu_cxx", "_ZTIN10__cxxabiv1"];
    name.starts_with("_ZTI")
        && TypeName::of(name) == TypeName::Other
        && !library.iter().any(|it| name.starts_with(it))
}

/// The functions that throw their first argument with their second one as the type in each call. Functions that
/// are also used otherwise are not included.
pub fn throwers(view: &View) -> FxHashSet<ValueId> {
    let facts = view.facts();
    let functions = facts.function.iter().map(|row| row.value);
    let mut throwers: FxHashSet<ValueId> = functions
        .filter(|value| {
            let name = view.value_name.first(*value).map(|row| view.text(row.name));
            name.is_some_and(|name| THROWERS.contains(&name))
        })
        .collect();
    if throwers.is_empty() {
        return throwers;
    }
    let is_throw = |instruction, callee| {
        view.call_instruction.first(instruction).is_some_and(|row| row.callee == callee)
            && type_of_thrown(view, instruction).is_some()
    };
    for row in &facts.instruction_operand {
        if throwers.contains(&row.operand) && !is_throw(row.instruction, row.operand) {
            throwers.remove(&row.operand);
        }
    }
    let constants = facts.constant_operand.iter().map(|row| row.operand);
    let constants = constants.chain(facts.constant_element.iter().map(|row| row.element));
    let constants = constants.chain(facts.global_initializer.iter().map(|row| row.initializer));
    for value in constants {
        throwers.remove(&value);
    }
    throwers
}

/// The type with which a call of a thrower throws.
pub fn type_of_thrown(view: &View, call: InstructionId) -> Option<ValueId> {
    let argument = view.argument_of_call(call, 1)?;
    (view.kind_of(argument) == Some(ValueKind::GlobalVariable)).then_some(argument)
}

const THROWERS: [&str; 2] = ["__cxa_throw", "__cxa_init_primary_exception"];
