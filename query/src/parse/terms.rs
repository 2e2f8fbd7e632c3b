//! Terms. Operators have the precedence of Soufflé, from lowest to highest: `lor`, `lxor`, `land`,
//! `bor`, `bxor`, `band`, shifts, `+` `-`, `*` `/` `%`, prefix operators, `^`. All are
//! left-associative except `^`.

use super::{KEYWORDS, MAX_OPERATORS, Parser, Result, nearest, unsupported};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{Aggregate, AggregateKind, Binary, Functor, Span, Term, TermKind, Unary};

/// The precedence of `^`.
const POWER: u8 = 10;

/// The functions: name, function, and the minimum and maximum number of arguments.
const FUNCTORS: &[(&str, Functor, usize, usize)] = &[
    ("cat", Functor::Cat, 1, usize::MAX),
    ("strlen", Functor::StrLen, 1, 1),
    ("substr", Functor::SubStr, 3, 3),
    ("ord", Functor::Ord, 1, 1),
    ("to_number", Functor::ToNumber, 1, 1),
    ("to_unsigned", Functor::ToUnsigned, 1, 1),
    ("to_float", Functor::ToFloat, 1, 1),
    ("to_string", Functor::ToString, 1, 1),
    ("min", Functor::Min, 2, usize::MAX),
    ("max", Functor::Max, 2, usize::MAX),
    ("range", Functor::Range, 2, 3),
];

impl Parser<'_> {
    /// A term.
    pub(super) fn term(&mut self) -> Result<Term> {
        self.operation(0)
    }

    /// Terms separated by commas, up to the closing parenthesis; the opening one has been consumed.
    pub(super) fn arguments(&mut self) -> Result<Vec<Term>> {
        let mut arguments = Vec::new();
        if self.eat(Token::RightParenthesis) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.term()?);
            if self.eat(Token::RightParenthesis) {
                return Ok(arguments);
            }
            self.expect(Token::Comma, "`,` or `)`")?;
        }
    }

    /// A term whose operators have at least the precedence `tightness`.
    fn operation(&mut self, tightness: u8) -> Result<Term> {
        let mut left = self.nested(Self::operand)?;
        while let Some((operator, tight)) = self.binary().filter(|(_, tight)| *tight >= tightness) {
            let place = self.bump();
            self.operators += 1;
            if self.operators > MAX_OPERATORS {
                return Err(Diagnostic::new("this rule has too many operators", place).with_help(
                    format!("at most {MAX_OPERATORS} operators in a rule are supported"),
                ));
            }
            let right =
                self.nested(|it| it.operation(if tight == POWER { POWER } else { tight + 1 }))?;
            let span = left.span.to(right.span);
            left = Term { kind: TermKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// The next operator and its precedence.
    pub(super) fn binary(&self) -> Option<(Binary, u8)> {
        Some(match self.peek() {
            Token::Plus => (Binary::Add, 7),
            Token::Minus => (Binary::Subtract, 7),
            Token::Star => (Binary::Multiply, 8),
            Token::Slash => (Binary::Divide, 8),
            Token::Percent => (Binary::Remainder, 8),
            Token::Caret => (Binary::Power, POWER),
            Token::Word => match self.word(0) {
                "lor" => (Binary::LogicalOr, 0),
                "lxor" => (Binary::LogicalXor, 1),
                "land" => (Binary::LogicalAnd, 2),
                "bor" => (Binary::BitOr, 3),
                "bxor" => (Binary::BitXor, 4),
                "band" => (Binary::BitAnd, 5),
                "bshl" => (Binary::ShiftLeft, 6),
                "bshr" => (Binary::ShiftRight, 6),
                "bshru" => (Binary::ShiftRightUnsigned, 6),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The operand of an operator.
    fn operand(&mut self) -> Result<Term> {
        let start = self.span();
        match self.peek() {
            Token::Minus => self.negation(),
            Token::Word => self.word_term(),
            Token::Number => {
                let kind = whole_number(self.slice(start), false, start)?;
                Ok(Term { kind, span: self.bump() })
            }
            Token::Float => {
                let kind = dotted_number(self.slice(start), false, start)?;
                Ok(Term { kind, span: self.bump() })
            }
            Token::String => {
                let text = self.string()?;
                Ok(Term { kind: TermKind::Symbol(text), span: start })
            }
            Token::LeftParenthesis => {
                self.bump();
                let inner = self.term()?;
                let end = self.expect(Token::RightParenthesis, "`)`")?;
                Ok(Term { kind: inner.kind, span: start.to(end) })
            }
            Token::LeftBracket => Err(unsupported("records", start)),
            Token::At => Err(unsupported("user-defined functors", start)),
            Token::Dollar if self.ahead(1).token == Token::Word => {
                Err(unsupported("algebraic data types", start.to(self.ahead(1).span)))
            }
            Token::Dollar => Err(unsupported("the autoincrement functor `$`", start)),
            _ => Err(self.expected("a term")),
        }
    }

    /// `-x`. A minus sign before a number belongs to the number, unless `^` follows the number.
    fn negation(&mut self) -> Result<Term> {
        let start = self.bump();
        let next = self.ahead(0);
        if self.ahead(1).token != Token::Caret && matches!(next.token, Token::Number | Token::Float)
        {
            let digits = self.slice(next.span);
            let span = start.to(next.span);
            let kind = match next.token {
                Token::Number => whole_number(digits, true, span)?,
                _ => dotted_number(digits, true, span)?,
            };
            self.bump();
            return Ok(Term { kind, span });
        }
        self.unary(start, Unary::Negate)
    }

    fn unary(&mut self, start: Span, operator: Unary) -> Result<Term> {
        let inner = self.operation(POWER)?;
        let span = start.to(inner.span);
        Ok(Term { kind: TermKind::Unary(operator, Box::new(inner)), span })
    }

    /// A term that starts with a word.
    fn word_term(&mut self) -> Result<Term> {
        let start = self.span();
        let word = self.word(0).to_owned();
        let is_call = self.ahead(1).token == Token::LeftParenthesis;
        match word.as_str() {
            "_" => Ok(Term { kind: TermKind::Wildcard, span: self.bump() }),
            "bnot" | "lnot" => {
                self.bump();
                self.unary(start, if word == "bnot" { Unary::BitNot } else { Unary::LogicalNot })
            }
            "as" => self.cast(),
            "count" | "sum" | "mean" => self.aggregate(),
            "min" | "max" if !is_call || !self.has_comma() => self.aggregate(),
            "nil" => Err(unsupported("the record `nil`", start)),
            "autoinc" => Err(unsupported("the functor `autoinc`", start)),
            "recursive_iteration_cnt" => {
                Err(unsupported("the functor `recursive_iteration_cnt`", start))
            }
            "match" | "contains" => {
                Err(Diagnostic::new(format!("`{word}` is a condition, not a term"), start))
            }
            _ => match FUNCTORS.iter().find(|(name, ..)| *name == word) {
                Some((_, functor, least, most)) => self.call(&word, *functor, *least, *most),
                None if KEYWORDS.contains(&word.as_str()) => Err(self.expected("a term")),
                None if is_call => Err(unknown_functor(&word, start)),
                None => Ok(Term { kind: TermKind::Variable(word), span: self.bump() }),
            },
        }
    }

    fn call(&mut self, name: &str, functor: Functor, least: usize, most: usize) -> Result<Term> {
        let start = self.bump();
        self.expect(Token::LeftParenthesis, "`(`")?;
        let arguments = self.arguments()?;
        let span = start.to(self.last());
        let found = arguments.len();
        if !(least..=most).contains(&found) {
            let wanted = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                _ if least == most => format!("{least} arguments"),
                (1, usize::MAX) => "at least 1 argument".to_owned(),
                (_, usize::MAX) => format!("at least {least} arguments"),
                _ => format!("{least} or {most} arguments"),
            };
            return Err(Diagnostic::new(format!("`{name}` takes {wanted}, found {found}"), span));
        }
        Ok(Term { kind: TermKind::Call(functor, arguments), span })
    }

    /// `as(term, type)`
    fn cast(&mut self) -> Result<Term> {
        let start = self.bump();
        self.expect(Token::LeftParenthesis, "`(`")?;
        let inner = self.term()?;
        self.expect(Token::Comma, "`,` and a type")?;
        let to = self.qualified("a type")?;
        let end = self.expect(Token::RightParenthesis, "`)`")?;
        Ok(Term { kind: TermKind::As(Box::new(inner), to), span: start.to(end) })
    }

    /// Whether the parentheses after this word directly contain a comma: `min(x, y)` is a function
    /// of two terms, `min (x) : { … }` an aggregate.
    fn has_comma(&self) -> bool {
        let mut depth = 0_usize;
        for next in &self.tokens[self.position + 1..] {
            match next.token {
                Token::LeftParenthesis | Token::LeftBrace | Token::LeftBracket => depth += 1,
                Token::RightParenthesis | Token::RightBrace | Token::RightBracket if depth <= 1 => {
                    return false;
                }
                Token::RightParenthesis | Token::RightBrace | Token::RightBracket => depth -= 1,
                Token::Comma if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }

    /// `count : body`, `sum term : body`
    fn aggregate(&mut self) -> Result<Term> {
        let kind = match self.word(0) {
            "count" => AggregateKind::Count,
            "sum" => AggregateKind::Sum,
            "min" => AggregateKind::Min,
            "max" => AggregateKind::Max,
            _ => AggregateKind::Mean,
        };
        let start = self.bump();
        let of = if kind == AggregateKind::Count { None } else { Some(self.term()?) };
        if self.peek() != Token::Colon {
            let expected = self.expected("`:`");
            let is_functor = matches!(kind, AggregateKind::Min | AggregateKind::Max);
            let help =
                is_functor.then(|| "as a function, it takes at least 2 arguments".to_owned());
            return Err(Diagnostic { help, ..expected });
        }
        self.bump();
        let body = self.span();
        let bodies = if self.eat(Token::LeftBrace) {
            let bodies = self.alternatives()?;
            self.expect(Token::RightBrace, "`,`, `;` or `}`")?;
            bodies
        } else {
            vec![vec![crate::syntax::Literal::Atom(self.atom()?)]]
        };
        let end = self.last();
        if bodies.len() > 1 {
            return Err(unsupported("a disjunction in an aggregate", body.to(end))
                .with_help("derive a relation with one rule for each alternative, and use that"));
        }
        Ok(Term {
            kind: TermKind::Aggregate(Box::new(Aggregate { kind, of, bodies })),
            span: start.to(end),
        })
    }

    /// The next quoted string, with its escapes replaced.
    pub(super) fn string(&mut self) -> Result<String> {
        let span = self.span();
        let slice = self.slice(span);
        let quoted = &slice[1..slice.len() - 1];
        let mut text = String::with_capacity(quoted.len());
        let mut characters = quoted.char_indices();
        while let Some((at, character)) = characters.next() {
            if character != '\\' {
                text.push(character);
                continue;
            }
            let escaped = characters.next().map_or('\\', |(_, it)| it);
            text.push(match escaped {
                '"' | '\'' | '\\' => escaped,
                'a' => '\x07',
                'b' => '\x08',
                'f' => '\x0C',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\x0B',
                _ => {
                    let start = span.start + 1 + at as u32;
                    let end = start + 1 + escaped.len_utf8() as u32;
                    let shown: String = escaped.escape_debug().collect();
                    return Err(Diagnostic::new(format!("unknown escape `\\{shown}`"), Span { start, end, ..span })
                        .with_help("a backslash is written `\\\\`; other escapes are \\\" \\' \\a \\b \\f \\n \\r \\t \\v"));
                }
            });
        }
        self.bump();
        Ok(text)
    }
}

pub(super) fn unknown_functor(name: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("unknown function `{name}`"), span);
    match nearest(name, FUNCTORS.iter().map(|(name, ..)| *name)) {
        Some(near) => diagnostic.with_help(format!("there is a function `{near}`")),
        None => diagnostic.with_label("relations cannot be used as terms"),
    }
}

/// An integer: decimal, hexadecimal or binary, with the suffix `u` if it is unsigned.
fn whole_number(written: &str, is_negative: bool, span: Span) -> Result<TermKind> {
    let malformed = || Diagnostic::new(format!("malformed number `{written}`"), span);
    let too_large = || {
        Diagnostic::new("this number does not fit into 32 bits", span)
            .with_help("larger numbers are texts, such as \"4294967296\"")
    };
    let (digits, is_unsigned) = match written.strip_suffix('u') {
        Some(digits) => (digits, true),
        None => (written, false),
    };
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (digits, 10),
    };
    if digits.is_empty() || !digits.chars().all(|it| it.is_digit(radix)) {
        return Err(malformed());
    }
    let value = u32::from_str_radix(digits, radix).map_err(|_| too_large())?;
    match (is_unsigned, is_negative) {
        (true, true) => Err(Diagnostic::new("an unsigned number cannot be negative", span)),
        (true, false) => Ok(TermKind::Unsigned(value)),
        (false, true) if value > 1 << 31 => Err(too_large()),
        (false, true) => Ok(TermKind::Number((value as i32).wrapping_neg())),
        (false, false) => {
            Ok(i32::try_from(value).map_or(TermKind::Unsigned(value), TermKind::Number))
        }
    }
}

/// A number with dots: a floating-point number, or an IPv4 address, which is an integer.
fn dotted_number(written: &str, is_negative: bool, span: Span) -> Result<TermKind> {
    let malformed = || Diagnostic::new(format!("malformed number `{written}`"), span);
    if written.matches('.').count() == 3 {
        let address: std::net::Ipv4Addr = written.parse().map_err(|_| malformed())?;
        let value = u32::from(address) as i32;
        return Ok(TermKind::Number(if is_negative { value.wrapping_neg() } else { value }));
    }
    if written.chars().any(|it| it != '.' && !it.is_ascii_digit()) {
        return Err(malformed());
    }
    let value: f32 = written.parse().map_err(|_| malformed())?;
    Ok(TermKind::Float(if is_negative { -value } else { value }))
}
