//! Why the analysis says something: goals as a person writes them, and derivations in words.

use points_to::{Fact, Instance, Location};

use super::Analysis;
use super::answer::{Answer, Cell, Relation};
use super::explain::{Derivation, Step, explain};
use super::lookup::{Lookup, NotFound, Subject};
use super::names::Names;
use super::pointers::place_cells;
use super::wording::Wording;
use crate::source::Place;
use origin::origin;

mod origin;

/// A statement that is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal<'t> {
    PointsTo(&'t str, &'t str),
    Calls(&'t str, &'t str),
    Reachable(&'t str),
    Escaped(&'t str),
}

/// Why something cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExplained {
    /// It is no statement.
    #[error(
        "`{0}` is nothing to explain; there are points_to(VALUE, OBJECT), calls(SITE, FUNCTION), \
         reachable(FUNCTION) and escaped(OBJECT)"
    )]
    NoGoal(String),
    /// A name in it means nothing.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// The analysis does not say so.
    #[error("`{0}` does not hold: nothing derives it")]
    DoesNotHold(String),
}

/// A derivation, and what is needed to put it into words.
pub struct Explanation<'n, 'a> {
    analysis: &'n Analysis<'a>,
    names: &'n Names<'a>,
    wording: Wording<'n, 'a>,
    derivation: Derivation,
}

impl<'n, 'a> Explanation<'n, 'a> {
    /// The shortest derivation that is found of a statement: `points_to(main:p, @g)`,
    /// `calls(@main:#3, f)`, `reachable(f)`, `escaped(@g)`.
    ///
    /// # Errors
    ///
    /// When it is no statement, or does not hold.
    pub fn of(
        analysis: &'n Analysis<'a>,
        names: &'n Names<'a>,
        statement: &str,
    ) -> Result<Self, NotExplained> {
        let facts = goals(analysis, names, statement)?;
        let derive = |fact: Fact| explain(&analysis.constraints, &analysis.solution, fact);
        /// A statement means several facts where there are contexts and places; more than that are
        /// not tried.
        const TRIED: usize = 16;
        let derivations = facts.into_iter().take(TRIED).filter_map(derive);
        let shortest = derivations.min_by_key(|derivation| derivation.steps.len());
        let derivation = shortest.ok_or_else(|| NotExplained::DoesNotHold(statement.to_owned()))?;
        Ok(Self { analysis, names, wording: Wording::new(analysis, names), derivation })
    }

    /// The derivation as numbered steps.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, step) in self.derivation.steps.iter().enumerate() {
            text += &format!("{}. {}\n", number + 1, self.wording.fact(step.fact));
            let mut reason = format!("{}: {}", step.rule.name(), step.rule.sentence());
            if !step.premises.is_empty() {
                let premises: Vec<_> =
                    step.premises.iter().map(|premise| (premise + 1).to_string()).collect();
                reason += &format!(" (from {})", premises.join(", "));
            }
            text += &format!("     {reason}\n");
            if let Some(place) = self.where_it_is(step) {
                text += &format!("     at {place}\n");
            }
        }
        text
    }

    /// The derivation as rows of `step`.
    pub fn relation(&self) -> Answer {
        const COLUMNS: &[&str] = &[
            "step",
            "fact",
            "rule",
            "sentence",
            "premises",
            "instruction",
            "file",
            "directory",
            "line",
            "column",
        ];
        let mut relation = Relation::new("step", COLUMNS);
        for (number, step) in self.derivation.steps.iter().enumerate() {
            let premises: Vec<_> =
                step.premises.iter().map(|premise| (premise + 1).to_string()).collect();
            let instruction = step.constraint.and_then(|it| origin(self.analysis, self.names, it));
            let mut row: Vec<Cell> = vec![
                (number + 1).into(),
                self.wording.fact(step.fact).into(),
                step.rule.name().into(),
                step.rule.sentence().into(),
                premises.into(),
                instruction.map(|it| self.analysis.facts.symbol(it)).into(),
            ];
            row.extend(place_cells(instruction.and_then(|it| self.names.place(it))));
            relation.rows.push(row);
        }
        Answer { facts: Vec::new(), relations: vec![relation] }
    }

    fn where_it_is(&self, step: &Step) -> Option<String> {
        let owned = step.constraint?;
        let instruction = origin(self.analysis, self.names, owned);
        let place: Option<Place> = instruction.and_then(|it| self.names.place(it));
        match (instruction, place) {
            (Some(it), Some(place)) => {
                Some(format!("{place}, instruction {}", self.analysis.facts.symbol(it)))
            }
            (Some(it), None) => Some(format!("instruction {}", self.analysis.facts.symbol(it))),
            (None, _) => owned.owner.map(|it| format!("function {}", self.names.full_function(it))),
        }
    }
}

/// The facts that a statement means.
fn goals<'a>(
    analysis: &Analysis<'a>,
    names: &Names<'a>,
    statement: &str,
) -> Result<Vec<Fact>, NotExplained> {
    let lookup = Lookup::new(analysis, names);
    let mut error = NotExplained::NoGoal(statement.to_owned());
    for goal in parse(statement) {
        match facts_of(analysis, &lookup, goal) {
            Ok(facts) if facts.is_empty() => {
                return Err(NotExplained::DoesNotHold(statement.to_owned()));
            }
            Ok(facts) => return Ok(facts),
            Err(not_found) => error = not_found.into(),
        }
    }
    Err(error)
}

/// All ways to read a statement: the ids of constants have commas in them.
fn parse(statement: &str) -> Vec<Goal<'_>> {
    let parts = statement.trim().strip_suffix(')').and_then(|it| it.split_once('('));
    let Some((relation, arguments)) = parts else { return Vec::new() };
    let pairs = arguments
        .match_indices(',')
        .map(|(comma, _)| (arguments[..comma].trim(), arguments[comma + 1..].trim()));
    match relation.trim() {
        "points_to" => pairs.map(|(value, object)| Goal::PointsTo(value, object)).collect(),
        "calls" => pairs.map(|(site, function)| Goal::Calls(site, function)).collect(),
        "reachable" => vec![Goal::Reachable(arguments.trim())],
        "escaped" => vec![Goal::Escaped(arguments.trim())],
        _ => Vec::new(),
    }
}

fn facts_of(analysis: &Analysis, lookup: &Lookup, goal: Goal) -> Result<Vec<Fact>, NotFound> {
    let solution = &analysis.solution;
    Ok(match goal {
        Goal::Reachable(name) => {
            let functions = lookup.functions(name)?;
            let rows = solution.reachable.iter().filter(|(it, _)| functions.contains(it));
            rows.map(|(function, context)| Fact::Reachable(*function, *context)).collect()
        }
        Goal::Escaped(name) => {
            let objects = lookup.objects(name)?;
            let rows = solution.escaped.iter().filter(|it| objects.contains(it));
            rows.map(|instance| Fact::Escaped(*instance)).collect()
        }
        Goal::Calls(site, name) => {
            let functions = lookup.functions(name)?;
            let is_there = lookup.site(site)?;
            let rows = solution.calls.iter().filter(|call| functions.contains(&call.function));
            rows.filter(|call| is_there(call.site)).map(|call| Fact::Calls(*call)).collect()
        }
        Goal::PointsTo(value, object) => {
            let objects = lookup.objects(object)?;
            let mut facts = Vec::new();
            for subject in lookup.subjects(value, None)? {
                add_pointers(analysis, subject, &objects, &mut facts);
            }
            facts
        }
    })
}

fn add_pointers(
    analysis: &Analysis,
    subject: Subject,
    objects: &[Instance],
    facts: &mut Vec<Fact>,
) {
    let solution = &analysis.solution;
    let is_one = |location: &Location| objects.contains(&location.instance);
    match subject {
        Subject::Value(value) => {
            for (_, variable) in analysis.constraints.parts_of(value) {
                for (node, set) in solution.contexts_of(variable) {
                    let targets = solution.set(*set).filter(is_one);
                    facts.extend(targets.map(|target| Fact::PointsTo(*node, target)));
                }
            }
        }
        Subject::Memory(object) => {
            for (location, set) in solution.stored.iter() {
                if location.instance.object == object {
                    let targets = solution.set(*set).filter(is_one);
                    facts.extend(targets.map(|target| Fact::Stored(*location, target)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_every_way() {
        assert_eq!(parse("points_to(main:p, @g)"), [Goal::PointsTo("main:p", "@g")]);
        assert_eq!(parse(" reachable( f ) "), [Goal::Reachable("f")]);
        assert_eq!(parse("reachable(f(int, char))"), [Goal::Reachable("f(int, char)")]);
        let ways = parse("points_to({ i32, ptr } undef, @g)");
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[1], Goal::PointsTo("{ i32, ptr } undef", "@g"));
        for text in ["points_to(x)", "reaches(f)", "f", "escaped(g"] {
            assert!(parse(text).is_empty(), "{text}");
        }
    }
}
