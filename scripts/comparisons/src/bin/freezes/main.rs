//! Measures how many of the freezes that LLVM proves redundant irlog also proves redundant.
//!
//! Usage: freezes MODULE...
//!
//! LLVM's pass first runs on each module until it finds nothing more to do. Then every value is frozen, each in one of
//! several copies of the module, so that the freezes do not affect each other: an opaque function takes the frozen
//! value as its argument. If the pass replaces the argument by the value itself, it has proved it to be well defined.
//!
//! instcombine may also move a freeze up to the operands, and remove flags there. So its freeze counts as redundant
//! only if all instructions from which the value is computed are unchanged, and contain no freeze.

mod text;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context, bail, ensure};
use extractor::Input;
use rayon::prelude::*;
use text::{Frozen, Values};
use undefined_behavior::control::ProgramPoint;
use undefined_behavior::{Analysis, Module, Options};

/// Each copy freezes one of this number of values.
const COPIES: usize = 8;

/// The required share.
const GOAL: f64 = 0.95;

const PASSES: &[&str] = &["instsimplify", "instcombine"];

fn main() -> anyhow::Result<()> {
    let modules: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    ensure!(!modules.is_empty(), "usage: freezes MODULE...");
    let folder = tempfile::tempdir()?;
    let mut totals: Vec<Count> = PASSES.iter().map(|_| Count::default()).collect();
    let mut too_low = Vec::new();
    for module in &modules {
        let name = module.file_stem().unwrap_or_default().to_string_lossy();
        for (pass, total) in PASSES.iter().zip(&mut totals) {
            let start = Instant::now();
            let count = compare(module, pass, folder.path())
                .with_context(|| module.display().to_string())?;
            println!("{name}: {} ({:.0} s)", count.line(pass), start.elapsed().as_secs_f64());
            for value in count.missing.iter().take(shown()) {
                println!("  only LLVM: {value}");
            }
            for value in count.only_irlog.iter().take(shown()) {
                println!("  only irlog: {value}");
            }
            if count.share() < GOAL {
                too_low.push(format!("{name} ({pass})"));
            }
            total.add(count);
        }
    }
    for (pass, total) in PASSES.iter().zip(&totals) {
        println!("all {} modules: {}", modules.len(), total.line(pass));
    }
    ensure!(
        too_low.is_empty(),
        "irlog proves less than {:.0} % of what LLVM does: {}",
        100.0 * GOAL,
        too_low.join(", ")
    );
    Ok(())
}

/// The number of freezes to show that only one of the two proves redundant: the value of `SHOW`.
fn shown() -> usize {
    env::var("SHOW").ok().and_then(|count| count.parse().ok()).unwrap_or_default()
}

/// The result for one module and one pass.
#[derive(Default)]
struct Count {
    /// All freezes.
    all: usize,
    /// Those that LLVM proves redundant.
    llvm: usize,
    /// Those of them that irlog does not prove redundant.
    missing: Vec<String>,
    /// Those that only irlog proves redundant.
    only_irlog: Vec<String>,
}

impl Count {
    fn share(&self) -> f64 {
        if self.llvm == 0 {
            return 1.0;
        }
        (self.llvm - self.missing.len()) as f64 / self.llvm as f64
    }

    fn line(&self, pass: &str) -> String {
        format!(
            "{pass} proves {} of {} freezes useless; irlog proves {:.2} % of these, all but {}, and \
             {} that only irlog finds",
            self.llvm,
            self.all,
            100.0 * self.share(),
            self.missing.len(),
            self.only_irlog.len()
        )
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.llvm += other.llvm;
        self.missing.extend(other.missing);
        self.only_irlog.extend(other.only_irlog);
    }
}

fn compare(module: &Path, pass: &str, folder: &Path) -> anyhow::Result<Count> {
    let base = folder.join("base.ll");
    // instcombine reports an error if it needs another run.
    let own = match pass {
        "instcombine" => "instcombine<no-verify-fixpoint>".to_owned(),
        _ => pass.to_owned(),
    };
    // Passes skip functions with `optnone`.
    opt(module, &base, "", &["-strip-debug"])?;
    let text = fs::read_to_string(&base)?.replace("noinline nounwind optnone", "nounwind");
    fs::write(&base, text.replace(" optnone", ""))?;
    opt(&base, &base, &format!("function({own},{own},{own}),function(instnamer)"), &[])?;
    let text = fs::read_to_string(&base)?;
    let (values, well_defined) = irlog(&text)?;
    let proved: Vec<anyhow::Result<Vec<Frozen>>> = (0..COPIES)
        .into_par_iter()
        .map(|copy| {
            let (frozen_text, frozen) = text::freeze(&text, &values, copy, COPIES);
            let frozen_path = folder.join(format!("frozen-{copy}.ll"));
            let result_path = folder.join(format!("result-{copy}.ll"));
            fs::write(&frozen_path, frozen_text)?;
            opt(&frozen_path, &result_path, &format!("function({own})"), &[])?;
            Ok(text::proved(&text, &fs::read_to_string(&result_path)?, frozen))
        })
        .collect();
    let mut count = Count::default();
    for frozen in proved {
        for Frozen { function, value, is_proved } in frozen? {
            count.all += 1;
            let symbol = format!("{function}:{value}");
            let is_well_defined = well_defined.contains(&symbol);
            match (is_proved, is_well_defined) {
                (true, true) => count.llvm += 1,
                (true, false) => {
                    count.llvm += 1;
                    count.missing.push(symbol);
                }
                (false, true) => count.only_irlog.push(symbol),
                (false, false) => {}
            }
        }
    }
    Ok(count)
}

/// The types of all values that can be frozen, and the values that irlog proves well defined at their definition.
fn irlog(text: &str) -> anyhow::Result<(Values, HashSet<String>)> {
    let input = Input { name: "base.ll".to_owned(), content: text.as_bytes().to_vec() };
    let facts = extractor::load(&[input], &mut |_| {})?;
    let module = Module::new(&facts);
    let mut values = Values::default();
    for row in &facts.value {
        let kind = module.type_kind(row.r#type);
        use facts_schema::TypeKind::{Label, Metadata, Token, Void, X86Amx};
        if !matches!(kind, Label | Metadata | Token | Void | X86Amx) {
            values.types.insert(facts.symbol(row.value), facts.symbol(row.r#type));
        }
    }
    for row in &facts.argument {
        let (function, value) = (facts.symbol(row.function), facts.symbol(row.value));
        let name = value.strip_prefix(&format!("{function}:")).unwrap_or_default();
        values.arguments.entry(function).or_default().push(name.to_owned());
    }
    let (_, found) =
        Analysis::run(module, Options::default(), HashMap::default(), |module, known| {
            let arguments = module.index.function_argument().all(known.function).iter();
            let arguments = arguments.map(|row| (row.value, ProgramPoint(0)));
            let results = known.control.rows().iter().filter_map(|row| {
                Some((module.result(row.instruction)?, ProgramPoint::behind(row.position)))
            });
            arguments
                .chain(results)
                .filter(|&(value, at)| known.is_well_defined_at(module, value, at))
                .map(|(value, _)| facts.symbol(value))
                .collect::<Vec<String>>()
        });
    let well_defined = found.into_iter().flat_map(|(_, values)| values).collect();
    Ok((values, well_defined))
}

fn opt(from: &Path, to: &Path, passes: &str, options: &[&str]) -> anyhow::Result<()> {
    let status = Command::new("opt-19")
        .args(["-S", &format!("-passes={passes}")])
        .args(options)
        .arg(from)
        .arg("-o")
        .arg(to)
        .status()
        .context("opt-19 cannot be run; scripts/install-packages installs it")?;
    if !status.success() {
        bail!("opt-19 {passes} fails");
    }
    Ok(())
}
