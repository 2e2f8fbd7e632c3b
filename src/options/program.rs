//! Datalog programs from files and from the command line.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use facts_schema::Facts;
use query::diagnostic::Diagnostic;
use query::facts::{self, Derived, FactsSource};
use query::infer::infer;
use query::plan::Plan;
use query::run::RunError;
use query::syntax::{self, Atom, Clause, Directive, DirectiveKind, TextId};
use query::texts::Texts;
use query::{library, parse_all, render};

use crate::options::derived::Deriver;
use crate::options::points_to::PointsToOptions;
use crate::output::{Rejected, explain};
use crate::worker::Worker;

/// The sources of a program.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    /// Files, which are one program.
    pub files: &'a [PathBuf],
    /// Texts from the command line.
    pub expressions: &'a [String],
    /// Folders in which included files are looked for after the folder of the including file.
    pub include_folders: &'a [PathBuf],
}

/// A program that has been read.
pub struct Program {
    /// Its syntax.
    pub syntax: syntax::Program,
    /// Its texts, to show errors in.
    pub texts: Texts,
}

impl Program {
    /// Reads a program. Relations that its expressions use without a declaration are declared.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or the text has errors.
    pub fn read(sources: Sources) -> anyhow::Result<Self> {
        let (mut texts, mut parts) = add_texts(sources, false)?;
        let mut parsed = parse_all(&mut texts, &parts.all());
        if texts.ids().any(|it| library::mentions_published(texts.text(it))) {
            (texts, parts) = add_texts(sources, true)?;
            parsed = parse_all(&mut texts, &parts.all());
        }
        let mut syntax = parsed.map_err(|it| rejected(&texts, &it))?;
        with_signatures(|source| infer(&mut syntax, &parts.expressions, source));
        Ok(Self { syntax, texts })
    }

    /// Checks the program, and plans how to run it.
    ///
    /// # Errors
    ///
    /// When it has errors.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        with_signatures(|source| Plan::of(&self.syntax, source))
            .map_err(|it| self.rejected(&it).into())
    }

    /// Like [`Program::plan`], for a plan that can explain rows.
    ///
    /// # Errors
    ///
    /// When it has errors.
    pub fn traced_plan(&self) -> anyhow::Result<Plan> {
        with_signatures(|source| Plan::traced(&self.syntax, source))
            .map_err(|it| self.rejected(&it).into())
    }

    /// Reads a row that is to be explained: `reachable("@main")`. The program outputs its relation from then on.
    ///
    /// # Errors
    ///
    /// When the text has errors.
    pub fn goal(&mut self, text: &str) -> anyhow::Result<Atom> {
        let text = format!("{}.", text.trim_end().trim_end_matches('.'));
        let id = self.texts.add("<explain>", text);
        let parsed = query::parse(&mut self.texts, id).map_err(|it| self.rejected(&it))?;
        let [Clause { heads, bodies, .. }] = parsed.clauses.as_slice() else {
            bail!("--explain: expected one row, as in 'reachable(\"@main\")'");
        };
        let ([goal], true) = (heads.as_slice(), bodies.iter().all(Vec::is_empty)) else {
            bail!("--explain: expected one row, as in 'reachable(\"@main\")'");
        };
        self.syntax.directives.push(Directive {
            kind: DirectiveKind::Output,
            relation: goal.relation.clone(),
            parameters: Vec::new(),
        });
        Ok(goal.clone())
    }

    /// Errors in the program, to be shown with its lines.
    pub fn rejected(&self, mistakes: &[Diagnostic]) -> Rejected {
        rejected(&self.texts, mistakes)
    }

    /// The error when a program without errors fails while it runs.
    pub fn explained(&self, error: RunError) -> anyhow::Error {
        match error {
            RunError::Evaluate { message, span } => {
                self.rejected(&[Diagnostic::new(message, span)]).into()
            }
            error => error.into(),
        }
    }
}

/// The groups of relations that a program uses.
pub fn groups_of(plan: &Plan) -> impl Iterator<Item = &'static str> {
    plan.inputs().iter().filter_map(|it| facts::group_of(&it.name))
}

/// The relations of a module as a program sees them. Derived ones are computed when they are first loaded.
pub fn source<'a>(
    module: &'a Facts,
    pointers: &'a PointsToOptions,
    worker: &'a Worker,
) -> FactsSource<'a> {
    let derive = move |group: &str| {
        let mut derived = Derived::default();
        let mut deriver = Deriver::with_pointers(module, pointers, worker);
        derived.groups =
            deriver.derive(group, &mut derived.facts).map_err(|error| explain(&error))?;
        Ok(derived)
    };
    FactsSource::new(module, Box::new(derive))
}

/// The texts that a program consists of, without those that they include.
#[derive(Default)]
struct Parts {
    files: Vec<TextId>,
    expressions: Vec<TextId>,
}

impl Parts {
    fn all(&self) -> Vec<TextId> {
        [self.files.as_slice(), &self.expressions].concat()
    }
}

fn add_texts(sources: Sources, with_published: bool) -> anyhow::Result<(Texts, Parts)> {
    let mut texts = Texts::new()
        .with_library(library::LIBRARY)
        .with_folders(sources.include_folders.iter().cloned());
    let mut parts = Parts::default();
    if with_published {
        parts.files.push(texts.add(library::PUBLISHED, library::published()));
    }
    for path in sources.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: cannot be read"))?;
        parts.files.push(texts.add(name, text));
    }
    for expression in sources.expressions {
        parts.expressions.push(texts.add_expression(expression));
    }
    Ok((texts, parts))
}

fn rejected(texts: &Texts, mistakes: &[Diagnostic]) -> Rejected {
    Rejected(render(texts, mistakes, true))
}

/// Calls a function with a source that knows all relations, and has no rows.
fn with_signatures<T>(use_source: impl FnOnce(&FactsSource) -> T) -> T {
    let nothing = Facts::default();
    use_source(&FactsSource::new(&nothing, Box::new(|_| Err("no module is loaded".into()))))
}
