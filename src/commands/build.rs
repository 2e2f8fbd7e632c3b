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

/// Collect the bitcode of programs in C and C++ while they are built
///
/// Runs a build whose compilers are the user's clang, and puts the bitcode of each executable, shared library and
/// archive into a folder.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Build {
    /// The folder for the bitcode; one of an earlier build is added to
    #[arg(short, long, value_name = "DIR", default_value = "irlog-build")]
    output: PathBuf,

    /// The clang that compiles; without it, the one that CC names or the newest on PATH
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,

    /// Compile what this compile_commands.json lists, and run no build
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    compile_commands: Option<PathBuf>,

    /// The command that builds, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

const AFTER_HELP: &str = "\
The build must start from the sources: what is compiled already has no bitcode. Compilers that it calls by name, or
that CC and CXX name, are clang with the build's own options; link-time optimisation is switched off. Keep the folder
as long as the build: its objects name the bitcode in it.

Examples:
  irlog build -o bitcode -- make -j8
  irlog build -o bitcode -- sh -c './configure && make'
  irlog build -o bitcode -- sh -c 'cmake -B build && cmake --build build'
  irlog points-to bitcode/program.bc
  irlog build -o bitcode --compile-commands build/compile_commands.json

Exit status:
  0  built, and the bitcode is complete but for sources in assembler
  2  there is no clang that fits, or units or programs have no bitcode; the rest is in the folder
  otherwise that of the build, when it fails";

impl Build {
    /// Builds, and tells what came of it.
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
            bail!("there is no command to run: name it behind --, as in `irlog build -- make`");
        }
        let (reader, ..) = extractor::llvm_version();
        let clang = Clang::find(self.clang.as_deref(), reader)?;
        if let Some(file) = &self.compile_commands {
            return self.compile(file, &clang);
        }
        let irlog = env::current_exe().context("irlog cannot find itself")?;
        let session = Session::make(&self.output, &clang, &irlog)?;
        let (program, arguments) =
            self.command.split_first().context("there is no command to run")?;
        let mut command = Command::new(program);
        command.args(arguments);
        session.prepare(&mut command);
        let start = SystemTime::now();
        let status =
            command.status().with_context(|| format!("{}: cannot be run", program.display()))?;
        let current = env::current_dir().context("the current folder is gone")?;
        session.look_for_others(start, &current)?;
        let outputs = session.outputs()?;
        let complete = self.link(&session, &outputs, &irlog)?;
        if !status.success() {
            let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
            return Ok(u8::try_from(code).unwrap_or(FAILURE));
        }
        if outputs.outputs.iter().all(|it| it.units.is_empty()) {
            bail!(
                "{}: compiled and linked nothing by a name such as cc or clang; is everything built already?",
                program.display()
            );
        }
        Ok(if complete { 0 } else { FAILURE })
    }

    /// Links the units of each output, and tells of everything. Returns whether nothing is missing.
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
        warn_of(&outputs.failed);
        for (paths, what) in [
            (&outputs.assembler, "assembler, without bitcode"),
            (&outputs.gone, "gone after the build, without bitcode"),
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
        warn_of(&compiled.failed);
        if count == 0 {
            bail!("{}: has no unit that clang can compile", file.display());
        }
        Ok(if compiled.failed.is_empty() { 0 } else { FAILURE })
    }
}

/// Links the units of an output by irlog itself: a process of its own, which may crash.
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

fn warn_of(failed: &[Failed]) {
    for Failed { source, problem } in failed {
        print_warning(&format!("{}: has no bitcode: {problem}", source.display()));
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
