//! Programs with pointer assertions, and whether irlog proves them.
//!
//! A program calls `assert_may_alias(p, q)` where the pointers are equal at run time, `assert_no_alias(p, q)` where
//! they differ, and `assert_must_alias(p, q)` where irlog must prove that they are always equal. All assertions are
//! true: `scripts/pointer-assertions` runs the programs. In the folders `soundness` and `precision`, irlog has to agree
//! with each assertion; in the folder `imprecision` with none, and the program states the reason. For small modules,
//! both solvers must have the same tuples, which must satisfy the rules.
//!
//! Comments at the head of a program configure its test:
//!
//! - `CONTEXT: 1`: the call-string length.
//! - `BUILDS: O0 O1`: the only optimisation levels to compile at.
//! - `FLAGS: -fPIC`: options for the compiler.
//! - `LINK: -pthread`: options for the linker.
//! - `NOT EXECUTED: why`: the program is not run.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use extractor::Input;
use facts_schema::view::Index;
use facts_schema::{EntityId, Facts, FunctionId, InstructionId, ValueId};
use points_to::alias::Alias;
use points_to::model::files::built_in;
use points_to::{Analysis, EscapedMemory, Options, Problem, Solver, analyze};

/// A program with pointer assertions.
pub struct Program {
    /// The call-string length.
    pub depth: usize,
    /// The builds to test; empty for all.
    pub builds: Vec<String>,
    /// Whether irlog is known to be too imprecise for the assertions.
    pub is_imprecise: bool,
    /// The lines of its assertions, from 1.
    pub lines: BTreeSet<u32>,
}

impl Program {
    /// Reads the configuration at the head of a program.
    pub fn new(path: &Path, text: &str) -> Self {
        let head = |key: &str| {
            let comments = text.lines().map_while(|line| {
                line.strip_prefix("//").or_else(|| line.strip_prefix(';')).map(str::trim)
            });
            comments.filter_map(|line| line.strip_prefix(key)).next().map(str::trim)
        };
        let is_check = |line: &str| {
            let code = line.trim_start();
            let is_comment = code.starts_with("//") || code.starts_with(';');
            let is_definition = code.starts_with("define") || code.starts_with("declare");
            let names = Claim::ALL.map(|claim| format!("{}(", claim.name()));
            !is_comment && !is_definition && names.iter().any(|name| line.contains(name.as_str()))
        };
        let lines = (1..).zip(text.lines()).filter(|(_, line)| is_check(line));
        Self {
            depth: head("CONTEXT:").and_then(|depth| depth.parse().ok()).unwrap_or(0),
            builds: head("BUILDS:")
                .map(|builds| builds.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            is_imprecise: path.parent().is_some_and(|folder| folder.ends_with("imprecision")),
            lines: lines.map(|(number, _)| number).collect(),
        }
    }
}

/// The kind of an assertion about two pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// They are equal at least once.
    May,
    /// They are never equal.
    No,
    /// They are always equal.
    Must,
}

impl Claim {
    const ALL: [Self; 3] = [Self::May, Self::No, Self::Must];

    /// The name of the function for this assertion.
    fn name(self) -> &'static str {
        match self {
            Self::May => "assert_may_alias",
            Self::No => "assert_no_alias",
            Self::Must => "assert_must_alias",
        }
    }

    /// The assertion that a function with this name, mangled or not, makes.
    fn of(function: &str) -> Option<Self> {
        let is_it = |claim: &Self| {
            let name = claim.name();
            function == name || function.starts_with(&format!("_Z{}{name}", name.len()))
        };
        Self::ALL.into_iter().find(is_it)
    }

    fn agrees(self, alias: Alias) -> bool {
        match self {
            Self::May => alias != Alias::No,
            Self::No => alias == Alias::No,
            Self::Must => alias == Alias::Must,
        }
    }
}

/// An assertion, and irlog's answer.
pub struct Check {
    claim: Claim,
    answer: Alias,
    function: String,
    /// Its line in the source; 0 if the module does not contain it.
    line: u32,
    /// Its position in the function.
    position: u32,
    /// Whether the call is reachable according to irlog.
    is_reachable: bool,
}

impl Check {
    /// Whether irlog proves the assertion.
    pub fn holds(&self) -> bool {
        self.claim.agrees(self.answer)
    }
}

/// `line 12, @main:#17: assert_no_alias, and the answer is May`.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { claim, answer, function, line, position, is_reachable } = self;
        let claim = claim.name();
        write!(f, "line {line}, @{function}:#{position}: {claim}, and the answer is {answer:?}")?;
        if !is_reachable {
            f.write_str("; irlog says that nothing calls the function")?;
        }
        Ok(())
    }
}

/// The results for one module.
pub struct Outcome {
    /// The number of assertions with the expected answer.
    pub passed: usize,
    /// The assertions with another answer.
    pub problems: Vec<String>,
    /// Whether the module is small enough to run both solvers.
    pub is_compared: bool,
}

/// With more variables, the Datalog rules take minutes for some programs.
const FEW_VARIABLES: usize = 1000;

/// Checks a module that was compiled from a program. An unoptimised build must contain all assertions of the program,
/// an optimised one at least one.
pub fn check(program: &Program, module: &Path, is_optimised: bool) -> Result<Outcome, String> {
    let content =
        std::fs::read(module).map_err(|error| format!("{}: {error}", module.display()))?;
    let input = Input { name: module.display().to_string(), content };
    let facts = extractor::load(&[input], &mut |_| {}).map_err(|error| error.to_string())?;
    let options = Options {
        models: built_in().clone(),
        unknown: Default::default(),
        roots: Default::default(),
        depth: program.depth,
        solver: None,
        escaped: Some(EscapedMemory::Followed),
    };
    let problem = Problem::new(&facts, &options);
    let is_compared = problem.constraints.variables.len() <= FEW_VARIABLES;
    let mut problems = Vec::new();
    if is_compared {
        problems.extend(compare(&facts, &options));
    }
    let analysis = problem.solve();
    if let Err(complaints) = analysis.verify() {
        problems.push(format!("{} complaints of --verify", complaints.len()));
    }
    let checks = checks(&facts, &analysis);

    let mut passed = 0;
    for check in &checks {
        if !check.is_reachable || check.holds() == program.is_imprecise {
            let surprise = if check.holds() { " (irlog knows this now: move it)" } else { "" };
            problems.push(format!("{check}{surprise}"));
        } else {
            passed += 1;
        }
    }
    let opaque = Options { escaped: Some(EscapedMemory::Opaque), ..options };
    let answers = self::checks(&facts, &analyze(&facts, &opaque));
    for (check, answer) in checks.iter().zip(&answers) {
        if check.holds() != answer.holds() {
            problems.push(format!("{answer}, if escaped memory is opaque"));
        }
    }
    if checks.is_empty() {
        problems.push("there is no check".to_owned());
    }
    if !is_optimised {
        let is_text = module.extension().is_some_and(|extension| extension == "ll");
        let found: BTreeSet<u32> = checks.iter().map(|check| check.line).collect();
        if is_text && checks.len() != program.lines.len() {
            let (found, written) = (checks.len(), program.lines.len());
            problems.push(format!("{written} checks are written, {found} are in the module"));
        } else if !is_text && found != program.lines {
            let missing: Vec<_> = program.lines.symmetric_difference(&found).collect();
            problems.push(format!("checks of these lines are not in the module: {missing:?}"));
        }
    }
    Ok(Outcome { passed, problems, is_compared })
}

/// The differences between the solvers, and the violations of the rules in their solutions.
fn compare(facts: &Facts, options: &Options) -> Vec<String> {
    let mut problems = Vec::new();
    for escaped in [EscapedMemory::Followed, EscapedMemory::Opaque] {
        let [datalog, wave] = [Solver::Datalog, Solver::Wave].map(|solver| {
            let (solver, escaped) = (Some(solver), Some(escaped));
            analyze(facts, &Options { solver, escaped, ..options.clone() })
        });
        for (analysis, solver) in [(&datalog, "datalog"), (&wave, "wave")] {
            if let Err(complaints) = analysis.verify() {
                problems.push(format!("{solver}: {} complaints of --verify", complaints.len()));
            }
        }
        if datalog.solution != wave.solution {
            problems.push(format!("the solvers differ, with escaped memory {escaped:?}"));
        }
    }
    problems
}

/// All assertions in a module.
fn checks(facts: &Facts, analysis: &Analysis) -> Vec<Check> {
    let index = Index::new(facts);
    let reachable: BTreeSet<FunctionId> =
        analysis.solution.reachable.iter().map(|(function, _)| *function).collect();
    let name = |value: ValueId| {
        let name = index.value_name.first(value).map(|row| facts.display(row.name).into_owned());
        name.unwrap_or_default()
    };
    let line = |instruction: InstructionId| {
        let location = index.instruction_location.first(instruction)?.location;
        Some(index.source_location.first(location)?.line)
    };
    let mut checks = Vec::new();
    for call in &facts.call_instruction {
        let Some(claim) = Claim::of(&name(call.callee)) else { continue };
        let arguments = index.call_argument.all(call.instruction);
        let &[one, other, ..] = arguments else { continue };
        let Some(instruction) = facts.instruction.get(call.instruction.index()) else { continue };
        let function = facts.function.get(instruction.function.index());
        checks.push(Check {
            claim,
            answer: analysis.alias(one.argument, other.argument).alias,
            function: function.map(|row| name(row.value)).unwrap_or_default(),
            line: line(call.instruction).unwrap_or(0),
            position: instruction.position,
            is_reachable: reachable.contains(&instruction.function),
        });
    }
    checks
}
