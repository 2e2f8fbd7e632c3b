//! The grammar of programs.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Generics, Pat, Result, Token, Type, braced, parenthesized, token};

/// A program.
pub struct Program {
    pub scope: Scope,
    pub contexts: Vec<Context>,
    pub relations: Vec<Relation>,
    pub tables: Vec<Table>,
    pub clauses: Vec<Clause>,
}

/// The scope of a program.
pub enum Scope {
    Module,
    Representatives,
    /// Each function that has rows of one of these relations; if the list is empty, each function.
    Functions(Vec<Ident>),
    /// No module: the rows are passed to the program.
    Rows,
}

/// An input besides the module that clauses can use.
pub struct Context {
    pub name: Ident,
    pub r#type: Type,
}

/// A relation that the program declares.
pub struct Relation {
    pub role: Role,
    /// Whether the type of its rows is declared elsewhere.
    pub is_shared: bool,
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub generics: Generics,
    pub columns: Vec<Type>,
}

/// The origin of a relation's rows, and whether they are returned.
pub enum Role {
    Own,
    Output,
    /// Computed from the scope by this function.
    Made(Expr),
    /// Passed by the caller.
    Input,
}

/// A constant relation.
pub struct Table {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub columns: Vec<Type>,
    pub rows: Expr,
}

/// `head <- body;`
pub struct Clause {
    pub head: Ident,
    pub arguments: Vec<Expr>,
    pub body: Vec<Literal>,
}

/// A part of a clause's body.
pub enum Literal {
    Atom(Atom),
    Condition(Expr),
    Let(Pat, Expr),
    For(Pat, Expr),
}

/// A relation with arguments.
pub struct Atom {
    pub is_negated: bool,
    /// Whether it reads all rows of the module, whatever the scope.
    pub is_of_module: bool,
    pub relation: Ident,
    pub arguments: Arguments,
}

/// The arguments of an atom.
pub enum Arguments {
    /// Of a relation that the program declares: all columns; `None` is `_`.
    All(Vec<Option<Expr>>),
    /// Of a relation of the schema: the named columns.
    Named(Vec<(Ident, Expr)>),
}

/// Permits the name `type` in clauses.
pub fn without_keywords(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "type" => {
            TokenTree::Ident(Ident::new_raw("type", ident.span()))
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_keywords(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    tokens.collect()
}

impl Parse for Program {
    fn parse(input: ParseStream) -> Result<Self> {
        let scope = input.parse()?;
        let mut program = Self {
            scope,
            contexts: Vec::new(),
            relations: Vec::new(),
            tables: Vec::new(),
            clauses: Vec::new(),
        };
        while !input.is_empty() {
            let attributes = input.call(Attribute::parse_outer)?;
            if let Some(context) = context(input)? {
                program.contexts.push(context);
            } else if input.peek(Token![const]) {
                program.tables.push(table(input, attributes)?);
            } else if input.peek(Token![@]) || input.peek(Token![struct]) {
                program.relations.push(relation(input, attributes)?);
            } else {
                program.clauses.push(input.parse()?);
            }
        }
        Ok(program)
    }
}

impl Parse for Scope {
    fn parse(input: ParseStream) -> Result<Self> {
        let word: Ident = input.parse()?;
        let scope = match word.to_string().as_str() {
            "module" => Self::Module,
            "representatives" => Self::Representatives,
            "functions" => Self::Functions(relations_of_functions(input)?),
            "rows" => Self::Rows,
            _ => {
                let message =
                    "expected a scope: `module`, `representatives`, `functions` or `rows`";
                return Err(syn::Error::new(word.span(), message));
            }
        };
        input.parse::<Token![;]>()?;
        Ok(scope)
    }
}

/// The rest of the scope after `functions`: `with relation, relation`, or nothing.
fn relations_of_functions(input: ParseStream) -> Result<Vec<Ident>> {
    if input.peek(Token![;]) {
        return Ok(Vec::new());
    }
    let with: Ident = input.parse()?;
    if with != "with" {
        return Err(syn::Error::new(with.span(), "expected `with` and relations, or `;`"));
    }
    let relations = Punctuated::<Ident, Token![,]>::parse_separated_nonempty(input)?;
    Ok(relations.into_iter().collect())
}

/// `@context name: Type;`
fn context(input: ParseStream) -> Result<Option<Context>> {
    let ahead = input.fork();
    let mark = ahead.parse::<Option<Token![@]>>()?;
    if mark.is_none() || ahead.parse::<Ident>()? != "context" {
        return Ok(None);
    }
    input.advance_to(&ahead);
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    let r#type = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(Some(Context { name, r#type }))
}

fn relation(input: ParseStream, mut attributes: Vec<Attribute>) -> Result<Relation> {
    let role: Option<Ident> = match input.parse::<Option<Token![@]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    attributes.extend(input.call(Attribute::parse_outer)?);
    let is_shared = role.is_some() && !input.peek(Token![struct]);
    if !is_shared {
        input.parse::<Token![struct]>()?;
    }
    let name = input.parse()?;
    let generics = input.parse()?;
    let columns = types(input)?;
    let role = match role {
        None => Role::Own,
        Some(role) if role == "output" => Role::Output,
        Some(role) if role == "input" => match input.parse::<Option<Token![=]>>()? {
            Some(_) => Role::Made(input.parse()?),
            None => Role::Input,
        },
        Some(role) => return Err(syn::Error::new(role.span(), "expected `@input` or `@output`")),
    };
    input.parse::<Token![;]>()?;
    Ok(Relation { role, is_shared, attributes, name, generics, columns })
}

fn table(input: ParseStream, attributes: Vec<Attribute>) -> Result<Table> {
    input.parse::<Token![const]>()?;
    let name = input.parse()?;
    let columns = types(input)?;
    input.parse::<Token![=]>()?;
    let rows = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(Table { attributes, name, columns, rows })
}

/// The types of columns, in parentheses.
fn types(input: ParseStream) -> Result<Vec<Type>> {
    let content;
    parenthesized!(content in input);
    let columns = Punctuated::<Type, Token![,]>::parse_terminated(&content)?;
    Ok(columns.into_iter().collect())
}

impl Parse for Clause {
    fn parse(input: ParseStream) -> Result<Self> {
        let head = input.parse()?;
        let content;
        parenthesized!(content in input);
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated(&content)?;
        let mut body = Vec::new();
        if input.parse::<Option<Token![<-]>>()?.is_some() {
            body.extend(Punctuated::<Literal, Token![,]>::parse_separated_nonempty(input)?);
        }
        input.parse::<Token![;]>()?;
        Ok(Self { head, arguments: arguments.into_iter().collect(), body })
    }
}

impl Parse for Literal {
    fn parse(input: ParseStream) -> Result<Self> {
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            return content.parse().map(Self::Condition);
        }
        if input.parse::<Option<Token![let]>>()?.is_some() {
            let pattern = Pat::parse_multi(input)?;
            input.parse::<Token![=]>()?;
            return Ok(Self::Let(pattern, input.parse()?));
        }
        if input.parse::<Option<Token![for]>>()?.is_some() {
            let pattern = Pat::parse_multi(input)?;
            input.parse::<Token![in]>()?;
            return Ok(Self::For(pattern, input.parse()?));
        }
        input.parse().map(Self::Atom)
    }
}

impl Parse for Atom {
    fn parse(input: ParseStream) -> Result<Self> {
        let is_negated = input.parse::<Option<Token![!]>>()?.is_some();
        let mut relation: Ident = input.parse()?;
        let is_of_module = relation == "module" && input.parse::<Option<Token![.]>>()?.is_some();
        if is_of_module {
            relation = input.parse()?;
        }
        let content;
        let arguments = if input.peek(token::Brace) {
            braced!(content in input);
            Arguments::Named(
                Punctuated::<Named, Token![,]>::parse_terminated(&content)?
                    .into_iter()
                    .map(|Named(column, value)| (column, value))
                    .collect(),
            )
        } else {
            parenthesized!(content in input);
            let arguments = Punctuated::<Argument, Token![,]>::parse_terminated(&content)?;
            Arguments::All(arguments.into_iter().map(|Argument(it)| it).collect())
        };
        Ok(Self { is_negated, is_of_module, relation, arguments })
    }
}

/// `_`, or an expression.
struct Argument(Option<Expr>);

impl Parse for Argument {
    fn parse(input: ParseStream) -> Result<Self> {
        Ok(Self(match input.parse::<Option<Token![_]>>()? {
            Some(_) => None,
            None => Some(input.parse()?),
        }))
    }
}

/// `column: expression`, or `column`.
struct Named(Ident, Expr);

impl Parse for Named {
    fn parse(input: ParseStream) -> Result<Self> {
        let column: Ident = input.parse()?;
        let value = match input.parse::<Option<Token![:]>>()? {
            Some(_) => input.parse()?,
            None => syn::parse_quote!(#column),
        };
        Ok(Self(column, value))
    }
}

/// The Rust identifier for a column or relation.
pub fn identifier(name: &str, span: Span) -> Ident {
    match name {
        "type" => Ident::new_raw(name, span),
        _ => Ident::new(name, span),
    }
}
