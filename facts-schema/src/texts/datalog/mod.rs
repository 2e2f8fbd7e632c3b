//! Checks and runs the part of Soufflé's language that irlog's programs use. Tests need it because they
//! cannot rely on an installed Soufflé.
//!
//! The parser expands components as Soufflé's documentation describes: in a component, a name that it
//! declares means the relation of the instance, and any other name means the same as outside.

mod check;
mod evaluate;
mod lexer;

use std::collections::{BTreeMap, HashSet};

pub use evaluate::{Relations, Scalar, load};
use lexer::{Lexer, Token};

/// A program with expanded components.
#[derive(Default)]
pub struct Program {
    /// The declared types and their supertypes.
    pub types: Vec<(String, String)>,
    /// The declared relations.
    pub relations: Vec<Relation>,
    /// The relations that are read.
    pub inputs: Vec<String>,
    /// The relations that are written.
    pub outputs: Vec<String>,
    /// The rules.
    pub rules: Vec<Rule>,
}

#[derive(Clone)]
pub struct Relation {
    pub name: String,
    /// Names and types of the columns.
    pub columns: Vec<(String, String)>,
}

#[derive(Clone)]
pub struct Rule {
    pub head: Atom,
    pub body: Vec<Literal>,
}

#[derive(Clone)]
pub struct Atom {
    pub relation: String,
    pub arguments: Vec<Term>,
}

#[derive(Clone)]
pub enum Literal {
    Positive(Atom),
    Negative(Atom),
    /// Two terms that are compared by `<` or `!=`.
    Comparison(Term, &'static str, Term),
    /// The atom `false`.
    False,
}

#[derive(Clone, PartialEq)]
pub enum Term {
    Any,
    Variable(String),
    Symbol(String),
    /// Whether it is marked as unsigned, and its value.
    Number(bool, i64),
    Sum(Box<Term>, Box<Term>),
    /// A functor with one argument.
    Functor(String, Box<Term>),
}

#[derive(Default)]
struct Component {
    name: String,
    base: Option<String>,
    relations: Vec<Relation>,
    rules: Vec<Rule>,
}

impl Program {
    /// Reads a program.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { lexer: Lexer::new(text), components: BTreeMap::new() };
        let mut program = Program::default();
        parser.items(&mut program).map_err(|error| {
            format!("{error} before line {}: {:?}", parser.lexer.line, parser.lexer.next)
        })?;
        Ok(program)
    }

    /// The relation with this name.
    pub fn relation(&self, name: &str) -> Option<&Relation> {
        self.relations.iter().find(|relation| relation.name == name)
    }

    /// Adds the declarations and rules of an instance of `components[name]`.
    fn instantiate(
        &mut self,
        instance: &str,
        component: &str,
        components: &BTreeMap<String, Component>,
    ) -> Result<(), String> {
        let mut chain = Vec::new();
        let mut next = Some(component);
        while let Some(name) = next {
            let component = components.get(name).ok_or(format!("no component {name}"))?;
            chain.push(component);
            next = component.base.as_deref();
        }
        let relations: Vec<_> = chain.iter().flat_map(|it| &it.relations).cloned().collect();
        let declared: HashSet<_> = relations.iter().map(|relation| &relation.name).collect();
        let qualified = |atom: &mut Atom| {
            if declared.contains(&atom.relation) {
                atom.relation = format!("{instance}.{}", atom.relation);
            }
        };
        for mut rule in chain.iter().flat_map(|it| &it.rules).cloned() {
            qualified(&mut rule.head);
            rule.body.iter_mut().filter_map(Literal::atom_mut).for_each(qualified);
            self.rules.push(rule);
        }
        for relation in &relations {
            let name = format!("{instance}.{}", relation.name);
            self.relations.push(Relation { name, columns: relation.columns.clone() });
        }
        Ok(())
    }
}

impl Literal {
    fn atom_mut(&mut self) -> Option<&mut Atom> {
        match self {
            Literal::Positive(atom) | Literal::Negative(atom) => Some(atom),
            Literal::Comparison(..) | Literal::False => None,
        }
    }
}

struct Parser<'text> {
    lexer: Lexer<'text>,
    components: BTreeMap<String, Component>,
}

impl Parser<'_> {
    fn items(&mut self, program: &mut Program) -> Result<(), String> {
        loop {
            match self.lexer.next.clone() {
                Token::End => return Ok(()),
                Token::Directive(".type") => {
                    self.lexer.advance()?;
                    let name = self.lexer.name()?;
                    self.lexer.expect("<:")?;
                    program.types.push((name, self.lexer.name()?));
                }
                Token::Directive(".decl") => program.relations.push(self.relation()?),
                Token::Directive(".input") => {
                    self.lexer.advance()?;
                    program.inputs.push(self.lexer.name()?);
                }
                Token::Directive(".output") => {
                    self.lexer.advance()?;
                    program.outputs.push(self.qualified_name()?);
                }
                Token::Directive(".comp") => {
                    let component = self.component()?;
                    self.components.insert(component.name.clone(), component);
                }
                Token::Directive(".init") => {
                    self.lexer.advance()?;
                    let instance = self.lexer.name()?;
                    self.lexer.expect("=")?;
                    let component = self.lexer.name()?;
                    program.instantiate(&instance, &component, &self.components)?;
                }
                _ => program.rules.push(self.rule()?),
            }
        }
    }

    fn relation(&mut self) -> Result<Relation, String> {
        self.lexer.advance()?;
        let name = self.lexer.name()?;
        let columns = self.list(|parser| {
            let name = parser.lexer.name()?;
            parser.lexer.expect(":")?;
            Ok((name, parser.lexer.name()?))
        })?;
        Ok(Relation { name, columns })
    }

    fn component(&mut self) -> Result<Component, String> {
        self.lexer.advance()?;
        let mut component = Component { name: self.lexer.name()?, ..Component::default() };
        if self.lexer.accept(":")? {
            component.base = Some(self.lexer.name()?);
        }
        self.lexer.expect("{")?;
        while !self.lexer.accept("}")? {
            if self.lexer.next == Token::Directive(".decl") {
                component.relations.push(self.relation()?);
            } else {
                component.rules.push(self.rule()?);
            }
        }
        Ok(component)
    }

    fn rule(&mut self) -> Result<Rule, String> {
        let head = self.atom()?;
        let mut body = Vec::new();
        if self.lexer.accept(":-")? {
            body.push(self.literal()?);
            while self.lexer.accept(",")? {
                body.push(self.literal()?);
            }
        }
        self.lexer.expect(".")?;
        Ok(Rule { head, body })
    }

    fn literal(&mut self) -> Result<Literal, String> {
        if self.lexer.accept("!")? {
            return self.atom().map(Literal::Negative);
        }
        if self.lexer.next == Token::Keyword("false".into()) {
            self.lexer.advance()?;
            return Ok(Literal::False);
        }
        // A name begins an atom, unless it is a functor or an operator follows.
        let is_functor = matches!(&self.lexer.next, Token::Keyword(_));
        if !is_functor && self.lexer.name_is_applied() {
            return self.atom().map(Literal::Positive);
        }
        let left = self.term()?;
        let operator = if self.lexer.accept("<")? {
            "<"
        } else {
            self.lexer.expect("!=")?;
            "!="
        };
        Ok(Literal::Comparison(left, operator, self.term()?))
    }

    fn atom(&mut self) -> Result<Atom, String> {
        Ok(Atom { relation: self.qualified_name()?, arguments: self.list(Self::term)? })
    }

    fn qualified_name(&mut self) -> Result<String, String> {
        let mut name = self.lexer.name()?;
        while self.lexer.accept(".")? {
            name = format!("{name}.{}", self.lexer.name()?);
        }
        Ok(name)
    }

    fn term(&mut self) -> Result<Term, String> {
        let mut term = match self.lexer.advance()? {
            Token::Symbol(text) => Term::Symbol(text),
            Token::Number(unsigned, number) => Term::Number(unsigned, number),
            Token::Punctuation("_") => Term::Any,
            Token::Name(name) => Term::Variable(name),
            Token::Keyword(functor) => {
                self.lexer.expect("(")?;
                let argument = self.term()?;
                self.lexer.expect(")")?;
                Term::Functor(functor, Box::new(argument))
            }
            token => return Err(format!("{token:?} is not a term")),
        };
        while self.lexer.accept("+")? {
            term = Term::Sum(Box::new(term), Box::new(self.term()?));
        }
        Ok(term)
    }

    fn list<T>(
        &mut self,
        element: impl Fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.lexer.expect("(")?;
        let mut list = vec![element(self)?];
        while self.lexer.accept(",")? {
            list.push(element(self)?);
        }
        self.lexer.expect(")")?;
        Ok(list)
    }
}
