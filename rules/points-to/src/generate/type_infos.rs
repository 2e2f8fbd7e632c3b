//! Which types of exceptions a handler of C++ catches: the type that it names, and what is derived from it.
//!
//! A type of C++ is a global variable, its type info. What lies in it is laid down in the Itanium C++ ABI,
//! 2.9.5: a pointer to a virtual table, the type's name, and, in that of a class, those of its bases.
//!
//! **Scope: module.**

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Text, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashSet;

datalog! { module;
    @output
    /// In `function`, what a landing pad gives to who asks is caught by its clauses; what it lets pass goes on
    /// as it came.
    struct Selective(FunctionId);

    @output
    /// What is thrown as `thrown` may be caught as `caught`.
    struct Catches(ValueId, ValueId);

    @output
    /// The global variable is a type info, or used like one.
    struct TypeInfo(ValueId);

    @input
    /// A call throws something as `thrown`.
    struct Thrown(ValueId);

    /// How the names of personalities end that C, C++ and Rust have on systems without funclets.
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

    /// A landing pad asks for exceptions of type `caught`.
    struct Caught(ValueId);

    Caught(caught) <- landingpad_clause { value: caught }, global_variable { global: caught };

    TypeInfo(caught) <- Caught(caught);

    TypeInfo(thrown) <- Thrown(thrown);

    TypeInfo(r#type) <-
        global_variable { global: r#type },
        value_name { value: r#type, name },
        (module.text(name).starts_with("_ZTI"));

    /// What is of type `derived` is of type `base`, too.
    struct Is(ValueId, ValueId);

    Is(r#type, r#type) <- TypeInfo(r#type);

    Is(derived, base) <- Is(derived, between), Base(between, base);

    /// The class `derived` names `base` as a base.
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

    /// The type is no class.
    struct NoBases(ValueId);

    NoBases(r#type) <- Named(r#type, name), (TypeName::of(module.text(name)) != TypeName::Other);

    /// All bases of a type are known.
    struct Known(ValueId);

    Known(r#type) <- TypeInfo(r#type), global_initializer { global: r#type };

    Known(r#type) <- NoBases(r#type);

    Known(r#type) <- Named(r#type, name), LIBRARY(module.text(name), _);

    /// A type may have more bases than those that are known.
    struct Open(ValueId);

    Open(derived) <- Is(derived, base), !Known(base);

    // A handler for a class catches what is derived from it.
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

/// What type infos say by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypeName<'a> {
    /// A number, or the like.
    Fundamental,
    /// The type of `nullptr`.
    Null,
    /// A pointer to this, without `const` and the like.
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

    /// Whether what is thrown as this may be caught as that pointer. Of two classes, one may be a base of the
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

/// The base of a class that has no other, and has that once, public and not virtual: its type info has one element
/// behind the virtual table and the name.
pub fn only_base(view: &View, type_info: ValueId) -> Option<ValueId> {
    let initializer = view.global_initializer.first(type_info)?.initializer;
    match view.constant_element.all(initializer) {
        [_, _, base] => Some(base.element),
        _ => None,
    }
}

/// Whether the type info of this name is of a class outside of the namespaces of the standard library.
pub fn is_of_program(name: &str) -> bool {
    let library = ["_ZTISt", "_ZTINSt", "_ZTINKSt", "_ZTIN9__gnu_cxx", "_ZTIN10__cxxabiv1"];
    name.starts_with("_ZTI")
        && TypeName::of(name) == TypeName::Other
        && !library.iter().any(|it| name.starts_with(it))
}

/// The functions of which each call throws its first argument, and names the type as its second one. One
/// that is also used otherwise is not among them.
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

/// What the call of a thrower throws something as.
pub fn type_of_thrown(view: &View, call: InstructionId) -> Option<ValueId> {
    let argument = view.call_argument.all(call).iter().find(|row| row.position == 1)?.argument;
    (view.kind_of(argument) == Some(ValueKind::GlobalVariable)).then_some(argument)
}

const THROWERS: [&str; 2] = ["__cxa_throw", "__cxa_init_primary_exception"];
