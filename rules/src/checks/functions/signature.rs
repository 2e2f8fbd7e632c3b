//! The signatures, linkage and attributes of functions, and what declarations and intrinsics cannot
//! have.

use facts_schema::{FunctionId, GlobalFlag, Linkage, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Detail;

rules! { Functions "functions";
    /// A function does not have `common` linkage.
    ///
    /// The linker merges common symbols by keeping the largest, which only works for
    /// zero-initialised variables.
    deny COMMON: "FUN001" "function-common" {
        message: "the function `{function}` has `common` linkage",
        reference: "LangRef, Linkage Types, common",
        checks: ["visitFunction: Functions may not have common linkage"],
    }

    /// A function with an `sret` parameter returns `void`.
    ///
    /// The result is stored in the memory that the parameter points to.
    deny SRET: "FUN002" "sret-and-result" {
        message: "`{function}` has an `sret` parameter, but does not return void",
        reference: "LangRef, Parameter Attributes, sret",
        checks: ["visitFunction: Invalid struct return type!"],
    }

    /// A function is not marked `builtin`; only a call site can be.
    ///
    /// At a call site, the attribute overrides `nobuiltin` on the function.
    deny BUILTIN: "FUN003" "function-builtin" {
        message: "the function `{function}` is marked `builtin`",
        reference: "LangRef, Function Attributes, builtin",
        checks: ["visitFunction: Attribute 'builtin' can only be applied to a callsite."],
    }

    /// A parameter or result of a function is not marked `elementtype`; only an argument of a call
    /// can be.
    ///
    /// It gives an intrinsic the type that a pointer argument points to, which differs from call to
    /// call.
    deny ELEMENT_TYPE: "FUN004" "function-elementtype" {
        message: "a parameter or the result of `{function}` is marked `{detail}`",
        reference: "LangRef, Parameter Attributes, elementtype",
        checks: ["visitFunction: Attribute 'elementtype' can only be applied to a callsite."],
    }

    /// A naked function does not use its parameters.
    ///
    /// It has no prologue that would save them. Only its assembly can access them.
    deny NAKED: "FUN005" "naked-parameter-used" {
        message: "`{detail}` is naked, but uses its parameter `{subject}`",
        reference: "LangRef, Function Attributes, naked",
        checks: [],
    }

    /// The type of a parameter is not opaque.
    ///
    /// The size of an opaque structure is unknown, so its values cannot be passed.
    deny OPAQUE: "FUN006" "parameter-opaque" {
        message: "parameter {detail} of `{function}` has an opaque type",
        reference: "LangRef, First Class Types",
        checks: ["visitFunction: Function arguments must have first-class types!"],
    }

    /// Only intrinsics have parameters of type metadata, token or `x86_amx`.
    ///
    /// Metadata and tokens do not exist at run time, and no calling convention passes `x86_amx`
    /// tiles.
    deny NOT_PASSED: "FUN007" "parameter-metadata-or-token" {
        message: "parameter {detail} of `{function}` is metadata, a token or an `x86_amx`, but `{function}` is not an intrinsic",
        reference: "LangRef, Metadata Type, Token Type and X86_amx Type",
        checks: [
            "visitFunction: Function takes metadata but isn't an intrinsic",
            "visitFunction: Function takes token but isn't an intrinsic",
            "visitFunction: Function takes x86_amx but isn't an intrinsic",
        ],
    }

    /// Only intrinsics return a token or an `x86_amx`.
    ///
    /// A token connects instructions of one function, and no calling convention returns `x86_amx`
    /// tiles.
    deny NOT_RETURNED: "FUN008" "function-returns-token" {
        message: "`{function}` returns a `{detail}`, but is not an intrinsic",
        reference: "LangRef, Token Type and X86_amx Type",
        checks: [
            "visitFunction: Function returns a token but isn't an intrinsic",
            "visitFunction: Function returns a x86_amx but isn't an intrinsic",
        ],
    }

    /// A function declaration does not have a personality.
    ///
    /// The personality handles exceptions in the body of the function.
    deny DECLARED_PERSONALITY: "FUN009" "declaration-with-personality" {
        message: "`{function}` is only declared, but has a personality",
        reference: "LangRef, Personality Function",
        checks: ["visitFunction: Function declaration shouldn't have a personality routine"],
    }

    /// The name of a function definition does not begin with `llvm.`.
    ///
    /// These names are reserved for intrinsics, which LLVM defines.
    deny INTRINSIC_DEFINED: "FUN010" "intrinsic-name-defined" {
        message: "`{function}` is defined, but names that begin with `llvm.` are reserved for intrinsics",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitFunction: llvm intrinsics cannot be defined!"],
    }

    /// `llvm.experimental.gc.get.pointer.base` takes a pointer and returns one of the same type.
    ///
    /// It returns the base pointer of the object that a pointer points into.
    deny POINTER_BASE: "FUN011" "gc-pointer-base-signature" {
        message: "`{function}` does not take a pointer and return the same type",
        reference: "LangRef, llvm.experimental.gc.get.pointer.base Intrinsic",
        checks: [
            "visitFunction: wrong number of parameters",
            "visitFunction: gc.get.pointer.base must return a pointer",
            "visitFunction: gc.get.pointer.base operand and result must be of the same type",
        ],
    }

    /// `llvm.experimental.gc.get.pointer.offset` takes a pointer and returns an integer.
    ///
    /// It returns the offset of a pointer from the base of its object.
    deny POINTER_OFFSET: "FUN012" "gc-pointer-offset-signature" {
        message: "`{function}` does not take a pointer and return an integer",
        reference: "LangRef, llvm.experimental.gc.get.pointer.offset Intrinsic",
        checks: [
            "visitFunction: wrong number of parameters",
            "visitFunction: gc.get.pointer.offset operand must be a pointer",
            "visitFunction: gc.get.pointer.offset must return integer",
        ],
    }
}

datalog! { module;
    /// Types of parameters that only intrinsics may have.
    const NOT_PASSED_KINDS(TypeKind) = [TypeKind::Metadata, TypeKind::Token, TypeKind::X86Amx];

    /// Return types that only intrinsics may have.
    const NOT_RETURNED_KINDS(TypeKind) = [TypeKind::Token, TypeKind::X86Amx];

    /// The name of `function` has the prefix `llvm.`, which is reserved for intrinsics.
    struct Reserved(FunctionId);

    Reserved(function) <-
        function { function, value },
        value_name { value, name },
        (module.text(name).starts_with("llvm."));

    violation(COMMON, function) <-
        global { global, linkage: Linkage::Common },
        value_function { value: global, function };

    violation(SRET, function) <-
        attribute { attribute, name: "sret" },
        parameter_attribute { attribute, function, position },
        (position < 2),
        function { function, function_type },
        function_type { type: function_type, return_type },
        type { type: return_type, kind },
        (kind != TypeKind::Void);

    violation(BUILTIN, function) <-
        attribute { attribute, name: "builtin" },
        function_attribute { attribute, function };

    violation(ELEMENT_TYPE, function, attribute) <-
        attribute { attribute, name: "elementtype" },
        parameter_attribute { attribute, function };

    violation(ELEMENT_TYPE, function, attribute) <-
        attribute { attribute, name: "elementtype" },
        return_attribute { attribute, function };

    violation(NAKED, value, function) <-
        attribute { attribute, name: "naked" },
        function_attribute { attribute, function },
        function_argument { function, value },
        value_use { value };

    violation(OPAQUE, function, Detail::Number(position.into())) <-
        type_flag { type: opaque, flag: TypeFlag::Opaque },
        function_type_parameter { parameter_type: opaque, type: function_type, position },
        function { function_type, function };

    violation(NOT_PASSED, function, Detail::Number(position.into())) <-
        type { type: parameter, kind },
        NOT_PASSED_KINDS(kind),
        function_type_parameter { parameter_type: parameter, type: function_type, position },
        function { function_type, function },
        !Reserved(function);

    violation(NOT_RETURNED, function, type) <-
        type { type, kind },
        NOT_RETURNED_KINDS(kind),
        function_type { return_type: type, type: function_type },
        function { function_type, function },
        !Reserved(function);

    violation(DECLARED_PERSONALITY, function) <-
        personality { function },
        function { function, value },
        global_flag { global: value, flag: GlobalFlag::Declaration };

    violation(INTRINSIC_DEFINED, function) <-
        Reserved(function),
        function { function, value },
        !global_flag { global: value, flag: GlobalFlag::Declaration };

    /// `function`, a `gc.get.pointer` intrinsic, has one parameter of type `parameter`, and returns
    /// a value of type `result`.
    struct TakesOne(FunctionId, TypeId, TypeId);

    TakesOne(function, parameter, result) <-
        intrinsic { function, intrinsic },
        (module.text(intrinsic).starts_with("llvm.experimental.gc.get.pointer.")),
        function { function, function_type },
        function_type { type: function_type, return_type: result, parameter_count: 1 },
        function_type_parameter { type: function_type, position: 0, parameter_type: parameter };

    /// `function` takes a pointer and returns a pointer of the same type.
    struct FindsBase(FunctionId);

    FindsBase(function) <-
        TakesOne(function, type, result),
        (type == result),
        type { type, kind: TypeKind::Pointer };

    violation(POINTER_BASE, function) <-
        intrinsic { function, intrinsic: "llvm.experimental.gc.get.pointer.base" },
        !FindsBase(function);

    /// `function` takes a pointer and returns an integer.
    struct FindsOffset(FunctionId);

    FindsOffset(function) <-
        TakesOne(function, parameter, result),
        type { type: parameter, kind: TypeKind::Pointer },
        type { type: result, kind: TypeKind::Integer };

    violation(POINTER_OFFSET, function) <-
        intrinsic { function, intrinsic: "llvm.experimental.gc.get.pointer.offset" },
        !FindsOffset(function);
}
