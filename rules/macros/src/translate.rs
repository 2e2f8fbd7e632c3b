//! Programs as crepe programs.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, Result};

use crate::clauses::{Translator, named};
use crate::parse::{Program, Relation, Role, Scope, Table, identifier};

/// The program as Rust.
pub fn translate(program: &Program) -> Result<TokenStream> {
    let mut translator = Translator::new(program);
    let clauses: Vec<TokenStream> =
        program.clauses.iter().map(|it| translator.clause(it)).collect::<Result<_>>()?;
    let derives_violations = program.clauses.iter().any(|it| it.head == "violation");

    let inputs = program.relations.iter().map(declaration);
    let indices = translator.indices.values();
    let tables = program.tables.iter().map(table);
    let broken = derives_violations.then(|| {
        quote! {
            @output
            pub struct __Violation(
                pub crate::rule::Rule, pub crate::violation::Subject, pub crate::violation::Detail
            );
        }
    });
    let run = run(program, derives_violations);
    let check = if derives_violations { Some(check(program)?) } else { None };
    Ok(quote! {
        #[allow(
            missing_docs, non_camel_case_types, unused_imports, unused_parens, unused_variables,
            clippy::all,
            reason = "generated"
        )]
        pub(crate) mod program {
            use super::*;

            #(#tables)*

            ::crepe::crepe! {
                @input
                pub struct __Scope<'a>(pub ::facts_schema::view::Scope<'a>);
                #broken
                #(#inputs)*
                #(#indices)*
                #(#clauses)*
            }

            #run
        }
        #check
    })
}

/// A relation that the program declares.
fn declaration(relation: &Relation) -> TokenStream {
    let Relation { role, attributes, name, generics, columns } = relation;
    let columns = columns.iter().map(|it| quote!(pub #it));
    match role {
        Role::Own => quote!(struct #name #generics (#(#columns),*);),
        Role::Output => quote!(@output #(#attributes)* pub struct #name #generics (#(#columns),*);),
        Role::Input(_) | Role::Parameter => {
            quote!(@input pub struct #name #generics (#(#columns),*);)
        }
    }
}

fn table(table: &Table) -> TokenStream {
    let Table { attributes, name, columns, rows } = table;
    let row = match &columns[..] {
        [column] => quote!(#column),
        columns => quote!((#(#columns),*)),
    };
    quote!(#(#attributes)* const #name: &[#row] = &#rows;)
}

/// The function that runs the program over a scope.
fn run(program: &Program, derives_violations: bool) -> TokenStream {
    let mut parameters = Vec::new();
    let mut feeds = Vec::new();
    for relation in &program.relations {
        let (name, count) = (&relation.name, relation.columns.len());
        let cells: Vec<Ident> = (0..count).map(|it| format_ident!("cell_{it}")).collect();
        let row = if count == 1 { quote!(#(#cells)*) } else { quote!((#(#cells),*)) };
        let rows = match &relation.role {
            Role::Input(function) => quote!((#function)(scope)),
            Role::Parameter => {
                let parameter = format_ident!("rows_{}", parameters.len());
                let columns = &relation.columns;
                let r#type =
                    if count == 1 { quote!(#(#columns)*) } else { quote!((#(#columns),*)) };
                parameters.push(quote!(#parameter: impl IntoIterator<Item = #r#type>));
                quote!(#parameter)
            }
            Role::Own | Role::Output => continue,
        };
        feeds.push(quote! {
            program.extend(
                ::core::iter::IntoIterator::into_iter(#rows).map(|#row| #name(#(#cells),*))
            );
        });
    }
    let start = quote! {
        let mut program = Crepe::new();
        program.extend([__Scope(scope)]);
        #(#feeds)*
    };
    if derives_violations {
        return quote! {
            pub(crate) fn run<'a>(
                scope: ::facts_schema::view::Scope<'a>, #(#parameters),*
            ) -> Vec<crate::violation::Violation> {
                #start
                let (broken,) = program.run_with_hasher::<::rustc_hash::FxBuildHasher>();
                let violations = broken.into_iter().map(|__Violation(rule, subject, detail)| {
                    crate::violation::Violation { subject, rule, detail }
                });
                violations.collect()
            }
        };
    }
    let outputs = program.relations.iter().filter(|it| matches!(it.role, Role::Output));
    let outputs = outputs.map(|it| {
        let (name, generics) = (&it.name, &it.generics);
        quote!(::std::collections::HashSet<#name #generics, ::rustc_hash::FxBuildHasher>)
    });
    quote! {
        /// The relations that the program hands out, of a scope.
        pub fn run<'a>(
            scope: ::facts_schema::view::Scope<'a>, #(#parameters),*
        ) -> (#(#outputs,)*) {
            #start
            program.run_with_hasher::<::rustc_hash::FxBuildHasher>()
        }
    }
}

/// The program as one of the checks.
fn check(program: &Program) -> Result<TokenStream> {
    let violations = match &program.scope {
        Scope::Module => quote!(context.of_module(program::run)),
        Scope::Representatives => quote!(context.of_representatives(program::run)),
        Scope::Functions(relations) if relations.is_empty() => {
            quote!(context.of_functions(None, program::run))
        }
        Scope::Functions(relations) => {
            let rows = relations.iter().map(|name| {
                let relation = named(name)?;
                if relation.key().1 != "InstructionId" {
                    return Err(Error::new(
                        name.span(),
                        "its rows do not begin with an instruction",
                    ));
                }
                let key = identifier(&relation.key().0, name.span());
                let name = identifier(&name.to_string(), name.span());
                Ok(quote!(for row in &view.facts().#name {
                    functions.extend(context.of_instruction(row.#key));
                }))
            });
            let rows: Vec<TokenStream> = rows.collect::<Result<_>>()?;
            quote! {
                let (view, mut functions) = (context.view, ::std::vec::Vec::new());
                #(#rows)*
                context.of_functions(Some(functions), program::run)
            }
        }
    };
    Ok(quote! {
        pub(crate) const PROGRAM: crate::checks::context::Program =
            crate::checks::context::Program { rules: RULES, violations };

        fn violations(context: &crate::checks::context::Context) -> Vec<crate::violation::Violation> {
            #violations
        }
    })
}
