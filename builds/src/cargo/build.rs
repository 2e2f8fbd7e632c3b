//! Runs cargo.

use std::ffi::OsString;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Artifact, CrateType, Message, Metadata, MetadataCommand};

use super::target::{self, Chosen, Target, TargetKind};
use super::{Error, cargo, library, module};
use crate::native::{Clang, Session, units_of};

/// The target to build, and the options of the build.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// The target; by default the only binary.
    pub target: Option<Target>,
    /// The package of the target, as given to `--package`.
    pub package: Option<String>,
    /// The profile.
    pub profile: Option<String>,
    /// The user's target directory, if it is given on the command line.
    pub target_folder: Option<PathBuf>,
    /// Options for all of cargo's commands, such as `--locked`.
    pub options: Vec<OsString>,
    /// The target triple, if it is given.
    pub triple: Option<OsString>,
    /// Options for the build only, such as `--features`.
    pub build_options: Vec<OsString>,
    /// The clang that compiles C code of build scripts, and the irlog executable that wraps it.
    /// Without it, C code has no bitcode.
    pub clang: Option<(Clang, PathBuf)>,
}

/// The result of a build.
#[derive(Clone, Debug)]
pub struct Built {
    /// The executable or the library.
    pub output: PathBuf,
    /// The module before link-time optimisation or the modules of the library, followed by the
    /// bitcode of C code.
    pub modules: Vec<PathBuf>,
    /// The number of modules, counted from the first, whose exports are exports of the result.
    pub exporting: Option<usize>,
    /// Libraries without bitcode that build scripts have compiled into the program.
    pub native_libraries: Vec<String>,
}

/// The messages of cargo during a build.
#[derive(Default)]
struct Report {
    executable: Option<PathBuf>,
    library: Option<PathBuf>,
    dependencies: Vec<PathBuf>,
    native_libraries: Vec<String>,
}

impl Build {
    /// Builds the program. The output of cargo goes to standard error.
    ///
    /// # Errors
    ///
    /// When the build fails, or the target is ambiguous.
    pub fn run(&self) -> Result<Built, Error> {
        let metadata = self.metadata()?;
        let chosen = target::choose(&metadata, self.package.as_deref(), self.target.as_ref())?;
        self.reject_libraries(&chosen)?;
        let user_folder = self.target_folder.clone();
        let user_folder = user_folder.unwrap_or_else(|| metadata.target_directory.clone().into());
        // A subfolder, separate from the user's own builds, which use other flags.
        let folder = user_folder.join("irlog");
        let session = match &self.clang {
            Some((clang, irlog)) => Some(Session::make(&folder.join("c"), clang, irlog)?),
            None => None,
        };
        let mut report = self.compile(&chosen, &folder, session.as_ref())?;
        if session.is_some() {
            report.native_libraries.clear();
        }
        match (&report.executable, &report.library) {
            (Some(executable), _) => {
                let module = module::beside(executable, &chosen.target.name)?;
                let missing = || Error::NoModule { executable: executable.clone(), folder };
                let mut modules = vec![module.ok_or_else(missing)?];
                let content = fs::read(executable);
                let content =
                    content.map_err(|error| Error::File { path: executable.clone(), error })?;
                modules.extend(units_of(&content, executable));
                let native_libraries = report.native_libraries;
                Ok(Built { output: executable.clone(), modules, exporting: None, native_libraries })
            }
            (None, Some(library)) => {
                let folder = library.with_extension("modules");
                let triple = self.triple.as_ref();
                let (modules, own) =
                    library::modules(library, &report.dependencies, triple, &folder)?;
                let native_libraries = report.native_libraries;
                Ok(Built {
                    output: library.clone(),
                    modules,
                    exporting: Some(own),
                    native_libraries,
                })
            }
            (None, None) => Err(Error::Output {
                program: "cargo rustc".to_owned(),
                problem: format!(
                    "reports neither an executable nor an rlib of {}",
                    chosen.target.name
                ),
            }),
        }
    }

    fn metadata(&self) -> Result<Metadata, Error> {
        let mut command = cargo();
        command.args(["metadata", "--no-deps", "--format-version", "1"]).args(&self.options);
        let output = command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| cannot_run(&command, error))?;
        if !output.status.success() {
            return Err(Error::Cargo { status: output.status.code().unwrap_or(FAILURE) });
        }
        MetadataCommand::parse(String::from_utf8_lossy(&output.stdout)).map_err(|error| {
            Error::Output { program: "cargo metadata".to_owned(), problem: error.to_string() }
        })
    }

    fn profile(&self) -> &str {
        self.profile.as_deref().unwrap_or("dev")
    }

    /// Rejects libraries that cannot be linked into a program.
    fn reject_libraries(&self, chosen: &Chosen) -> Result<(), Error> {
        let name = &chosen.target.name;
        let is_harness = matches!(self.profile(), "test" | "bench");
        let is = |kind| chosen.target.crate_types.contains(&kind);
        if chosen.kind != TargetKind::Library
            || is_harness
            || is(CrateType::Lib)
            || is(CrateType::RLib)
        {
            return Ok(());
        }
        Err(Error::Target(if is(CrateType::ProcMacro) {
            format!(
                "{name}: a procedural macro, which the compiler loads; there is no program to analyse"
            )
        } else {
            let types: Vec<String> =
                chosen.target.crate_types.iter().map(CrateType::to_string).collect();
            let types = types.join(", ");
            format!(
                "{name}: built as {types} only; add `lib` to the crate types, or choose another target"
            )
        }))
    }

    /// Builds the target in this folder.
    fn compile(
        &self,
        chosen: &Chosen,
        folder: &Path,
        session: Option<&Session>,
    ) -> Result<Report, Error> {
        let mut command = cargo();
        command.args(["rustc", "--message-format=json-render-diagnostics"]);
        command.args(&self.options).args(&self.build_options);
        command.args(["--profile", self.profile()]);
        for profile in with_harness(self.profile()) {
            command.args(["--config", &format!("profile.{profile}.lto=\"fat\"")]);
        }
        command.arg("--target-dir").arg(folder).env("CARGO_BUILD_BUILD_DIR", folder);
        command.arg("--package").arg(&chosen.package.id.repr).arg(chosen.kind.option());
        if chosen.kind != TargetKind::Library {
            command.arg(&chosen.target.name);
        }
        command.args(self.triple.iter().flat_map(|it| ["--target".as_ref(), it.as_os_str()]));
        command.args(["--", "-C", "save-temps"]);
        command.envs(session.iter().flat_map(|it| it.compilers()));
        let mut child =
            command.stdout(Stdio::piped()).spawn().map_err(|error| cannot_run(&command, error))?;
        let mut report = Report::default();
        for message in
            child.stdout.take().into_iter().flat_map(|it| Message::parse_stream(BufReader::new(it)))
        {
            // Unknown messages are ignored, but have to be consumed so that cargo can continue.
            match message {
                Ok(Message::CompilerArtifact(artifact)) if is_of(&artifact, chosen) => {
                    report.executable = artifact.executable.map(PathBuf::from);
                    report.library = rlib(&artifact.filenames);
                }
                Ok(Message::CompilerArtifact(artifact)) => {
                    report.dependencies.extend(rlib(&artifact.filenames));
                }
                Ok(Message::BuildScriptExecuted(script)) => {
                    let libraries = script.linked_libs.iter().map(|it| it.as_str());
                    let built = libraries.filter_map(|it| it.strip_prefix("static="));
                    report.native_libraries.extend(built.map(str::to_owned));
                }
                _ => {}
            }
        }
        let status = child.wait().map_err(|error| cannot_run(&command, error))?;
        if !status.success() {
            return Err(Error::Cargo { status: status.code().unwrap_or(FAILURE) });
        }
        Ok(report)
    }
}

/// The exit status when a signal has ended cargo.
const FAILURE: i32 = 101;

/// The profile, and the profile with which cargo builds test harnesses.
fn with_harness(profile: &str) -> Vec<&str> {
    match profile {
        "dev" => vec!["dev", "test"],
        "release" => vec!["release", "bench"],
        "test" => vec!["test", "dev"],
        "bench" => vec!["bench", "release"],
        other => vec![other],
    }
}

fn rlib(files: &[Utf8PathBuf]) -> Option<PathBuf> {
    files.iter().find(|it| it.extension() == Some("rlib")).map(PathBuf::from)
}

fn is_of(artifact: &Artifact, chosen: &Chosen) -> bool {
    artifact.package_id == chosen.package.id
        && artifact.target.name == chosen.target.name
        && artifact.target.kind == chosen.target.kind
}

fn cannot_run(command: &Command, error: std::io::Error) -> Error {
    Error::Run { program: command.get_program().display().to_string(), error }
}
