//! Bodies of rules: conditions with `,`, `;`, `!` and parentheses, resolved to alternatives without disjunctions.

use super::terms::unknown_functor;
use super::{MAX_DEPTH, Parser, Result, unsupported};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{Atom, Comparison, Literal, Span, Test};

/// The maximum number of alternatives of a body, and of conditions in all of them together.
const MAX_LITERALS: usize = 100_000;

/// A body as written.
enum Formula {
    Literal(Literal),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

impl Parser<'_> {
    /// Parses a body to alternatives.
    pub(super) fn alternatives(&mut self) -> Result<Vec<Vec<Literal>>> {
        let start = self.span();
        let formula = self.disjunction()?;
        let span = start.to(self.last());
        resolve(formula, true).ok_or_else(|| {
            Diagnostic::new("this body has too many alternatives", span)
                .with_help("derive relations with parts of it, and use those")
        })
    }

    fn disjunction(&mut self) -> Result<Formula> {
        let mut parts = vec![self.conjunction()?];
        while self.eat(Token::Semicolon) {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Any(parts) })
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let mut parts = vec![self.nested(Self::condition)?];
        while self.eat(Token::Comma) {
            parts.push(self.nested(Self::condition)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::All(parts) })
    }

    fn condition(&mut self) -> Result<Formula> {
        match self.peek() {
            Token::Not => {
                self.bump();
                return Ok(Formula::Not(Box::new(self.nested(Self::condition)?)));
            }
            Token::LeftParenthesis if !self.is_term_in_parentheses() => {
                self.bump();
                let inner = self.disjunction()?;
                self.expect(Token::RightParenthesis, "`,`, `;` or `)`")?;
                return Ok(inner);
            }
            Token::Word => {}
            _ => return self.comparison(),
        }
        let next = self.ahead(1).token;
        match self.word(0) {
            "true" | "false" => {
                let holds = self.word(0) == "true";
                self.bump();
                Ok(Formula::Literal(Literal::Constant(holds)))
            }
            "match" if next == Token::LeftParenthesis => self.test(Test::Match),
            "contains" if next == Token::LeftParenthesis => self.test(Test::Contains),
            word if super::KEYWORDS.contains(&word) => self.comparison(),
            _ if next == Token::LeftParenthesis
                || next == Token::Dot && self.ahead(2).token == Token::Word =>
            {
                let atom = self.atom()?;
                if self.comparison_operator().is_some() || self.binary().is_some() {
                    return Err(unknown_functor(&atom.relation.text, atom.relation.span));
                }
                Ok(Formula::Literal(Literal::Atom(atom)))
            }
            _ => self.comparison(),
        }
    }

    /// `relation(arguments)`
    pub(super) fn atom(&mut self) -> Result<Atom> {
        let relation = self.qualified("a relation")?;
        if self.peek() != Token::LeftParenthesis {
            return Err(self.expected("`(`").with_help(format!(
                "a relation without columns is written `{}()`",
                relation.text
            )));
        }
        self.bump();
        let arguments = self.arguments()?;
        let span = relation.span.to(self.last());
        Ok(Atom { relation, arguments, span })
    }

    fn test(&mut self, test: Test) -> Result<Formula> {
        let start = self.bump();
        self.bump();
        let arguments = self.arguments()?;
        let found = arguments.len();
        let Ok([what, text]) = <[_; 2]>::try_from(arguments) else {
            let name = if test == Test::Match { "match" } else { "contains" };
            let span = start.to(self.last());
            return Err(Diagnostic::new(
                format!("`{name}` takes 2 arguments, found {found}"),
                span,
            ));
        };
        Ok(Formula::Literal(Literal::Test { test, holds: true, what, text }))
    }

    fn comparison(&mut self) -> Result<Formula> {
        let left = self.term()?;
        let Some(operator) = self.comparison_operator() else {
            return Err(self.expected("a comparison, such as `=`"));
        };
        self.bump();
        let right = self.term()?;
        if self.comparison_operator().is_some() {
            return Err(Diagnostic::new("comparisons cannot be chained", self.span())
                .with_help("write two comparisons with `,` between them"));
        }
        Ok(Formula::Literal(Literal::Comparison(operator, left, right)))
    }

    fn comparison_operator(&self) -> Option<Comparison> {
        comparison_of(self.peek())
    }

    /// Whether the parentheses that open here enclose a term, in which case an operator follows
    /// them.
    fn is_term_in_parentheses(&self) -> bool {
        let mut depth = 0_usize;
        for (ahead, next) in self.tokens[self.position..].iter().enumerate() {
            match next.token {
                Token::LeftParenthesis => depth += 1,
                Token::RightParenthesis if depth == 1 => return self.is_operator(ahead + 1),
                Token::RightParenthesis => depth -= 1,
                Token::If => return false,
                _ => {}
            }
            if depth > MAX_DEPTH {
                return false;
            }
        }
        false
    }

    fn is_operator(&self, ahead: usize) -> bool {
        let next = self.ahead(ahead).token;
        let words = ["band", "bor", "bxor", "bshl", "bshr", "bshru", "land", "lor", "lxor"];
        comparison_of(next).is_some()
            || matches!(
                next,
                Token::Plus
                    | Token::Minus
                    | Token::Star
                    | Token::Slash
                    | Token::Percent
                    | Token::Caret
            )
            || words.contains(&self.word(ahead))
    }

    /// Rejects `<=` after a head.
    pub(super) fn reject_subsumption(&self, head: Span) -> Result<()> {
        if self.peek() == Token::LessOrEqual {
            return Err(unsupported("subsumption", head.to(self.span())));
        }
        Ok(())
    }
}

fn comparison_of(token: Token) -> Option<Comparison> {
    Some(match token {
        Token::Equal => Comparison::Equal,
        Token::NotEqual => Comparison::NotEqual,
        Token::Less => Comparison::Less,
        Token::LessOrEqual => Comparison::LessOrEqual,
        Token::Greater => Comparison::Greater,
        Token::GreaterOrEqual => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

/// The alternatives in which a formula holds, or does not hold; `None` if there are too many.
fn resolve(formula: Formula, holds: bool) -> Option<Vec<Vec<Literal>>> {
    match formula {
        Formula::Literal(literal) => {
            Some(vec![vec![if holds { literal } else { negate(literal) }]])
        }
        Formula::Not(inner) => resolve(*inner, !holds),
        Formula::All(parts) if holds => all(parts, true),
        Formula::Any(parts) if !holds => all(parts, false),
        Formula::All(parts) | Formula::Any(parts) => {
            let mut alternatives = Vec::new();
            for part in parts {
                alternatives.extend(resolve(part, holds)?);
            }
            is_small(&alternatives).then_some(alternatives)
        }
    }
}

/// The alternatives in which all parts hold, or in which all parts do not hold.
fn all(parts: Vec<Formula>, hold: bool) -> Option<Vec<Vec<Literal>>> {
    let mut product = vec![Vec::new()];
    for part in parts {
        let alternatives = resolve(part, hold)?;
        if let [only] = alternatives.as_slice() {
            product.iter_mut().for_each(|it| it.extend_from_slice(only));
        } else {
            let literals = |of: &[Vec<Literal>]| of.iter().map(Vec::len).sum::<usize>();
            let size =
                literals(&product) * alternatives.len() + literals(&alternatives) * product.len();
            if size > MAX_LITERALS {
                return None;
            }
            let both = |left: &Vec<Literal>| {
                let left = left.clone();
                alternatives
                    .iter()
                    .map(move |right| [left.as_slice(), right].concat())
                    .collect::<Vec<_>>()
            };
            product = product.iter().flat_map(both).collect();
        }
        if !is_small(&product) {
            return None;
        }
    }
    Some(product)
}

fn is_small(alternatives: &[Vec<Literal>]) -> bool {
    alternatives.len() <= MAX_LITERALS
        && alternatives.iter().map(Vec::len).sum::<usize>() <= MAX_LITERALS
}

fn negate(literal: Literal) -> Literal {
    match literal {
        Literal::Atom(atom) => Literal::Negated(atom),
        Literal::Negated(atom) => Literal::Atom(atom),
        Literal::Comparison(operator, left, right) => {
            let opposite = match operator {
                Comparison::Equal => Comparison::NotEqual,
                Comparison::NotEqual => Comparison::Equal,
                Comparison::Less => Comparison::GreaterOrEqual,
                Comparison::LessOrEqual => Comparison::Greater,
                Comparison::Greater => Comparison::LessOrEqual,
                Comparison::GreaterOrEqual => Comparison::Less,
            };
            Literal::Comparison(opposite, left, right)
        }
        Literal::Test { test, holds, what, text } => {
            Literal::Test { test, holds: !holds, what, text }
        }
        Literal::Constant(holds) => Literal::Constant(!holds),
    }
}
