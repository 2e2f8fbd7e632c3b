//! Parses tokens to a program, by recursive descent.
//!
//! After an error, parsing continues with the next sentence, which may have further errors.

mod body;
mod items;
mod terms;

use std::rc::Rc;

use crate::diagnostic::Diagnostic;
use crate::expand::expand;
use crate::lexer::{Lexed, Token, lex};
use crate::syntax::{Name, Program, Span, TextId, Unit};
use crate::texts::{EXPRESSION, Texts};

/// The maximum nesting depth of a program.
const MAX_DEPTH: usize = 200;

/// The maximum number of operators in a rule. Together with [`MAX_DEPTH`], it limits the depth of
/// terms.
const MAX_OPERATORS: usize = 1000;

/// The maximum number of errors reported at once.
const MAX_MISTAKES: usize = 20;

/// Words that cannot be names, because they are keywords in Soufflé.
const KEYWORDS: &[&str] = &[
    "_",
    "as",
    "autoinc",
    "band",
    "bnot",
    "bor",
    "brie",
    "bshl",
    "bshr",
    "bshru",
    "btree",
    "btree_delete",
    "bxor",
    "cat",
    "contains",
    "count",
    "debug_delta",
    "eqrel",
    "false",
    "inline",
    "input",
    "land",
    "lnot",
    "lor",
    "lxor",
    "magic",
    "match",
    "max",
    "mean",
    "min",
    "nil",
    "no_inline",
    "no_magic",
    "ord",
    "output",
    "overridable",
    "printsize",
    "range",
    "recursive_iteration_cnt",
    "stateful",
    "strlen",
    "substr",
    "sum",
    "to_float",
    "to_number",
    "to_string",
    "to_unsigned",
    "true",
];

type Result<T> = std::result::Result<T, Diagnostic>;

/// Parses a program: a text and its includes. The result has no components, because their instances
/// are expanded.
///
/// # Errors
///
/// All errors that are found, in the order of the text.
pub fn parse(texts: &mut Texts, main: TextId) -> std::result::Result<Program, Vec<Diagnostic>> {
    parse_all(texts, &[main])
}

/// Parses a program that consists of several texts, as if the first text included the others at its
/// end.
///
/// # Errors
///
/// All errors that are found, in the order of the texts.
pub fn parse_all(
    texts: &mut Texts,
    mains: &[TextId],
) -> std::result::Result<Program, Vec<Diagnostic>> {
    let mut unit = Unit::default();
    let mut diagnostics = Vec::new();
    for main in mains {
        Parser::new(texts, *main, &[], &mut diagnostics).items(&mut unit, None);
    }
    if diagnostics.is_empty() {
        match expand(unit) {
            Ok(program) => return Ok(program),
            Err(mistakes) => diagnostics = mistakes,
        }
    }
    diagnostics.sort_by_key(|it| (it.span.text.0, it.span.start));
    diagnostics.truncate(MAX_MISTAKES);
    Err(diagnostics)
}

/// Parses one text.
struct Parser<'a> {
    texts: &'a mut Texts,
    diagnostics: &'a mut Vec<Diagnostic>,
    id: TextId,
    /// The chain of including texts, without this one.
    includers: Vec<TextId>,
    text: Rc<str>,
    tokens: Vec<Lexed>,
    position: usize,
    /// The number of open braces.
    braces: usize,
    /// The nesting depth of the current part.
    depth: usize,
    /// The number of operators in the current sentence so far.
    operators: usize,
    /// The start positions of parts that are not tokens, such as an unterminated string.
    unknown: Vec<u32>,
}

impl<'a> Parser<'a> {
    fn new(
        texts: &'a mut Texts,
        id: TextId,
        includers: &[TextId],
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let text = texts.share(id);
        let (tokens, mistakes) = lex(id, &text);
        let unknown = mistakes.iter().map(|it| it.span.start).collect();
        diagnostics.extend(mistakes);
        Self {
            texts,
            diagnostics,
            id,
            includers: includers.to_vec(),
            text,
            tokens,
            position: 0,
            braces: 0,
            depth: 0,
            operators: 0,
            unknown,
        }
    }

    /// The token after `ahead` others.
    fn ahead(&self, ahead: usize) -> Lexed {
        self.tokens[(self.position + ahead).min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> Token {
        self.ahead(0).token
    }

    fn span(&self) -> Span {
        self.ahead(0).span
    }

    /// The location of the last token that was consumed.
    fn last(&self) -> Span {
        self.tokens[self.position.saturating_sub(1)].span
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The word after `ahead` tokens, or an empty text.
    fn word(&self, ahead: usize) -> &str {
        let next = self.ahead(ahead);
        if next.token == Token::Word { self.slice(next.span) } else { "" }
    }

    fn bump(&mut self) -> Span {
        let next = self.ahead(0);
        match next.token {
            Token::LeftBrace => self.braces += 1,
            Token::RightBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        if next.token != Token::End {
            self.position += 1;
        }
        next.span
    }

    fn eat(&mut self, token: Token) -> bool {
        let is_next = self.peek() == token;
        if is_next {
            self.bump();
        }
        is_next
    }

    fn expect(&mut self, token: Token, what: &str) -> Result<Span> {
        if self.peek() == token { Ok(self.bump()) } else { Err(self.expected(what)) }
    }

    /// The error that something else is expected here.
    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::new(format!("expected {what}, found {}", self.describe()), self.span())
            .with_label(format!("expected {what}"))
    }

    /// The next token, for messages.
    fn describe(&self) -> String {
        match self.peek() {
            Token::End => "the end of the text".to_owned(),
            Token::String => "a text".to_owned(),
            Token::Word if KEYWORDS.contains(&self.word(0)) && self.word(0) != "_" => {
                format!("the keyword `{}`", self.word(0))
            }
            _ => format!("`{}`", self.slice(self.span())),
        }
    }

    /// A name without dots; `of` describes the named entity.
    fn name(&mut self, of: &str) -> Result<Name> {
        let word = self.word(0);
        if word.is_empty() {
            return Err(self.expected(of));
        }
        if KEYWORDS.contains(&word) {
            return Err(Diagnostic::new(
                format!("expected {of}, found {}", self.describe()),
                self.span(),
            )
            .with_label("this word has a meaning in the language")
            .with_help("choose another name"));
        }
        let text = word.to_owned();
        Ok(Name { text, span: self.bump() })
    }

    /// A name that may be qualified.
    fn qualified(&mut self, of: &str) -> Result<Name> {
        let mut name = self.name(of)?;
        while self.peek() == Token::Dot
            && self.ahead(1).token == Token::Word
            && self.is_within_name()
        {
            self.bump();
            let part = self.name(of)?;
            name.text.push('.');
            name.text.push_str(&part.text);
            name.span = name.span.to(part.span);
        }
        Ok(name)
    }

    /// Whether the dot at this position is part of a name. Sentences end with a dot, and directives
    /// start with one.
    fn is_within_name(&self) -> bool {
        let (dot, next) = (self.span(), self.ahead(1).span);
        !self.is_directive() && !self.text[dot.end as usize..next.start as usize].contains('\n')
    }

    /// Whether the dot at this position starts a directive.
    fn is_directive(&self) -> bool {
        let (dot, next) = (self.span(), self.ahead(1).span);
        let stands_alone =
            self.peek() == Token::Dot && (self.position == 0 || self.last().end != dot.start);
        let is_known = self.is_first_in_line() || items::DIRECTIVES.contains(&self.word(1));
        stands_alone && next.start == dot.end && !self.word(1).is_empty() && is_known
    }

    /// Parses a nested part, and fails if the nesting is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Diagnostic::new("this is nested too deeply", self.span())
                .with_help(format!("at most {MAX_DEPTH} levels are supported")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips to the end of a sentence with an error. `braces` is the number of open braces at its
    /// start. A directive does not end with a dot: a word at the start of a later line starts a new
    /// sentence.
    fn recover(&mut self, braces: usize, is_directive: bool) {
        loop {
            match self.peek() {
                Token::End => return,
                Token::RightBrace if self.braces <= braces => return,
                Token::Dot if self.is_directive() => break,
                Token::Word if is_directive && self.is_first_in_line() => break,
                Token::Dot
                    if self.ahead(1).token != Token::Word
                        || self.ahead(1).span.start != self.span().end =>
                {
                    self.bump();
                    break;
                }
                _ => {
                    self.bump();
                }
            }
        }
        self.braces = self.braces.min(braces);
    }

    fn is_first_in_line(&self) -> bool {
        let before = &self.text[..self.span().start as usize];
        before.rsplit('\n').next().is_none_or(|it| it.trim().is_empty())
    }

    /// Whether the text is from the command line.
    fn is_expression(&self) -> bool {
        self.texts.name(self.id) == EXPRESSION
    }
}

/// The error that a feature of Soufflé is not supported.
fn unsupported(what: &str, span: Span) -> Diagnostic {
    let (verb, label) = if what.ends_with('s') {
        ("are", "not supported here")
    } else {
        ("is", "not supported here")
    };
    Diagnostic::new(format!("{what} {verb} not supported"), span).with_label(label)
}

/// The known name that is most similar to a mistyped one, if any is similar.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distances = known.into_iter().map(|it| (strsim::damerau_levenshtein(name, it), it));
    let (distance, nearest) = distances.min()?;
    let length = name.chars().count();
    (distance > 0 && distance <= (length / 3).max(1) && distance < length).then_some(nearest)
}
