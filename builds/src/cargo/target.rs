//! Selects the target of a workspace to build.

use std::fmt;

use cargo_metadata::{Metadata, Package};

use super::Error;

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// `--lib`
    Library,
    /// `--bin`
    Binary,
    /// `--example`
    Example,
    /// `--test`
    Test,
    /// `--bench`
    Benchmark,
}

impl TargetKind {
    /// Cargo's option for it.
    pub fn option(self) -> &'static str {
        match self {
            Self::Library => "--lib",
            Self::Binary => "--bin",
            Self::Example => "--example",
            Self::Test => "--test",
            Self::Benchmark => "--bench",
        }
    }

    fn includes(self, target: &cargo_metadata::Target) -> bool {
        target.kind.iter().any(|kind| match kind {
            cargo_metadata::TargetKind::Bin => self == Self::Binary,
            cargo_metadata::TargetKind::Example => self == Self::Example,
            cargo_metadata::TargetKind::Test => self == Self::Test,
            cargo_metadata::TargetKind::Bench => self == Self::Benchmark,
            cargo_metadata::TargetKind::CustomBuild => false,
            _ => self == Self::Library,
        })
    }
}

/// A target as specified by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its kind.
    pub kind: TargetKind,
    /// Its name; not required for a library.
    pub name: Option<String>,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.option())?;
        self.name.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

/// A target and its package.
pub struct Chosen<'m> {
    /// The package.
    pub package: &'m Package,
    /// The target.
    pub target: &'m cargo_metadata::Target,
    /// Its kind.
    pub kind: TargetKind,
}

/// Finds the target in the package with this name, or in the packages that cargo builds by default.
/// If no target is specified, the only binary is chosen.
pub fn choose<'m>(
    metadata: &'m Metadata,
    package: Option<&str>,
    target: Option<&Target>,
) -> Result<Chosen<'m>, Error> {
    let packages = packages(metadata, package, target)?;
    let kind = target.map_or(TargetKind::Binary, |target| target.kind);
    let name = target.and_then(|target| target.name.as_deref());
    let all =
        || packages.iter().flat_map(|package| package.targets.iter().map(move |it| (*package, it)));
    let of_kind = || all().filter(|(_, it)| kind.includes(it));
    let mut found: Vec<_> =
        of_kind().filter(|(_, it)| name.is_none_or(|name| it.name == name)).collect();
    if target.is_none() && found.len() > 1 {
        let default = |(package, target): &(&Package, &cargo_metadata::Target)| {
            package.default_run.as_ref() == Some(&target.name)
        };
        if found.iter().filter(|it| default(it)).count() == 1 {
            found.retain(default);
        }
    }
    match *found.as_slice() {
        [(package, target)] => Ok(Chosen { package, target, kind }),
        [] => Err(Error::Target(missing(
            &packages,
            target,
            of_kind().map(|(_, it)| it.name.as_str()),
        ))),
        _ => Err(Error::Target(ambiguous(kind, name, &found))),
    }
}

fn packages<'m>(
    metadata: &'m Metadata,
    package: Option<&str>,
    target: Option<&Target>,
) -> Result<Vec<&'m Package>, Error> {
    let members = metadata.workspace_packages();
    let Some(name) = package else {
        // A target that is specified by name may be in any workspace member.
        let named = target.is_some_and(|target| target.name.is_some());
        let default = metadata.workspace_default_packages();
        return Ok(if named || default.is_empty() { members } else { default });
    };
    // Cargo's package ids: name, name@version, or a URL that ends with #name@version.
    let name_of = |spec: &str| {
        let spec = spec.rsplit(['#', '/']).next().unwrap_or(spec);
        spec.split(['@', ':']).next().unwrap_or(spec).to_owned()
    };
    let wanted = name_of(name);
    match members.iter().find(|it| it.name == wanted) {
        Some(package) => Ok(vec![package]),
        None => {
            let names = list(members.iter().map(|it| it.name.as_str()));
            Err(Error::Target(format!("package {name}: not in this workspace, which has {names}")))
        }
    }
}

fn missing<'a>(
    packages: &[&Package],
    target: Option<&Target>,
    others: impl Iterator<Item = &'a str>,
) -> String {
    let owner = match packages {
        [package] => format!("package {}", package.name),
        _ => "this workspace".to_owned(),
    };
    match target {
        None => format!(
            "{owner} has no binary; choose --lib, --test NAME, --example NAME or --package NAME"
        ),
        Some(Target { kind: TargetKind::Library, .. }) => format!("{owner} has no library"),
        Some(target) => {
            let others = list(others);
            let choice = if others.is_empty() {
                "has no such target".to_owned()
            } else {
                format!("has {others}")
            };
            format!("{target}: {owner} {choice}")
        }
    }
}

fn ambiguous(
    kind: TargetKind,
    name: Option<&str>,
    found: &[(&Package, &cargo_metadata::Target)],
) -> String {
    match (kind, name) {
        (TargetKind::Library, _) | (_, Some(_)) => {
            let packages = list(found.iter().map(|(package, _)| package.name.as_str()));
            let target = Target { kind, name: name.map(str::to_owned) };
            format!(
                "{target}: several packages have this target; choose one with --package: {packages}"
            )
        }
        _ => {
            let names = list(found.iter().map(|(_, target)| target.name.as_str()));
            let option = kind.option();
            format!("there are several targets; choose one with {option}: {names}")
        }
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.join(", ")
}
