//! Explains results of the analysis: parses goals, and presents derivations as text.

use facts_schema::{
    self as schema, Answer, FunctionId, InstructionId, RelationId, StepCut, StepInstruction,
    StepPremise,
};
use points_to::explain::{Cut, Derivation, Origins, Statement, Step, explain_statement};
use points_to::pointers::Subject;
use points_to::{Analysis, Solution};

use super::lookup::Lookup;
use super::names::Names;
use super::not_found::NotFound;
use super::wording::Wording;
use crate::answer::{PLACES, describe};
use crate::source::FileLocation;

/// The relations of an explanation.
pub fn relations() -> Vec<RelationId> {
    let own = [
        RelationId::Step,
        RelationId::StepPremise,
        RelationId::StepCut,
        RelationId::StepInstruction,
    ];
    [&own, PLACES].concat()
}

/// A statement to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<'t> {
    text: &'t str,
    meaning: Meaning<'t>,
}

/// The entities that the names in a statement denote. Objects are known only after the points-to
/// sets have been computed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning<'t> {
    PointsTo(Vec<Subject>, &'t str),
    /// A pointer stored in this memory points to this object.
    Stored(&'t str, &'t str),
    Calls(Vec<InstructionId>, Vec<FunctionId>),
    /// One of these functions without a body calls one of the functions that are passed to it.
    Callbacks(Vec<FunctionId>, Vec<FunctionId>),
    Reachable(Vec<FunctionId>),
    Escaped(&'t str),
    Opaque(&'t str),
}

/// A statement as written by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written<'t> {
    PointsTo(&'t str, &'t str),
    Calls(&'t str, &'t str),
    Reachable(&'t str),
    Escaped(&'t str),
    Opaque(&'t str),
}

/// The reason why a statement cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExplained {
    /// The text is not a statement.
    #[error(
        "unknown statement `{0}`; use points_to(VALUE, OBJECT), calls(SITE, FUNCTION), \
         reachable(FUNCTION), escaped(OBJECT) or opaque(OBJECT)"
    )]
    NoGoal(String),
    /// A name in the statement is unknown.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// The analysis does not derive the statement.
    #[error("`{0}` does not hold: nothing derives it")]
    DoesNotHold(String),
}

/// A derivation, and the data needed to present it.
pub struct Explanation<'n, 'a> {
    analysis: &'n Analysis<'a>,
    names: &'n Names<'a>,
    wording: Wording<'n, 'a>,
    origins: Origins<'n, 'a>,
    derivation: Derivation,
    /// The number of steps without the limit.
    step_count: usize,
    /// The maximum number of steps.
    max_steps: usize,
}

impl<'t> Goal<'t> {
    /// Parses a statement: `points_to(main:p, @g)`, `calls(@main:#3, f)`, `reachable(f)`,
    /// `escaped(@g)`.
    ///
    /// # Errors
    ///
    /// When the text is not a statement, or mentions an unknown entity.
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

    /// The statement about objects of the solution.
    fn statement(&self, lookup: &Lookup, solution: &Solution) -> Result<Statement, NotFound> {
        Ok(match &self.meaning {
            Meaning::Reachable(functions) => Statement::Reachable(functions.clone()),
            Meaning::Escaped(name) => Statement::Escaped(lookup.objects(name, solution)?),
            Meaning::Opaque(name) => Statement::Opaque(lookup.objects(name, solution)?),
            Meaning::Calls(instructions, functions) => {
                Statement::Calls(instructions.clone(), functions.clone())
            }
            Meaning::Callbacks(callers, functions) => {
                Statement::Callbacks(callers.clone(), functions.clone())
            }
            Meaning::PointsTo(subjects, name) => {
                Statement::PointsTo(subjects.clone(), lookup.locations(name, solution)?)
            }
            Meaning::Stored(memory, name) => Statement::Stored(
                lookup.locations(memory, solution)?,
                lookup.locations(name, solution)?,
            ),
        })
    }
}

impl<'n, 'a> Explanation<'n, 'a> {
    /// The shortest derivation that is found. Unless `is_full`, it contains only the
    /// [essential](Derivation::essential) steps. At most the `max_steps` steps nearest to the goal
    /// are kept: fewer if the premises of the next step do not all fit.
    ///
    /// # Errors
    ///
    /// When there is no derivation.
    pub fn of(
        analysis: &'n Analysis<'a>,
        names: &'n Names<'a>,
        goal: &Goal,
        is_full: bool,
        max_steps: usize,
    ) -> Result<Self, NotExplained> {
        let statement = goal.statement(&Lookup::new(names), &analysis.solution)?;
        let shortest = explain_statement(analysis, &statement, is_full);
        let derivation = shortest.ok_or_else(|| NotExplained::DoesNotHold(goal.text.to_owned()))?;
        let (wording, origins) = (Wording::new(analysis, names), Origins::new(analysis));
        let step_count = derivation.steps.len();
        let derivation = derivation.limited(max_steps);
        Ok(Self { analysis, names, wording, origins, derivation, step_count, max_steps })
    }

    /// The derivation as numbered steps.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, step) in self.derivation.steps.iter().enumerate() {
            text += &format!("{}. {}\n", number + 1, self.wording.claim(step.claim));
            let mut reason = format!("{}: {}", step.reason.name(), step.reason.sentence());
            if !step.premises.is_empty() {
                let premises: Vec<_> =
                    step.premises.iter().map(|premise| (premise + 1).to_string()).collect();
                reason += &format!(" (from {})", premises.join(", "));
            }
            if let Some(option) = self.option_for(step) {
                reason += &format!(" ({option} derives it)");
            }
            text += &format!("     {reason}\n");
            if let Some(place) = self.location_of(step) {
                text += &format!("     at {place}\n");
            }
        }
        let shown = self.derivation.steps.len();
        if shown < self.step_count {
            let all = self.step_count;
            let reason = if shown < self.max_steps {
                " (all premises of a step are shown, or none)"
            } else {
                ""
            };
            text +=
                &format!("{shown} of {all} steps are shown{reason}; --max-steps {all} shows all\n");
        }
        text
    }

    /// The derivation as rows of `step`.
    pub fn answer(&self) -> Answer<'n> {
        let mut answer = Answer::new(self.analysis.facts, &relations());
        for (step, derived) in (1..).zip(&self.derivation.steps) {
            let fact = answer.text(&self.wording.claim(derived.claim));
            let rule = answer.text(derived.reason.name());
            let sentence = answer.text(derived.reason.sentence());
            answer.rows.step.push(schema::Step { step, fact, rule, sentence });
            for premise in &derived.premises {
                let premise = *premise as u32 + 1;
                answer.rows.step_premise.push(StepPremise { step, premise });
            }
            if let Some(option) = self.option_for(derived) {
                let option = answer.text(&option);
                answer.rows.step_cut.push(StepCut { step, option });
            }
            let origin = derived.constraint.and_then(|it| self.origins.of(it));
            if let Some(instruction) = origin {
                answer.rows.step_instruction.push(StepInstruction { step, instruction });
            }
        }
        describe(&mut answer, &self.names.index, &self.names.places());
        answer
    }

    /// The option that shows the omitted premises of a step.
    fn option_for(&self, step: &Step) -> Option<String> {
        Some(match step.cut? {
            Cut::Essential => "--full".to_owned(),
            Cut::Limit => format!("--max-steps {}", self.step_count),
        })
    }

    fn location_of(&self, step: &Step) -> Option<String> {
        let owned = step.constraint?;
        let instruction = self.origins.of(owned);
        let place: Option<FileLocation> = instruction.and_then(|it| self.names.place(it));
        match (instruction, place) {
            (Some(it), Some(place)) => {
                Some(format!("{place}, instruction {}", self.analysis.facts.symbol(it)))
            }
            (Some(it), None) => Some(format!("instruction {}", self.analysis.facts.symbol(it))),
            (None, _) => owned.owner.map(|it| format!("function {}", self.names.full_function(it))),
        }
    }
}

/// All ways to parse a statement, which is ambiguous because ids of constants contain commas.
fn parse(statement: &str) -> Vec<Written<'_>> {
    let parts = statement.trim().strip_suffix(')').and_then(|it| it.split_once('('));
    let Some((relation, arguments)) = parts else { return Vec::new() };
    let pairs = arguments
        .match_indices(',')
        .map(|(comma, _)| (arguments[..comma].trim(), arguments[comma + 1..].trim()));
    match relation.trim() {
        "points_to" => pairs.map(|(value, object)| Written::PointsTo(value, object)).collect(),
        "calls" => pairs.map(|(site, function)| Written::Calls(site, function)).collect(),
        "reachable" => vec![Written::Reachable(arguments.trim())],
        "opaque" => vec![Written::Opaque(arguments.trim())],
        "escaped" => vec![Written::Escaped(arguments.trim())],
        _ => Vec::new(),
    }
}

fn meaning<'t>(lookup: &Lookup, statement: Written<'t>) -> Result<Meaning<'t>, NotFound> {
    Ok(match statement {
        Written::Reachable(name) => Meaning::Reachable(lookup.functions(name)?),
        Written::Escaped(object) => {
            lookup.expect_object(object)?;
            Meaning::Escaped(object)
        }
        Written::Opaque(object) => {
            lookup.expect_object(object)?;
            Meaning::Opaque(object)
        }
        Written::Calls(site, name) => {
            let functions = lookup.functions(name)?;
            match (lookup.instructions(site), lookup.functions(site)) {
                (Err(_), Ok(callers)) => Meaning::Callbacks(callers, functions),
                (instructions, _) => Meaning::Calls(instructions?, functions),
            }
        }
        Written::PointsTo(value, object) => {
            lookup.expect_object(object)?;
            match (lookup.subjects(value, None), lookup.expect_object(value)) {
                (Err(_), Ok(())) => Meaning::Stored(value, object),
                (subjects, _) => Meaning::PointsTo(subjects?, object),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_every_way() {
        assert_eq!(parse("points_to(main:p, @g)"), [Written::PointsTo("main:p", "@g")]);
        assert_eq!(parse(" reachable( f ) "), [Written::Reachable("f")]);
        assert_eq!(parse("reachable(f(int, char))"), [Written::Reachable("f(int, char)")]);
        let ways = parse("points_to({ i32, ptr } undef, @g)");
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[1], Written::PointsTo("{ i32, ptr } undef", "@g"));
        for text in ["points_to(x)", "reaches(f)", "f", "escaped(g"] {
            assert!(parse(text).is_empty(), "{text}");
        }
    }
}
