//! The predicates of the published relational model of LLVM IR, as rules over our relations.
//!
//! The model is that of E. Psallida, "Relational Representation of the LLVM Intermediate Language"
//! (University of Athens, 2014); the comments of the rules name its tables. The rules stand in
//! `published/*.dl`, one paragraph for each predicate. Beyond Soufflé's own language, there
//!
//! - `// == title` starts a section,
//! - `@relation(…)` is an atom of one of our relations; other atoms are of published predicates,
//! - `@each …` at the head of a paragraph says that it holds for each of these words, or for each
//!   opcode of a class, with `{word}` standing for the word,
//! - `@ids symbol` or `@ids numeric` says that it holds only when ids are written so.
//!
//! Names are those of the model with `:` written `_`. What the model leaves to "the same principles"
//! has the names of its successor, the fact generator cclyzer, where that has one.
//!
//! Many names of predicates are names of our relations as well, with other columns. So the
//! predicates are in a component, within which a name means the predicate; there our relation is
//! reached by an alias.

use std::collections::{BTreeSet, HashSet};

use super::declaration::Declaration;
use super::prefixed;
use crate::{Ids, Opcode, Word};

/// The component that holds the published predicates.
pub(super) const COMPONENT: &str = "Published";

/// The instance of the component.
pub(super) const INSTANCE: &str = "published";

const TEMPLATES: [&str; 4] = [
    include_str!("published/types.dl"),
    include_str!("published/functions.dl"),
    include_str!("published/instructions.dl"),
    include_str!("published/memory.dl"),
];

/// Functors that the rules use: they look like atoms.
const FUNCTORS: [&str; 2] = ["to_number", "strlen"];

/// The part of the program that offers the published predicates, as far as `inputs` carry them.
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

/// Other names for our relations whose names mean something else within the component.
fn aliases(aliased: &[&Declaration]) -> String {
    let mut program = String::from(
        "
// == The published predicates

// Relations whose names are also names of published predicates, under another name.
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
// functional predicate `p[X] = Y` is the relation `p(X, Y)`; `int[64]` is `number`. What it leaves
// to \"the same principles\" is here too, under the names of its successor cclyzer where that has one.
//
// To use a predicate, write `{INSTANCE}.` before its name. Rules that are written for the model can
// also stay as they are, in a component that inherits from this one:
//
//     .comp Mine : {COMPONENT} {{ .decl ... }}
//     .init mine = Mine
//     .output mine.result
.comp {COMPONENT} {{
"
    )
}

/// The text without `@`: our relations by their names, or by their aliases.
fn with_aliases(text: &str, aliased: &[&Declaration]) -> String {
    let renamed = aliased.iter().fold(text.to_string(), |text, input| {
        text.replace(&format!("@{}(", input.name), &format!("{}(", alias(&input.name)))
    });
    renamed.replace('@', "")
}

/// Predicates that differ only in a word.
pub(super) struct Family {
    /// The title of its section.
    pub section: &'static str,
    /// What a row says.
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
    /// The family of this paragraph, if there is one when ids are written as `ids` says.
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

/// The class of `opcode`, if it shares its form with others.
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

    /// The names of our relations in the rules.
    fn inputs(&self) -> BTreeSet<&str> {
        self.atoms().filter_map(|atom| atom.strip_prefix('@')).collect()
    }

    /// The names of all atoms in the rules, ours with their `@`.
    fn atoms(&self) -> impl Iterator<Item = &str> {
        let rules = self.text.split_once('\n').map_or("", |(_, rules)| rules);
        let in_name = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '@';
        rules
            .split('(')
            .filter_map(move |text| text.rsplit(|it| !in_name(it)).next())
            .filter(|name| !name.is_empty() && !FUNCTORS.contains(name))
    }
}

/// The families without the predicates that need more than `inputs`.
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
