//! Translates programs to Rust.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, Result};

use crate::clauses::{Translator, named};
use crate::evaluation::{Stored, derive, evaluation, given, lifetime, storage};
use crate::parse::{Program, Relation, Role, Scope, Table, identifier};
use crate::steps::{Indices, Rule};

/// Translates a program to Rust.
pub fn translate(program: &Program) -> Result<TokenStream> {
    let mut translator = Translator::new(program);
    let mut rules: Vec<Rule> =
        program.clauses.iter().map(|it| translator.clause(it)).collect::<Result<_>>()?;
    let derives_violations = program.clauses.iter().any(|it| it.head == "violation");

    let mut relations: Vec<Stored> = program.relations.iter().map(Stored::of).collect();
    if derives_violations {
        relations.push(Stored::violation());
    }
    for (columns, rule) in translator.indices.into_values() {
        relations.push(Stored::index(rule.head.clone(), &columns));
        rules.push(rule);
    }

    let mut indices = Indices::new();
    let (functions, calls) = evaluation(program, &rules, &mut indices)?;
    let storage = storage(program, &relations, &indices);
    let tables = program.tables.iter().map(table);
    let rows = program.relations.iter().filter_map(|it| row(program, it));
    let outputs = outputs(program);
    let interface = match program.scope {
        Scope::Rows => over_rows(program, &calls, &outputs),
        _ if derives_violations => over_module(program, &calls, &violations()),
        _ => over_module(program, &calls, &outputs),
    };
    let check = if derives_violations { Some(check(program)?) } else { None };
    let (name, names) = match program.scope {
        Scope::Rows => (
            quote!(mod __program),
            Some(quote!(
                pub use __program::*;
            )),
        ),
        _ => (quote!(pub(crate) mod program), None),
    };
    Ok(quote! {
        #[allow(
            missing_docs, non_camel_case_types, non_snake_case, irrefutable_let_patterns, unused_imports,
            unused_lifetimes, unused_mut, unused_parens, unused_variables,
            clippy::all,
            reason = "generated"
        )]
        #name {
            use super::*;

            #(#tables)*
            #(#rows)*
            #storage
            #(#functions)*
            #interface
        }
        #names
        #check
    })
}

/// The row type of a relation, if it is visible outside of the program.
fn row(program: &Program, relation: &Relation) -> Option<TokenStream> {
    let Relation { role, is_shared, attributes, name, generics, columns } = relation;
    let is_seen = !is_shared
        && match role {
            Role::Output => true,
            Role::Input => matches!(program.scope, Scope::Rows),
            Role::Own | Role::Made(_) => false,
        };
    is_seen.then(|| {
        quote! {
            #(#attributes)*
            #[derive(Clone, Copy, PartialEq, Eq, Hash)]
            pub struct #name #generics (#(pub #columns),*);
        }
    })
}

fn table(table: &Table) -> TokenStream {
    let Table { attributes, name, columns, rows } = table;
    let row = match &columns[..] {
        [column] => quote!(#column),
        columns => quote!((#(#columns),*)),
    };
    quote!(#(#attributes)* const #name: &[#row] = &#rows;)
}

/// The outputs of a program.
struct Outputs {
    /// The parameter to which rows with a type declared elsewhere are added.
    sink: Option<TokenStream>,
    r#type: TokenStream,
    value: TokenStream,
}

/// The relations that a program returns.
fn outputs(program: &Program) -> Outputs {
    let outputs = program.relations.iter().filter(|it| matches!(it.role, Role::Output));
    let (mut types, mut values) = (Vec::new(), Vec::new());
    let (mut shared, mut extends) = (Vec::new(), Vec::new());
    for Relation { name, is_shared, generics, columns, .. } in outputs {
        let cells: Vec<Ident> = (0..columns.len()).map(|it| format_ident!("cell_{it}")).collect();
        let rows = quote! {
            __rows.#name.into_rows().into_iter().map(|(#(#cells,)*)| #name(#(#cells),*))
        };
        if *is_shared {
            shared.push(quote!(::core::iter::Extend<#name #generics>));
            extends.push(quote!(::core::iter::Extend::<#name #generics>::extend(__sink, #rows);));
        } else {
            types.push(quote!(Vec<#name #generics>));
            values.push(quote!(#rows.collect()));
        }
    }
    Outputs {
        sink: (!shared.is_empty()).then(|| quote!(__sink: &mut (impl #(#shared)+*))),
        r#type: quote!((#(#types,)*)),
        value: quote!(#(#extends)* (#(#values,)*)),
    }
}

fn violations() -> Outputs {
    Outputs {
        sink: None,
        r#type: quote!(Vec<crate::violation::Violation>),
        value: quote!(crate::violation::violations(__rows.violation.into_rows())),
    }
}

/// The function that runs a program on a module.
fn over_module(program: &Program, calls: &TokenStream, outputs: &Outputs) -> TokenStream {
    let (given, given_names) = given(program);
    let mut parameters = Vec::new();
    let mut feeds = Vec::new();
    for Relation { role, is_shared, name, columns, .. } in &program.relations {
        let derive = derive(name);
        let cells: Vec<Ident> = (0..columns.len()).map(|it| format_ident!("cell_{it}")).collect();
        let (row, r#type) = match &columns[..] {
            _ if *is_shared => (quote!(#name(#(#cells),*)), quote!(#name)),
            [column] => (quote!(cell_0), quote!(#column)),
            columns => (quote!((#(#cells),*)), quote!((#(#columns),*))),
        };
        let rows = match role {
            Role::Made(function) => quote!((#function)(module)),
            Role::Input => {
                let parameter = format_ident!("rows_{}", parameters.len());
                parameters.push(quote!(#parameter: impl IntoIterator<Item = #r#type>));
                quote!(#parameter)
            }
            Role::Own | Role::Output => continue,
        };
        feeds.push(quote! {
            for #row in #rows {
                #derive(&mut __rows, (#(#cells,)*));
            }
        });
    }
    let Outputs { sink, r#type, value } = outputs;
    let parameters = given.into_iter().chain(parameters).chain(sink.clone());
    quote! {
        /// The results of the program for a scope; the rows of each relation are in the order of
        /// their derivation.
        pub fn run<'a>(#(#parameters),*) -> #r#type {
            let mut __rows = Program::new(#(#given_names),*);
            #(#feeds)*
            #calls
            #value
        }
    }
}

/// The functions that pass rows to a program, and run it.
fn over_rows(program: &Program, calls: &TokenStream, outputs: &Outputs) -> TokenStream {
    let lifetime = lifetime(program);
    let inputs = program.relations.iter().filter(|it| matches!(it.role, Role::Input));
    let extends = inputs.map(|Relation { name, generics, columns, .. }| {
        let derive = derive(name);
        let cells: Vec<Ident> = (0..columns.len()).map(|it| format_ident!("cell_{it}")).collect();
        quote! {
            impl #lifetime ::core::iter::Extend<#name #generics> for Program #lifetime {
                fn extend<I: IntoIterator<Item = #name #generics>>(&mut self, rows: I) {
                    for #name(#(#cells),*) in rows {
                        #derive(self, (#(#cells,)*));
                    }
                }
            }
        }
    });
    let Outputs { sink, r#type, value } = outputs;
    quote! {
        #(#extends)*

        impl #lifetime Program #lifetime {
            /// The results of the program; the rows of each relation are in the order of their
            /// derivation.
            pub fn run(self, #sink) -> #r#type {
                let mut __rows = self;
                #calls
                #value
            }
        }
    }
}

/// The program as one of the checks.
fn check(program: &Program) -> Result<TokenStream> {
    if let Some(context) = program.contexts.first() {
        let message = "the program of a check runs over the module alone";
        return Err(Error::new(context.name.span(), message));
    }
    let violations = match &program.scope {
        Scope::Module => quote!(context.of_module(program::run)),
        Scope::Representatives => quote!(context.of_representatives(program::run)),
        Scope::Rows => {
            return Err(Error::new(Span::call_site(), "violations are derived of a module"));
        }
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
                    functions.extend(view.function_of(row.#key));
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
