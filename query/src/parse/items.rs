//! Sentences: declarations, directives, components, facts and rules.

use super::{MAX_MISTAKES, Parser, Result, nearest, unsupported};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{
    Clause, Component, ComponentType, Directive, DirectiveKind, Instance, Name,
    RelationDeclaration, Span, TextId, TypeDeclaration, TypeDefinition, Unit,
};
use crate::texts::Included;

/// The maximum length of a chain of includes.
const MAX_INCLUDES: usize = 100;

/// The maximum number of texts in a program. A text is counted each time it is included.
const MAX_TEXTS: usize = 10_000;

/// The words that start a directive, after the dot.
pub(super) const DIRECTIVES: &[&str] = &[
    "comp",
    "decl",
    "functor",
    "include",
    "init",
    "input",
    "lattice",
    "limitsize",
    "number_type",
    "once",
    "output",
    "override",
    "plan",
    "pragma",
    "printsize",
    "symbol_type",
    "type",
];

/// Qualifiers for the storage or evaluation of a relation, which do not affect its rows.
const STORAGE: &[&str] = &["brie", "btree", "inline", "magic", "no_inline", "no_magic"];

impl Parser<'_> {
    /// Parses sentences up to the end of the text or of the component that starts at `component`.
    pub(super) fn items(&mut self, unit: &mut Unit, component: Option<Span>) {
        while self.diagnostics.len() < MAX_MISTAKES {
            let start = self.span().start;
            let result = match self.peek() {
                Token::End => return,
                Token::RightBrace if component.is_some() => return,
                Token::RightBrace => {
                    let span = self.bump();
                    self.diagnostics.push(Diagnostic::new("this `}` has no matching `{`", span));
                    continue;
                }
                _ => {
                    let (braces, is_directive) = (self.braces, self.peek() == Token::Dot);
                    self.operators = 0;
                    self.item(unit).map_err(|it| (it, braces, is_directive))
                }
            };
            if let Err((diagnostic, braces, is_directive)) = result {
                let sentence = start..=diagnostic.span.start;
                // An error after a part that is not a token is most likely a consequence of it.
                if !self.unknown.iter().any(|it| sentence.contains(it)) {
                    self.diagnostics.push(diagnostic);
                }
                self.recover(braces, is_directive);
            }
        }
    }

    fn item(&mut self, unit: &mut Unit) -> Result<()> {
        if self.peek() == Token::Hash {
            return self.preprocessor(unit);
        }
        if self.peek() != Token::Dot {
            let clause = self.clause()?;
            unit.own.clauses.push(clause);
            return Ok(());
        }
        let dot = self.bump();
        let next = self.ahead(0);
        let word = self.word(0).to_owned();
        if word.is_empty() || next.span.start != dot.end {
            return Err(Diagnostic::new("expected a rule, fact or directive, found `.`", dot));
        }
        let span = dot.to(self.bump());
        match word.as_str() {
            "decl" => self.relations(unit),
            "type" | "number_type" | "symbol_type" => self.type_declaration(unit, &word),
            "input" => self.directive(unit, DirectiveKind::Input),
            "output" => self.directive(unit, DirectiveKind::Output),
            "printsize" => self.directive(unit, DirectiveKind::PrintSize),
            "limitsize" => self.directive(unit, DirectiveKind::LimitSize),
            "comp" => self.component(unit),
            "init" => self.instance(unit),
            "override" => {
                let name = self.name("a relation")?;
                unit.overrides.push(name);
                Ok(())
            }
            "include" => self.include(unit),
            "once" => {
                self.texts.set_once(self.id);
                Ok(())
            }
            "pragma" => {
                self.expect(Token::String, "a text")?;
                self.eat(Token::String);
                Ok(())
            }
            "functor" => Err(unsupported("user-defined functors", span)),
            "lattice" => Err(unsupported("lattices", span)),
            "plan" => Err(Diagnostic::new("`.plan` must follow a rule", span)),
            _ => Err(unknown_directive(&word, span)),
        }
    }

    /// `.decl name, … (column: type, …) qualifiers`
    fn relations(&mut self, unit: &mut Unit) -> Result<()> {
        let mut names = vec![self.name("a name for the relation")?];
        while self.eat(Token::Comma) {
            names.push(self.name("a name for the relation")?);
        }
        if self.peek() == Token::Equal {
            return Err(unsupported("`debug_delta`", self.span()));
        }
        self.expect(Token::LeftParenthesis, "`(`")?;
        let mut columns = Vec::new();
        if !self.eat(Token::RightParenthesis) {
            loop {
                let column = self.name("a column")?;
                self.expect(Token::Colon, "`:` and a type")?;
                columns.push((column, self.qualified("a type")?));
                if self.eat(Token::RightParenthesis) {
                    break;
                }
                self.expect(Token::Comma, "`,` or `)`")?;
            }
        }
        let mut is_equivalence = false;
        loop {
            let word = self.word(0);
            match word {
                "eqrel" => is_equivalence = true,
                "overridable" => unit.overridable.extend(names.iter().map(|it| it.text.clone())),
                "input" => add_directives(unit, DirectiveKind::Input, &names, &[]),
                "output" => add_directives(unit, DirectiveKind::Output, &names, &[]),
                "printsize" => add_directives(unit, DirectiveKind::PrintSize, &names, &[]),
                "btree_delete" => return Err(unsupported("`btree_delete`", self.span())),
                "choice" if self.ahead(1).token == Token::Minus && self.word(2) == "domain" => {
                    return Err(unsupported("`choice-domain`", self.span().to(self.ahead(2).span)));
                }
                _ if STORAGE.contains(&word) => {}
                _ => break,
            }
            self.bump();
        }
        let declared = names.into_iter().map(|name| RelationDeclaration {
            name,
            columns: columns.clone(),
            is_equivalence,
        });
        unit.own.relations.extend(declared);
        Ok(())
    }

    /// `.type name <: base`, `.type name = one | other`, and the legacy declarations of subtypes of
    /// primitive types.
    fn type_declaration(&mut self, unit: &mut Unit, directive: &str) -> Result<()> {
        let name = self.name("a name for the type")?;
        let definition = if directive == "type" && self.eat(Token::Subtype) {
            TypeDefinition::Subtype(self.qualified("a type")?)
        } else if directive == "type" && self.eat(Token::Equal) {
            if self.peek() == Token::LeftBracket {
                return Err(unsupported("records", self.span()));
            }
            let mut types = vec![self.qualified("a type")?];
            if self.peek() == Token::LeftBrace {
                return Err(unsupported("algebraic data types", name.span));
            }
            while self.eat(Token::Bar) {
                types.push(self.qualified("a type")?);
            }
            TypeDefinition::Union(types)
        } else {
            let base = if directive == "number_type" { "number" } else { "symbol" };
            TypeDefinition::Subtype(Name { text: base.to_owned(), span: name.span })
        };
        unit.own.types.push(TypeDeclaration { name, definition });
        Ok(())
    }

    /// `.input name, … (key=value, …)`
    fn directive(&mut self, unit: &mut Unit, kind: DirectiveKind) -> Result<()> {
        let mut relations = vec![self.qualified("a relation")?];
        while self.eat(Token::Comma) {
            relations.push(self.qualified("a relation")?);
        }
        let mut parameters = Vec::new();
        if self.eat(Token::LeftParenthesis) && !self.eat(Token::RightParenthesis) {
            loop {
                if self.peek() != Token::Word {
                    return Err(self.expected("a parameter"));
                }
                let key = Name { text: self.word(0).to_owned(), span: self.bump() };
                self.expect(Token::Equal, "`=`")?;
                let value = match self.peek() {
                    Token::String => self.string()?,
                    Token::Number => self.digits("a value")?,
                    Token::Word => {
                        let span = self.bump();
                        self.slice(span).to_owned()
                    }
                    _ => return Err(self.expected("a value")),
                };
                parameters.push((key, value));
                if self.eat(Token::RightParenthesis) {
                    break;
                }
                self.expect(Token::Comma, "`,` or `)`")?;
            }
        }
        add_directives(unit, kind, &relations, &parameters);
        Ok(())
    }

    /// `.comp name<parameters> : bases { … }`
    fn component(&mut self, unit: &mut Unit) -> Result<()> {
        let head = self.component_type()?;
        let mut bases = Vec::new();
        if self.eat(Token::Colon) {
            bases.push(self.component_type()?);
            while self.eat(Token::Comma) {
                bases.push(self.component_type()?);
            }
        }
        let brace = self.expect(Token::LeftBrace, "`{`")?;
        let inner = self.nested(|it| {
            let mut inner = Unit::default();
            it.items(&mut inner, Some(brace));
            Ok(inner)
        })?;
        if self.diagnostics.len() < MAX_MISTAKES && !self.eat(Token::RightBrace) {
            return Err(Diagnostic::new(
                format!("component `{}` is not closed", head.name.text),
                brace,
            )
            .with_label("begins here")
            .with_help("end it with `}`"));
        }
        unit.components.push(Component { head, bases, unit: inner });
        Ok(())
    }

    /// `name<arguments>`
    fn component_type(&mut self) -> Result<ComponentType> {
        let name = self.name("a component")?;
        let mut arguments = Vec::new();
        if self.eat(Token::Less) {
            loop {
                arguments.push(self.name("a type or component")?);
                if self.eat(Token::Greater) {
                    break;
                }
                self.expect(Token::Comma, "`,` or `>`")?;
            }
        }
        Ok(ComponentType { name, arguments })
    }

    /// `.init name = component`
    fn instance(&mut self, unit: &mut Unit) -> Result<()> {
        let name = self.name("a name for the instance")?;
        self.expect(Token::Equal, "`=`")?;
        let of = self.component_type()?;
        unit.instances.push(Instance { name, of });
        Ok(())
    }

    /// `#include "file"`. Other preprocessor directives are not supported.
    fn preprocessor(&mut self, unit: &mut Unit) -> Result<()> {
        let hash = self.bump();
        let line_end = self.text[hash.end as usize..]
            .find('\n')
            .map_or(self.text.len(), |it| hash.end as usize + it);
        if self.word(0) == "include" {
            self.bump();
            if self.peek() == Token::String {
                return self.include(unit);
            }
            self.skip_to(line_end);
            let mistake = Diagnostic::new("expected a file in quotes", hash.to(self.last()));
            self.diagnostics.push(mistake.with_help("write `#include \"file.dl\"`"));
            return Ok(());
        }
        self.skip_to(line_end);
        let message = "preprocessor directives are not supported, except `#include`";
        let span = hash.to(self.last());
        self.diagnostics.push(Diagnostic::new(message, span));
        Ok(())
    }

    fn skip_to(&mut self, end: usize) {
        while self.peek() != Token::End && (self.span().start as usize) < end {
            self.bump();
        }
    }

    /// Includes the text whose quoted name follows.
    fn include(&mut self, unit: &mut Unit) -> Result<()> {
        if self.peek() != Token::String {
            return Err(self.expected("a file in quotes"));
        }
        let span = self.span();
        let name = self.string()?;
        let id = match self.texts.include(self.id, &name) {
            Ok(Included::Text(id)) => id,
            Ok(Included::Nothing) => return Ok(()),
            Err(message) => {
                let near = nearest(&name, self.texts.library_names());
                let help = near.map(|near| format!("the library has `{near}`"));
                self.diagnostics.push(Diagnostic { help, ..Diagnostic::new(message, span) });
                return Ok(());
            }
        };
        let mut includers = self.includers.clone();
        includers.push(self.id);
        if let Some(mistake) = self.include_mistake(&includers, id, span) {
            self.diagnostics.push(mistake);
            return Ok(());
        }
        Parser::new(self.texts, id, &includers, self.diagnostics).items(unit, None);
        Ok(())
    }

    fn include_mistake(&self, includers: &[TextId], id: TextId, span: Span) -> Option<Diagnostic> {
        let name = self.texts.name(id);
        if includers.iter().any(|it| self.texts.name(*it) == name) {
            return Some(Diagnostic::new(format!("`{name}` includes itself"), span));
        }
        if self.texts.len() > MAX_TEXTS {
            return Some(
                Diagnostic::new("too many files are included", span)
                    .with_help("a file that begins with `.once` is read only once"),
            );
        }
        (includers.len() > MAX_INCLUDES).then(|| {
            Diagnostic::new("files are included too deeply", span)
                .with_help(format!("at most {MAX_INCLUDES} levels are supported"))
        })
    }

    /// A fact or a rule, with its `.plan`.
    fn clause(&mut self) -> Result<Clause> {
        let start = self.span();
        if self.peek() != Token::Word {
            return Err(self.expected("a rule, fact or directive"));
        }
        let mut heads = vec![self.atom()?];
        self.reject_subsumption(heads[0].span)?;
        while self.eat(Token::Comma) {
            heads.push(self.atom()?);
        }
        let bodies = if self.eat(Token::If) { self.alternatives()? } else { vec![Vec::new()] };
        let is_fact = bodies[0].is_empty();
        if self.peek() == Token::End && self.is_expression() {
            // The full stop is optional on the command line.
        } else if self.is_directive() && DIRECTIVES.contains(&self.word(1)) {
            let found = self.word(1);
            let span = self.span().to(self.ahead(1).span);
            return Err(Diagnostic::new(format!("expected `.`, found `.{found}`"), span)
                .with_label("expected `.` before this"));
        } else if self.peek() == Token::Dot {
            self.bump();
        } else {
            return Err(self.expected(if is_fact { "`:-` or `.`" } else { "`,`, `;` or `.`" }));
        }
        let span = start.to(self.last());
        if is_fact && heads.len() > 1 {
            return Err(Diagnostic::new("a fact has one head", span)
                .with_help("end each fact with a full stop"));
        }
        self.plan()?;
        Ok(Clause { heads, bodies, span })
    }

    /// A number without a base or suffix.
    fn digits(&mut self, what: &str) -> Result<String> {
        let slice = self.slice(self.span());
        if self.peek() != Token::Number || !slice.chars().all(|it| it.is_ascii_digit()) {
            return Err(self.expected(what));
        }
        let digits = slice.to_owned();
        self.bump();
        Ok(digits)
    }

    /// `.plan version: (order), …`, which does not affect rows.
    fn plan(&mut self) -> Result<()> {
        if self.peek() != Token::Dot || self.word(1) != "plan" {
            return Ok(());
        }
        self.bump();
        self.bump();
        loop {
            self.digits("a number")?;
            self.expect(Token::Colon, "`:`")?;
            self.expect(Token::LeftParenthesis, "`(`")?;
            if !self.eat(Token::RightParenthesis) {
                self.digits("a number or `)`")?;
                while self.eat(Token::Comma) {
                    self.digits("a number")?;
                }
                self.expect(Token::RightParenthesis, "`,` or `)`")?;
            }
            if !self.eat(Token::Comma) {
                return Ok(());
            }
        }
    }
}

fn add_directives(
    unit: &mut Unit,
    kind: DirectiveKind,
    relations: &[Name],
    parameters: &[(Name, String)],
) {
    let of = |relation: &Name| Directive {
        kind,
        relation: relation.clone(),
        parameters: parameters.to_vec(),
    };
    unit.own.directives.extend(relations.iter().map(of));
}

fn unknown_directive(word: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("unknown directive `.{word}`"), span);
    match nearest(word, DIRECTIVES.iter().copied()) {
        Some(near) => diagnostic.with_help(format!("there is a directive `.{near}`")),
        None => diagnostic,
    }
}
