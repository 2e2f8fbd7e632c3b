//! Callees that are not functions with constraints of their own.
//!
//! **Scope: module.**

use facts_schema::ValueId;
use facts_schema::view::Scope;
use facts_schema::view::intrinsics::is_informational;
use rules_macros::datalog;

/// A kind of callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// Functions.
    Function,
    /// Inline assembly.
    Assembly,
    /// Inline assembly without instructions, which only returns its operands.
    EmptyAssembly,
    /// `llvm.va_start`.
    StartList,
    /// `llvm.localescape`.
    Escape,
    /// `llvm.localrecover`.
    Recover,
    /// An intrinsic that has no effect on pointers.
    Nothing,
}

datalog! { module;
    @output
    /// `value` is `callee`, which is not a function.
    struct Special(ValueId, Callee);

    const INTRINSICS(&str, Callee) = [
        ("llvm.va_start", Callee::StartList),
        ("llvm.localescape", Callee::Escape),
        ("llvm.localrecover", Callee::Recover),
    ];

    /// The prefixes of the names of intrinsics without an effect on their pointers, in addition to those that only
    /// convey information.
    const WITHOUT_EFFECT(&str) = [
        "llvm.codeview.annotation",
        "llvm.donothing",
        "llvm.experimental.noalias.scope.decl",
        "llvm.fake.use",
        "llvm.instrprof.",
        "llvm.pseudoprobe",
        "llvm.sideeffect",
        "llvm.stackrestore",
        "llvm.va_end",
        "llvm.var.annotation",
    ];

    Special(value, callee) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name, callee),
        function { function, value };

    Special(value, Callee::Nothing) <-
        intrinsic { function, intrinsic },
        (is_informational(module.text(intrinsic))),
        function { function, value };

    Special(value, Callee::Nothing) <-
        intrinsic { function, intrinsic },
        WITHOUT_EFFECT(beginning),
        (module.text(intrinsic).starts_with(beginning)),
        function { function, value };

    /// The inline assembly `value` has no instructions and no indirect operands. An indirect operand may be the value
    /// that is returned.
    struct Empty(ValueId);

    Empty(value) <-
        inline_asm { value, assembly, constraints },
        (bytes(module, assembly).trim_ascii().is_empty()),
        (!bytes(module, constraints).contains(&b'*'));

    Special(value, Callee::EmptyAssembly) <- Empty(value);

    Special(value, Callee::Assembly) <- inline_asm { value }, !Empty(value);
}

fn bytes(module: Scope<'_>, text: facts_schema::Text) -> &[u8] {
    module.facts().text(text)
}
