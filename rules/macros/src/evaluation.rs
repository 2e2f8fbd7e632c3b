//! The state of a running program, and the evaluation of its clauses.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Result, Type};

use crate::parse::{Context, Program, Relation, Scope};
use crate::steps::{Indices, Reads, Rule, Step, index};
use crate::strata::strata;

/// The lifetime of the program's borrows, if it has any.
pub fn lifetime(program: &Program) -> Option<TokenStream> {
    let borrows = !matches!(program.scope, Scope::Rows)
        || !program.contexts.is_empty()
        || program.relations.iter().any(|it| !it.generics.params.is_empty());
    borrows.then(|| quote!(<'a>))
}

/// A relation whose rows the program stores.
pub struct Stored {
    name: Ident,
    docs: Vec<Attribute>,
    columns: Vec<TokenStream>,
}

impl Stored {
    /// A relation that the program declares.
    pub fn of(relation: &Relation) -> Self {
        let docs = relation.attributes.iter().filter(|it| it.path().is_ident("doc"));
        Self {
            name: relation.name.clone(),
            docs: docs.cloned().collect(),
            columns: relation.columns.iter().map(|it| quote!(#it)).collect(),
        }
    }

    /// The violations that the program derives.
    pub fn violation() -> Self {
        let columns = vec![
            quote!(crate::rule::Rule),
            quote!(crate::violation::Subject),
            quote!(crate::violation::Detail),
        ];
        Self { name: format_ident!("violation"), docs: Vec::new(), columns }
    }

    /// An index that a generated clause fills.
    pub fn index(name: Ident, columns: &[Type]) -> Self {
        let columns = columns.iter().map(|it| quote!(#it)).collect();
        Self { name, docs: Vec::new(), columns }
    }

    /// The type of a row.
    fn row(&self) -> TokenStream {
        let columns = &self.columns;
        quote!((#(#columns,)*))
    }

    /// The sets of columns by which its rows are found.
    fn indices<'i>(&self, indices: &'i Indices) -> impl Iterator<Item = &'i [usize]> {
        let name = self.name.to_string();
        indices.iter().filter(move |(it, _)| *it == name).map(|(_, columns)| &columns[..])
    }
}

/// The state of a running program, and for each relation the function that adds a row.
pub fn storage(program: &Program, relations: &[Stored], indices: &Indices) -> TokenStream {
    let lifetime = lifetime(program);
    let (mut fields, mut names) = (Vec::new(), Vec::new());
    let mut functions = Vec::new();
    for relation in relations {
        let (name, docs, row) = (&relation.name, &relation.docs, relation.row());
        fields.push(quote!(#(#docs)* #name: ::rules::relation::Relation<#row>));
        names.push(name.clone());
        let mut pushes = Vec::new();
        for columns in relation.indices(indices) {
            let index = index(&name.to_string(), columns);
            fields.push(quote!(#index: ::rules::relation::Index));
            names.push(index.clone());
            let cells = columns.iter().map(|it| syn::Index::from(*it));
            pushes.push(quote! {
                __rows.#index.push(::rules::relation::hash(&(#(__row.#cells,)*)));
            });
        }
        let derive = derive(name);
        functions.push(quote! {
            fn #derive #lifetime(__rows: &mut Program #lifetime, __row: #row) {
                if __rows.#name.insert(__row) {
                    #(#pushes)*
                }
            }
        });
    }
    let (given, given_names) = given(program);
    quote! {
        /// The program and the rows that it has derived.
        pub struct Program #lifetime {
            #(#given,)*
            #(#fields,)*
        }

        impl #lifetime Program #lifetime {
            /// The initial state.
            pub fn new(#(#given),*) -> Self {
                Self { #(#given_names,)* #(#names: ::core::default::Default::default(),)* }
            }
        }

        #(#functions)*
    }
}

/// The inputs of a program besides rows, as parameters and as names: the scope and the contexts.
pub fn given(program: &Program) -> (Vec<TokenStream>, Vec<Ident>) {
    let scope = match program.scope {
        Scope::Rows => None,
        _ => Some((quote!(module: ::facts_schema::view::Scope<'a>), format_ident!("module"))),
    };
    let contexts = program
        .contexts
        .iter()
        .map(|Context { name, r#type }| (quote!(#name: #r#type), name.clone()));
    scope.into_iter().chain(contexts).unzip()
}

/// The function that adds a row to a relation.
pub fn derive(relation: &Ident) -> Ident {
    format_ident!("__derive_{relation}")
}

/// The functions that evaluate the clauses, and their calls, in order.
pub fn evaluation(
    program: &Program,
    rules: &[Rule],
    indices: &mut Indices,
) -> Result<(Vec<TokenStream>, TokenStream)> {
    let (_, given) = given(program);
    let lifetime = lifetime(program);
    let mut functions = Vec::new();
    let mut calls = TokenStream::new();
    for stratum in strata(rules)? {
        let mut rounds = Vec::new();
        for rule in rules.iter().filter(|rule| stratum.contains(&rule.head.to_string())) {
            let is_of_stratum = |step: &Step| match step {
                Step::Own(atom) => stratum.contains(&atom.relation.to_string()),
                _ => false,
            };
            let positions = rule.body.iter().enumerate();
            let positions = positions.filter(|(_, step)| is_of_stratum(step)).map(|it| it.0);
            let positions: Vec<usize> = positions.collect();
            let variants: Vec<Option<usize>> = match &positions[..] {
                [] => vec![None],
                positions => positions.iter().copied().map(Some).collect(),
            };
            for fresh in variants {
                let name = format_ident!("__clause_{}", functions.len());
                let body = body(rule, fresh, indices);
                functions.push(quote! {
                    fn #name #lifetime(__rows: &mut Program #lifetime) {
                        #(let #given = __rows.#given;)*
                        #body
                    }
                });
                match fresh {
                    None => calls.extend(quote!(#name(&mut __rows);)),
                    Some(_) => rounds.push(quote!(#name(&mut __rows);)),
                }
            }
        }
        if !rounds.is_empty() {
            calls.extend(until_fixpoint(&stratum, &rounds));
        }
    }
    Ok((functions, calls))
}

/// A clause as loops. The step at position `fresh` only reads rows that the previous round derived.
fn body(rule: &Rule, fresh: Option<usize>, indices: &mut Indices) -> TokenStream {
    let (derive, row) = (derive(&rule.head), &rule.row);
    let derived = quote!(#derive(__rows, (#(#row,)*)););
    rule.body.iter().enumerate().rev().fold(derived, |inner, (position, step)| {
        let reads = if fresh == Some(position) { Reads::Fresh } else { Reads::All };
        step.around(&inner, reads, indices)
    })
}

fn until_fixpoint(stratum: &BTreeSet<String>, rounds: &[TokenStream]) -> TokenStream {
    let relations = stratum.iter().map(|it| format_ident!("{it}"));
    quote! {
        loop {
            let mut __is_any_fresh = false;
            #(__is_any_fresh |= __rows.#relations.advance();)*
            if !__is_any_fresh {
                break;
            }
            #(#rounds)*
        }
    }
}
