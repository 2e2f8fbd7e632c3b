//! `irlog ub`: undefined behaviour, undef and poison.

use analyses::undefined_behavior::check;
use analyses::undefined_behavior::values::Values;
use anyhow::bail;
use clap::Args;
use facts_schema::Format;

use crate::limits::Limits;
use crate::message::Phase;
use crate::options::Inputs;
use crate::options::derived::Deriver;
use crate::options::findings::FindingsOptions;
use crate::options::undefined_behavior::UndefinedBehaviorOptions;
use crate::output::Answer;
use crate::worker::{Supervised, Worker};

/// Find undefined behaviour, and missing or redundant freezes
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Ub {
    #[command(flatten)]
    inputs: Inputs,

    /// Print what is known about this value, instead of findings: @FUNCTION:%VALUE, or %VALUE in all functions
    #[arg(long, value_name = "VALUE", conflicts_with = "explain")]
    of: Option<String>,

    /// Explain step by step how undef or poison reaches each finding
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    behavior: UndefinedBehaviorOptions,

    #[command(flatten)]
    findings: FindingsOptions,

    #[command(flatten)]
    limits: Limits,
}

const AFTER_HELP: &str = "\
Examples:
  irlog ub program.bc
  irlog ub program.ll --explain
  irlog ub program.bc --of @main:%x
  irlog ub program.bc --of @main:%x --points-to
  irlog ub program.ll --semantics value-wise --select-semantics ub-conditional

Exit status:
  0  there are no findings at level deny
  1  there are findings at level deny
  2  an input cannot be read, or a value is not found";

impl Supervised for Ub {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn run(&self, worker: &Worker) -> anyhow::Result<Answer> {
        if self.of.is_some() && !matches!(self.findings.format, Format::Text | Format::Json) {
            bail!("--of: values are printed as text or JSON; use --format text or --format json");
        }
        if !self.behavior.points_to {
            self.behavior.pointers.reject_without("--points-to")?;
        }
        let (levels, _) = self.findings.settings(&[])?;
        let module = self.inputs.load(worker)?;
        let facts = module.all_facts()?;
        worker.enter(Phase::Analyzing);
        let options = self.behavior.semantics();
        let memory = Deriver::new(facts, &self.behavior, worker).memory()?;
        if let Some(name) = &self.of {
            let values = Values::new(facts, options, memory, name)?;
            let mut json = Vec::new();
            if self.findings.format == Format::Json {
                values.answer().write_json(&mut json)?;
                return Ok(String::from_utf8(json)?.into());
            }
            return Ok(values.text().into());
        }
        let report = check(facts, options, memory, &levels, self.explain);
        Ok(self.findings.render(&report, &module.inputs))
    }
}
