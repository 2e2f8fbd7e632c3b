//! Checks a program: names, arity, types, groundedness, stratification.

pub(crate) mod ground;
mod infer;
pub(crate) mod ir;
pub(crate) mod relations;
mod resolve;
mod strata;
pub(crate) mod types;

use crate::check::ir::Rule;
use crate::check::relations::Relations;
use crate::check::resolve::Resolver;
use crate::check::types::Types;
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::syntax::{DirectiveKind, Program, Span};
use crate::value::Primitive;

/// A program whose names are all resolved.
pub(crate) struct Checked {
    pub(crate) relations: Vec<relations::Relation>,
    /// For each column of a relation, its kind.
    pub(crate) kinds: Vec<Vec<Primitive>>,
    /// For each column of a relation, the name of the source type that its type is or is derived
    /// from.
    pub(crate) types: Vec<Vec<String>>,
    pub(crate) rules: Vec<Rule>,
    /// Mutually recursive relations, each group after the groups on which it depends.
    pub(crate) components: Vec<Vec<usize>>,
    pub(crate) outputs: Outputs,
    pub(crate) limits: Vec<(usize, usize)>,
}

/// Checks a program against the relations of a source.
///
/// # Errors
///
/// All mistakes, in the order of the program.
pub(crate) fn check(program: &Program, source: &dyn Source) -> Result<Checked, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let types = Types::new(&program.types, source, &mut diagnostics);
    let mut relations = Relations::new(program, &types, source, &mut diagnostics);
    let mut rules = Vec::new();
    for clause in &program.clauses {
        for head in &clause.heads {
            for body in &clause.bodies {
                let mut resolver = Resolver {
                    types: &types,
                    relations: &mut relations,
                    diagnostics: &mut diagnostics,
                };
                let Some(mut rule) = resolver.rule(head, body, clause.span) else { continue };
                ground::check(&mut rule, &mut diagnostics);
                infer::infer(&mut rule, &relations, &types, &mut diagnostics);
                rules.push(rule);
            }
        }
    }
    let (outputs, limits) = directives(program, &types, &mut relations, &mut diagnostics);
    let kinds: Vec<Vec<Primitive>> = relations
        .all
        .iter()
        .map(|it| it.columns.iter().map(|(_, column)| types.kind(*column)).collect())
        .collect();
    for (id, relation) in relations.all.iter().enumerate() {
        if relation.is_equivalence {
            rules.extend(equivalence(id, kinds[id][0]));
        }
    }
    let components = strata::components(&relations.all, &rules, &mut diagnostics);
    if diagnostics.is_empty() {
        let relations = relations.all;
        let types_of = |it: &relations::Relation| {
            it.columns.iter().map(|(_, column)| types.root(*column).to_owned()).collect()
        };
        let types = relations.iter().map(types_of).collect();
        return Ok(Checked { relations, kinds, types, rules, components, outputs, limits });
    }
    diagnostics.sort_by_key(|it| (it.span.text.0, it.span.start, it.span.end));
    let mut unique: Vec<Diagnostic> = Vec::new();
    for it in diagnostics {
        if !unique.contains(&it) {
            unique.push(it);
        }
    }
    Err(unique)
}

/// Relations, the directives that apply to them, and the parameters of the directives.
type Outputs = Vec<(usize, DirectiveKind, Vec<(String, String)>)>;

fn directives(
    program: &Program,
    types: &Types,
    relations: &mut Relations<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Outputs, Vec<(usize, usize)>) {
    let (mut outputs, mut limits): (Outputs, _) = (Vec::new(), Vec::new());
    for directive in program.directives.iter().filter(|it| it.kind != DirectiveKind::Input) {
        let Some(relation) = relations.find(&directive.relation, types, diagnostics) else {
            continue;
        };
        if directive.kind != DirectiveKind::LimitSize {
            // A duplicate directive has no effect.
            if outputs.iter().any(|(it, kind, _)| (*it, *kind) == (relation, directive.kind)) {
                continue;
            }
            let parameters =
                directive.parameters.iter().map(|(key, value)| (key.text.clone(), value.clone()));
            outputs.push((relation, directive.kind, parameters.collect()));
            continue;
        }
        let limit = directive.parameters.iter().find(|(key, _)| key.text == "n");
        match limit.and_then(|(_, value)| value.parse().ok()) {
            Some(limit) => limits.push((relation, limit)),
            None => {
                let message = "`.limitsize` needs a number of rows, as in `(n=100)`";
                diagnostics.push(Diagnostic::new(message, directive.relation.span));
            }
        }
    }
    (outputs, limits)
}

/// The rules that close a relation as an equivalence relation.
fn equivalence(relation: usize, kind: Primitive) -> Vec<Rule> {
    let span = Span::default();
    let term =
        |variable: usize| ir::Expression { node: ir::Node::Variable(variable), class: 0, span };
    let goal = |one, other| {
        let arguments = vec![Some(term(one)), Some(term(other))];
        ir::Goal::Atom(ir::Atom { relation, arguments, negated: false, span })
    };
    let rule = |head: [usize; 2], goals: Vec<ir::Goal>| Rule {
        head: relation,
        arguments: head.into_iter().map(term).collect(),
        goals,
        variables: ["x", "y", "z"]
            .map(|it| ir::Variable { name: it.to_owned(), class: 0 })
            .to_vec(),
        kinds: vec![kind],
        span,
    };
    vec![
        rule([0, 0], vec![goal(0, 1)]),
        rule([1, 0], vec![goal(0, 1)]),
        rule([0, 2], vec![goal(0, 1), goal(1, 2)]),
    ]
}

/// The most similar name, if any is similar.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored =
        names.map(|it| (strsim::jaro_winkler(name, it), it)).filter(|(score, _)| *score > 0.8);
    scored.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(one.1))).map(|(_, it)| it)
}
