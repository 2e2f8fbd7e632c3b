//! Clauses as loops: the code of a literal, which encloses the code of the following literals.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// A clause that is ready to be generated as loops.
pub struct Rule {
    /// The relation that it derives.
    pub head: Ident,
    /// The cells of the row that it derives.
    pub row: Vec<TokenStream>,
    pub body: Vec<Step>,
}

impl Rule {
    /// The atoms of relations that the program derives.
    pub fn own_atoms(&self) -> impl Iterator<Item = &OwnAtom> {
        self.body.iter().filter_map(|step| match step {
            Step::Own(atom) => Some(atom),
            _ => None,
        })
    }
}

/// A literal of a body.
pub enum Step {
    If(TokenStream),
    /// A pattern and a value.
    Let(TokenStream, TokenStream),
    /// A pattern and values.
    For(TokenStream, TokenStream),
    Own(OwnAtom),
}

/// An atom of a relation that the program derives.
pub struct OwnAtom {
    pub relation: Ident,
    pub is_negated: bool,
    /// The types of all columns.
    pub columns: Vec<Type>,
    /// The columns that must equal an expression.
    pub known: Vec<(usize, TokenStream)>,
    /// The columns that bind a variable.
    pub bound: Vec<(usize, Ident)>,
}

/// The rows of a relation that an atom reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    All,
    /// The rows that the previous round derived.
    Fresh,
}

/// The sets of columns by which the rows of each relation are looked up.
pub type Indices = BTreeSet<(String, Vec<usize>)>;

/// The name of an index.
pub fn index(relation: &str, columns: &[usize]) -> Ident {
    let columns: Vec<String> = columns.iter().map(usize::to_string).collect();
    format_ident!("{relation}_by_{}", columns.join("_"))
}

impl Step {
    /// The code of the literal around `inner`.
    pub fn around(&self, inner: &TokenStream, reads: Reads, indices: &mut Indices) -> TokenStream {
        match self {
            Self::If(condition) => quote!(if #condition { #inner }),
            Self::Let(pattern, value) => quote!(if let #pattern = #value { #inner }),
            Self::For(pattern, values) => quote!(for #pattern in #values { #inner }),
            Self::Own(atom) if atom.is_negated => atom.unless(inner, indices),
            Self::Own(atom) => atom.for_each(inner, reads, indices),
        }
    }
}

impl OwnAtom {
    fn for_each(&self, inner: &TokenStream, reads: Reads, indices: &mut Indices) -> TokenStream {
        let relation = &self.relation;
        if self.known.len() == self.columns.len() && reads == Reads::All {
            let key = self.key();
            return quote!(if __rows.#relation.contains(#key) { #inner });
        }
        let bound = self.bound.iter().map(|(column, variable)| {
            let column = syn::Index::from(*column);
            quote!(let #variable = __row.#column;)
        });
        let inner = quote!(#(#bound)* #inner);
        if self.known.is_empty() {
            let numbers = match reads {
                Reads::All => quote!(numbers),
                Reads::Fresh => quote!(fresh),
            };
            return quote! {
                for __number in __rows.#relation.#numbers() {
                    let __row = __rows.#relation.row(__number);
                    #inner
                }
            };
        }
        let is_read = match reads {
            Reads::All => quote!(),
            Reads::Fresh => quote!(__rows.#relation.fresh().contains(&__number) &&),
        };
        let (key, types, cells, index) =
            (self.key(), self.key_types(), self.cells(), self.index(indices));
        quote! {{
            let __key: (#(#types,)*) = #key;
            let mut __numbers = __rows.#index.find(::rules::relation::hash(&__key));
            while let Some(__number) = __rows.#index.next(&mut __numbers) {
                let __row = __rows.#relation.row(__number);
                if #is_read #cells == __key {
                    #inner
                }
            }
        }}
    }

    fn unless(&self, inner: &TokenStream, indices: &mut Indices) -> TokenStream {
        let relation = &self.relation;
        let key = self.key();
        if self.known.is_empty() {
            return quote!(if __rows.#relation.is_empty() { #inner });
        }
        if self.known.len() == self.columns.len() {
            return quote!(if !__rows.#relation.contains(#key) { #inner });
        }
        let (types, cells, index) = (self.key_types(), self.cells(), self.index(indices));
        quote! {{
            let __key: (#(#types,)*) = #key;
            let mut __numbers = __rows.#index.find(::rules::relation::hash(&__key));
            let mut __is_found = false;
            while let Some(__number) = __rows.#index.next(&mut __numbers) {
                let __row = __rows.#relation.row(__number);
                if #cells == __key {
                    __is_found = true;
                    break;
                }
            }
            if !__is_found { #inner }
        }}
    }

    fn key(&self) -> TokenStream {
        let values = self.known.iter().map(|(_, value)| value);
        quote!((#(#values,)*))
    }

    fn key_types(&self) -> Vec<&Type> {
        self.known.iter().map(|(column, _)| &self.columns[*column]).collect()
    }

    /// The cells of a row that must equal the key.
    fn cells(&self) -> TokenStream {
        let columns = self.known.iter().map(|(column, _)| syn::Index::from(*column));
        quote!((#(__row.#columns,)*))
    }

    fn index(&self, indices: &mut Indices) -> Ident {
        let columns: Vec<usize> = self.known.iter().map(|(column, _)| *column).collect();
        let name = index(&self.relation.to_string(), &columns);
        indices.insert((self.relation.to_string(), columns));
        name
    }
}
