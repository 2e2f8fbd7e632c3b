//! `irlog.toml`: the settings of a project.
//!
//! ```toml
//! select = ["types", "CFG001"]
//! ignore = ["lint"]
//! rules = ["checks"]
//!
//! [levels]
//! binary-operands-differ = "warn"
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use analyses::check::{Levels, Selector};
use anyhow::{Context, anyhow};
use rules::{Level, Rule};
use serde::Deserialize;

/// The name of a settings file.
const FILE_NAME: &str = "irlog.toml";

/// A settings file.
pub struct Config {
    path: PathBuf,
    settings: Settings,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Only these rules are checked.
    #[serde(default)]
    select: Vec<String>,
    /// These rules are not checked.
    #[serde(default)]
    ignore: Vec<String>,
    /// Files and folders of own checks, relative to the folder of the settings.
    #[serde(default)]
    rules: Vec<PathBuf>,
    /// The levels of rules and groups.
    #[serde(default)]
    levels: BTreeMap<String, LevelName>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LevelName {
    Allow,
    Warn,
    Deny,
}

impl Config {
    /// The settings in the working directory, or in the nearest parent that has a settings file.
    ///
    /// # Errors
    ///
    /// When they cannot be read or are invalid.
    pub fn find() -> anyhow::Result<Option<Self>> {
        let folder = env::current_dir().context("the working directory cannot be read")?;
        Self::find_from(&folder)
    }

    fn find_from(folder: &Path) -> anyhow::Result<Option<Self>> {
        for folder in folder.ancestors() {
            let path = folder.join(FILE_NAME);
            match fs::read_to_string(&path) {
                Ok(text) => return Self::parse(&path, &text).map(Some),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(unreadable(&path, error)),
            }
        }
        Ok(None)
    }

    /// The settings in the file `path`.
    ///
    /// # Errors
    ///
    /// When they cannot be read or are invalid.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        Self::parse(path, &text)
    }

    /// The files and folders of own checks.
    pub fn own_checks(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.settings.rules.iter().map(|it| folder.join(it)).collect()
    }

    /// The levels that the settings give to rules, including the user's `own` checks. A setting for a rule overrides
    /// one for its group.
    ///
    /// # Errors
    ///
    /// When the settings name an unknown rule.
    pub fn levels(&self, own: &[Rule]) -> anyhow::Result<Levels> {
        self.try_levels(own).with_context(|| self.path.display().to_string())
    }

    fn try_levels(&self, own: &[Rule]) -> anyhow::Result<Levels> {
        let selectors = |names: &[String]| -> anyhow::Result<Vec<Selector>> {
            names.iter().map(|name| Ok(Selector::named(name, own)?)).collect()
        };
        let mut levels = Levels::default();
        levels.select(selectors(&self.settings.select)?);
        levels.ignore(selectors(&self.settings.ignore)?);
        let mut changes = Vec::new();
        for (name, level) in &self.settings.levels {
            changes.push((Selector::named(name, own)?, *level));
        }
        changes.sort_by_key(|(selector, _)| matches!(selector, Selector::Rule(_)));
        for (selector, level) in changes {
            levels.set(selector, level.into());
        }
        Ok(levels)
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let settings = toml::from_str(text).map_err(|error| {
            let place = error.span().map(|span| place(text, span.start)).unwrap_or_default();
            anyhow!("{}: {place}{}", path.display(), error.message())
        })?;
        Ok(Self { path: path.to_owned(), settings })
    }
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Allow => Self::Allow,
            LevelName::Warn => Self::Warn,
            LevelName::Deny => Self::Deny,
        }
    }
}

/// Line and column of a byte of the text.
fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&it| it != '\n').count() + 1;
    format!("line {line}, column {column}: ")
}

fn unreadable(path: &Path, error: io::Error) -> anyhow::Error {
    anyhow!("{}: cannot be read: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str) -> rules::Rule {
        name.parse::<Selector>().unwrap().rules().next().unwrap()
    }

    #[test]
    fn settings_are_found_in_the_folders_above() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(folder.path().join(FILE_NAME), "ignore = ['TYP001']").unwrap();
        let levels = Config::find_from(&inner).unwrap().unwrap().levels(&[]).unwrap();
        assert_eq!(levels.of(rule("TYP001")), Level::Allow);
        fs::write(folder.path().join("a").join(FILE_NAME), "").unwrap();
        let levels = Config::find_from(&inner).unwrap().unwrap().levels(&[]).unwrap();
        assert_eq!(levels.of(rule("TYP001")), Level::Deny);
    }

    #[test]
    fn a_setting_for_a_rule_overrides_one_for_its_group() {
        let text = "[levels]\nbinary-result-differs = 'deny'\ntypes = 'warn'";
        let levels = Config::parse(Path::new("x"), text).unwrap().levels(&[]).unwrap();
        assert_eq!(levels.of(rule("binary-result-differs")), Level::Deny);
        assert_eq!(levels.of(rule("binary-operands-differ")), Level::Warn);
    }

    #[test]
    fn errors_have_a_line_and_column() {
        let message = |text: &str| {
            let config = Config::parse(Path::new("irlog.toml"), text);
            format!("{:#}", config.and_then(|config| config.levels(&[])).unwrap_err())
        };
        assert!(message("select = [").starts_with("irlog.toml: line 1, column "));
        assert!(message("\nselct = []").starts_with("irlog.toml: line 2, column 1: unknown field"));
        let message = message("select = ['binary-operand-differs']");
        assert!(
            message.starts_with("irlog.toml: unknown rule or group `binary-operand-differs`"),
            "{message}"
        );
    }
}
