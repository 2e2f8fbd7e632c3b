//! Recognises constructors and destructors by their names (Itanium C++ ABI, 5.1).

use rustc_hash::FxHashSet;

/// The role of a function for its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialMember {
    Constructor,
    Destructor,
}

/// The role of the function with this name for a class. `class` is the part of the name of its virtual table after
/// `_ZTV`.
pub fn kind(function: &str, class: &str) -> Option<SpecialMember> {
    let function = function.strip_prefix("_Z")?.as_bytes();
    let class = class.strip_prefix('N').and_then(|it| it.strip_suffix('E')).unwrap_or(class);
    let class = class.as_bytes();
    // The name of a local class begins with the function that it is local to.
    let local = class.iter().zip(function).take_while(|(one, other)| one == other).count();
    let function = function[local..].strip_prefix(b"N")?.strip_prefix(&class[local..])?;
    match function {
        [b'C', b'1' | b'2' | b'I', ..] => Some(SpecialMember::Constructor),
        [b'D', b'0' | b'1' | b'2', ..] => Some(SpecialMember::Destructor),
        _ => None,
    }
}

/// Whether the function with this name is the destructor of one of the classes.
pub fn is_destructor(function: &str, classes: &FxHashSet<&str>) -> bool {
    let variants = ["D0Ev", "D1Ev", "D2Ev"];
    let Some(prefix) = variants.iter().find_map(|it| function.strip_suffix(it)) else {
        return false;
    };
    // A class in a namespace or class has a nested name.
    let is_class = |it: &str| classes.contains(it) || classes.contains(format!("N{it}E").as_str());
    // In the name of a local class, the function that it is local to comes first.
    let local = || prefix.strip_prefix("_Z").and_then(|it| it.rsplit_once('N'));
    prefix.strip_prefix("_ZN").is_some_and(is_class)
        || local().is_some_and(|(around, it)| classes.contains(format!("{around}{it}").as_str()))
}

/// The role of the function with this name, if it may be the variant for objects of a base class, which receives
/// virtual tables from its callers.
pub fn kind_for_base(function: &str) -> Option<SpecialMember> {
    let name = function.strip_prefix("_Z")?;
    if name.ends_with("D2Ev") {
        return Some(SpecialMember::Destructor);
    }
    (name.contains("C2E") || name.contains("CI2")).then_some(SpecialMember::Constructor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destructors_of_known_classes_are_found() {
        let classes = FxHashSet::from_iter(["5Round", "N5shape5RoundE", "Z4mainE5Local", "3NNN"]);
        let destructors =
            ["_ZN5RoundD0Ev", "_ZN5shape5RoundD2Ev", "_ZZ4mainEN5LocalD1Ev", "_ZN3NNND2Ev"];
        for name in destructors {
            assert!(is_destructor(name, &classes), "{name}");
        }
        for name in ["_ZN5RoundC2Ev", "_ZN6CircleD0Ev", "_ZN5Round5getD2Ev", "_Z5RoundD2Ev", "main"]
        {
            assert!(!is_destructor(name, &classes), "{name}");
        }
    }

    #[test]
    fn constructors_and_destructors_have_the_names_of_their_classes() {
        let of = [
            ("_ZN5RoundC2Ei", "5Round", Some(SpecialMember::Constructor)),
            ("_ZN5RoundC1ERKS_", "5Round", Some(SpecialMember::Constructor)),
            ("_ZN5RoundD0Ev", "5Round", Some(SpecialMember::Destructor)),
            ("_ZN5shape5RoundD2Ev", "N5shape5RoundE", Some(SpecialMember::Destructor)),
            ("_ZNSt9exceptionD1Ev", "St9exception", Some(SpecialMember::Destructor)),
            ("_ZN3BoxIiEC2IdEET_", "3BoxIiE", Some(SpecialMember::Constructor)),
            ("_ZN7CirclesC2Ev", "6Circle", None),
            ("_ZN6CircleCI25RoundEi", "6Circle", Some(SpecialMember::Constructor)),
            ("_ZZ4mainEN5LocalC2Ev", "Z4mainE5Local", Some(SpecialMember::Constructor)),
            ("_ZN5Round5getD2Ev", "5Round", None),
            ("_ZN5Round2D2Ev", "5Round", None),
            ("_ZN5RoundC2Ei", "6Circle", None),
            ("_Z5RoundD2Ev", "5Round", None),
            ("main", "5Round", None),
        ];
        for (function, class, expected) in of {
            assert_eq!(kind(function, class), expected, "{function} of {class}");
        }
    }
}
