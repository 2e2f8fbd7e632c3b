//! Splits text into tokens. A token is a kind and a location; words, numbers and strings are parsed
//! from the text when they are needed.

use logos::{FilterResult, Lexer, Logos};

use crate::diagnostic::Diagnostic;
use crate::syntax::{Span, TextId};

/// The kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(error = Mistake)]
#[logos(skip r"[ \t\r\n\x0B\x0C]+")]
#[logos(skip r"//[^\n]*")]
pub enum Token {
    /// A block comment, which is skipped.
    #[token("/*", comment)]
    Comment,
    /// A name, keyword or `_`.
    #[regex(r"[?A-Za-z_][?A-Za-z0-9_]*")]
    Word,
    /// An integer in any base, or similar text.
    #[regex(r"[0-9][0-9A-Za-z_]*")]
    Number,
    /// A floating-point number or an IPv4 address, or similar text.
    #[regex(r"[0-9]+(\.[0-9][0-9A-Za-z_]*)+")]
    Float,
    /// A text in quotes.
    #[token("\"", string)]
    String,
    /// `:-`
    #[token(":-")]
    If,
    /// `<:`
    #[token("<:")]
    Subtype,
    /// `(`
    #[token("(")]
    LeftParenthesis,
    /// `)`
    #[token(")")]
    RightParenthesis,
    /// `{`
    #[token("{")]
    LeftBrace,
    /// `}`
    #[token("}")]
    RightBrace,
    /// `[`
    #[token("[")]
    LeftBracket,
    /// `]`
    #[token("]")]
    RightBracket,
    /// `.`
    #[token(".")]
    Dot,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `:`
    #[token(":")]
    Colon,
    /// `!`
    #[token("!")]
    Not,
    /// `=`
    #[token("=")]
    Equal,
    /// `!=`
    #[token("!=")]
    NotEqual,
    /// `<`
    #[token("<")]
    Less,
    /// `<=`
    #[token("<=")]
    LessOrEqual,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=`
    #[token(">=")]
    GreaterOrEqual,
    /// `|`
    #[token("|")]
    Bar,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%`
    #[token("%")]
    Percent,
    /// `^`
    #[token("^")]
    Caret,
    /// `@`
    #[token("@")]
    At,
    /// `$`
    #[token("$")]
    Dollar,
    /// `#`
    #[token("#")]
    Hash,
    /// The end of the text.
    End,
}

/// The reason why there is no token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mistake {
    /// A character that cannot start a token.
    #[default]
    Character,
    /// A block comment without its end.
    OpenComment,
    /// A text without its closing quote.
    OpenString,
}

/// A token and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexed {
    /// The kind.
    pub token: Token,
    /// The location.
    pub span: Span,
}

/// The tokens of a text, ending with [`Token::End`], and the errors in parts that are not tokens.
pub fn lex(id: TextId, text: &str) -> (Vec<Lexed>, Vec<Diagnostic>) {
    let mut tokens = Vec::new();
    let mut mistakes: Vec<(Mistake, Span)> = Vec::new();
    let mut lexer = Token::lexer(text);
    while let Some(next) = lexer.next() {
        let at = lexer.span();
        let span = Span { text: id, start: at.start as u32, end: at.end as u32 };
        match (next, mistakes.last_mut()) {
            (Ok(token), _) => tokens.push(Lexed { token, span }),
            (Err(Mistake::Character), Some((Mistake::Character, last)))
                if last.end == span.start =>
            {
                *last = last.to(span);
            }
            (Err(mistake), _) => mistakes.push((mistake, span)),
        }
    }
    let end = text.len() as u32;
    tokens.push(Lexed { token: Token::End, span: Span { text: id, start: end, end } });
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    (
        tokens,
        mistakes.into_iter().map(|(mistake, span)| describe(mistake, span, slice(span))).collect(),
    )
}

fn describe(mistake: Mistake, span: Span, slice: &str) -> Diagnostic {
    match mistake {
        Mistake::Character => {
            let escaped = |it: char| {
                if it.is_control() { it.escape_default().to_string() } else { it.to_string() }
            };
            let shown: String = slice.chars().map(escaped).collect();
            let plural = if slice.chars().nth(1).is_some() { "s" } else { "" };
            let help = match slice {
                "&" | "&&" => Some(
                    "write `,` for \"and\" between conditions, `band` or `land` between numbers",
                ),
                "'" => Some("texts are written in double quotes"),
                _ => None,
            };
            Diagnostic {
                help: help.map(str::to_owned),
                ..Diagnostic::new(format!("unknown character{plural} `{shown}`"), span)
            }
        }
        Mistake::OpenComment => {
            Diagnostic::new("unterminated comment", Span { end: span.start + 2, ..span })
                .with_label("begins here")
                .with_help("end it with `*/`")
        }
        Mistake::OpenString => {
            Diagnostic::new("unterminated text", Span { end: span.start + 1, ..span })
                .with_label("begins here")
                .with_help("end it with `\"`; a quote within a text is written `\\\"`")
        }
    }
}

/// Skips to the end of a block comment. Such comments do not nest.
fn comment(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), Mistake> {
    match lexer.remainder().find("*/") {
        Some(end) => {
            lexer.bump(end + 2);
            FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            FilterResult::Error(Mistake::OpenComment)
        }
    }
}

/// Continues to the closing quote.
fn string(lexer: &mut Lexer<'_, Token>) -> Result<(), Mistake> {
    let rest = lexer.remainder().as_bytes();
    let mut at = 0;
    while at < rest.len() {
        match rest[at] {
            b'"' => {
                lexer.bump(at + 1);
                return Ok(());
            }
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    lexer.bump(rest.len());
    Err(Mistake::OpenString)
}
