//! The predicates of the published relational model of LLVM IR, as rules over our relations.
//!
//! The model is E. Psallida, "Relational Representation of the LLVM Intermediate Language"
//! (University of Athens, 2014); the comments of the rules name its tables. The rules are in
//! `published/*.dl`, with a paragraph for each predicate. In addition to Soufflé's language,
//!
//! - `// == title` starts a section,
//! - `@relation(…)` is an atom of a relation of irlog; all other atoms are published predicates,
//! - `@each …` at the start of a paragraph repeats it for each of these words, or for each opcode of a
//!   class, with `{word}` replaced by the word,
//! - `@ids symbol` or `@ids numeric` restricts a paragraph to readable or numeric ids.
//!
//! Names are from the model, with `_` for `:`. Predicates that the model leaves to "the same principles"
//! have the names of its successor, the fact generator cclyzer, if it has them.
//!
//! Many predicates have the name of a relation of irlog, with other columns. So the predicates are in a
//! component, in which such a name means the predicate. There, the relation has an alias.

use std::collections::{BTreeSet, HashSet};

use super::declaration::Declaration;
use super::prefixed;
use crate::{Ids, Opcode, Word};

/// The component of the published predicates.
pub(super) const COMPONENT: &str = "Published";

/// The instance of the component.
pub(super) const INSTANCE: &str = "published";

const TEMPLATES: [&str; 4] = [
    include_str!("published/types.dl"),
    include_str!("published/functions.dl"),
    include_str!("published/instructions.dl"),
    include_str!("published/memory.dl"),
];

/// Functors in the rules, which have the syntax of atoms.
const FUNCTORS: [&str; 2] = ["to_number", "strlen"];

/// The part of the program that defines the published predicates that only need `inputs`.
pub(super) fn published(ids: Ids, inputs: &[Declaration]) -> String {
    let families = carried(families(ids), inputs);
    let predicates: Vec<_> = families.iter().flat_map(|family| &family.predicates).collect();
    if predicates.is_empty() {
        return String::new();
    }
    let names: HashSet<_> = predicates.iter().map(|predicate| predicate.name()).collect();
    let used: HashSet<_> = predicates.iter().flat_map(|predicate| predicate.inputs()).collect();
    let hidden = |input: &&Declaration| names.contains(input.name.as_str());
    let aliased: Vec<&Declaration> =
        inputs.iter().filter(|it| used.contains(it.name.as_str())).filter(hidden).collect();

    let mut program = aliases(&aliased);
    program += &component_header();
    let mut section = "";
    for family in &families {
        if family.section != section {
            section = family.section;
            program += &format!("\n    // == {section}\n");
        }
        program += &format!("\n{}", prefixed("    // ", &family.comment));
        for predicate in &family.predicates {
            program += &prefixed("    ", &with_aliases(&predicate.text, &aliased));
        }
    }
    program + &format!("}}\n\n.init {INSTANCE} = {COMPONENT}\n")
}

/// Aliases of the relations whose names mean predicates in the component.
fn aliases(aliased: &[&Declaration]) -> String {
    let mut program = String::from(
        "
// == The published predicates

// Aliases of relations that have the name of a published predicate.
",
    );
    for input in aliased {
        let (name, alias, arguments) = (&input.name, alias(&input.name), input.arguments());
        program += &format!("\n.decl {alias}({})\n", input.attributes());
        program += &format!("{alias}({arguments}) :- {name}({arguments}).\n");
    }
    program
}

fn alias(name: &str) -> String {
    format!("{name}_row")
}

fn component_header() -> String {
    format!(
        "
// The predicates of E. Psallida, \"Relational Representation of the LLVM Intermediate Language\"
// (University of Athens, 2014). Comments name its tables. In names, `:` is written `_`; a
// functional predicate `p[X] = Y` is the relation `p(X, Y)`; `int[64]` is `number`. Predicates that
// it leaves to \"the same principles\" are included, with the names of its successor cclyzer if it has
// them.
//
// To use a predicate, write `{INSTANCE}.` before its name. Rules that are written for the model
// need no change in a component that inherits from this one:
//
//     .comp Mine : {COMPONENT} {{ .decl ... }}
//     .init mine = Mine
//     .output mine.result
.comp {COMPONENT} {{
"
    )
}

/// The text without `@`, with the names or aliases of relations.
fn with_aliases(text: &str, aliased: &[&Declaration]) -> String {
    let renamed = aliased.iter().fold(text.to_string(), |text, input| {
        text.replace(&format!("@{}(", input.name), &format!("{}(", alias(&input.name)))
    });
    renamed.replace('@', "")
}

/// Predicates that only differ in a word.
pub(super) struct Family {
    /// The title of its section.
    pub section: &'static str,
    /// The meaning of a row.
    pub comment: String,
    /// The name and columns, with `{word}` for the word.
    pub pattern: &'static str,
    /// The words; none if the family is a single predicate.
    pub words: Vec<&'static str>,
    predicates: Vec<Predicate>,
}

struct Predicate {
    /// The declaration and the rules.
    text: String,
}

/// All families of the templates.
pub(super) fn families(ids: Ids) -> Vec<Family> {
    let mut families = Vec::new();
    let mut section = "";
    for paragraph in TEMPLATES.iter().flat_map(|template| template.split("\n\n")) {
        match paragraph.trim().strip_prefix("// == ") {
            Some(title) => section = title,
            None => families.extend(Family::parse(section, paragraph.trim(), ids)),
        }
    }
    families
}

impl Family {
    /// The family of this paragraph, if it has one for this kind of ids.
    fn parse(section: &'static str, paragraph: &'static str, ids: Ids) -> Option<Self> {
        let mut family = Family {
            section,
            comment: String::new(),
            pattern: "",
            words: Vec::new(),
            predicates: Vec::new(),
        };
        let mut rest = paragraph;
        while let Some((line, after)) = rest.split_once('\n')
            && !line.starts_with(".decl")
        {
            match line.split_once(' ') {
                Some(("//", comment)) => family.comment += &format!("{comment}\n"),
                Some(("@each", which)) => family.words = words(which),
                Some(("@ids", written)) if written != ids_name(ids) => return None,
                _ => {}
            }
            rest = after;
        }
        let declaration = rest.lines().next().unwrap_or_default();
        family.pattern = declaration.strip_prefix(".decl ").unwrap_or_default();
        let single = [""];
        let words = if family.words.is_empty() { &single[..] } else { &family.words };
        let predicate = |word: &&str| Predicate { text: rest.replace("{word}", word) };
        family.predicates = words.iter().map(predicate).collect();
        Some(family)
    }
}

fn ids_name(ids: Ids) -> &'static str {
    match ids {
        Ids::Symbol => "symbol",
        Ids::Numeric => "numeric",
    }
}

/// The words that `@each` names.
fn words(which: &'static str) -> Vec<&'static str> {
    let opcodes = Opcode::ALL.iter();
    match which.strip_suffix("opcode") {
        Some("") => opcodes.map(|opcode| opcode.as_str()).collect(),
        Some(class) => {
            let of_class = opcodes.filter(|&&opcode| class_of(opcode) == Some(class.trim()));
            of_class.map(|opcode| opcode.as_str()).collect()
        }
        None => which.split(' ').collect(),
    }
}

/// The class of `opcode`, if several opcodes have this form.
fn class_of(opcode: Opcode) -> Option<&'static str> {
    use Opcode::*;
    match opcode {
        FNeg | Freeze => Some("unary"),
        Add | FAdd | Sub | FSub | Mul | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | Shl
        | LShr | AShr | And | Or | Xor => Some("binary"),
        Trunc | ZExt | SExt | FPTrunc | FPExt | FPToUI | FPToSI | UIToFP | SIToFP | PtrToInt
        | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast => Some("conversion"),
        ICmp | FCmp => Some("comparison"),
        Ret | Br | Switch | IndirectBr | Invoke | CallBr | Resume | CatchSwitch | CatchRet
        | CleanupRet | Unreachable | ExtractElement | InsertElement | ShuffleVector
        | ExtractValue | InsertValue | Alloca | Load | Store | Fence | CmpXchg | AtomicRmw
        | GetElementPtr | Phi | Select | Call | VAArg | LandingPad | CatchPad | CleanupPad => None,
    }
}

impl Predicate {
    fn name(&self) -> &str {
        let declaration = self.text.strip_prefix(".decl ").unwrap_or(&self.text);
        declaration.split('(').next().unwrap_or_default()
    }

    /// The names of irlog's relations in the rules.
    fn inputs(&self) -> BTreeSet<&str> {
        self.atoms().filter_map(|atom| atom.strip_prefix('@')).collect()
    }

    /// The names of all atoms in the rules, with `@` before relations of irlog.
    fn atoms(&self) -> impl Iterator<Item = &str> {
        let rules = self.text.split_once('\n').map_or("", |(_, rules)| rules);
        let in_name = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '@';
        rules
            .split('(')
            .filter_map(move |text| text.rsplit(|it| !in_name(it)).next())
            .filter(|name| !name.is_empty() && !FUNCTORS.contains(name))
    }
}

/// The families with only the predicates that need no other inputs.
fn carried(mut families: Vec<Family>, inputs: &[Declaration]) -> Vec<Family> {
    let inputs: HashSet<String> = inputs.iter().map(|input| format!("@{}", input.name)).collect();
    let count = |families: &[Family]| families.iter().map(|it| it.predicates.len()).sum::<usize>();
    loop {
        let before = count(&families);
        let mut known = inputs.clone();
        let predicates = families.iter().flat_map(|family| &family.predicates);
        known.extend(predicates.map(|predicate| predicate.name().to_string()));
        for family in &mut families {
            family.predicates.retain(|it| it.atoms().all(|atom| known.contains(atom)));
        }
        families.retain(|family| !family.predicates.is_empty());
        if count(&families) == before {
            return families;
        }
    }
}

#[cfg(test)]
mod tests;
