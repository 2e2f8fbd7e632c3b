//! Prints programs as text, with all operators in parentheses, for tests.

use query::syntax::{
    AggregateKind, Atom, Binary, Clause, Comparison, DirectiveKind, Functor, Literal, Program,
    Term, TermKind, Test, TypeDefinition, Unary,
};

/// One line per sentence.
pub fn program(program: &Program) -> String {
    let mut lines = Vec::new();
    for it in &program.types {
        lines.push(match &it.definition {
            TypeDefinition::Subtype(base) => format!(".type {} <: {}", it.name.text, base.text),
            TypeDefinition::Union(types) => {
                let types: Vec<_> = types.iter().map(|it| it.text.as_str()).collect();
                format!(".type {} = {}", it.name.text, types.join(" | "))
            }
        });
    }
    for it in &program.relations {
        let columns: Vec<_> =
            it.columns.iter().map(|(name, kind)| format!("{}:{}", name.text, kind.text)).collect();
        let eqrel = if it.is_equivalence { " eqrel" } else { "" };
        lines.push(format!(".decl {}({}){eqrel}", it.name.text, columns.join(", ")));
    }
    for it in &program.directives {
        let kind = match it.kind {
            DirectiveKind::Input => "input",
            DirectiveKind::Output => "output",
            DirectiveKind::PrintSize => "printsize",
            DirectiveKind::LimitSize => "limitsize",
        };
        let parameters: Vec<_> =
            it.parameters.iter().map(|(key, value)| format!("{}={value:?}", key.text)).collect();
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!("({})", parameters.join(","))
        };
        lines.push(format!(".{kind} {}{parameters}", it.relation.text));
    }
    lines.extend(program.clauses.iter().map(clause));
    lines.join("\n")
}

/// A fact or rule.
pub fn clause(clause: &Clause) -> String {
    let heads: Vec<_> = clause.heads.iter().map(atom).collect();
    let bodies = bodies(&clause.bodies);
    let body = if bodies.is_empty() { String::new() } else { format!(" :- {bodies}") };
    format!("{}{body}.", heads.join(", "))
}

fn bodies(bodies: &[Vec<Literal>]) -> String {
    let bodies: Vec<_> =
        bodies.iter().map(|it| it.iter().map(literal).collect::<Vec<_>>().join(", ")).collect();
    bodies.join("; ")
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Atom(it) => atom(it),
        Literal::Negated(it) => format!("!{}", atom(it)),
        Literal::Comparison(operator, left, right) => {
            let operator = match operator {
                Comparison::Equal => "=",
                Comparison::NotEqual => "!=",
                Comparison::Less => "<",
                Comparison::LessOrEqual => "<=",
                Comparison::Greater => ">",
                Comparison::GreaterOrEqual => ">=",
            };
            format!("{} {operator} {}", term(left), term(right))
        }
        Literal::Test { test, holds, what, text } => {
            let not = if *holds { "" } else { "!" };
            let test = if *test == Test::Match { "match" } else { "contains" };
            format!("{not}{test}({}, {})", term(what), term(text))
        }
        Literal::Constant(holds) => holds.to_string(),
    }
}

fn atom(atom: &Atom) -> String {
    format!("{}({})", atom.relation.text, terms(&atom.arguments))
}

fn terms(terms: &[Term]) -> String {
    terms.iter().map(term).collect::<Vec<_>>().join(", ")
}

/// A term.
pub fn term(it: &Term) -> String {
    match &it.kind {
        TermKind::Variable(name) => name.clone(),
        TermKind::Wildcard => "_".to_owned(),
        TermKind::Symbol(text) => format!("{text:?}"),
        TermKind::Number(value) => value.to_string(),
        TermKind::Unsigned(value) => format!("{value}u"),
        TermKind::Float(value) => format!("{value:?}"),
        TermKind::Unary(operator, inner) => {
            let operator = match operator {
                Unary::Negate => "-",
                Unary::BitNot => "bnot",
                Unary::LogicalNot => "lnot",
            };
            match term(inner) {
                // A minus sign before a number belongs to the number.
                number if number.starts_with(|it: char| it.is_ascii_digit()) => {
                    format!("({operator} ({number}))")
                }
                inner => format!("({operator} {inner})"),
            }
        }
        TermKind::Binary(operator, left, right) => {
            let left = match term(left) {
                // Before `^`, a minus sign does not belong to the number.
                number if number.starts_with('-') && *operator == Binary::Power => {
                    format!("({number})")
                }
                left => left,
            };
            format!("({left} {} {})", binary(*operator), term(right))
        }
        TermKind::Call(functor, arguments) => {
            format!("{}({})", functor_name(*functor), terms(arguments))
        }
        TermKind::As(inner, to) => format!("as({}, {})", term(inner), to.text),
        TermKind::Aggregate(it) => {
            let kind = match it.kind {
                AggregateKind::Count => "count",
                AggregateKind::Sum => "sum",
                AggregateKind::Min => "min",
                AggregateKind::Max => "max",
                AggregateKind::Mean => "mean",
            };
            let of = it.of.as_ref().map(|it| format!(" {}", term(it))).unwrap_or_default();
            format!("{kind}{of} : {{ {} }}", bodies(&it.bodies))
        }
    }
}

fn binary(operator: Binary) -> &'static str {
    match operator {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::Power => "^",
        Binary::BitAnd => "band",
        Binary::BitOr => "bor",
        Binary::BitXor => "bxor",
        Binary::ShiftLeft => "bshl",
        Binary::ShiftRight => "bshr",
        Binary::ShiftRightUnsigned => "bshru",
        Binary::LogicalAnd => "land",
        Binary::LogicalOr => "lor",
        Binary::LogicalXor => "lxor",
    }
}

fn functor_name(functor: Functor) -> &'static str {
    match functor {
        Functor::Cat => "cat",
        Functor::StrLen => "strlen",
        Functor::SubStr => "substr",
        Functor::Ord => "ord",
        Functor::ToNumber => "to_number",
        Functor::ToUnsigned => "to_unsigned",
        Functor::ToFloat => "to_float",
        Functor::ToString => "to_string",
        Functor::Min => "min",
        Functor::Max => "max",
        Functor::Range => "range",
    }
}
