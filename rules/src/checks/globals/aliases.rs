//! Aliases and ifuncs: what they may stand for.
//!
//! **Scope: module**, over aliases, ifuncs and the constants that they are made of.

use facts_schema::{EntityId, Facts, GlobalFlag, Linkage, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::addresses::{Addresses, operands_below};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    AliasOf, Broken, Crepe, Declaration, Kind, LinkageOf, Operand, Resolved, Resolver, Returns,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Globals "globals";
    /// An alias is an alias of a global or of a constant expression.
    ///
    /// In the object file it becomes a symbol: an address in a section. `null`, `undef` and
    /// addresses of blocks are none.
    deny ALIASEE: "GLO030" "alias-of-no-address" {
        message: "`{subject}` is an alias of `{detail}`, which is neither a global nor an expression",
        reference: "LangRef, Aliases",
        checks: ["visitGlobalAlias: Aliasee should be either GlobalValue or ConstantExpr"],
    }

    /// What an alias stands for is defined in the same module.
    ///
    /// Object files cannot express another name for a symbol that is somewhere else.
    deny ALIAS_OF_DECLARATION: "GLO031" "alias-of-declaration" {
        message: "`{subject}` is an alias of `{detail}`, which is not defined in this module",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Alias must point to a definition"],
    }

    /// No alias is, through other aliases, an alias of itself.
    ///
    /// Such an alias would have no address.
    deny ALIAS_CYCLE: "GLO032" "alias-cycle" {
        message: "`{subject}` is an alias of itself",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Aliases cannot form a cycle"],
    }

    /// What an alias stands for is no alias that the linker may replace (`weak`, `linkonce`).
    ///
    /// In the object file, both aliases have the address that this module gives them. The first
    /// could not follow the second when another module's definition wins.
    deny ALIAS_OF_INTERPOSABLE: "GLO033" "alias-of-replaceable-alias" {
        message: "`{subject}` is an alias of the alias `{detail}`, which the linker may replace",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: Alias cannot point to an interposable alias"],
    }

    /// What an `available_externally` alias stands for is an `available_externally` global.
    ///
    /// Such an alias is not emitted; it is there to be inlined, together with what it stands for.
    deny ALIAS_AVAILABLE: "GLO034" "available-externally-alias" {
        message: "`{subject}` is `available_externally`, but `{detail}`, which it stands for, is not",
        reference: "LangRef, Aliases",
        checks: ["visitAliaseeSubExpr: available_externally alias must point to available_externally global value"],
    }

    /// The resolver of an ifunc is a function, perhaps cast or through an alias.
    ///
    /// The loader calls it to learn the address.
    deny RESOLVER_NO_FUNCTION: "GLO035" "ifunc-resolver-no-function" {
        message: "the resolver of `{subject}` is `{detail}`, which is no function",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc must have a Function resolver"],
    }

    /// The resolver of an ifunc is defined in the same module.
    ///
    /// The relocation that makes the loader call it needs its address.
    deny RESOLVER_DECLARED: "GLO036" "ifunc-resolver-declared" {
        message: "the resolver of `{subject}` is `{detail}`, which is not defined in this module",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc resolver must be a definition"],
    }

    /// The resolver of an ifunc returns a pointer.
    ///
    /// What it returns is the address of the function to be called.
    deny RESOLVER_RESULT: "GLO037" "ifunc-resolver-result" {
        message: "the resolver of `{subject}` returns `{detail}` instead of a pointer",
        reference: "LangRef, IFuncs",
        checks: ["visitGlobalIFunc: IFunc resolver must return a pointer"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.alias.is_empty() && facts.ifunc.is_empty() {
        return Vec::new();
    }
    let resolvers: FxHashSet<ValueId> = facts.ifunc.iter().map(|row| row.resolver).collect();
    let aliases = facts.alias.iter().map(|row| row.alias);
    let operands = operands_below(facts, &aliases.chain(resolvers.iter().copied()).collect());
    let met = met(facts, &operands);

    let mut program = Crepe::new();
    program.extend(facts.alias.iter().map(AliasOf::from));
    program.extend(facts.ifunc.iter().map(Resolver::from));
    program.extend(operands.iter().map(Operand::from));
    program.extend(Addresses::of(facts, &resolvers).resolved.iter().map(Resolved::from));
    program.extend(
        met.iter().filter_map(|value| Some(Kind(*value, facts.value.get(value.index())?.kind))),
    );
    let globals = facts.global.iter().filter(|row| met.contains(&row.global));
    program.extend(globals.map(LinkageOf::from));
    let declarations = facts
        .global_flag
        .iter()
        .filter(|row| row.flag == GlobalFlag::Declaration && met.contains(&row.global));
    program.extend(declarations.map(|row| Declaration(row.global)));
    program.extend(results(facts, &met));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The values that aliases and ifuncs are made of, and themselves.
fn met(facts: &Facts, operands: &[facts_schema::ConstantOperand]) -> FxHashSet<ValueId> {
    let aliases = facts.alias.iter().flat_map(|row| [row.alias, row.aliasee]);
    let ifuncs = facts.ifunc.iter().flat_map(|row| [row.ifunc, row.resolver]);
    let mut met: FxHashSet<ValueId> = aliases.chain(ifuncs).collect();
    met.extend(operands.iter().map(|row| row.operand));
    met
}

/// What the functions among `values` return.
fn results(facts: &Facts, values: &FxHashSet<ValueId>) -> Vec<Returns> {
    let functions = facts.function.iter().filter(|row| values.contains(&row.value));
    let types: FxHashSet<(ValueId, TypeId)> =
        functions.map(|row| (row.value, row.function_type)).collect();
    let result = |&(function, function_type): &(ValueId, TypeId)| {
        let row = facts.function_type.iter().find(|row| row.r#type == function_type)?;
        let kind = facts.r#type.get(row.return_type.index())?.kind;
        Some(Returns(function, row.return_type, kind))
    };
    types.iter().filter_map(result).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct AliasOf(pub ValueId, pub ValueId);

        @input
        pub struct Resolver(pub ValueId, pub ValueId);

        @input
        pub struct Resolved(pub ValueId, pub ValueId);

        @input
        pub struct Operand(pub ValueId, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @input
        pub struct LinkageOf(pub ValueId, pub Linkage);

        @input
        pub struct Declaration(pub ValueId);

        @input
        /// The function `function` returns a value of type `type`, of kind `kind`.
        pub struct Returns(pub ValueId, pub TypeId, pub TypeKind);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct IsAlias(ValueId);

        IsAlias(alias) <- AliasOf(alias, _);

        struct IsGlobal(ValueId);

        IsGlobal(global) <- LinkageOf(global, _);

        Broken(ALIASEE, Subject::Value(alias), Detail::Value(aliasee)) <-
            AliasOf(alias, aliasee),
            Kind(aliasee, kind),
            (kind != ValueKind::ConstantExpression),
            !IsGlobal(aliasee);

        // `constant` is made of `part`.
        struct MadeOf(ValueId, ValueId);

        MadeOf(alias, aliasee) <- AliasOf(alias, aliasee);

        MadeOf(constant, operand) <- Operand(constant, operand), !IsGlobal(constant);

        // `alias` stands for `constant`, or for an expression that has it as an operand. What is
        // aliased in the middle of an expression stands for its own aliasee.
        struct StandsFor(ValueId, ValueId);

        StandsFor(alias, aliasee) <- AliasOf(alias, aliasee);

        StandsFor(alias, part) <- StandsFor(alias, whole), MadeOf(whole, part), !IsAlias(part);

        StandsFor(alias, aliasee) <-
            StandsFor(alias, whole),
            MadeOf(whole, part),
            AliasOf(part, aliasee);

        // The linker sees no definition of `global` in this module.
        struct DeclaredForLinker(ValueId);

        DeclaredForLinker(global) <- Declaration(global);

        DeclaredForLinker(global) <- LinkageOf(global, Linkage::AvailableExternally);

        Broken(ALIAS_OF_DECLARATION, Subject::Value(alias), Detail::Value(global)) <-
            StandsFor(alias, global),
            DeclaredForLinker(global),
            !LinkageOf(alias, Linkage::AvailableExternally);

        Broken(ALIAS_AVAILABLE, Subject::Value(alias), Detail::Value(constant)) <-
            LinkageOf(alias, Linkage::AvailableExternally),
            StandsFor(alias, constant),
            !LinkageOf(constant, Linkage::AvailableExternally);

        Broken(ALIAS_OF_INTERPOSABLE, Subject::Value(alias), Detail::Value(other)) <-
            StandsFor(alias, other),
            IsAlias(other),
            LinkageOf(other, linkage),
            (matches!(linkage, Linkage::Weak | Linkage::LinkOnce));

        struct Reaches(ValueId, ValueId);

        Reaches(alias, part) <- IsAlias(alias), MadeOf(alias, part);

        Reaches(alias, part) <- Reaches(alias, whole), MadeOf(whole, part);

        Broken(ALIAS_CYCLE, Subject::Value(alias), Detail::None) <-
            Reaches(alias, reached),
            (alias == reached);

        // The resolver of `ifunc` is the function `function`.
        struct ResolverFunction(ValueId, ValueId);

        ResolverFunction(ifunc, function) <-
            Resolver(ifunc, resolver),
            Resolved(resolver, function),
            Kind(function, ValueKind::Function);

        Broken(RESOLVER_NO_FUNCTION, Subject::Value(ifunc), Detail::Value(resolver)) <-
            Resolver(ifunc, resolver),
            !ResolverFunction(ifunc, _);

        Broken(RESOLVER_DECLARED, Subject::Value(ifunc), Detail::Value(function)) <-
            ResolverFunction(ifunc, function),
            DeclaredForLinker(function);

        Broken(RESOLVER_RESULT, Subject::Value(ifunc), Detail::Type(r#type)) <-
            ResolverFunction(ifunc, function),
            Returns(function, r#type, kind),
            (kind != TypeKind::Pointer);
    }
}

input_from! { AliasOf(alias, aliasee) from Alias }
input_from! { Resolver(ifunc, resolver) from IFunc }
input_from! { Resolved(constant, base) from crate::checks::addresses::Address }
input_from! { Operand(constant, operand) from ConstantOperand }
input_from! { LinkageOf(global, linkage) from Global }
violation_from! { Broken }
