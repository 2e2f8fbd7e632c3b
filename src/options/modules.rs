//! The modules in an input: it may be an archive or an object with embedded bitcode.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use extractor::{Input, Opened};
use facts_formats::is_database;
use facts_formats::lake::is_lake;
use facts_schema::folder;

use crate::message::{Message, Phase};
use crate::worker::Worker;

/// The maximum number of members without bitcode that a warning names.
const NAMED: usize = 3;

/// The first bytes of every Parquet file.
const PARQUET_MAGIC: &[u8] = b"PAR1";

/// Reads an input, and finds the modules in it.
///
/// # Errors
///
/// When it cannot be read, or is a container without bitcode.
pub fn read_modules(path: &Path, worker: &Worker) -> anyhow::Result<Vec<Input>> {
    if let Some((archive, member)) = in_archive(path) {
        let mut modules = open(&archive, worker)?.modules;
        let name = path.display().to_string();
        // This selects all members of this name, and all modules in each.
        let start = name.trim_end_matches(')');
        modules.retain(|module| {
            let rest = module.name.strip_prefix(start);
            rest.is_some_and(|rest| rest.starts_with(')') || rest.starts_with(" at "))
        });
        let archive = archive.display();
        ensure!(!modules.is_empty(), "{archive}: no member `{member}` with bitcode");
        return Ok(modules);
    }
    let Opened { modules, without_bitcode } = open(path, worker)?;
    if let [first, ..] = without_bitcode.as_slice() {
        let warning = match without_bitcode.len() {
            1 => format!("{}: skipped a member without bitcode: {first}", path.display()),
            count => {
                let named = without_bitcode[..count.min(NAMED)].join(", ");
                let more = match count.saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let path = path.display();
                format!("{path}: skipped {count} members without bitcode: {named}{more}")
            }
        };
        Message::Warning(warning).send();
    }
    Ok(modules)
}

/// Whether the input exists.
pub fn is_there(path: &Path) -> bool {
    is_stdin(path) || path.exists() || in_archive(path).is_some()
}

/// What `libfoo.a(member.o)` means: the archive, and the name of the member.
fn in_archive(path: &Path) -> Option<(PathBuf, &str)> {
    let (archive, member) = path.to_str()?.strip_suffix(')')?.rsplit_once('(')?;
    let archive = PathBuf::from(archive);
    (!path.exists() && archive.is_file()).then_some((archive, member))
}

fn open(path: &Path, worker: &Worker) -> anyhow::Result<Opened> {
    let input = read_input(path, worker)?;
    Ok(extractor::open(input, path.parent().unwrap_or(Path::new("")))?)
}

fn cannot_be_combined(facts: &str) -> String {
    format!(
        "a {facts} of facts cannot be combined with other inputs; use the module from which it was extracted"
    )
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_input(path: &Path, worker: &Worker) -> anyhow::Result<Input> {
    let name = path.display().to_string();
    worker.enter(Phase::Reading(name.clone()));
    let content = if is_stdin(path) {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content).map(|_| content)
    } else if folder::is_folder_of_facts(path) {
        bail!("{name}: {}", cannot_be_combined("folder"));
    } else if is_database(path) {
        bail!("{name}: {}", cannot_be_combined("database"));
    } else if is_lake(path) {
        bail!(
            "{name}: a lake, which irlog writes but does not read; use the modules from which it was extracted"
        );
    } else if path.is_dir() {
        bail!("{name}: not a folder of facts: it has no manifest.json");
    } else {
        fs::read(path)
    };
    let content = content.with_context(|| format!("{name}: cannot be read"))?;
    ensure!(
        !content.starts_with(PARQUET_MAGIC),
        "{name}: a Parquet file; name the folder of facts that contains it"
    );
    ensure!(!content.is_empty(), "{name}: the input is empty; expected bitcode or textual IR");
    Ok(Input { name, content })
}
