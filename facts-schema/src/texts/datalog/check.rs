//! Soufflé's requirements for programs beyond its grammar.

use std::collections::{HashMap, HashSet};

use super::{Atom, Literal, Program, Relation, Rule, Term};

/// The functors: their argument types and their result.
const FUNCTORS: [(&str, &[&str], &str); 2] =
    [("to_number", &["symbol", "unsigned"], "number"), ("strlen", &["symbol"], "number")];

impl Program {
    /// Everything that Soufflé would reject or warn about.
    pub fn problems(&self) -> Vec<String> {
        let relations = self.relations.iter().map(|it| (it.name.as_str(), it)).collect();
        let checker = Checker { program: self, relations };
        let mut problems = checker.declaration_problems();
        for rule in &self.rules {
            let found = checker.rule_problems(rule);
            problems.extend(found.into_iter().map(|it| format!("{}: {it}", rule.head.relation)));
        }
        if let Err(relation) = self.strata() {
            problems.push(format!("{relation} depends on its own negation"));
        }
        problems
    }

    /// The relations in the order in which they can be completed, or one that depends on its own
    /// negation.
    pub fn strata(&self) -> Result<HashMap<&str, usize>, String> {
        let mut strata: HashMap<&str, usize> =
            self.relations.iter().map(|relation| (relation.name.as_str(), 0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for rule in &self.rules {
                let head = rule.head.relation.as_str();
                let level = |name: &str| strata.get(name).copied().unwrap_or_default();
                let needed = rule.body.iter().map(|literal| match literal {
                    Literal::Positive(atom) => level(&atom.relation),
                    Literal::Negative(atom) => level(&atom.relation) + 1,
                    Literal::Comparison(..) | Literal::False => 0,
                });
                let needed = needed.max().unwrap_or_default();
                if needed > self.relations.len() {
                    return Err(head.into());
                }
                if needed > level(head) {
                    strata.insert(head, needed);
                    changed = true;
                }
            }
        }
        Ok(strata)
    }
}

struct Checker<'program> {
    program: &'program Program,
    relations: HashMap<&'program str, &'program Relation>,
}

impl<'program> Checker<'program> {
    fn declaration_problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut names = HashSet::new();
        let types = self.program.types.iter().map(|(name, _)| name);
        for name in types.chain(self.program.relations.iter().map(|relation| &relation.name)) {
            if !names.insert(name) {
                problems.push(format!("{name} is declared twice"));
            }
        }
        let derived: HashSet<_> = self.program.rules.iter().map(|it| &it.head.relation).collect();
        for relation in &self.program.relations {
            let mut columns = HashSet::new();
            for (column, r#type) in &relation.columns {
                if !columns.insert(column) {
                    problems.push(format!("{} has two columns {column}", relation.name));
                }
                if self.base(r#type).is_none() {
                    problems.push(format!("{}: there is no type {type}", relation.name));
                }
            }
            let is_input = self.program.inputs.contains(&relation.name);
            let is_derived = derived.contains(&relation.name);
            if is_input == is_derived {
                problems.push(format!("{} has not exactly one source", relation.name));
            }
        }
        let inputs: HashSet<_> = self.program.inputs.iter().collect();
        if inputs.len() < self.program.inputs.len() {
            problems.push("an input is named twice".into());
        }
        let named = self.program.inputs.iter().chain(&self.program.outputs);
        let undeclared = named.filter(|input| !self.relations.contains_key(input.as_str()));
        problems.extend(undeclared.map(|input| format!("{input} is not a relation")));
        problems
    }

    fn rule_problems(&self, rule: &Rule) -> Vec<String> {
        let mut problems = Vec::new();
        let mut scope = Scope::default();
        for literal in &rule.body {
            match literal {
                Literal::Positive(atom) => self.visit(atom, &mut scope, &mut problems),
                Literal::Negative(_) | Literal::Comparison(..) | Literal::False => {}
            }
        }
        for (term, column) in std::mem::take(&mut scope.pending) {
            let found = self.type_of(&term, &mut scope);
            if !self.fits(&found, &column, false) {
                problems.push(format!("{found} stands where {column} is asked for"));
            }
        }
        for (name, types) in &scope.types {
            if !types.iter().any(|it| types.iter().all(|other| self.is_subtype(it, other))) {
                problems.push(format!("{name} would have the types {types:?}"));
            }
        }
        for literal in &rule.body {
            match literal {
                Literal::Positive(_) | Literal::False => {}
                Literal::Negative(atom) => self.visit_bound(atom, &mut scope, &mut problems, true),
                Literal::Comparison(left, _, right) => {
                    let types = [left, right].map(|it| self.type_of(it, &mut scope));
                    let numeric = types.iter().all(|it| it == "constant" || it == "number");
                    if !numeric && types[0] != types[1] {
                        problems.push(format!("{types:?} are compared"));
                    }
                }
            }
        }
        self.visit_bound(&rule.head, &mut scope, &mut problems, false);
        let unbound = scope.uses.keys().filter(|name| !scope.types.contains_key(*name));
        problems.extend(unbound.map(|name| format!("{name} is not bound")));
        let single = scope.uses.iter().filter(|(_, count)| **count == 1);
        problems.extend(single.map(|(name, _)| format!("{name} occurs only once")));
        problems
    }

    /// Records the variables that a positive atom binds.
    fn visit(&self, atom: &Atom, scope: &mut Scope, problems: &mut Vec<String>) {
        for (argument, column) in self.columns(atom, problems) {
            match argument {
                Term::Variable(name) => {
                    *scope.uses.entry(name.clone()).or_default() += 1;
                    scope.types.entry(name.clone()).or_default().push(column.into());
                }
                Term::Any => {}
                _ => scope.pending.push((argument.clone(), column.into())),
            }
        }
    }

    /// Checks an atom whose variables must be bound elsewhere.
    fn visit_bound(
        &self,
        atom: &Atom,
        scope: &mut Scope,
        problems: &mut Vec<String>,
        negated: bool,
    ) {
        for (argument, column) in self.columns(atom, problems) {
            if *argument == Term::Any {
                if !negated {
                    problems.push("_ in the head".into());
                }
                continue;
            }
            let found = self.type_of(argument, scope);
            if !self.fits(&found, column, negated) {
                problems.push(format!("{found} stands where {column} is asked for"));
            }
        }
    }

    /// The arguments of `atom` and the types of their columns.
    fn columns<'atom>(
        &self,
        atom: &'atom Atom,
        problems: &mut Vec<String>,
    ) -> Vec<(&'atom Term, &'program str)> {
        let Some(relation) = self.relations.get(atom.relation.as_str()) else {
            problems.push(format!("{} is not declared", atom.relation));
            return Vec::new();
        };
        if relation.columns.len() != atom.arguments.len() {
            problems.push(format!("{} has a different number of columns", atom.relation));
        }
        let types = relation.columns.iter().map(|(_, r#type)| r#type.as_str());
        atom.arguments.iter().zip(types).collect()
    }

    /// The type of a term. `constant` is the type of a plain number.
    fn type_of(&self, term: &Term, scope: &mut Scope) -> String {
        match term {
            Term::Any => "nothing".into(),
            Term::Symbol(_) => "symbol constant".into(),
            Term::Number(true, _) => "unsigned".into(),
            Term::Number(false, _) => "constant".into(),
            Term::Variable(name) => {
                *scope.uses.entry(name.clone()).or_default() += 1;
                let types = scope.types.get(name).cloned().unwrap_or_default();
                let narrowest = |it: &&String| types.iter().all(|other| self.is_subtype(it, other));
                types.iter().find(narrowest).cloned().unwrap_or("unknown".into())
            }
            Term::Sum(left, right) => {
                let types = [self.type_of(left, scope), self.type_of(right, scope)];
                match types.each_ref().map(String::as_str) {
                    ["number", "number" | "constant"] => "number".into(),
                    ["unsigned", "unsigned"] => "unsigned".into(),
                    _ => format!("a sum of {types:?}"),
                }
            }
            Term::Functor(name, argument) => {
                let argument = self.type_of(argument, scope);
                let functor = FUNCTORS.iter().find(|(functor, ..)| functor == name);
                match functor {
                    Some((_, accepted, result)) if accepted.contains(&argument.as_str()) => {
                        result.to_string()
                    }
                    _ => format!("{name} of {argument}"),
                }
            }
        }
    }

    /// Whether a term of type `found` can be in a column of type `asked`. In a negated atom, only the
    /// primitive types must agree.
    fn fits(&self, found: &str, asked: &str, negated: bool) -> bool {
        match found {
            "symbol constant" => self.base(asked) == Some("symbol"),
            "constant" => asked == "number",
            _ if negated => self.base(found).is_some() && self.base(found) == self.base(asked),
            _ => self.is_subtype(found, asked),
        }
    }

    fn is_subtype(&self, r#type: &str, other: &str) -> bool {
        r#type == other || self.base(r#type) == Some(other)
    }

    /// `type`, or its primitive type if it is a subtype.
    fn base<'name>(&self, r#type: &'name str) -> Option<&'name str>
    where
        'program: 'name,
    {
        if ["symbol", "number", "unsigned"].contains(&r#type) {
            return Some(r#type);
        }
        self.program.types.iter().find(|(name, _)| name == r#type).map(|(_, base)| base.as_str())
    }
}

/// What is known about the variables of a rule.
#[derive(Default)]
struct Scope {
    /// The types of the columns that bind a variable.
    types: HashMap<String, Vec<String>>,
    /// The number of occurrences of each variable.
    uses: HashMap<String, usize>,
    /// Other arguments of positive atoms, with the types of their columns. Their variables may be
    /// bound further right.
    pending: Vec<(Term, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with this rule or declaration at its end.
    fn problems(end: &str) -> Vec<String> {
        let start = "
            .type Type <: symbol
            .type Value <: symbol
            .decl value(value: Value, kind: symbol, type: Type)
            .input value
            .decl element(value: Value, position: unsigned, element: Value)
            .input element
            .decl result(value: Value)
            ";
        Program::parse(&format!("{start}{end}")).expect("it parses").problems()
    }

    #[test]
    fn a_correct_rule_has_no_problems() {
        let rules = "
            result(v) :- value(v, \"array\", _), !element(v, 0u, _).
            result(v) :- element(v, p, _), element(v, p + 1u, w), v != w, result(w).";
        assert!(problems(rules).is_empty());
    }

    #[test]
    fn every_mistake_is_found() {
        for (mistake, problem) in [
            ("result(v) :- values(v).", "values is not declared"),
            ("result(v) :- value(v, _).", "value has a different number of columns"),
            ("result(v) :- value(_, _, _).", "v is not bound"),
            ("result(v) :- value(v, _, _), !element(w, _, w).", "w is not bound"),
            ("result(v) :- value(v, _, _), w != v.", "w is not bound"),
            ("result(v) :- value(v, k, _).", "k occurs only once"),
            ("result(t) :- value(_, _, t).", "Type stands where Value is asked for"),
            ("result(v) :- value(v, v, v).", "v would have the types"),
            ("result(_) :- value(_, _, _).", "_ in the head"),
            ("result(v) :- value(v, _, 1).", "constant stands where Type is asked for"),
            ("result(v) :- element(v, 1, _).", "constant stands where unsigned is asked for"),
            ("result(v) :- element(v, p, _), element(v, p + 1, _).", "a sum of"),
            ("result(v) :- element(v, p, _), to_number(v) != p.", "to_number of Value"),
            ("result(v) :- value(v, k, _), k != v.", "are compared"),
            ("result(v) :- value(v, _, _), !result(v).", "result depends on its own negation"),
            (".decl result(value: Value)", "result is declared twice"),
            (".decl value(value: Values)", "there is no type Values"),
            (".decl pair(value: Value, value: Value)", "pair has two columns value"),
            ("", "result has not exactly one source"),
            (".input result result(v) :- value(v, _, _).", "result has not exactly one source"),
            (".input results", "results is not a relation"),
            (".output mine.result", "mine.result is not a relation"),
            (".input value", "an input is named twice"),
        ] {
            let found = problems(mistake);
            assert!(found.iter().any(|it| it.contains(problem)), "{mistake} {found:?}");
        }
    }

    #[test]
    fn texts_outside_the_grammar_do_not_parse() {
        for text in [
            ".decl alloca(count: symbol)",
            ".decl as(a: symbol)",
            ".decl empty()",
            "a(x) :- b(x)",
            "a(x) :- b(x),.",
            "a(x) :- b(x), x.",
            "a(\"x\\\") :- b(x).",
            ".declare a(b: symbol)",
            "a(x) :- published.b(x), @c(x).",
            ".init a = A",
        ] {
            assert!(Program::parse(text).is_err(), "{text}");
        }
    }
}
