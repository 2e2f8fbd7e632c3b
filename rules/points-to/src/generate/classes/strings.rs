//! The member functions of strings of libstdc++, whose bodies are in the library.

use facts_schema::debug_info::{DebugNodes, Field};
use facts_schema::view::View;
use facts_schema::{FunctionId, MetadataId, ParameterAttribute, ValueId};

/// The beginning of the identifiers of the classes.
const IDENTIFIER: &str = "_ZTSN";
const CLASS: &str = "St7__cxx1112basic_stringI";

/// The descriptions of classes of strings, each with the class as it is written in names of its member functions.
pub fn classes(nodes: DebugNodes) -> Vec<(MetadataId, String)> {
    let mut classes = Vec::new();
    for (node, _) in nodes.with_field(Field::Identifier) {
        let identifier = nodes.text(node, Field::Identifier);
        if let Some(class) = class_of(&identifier)
            && nodes.is_structure(node)
            && !classes.iter().any(|(_, known)| known == class)
        {
            classes.push((node, class.to_owned()));
        }
    }
    classes
}

/// Whether a description with this identifier describes a class of strings.
pub fn is_identifier(identifier: &str) -> bool {
    class_of(identifier).is_some()
}

/// The class of strings with this identifier; none if it identifies another class, such as one in a class of strings.
fn class_of(identifier: &str) -> Option<&str> {
    let class = identifier.strip_prefix(IDENTIFIER)?.strip_suffix('E')?;
    (class.starts_with(CLASS) && class.ends_with('E')).then_some(class)
}

/// The parameters that are addresses of strings of the class: those of member functions without a body.
pub fn parameters(view: &View, class: &str) -> Vec<ValueId> {
    let mut parameters = Vec::new();
    for row in &view.facts().function {
        if view.has_body(row.function) {
            continue;
        }
        let name = view.name_of_function(row.function);
        let member = name.strip_prefix("_ZNK").or_else(|| name.strip_prefix("_ZN"));
        let Some(member) = member.and_then(|it| it.strip_prefix(class)) else { continue };
        let Some(arguments) = arguments_of(member) else { continue };
        let this = u32::from(returns_in_memory(view, row.function));
        parameters.extend(view.argument(row.function, this));
        if ["RKS4_", "OS4_", "RS4_"].iter().any(|it| arguments.starts_with(it)) {
            parameters.extend(view.argument(row.function, this + 1));
        }
    }
    parameters
}

/// The parameter types in the name of a member function, after the name of the class; none if the function is static,
/// or belongs to a class in the class.
fn arguments_of(member: &str) -> Option<&str> {
    let digits = member.find(|it: char| !it.is_ascii_digit())?;
    let (name, rest) = match member[..digits].parse::<usize>() {
        Ok(length) => {
            let rest = &member[digits..];
            (rest.get(..length)?, rest.get(length..)?)
        }
        // Operators, constructors and destructors have names of two letters.
        Err(_) => ("", member.get(2..)?),
    };
    if name.starts_with("_S_") {
        return None;
    }
    match rest.strip_prefix('E') {
        Some(arguments) => Some(arguments),
        None => rest.starts_with('I').then_some(""),
    }
}

/// Whether the first argument is the address at which a function returns its result.
pub fn returns_in_memory(view: &View, function: FunctionId) -> bool {
    let attributes = view.parameter_attribute.all(function).iter();
    let name =
        |row: &ParameterAttribute| view.attribute.first(row.attribute).map(|it| view.text(it.name));
    attributes.filter(|row| row.position == 0).any(|row| name(row) == Some("sret"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_strings_have_template_arguments() {
        let text = "_ZTSNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
        assert!(is_identifier(text));
        let others = [
            "_ZTSNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_Alloc_hiderE",
            "_ZTSNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE",
            "_ZTS6string",
        ];
        for other in others {
            assert!(!is_identifier(other), "{other}");
        }
    }

    #[test]
    fn static_functions_and_classes_in_the_class_are_not_members() {
        let members = [
            ("C1ERKS4_", "RKS4_"),
            ("aSEOS4_", "OS4_"),
            ("6appendERKS4_mm", "RKS4_mm"),
            ("5emptyEv", "v"),
            ("12_M_constructIPKcEEvT_S8_St20forward_iterator_tag", ""),
        ];
        for (member, arguments) in members {
            assert_eq!(arguments_of(member), Some(arguments), "{member}");
        }
        let others = ["10_S_compareEmm", "12_Alloc_hiderC2EPcRKS3_", "99x", ""];
        for other in others {
            assert_eq!(arguments_of(other), None, "{other}");
        }
    }
}
