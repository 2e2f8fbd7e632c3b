//! Textual IR, line by line: inserts freezes, and reads the results.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// The values that can be frozen.
#[derive(Default)]
pub struct Values {
    /// By readable id: the type.
    pub types: HashMap<String, String>,
    /// By function: the names of its arguments.
    pub arguments: HashMap<String, Vec<String>>,
}

/// The prefix of the names of freezes.
const FREEZE: &str = "%irlog.freeze.";
/// The prefix of the names of the functions that take frozen values.
const KEEP: &str = "@irlog.keep.";

/// A frozen value.
pub struct Frozen {
    /// Its function.
    pub function: String,
    /// Its name.
    pub value: String,
    /// Whether LLVM proves it well defined.
    pub is_proved: bool,
}

/// The module with every `copies`-th value frozen, starting with the value number `copy`, and the frozen values by
/// number.
pub fn freeze(
    text: &str,
    values: &Values,
    copy: usize,
    copies: usize,
) -> (String, BTreeMap<usize, Frozen>) {
    let mut freezer = Freezer {
        values,
        copy,
        copies,
        number: 0,
        function: String::new(),
        pending: Vec::new(),
        keepers: HashMap::new(),
        frozen: BTreeMap::new(),
        text: String::with_capacity(2 * text.len()),
    };
    for line in text.lines() {
        freezer.line(line);
    }
    for (r#type, number) in &freezer.keepers {
        // Writing to a string does not fail.
        let _ = writeln!(
            freezer.text,
            "declare void {KEEP}{number}({type}, i32) nounwind willreturn memory(inaccessiblemem: readwrite)"
        );
    }
    (freezer.text, freezer.frozen)
}

struct Freezer<'v> {
    values: &'v Values,
    copy: usize,
    copies: usize,
    /// The number of values.
    number: usize,
    function: String,
    /// Arguments and phis, which are frozen after all phis.
    pending: Vec<String>,
    /// By type: the number of the function that takes its values.
    keepers: HashMap<String, usize>,
    frozen: BTreeMap<usize, Frozen>,
    text: String,
}

impl Freezer<'_> {
    fn line(&mut self, line: &str) {
        if let Some(name) = function_name(line) {
            self.pending = self.values.arguments.get(&name).cloned().unwrap_or_default();
            self.function = name;
        }
        let opcode = opcode(line);
        if !opcode.is_empty() && opcode != "phi" {
            let pending = std::mem::take(&mut self.pending);
            // Phis and these instructions must stay at the beginning of the block.
            let is_pad = matches!(opcode, "landingpad" | "catchswitch" | "catchpad" | "cleanuppad");
            for value in pending.into_iter().filter(|_| !is_pad) {
                self.freeze(&value);
            }
        }
        self.text.push_str(line);
        self.text.push('\n');
        let Some(result) = result(line) else { return };
        match opcode {
            "phi" => self.pending.push(result.to_owned()),
            // The next line may continue these instructions, or must be a ret.
            "invoke" | "callbr" | "landingpad" | "musttail" => {}
            _ => self.freeze(result),
        }
    }

    fn freeze(&mut self, value: &str) {
        let id = format!("{}:{value}", self.function);
        let Some(r#type) = self.values.types.get(&id) else { return };
        let number = self.number;
        self.number += 1;
        if number % self.copies != self.copy {
            return;
        }
        let count = self.keepers.len();
        let keeper = *self.keepers.entry(r#type.clone()).or_insert(count);
        let _ = writeln!(self.text, "  {FREEZE}{number} = freeze {type} {value}");
        let _ = writeln!(
            self.text,
            "  call void {KEEP}{keeper}({type} {FREEZE}{number}, i32 {number})"
        );
        let (function, value) = (self.function.clone(), value.to_owned());
        self.frozen.insert(number, Frozen { function, value, is_proved: false });
    }
}

/// The frozen values. A value is marked as proved if the pass replaces the freeze by the value as it was `before`.
pub fn proved(before: &str, after: &str, mut frozen: BTreeMap<usize, Frozen>) -> Vec<Frozen> {
    let changed = Changed::between(&definitions(before), &definitions(after));
    for line in after.lines() {
        let Some((_, arguments)) = line.split_once(KEEP) else { continue };
        let kept = arguments.split_once('(').and_then(|(_, rest)| rest.rsplit_once(", i32 "));
        let Some((argument, number)) = kept else { continue };
        let number = number.split(')').next().and_then(|number| number.parse().ok());
        let Some(frozen) = number.and_then(|number: usize| frozen.get_mut(&number)) else {
            continue;
        };
        let argument = argument.rsplit(' ').next().unwrap_or_default();
        frozen.is_proved =
            argument == frozen.value && !changed.contains(&frozen.function, &frozen.value);
    }
    frozen.into_values().collect()
}

/// By function and name: the line that computes the value.
type Definitions<'t> = HashMap<String, HashMap<&'t str, &'t str>>;

fn definitions(text: &str) -> Definitions<'_> {
    let mut definitions = Definitions::new();
    let mut function = String::new();
    for line in text.lines() {
        if let Some(name) = function_name(line) {
            function = name;
            definitions.entry(function.clone()).or_default();
        }
        if let Some(result) = result(line)
            && let Some(of_function) = definitions.get_mut(&function)
        {
            of_function.insert(result, line);
        }
    }
    definitions
}

/// By function: the names of the values that have changed, or are computed from changed values.
struct Changed<'t>(HashMap<String, HashSet<&'t str>>);

impl<'t> Changed<'t> {
    fn between(before: &Definitions<'t>, after: &Definitions) -> Self {
        let none = HashMap::new();
        let of_function = |(function, definitions): (&String, &HashMap<&'t str, &'t str>)| {
            let others = after.get(function).unwrap_or(&none);
            (function.clone(), changed(definitions, others))
        };
        Self(before.iter().map(of_function).collect())
    }

    fn contains(&self, function: &str, value: &str) -> bool {
        self.0.get(function).is_none_or(|changed| changed.contains(value))
    }
}

/// The values of one function whose lines have changed, and those that are computed from them.
fn changed<'t>(
    before: &HashMap<&'t str, &'t str>,
    after: &HashMap<&str, &str>,
) -> HashSet<&'t str> {
    let mut users: HashMap<&str, Vec<&'t str>> = HashMap::new();
    let mut changed = HashSet::new();
    let mut todo = Vec::new();
    for (&name, &line) in before {
        names(line).for_each(|operand| users.entry(operand).or_default().push(name));
        let other = after.get(name).copied().map(without_metadata);
        if other != Some(without_metadata(line)) && changed.insert(name) {
            todo.push(name);
        }
    }
    while let Some(name) = todo.pop() {
        for &user in users.get(name).into_iter().flatten() {
            if changed.insert(user) {
                todo.push(user);
            }
        }
    }
    changed
}

/// The line without its metadata and attribute groups.
fn without_metadata(line: &str) -> &str {
    let end = line.find(", !").unwrap_or(line.len());
    let end = line[..end].find(" #").unwrap_or(end);
    &line[..end]
}

/// The local names in a line, except for its result.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let operands = line.split_once(" = ").map_or("", |(_, operands)| operands);
    operands.match_indices('%').map(move |(start, _)| {
        let rest = &operands[start + 1..];
        let is_end =
            |it: char| !(it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | '-' | '$'));
        let end = rest.find(is_end).unwrap_or(rest.len());
        &operands[start..start + 1 + end]
    })
}

/// The name of the function that begins on the line, with its `@`.
fn function_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("define ")?;
    let name = &rest[rest.find('@')?..];
    let end = match name.strip_prefix("@\"") {
        Some(quoted) => quoted.find('"')? + 3,
        None => name.find('(')?,
    };
    Some(name[..end].to_owned())
}

/// The opcode on a line; empty if no instruction begins there.
fn opcode(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("  ") else { return "" };
    let text = match (rest.starts_with('%'), rest.split_once(" = ")) {
        (true, Some((_, text))) => text,
        (true, None) => return "",
        (false, _) => rest,
    };
    let is_word = text.starts_with(|first: char| first.is_ascii_lowercase());
    if is_word { text.split(' ').next().unwrap_or_default() } else { "" }
}

/// The name of the line's result.
fn result(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("  ")?;
    rest.starts_with('%').then(|| rest.split_once(" = ").map(|(name, _)| name))?
}
