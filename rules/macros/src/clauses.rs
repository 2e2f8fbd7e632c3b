//! Clauses in crepe's notation: how each atom of the schema is read.

use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Error, Expr, Lit, Pat, Result, Type, parse_quote};

use crate::parse::{Arguments, Atom, Clause, Literal, Program, Scope, Table, identifier};
use crate::schema;

/// The relation of the schema that a program names.
pub fn named(name: &Ident) -> Result<&'static schema::Relation> {
    let text = plain(name);
    schema::relation(&text).ok_or_else(|| {
        let nearest = schema::nearest(&text);
        let message = format!("the schema has no relation `{text}`; is `{nearest}` meant?");
        Error::new(name.span(), message)
    })
}

/// What turns clauses into crepe's notation.
pub struct Translator<'p> {
    program: &'p Program,
    /// The relations of the schema that are found by other columns than the first: for each the
    /// declaration and the clause that fills it.
    pub indices: BTreeMap<String, TokenStream>,
}

/// A clause, as far as it is translated.
#[derive(Default)]
struct Body {
    /// The literals in crepe's notation.
    literals: Vec<TokenStream>,
    /// What comes before all of them: the texts that they compare with.
    texts: Vec<TokenStream>,
    /// The variables that have a value.
    known: HashSet<String>,
    /// Whether the scope is asked for.
    needs_scope: bool,
    rows: usize,
}

impl Body {
    fn row(&mut self) -> Ident {
        self.rows += 1;
        format_ident!("__row_{}", self.rows)
    }

    /// Whether an expression has a value: it is not a variable, or one that is known.
    fn is_known(&self, value: &Expr) -> bool {
        variable(value).is_none_or(|it| self.known.contains(&it.to_string()))
    }

    /// The text that a literal stands for, in parentheses, so that it is not a variable of the clause.
    /// Where the module does not have it, the clause yields nothing.
    fn text(&mut self, literal: &Lit) -> Expr {
        let text = format_ident!("__text_{}", self.texts.len());
        self.texts.push(quote!(let Some(#text) = module.find(#literal)));
        parse_quote!((#text))
    }

    fn condition(&mut self, condition: &TokenStream) {
        self.literals.push(quote!((#condition)));
    }

    /// The variable gets the value; a known one is compared with it.
    fn unify(&mut self, argument: &Expr, value: &TokenStream) {
        match variable(argument) {
            Some(variable) if self.known.insert(variable.to_string()) => {
                self.literals.push(quote!(let #variable = #value));
            }
            _ => self.condition(&quote!(#value == (#argument))),
        }
    }

    /// The same for the cells of a row: what is compared comes before what gets its value.
    fn unify_all(&mut self, cells: Vec<(&Expr, TokenStream)>) {
        let (compared, bound): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|(argument, _)| self.is_known(argument));
        for (argument, value) in compared.into_iter().chain(bound) {
            self.unify(argument, &value);
        }
    }
}

impl<'p> Translator<'p> {
    /// For the clauses of a program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, indices: BTreeMap::new() }
    }

    /// A clause in crepe's notation.
    pub fn clause(&mut self, clause: &Clause) -> Result<TokenStream> {
        let mut body = Body::default();
        let mut uses = UsesScope(false);
        clause.arguments.iter().for_each(|it| uses.visit_expr(it));
        for literal in &clause.body {
            match literal {
                Literal::Condition(condition) => {
                    uses.visit_expr(condition);
                    body.condition(&quote!(#condition));
                }
                Literal::Let(pattern, value) => {
                    uses.visit_expr(value);
                    bind(pattern, &mut body)?;
                    body.literals.push(quote!(let #pattern = #value));
                }
                Literal::For(pattern, values) => {
                    uses.visit_expr(values);
                    let row = body.row();
                    bind(pattern, &mut body)?;
                    body.literals.push(quote!(for #row in #values));
                    body.literals.push(quote!(let #pattern = #row));
                }
                Literal::Atom(atom) => {
                    if let Arguments::All(arguments) = &atom.arguments {
                        arguments.iter().flatten().for_each(|it| uses.visit_expr(it));
                    }
                    self.atom(atom, &mut body)?;
                }
            }
        }
        let scope = (body.needs_scope || uses.0).then(|| quote!(__Scope(module)));
        let literals: Vec<TokenStream> =
            scope.into_iter().chain(body.texts).chain(body.literals).collect();
        let head = head(clause)?;
        Ok(if literals.is_empty() { quote!(#head;) } else { quote!(#head <- #(#literals),*;) })
    }

    fn atom(&mut self, atom: &Atom, body: &mut Body) -> Result<()> {
        let name = atom.relation.to_string();
        if let Some(table) = self.program.tables.iter().find(|it| it.name == atom.relation) {
            return table_atom(table, atom, body);
        }
        if name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return own_atom(atom, body);
        }
        let relation = named(&atom.relation)?;
        let arguments = arguments(relation, atom)?;
        body.needs_scope = true;
        if relation.is_of_occurrence
            && matches!(self.program.scope, Scope::Representatives)
            && !atom.is_of_module
            && relation.key().1 == "InstructionId"
        {
            let message =
                "instructions of one shape differ in this; judge them in the scope `module`";
            return Err(Error::new(atom.relation.span(), message));
        }
        if atom.is_negated {
            return self.negated(relation, atom, &arguments, body);
        }
        let arguments: Vec<(String, Expr)> = arguments
            .into_iter()
            .map(|(column, value)| match text_literal(relation, &column, &value) {
                Some(literal) => (column, body.text(literal)),
                None => (column, value),
            })
            .collect();
        let (key, _) = relation.key();
        let known_key = arguments.iter().find(|(column, it)| column == key && body.is_known(it));
        let is_found_by_others =
            arguments.iter().any(|(_, it)| variable(it).is_some() && body.is_known(it));
        if known_key.is_none() && is_found_by_others {
            return self.indexed(relation, atom, &arguments, body);
        }
        let row = body.row();
        let rows = rows_of(relation, atom, known_key.map(|(_, value)| value));
        body.literals.push(quote!(for #row in #rows));
        let others = arguments.iter().filter(|(column, _)| known_key.is_none() || column != key);
        let cells = others.map(|(column, value)| {
            let field = identifier(column, Span::call_site());
            (value, quote!(#row.#field))
        });
        body.unify_all(cells.collect());
        Ok(())
    }

    /// An atom of the schema whose first column is not known, but others are: a relation of its own.
    fn indexed(
        &mut self,
        relation: &schema::Relation,
        atom: &Atom,
        arguments: &[(String, Expr)],
        body: &mut Body,
    ) -> Result<()> {
        let mut columns: Vec<&(String, Expr)> = arguments.iter().collect();
        columns.sort_by_key(|(column, _)| column.clone());
        let names: Vec<&str> = columns.iter().map(|(column, _)| column.as_str()).collect();
        let of_module = if atom.is_of_module { "module_" } else { "" };
        let index = format_ident!("__{of_module}{}_by_{}", plain(&atom.relation), names.join("_"));
        let fields: Vec<Ident> = names.iter().map(|it| identifier(it, Span::call_site())).collect();
        let types: Vec<TokenStream> =
            names.iter().map(|it| column_type(relation, it)).collect::<Result<_>>()?;
        let rows = rows_of(relation, atom, None);
        self.indices.entry(index.to_string()).or_insert_with(|| {
            quote! {
                struct #index(#(pub #types),*);
                #index(#(#fields),*) <-
                    __Scope(module),
                    for row in #rows,
                    #(let #fields = row.#fields),*;
            }
        });
        let mut cells = Vec::new();
        let mut after = Vec::new();
        for (_, value) in &columns {
            // What is not a variable is compared afterwards, so that the index is by variables only.
            if variable(value).is_none() {
                let cell = body.row();
                after.push(quote!((#cell == (#value))));
                cells.push(quote!(#cell));
            } else {
                body.known.extend(variable(value).map(|it| it.to_string()));
                cells.push(quote!(#value));
            }
        }
        body.literals.push(quote!(#index(#(#cells),*)));
        body.literals.extend(after);
        Ok(())
    }

    fn negated(
        &mut self,
        relation: &schema::Relation,
        atom: &Atom,
        arguments: &[(String, Expr)],
        body: &mut Body,
    ) -> Result<()> {
        for (_, value) in arguments {
            if !body.is_known(value) {
                let message = "not known here, and a negated atom gives no values";
                return Err(Error::new(value.span(), message));
            }
        }
        let (key, _) = relation.key();
        let known_key = arguments.iter().find(|(column, _)| column == key);
        if known_key.is_none() && arguments.iter().any(|(_, it)| variable(it).is_some()) {
            if arguments.iter().any(|(_, it)| variable(it).is_none()) {
                let message = "put what is negated into a relation of the program: it is found \
                               neither by its first column nor by variables only";
                return Err(Error::new(atom.relation.span(), message));
            }
            self.indexed(relation, atom, arguments, body)?;
            if let Some(last) = body.literals.last_mut() {
                *last = quote!(!#last);
            }
            return Ok(());
        }
        if known_key.is_some_and(|(column, it)| text_literal(relation, column, it).is_some()) {
            let message = "begin the clause with what finds the text";
            return Err(Error::new(atom.relation.span(), message));
        }
        let rows = rows_of(relation, atom, known_key.map(|(_, value)| value));
        let mut conditions = Vec::new();
        for (column, value) in arguments.iter().filter(|(column, _)| column != key) {
            let field = identifier(column, Span::call_site());
            conditions.push(match text_literal(relation, column, value) {
                Some(literal) => {
                    let text = format_ident!("__text_{}", body.texts.len());
                    body.texts.push(quote!(let #text = module.find(#literal)));
                    quote!(Some(row.#field) == #text)
                }
                None => quote!(row.#field == (#value)),
            });
        }
        body.condition(&match &conditions[..] {
            [] => quote!(#rows.is_empty()),
            conditions => quote!(!#rows.iter().any(|row| #(#conditions)&&*)),
        });
        Ok(())
    }
}

/// The rows of an atom's relation: those with a key, or all in scope.
fn rows_of(relation: &schema::Relation, atom: &Atom, key: Option<&Expr>) -> TokenStream {
    let name = identifier(&plain(&atom.relation), atom.relation.span());
    let name = if relation.is_fact { quote!(#name) } else { quote!(#name()) };
    let key_type = relation.key().1.as_str();
    let view = match key_type {
        "InstructionId" if !atom.is_of_module => quote!(module.scoped()),
        _ => quote!(module.whole()),
    };
    match (key, key_type) {
        (Some(key), _) => quote!(#view.#name.all(#key)),
        (None, _) if atom.is_of_module => quote!(#view.#name.rows()),
        (None, "InstructionId") => quote!(#view.#name.within(module.instructions())),
        (None, "BlockId") => quote!(#view.#name.within(module.blocks())),
        (None, "FunctionId") => quote!(#view.#name.within(module.functions())),
        (None, _) => quote!(#view.#name.rows()),
    }
}

/// The arguments of an atom of the schema by their columns.
fn arguments(relation: &schema::Relation, atom: &Atom) -> Result<Vec<(String, Expr)>> {
    match &atom.arguments {
        Arguments::Named(arguments) => arguments
            .iter()
            .map(|(column, value)| {
                let name = plain(column);
                if relation.type_of(&name).is_none() {
                    let names: Vec<&str> =
                        relation.columns.iter().map(|(name, _)| name.as_str()).collect();
                    let message = format!(
                        "`{}` has no column `{name}`; it has {}",
                        plain(&atom.relation),
                        names.join(", ")
                    );
                    return Err(Error::new(column.span(), message));
                }
                Ok((name, value.clone()))
            })
            .collect(),
        Arguments::All(arguments) => {
            if arguments.len() != relation.columns.len() {
                let message = format!("it has {} columns", relation.columns.len());
                return Err(Error::new(atom.relation.span(), message));
            }
            let columns = relation.columns.iter().zip(arguments);
            let named = columns.filter_map(|((name, _), it)| Some((name.clone(), it.clone()?)));
            Ok(named.collect())
        }
    }
}

/// An atom of a relation that the program declares.
fn own_atom(atom: &Atom, body: &mut Body) -> Result<()> {
    let Arguments::All(arguments) = &atom.arguments else {
        let message = "the columns of a relation of the program have no names";
        return Err(Error::new(atom.relation.span(), message));
    };
    if !atom.is_negated {
        let variables = arguments.iter().flatten().filter_map(variable);
        body.known.extend(variables.map(|it| it.to_string()));
    }
    let name = &atom.relation;
    let not = atom.is_negated.then(|| quote!(!));
    let arguments = arguments.iter().map(|it| match it {
        Some(value) => quote!(#value),
        None => quote!(_),
    });
    body.literals.push(quote_spanned!(name.span()=> #not #name(#(#arguments),*)));
    Ok(())
}

/// An atom of a constant relation.
fn table_atom(table: &Table, atom: &Atom, body: &mut Body) -> Result<()> {
    let name = &table.name;
    let Arguments::All(arguments) = &atom.arguments else {
        return Err(Error::new(name.span(), "the columns of a table have no names"));
    };
    if arguments.len() != table.columns.len() {
        let message = format!("the table has {} columns", table.columns.len());
        return Err(Error::new(atom.relation.span(), message));
    }
    let cell = |row: &Ident, column: usize| match table.columns.len() {
        1 => quote!(*#row),
        _ => {
            let column = syn::Index::from(column);
            quote!(#row.#column)
        }
    };
    let row = body.row();
    let arguments = arguments.iter().enumerate();
    let arguments: Vec<(usize, &Expr)> =
        arguments.filter_map(|(column, it)| Some((column, it.as_ref()?))).collect();
    if atom.is_negated {
        let conditions = arguments.iter().map(|(column, value)| {
            let cell = cell(&row, *column);
            quote!(#cell == (#value))
        });
        body.condition(&quote!(!#name.iter().any(|#row| #(#conditions)&&*)));
        return Ok(());
    }
    body.literals.push(quote!(for #row in #name));
    body.unify_all(
        arguments.into_iter().map(|(column, value)| (value, cell(&row, column))).collect(),
    );
    Ok(())
}

/// The head of a clause.
fn head(clause: &Clause) -> Result<TokenStream> {
    let (name, arguments) = (&clause.head, &clause.arguments);
    if name != "violation" {
        return Ok(quote_spanned!(name.span()=> #name(#(#arguments),*)));
    }
    match &arguments[..] {
        [rule, subject] => Ok(quote! {
            __Violation(
                #rule,
                <crate::violation::Subject as ::core::convert::From<_>>::from(#subject),
                crate::violation::Detail::None
            )
        }),
        [rule, subject, detail] => Ok(quote! {
            __Violation(
                #rule,
                <crate::violation::Subject as ::core::convert::From<_>>::from(#subject),
                <crate::violation::Detail as ::core::convert::From<_>>::from(#detail)
            )
        }),
        _ => Err(Error::new(name.span(), "expected `violation(RULE, subject, detail)`")),
    }
}

/// The variables of a pattern become known.
fn bind(pattern: &Pat, body: &mut Body) -> Result<()> {
    let mut variables = Variables(Vec::new());
    variables.visit_pat(pattern);
    for variable in variables.0 {
        if !body.known.insert(variable.to_string()) {
            let message = "known already; compare it with `==`";
            return Err(Error::new(variable.span(), message));
        }
    }
    Ok(())
}

/// The variables of a pattern.
struct Variables(Vec<Ident>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if pattern.ident.to_string().starts_with(|it: char| it.is_ascii_lowercase() || it == '_') {
            self.0.push(pattern.ident.clone());
        }
        visit::visit_pat_ident(self, pattern);
    }
}

/// Whether expressions ask for the scope.
struct UsesScope(bool);

impl<'ast> Visit<'ast> for UsesScope {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0 |= path.path.is_ident("module");
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        let mut tokens = it.tokens.clone().into_iter().map(|it| it.to_string());
        self.0 |= tokens.any(|it| it.contains("module"));
    }
}

/// The variable that an expression is, as crepe takes it.
fn variable(value: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = value else { return None };
    let name = path.path.get_ident()?;
    let first = name.to_string().chars().next()?;
    (first.is_ascii_lowercase() || first == '_').then_some(name)
}

/// The literal that a text column is compared with.
fn text_literal<'e>(relation: &schema::Relation, column: &str, value: &'e Expr) -> Option<&'e Lit> {
    match value {
        Expr::Lit(literal) if relation.type_of(column) == Some("Text") => Some(&literal.lit),
        _ => None,
    }
}

fn column_type(relation: &schema::Relation, column: &str) -> Result<TokenStream> {
    let name = relation.type_of(column).unwrap_or_default();
    let r#type: Type = syn::parse_str(name)?;
    Ok(match name {
        "u32" | "u64" => quote!(#r#type),
        "Lanes" => quote!(::facts_schema::view::#r#type),
        _ => quote!(::facts_schema::#r#type),
    })
}

/// A name without the `r#` of a raw identifier.
fn plain(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}
