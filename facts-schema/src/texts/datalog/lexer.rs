//! The tokens of a Soufflé program.

use crate::texts::declaration::is_reserved;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A directive such as `.decl`, which white space must follow.
    Directive(&'static str),
    /// A name that is not reserved.
    Name(String),
    /// A reserved word.
    Keyword(String),
    /// A text in quotes.
    Symbol(String),
    /// Whether it ends with `u`, and its value.
    Number(bool, i64),
    Punctuation(&'static str),
    End,
}

const DIRECTIVES: [&str; 6] = [".decl", ".input", ".output", ".type", ".comp", ".init"];

/// Longer tokens before their prefixes.
const PUNCTUATION: [&str; 15] =
    [":-", "<:", "!=", "(", ")", "{", "}", ",", ".", ":", "=", "<", "!", "+", "_"];

pub struct Lexer<'text> {
    rest: &'text str,
    /// The next token.
    pub next: Token,
    /// The line on which the next token ends.
    pub line: usize,
}

impl<'text> Lexer<'text> {
    pub fn new(text: &'text str) -> Self {
        let mut lexer = Lexer { rest: text, next: Token::End, line: 1 };
        lexer.next = lexer.scan().unwrap_or(Token::End);
        lexer
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Result<Token, String> {
        let next = self.scan()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Takes the next token if it is `punctuation`.
    pub fn accept(&mut self, punctuation: &'static str) -> Result<bool, String> {
        let accepted = self.next == Token::Punctuation(punctuation);
        if accepted {
            self.advance()?;
        }
        Ok(accepted)
    }

    /// Takes the next token, which must be `punctuation`.
    pub fn expect(&mut self, punctuation: &'static str) -> Result<(), String> {
        match self.accept(punctuation)? {
            true => Ok(()),
            false => Err(format!("expected `{punctuation}`")),
        }
    }

    /// Takes the next token, which must be a name.
    pub fn name(&mut self) -> Result<String, String> {
        match self.advance()? {
            Token::Name(name) => Ok(name),
            token => Err(format!("{token:?} is not a name")),
        }
    }

    /// Whether the next token is a name that arguments follow.
    pub fn name_is_applied(&self) -> bool {
        matches!(self.next, Token::Name(_)) && self.rest.starts_with(['(', '.'])
    }

    fn scan(&mut self) -> Result<Token, String> {
        self.skip_blanks();
        if let Some(directive) = DIRECTIVES.into_iter().find(|it| self.follows(it)) {
            return Ok(Token::Directive(directive));
        }
        let word = self.take_while(|it| it.is_ascii_alphanumeric() || it == '_');
        match word.as_bytes() {
            b"" => {}
            b"_" => return Ok(Token::Punctuation("_")),
            [b'0'..=b'9', ..] => return number(word),
            _ if is_reserved(word) => return Ok(Token::Keyword(word.into())),
            _ => return Ok(Token::Name(word.into())),
        }
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let (symbol, rest) = quoted.split_once('"').ok_or("unterminated symbol")?;
            if symbol.contains(['\\', '\n']) {
                return Err(format!("{symbol:?} would have to be escaped"));
            }
            self.rest = rest;
            return Ok(Token::Symbol(symbol.into()));
        }
        if self.rest.is_empty() {
            return Ok(Token::End);
        }
        let punctuation = PUNCTUATION.into_iter().find(|it| self.rest.starts_with(it));
        let punctuation = punctuation.ok_or(format!("unexpected {:.10}", self.rest))?;
        self.rest = &self.rest[punctuation.len()..];
        Ok(Token::Punctuation(punctuation))
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.take_while(char::is_whitespace);
            self.line += blanks.matches('\n').count();
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|it| it != '\n');
        }
    }

    /// Takes `directive` and the space after it, if they are next.
    fn follows(&mut self, directive: &str) -> bool {
        match self.rest.strip_prefix(directive) {
            Some(rest) if rest.starts_with(char::is_whitespace) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'text str {
        let end = self.rest.find(|it| !wanted(it)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

fn number(word: &str) -> Result<Token, String> {
    let digits = word.strip_suffix('u');
    let number = digits.unwrap_or(word).parse().map_err(|_| format!("bad number {word}"))?;
    Ok(Token::Number(digits.is_some(), number))
}
