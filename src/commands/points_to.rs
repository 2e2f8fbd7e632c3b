//! `irlog points-to`: what pointers point to.

use analyses::points_to::Analysis;
use analyses::points_to::answer::{Answer as Relations, Relation};
use analyses::points_to::lookup::{Line, Lookup, Subject};
use analyses::points_to::names::Names;
use analyses::points_to::statistics::Statistics;
use analyses::points_to::{escaped, pointers};
use anyhow::{Context, bail};
use clap::Args;
use facts_schema::FunctionId;

use crate::limits::Limits;
use crate::options::points_to::{AnswerFormat, OneInput, PointsToOptions};
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Tell what pointers can point to
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct PointsTo {
    #[command(flatten)]
    input: OneInput,

    /// Values or variables: @main:%x, @global, main:x, x; without them, a summary or all
    #[arg(value_name = "VALUE")]
    values: Vec<String>,

    /// Only in this function; without VALUE, all its values
    #[arg(long, value_name = "FUNCTION")]
    function: Option<String>,

    /// What is computed on this line
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "values")]
    at: Option<String>,

    /// Which pointers may point to this object: @main:%x, @global, a variable, FILE:LINE
    #[arg(long, value_name = "OBJECT", conflicts_with_all = ["values", "at"])]
    reverse: Option<String>,

    /// The functions that have neither a body nor a model, and what is assumed of them
    #[arg(long, conflicts_with_all = ["values", "at", "reverse", "function"])]
    unknown: bool,

    /// The objects that are known to external code
    #[arg(long, conflicts_with_all = ["values", "at", "reverse", "function", "unknown"])]
    escaped: bool,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog points-to program.bc
  irlog points-to program.bc main:list
  irlog points-to program.bc --at list.c:42
  irlog points-to program.bc --reverse list.c:12
  irlog points-to program.bc --format csv > points-to.csv

Exit status:
  0  answered
  2  there is no module, or nothing of this name in it";

impl Supervised for PointsTo {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        let module = self.input.load(worker)?;
        let analysis = self.options.analyze(module.all_facts()?, worker)?;
        let names = Names::new(&analysis);
        let question = Question { analysis: &analysis, names: &names };
        let text = if self.unknown {
            let graph = analysis.call_graph();
            let text = || analysis.unknown_text(&names, &graph);
            self.format.render(text, || analysis.unknown_relation(&names, &graph))
        } else if self.escaped {
            let text = || escaped::text(&analysis, &names);
            self.format.render(text, || escaped::relation(&analysis, &names))
        } else if let Some(object) = &self.reverse {
            self.reverse(&question, object)?
        } else if self.values.is_empty() && self.at.is_none() && self.function.is_none() {
            let text = || question.summary();
            self.format.render(text, || pointers::relations(&names, analysis.pointers()))
        } else {
            let subjects = self.subjects(&question)?;
            let text = || pointers::text(&analysis, &names, &subjects);
            self.format.render(text, || question.relations(&subjects))
        };
        Ok(text.into())
    }
}

/// What a question is answered from.
struct Question<'q, 'a> {
    analysis: &'q Analysis<'a>,
    names: &'q Names<'q>,
}

impl PointsTo {
    /// What the question is about.
    fn subjects(&self, question: &Question) -> anyhow::Result<Vec<Subject>> {
        let lookup = Lookup::new(question.analysis, question.names);
        let functions = match &self.function {
            Some(name) => Some(lookup.functions(name).context("--function")?),
            None => None,
        };
        let mut subjects = match &self.at {
            Some(line) => at_line(&lookup, question, &line.parse()?)?,
            None => self.named(&lookup, question, functions.as_deref())?,
        };
        if let (Some(_), Some(functions)) = (&self.at, &functions) {
            subjects.retain(|subject| match subject {
                Subject::Value(value) => {
                    question.names.owner_of(*value).is_some_and(|it| functions.contains(&it))
                }
                Subject::Memory(_) => true,
            });
        }
        subjects.dedup();
        Ok(subjects)
    }

    fn named(
        &self,
        lookup: &Lookup,
        question: &Question,
        functions: Option<&[FunctionId]>,
    ) -> anyhow::Result<Vec<Subject>> {
        let mut subjects = Vec::new();
        if self.values.is_empty() {
            for function in functions.unwrap_or_default() {
                let values = question.analysis.values_of(question.names, *function);
                subjects.extend(values.into_iter().map(Subject::Value));
            }
            return Ok(subjects);
        }
        for name in &self.values {
            match functions {
                None => subjects.extend(lookup.subjects(name, None)?),
                Some(functions) => {
                    for function in functions {
                        subjects.extend(lookup.subjects(name, Some(*function))?);
                    }
                }
            }
        }
        Ok(subjects)
    }

    fn reverse(&self, question: &Question, object: &str) -> anyhow::Result<String> {
        let lookup = Lookup::new(question.analysis, question.names);
        let objects = lookup.objects(object).context("--reverse")?;
        let mut found = question.analysis.pointers_to(&objects);
        if let Some(name) = &self.function {
            let functions = lookup.functions(name).context("--function")?;
            found.retain(|pointer| match pointer.holder {
                pointers::Holder::Value(value, _) => {
                    question.names.owner_of(value).is_some_and(|it| functions.contains(&it))
                }
                pointers::Holder::Memory(_) => false,
            });
        }
        let names = question.names;
        let text = || match found.is_empty() {
            true => format!("nothing points to {object}\n"),
            false => pointers::reverse_list(names, &found),
        };
        Ok(self.format.render(text, || pointers::relations(names, found.iter().copied())))
    }
}

/// The values that are computed on a line.
fn at_line(lookup: &Lookup, question: &Question, line: &Line) -> anyhow::Result<Vec<Subject>> {
    let instructions = lookup.instructions_at(line)?;
    let results = instructions.into_iter().filter_map(|it| question.names.result_of(it));
    let is_pointer =
        |it: &facts_schema::ValueId| question.analysis.constraints.parts_of(*it).next().is_some();
    let subjects: Vec<_> = results.filter(is_pointer).map(Subject::Value).collect();
    if subjects.is_empty() {
        bail!(lookup.nothing_at(line, "no pointer is computed"));
    }
    Ok(subjects)
}

impl Question<'_, '_> {
    fn relations(&self, subjects: &[Subject]) -> Relations {
        let pointers = subjects.iter().flat_map(|subject| self.analysis.pointers_of(*subject));
        let mut answer = pointers::relations(self.names, pointers);
        // What points nowhere is an answer too.
        let mut subject = Relation::new("subject", &["value", "object"]);
        for it in subjects {
            let (value, object) = match it {
                Subject::Value(value) => (Some(self.names.value_id(*value)), None),
                Subject::Memory(object) => {
                    (None, self.names.address_of(*object).map(|it| self.names.value_id(it)))
                }
            };
            subject.rows.push(vec![value.into(), object.into()]);
        }
        answer.relations.insert(0, subject);
        answer
    }

    fn summary(&self) -> String {
        let graph = self.analysis.call_graph();
        let statistics = Statistics::of(self.analysis, self.names, &graph);
        format!(
            "{statistics}\n\
             To ask more: a VALUE such as main:x or @main:%x, --at FILE:LINE, --reverse OBJECT,\n\
             --unknown, --escaped; --format json, csv or souffle print all that is known.\n"
        )
    }
}
