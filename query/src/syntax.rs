//! The syntax trees of programs, with the location of each part.

/// The number of a text of a program: its file, an included one, or one from the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextId(pub u32);

/// A location in a program: the bytes from `start` up to `end` of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The text.
    pub text: TextId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span from the start of this location to the end of the other.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end, ..self }
    }
}

/// A name. Within an instance of a component it is qualified: `published.variable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, with dots between its parts.
    pub text: String,
    /// Its location.
    pub span: Span,
}

/// The contents of a program without components.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// `.type`
    pub types: Vec<TypeDeclaration>,
    /// `.decl`
    pub relations: Vec<RelationDeclaration>,
    /// `.input`, `.output`, `.printsize`, `.limitsize`
    pub directives: Vec<Directive>,
    /// Facts and rules.
    pub clauses: Vec<Clause>,
}

/// The contents of a program or of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// Its own declarations, directives and clauses.
    pub own: Program,
    /// `.comp`
    pub components: Vec<Component>,
    /// `.init`
    pub instances: Vec<Instance>,
    /// `.override`: relations whose clauses in the bases are ignored.
    pub overrides: Vec<Name>,
    /// The relations that are declared as `overridable`.
    pub overridable: Vec<String>,
}

/// `.comp name<parameters> : bases { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Its name and its parameters, which denote types and components.
    pub head: ComponentType,
    /// The components from which it inherits.
    pub bases: Vec<ComponentType>,
    /// Its contents.
    pub unit: Unit,
}

/// `name<arguments>`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// The component.
    pub name: Name,
    /// The arguments for its parameters.
    pub arguments: Vec<Name>,
}

/// `.init name = component`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The qualifier of its relations.
    pub name: Name,
    /// The component that is instantiated.
    pub of: ComponentType,
}

/// `.type name <: base`, `.type name = one | other`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDeclaration {
    /// The type.
    pub name: Name,
    /// Its definition.
    pub definition: TypeDefinition,
}

/// The definition of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeDefinition {
    /// `<: base`: a new type, whose values are values of the base.
    Subtype(Name),
    /// `= one | other`: the values of all these types. With one type, it is an alias.
    Union(Vec<Name>),
}

/// `.decl name(column: type, …) qualifiers`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationDeclaration {
    /// The relation.
    pub name: Name,
    /// The columns and their types.
    pub columns: Vec<(Name, Name)>,
    /// `eqrel`: whether the relation is closed as an equivalence relation. Qualifiers for storage
    /// (`btree`, `brie`, `inline`, `magic`, …) do not affect rows, and are not stored.
    pub is_equivalence: bool,
}

/// `.input`, `.output`, `.printsize` or `.limitsize` with their parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The kind of directive.
    pub kind: DirectiveKind,
    /// The relation.
    pub relation: Name,
    /// `key=value` in parentheses.
    pub parameters: Vec<(Name, String)>,
}

/// The kind of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectiveKind {
    /// The rows are loaded.
    Input,
    /// The rows are printed.
    Output,
    /// The number of rows is printed.
    PrintSize,
    /// A recursion ends once the relation has `n` rows.
    LimitSize,
}

/// `heads :- body.`, or facts. Disjunctions are resolved: the heads hold if any of the bodies
/// holds. A fact has one body, which is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The derived atoms.
    pub heads: Vec<Atom>,
    /// The alternative bodies.
    pub bodies: Vec<Vec<Literal>>,
    /// Its location.
    pub span: Span,
}

/// `relation(arguments)`
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The relation.
    pub relation: Name,
    /// The arguments.
    pub arguments: Vec<Term>,
    /// Its location.
    pub span: Span,
}

/// A condition in a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `relation(arguments)`
    Atom(Atom),
    /// `!relation(arguments)`
    Negated(Atom),
    /// `left operator right`
    Comparison(Comparison, Term, Term),
    /// `match(pattern, text)`, `contains(part, text)`, or the negation of one.
    Test {
        /// The test.
        test: Test,
        /// Whether it is not negated.
        holds: bool,
        /// The pattern or part.
        what: Term,
        /// The text.
        text: Term,
    },
    /// `true`, `false`
    Constant(bool),
}

/// A comparison of two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A test of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The whole text matches a regular expression.
    Match,
    /// The text contains a part.
    Contains,
}

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its form.
    pub kind: TermKind,
    /// Its location.
    pub span: Span,
}

/// The form of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum TermKind {
    /// A variable.
    Variable(String),
    /// `_`
    Wildcard,
    /// `"text"`
    Symbol(String),
    /// `1`, `0x1f`, `0b1`
    Number(i32),
    /// `1u`
    Unsigned(u32),
    /// `1.5`
    Float(f32),
    /// `-x`, `bnot x`, `lnot x`
    Unary(Unary, Box<Term>),
    /// `x + y` and the like
    Binary(Binary, Box<Term>, Box<Term>),
    /// `cat(x, y)` and the like
    Call(Functor, Vec<Term>),
    /// `as(x, type)`
    As(Box<Term>, Name),
    /// `count : { … }`, `sum x : { … }`
    Aggregate(Box<Aggregate>),
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unary {
    Negate,
    BitNot,
    LogicalNot,
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Soufflé's")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
}

/// A function of terms, by its name in Soufflé.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Soufflé's")]
pub enum Functor {
    Cat,
    StrLen,
    SubStr,
    Ord,
    ToNumber,
    ToUnsigned,
    ToFloat,
    ToString,
    Min,
    Max,
    Range,
}

/// An aggregate over all ways to satisfy a body. Variables that also occur outside of it are
/// shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// The kind of aggregate.
    pub kind: AggregateKind,
    /// The aggregated term; `count` has none.
    pub of: Option<Term>,
    /// The alternative bodies.
    pub bodies: Vec<Vec<Literal>>,
}

/// The kind of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Soufflé's")]
pub enum AggregateKind {
    Count,
    Sum,
    Min,
    Max,
    Mean,
}
