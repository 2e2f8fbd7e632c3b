//! `irlog points-to`: what pointers point to.

use analyses::points_to::lookup::Lookup;
use analyses::points_to::names::Names;
use analyses::points_to::statistics::Statistics;
use analyses::points_to::{escape_roots, escaped, pointers, unknown};
use anyhow::Context;
use clap::Args;
use facts_schema::{Format, FunctionId, RelationId};
use points_to::Analysis;
use points_to::pointers::{Holder, Pointer, Subject};

use crate::limits::Limits;
use crate::options::Inputs;
use crate::options::answer::{AnswerOptions, RowOptions};
use crate::options::asked::reject_names;
use crate::options::points_to::PointsToOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Print what pointers may point to
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct PointsTo {
    #[command(flatten)]
    inputs: Inputs,

    /// Value or variable to look up, such as @main:%x, @global, main:x or x
    ///
    /// If nothing is selected, the text output is a summary, and the other formats contain all pointers.
    #[arg(long, value_name = "VALUE")]
    of: Vec<String>,

    /// Restrict the answer to this function; without --of, look up all its values
    #[arg(long, value_name = "FUNCTION")]
    function: Option<String>,

    /// Look up the values that are computed on this line
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "of")]
    at: Option<String>,

    /// List the pointers that may point to this object: @main:%x, @global, a variable or FILE:LINE
    #[arg(long, value_name = "OBJECT", conflicts_with_all = ["of", "at"])]
    reverse: Option<String>,

    /// List the functions with neither a body nor a model, and what is assumed about them
    #[arg(long, conflicts_with_all = ["of", "at", "reverse", "function"])]
    unknown: bool,

    /// List the objects that escape to external code
    #[arg(long, conflicts_with_all = ["of", "at", "reverse", "function", "unknown"])]
    escaped: bool,

    #[command(flatten)]
    answer: AnswerOptions,

    #[command(flatten)]
    options: PointsToOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog points-to program.bc
  irlog points-to program.bc --of main:list
  irlog points-to program.bc --at list.c:42
  irlog points-to program.bc --reverse list.c:12
  irlog points-to program.bc --format csv -o points-to
  irlog points-to main.bc list.bc --of main:list --format json

Exit status:
  0  success
  2  an input cannot be read, or a name is not found";

impl Supervised for PointsTo {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn rows(&self) -> Option<(&RowOptions, Format)> {
        Some(self.answer.rows())
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        reject_names(&self.inputs)?;
        self.answer.check(&self.relations())?;
        let module = self.inputs.load(worker)?;
        let problem = self.options.prepare(module.all_facts()?, worker)?;
        let question = self.question(&Names::of(problem.facts, &problem.constraints))?;
        let analysis = self.options.solve(problem)?;
        let answers = Answers { analysis: &analysis, names: &Names::new(&analysis) };
        let (names, answer) = (answers.names, &self.answer);
        match question {
            Question::All => {
                let rows = || pointers::whole_answer(&analysis, names);
                answer.answer(worker, || answers.summary(), rows)
            }
            Question::Of(subjects) => {
                let text = || pointers::text(&analysis, names, &subjects);
                let found = subjects.iter().flat_map(|subject| analysis.pointers_of(*subject));
                let rows = || pointers::answer(&analysis, names, &subjects, found);
                answer.answer(worker, text, rows)
            }
            Question::To(object, functions) => {
                let found = answers.reverse(object, functions.as_deref())?;
                let text = || match found.is_empty() {
                    true => format!("nothing points to {object}\n"),
                    false => pointers::reverse_list(names, &found),
                };
                let rows = || pointers::answer(&analysis, names, &[], found.iter().copied());
                answer.answer(worker, text, rows)
            }
            Question::Unknown => {
                let graph = analysis.call_graph();
                let text = || unknown::text(&analysis, names, &graph);
                let rows = || unknown::answer(&analysis, names, &graph);
                answer.answer(worker, text, rows)
            }
            Question::Escaped => {
                let text = || escaped::text(&analysis, names);
                answer.answer(worker, text, || escaped::answer(&analysis, names))
            }
        }
    }
}

/// The question.
enum Question<'q> {
    /// All pointers.
    All,
    /// What these point to.
    Of(Vec<Subject>),
    /// What points to this object, in these functions only.
    To(&'q str, Option<Vec<FunctionId>>),
    /// Which functions are unknown.
    Unknown,
    /// Which objects escape.
    Escaped,
}

impl PointsTo {
    /// The relations of the answer.
    fn relations(&self) -> Vec<RelationId> {
        match self {
            _ if self.unknown => unknown::RELATIONS.to_vec(),
            _ if self.escaped => escaped::relations(),
            _ if self.is_about_all() => pointers::whole_relations(),
            _ => pointers::relations(),
        }
    }

    /// Whether nothing is selected.
    fn is_about_all(&self) -> bool {
        let is_restricted = self.function.is_some() || self.at.is_some() || self.reverse.is_some();
        self.of.is_empty() && !is_restricted && !self.unknown && !self.escaped
    }

    /// The question, with its names resolved.
    fn question(&self, names: &Names) -> anyhow::Result<Question<'_>> {
        let lookup = Lookup::new(names);
        let functions = match &self.function {
            Some(name) => Some(lookup.functions(name).context("--function")?),
            None => None,
        };
        Ok(match (&self.reverse, &self.at, &functions) {
            _ if self.unknown => Question::Unknown,
            _ if self.escaped => Question::Escaped,
            (Some(object), ..) => {
                lookup.expect_object(object).context("--reverse")?;
                Question::To(object, functions)
            }
            (None, None, None) if self.of.is_empty() => Question::All,
            (None, Some(line), _) => {
                let mut values = lookup.values_at(&line.parse()?)?;
                if let Some(functions) = functions {
                    let is_one = |it: FunctionId| functions.contains(&it);
                    values.retain(|value| names.owner_of(*value).is_some_and(is_one));
                }
                Question::Of(without_copies(values.into_iter().map(Subject::Value)))
            }
            (None, None, Some(functions)) if self.of.is_empty() => {
                let values = functions.iter().flat_map(|function| lookup.values_in(*function));
                Question::Of(without_copies(values.map(Subject::Value)))
            }
            (None, None, _) => Question::Of(self.named(&lookup, functions.as_deref())?),
        })
    }

    fn named(
        &self,
        lookup: &Lookup,
        functions: Option<&[FunctionId]>,
    ) -> anyhow::Result<Vec<Subject>> {
        let mut subjects = Vec::new();
        for name in &self.of {
            match functions {
                None => subjects.extend(lookup.subjects(name, None)?),
                Some(functions) => {
                    for function in functions {
                        subjects.extend(lookup.subjects(name, Some(*function))?);
                    }
                }
            }
        }
        Ok(without_copies(subjects))
    }
}

fn without_copies(subjects: impl IntoIterator<Item = Subject>) -> Vec<Subject> {
    let mut subjects: Vec<_> = subjects.into_iter().collect();
    subjects.dedup();
    subjects
}

/// The data from which a question is answered.
struct Answers<'q, 'a> {
    analysis: &'q Analysis<'a>,
    names: &'q Names<'q>,
}

impl Answers<'_, '_> {
    fn reverse(
        &self,
        object: &str,
        functions: Option<&[FunctionId]>,
    ) -> anyhow::Result<Vec<Pointer>> {
        let lookup = Lookup::new(self.names);
        let objects = lookup.objects(object, &self.analysis.solution).context("--reverse")?;
        let mut found = self.analysis.pointers_to(&objects);
        if let Some(functions) = functions {
            found.retain(|pointer| match pointer.holder {
                Holder::Value(value, _) => {
                    self.names.owner_of(value).is_some_and(|it| functions.contains(&it))
                }
                Holder::Memory(_) => false,
            });
        }
        Ok(found)
    }

    fn summary(&self) -> String {
        let graph = self.analysis.call_graph();
        let statistics = Statistics::of(self.analysis, &graph);
        format!(
            "{statistics}\n{}{}\n\
             For details: --of VALUE such as main:x or @main:%x, --at FILE:LINE, --reverse OBJECT,\n\
             --unknown, --escaped; --format json, csv and souffle print all results.\n",
            escape_roots::text(self.analysis, self.names),
            escape_roots::given_up_text(self.analysis, self.names),
        )
    }
}
