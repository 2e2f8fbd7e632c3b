//! `cargo irlog`: runs an irlog command on a Rust program with the bodies of all its crates and of std.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use anyhow::{Context, bail};
use builds::cargo::{self, Build, Target, TargetKind};
use builds::native::Clang;
use clap::{ArgAction, Args, Parser};

/// Run an irlog command on a whole Rust program
///
/// Builds a binary, test or example with all its crates and std as one module of LLVM bitcode, and runs an irlog
/// command on it. Options of cargo come before `--`, options of the irlog command after it.
#[derive(Parser)]
#[command(name = "cargo irlog", bin_name = "cargo irlog", version, after_help = AFTER_HELP)]
struct Arguments {
    /// An irlog command that reads a module, or `bitcode` to print the path of the module
    command: String,

    #[command(flatten)]
    target: TargetOptions,

    #[command(flatten)]
    features: FeatureOptions,

    #[command(flatten)]
    compilation: CompilationOptions,

    #[command(flatten)]
    manifest: ManifestOptions,

    #[command(flatten)]
    output: OutputOptions,

    /// Arguments that follow the module in the irlog command
    #[arg(last = true, value_name = "IRLOG ARGUMENTS")]
    arguments: Vec<OsString>,
}

const AFTER_HELP: &str = "\
Cargo builds in a folder of the target directory (target/irlog) with link-time optimisation, but the module is taken
before that step: crates are as the profile compiles them. Code that is not reachable from exported functions is
removed. C code of build scripts has no bodies in the module, unless CC names clang.

Examples:
  cargo irlog call-graph
  cargo irlog points-to --bin fd -- main:x
  cargo irlog callees --test integration --release -- --at src/lib.rs:12
  cargo irlog points-to --lib
  cargo irlog summary --lib --profile test
  irlog query \"$(cargo irlog bitcode)\" -p queries.dl

Exit status:
  the exit status of the irlog command, or of cargo if the build fails
  2  the target is ambiguous, or irlog cannot read the bitcode of this rustc";

#[derive(Args)]
#[command(next_help_heading = "Target Selection")]
struct TargetOptions {
    /// Package with the target to build (see `cargo help pkgid`)
    #[arg(short, long, value_name = "SPEC")]
    package: Option<String>,

    /// Build the library of this package; with --profile test, its tests
    #[arg(long, group = "selection")]
    lib: bool,

    /// Build the specified binary; needed when there are several
    #[arg(long, value_name = "NAME", group = "selection")]
    bin: Option<String>,

    /// Build the specified example
    #[arg(long, value_name = "NAME", group = "selection")]
    example: Option<String>,

    /// Build the specified test target
    #[arg(long, value_name = "NAME", group = "selection")]
    test: Option<String>,

    /// Build the specified bench target
    #[arg(long, value_name = "NAME", group = "selection")]
    bench: Option<String>,
}

impl TargetOptions {
    fn target(&self) -> Option<Target> {
        let named = [
            (TargetKind::Binary, &self.bin),
            (TargetKind::Example, &self.example),
            (TargetKind::Test, &self.test),
            (TargetKind::Benchmark, &self.bench),
        ];
        let named = named.into_iter().find(|(_, name)| name.is_some());
        let library = self.lib.then_some(Target { kind: TargetKind::Library, name: None });
        named.map(|(kind, name)| Target { kind, name: name.clone() }).or(library)
    }
}

#[derive(Args)]
#[command(next_help_heading = "Feature Selection")]
struct FeatureOptions {
    /// Space or comma separated list of features to activate
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    /// Activate all available features
    #[arg(long)]
    all_features: bool,

    /// Do not activate the `default` feature
    #[arg(long)]
    no_default_features: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Compilation Options")]
struct CompilationOptions {
    /// Build in release mode, with optimisations
    #[arg(short, long, conflicts_with = "profile")]
    release: bool,

    /// Build with the specified profile
    #[arg(long, value_name = "PROFILE-NAME")]
    profile: Option<String>,

    /// Number of parallel jobs, defaults to # of CPUs
    #[arg(short, long, value_name = "N")]
    jobs: Option<String>,

    /// Build for the target triple
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,

    /// Directory for all generated artifacts; the build uses its subfolder `irlog`
    #[arg(long, value_name = "DIRECTORY")]
    target_dir: Option<PathBuf>,
}

#[derive(Args)]
#[command(next_help_heading = "Manifest Options")]
struct ManifestOptions {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// Assert that `Cargo.lock` will remain unchanged
    #[arg(long)]
    locked: bool,

    /// Run without accessing the network
    #[arg(long)]
    offline: bool,

    /// Equivalent to specifying both --locked and --offline
    #[arg(long)]
    frozen: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Cargo's Output and Configuration")]
struct OutputOptions {
    /// Use verbose output (-vv very verbose/build.rs output)
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,

    /// Do not print cargo log messages
    #[arg(short, long)]
    quiet: bool,

    /// When to use colours: auto, always or never
    #[arg(long, value_name = "WHEN")]
    color: Option<String>,

    /// Override a configuration value
    #[arg(long, value_name = "KEY=VALUE|PATH")]
    config: Vec<OsString>,

    /// Unstable (nightly-only) flags to Cargo
    #[arg(short = 'Z', value_name = "FLAG")]
    unstable: Vec<String>,
}

/// Commands of irlog that do not read a module.
const WITHOUT_MODULE: &[&str] = &["build", "help", "link", "rule", "schema"];

fn main() -> ExitCode {
    // Cargo names the subcommand again.
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.get(1).is_some_and(|it| it == "irlog") {
        words.remove(1);
    }
    match run(&Arguments::parse_from(words)) {
        Ok(status) => status,
        Err(error) => match error.downcast_ref() {
            Some(cargo::Error::Cargo { status }) => ExitCode::from(*status as u8),
            _ => {
                eprintln!("error: {error:#}");
                ExitCode::from(2)
            }
        },
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let irlog = irlog()?;
    let reader = check(&irlog, &arguments.command)?;
    let mut build = arguments.build();
    build.clang = Clang::of_environment(reader)?.map(|clang| (clang, irlog.clone()));
    let built = build.run()?;
    if !built.native_libraries.is_empty() {
        let libraries = built.native_libraries.join(", ");
        eprintln!(
            "note: C code has no bodies in the module ({libraries}); set CC=clang to include it"
        );
    }
    let module = match built.exporting {
        Some(_) => built.output.with_extension("bc"),
        None => built.output.with_added_extension("bc"),
    };
    if !is_newer(&module, &built.modules) {
        let mut link = Command::new(&irlog);
        link.arg("link").args(&built.modules).arg("--remove-unreachable").arg("-o").arg(&module);
        link.args(built.exporting.iter().flat_map(|it| ["--exporting".to_owned(), it.to_string()]));
        let status = link.status().with_context(|| irlog.display().to_string())?;
        if !status.success() {
            return Ok(ExitCode::from(status.code().unwrap_or(2) as u8));
        }
    }
    if arguments.command == "bitcode" {
        println!("{}", module.display());
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = Command::new(&irlog);
    command.arg(&arguments.command).arg(module).args(&arguments.arguments);
    Err(command.exec()).with_context(|| irlog.display().to_string())
}

/// The irlog that was installed together with this program, otherwise the one on PATH.
fn irlog() -> io::Result<PathBuf> {
    let beside = env::current_exe()?.with_file_name("irlog");
    Ok(if beside.is_file() { beside } else { "irlog".into() })
}

/// Checks before the build that irlog has the command and can read the bitcode of the user's rustc.
/// Returns the major version of irlog's LLVM.
fn check(irlog: &Path, command: &str) -> anyhow::Result<u32> {
    let run = |argument: &[&str]| Command::new(irlog).args(argument).output();
    let version =
        run(&["--version"]).with_context(|| format!("{}: cannot be run", irlog.display()))?;
    if command != "bitcode" {
        let is_known = run(&[command, "--help"])?.status.success();
        if !is_known || WITHOUT_MODULE.contains(&command) {
            bail!(
                "{command}: not an irlog command that reads a module; `irlog --help` lists the commands"
            );
        }
    }
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let reader =
        version.split_once("(LLVM ").and_then(|(_, rest)| rest.trim_end().strip_suffix(')'));
    let reader = reader.context("irlog --version: no LLVM version found")?;
    let writer = cargo::rustc_llvm_version()?;
    if major(&writer) > major(reader) {
        bail!(
            "this rustc writes bitcode of LLVM {writer}, but irlog reads LLVM {reader} and older; \
             choose an older toolchain, as in `cargo +1.95 irlog`"
        );
    }
    major(reader).context("irlog --version: no LLVM version found")
}

fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

fn is_newer(file: &Path, than: &[PathBuf]) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    let is_older = |time, path: &PathBuf| modified(path).is_some_and(|it| it < time);
    modified(file).is_some_and(|time| than.iter().all(|it| is_older(time, it)))
}

impl Arguments {
    fn build(&self) -> Build {
        let mut options: Vec<OsString> = Vec::new();
        let mut build_options: Vec<OsString> = Vec::new();
        let flags = [
            ("--locked", self.manifest.locked),
            ("--offline", self.manifest.offline),
            ("--frozen", self.manifest.frozen),
            ("--quiet", self.output.quiet),
        ];
        options.extend(flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.into()));
        options.extend((0..self.output.verbose).map(|_| "-v".into()));
        if let Some(path) = &self.manifest.manifest_path {
            options.extend(["--manifest-path".into(), path.into()]);
        }
        if let Some(when) = &self.output.color {
            options.extend(["--color".into(), when.into()]);
        }
        options.extend(self.output.config.iter().flat_map(|it| ["--config".into(), it.clone()]));
        options.extend(self.output.unstable.iter().flat_map(|it| ["-Z".into(), it.into()]));

        let FeatureOptions { features, all_features, no_default_features } = &self.features;
        build_options.extend(features.iter().flat_map(|it| ["--features".into(), it.into()]));
        let flags =
            [("--all-features", all_features), ("--no-default-features", no_default_features)];
        build_options
            .extend(flags.into_iter().filter(|(_, given)| **given).map(|(flag, _)| flag.into()));
        let CompilationOptions { release, profile, jobs, target, target_dir } = &self.compilation;
        build_options.extend(jobs.iter().flat_map(|it| ["--jobs".into(), it.into()]));
        Build {
            target: self.target.target(),
            package: self.target.package.clone(),
            profile: if *release { Some("release".to_owned()) } else { profile.clone() },
            target_folder: target_dir.clone(),
            options,
            build_options,
            triple: target.as_ref().map(OsString::from),
            clang: None,
        }
    }
}
