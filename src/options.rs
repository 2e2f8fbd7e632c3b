//! Options that several subcommands share.

pub mod answer;
pub mod asked;
pub mod derived;
pub mod findings;
pub mod format;
pub mod modules;
pub mod own_checks;
pub mod points_to;
pub mod program;
pub mod source_columns;
pub mod undefined_behavior;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use extractor::Input;
use facts_formats::{is_facts, read as read_facts};
use facts_schema::folder::{self, Manifest};
use facts_schema::{DERIVED_GROUPS, Facts, GROUPS};

use crate::message::Phase;
use crate::worker::Worker;

/// What to read.
#[derive(Args)]
pub struct Inputs {
    /// Bitcode, textual IR, or - for standard input; several inputs are linked into one module
    ///
    /// From an archive, object, executable or shared library, all bitcode in it is read; `libfoo.a(member.o)` selects
    /// one member. Instead of a module, the input may be a folder of facts or a database written by irlog.
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
}

/// A module as relations, and its origin.
pub struct Module<'f> {
    /// The relations.
    pub facts: &'f mut Facts,
    /// The inputs as the user named them.
    pub inputs: Vec<String>,
    /// The version of the LLVM that read them.
    pub llvm_version: String,
    /// The groups that a folder of facts lacks.
    missing: Option<MissingGroups>,
}

/// Groups of relations that a folder of facts lacks.
struct MissingGroups {
    groups: Vec<&'static str>,
    /// The error when an answer needs them.
    text: String,
}

impl Module<'_> {
    /// The relations, for an answer that needs all of them.
    ///
    /// # Errors
    ///
    /// When the facts were written without some of them.
    pub fn all_facts(&self) -> anyhow::Result<&Facts> {
        match &self.missing {
            Some(missing) => bail!("{}", missing.text),
            None => Ok(self.facts),
        }
    }

    /// The relations, for an answer that needs these groups. Derived groups need all relations.
    ///
    /// # Errors
    ///
    /// When the facts were written without some of them.
    pub fn facts_of(&self, groups: &[&str]) -> anyhow::Result<&Facts> {
        let is_derived = |group: &&str| DERIVED_GROUPS.iter().any(|it| it.name == *group);
        match &self.missing {
            Some(missing)
                if groups.iter().any(|it| is_derived(it) || missing.groups.contains(it)) =>
            {
                bail!("{}", missing.text)
            }
            _ => Ok(self.facts),
        }
    }
}

impl Inputs {
    /// Reads the inputs. The relations live as long as the process: freeing millions of rows takes time.
    ///
    /// # Errors
    ///
    /// When an input cannot be read or is not a module.
    pub fn load(&self, worker: &Worker) -> anyhow::Result<Module<'static>> {
        let (facts, about) = read(&self.inputs, worker, extractor::load)?;
        Ok(about.module(Box::leak(Box::new(facts))))
    }

    /// How many inputs there are.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Reads each of these inputs as a separate module, one after the other, and calls a function with it and its
    /// name.
    ///
    /// # Errors
    ///
    /// When an input cannot be read or is not a module, and what the function returns.
    pub fn for_each(
        &self,
        positions: impl IntoIterator<Item = usize>,
        worker: &Worker,
        mut see: impl FnMut(&str, Module) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for position in positions {
            let (mut facts, about) =
                read(&self.inputs[position..=position], worker, extractor::load)?;
            let name = self.inputs[position].display().to_string();
            see(&name, about.module(&mut facts)).with_context(|| name.clone())?;
        }
        Ok(())
    }

    /// A folder of facts as the only input.
    pub fn of_folder(folder: PathBuf) -> Self {
        Self { inputs: vec![folder] }
    }

    /// The inputs, as the user named them.
    pub fn paths(&self) -> &[PathBuf] {
        &self.inputs
    }
}

/// What is known about a module besides its relations.
struct About {
    inputs: Vec<String>,
    llvm_version: String,
    missing: Option<MissingGroups>,
}

impl About {
    fn module(self, facts: &mut Facts) -> Module<'_> {
        let Self { inputs, llvm_version, missing } = self;
        Module { facts, inputs, llvm_version, missing }
    }
}

/// Reads inputs with LLVM, or one folder of facts.
fn read(
    paths: &[PathBuf],
    worker: &Worker,
    load: impl Fn(&[Input], &mut dyn FnMut(extractor::Phase)) -> Result<Facts, extractor::Error>,
) -> anyhow::Result<(Facts, About)> {
    if let [path] = paths
        && is_facts(path)
    {
        let (facts, manifest) = read_folder(path, worker)?;
        let missing = missing(path, &manifest);
        let Manifest { inputs, llvm_version, .. } = manifest;
        return Ok((facts, About { inputs, llvm_version, missing }));
    }
    let from_stdin = paths.iter().filter(|path| path.as_os_str() == "-").count();
    ensure!(from_stdin <= 1, "-: standard input can be read only once");
    let mut inputs = Vec::new();
    for path in paths {
        inputs.extend(modules::read_modules(path, worker)?);
    }
    let facts = load(&inputs, &mut report_to(worker))?;
    let inputs = inputs.into_iter().map(|input| input.name).collect();
    Ok((facts, About { inputs, llvm_version: llvm_version(), missing: None }))
}

/// The version of the LLVM that is linked.
pub fn llvm_version() -> String {
    let (major, minor, patch) = extractor::llvm_version();
    format!("{major}.{minor}.{patch}")
}

fn read_folder(path: &Path, worker: &Worker) -> anyhow::Result<(Facts, Manifest)> {
    worker.enter(Phase::Reading(path.display().to_string()));
    Ok(read_facts(path)?)
}

/// The groups that the folder lacks, if any.
fn missing(path: &Path, manifest: &Manifest) -> Option<MissingGroups> {
    let is_missing = |group: &&str| !manifest.groups.iter().any(|present| present == group);
    let missing: Vec<&str> = GROUPS.iter().map(|group| group.name).filter(is_missing).collect();
    (!missing.is_empty()).then(|| {
        let names = missing.join(", ");
        let text = format!(
            "{}: the groups {names} are missing; extract the facts again without --only",
            path.display()
        );
        MissingGroups { groups: missing, text }
    })
}

/// Reports the extractor's phases to the supervisor, and from time to time the progress within a phase.
pub fn report_to(worker: &Worker) -> impl FnMut(extractor::Phase) {
    const PAUSE: Duration = Duration::from_millis(50);
    let mut last: Option<Instant> = None;
    move |phase| {
        let phase = match phase {
            extractor::Phase::Reading(input) => Phase::Reading(input.into()),
            extractor::Phase::Linking(input) => Phase::Linking(input.into()),
            extractor::Phase::Extracting(done, total) => {
                if last.is_some_and(|last| last.elapsed() < PAUSE) {
                    return;
                }
                last = Some(Instant::now());
                Phase::Extracting(done, total)
            }
        };
        worker.enter(phase);
    }
}

/// How ids are written.
#[derive(Args)]
pub struct IdStyle {
    /// How to write ids
    #[arg(long, value_name = "IDS", value_enum, default_value_t = Ids::Symbol)]
    ids: Ids,
}

/// A way to write ids.
#[derive(Clone, Copy, ValueEnum)]
enum Ids {
    /// Readable symbols, such as @main:%x
    Symbol,
    /// Numbers, with relations that map them to the readable ids
    Numeric,
}

impl IdStyle {
    /// How ids are written.
    pub fn ids(&self) -> folder::Ids {
        match self.ids {
            Ids::Symbol => folder::Ids::Symbol,
            Ids::Numeric => folder::Ids::Numeric,
        }
    }
}
