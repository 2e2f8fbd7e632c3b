//! Aliases and ifuncs: their aliasees and resolvers.

use facts_schema::{GlobalFlag, Linkage, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Globals "globals";
    /// The aliasee of an alias is a global or a constant expression.
    ///
    /// In the object file, an alias is a symbol, which needs an address in a section. `null`,
    /// `undef` and block addresses do not provide one.
    deny ALIASEE: "GLO030" "alias-of-non-address" {
        message: "the aliasee `{detail}` of `{subject}` is neither a global nor a constant expression",
        reference: "LangRef, Aliases",
        checks: ["visitGlobalAlias: Aliasee should be either GlobalValue or ConstantExpr"],
    }

    /// The aliasee of an alias is a definition.
    ///
    /// Object files cannot express a second name for a symbol that is defined elsewhere.
    deny ALIAS_OF_DECLARATION: "GLO031" "alias-of-declaration" {
        message: "the aliasee `{detail}` of `{subject}` is not defined in this module",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Alias must point to a definition"],
    }

    /// Aliases do not form a cycle.
    ///
    /// An alias in a cycle would not have an address.
    deny ALIAS_CYCLE: "GLO032" "alias-cycle" {
        message: "`{subject}` is an alias of itself, directly or through other aliases",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Aliases cannot form a cycle"],
    }

    /// The aliasee of an alias is not an interposable alias (`weak`, `linkonce`).
    ///
    /// In the object file, both aliases have the address that this module gives them. The first
    /// would not follow the second if the linker chose another definition of it.
    deny ALIAS_OF_INTERPOSABLE: "GLO033" "alias-of-replaceable-alias" {
        message: "the aliasee of `{subject}` is the alias `{detail}`, which the linker may replace",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Alias cannot point to an interposable alias"],
    }

    /// The aliasee of an `available_externally` alias is an `available_externally` global.
    ///
    /// Such an alias is not emitted; it only exists to be inlined, together with its aliasee.
    deny ALIAS_AVAILABLE: "GLO034" "available-externally-alias" {
        message: "`{subject}` is `available_externally`, but its aliasee `{detail}` is not",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: available_externally alias must point to available_externally global value"],
    }

    /// The resolver of an ifunc is a function, possibly through a cast or an alias.
    ///
    /// The loader calls it to get the address of the ifunc.
    deny RESOLVER_NO_FUNCTION: "GLO035" "ifunc-resolver-not-function" {
        message: "the resolver `{detail}` of `{subject}` is not a function",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc must have a Function resolver"],
    }

    /// The resolver of an ifunc is a definition.
    ///
    /// The relocation that makes the loader call the resolver needs its address.
    deny RESOLVER_DECLARED: "GLO036" "ifunc-resolver-declared" {
        message: "the resolver `{detail}` of `{subject}` is not defined in this module",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc resolver must be a definition"],
    }

    /// The resolver of an ifunc returns a pointer.
    ///
    /// The returned value is the address of the function to call.
    deny RESOLVER_RESULT: "GLO037" "ifunc-resolver-result" {
        message: "the resolver of `{subject}` returns `{detail}`, not a pointer",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc resolver must return a pointer"],
    }
}

datalog! { module;
    violation(ALIASEE, alias, aliasee) <-
        alias { alias, aliasee },
        value { value: aliasee, kind },
        (kind != ValueKind::ConstantExpression),
        !global { global: aliasee };

    /// `constant` is the aliasee of `alias`, or an operand of the aliasee. An alias that is an
    /// operand is replaced by its own aliasee.
    struct AliaseePart(ValueId, ValueId);

    AliaseePart(alias, aliasee) <- alias { alias, aliasee };

    AliaseePart(alias, part) <-
        AliaseePart(alias, whole),
        constant_operand { constant: whole, operand: part },
        !alias { alias: part };

    AliaseePart(alias, aliasee) <-
        AliaseePart(alias, whole),
        constant_operand { constant: whole, operand: part },
        alias { alias: part, aliasee };

    // If the aliasee is itself an alias, it is replaced by its own aliasee.
    AliaseePart(alias, part) <-
        AliaseePart(alias, whole),
        alias { alias: whole, aliasee: part },
        !alias { alias: part };

    AliaseePart(alias, aliasee) <-
        AliaseePart(alias, whole),
        alias { alias: whole, aliasee: part },
        alias { alias: part, aliasee };

    /// `global` is needed, but this module does not define it for the linker.
    struct DeclaredForLinker(ValueId);

    DeclaredForLinker(global) <- Needed(global), global_flag { global, flag: GlobalFlag::Declaration };

    DeclaredForLinker(global) <-
        Needed(global),
        global { global, linkage: Linkage::AvailableExternally };

    /// `global` is in the aliasee of an alias, or is the resolver of an ifunc.
    struct Needed(ValueId);

    Needed(global) <- AliaseePart(_, global);

    Needed(function) <- ResolverFunction(_, function);

    violation(ALIAS_OF_DECLARATION, alias, global) <-
        AliaseePart(alias, global),
        DeclaredForLinker(global),
        !global { global: alias, linkage: Linkage::AvailableExternally };

    violation(ALIAS_AVAILABLE, alias, constant) <-
        AliaseePart(alias, constant),
        global { global: alias, linkage: Linkage::AvailableExternally },
        !global { global: constant, linkage: Linkage::AvailableExternally };

    violation(ALIAS_OF_INTERPOSABLE, alias, other) <-
        AliaseePart(alias, other),
        alias { alias: other },
        interposable_global { global: other };

    /// The aliasee of `alias` contains `part`, directly or through other aliases.
    struct Reaches(ValueId, ValueId);

    Reaches(alias, aliasee) <- alias { alias, aliasee };

    Reaches(alias, aliasee) <- Reaches(alias, whole), alias { alias: whole, aliasee };

    Reaches(alias, operand) <-
        Reaches(alias, whole),
        constant_operand { constant: whole, operand };

    violation(ALIAS_CYCLE, alias) <- Reaches(alias, reached), (alias == reached);

    /// The resolver of `ifunc` is the address `constant`, possibly through casts and aliases.
    struct ResolvesTo(ValueId, ValueId);

    ResolvesTo(ifunc, resolver) <- ifunc { ifunc, resolver };

    ResolvesTo(ifunc, operand) <-
        ResolvesTo(ifunc, constant),
        same_address { constant, operand };

    ResolvesTo(ifunc, aliasee) <- ResolvesTo(ifunc, alias), alias { alias, aliasee };

    /// The resolver of `ifunc` is the function `function`.
    struct ResolverFunction(ValueId, ValueId);

    ResolverFunction(ifunc, function) <-
        ResolvesTo(ifunc, function),
        value { value: function, kind: ValueKind::Function };

    violation(RESOLVER_NO_FUNCTION, ifunc, resolver) <-
        ifunc { ifunc, resolver },
        !ResolverFunction(ifunc, _);

    violation(RESOLVER_DECLARED, ifunc, function) <-
        ResolverFunction(ifunc, function),
        DeclaredForLinker(function);

    violation(RESOLVER_RESULT, ifunc, type) <-
        ResolverFunction(ifunc, value),
        value_function { value, function },
        function { function, function_type },
        function_type { type: function_type, return_type: type },
        type { type, kind },
        (kind != TypeKind::Pointer);
}
