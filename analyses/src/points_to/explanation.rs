//! Why the analysis says something: goals as a person writes them, and derivations in words.

use facts_schema::{
    self as schema, Answer, FunctionId, InstructionId, RelationId, StepInstruction, StepPremise,
};
use points_to::{Fact, Instance, Location, Site};

use super::Analysis;
use super::explain::{Derivation, Step, explain};
use super::lookup::{Lookup, Subject};
use super::names::Names;
use super::not_found::NotFound;
use super::wording::Wording;
use crate::answer::{PLACES, describe};
use crate::source::Place;
use origin::origin;

mod origin;

/// The relations of an explanation.
pub fn relations() -> Vec<RelationId> {
    let own = [RelationId::Step, RelationId::StepPremise, RelationId::StepInstruction];
    [&own, PLACES].concat()
}

/// A statement that is to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<'t> {
    text: &'t str,
    meaning: Meaning<'t>,
}

/// What the names in a statement mean. Which objects there are shows only when it is known what
/// pointers point to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning<'t> {
    PointsTo(Vec<Subject>, &'t str),
    Calls(Vec<InstructionId>, Vec<FunctionId>),
    Reachable(Vec<FunctionId>),
    Escaped(&'t str),
}

/// A statement as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement<'t> {
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

impl<'t> Goal<'t> {
    /// Reads a statement: `points_to(main:p, @g)`, `calls(@main:#3, f)`, `reachable(f)`,
    /// `escaped(@g)`.
    ///
    /// # Errors
    ///
    /// When it is no statement, or speaks of what is not there.
    pub fn read(lookup: &Lookup, text: &'t str) -> Result<Self, NotExplained> {
        let mut error = NotExplained::NoGoal(text.to_owned());
        for statement in parse(text) {
            match meaning(lookup, statement) {
                Ok(meaning) => return Ok(Self { text, meaning }),
                Err(not_found) => error = not_found.into(),
            }
        }
        Err(error)
    }
}

impl<'n, 'a> Explanation<'n, 'a> {
    /// The shortest derivation that is found; unless `is_full`, only its
    /// [essential](Derivation::essential) steps.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn of(
        analysis: &'n Analysis<'a>,
        names: &'n Names<'a>,
        goal: &Goal,
        is_full: bool,
    ) -> Result<Self, NotExplained> {
        let facts = facts_of(analysis, &Lookup::new(names), &goal.meaning)?;
        let derive = |fact: Fact| explain(&analysis.constraints, &analysis.solution, fact);
        /// A statement means several facts where there are contexts and places; more than that are
        /// not tried.
        const TRIED: usize = 16;
        let derivations = facts.into_iter().take(TRIED).filter_map(derive);
        let derivations = derivations.map(|whole| if is_full { whole } else { whole.essential() });
        let shortest = derivations.min_by_key(|derivation| derivation.steps.len());
        let derivation = shortest.ok_or_else(|| NotExplained::DoesNotHold(goal.text.to_owned()))?;
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
    pub fn answer(&self) -> Answer<'n> {
        let mut answer = Answer::new(self.analysis.facts, &relations());
        for (step, derived) in (1..).zip(&self.derivation.steps) {
            let fact = answer.text(&self.wording.fact(derived.fact));
            let rule = answer.text(derived.rule.name());
            let sentence = answer.text(derived.rule.sentence());
            answer.rows.step.push(schema::Step { step, fact, rule, sentence });
            for premise in &derived.premises {
                let premise = *premise as u32 + 1;
                answer.rows.step_premise.push(StepPremise { step, premise });
            }
            let origin = |owned| origin(self.analysis, self.names, owned);
            if let Some(instruction) = derived.constraint.and_then(origin) {
                answer.rows.step_instruction.push(StepInstruction { step, instruction });
            }
        }
        describe(&mut answer, &self.names.index);
        answer
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

/// All ways to read a statement: the ids of constants have commas in them.
fn parse(statement: &str) -> Vec<Statement<'_>> {
    let parts = statement.trim().strip_suffix(')').and_then(|it| it.split_once('('));
    let Some((relation, arguments)) = parts else { return Vec::new() };
    let pairs = arguments
        .match_indices(',')
        .map(|(comma, _)| (arguments[..comma].trim(), arguments[comma + 1..].trim()));
    match relation.trim() {
        "points_to" => pairs.map(|(value, object)| Statement::PointsTo(value, object)).collect(),
        "calls" => pairs.map(|(site, function)| Statement::Calls(site, function)).collect(),
        "reachable" => vec![Statement::Reachable(arguments.trim())],
        "escaped" => vec![Statement::Escaped(arguments.trim())],
        _ => Vec::new(),
    }
}

fn meaning<'t>(lookup: &Lookup, statement: Statement<'t>) -> Result<Meaning<'t>, NotFound> {
    Ok(match statement {
        Statement::Reachable(name) => Meaning::Reachable(lookup.functions(name)?),
        Statement::Escaped(object) => {
            lookup.expect_object(object)?;
            Meaning::Escaped(object)
        }
        Statement::Calls(site, name) => {
            let functions = lookup.functions(name)?;
            Meaning::Calls(lookup.instructions(site)?, functions)
        }
        Statement::PointsTo(value, object) => {
            lookup.expect_object(object)?;
            Meaning::PointsTo(lookup.subjects(value, None)?, object)
        }
    })
}

/// The facts that a statement means.
fn facts_of(analysis: &Analysis, lookup: &Lookup, goal: &Meaning) -> Result<Vec<Fact>, NotFound> {
    let solution = &analysis.solution;
    Ok(match goal {
        Meaning::Reachable(functions) => {
            let rows = solution.reachable.iter().filter(|(it, _)| functions.contains(it));
            rows.map(|(function, context)| Fact::Reachable(*function, *context)).collect()
        }
        Meaning::Escaped(name) => {
            let objects = lookup.objects(name, solution)?;
            let rows = solution.escaped.iter().filter(|it| objects.contains(it));
            rows.map(|instance| Fact::Escaped(*instance)).collect()
        }
        Meaning::Calls(instructions, functions) => {
            let is_there = |site: Site| {
                let info = analysis.constraints.sites.get(site.0 as usize);
                let instruction = info.and_then(|info| info.instruction);
                instruction.is_some_and(|it| instructions.contains(&it))
            };
            let rows = solution.calls.iter().filter(|call| functions.contains(&call.function));
            rows.filter(|call| is_there(call.site)).map(|call| Fact::Calls(*call)).collect()
        }
        Meaning::PointsTo(subjects, name) => {
            let objects = lookup.objects(name, solution)?;
            let mut facts = Vec::new();
            for subject in subjects {
                add_pointers(analysis, *subject, &objects, &mut facts);
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
        assert_eq!(parse("points_to(main:p, @g)"), [Statement::PointsTo("main:p", "@g")]);
        assert_eq!(parse(" reachable( f ) "), [Statement::Reachable("f")]);
        assert_eq!(parse("reachable(f(int, char))"), [Statement::Reachable("f(int, char)")]);
        let ways = parse("points_to({ i32, ptr } undef, @g)");
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[1], Statement::PointsTo("{ i32, ptr } undef", "@g"));
        for text in ["points_to(x)", "reaches(f)", "f", "escaped(g"] {
            assert!(parse(text).is_empty(), "{text}");
        }
    }
}
