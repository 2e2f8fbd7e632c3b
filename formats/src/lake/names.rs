//! The names of modules, and of their folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A module of a lake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name: the input as given by the user, unless that is too long or has another meaning.
    pub name: String,
    /// The input.
    pub input: PathBuf,
}

/// The maximum length of a file name.
const LONGEST: usize = 255;

/// The name that does not belong to any module. Because it is text, programs infer that all names
/// are text, even if others look like numbers. pandas does not support Hive's own name for this
/// purpose, [`NULL`].
const NONE: &str = "__none__";

/// Hive's name for null. pandas and Polars interpret it as null even if it is encoded.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The inputs as modules with distinct names; the error is an input that is given twice.
pub fn modules(inputs: impl IntoIterator<Item = PathBuf>) -> Result<Vec<Module>, PathBuf> {
    let mut seen = HashSet::new();
    let mut modules = Vec::new();
    for input in inputs {
        let name = name(&input);
        if !seen.insert(name.clone()) {
            return Err(input);
        }
        modules.push(Module { name, input });
    }
    Ok(modules)
}

/// The module name of an input.
fn name(input: &Path) -> String {
    let name = input.display().to_string();
    if folder(&name).len() <= LONGEST && name != NONE && name != NULL {
        return name;
    }
    // The end of a path is the most informative part, and the hash distinguishes paths with the
    // same end.
    let hash = format!("{:016x}~", fnv(name.as_bytes()));
    let ends = name.char_indices().map(|(start, _)| format!("{hash}{}", &name[start..]));
    ends.into_iter().find(|it| folder(it).len() <= LONGEST).unwrap_or(hash)
}

/// The folder of a module within the folder of a relation.
pub(super) fn folder(name: &str) -> String {
    let mut folder = String::from("module=");
    for character in name.chars() {
        if needs_encoding(character) {
            folder += &format!("%{:02X}", u32::from(character));
        } else {
            folder.push(character);
        }
    }
    folder
}

/// The folder that does not belong to any module.
pub(super) fn folder_of_none() -> String {
    folder(NONE)
}

/// Whether Spark encodes this character in the name of a folder.
fn needs_encoding(character: char) -> bool {
    character.is_ascii_control() || "\"#%'*/:=?\\{[]^".contains(character)
}

/// The 64-bit FNV-1a hash, which does not depend on the platform or on the version of irlog.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_have_the_same_names_as_in_spark() {
        assert_eq!(folder("a/b c.bc"), "module=a%2Fb c.bc");
        assert_eq!(folder("lib.a(x=1).o"), "module=lib.a(x%3D1).o");
        assert_eq!(folder("100%\n"), "module=100%25%0A");
        assert_eq!(folder("naïve"), "module=naïve");
    }

    #[test]
    fn long_names_stay_different_and_fit() {
        let long = |end: &str| PathBuf::from(format!("{}{end}", "ü/".repeat(200)));
        let found = modules([long("a.bc"), long("b.bc"), "c.bc".into()]).unwrap();
        assert_ne!(found[0].name, found[1].name);
        assert!(found[0].name.ends_with("a.bc"));
        assert!(found.iter().all(|it| folder(&it.name).len() <= LONGEST));
        assert_eq!(found[2].name, "c.bc");
    }

    #[test]
    fn reserved_names_are_changed() {
        let inputs = ["__none__", "__HIVE_DEFAULT_PARTITION__", "__none__.bc"].map(PathBuf::from);
        let found = modules(inputs.clone()).unwrap();
        assert!(found[0].name.ends_with("~__none__"));
        assert!(found[1].name.ends_with("~__HIVE_DEFAULT_PARTITION__"));
        assert_eq!(found[2].name, "__none__.bc");
        assert!(found.iter().map(|it| &it.input).eq(&inputs));
    }

    #[test]
    fn an_input_is_given_once() {
        assert_eq!(modules(["a".into(), "b".into(), "a".into()]), Err("a".into()));
    }
}
