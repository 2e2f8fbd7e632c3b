//! A small reader of programs, enough for tests of what comes after reading, and a source of given rows.
#![allow(dead_code, reason = "each test uses some of it")]

use query::source::{KnownType, Signature, Source};
use query::syntax::{
    Aggregate, AggregateKind, Atom, Binary, Clause, Comparison, Directive, DirectiveKind, Functor,
    Literal, Name, Program, RelationDeclaration, Span, Term, TermKind, Test, TextId,
    TypeDeclaration, TypeDefinition, Unary,
};
use query::value::{Kind, Symbols, Table, Word};

/// The name of a relation, its columns with their types, and its rows.
type Given = (String, Vec<(String, String)>, Vec<Vec<String>>);

/// Relations given as rows of texts.
#[derive(Default)]
pub struct Rows {
    pub types: Vec<KnownType>,
    pub relations: Vec<Given>,
    pub loaded: Vec<String>,
}

impl Rows {
    /// Adds a relation: `edge(x: symbol, y: symbol)` and rows of texts.
    pub fn with(mut self, name: &str, columns: &[(&str, &str)], rows: &[&[&str]]) -> Self {
        let columns =
            columns.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect();
        let rows = rows.iter().map(|it| it.iter().map(|it| (*it).to_owned()).collect()).collect();
        self.relations.push((name.to_owned(), columns, rows));
        self
    }

    fn kind(&self, name: &str) -> Kind {
        match name {
            "number" => Kind::Number,
            "unsigned" => Kind::Unsigned,
            "float" => Kind::Float,
            _ => self.types.iter().find(|it| it.name == name).map_or(Kind::Symbol, |it| it.kind),
        }
    }
}

impl Source for Rows {
    fn types(&self) -> Vec<KnownType> {
        self.types.clone()
    }

    fn names(&self) -> Vec<String> {
        self.relations.iter().map(|it| it.0.clone()).collect()
    }

    fn signature(&self, relation: &str) -> Option<Signature> {
        let found = self.relations.iter().find(|it| it.0 == relation)?;
        Some(Signature { columns: found.1.clone() })
    }

    fn load(&mut self, relation: &str, symbols: &mut Symbols) -> Result<Table, String> {
        self.loaded.push(relation.to_owned());
        let (_, columns, rows) =
            self.relations.iter().find(|it| it.0 == relation).ok_or("not there")?;
        let mut table = Table::new(columns.len());
        for row in rows {
            let words: Vec<Word> = row
                .iter()
                .zip(columns)
                .map(|(it, column)| word(it, self.kind(&column.1), symbols))
                .collect();
            table.push(&words);
        }
        Ok(table)
    }
}

fn word(text: &str, kind: Kind, symbols: &mut Symbols) -> Word {
    match kind {
        Kind::Symbol => symbols.intern(text.as_bytes()),
        Kind::Number => text.parse::<i32>().expect("a number") as Word,
        Kind::Unsigned => text.parse().expect("an unsigned number"),
        Kind::Float => text.parse::<f32>().expect("a number").to_bits(),
    }
}

/// A value as Soufflé prints it.
pub fn show(word: Word, kind: Kind, symbols: &Symbols) -> String {
    match kind {
        Kind::Symbol => String::from_utf8_lossy(symbols.text(word)).into_owned(),
        Kind::Number => (word as i32).to_string(),
        Kind::Unsigned => word.to_string(),
        Kind::Float => f32::from_bits(word).to_string(),
    }
}

/// Checks and runs a program; by output, its name and its rows, with spaces between columns.
pub fn run(text: &str, source: &mut Rows) -> Result<Vec<(String, Vec<String>)>, String> {
    let program = parse(text);
    let plan = query::check::check(&program, source).map_err(|them| {
        them.into_iter()
            .map(|it| {
                let place = &text[it.span.start as usize..it.span.end as usize];
                let help = it.help.map(|it| format!(" ({it})")).unwrap_or_default();
                format!("{place}: {}{help}", it.message)
            })
            .collect::<Vec<_>>()
            .join("\n")
    })?;
    let mut symbols = Symbols::default();
    let answer = query::run::run(&plan, source, &mut symbols).map_err(|it| it.to_string())?;
    let mut outputs = Vec::new();
    for (output, table) in plan.outputs().iter().zip(&answer.tables) {
        if output.directive == DirectiveKind::PrintSize {
            outputs.push((output.name.clone(), vec![table.len().to_string()]));
            continue;
        }
        let row = |row: &[Word]| {
            let words =
                row.iter().zip(&output.columns).map(|(it, column)| show(*it, column.1, &symbols));
            words.collect::<Vec<_>>().join(" ")
        };
        outputs.push((output.name.clone(), table.rows().map(row).collect()));
    }
    Ok(outputs)
}

/// The rows of the only output of a program that needs no source.
pub fn rows(text: &str) -> Vec<String> {
    run(text, &mut Rows::default()).unwrap_or_else(|it| panic!("{it}")).remove(0).1
}

/// What is wrong with a program.
pub fn errors(text: &str, source: &mut Rows) -> String {
    run(text, source).expect_err("a mistake")
}

pub fn parse(text: &str) -> Program {
    let mut parser = Parser { text, at: 0, program: Program::default() };
    parser.program();
    parser.program
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    program: Program,
}

const OPERATORS: [(&str, Binary, u8); 17] = [
    ("lor", Binary::LogicalOr, 1),
    ("lxor", Binary::LogicalXor, 2),
    ("land", Binary::LogicalAnd, 3),
    ("bor", Binary::BitOr, 4),
    ("bxor", Binary::BitXor, 5),
    ("band", Binary::BitAnd, 6),
    ("bshru", Binary::ShiftRightUnsigned, 7),
    ("bshr", Binary::ShiftRight, 7),
    ("bshl", Binary::ShiftLeft, 7),
    ("+", Binary::Add, 8),
    ("-", Binary::Subtract, 8),
    ("*", Binary::Multiply, 9),
    ("/", Binary::Divide, 9),
    ("%", Binary::Remainder, 9),
    ("**", Binary::Power, 10),
    ("^", Binary::Power, 10),
    ("\0", Binary::Add, 0),
];

impl<'t> Parser<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest();
        let is_word = token.ends_with(|it: char| it.is_alphanumeric());
        let goes_on = rest
            .get(token.len()..)
            .is_some_and(|it| it.starts_with(|it: char| it.is_alphanumeric()));
        let found = rest.starts_with(token) && !(is_word && goes_on);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.eat(token), "expected {token} at {:?}", self.rest());
    }

    fn span(&self, start: usize) -> Span {
        let end = start + self.text[start..self.at].trim_end().len();
        Span { text: TextId(0), start: start as u32, end: end as u32 }
    }

    fn name(&mut self) -> Name {
        let rest = self.rest();
        let start = self.at;
        let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '?';
        let mut len = rest.find(|it: char| !is_part(it)).unwrap_or(rest.len());
        while rest[len..].starts_with('.')
            && rest[len + 1..].starts_with(|it: char| it.is_alphabetic())
        {
            let part = &rest[len + 1..];
            len += 1 + part.find(|it: char| !is_part(it)).unwrap_or(part.len());
        }
        assert!(len > 0, "expected a name at {rest:?}");
        self.at += len;
        Name { text: rest[..len].to_owned(), span: self.span(start) }
    }

    fn list<T>(&mut self, end: &str, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        while !self.eat(end) {
            items.push(item(self));
            self.eat(",");
        }
        items
    }

    fn program(&mut self) {
        while !self.rest().is_empty() {
            if self.eat(".type") {
                let name = self.name();
                let definition = if self.eat("<:") {
                    TypeDefinition::Subtype(self.name())
                } else {
                    self.expect("=");
                    let mut members = vec![self.name()];
                    while self.eat("|") {
                        members.push(self.name());
                    }
                    TypeDefinition::Union(members)
                };
                self.program.types.push(TypeDeclaration { name, definition });
            } else if self.eat(".decl") {
                let name = self.name();
                self.expect("(");
                let columns = self.list(")", |it| {
                    let name = it.name();
                    it.expect(":");
                    (name, it.name())
                });
                let is_equivalence = self.eat("eqrel");
                self.program.relations.push(RelationDeclaration { name, columns, is_equivalence });
            } else if self.eat(".") {
                self.directive();
            } else {
                self.clause();
            }
        }
    }

    fn directive(&mut self) {
        let kind = match self.name().text.as_str() {
            "input" => DirectiveKind::Input,
            "output" => DirectiveKind::Output,
            "printsize" => DirectiveKind::PrintSize,
            _ => DirectiveKind::LimitSize,
        };
        let relation = self.name();
        let mut parameters = Vec::new();
        if self.eat("(") {
            parameters = self.list(")", |it| {
                let key = it.name();
                it.expect("=");
                (key, it.name().text)
            });
        }
        self.program.directives.push(Directive { kind, relation, parameters });
    }

    fn clause(&mut self) {
        self.rest();
        let start = self.at;
        let mut heads = vec![self.atom()];
        while self.eat(",") {
            heads.push(self.atom());
        }
        let mut bodies = vec![Vec::new()];
        if self.eat(":-") {
            bodies = vec![self.body()];
            while self.eat(";") {
                bodies.push(self.body());
            }
        }
        self.expect(".");
        self.program.clauses.push(Clause { heads, bodies, span: self.span(start) });
    }

    fn body(&mut self) -> Vec<Literal> {
        let mut body = vec![self.literal()];
        while self.eat(",") {
            body.push(self.literal());
        }
        body
    }

    fn atom(&mut self) -> Atom {
        self.rest();
        let start = self.at;
        let relation = self.name();
        self.expect("(");
        let arguments = self.list(")", Self::term);
        Atom { relation, arguments, span: self.span(start) }
    }

    fn literal(&mut self) -> Literal {
        let is_negated = self.rest().starts_with('!') && self.eat("!");
        for (name, test) in [("match", Test::Match), ("contains", Test::Contains)] {
            if self.eat(name) {
                self.expect("(");
                let mut terms = self.list(")", Self::term).into_iter();
                let (Some(what), Some(text)) = (terms.next(), terms.next()) else {
                    panic!("two terms")
                };
                return Literal::Test { test, holds: !is_negated, what, text };
            }
        }
        if is_negated {
            return Literal::Negated(self.atom());
        }
        if self.eat("true") {
            return Literal::Constant(true);
        }
        if self.eat("false") {
            return Literal::Constant(false);
        }
        let before = self.at;
        let functors = [
            "cat",
            "strlen",
            "substr",
            "ord",
            "to_number",
            "to_string",
            "min",
            "max",
            "range",
            "as",
        ];
        let rest = self.rest();
        let word =
            rest.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.')).unwrap_or(0);
        if word > 0 && rest[word..].starts_with('(') && !functors.contains(&&rest[..word]) {
            return Literal::Atom(self.atom());
        }
        self.at = before;
        let left = self.term();
        let comparisons = [
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
            ("=", Comparison::Equal),
        ];
        let found = comparisons.into_iter().find(|(token, _)| self.eat(token));
        let (_, comparison) = found.unwrap_or_else(|| panic!("a comparison at {:?}", self.rest()));
        Literal::Comparison(comparison, left, self.term())
    }

    fn term(&mut self) -> Term {
        self.binary(1)
    }

    fn binary(&mut self, least: u8) -> Term {
        self.rest();
        let start = self.at;
        let mut left = self.primary();
        while let Some((_, operator, strength)) =
            OPERATORS.into_iter().find(|(token, _, strength)| *strength >= least && self.eat(token))
        {
            let right = self.binary(strength + 1);
            let kind = TermKind::Binary(operator, Box::new(left), Box::new(right));
            left = Term { kind, span: self.span(start) };
        }
        left
    }

    fn primary(&mut self) -> Term {
        self.rest();
        let start = self.at;
        let kind = self.primary_kind();
        Term { kind, span: self.span(start) }
    }

    fn primary_kind(&mut self) -> TermKind {
        let rest = self.rest();
        if self.eat("(") {
            let inner = self.term();
            self.expect(")");
            return inner.kind;
        }
        for (token, operator) in
            [("bnot", Unary::BitNot), ("lnot", Unary::LogicalNot), ("-", Unary::Negate)]
        {
            if self.eat(token) {
                return TermKind::Unary(operator, Box::new(self.primary()));
            }
        }
        if self.eat("\"") {
            let end = rest[1..].find('"').expect("the end of a text");
            self.at += end + 1;
            return TermKind::Symbol(rest[1..=end].to_owned());
        }
        if rest.starts_with(|it: char| it.is_ascii_digit()) {
            let mut len = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
            if rest[len..].starts_with('.')
                && rest[len + 1..].starts_with(|it: char| it.is_ascii_digit())
            {
                len += 1;
                len += rest[len..].find(|it: char| !it.is_ascii_digit()).unwrap_or(0);
                self.at += len;
                return TermKind::Float(rest[..len].parse().expect("a number"));
            }
            self.at += len;
            if self.text[self.at..].starts_with('u') {
                self.at += 1;
                return TermKind::Unsigned(rest[..len].parse().expect("a number"));
            }
            return TermKind::Number(rest[..len].parse().expect("a number"));
        }
        self.named()
    }

    fn named(&mut self) -> TermKind {
        let name = self.name().text;
        let aggregate = match name.as_str() {
            "count" => Some(AggregateKind::Count),
            "sum" => Some(AggregateKind::Sum),
            "mean" => Some(AggregateKind::Mean),
            "min" => Some(AggregateKind::Min),
            "max" => Some(AggregateKind::Max),
            _ => None,
        };
        let is_call = self.rest().starts_with('(');
        if let (Some(kind), false) = (aggregate, is_call && (name == "min" || name == "max")) {
            let of = (!self.rest().starts_with(':')).then(|| self.term());
            self.expect(":");
            self.expect("{");
            let bodies = vec![self.body()];
            self.expect("}");
            return TermKind::Aggregate(Box::new(Aggregate { kind, of, bodies }));
        }
        if name == "_" {
            return TermKind::Wildcard;
        }
        if !is_call {
            return TermKind::Variable(name);
        }
        self.expect("(");
        if name == "as" {
            let term = self.term();
            self.expect(",");
            let to = self.name();
            self.expect(")");
            return TermKind::As(Box::new(term), to);
        }
        let functor = match name.as_str() {
            "cat" => Functor::Cat,
            "strlen" => Functor::StrLen,
            "substr" => Functor::SubStr,
            "ord" => Functor::Ord,
            "to_number" => Functor::ToNumber,
            "to_unsigned" => Functor::ToUnsigned,
            "to_float" => Functor::ToFloat,
            "to_string" => Functor::ToString,
            "min" => Functor::Min,
            "max" => Functor::Max,
            _ => Functor::Range,
        };
        TermKind::Call(functor, self.list(")", Self::term))
    }
}
