//! `irlog build`: the bitcode of what a build compiles and links.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::SystemTime;

use anyhow::{Context, bail};
use builds::native::{Clang, Failed, Output, Outputs, Session, compile_commands};
use clap::Args;

use crate::output::{FAILURE, explain, print_error, print_warning};

/// Collect the bitcode of C and C++ programs while they are built
///
/// Runs a build with clang as its compiler, and writes the bitcode of each executable, shared library and archive to
/// a folder.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Build {
    /// Folder to write the bitcode to; the folder of an earlier build is extended
    #[arg(short, long, value_name = "DIR", default_value = "irlog-build")]
    output: PathBuf,

    /// Clang to compile with; by default the one that CC names or the newest on PATH
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,

    /// Compile the units listed in this compile_commands.json instead of running a build
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    compile_commands: Option<PathBuf>,

    /// Build command and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

const AFTER_HELP: &str = "\
The build must start from the sources: files that are already compiled have no bitcode. Compilers that it calls by
name, or that CC and CXX name, are replaced by clang with the build's own options; link-time optimisation is disabled.
Keep the folder as long as the build: its objects refer to the bitcode in it.

Examples:
  irlog build -o bitcode -- make -j8
  irlog build -o bitcode -- sh -c './configure && make'
  irlog build -o bitcode -- sh -c 'cmake -B build && cmake --build build'
  irlog points-to bitcode/program.bc
  irlog build -o bitcode --compile-commands build/compile_commands.json

Exit status:
  0  the build succeeded, and everything except assembly files has bitcode
  2  no suitable clang is found, or some units or programs have no bitcode; the others are in the folder
  otherwise, the exit status of the build that failed";

impl Build {
    /// Runs the build and reports its outcome.
    pub fn run(&self) -> ExitCode {
        match self.build() {
            Ok(status) => status.into(),
            Err(error) => {
                print_error(&explain(&error));
                FAILURE.into()
            }
        }
    }

    fn build(&self) -> anyhow::Result<u8> {
        if self.command.is_empty() && self.compile_commands.is_none() {
            bail!("no command to run; write it after --, as in `irlog build -- make`");
        }
        let (reader, ..) = extractor::llvm_version();
        let clang = Clang::find(self.clang.as_deref(), reader)?;
        if let Some(file) = &self.compile_commands {
            return self.compile(file, &clang);
        }
        let irlog = env::current_exe().context("cannot find the irlog executable")?;
        let session = Session::make(&self.output, &clang, &irlog)?;
        let (program, arguments) = self.command.split_first().context("no command to run")?;
        let mut command = Command::new(program);
        command.args(arguments);
        session.prepare(&mut command);
        let start = SystemTime::now();
        let status =
            command.status().with_context(|| format!("{}: cannot be run", program.display()))?;
        let current = env::current_dir().context("the current folder cannot be read")?;
        session.collect_unwrapped_outputs(start, &current)?;
        let outputs = session.outputs()?;
        let complete = self.link(&session, &outputs, &irlog)?;
        if !status.success() {
            let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
            return Ok(u8::try_from(code).unwrap_or(FAILURE));
        }
        if outputs.outputs.iter().all(|it| it.units.is_empty()) {
            bail!(
                "{}: ran no compiler or linker by a name such as cc or clang; is everything built already?",
                program.display()
            );
        }
        Ok(if complete { 0 } else { FAILURE })
    }

    /// Links the units of each output, and reports each. Returns whether the bitcode is complete.
    fn link(&self, session: &Session, outputs: &Outputs, irlog: &Path) -> anyhow::Result<bool> {
        let mut complete = outputs.failed.is_empty();
        for output in outputs.outputs.iter().filter(|it| !it.units.is_empty()) {
            let shown = self.output.join(&output.name);
            let count = plural(output.units.len(), "unit");
            let name = output.path.display();
            let bitcode = session.folder().join(&output.name);
            let linked = if is_newer(&bitcode, &output.units) {
                Ok(())
            } else {
                link(output, &bitcode, irlog)
            };
            match linked {
                Ok(()) => eprintln!("{}: {count} of {name}", shown.display()),
                Err(error) => {
                    complete = false;
                    print_error(&explain(
                        &error.context(format!("{name}: its {count} cannot be linked")),
                    ));
                }
            }
        }
        warn_about(&outputs.failed);
        for (paths, what) in [
            (&outputs.assembler, "assembly files without bitcode"),
            (&outputs.gone, "deleted during the build, without bitcode"),
        ] {
            if !paths.is_empty() {
                print_warning(&format!("{what}: {}", list(paths)));
            }
        }
        Ok(complete)
    }

    fn compile(&self, file: &Path, clang: &Clang) -> anyhow::Result<u8> {
        let compiled = compile_commands(file, clang, &self.output)?;
        let count = compiled.bitcode.len();
        eprintln!("{}: {} by {}", self.output.display(), plural(count, "unit"), clang.version);
        warn_about(&compiled.failed);
        if count == 0 {
            bail!("{}: no unit that clang can compile", file.display());
        }
        Ok(if compiled.failed.is_empty() { 0 } else { FAILURE })
    }
}

/// Links the units of an output in a separate irlog process, which may crash.
fn link(output: &Output, bitcode: &Path, irlog: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(irlog);
    command.arg("link").args(&output.units).arg("-o").arg(bitcode).stdin(Stdio::null());
    let output = command.output().with_context(|| irlog.display().to_string())?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        bail!("{}", text.trim().trim_start_matches("error: "));
    }
    Ok(())
}

/// Whether the file is newer than all of these.
fn is_newer(file: &Path, than: &[PathBuf]) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    modified(file)
        .is_some_and(|time| than.iter().all(|it| modified(it).is_some_and(|it| it < time)))
}

fn warn_about(failed: &[Failed]) {
    for Failed { source, problem } in failed {
        print_warning(&format!("{}: no bitcode: {problem}", source.display()));
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn list(paths: &[PathBuf]) -> String {
    const SHOWN: usize = 5;
    let mut names: Vec<String> =
        paths.iter().take(SHOWN).map(|it| it.display().to_string()).collect();
    if paths.len() > SHOWN {
        names.push(format!("and {} more", paths.len() - SHOWN));
    }
    names.join(", ")
}
