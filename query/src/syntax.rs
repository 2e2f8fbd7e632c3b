//! Programs as they are written, with the place of each part.

/// The number of a text that a program consists of: its file, an included one, or one from the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextId(pub u32);

/// A place in a program: the bytes from `start` up to `end` of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// In which text.
    pub text: TextId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// From the beginning of this place to the end of the other.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end, ..self }
    }
}

/// A name. One within an instance of a component is qualified: `published.variable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, with dots between its parts.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What a program says, without components.
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

/// What a program says, or the inside of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// What it says itself.
    pub own: Program,
    /// `.comp`
    pub components: Vec<Component>,
    /// `.init`
    pub instances: Vec<Instance>,
    /// `.override`: relations of which the clauses of the base are left out.
    pub overrides: Vec<Name>,
    /// The relations that are declared as `overridable`.
    pub overridable: Vec<String>,
}

/// `.comp name<parameters> : bases { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Its name and its parameters, which stand for types and components.
    pub head: ComponentType,
    /// What it inherits from.
    pub bases: Vec<ComponentType>,
    /// What is in it.
    pub unit: Unit,
}

/// `name<arguments>`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// The component.
    pub name: Name,
    /// What its parameters stand for.
    pub arguments: Vec<Name>,
}

/// `.init name = component`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// What its relations are qualified with.
    pub name: Name,
    /// What it is an instance of.
    pub of: ComponentType,
}

/// `.type name <: base`, `.type name = one | other`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDeclaration {
    /// The type.
    pub name: Name,
    /// What it is.
    pub definition: TypeDefinition,
}

/// What a declared type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeDefinition {
    /// `<: base`: a type of its own, whose values are values of the base.
    Subtype(Name),
    /// `= one | other`: the values of all these types; of one type, another name for it.
    Union(Vec<Name>),
}

/// `.decl name(column: type, …) qualifiers`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationDeclaration {
    /// The relation.
    pub name: Name,
    /// The columns and their types.
    pub columns: Vec<(Name, Name)>,
    /// Qualifiers that say how to store it (`btree`, `brie`, `inline`, `magic`, …) change no rows, and are not kept.
    /// `eqrel`: it is closed as an equivalence relation.
    pub is_equivalence: bool,
}

/// `.input`, `.output`, `.printsize` or `.limitsize` with their parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// What is done.
    pub kind: DirectiveKind,
    /// The relation.
    pub relation: Name,
    /// `key=value` in parentheses.
    pub parameters: Vec<(Name, String)>,
}

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectiveKind {
    /// The rows come from outside.
    Input,
    /// The rows are printed.
    Output,
    /// The number of rows is printed.
    PrintSize,
    /// No more rows are derived in a recursion once there are `n`.
    LimitSize,
}

/// `heads :- body.`, or facts. Disjunctions are resolved: the heads hold if one of the bodies does. A fact has one
/// body, which is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What is derived.
    pub heads: Vec<Atom>,
    /// From what.
    pub bodies: Vec<Vec<Literal>>,
    /// Where it stands.
    pub span: Span,
}

/// `relation(arguments)`
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The relation.
    pub relation: Name,
    /// The arguments.
    pub arguments: Vec<Term>,
    /// Where it stands.
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
    /// `match(pattern, text)`, `contains(part, text)`, or one of them after `!`.
    Test {
        /// Which one.
        test: Test,
        /// Whether it holds or does not.
        holds: bool,
        /// The pattern or part.
        what: Term,
        /// The text.
        text: Term,
    },
    /// `true`, `false`
    Constant(bool),
}

/// How two terms are compared.
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
    /// What it is.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
}

/// What a term is.
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

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unary {
    Negate,
    BitNot,
    LogicalNot,
}

/// An operator between its operands.
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

/// An aggregate over all ways in which a body holds. Variables that occur outside of it are those outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// What is computed.
    pub kind: AggregateKind,
    /// Of what; `count` has none.
    pub of: Option<Term>,
    /// Where.
    pub bodies: Vec<Vec<Literal>>,
}

/// What an aggregate computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Soufflé's")]
pub enum AggregateKind {
    Count,
    Sum,
    Min,
    Max,
    Mean,
}
