//! The classes of arguments and results that calls through pointers pass and expect, and that functions take and
//! return.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, is_float};
use facts_schema::{FunctionId, InstructionId, TypeId, TypeKind, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use super::source::Source;
use crate::argument_class::{ArgumentClass, ArgumentClasses};
use crate::constraints::Constraints;
use program::{Expects, NeverCalled, Passes, Returns, Takes};

/// Sets the argument classes of all functions, and of all calls that are not direct.
pub fn fill(source: &Source, constraints: &mut Constraints) {
    let (never_called, takes, returns, passes, expects) =
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
    for (function, info) in (0..).map(FunctionId).zip(&mut constraints.functions) {
        info.shapes = functions.remove(&function).unwrap_or_default();
        info.is_never_called = never_called.contains(&NeverCalled(function));
    }
    for site in &mut constraints.sites {
        if let Some(shapes) = site.instruction.and_then(|it| calls.remove(&it)) {
            site.shapes = shapes;
        }
    }
}

datalog! { module;
    @context source: &'a Source<'a>;

    @output
    /// `function` is a placeholder in tables where there is no function.
    struct NeverCalled(FunctionId);

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

    Expects(instruction, shape(source, return_type)) <-
        Indirect(instruction, function_type),
        IsUsed(instruction),
        function_type { type: function_type, return_type };

    Expects(instruction, ArgumentClass::Nothing) <- Indirect(instruction, _), !IsUsed(instruction);
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
