//! Translates the literals of a clause: how the rows of an atom are found, and which variables it
//! binds.

use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Error, Expr, Lit, Pat, Result, Type, parse_quote};

use crate::parse::{Arguments, Atom, Clause, Literal, Program, Scope, Table, identifier};
use crate::schema;
use crate::steps::{OwnAtom, Rule, Step};

/// The relation of the schema with this name.
pub fn named(name: &Ident) -> Result<&'static schema::Relation> {
    let text = plain(name);
    schema::relation(&text).ok_or_else(|| {
        let nearest = schema::nearest(&text);
        let message = format!("the schema has no relation `{text}`; is `{nearest}` meant?");
        Error::new(name.span(), message)
    })
}

/// Translates clauses to loops.
pub struct Translator<'p> {
    program: &'p Program,
    /// The indices on relations of the schema by columns other than the first: for each, its
    /// columns, and the clause that fills it.
    pub indices: BTreeMap<String, (Vec<Type>, Rule)>,
}

/// A clause that is partly translated.
#[derive(Default)]
struct Body {
    steps: Vec<Step>,
    /// The steps before all others, which look up the texts for comparisons.
    texts: Vec<Step>,
    /// The bound variables.
    known: HashSet<String>,
    rows: usize,
}

impl Body {
    fn row(&mut self) -> Ident {
        self.rows += 1;
        format_ident!("__row_{}", self.rows)
    }

    /// Whether an expression has a value: it is not a variable, or the variable is bound.
    fn is_known(&self, value: &Expr) -> bool {
        variable(value).is_none_or(|it| self.known.contains(&it.to_string()))
    }

    /// The text of a literal, in parentheses so that it is not a variable of the clause. If the
    /// module does not contain the text, the clause derives nothing.
    fn text(&mut self, literal: &Lit) -> Expr {
        let text = format_ident!("__text_{}", self.texts.len());
        self.texts.push(Step::Let(quote!(Some(#text)), quote!(module.find(#literal))));
        parse_quote!((#text))
    }

    fn condition(&mut self, condition: &TokenStream) {
        self.steps.push(Step::If(quote!((#condition))));
    }

    /// An atom of a relation that the program derives; `None` is `_`.
    fn own(
        &mut self,
        relation: Ident,
        is_negated: bool,
        columns: Vec<Type>,
        arguments: &[Option<Expr>],
    ) {
        let (mut known, mut bound, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        let before = self.known.clone();
        for (column, argument) in arguments.iter().enumerate() {
            let Some(argument) = argument else { continue };
            match variable(argument) {
                Some(variable) if !before.contains(&variable.to_string()) => {
                    if self.known.insert(variable.to_string()) {
                        bound.push((column, variable.clone()));
                    } else {
                        let again = self.row();
                        repeated.push(quote!((#again == #variable)));
                        bound.push((column, again));
                    }
                }
                _ => known.push((column, quote!(#argument))),
            }
        }
        self.steps.push(Step::Own(OwnAtom { relation, is_negated, columns, known, bound }));
        self.steps.extend(repeated.into_iter().map(Step::If));
    }

    /// Binds the variable to the value, or compares them if the variable is already bound.
    fn unify(&mut self, argument: &Expr, value: &TokenStream) {
        match variable(argument) {
            Some(variable) if self.known.insert(variable.to_string()) => {
                self.steps.push(Step::Let(quote!(#variable), value.clone()));
            }
            _ => self.condition(&quote!(#value == (#argument))),
        }
    }

    /// Does the same for the cells of a row: comparisons precede bindings.
    fn unify_all(&mut self, cells: Vec<(&Expr, TokenStream)>) {
        let (compared, bound): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|(argument, _)| self.is_known(argument));
        for (argument, value) in compared.into_iter().chain(bound) {
            self.unify(argument, &value);
        }
    }
}

impl<'p> Translator<'p> {
    /// Creates a translator for the clauses of a program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, indices: BTreeMap::new() }
    }

    /// Translates a clause to loops.
    pub fn clause(&mut self, clause: &Clause) -> Result<Rule> {
        let contexts = self.program.contexts.iter().map(|it| it.name.to_string());
        let mut body = Body { known: contexts.collect(), ..Body::default() };
        for literal in &clause.body {
            match literal {
                Literal::Condition(condition) => body.condition(&quote!(#condition)),
                Literal::Let(pattern, value) => {
                    bind(pattern, &mut body)?;
                    body.steps.push(Step::Let(quote!(#pattern), quote!(#value)));
                }
                Literal::For(pattern, values) => {
                    let row = body.row();
                    bind(pattern, &mut body)?;
                    body.steps.push(Step::For(quote!(#row), quote!(#values)));
                    body.steps.push(Step::Let(quote!(#pattern), quote!(#row)));
                }
                Literal::Atom(atom) => self.atom(atom, &mut body)?,
            }
        }
        let row = self.head(clause)?;
        let body = body.texts.into_iter().chain(body.steps).collect();
        Ok(Rule { head: clause.head.clone(), row, body })
    }

    fn atom(&mut self, atom: &Atom, body: &mut Body) -> Result<()> {
        let name = atom.relation.to_string();
        if let Some(table) = self.program.tables.iter().find(|it| it.name == atom.relation) {
            return table_atom(table, atom, body);
        }
        if name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return self.own_atom(atom, body);
        }
        if matches!(self.program.scope, Scope::Rows) {
            let message = "a program over rows has no module";
            return Err(Error::new(atom.relation.span(), message));
        }
        let relation = named(&atom.relation)?;
        let arguments = arguments(relation, atom)?;
        if relation.is_of_occurrence
            && matches!(self.program.scope, Scope::Representatives)
            && !atom.is_of_module
            && relation.key().1 == "InstructionId"
        {
            let message = "instructions of one shape differ in this column; use the scope `module`";
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
        body.steps.push(Step::For(quote!(#row), rows));
        let others = arguments.iter().filter(|(column, _)| known_key.is_none() || column != key);
        let cells = others.map(|(column, value)| {
            let field = identifier(column, Span::call_site());
            (value, quote!(#row.#field))
        });
        body.unify_all(cells.collect());
        Ok(())
    }

    /// An atom of the schema whose first column is not bound, but others are. It reads an auxiliary
    /// relation.
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
        let types: Vec<Type> =
            names.iter().map(|it| column_type(relation, it)).collect::<Result<_>>()?;
        let rows = rows_of(relation, atom, None);
        self.indices.entry(index.to_string()).or_insert_with(|| {
            let fields = names.iter().map(|it| identifier(it, Span::call_site()));
            let row = fields.map(|field| quote!(row.#field)).collect();
            let body = vec![Step::For(quote!(row), rows)];
            (types.clone(), Rule { head: index.clone(), row, body })
        });
        let cells: Vec<Option<Expr>> =
            columns.into_iter().map(|(_, it)| Some(it.clone())).collect();
        body.own(index, atom.is_negated, types, &cells);
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
                let message = "not bound here, and a negated atom does not bind variables";
                return Err(Error::new(value.span(), message));
            }
        }
        let (key, _) = relation.key();
        let known_key = arguments.iter().find(|(column, _)| column == key);
        let is_found_by_others =
            known_key.is_none() && arguments.iter().any(|(_, it)| variable(it).is_some());
        let is_text = |(column, it): &(String, Expr)| text_literal(relation, column, it).is_some();
        if known_key.is_some_and(is_text) || is_found_by_others && arguments.iter().any(is_text) {
            let message = "begin the clause with what finds the text";
            return Err(Error::new(atom.relation.span(), message));
        }
        if is_found_by_others {
            return self.indexed(relation, atom, arguments, body);
        }
        let rows = rows_of(relation, atom, known_key.map(|(_, value)| value));
        let mut conditions = Vec::new();
        for (column, value) in arguments.iter().filter(|(column, _)| column != key) {
            let field = identifier(column, Span::call_site());
            conditions.push(match text_literal(relation, column, value) {
                Some(literal) => {
                    let text = format_ident!("__text_{}", body.texts.len());
                    body.texts.push(Step::Let(quote!(#text), quote!(module.find(#literal))));
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

    /// An atom of a relation that the program declares.
    fn own_atom(&self, atom: &Atom, body: &mut Body) -> Result<()> {
        let Arguments::All(arguments) = &atom.arguments else {
            let message = "the columns of a relation of the program have no names";
            return Err(Error::new(atom.relation.span(), message));
        };
        let columns = self.columns(&atom.relation, arguments.len())?;
        if atom.is_negated {
            let unknown = arguments.iter().flatten().find(|it| !body.is_known(it));
            if let Some(unknown) = unknown {
                let message = "not bound here, and a negated atom does not bind variables";
                return Err(Error::new(unknown.span(), message));
            }
        }
        body.own(atom.relation.clone(), atom.is_negated, columns.to_vec(), arguments);
        Ok(())
    }

    /// The types of the columns of a relation that the program declares.
    fn columns(&self, name: &Ident, count: usize) -> Result<&'p [Type]> {
        let Some(relation) = self.program.relations.iter().find(|it| it.name == *name) else {
            let message = format!("the program declares no relation `{name}`");
            return Err(Error::new(name.span(), message));
        };
        if relation.columns.len() != count {
            let message = format!("expected {} arguments", relation.columns.len());
            return Err(Error::new(name.span(), message));
        }
        Ok(&relation.columns)
    }

    /// The row that a clause derives.
    fn head(&self, clause: &Clause) -> Result<Vec<TokenStream>> {
        let (name, arguments) = (&clause.head, &clause.arguments);
        if name != "violation" {
            self.columns(name, arguments.len())?;
            return Ok(arguments.iter().map(|it| quote!(#it)).collect());
        }
        let (rule, subject, detail) = match &arguments[..] {
            [rule, subject] => (rule, subject, quote!(crate::violation::Detail::None)),
            [rule, subject, detail] => {
                let from = quote!(<crate::violation::Detail as ::core::convert::From<_>>::from);
                (rule, subject, quote!(#from(#detail)))
            }
            _ => {
                return Err(Error::new(name.span(), "expected `violation(RULE, subject, detail)`"));
            }
        };
        let subject =
            quote!(<crate::violation::Subject as ::core::convert::From<_>>::from(#subject));
        Ok(vec![quote!(#rule), subject, detail])
    }
}

/// The rows of an atom's relation: those with a key, or all rows in scope.
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
    body.steps.push(Step::For(quote!(#row), quote!(#name)));
    body.unify_all(
        arguments.into_iter().map(|(column, value)| (value, cell(&row, column))).collect(),
    );
    Ok(())
}

/// Records the variables of a pattern as bound.
fn bind(pattern: &Pat, body: &mut Body) -> Result<()> {
    let mut variables = Variables(Vec::new());
    variables.visit_pat(pattern);
    for variable in variables.0 {
        if !body.known.insert(variable.to_string()) {
            let message = "already bound; compare it with `==`";
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

/// The variable, if the expression is one.
fn variable(value: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = value else { return None };
    let name = path.path.get_ident()?;
    let first = name.to_string().chars().next()?;
    (first.is_ascii_lowercase() || first == '_').then_some(name)
}

/// The literal with which a text column is compared.
fn text_literal<'e>(relation: &schema::Relation, column: &str, value: &'e Expr) -> Option<&'e Lit> {
    match value {
        Expr::Lit(literal) if relation.type_of(column) == Some("Text") => Some(&literal.lit),
        _ => None,
    }
}

fn column_type(relation: &schema::Relation, column: &str) -> Result<Type> {
    let name = relation.type_of(column).unwrap_or_default();
    syn::parse_str(&match name {
        "u32" | "u64" => name.to_owned(),
        "Lanes" => format!("::facts_schema::view::{name}"),
        _ => format!("::facts_schema::{name}"),
    })
}

/// A name without the `r#` of a raw identifier.
fn plain(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}
