//! The classes of arguments and results that calls through pointers pass and expect, and that functions take and
//! return. In C++ and Rust, a call through a pointer of another type is undefined, and compilers diagnose it unless
//! the type is cast. So their functions are strict: they are not called with more arguments than they take, nor for
//! another result. In C, such calls are common.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, is_float};
use facts_schema::{FunctionId, InstructionId, TypeFlag, TypeId, TypeKind, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::source::Source;
use crate::argument_class::{ArgumentClass, ArgumentClasses};
use crate::constraints::Constraints;
use program::{Declares, Expects, NeverCalled, Passes, Returns, Strict, Takes};

/// Sets the argument classes of all functions, and of all calls that are not direct.
pub fn fill(source: &Source, constraints: &mut Constraints) {
    let (never_called, strict, takes, returns, passes, expects, declares) =
        program::run(Scope::module(&source.view), source);
    let mut functions: FxHashMap<FunctionId, ArgumentClasses> = FxHashMap::default();
    for Takes(function, _, parameter) in takes {
        functions.entry(function).or_default().parameters.push(parameter);
    }
    for Returns(function, result) in returns {
        functions.entry(function).or_default().result = result;
    }
    let mut calls: FxHashMap<InstructionId, ArgumentClasses> = FxHashMap::default();
    for Passes(instruction, _, argument) in passes {
        calls.entry(instruction).or_default().parameters.push(argument);
    }
    for Expects(instruction, result) in expects {
        calls.entry(instruction).or_default().result = result;
    }
    let strict: FxHashSet<Strict> = strict.into_iter().collect();
    for (function, info) in (0..).map(FunctionId).zip(&mut constraints.functions) {
        info.shapes = functions.remove(&function).unwrap_or_default();
        info.is_strict = strict.contains(&Strict(function));
        info.is_never_called = never_called.contains(&NeverCalled(function));
    }
    let results: FxHashMap<InstructionId, ArgumentClass> =
        declares.into_iter().map(|Declares(instruction, result)| (instruction, result)).collect();
    for site in &mut constraints.sites {
        let Some(instruction) = site.instruction else { continue };
        site.result = results.get(&instruction).copied().unwrap_or_default();
        // Several sites may be parts of a call.
        site.shapes = calls.get(&instruction).cloned().unwrap_or_default();
    }
}

datalog! { module;
    @context source: &'a Source<'a>;

    @output
    /// `function` is a placeholder in tables where there is no function.
    struct NeverCalled(FunctionId);

    @output
    /// `function` is only called by instructions with as many arguments and the same result.
    struct Strict(FunctionId);

    @output
    /// The parameter at `position` of `function` has the class `parameter`.
    struct Takes(FunctionId, u32, ArgumentClass);

    @output
    /// The result of `function` has the class `result`.
    struct Returns(FunctionId, ArgumentClass);

    @output
    /// The argument at `position` of the call `instruction` has the class `argument`.
    struct Passes(InstructionId, u32, ArgumentClass);

    @output
    /// The result of the call `instruction` has the class `result`, which is nothing if it is not used.
    struct Expects(InstructionId, ArgumentClass);

    @output
    /// The type of the call `instruction` has a result of the class `result`, used or not.
    struct Declares(InstructionId, ArgumentClass);

    /// The placeholders that compilers put into tables where there is no function: those of the Itanium C++ ABI
    /// (3.2.6, "Pure Virtual Function API") and of Microsoft's.
    const NEVER_CALLED(&str) = ["__cxa_pure_virtual", "__cxa_deleted_virtual", "_purecall"];

    /// The kinds of values that are called directly.
    const DIRECT(ValueKind) = [ValueKind::Function, ValueKind::Alias];

    NeverCalled(function) <-
        function { function, value },
        value_name { value, name },
        let text = module.text(name),
        NEVER_CALLED(text);

    Strict(function) <-
        function { function, value, function_type },
        value_name { value, name },
        (is_of_cxx_or_rust(module.text(name))),
        (!source.view.has_type_flag(function_type, TypeFlag::VarArg));

    Takes(function, position, shape(source, parameter_type)) <-
        function { function, function_type },
        function_type_parameter { type: function_type, position, parameter_type };

    Returns(function, shape(source, return_type)) <-
        function { function, function_type },
        function_type { type: function_type, return_type };

    /// `instruction` calls the target of a pointer as a function of type `function_type`.
    struct Indirect(InstructionId, TypeId);

    Indirect(instruction, function_type) <-
        call_instruction { instruction, callee, function_type },
        value { value: callee, kind },
        !DIRECT(kind);

    Passes(instruction, position, shape(source, type)) <-
        Indirect(instruction, _),
        call_argument { instruction, position, argument },
        value { value: argument, type };

    /// The result of `instruction` is used.
    struct IsUsed(InstructionId);

    IsUsed(instruction) <-
        Indirect(instruction, _),
        instruction_result { instruction, result },
        value_use { value: result };

    Declares(instruction, shape(source, return_type)) <-
        Indirect(instruction, function_type),
        function_type { type: function_type, return_type };

    Expects(instruction, result) <- Declares(instruction, result), IsUsed(instruction);

    Expects(instruction, ArgumentClass::Nothing) <- Indirect(instruction, _), !IsUsed(instruction);
}

/// Whether a function of this name is from C++ or Rust. It is if the name is mangled as in the Itanium C++ ABI (which
/// Rust uses as well), as in version 0 of Rust's own mangling, or as in Microsoft's. A C function such as `_Reset` or
/// `_Zero` is not. Operators outside classes, which are followed by small letters in the Itanium C++ ABI, are left out.
fn is_of_cxx_or_rust(name: &str) -> bool {
    let next = |start| name.strip_prefix(start).and_then(|it: &str| it.chars().next());
    next("_Z").is_some_and(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
        || next("_R").is_some_and(|it| "BCIMNXY".contains(it) || it.is_ascii_digit())
        || name.starts_with('?')
}

/// The class of values of a type.
pub(super) fn shape(source: &Source, r#type: TypeId) -> ArgumentClass {
    let bits = source.view.types().bits(r#type);
    match source.view.types().kind(r#type) {
        Some(TypeKind::Void) => ArgumentClass::Nothing,
        Some(TypeKind::Struct | TypeKind::Array) => ArgumentClass::Aggregate(r#type),
        Some(kind)
            if is_float(kind) || matches!(kind, TypeKind::Vector | TypeKind::ScalableVector) =>
        {
            bits.map_or(ArgumentClass::Any, ArgumentClass::Vector)
        }
        _ => bits.map_or(ArgumentClass::Any, ArgumentClass::General),
    }
}

#[cfg(test)]
mod tests {
    use super::is_of_cxx_or_rust;

    #[test]
    fn mangled_names_are_of_cxx_or_rust() {
        let mangled = [
            "_Z3foov",
            "_ZNKSt6vectorIiE4sizeEv",
            "_ZZ4mainENK3$_0clEv",
            "_RNvC1a3foo",
            "?foo@@YAXXZ",
        ];
        assert!(mangled.into_iter().all(is_of_cxx_or_rust));
        let of_c = ["main", "_Reset", "_Zero", "_Znwm", "Zebra", "_", "__ZN3fooEv"];
        assert!(!of_c.into_iter().any(is_of_cxx_or_rust));
    }
}
